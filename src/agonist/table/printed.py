"""The log to read: as Markdown and as HTML. What people wrote is text, and is never trusted to be anything else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from agonist.kernel import WrittenLine
from agonist.review.tale import tale_of

from .model import ContestInfo

_SPECIAL = re.compile(r"([\\`*_\[\]#|~])")


def as_markdown(contest: ContestInfo, lines: Sequence[WrittenLine]) -> str:
    """The log as Markdown: a list, with the rule after each line; what was undone is struck through."""
    parts = [f"# {_plain(contest.title)}", "", f"*{contest.created:%-d %B %Y}*", ""]
    for line in lines:
        text = f"~~{_plain(line.text)}~~" if line.undone else _plain(line.text)
        parts.append(f"{line.n + 1}. {text}" + (f" `{line.rule}`" if line.rule else ""))
    if contest.summary:
        parts += ["", f"**{_plain(contest.summary)}**"]
    return "\n".join(parts) + "\n"


def as_html(contest: ContestInfo, lines: Sequence[WrittenLine]) -> str:
    """The tale in paragraphs, and the log line by line, as a page of its own without script and style of others."""
    title = escape(contest.title)
    items = "\n".join(f'<li value="{line.n + 1}">{_item(line)}</li>' for line in lines)
    told = tale_of([line.text for line in lines if not line.undone])
    tale = "\n".join(f"<p>{escape(each)}</p>" for each in told)
    end = f"<p><strong>{escape(contest.summary)}</strong></p>\n" if contest.summary else ""
    return (
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title></head>\n<body>\n'
        f'<h1>{title}</h1>\n<p><time datetime="{contest.created.isoformat()}">{contest.created:%-d %B %Y}</time></p>\n'
        f"{tale}\n{end}<details><summary>Line by line</summary>\n<ol>\n{items}\n</ol></details>\n</body>\n</html>\n"
    )


def _item(line: WrittenLine) -> str:
    text = f"<s>{escape(line.text)}</s>" if line.undone else escape(line.text)
    return text + (f" <small>{escape(line.rule)}</small>" if line.rule else "")


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", escape(" ".join(text.split()), quote=False))
