"""What a module keeps between its halves: how much it is, and who needs it."""

from srcad.paragraphs.residuals import Residual
from srcad.view.rows import Anchors
from srcad.view.subject import Subject
from srcad.view.text import escaped, inline

_HELD = {"input": "an input: there anyway", "parameter": "a parameter: there anyway"}


def ribbon(subject: Subject, anchors: Anchors) -> str:
    """Return the list of residuals: their bytes, and the lines that need them."""
    if not subject.kept:
        return "<p>Nothing is kept.</p>"
    known = subject.residuals
    amounts = known.bytes if len(known.bytes) == len(subject.kept) else ()
    items = []
    for k, one in enumerate(subject.kept):
        statement = subject.pairing.of_row(one.made) if one.made else None
        words = [_name(one, anchors)]
        if amounts:
            words += _amount(amounts[k], max(amounts), known.forms[k])
        if one.holds:
            words.append(_HELD[one.holds])
        words.append(_needed(one, subject, anchors))
        head, *rest = words
        inside = f"<dt>{head}</dt>" + "".join(f"<dd>{word}</dd>" for word in rest)
        items.append(f"<dl {anchors.attributes(statement)}>{inside}</dl>")
    return _total(subject) + "".join(items)


def _name(one: Residual, anchors: Anchors) -> str:
    name = f"<code>{escaped(one.name)}</code>"
    return f'<a href="#{anchors.row(one.made)}">{name}</a>' if one.made else name


def _amount(count: int, most: int, form: str) -> list[str]:
    shown = shown_bytes(count)
    meter = f'<meter min="0" max="{max(most, 1)}" value="{count}">{shown}</meter>'
    return [f"{meter} {shown}", f"<code>{escaped(form)}</code>"]


def _needed(one: Residual, subject: Subject, anchors: Anchors) -> str:
    links: dict[str, str] = {}
    for row in one.needed:
        statement = subject.pairing.of_row(row)
        text = f"line {statement.first}" if statement is not None else "backward"
        # Several lines of one statement are one link, to the first.
        links.setdefault(text, f'<a href="#{anchors.row(row)}">{text}</a>')
    return f"needed by {', '.join(links.values())}" if links else "not read"


def _total(subject: Subject) -> str:
    known = subject.residuals
    if known.reason:
        return f"<p>Their bytes are not known: {inline(known.reason)}</p>"
    sizes = ", ".join(f"{name} = {size}" for name, size in known.sizes.items())
    at = f" for {escaped(sizes)}" if sizes else ""
    pairs = list(zip(subject.kept, known.bytes, strict=True))
    new = sum(amount for one, amount in pairs if not one.holds)
    held = sum(amount for one, amount in pairs if one.holds)
    more = f", beside {shown_bytes(held)} that are there anyway" if held else ""
    return f"<p><strong>{shown_bytes(new)}</strong>{at}{more}</p>"


def shown_bytes(count: int) -> str:
    """Return "768 bytes", "12.4 KiB"."""
    if count < 1024:
        return f"{count} byte{'' if count == 1 else 's'}"
    amount, units = count / 1024, ["KiB", "MiB", "GiB"]
    while amount >= 1024 and len(units) > 1:
        amount, units = amount / 1024, units[1:]
    return f"{amount:.1f} {units[0]}"
