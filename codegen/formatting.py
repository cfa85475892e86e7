"""Formatting a printed module with black, around what is spliced into it.

Fenced methods never reach black: a name stands in for each and is replaced by its exact
bytes afterwards. black keeps out of its own fences, but not to the byte (line breaks,
trailing spaces). It is imported on the first call, for that takes a tenth of a second.

Nor do short statements that black would leave as they are (``codegen.plain_lines``),
nor most names of long lists (``codegen.long_lists``). They are most of a module, and
black takes a quarter of a millisecond for a line.
"""

from codegen import splice
from codegen.files import split_lines
from codegen.long_lists import LongLists
from codegen.plain_lines import plain_runs

LINE_LENGTH = 88


class FormattingError(ValueError):
    """The text is not Python, or formatting would have changed spliced bytes."""


def format_module(text: str) -> str:
    """Return the text of a module as black formats it, lines of at most 88 columns.

    Fenced methods are unchanged, byte for byte; formatting twice changes nothing more.
    Raises FormattingError where ``text`` is not the text of a module.
    """
    try:
        regions = splice.fenced_regions(text) if splice.FENCE_OPEN in text else []
        plain = plain_runs(text, LINE_LENGTH)
    except (SyntaxError, ValueError) as error:
        raise FormattingError(f"not a Python module: {error}") from error
    lines = split_lines(text)
    blocks = ["".join(lines[region.start : region.stop]) for region in regions]
    stand_in = _unused_name(text, "spliced_method_")
    held: dict[str, str] = {}
    for region in [*regions, *plain]:
        name = f"{region.indentation}{stand_in}{len(held)}\n"
        held[name] = "".join(lines[region.start : region.stop])
        lines[region.start : region.stop] = [name, *_nothing(region)]
    lists = LongLists(_unused_name(text, "long_list_"))
    lines = [lists.shortened(line, LINE_LENGTH) for line in lines]
    formatted = lists.restored(split_lines(_black("".join(lines))), LINE_LENGTH)
    if not held.keys() <= set(formatted):
        raise FormattingError("formatting would change a spliced method or its place")
    formatted_text = "".join(held.get(line, line) for line in formatted)
    if blocks:
        _check_blocks(formatted_text, blocks)
    return formatted_text


def _nothing(region: splice.Region) -> list[str]:
    """What stands in the other lines of a region: those behind it keep their place."""
    return [""] * (region.stop - region.start - 1)


def _black(text: str) -> str:
    import black
    from black.mode import TargetVersion
    from black.parsing import InvalidInput

    mode = black.Mode(line_length=LINE_LENGTH, target_versions={TargetVersion.PY311})
    try:
        return black.format_str(text, mode=mode)
    except InvalidInput as error:
        raise FormattingError(f"black cannot read the module: {error}") from error


def _unused_name(text: str, name: str) -> str:
    while name in text:
        name += "_"
    return name


def _check_blocks(text: str, blocks: list[str]) -> None:
    """Raise FormattingError unless the fenced methods of ``text`` are ``blocks``."""
    lines = split_lines(text)
    regions = splice.fenced_regions(text)
    found = ["".join(lines[region.start : region.stop]) for region in regions]
    if found != blocks:
        raise FormattingError("formatting would change the text of a spliced method")
