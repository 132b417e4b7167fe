"""What a browser sends for the fields of a page, as they are drawn."""

from html.parser import HTMLParser

Fields = dict[str, list[str]]


class Browser(HTMLParser):
    """Gathers the fields of a form: all that has a name and is ticked, chosen or written."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: Fields = {}
        self._select: tuple[str, list[str], list[str]] | None = None
        self._area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {key: value or "" for key, value in attrs}
        if tag == "input" and has.get("name"):
            ticked = has.get("type") not in ("checkbox", "radio") or "checked" in has
            if ticked and "disabled" not in has:
                self.sent.setdefault(has["name"], []).append(has.get("value", ""))
        elif tag == "select":
            self._select = (has["name"], [], [])
        elif tag == "option" and self._select:
            self._select[1].append(has["value"])
            if "selected" in has:
                self._select[2].append(has["value"])
        elif tag == "textarea":
            self._area = has["name"]
            self.sent[has["name"]] = [""]

    def handle_data(self, data: str) -> None:
        if self._area:
            self.sent[self._area][0] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select:
            name, options, selected = self._select
            self.sent.setdefault(name, []).extend(selected[-1:] or options[:1])
            self._select = None
        elif tag == "textarea":
            self._area = None


def sent_by(page: str) -> Fields:
    """The fields that a page sends if nobody touches anything."""
    browser = Browser()
    browser.feed(page)
    browser.close()
    return browser.sent
