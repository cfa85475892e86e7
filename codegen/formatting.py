"""Formatting a printed module with black, around what is spliced into it.

Fenced methods never reach black: a name stands in for each and is replaced by its exact
bytes afterwards. black keeps out of its own fences, but not to the byte (line breaks,
trailing spaces). It is imported on the first call, for that takes a tenth of a second.
"""

from codegen import splice
from codegen.files import split_lines

LINE_LENGTH = 88


class FormattingError(ValueError):
    """The text is not Python, or formatting would have changed spliced bytes."""


def format_module(text: str) -> str:
    """Return the text of a module as black formats it, lines of at most 88 columns.

    Fenced methods are unchanged, byte for byte; formatting twice changes nothing more.
    Raises FormattingError where ``text`` is not the text of a module.
    """
    try:
        regions = splice.fenced_regions(text)
    except (SyntaxError, ValueError) as error:
        raise FormattingError(f"not a Python module: {error}") from error
    lines = split_lines(text)
    blocks = ["".join(lines[region.start : region.stop]) for region in regions]
    stand_in = _unused_name(text)
    for number, region in reversed(list(enumerate(regions))):
        name = f"{region.indentation}{stand_in}{number}\n"
        lines[region.start : region.stop] = [name]
    formatted = _black("".join(lines))
    for number, (region, block) in enumerate(zip(regions, blocks, strict=True)):
        name = f"{region.indentation}{stand_in}{number}\n"
        formatted = formatted.replace(name, block)
    _check_blocks(formatted, blocks)
    return formatted


def _black(text: str) -> str:
    import black
    from black.mode import TargetVersion
    from black.parsing import InvalidInput

    mode = black.Mode(line_length=LINE_LENGTH, target_versions={TargetVersion.PY311})
    try:
        return black.format_str(text, mode=mode)
    except InvalidInput as error:
        raise FormattingError(f"black cannot read the module: {error}") from error


def _unused_name(text: str) -> str:
    name = "spliced_method_"
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
