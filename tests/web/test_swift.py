"""Templates drawn with fewer steps are drawn as Jinja draws them."""

import gc
from types import SimpleNamespace
from typing import Any

import jinja2
import pytest
from jinja2 import pass_context
from markupsafe import Markup

from agonist.web.pages.swift import SwiftEnvironment

TEMPLATES = [
    "{{ text }} {{ safe }} {{ number }} {{ truth }} {{ nothing }} {{ missing }} {{ missing.far.away }}",
    "{{ row.name }} {{ row.items is callable }} {{ row['items'] }} {{ row.gone.deeper }} {{ row.keys() | list }}",
    "{% for key, value in row.items() %}{{ loop.index }} {{ key }}={{ value }};{% endfor %}",
    "{% macro m(one, two='<&>') %}{{ one }}|{{ two }}{% endmacro %}{{ m(text) }}{{ m(text, two=safe) }}",
    "{% macro m(one, two) %}{{ two }}{% endmacro %}{% for each in (1, 2) %}{{ m(each, two=text) }}{% endfor %}",
    "{% macro m(one) %}<b>{{ caller(one) }}</b>{% endmacro %}{% call(x) m(text) %}{{ x }}{{ text }}{% endcall %}",
    "{% macro m() %}{{ varargs | join(',') }}{{ kwargs.get('also') }}{% endmacro %}{{ m(1, text, also=text) }}",
    "{% set made %}{{ text }}<br>{% endset %}{{ made }}{{ made ~ text }}",
    "{{ plain(text) }} {{ told() }} {{ thing.says('<i>') }} {{ thing.word }}",
    "{% autoescape false %}{{ text }}{% endautoescape %}{{ text | upper }}{{ text | e }}{{ safe | e }}",
    "{% for each in (1, 2) %}{% set here = each %}{{ told() }}{% endfor %}",
    "{% macro m(one, two=3) %}{{ one.name }}{{ two }}{% endmacro %}{{ m(row) }}{{ m(row, text) }}",
    "{% for each in (row, thing) if each.name %}{{ each.name.title() }}{{ each.items.__class__.__name__ }}{% endfor %}",
]


class Thing:
    word = "<word>"

    def says(self, what: str) -> str:
        return f"says {what}"


@pass_context
def told(context: Any) -> str:
    return str(context.get("here", context["text"]))


def drawn(environment: jinja2.Environment, template: str) -> str:
    return environment.from_string(template).render(
        text='<a href="x">\'&',
        safe=Markup("<hr>"),
        number=-3,
        truth=True,
        nothing=None,
        row={"name": "<Ada>", "items": "of a row", "gone": SimpleNamespace()},
        plain=lambda text: f"{text}!",
        told=told,
        thing=Thing(),
    )


@pytest.mark.parametrize("template", TEMPLATES)
def test_swift_templates_draw_what_jinja_draws(template: str) -> None:
    how: dict[str, Any] = {"autoescape": True, "undefined": jinja2.ChainableUndefined}
    assert drawn(SwiftEnvironment(**how), template) == drawn(jinja2.Environment(**how), template)


def test_nothing_that_somebody_wrote_reaches_a_page_unescaped() -> None:
    shown = drawn(SwiftEnvironment(autoescape=True), "{{ text }}{{ row.name }}{{ thing.word }}")
    assert "<" not in shown
    assert '"' not in shown


LEAVING_NOTHING = {
    "page": "{% macro m(one) %}{{ n(one) }}{% endmacro %}{% macro n(one) %}{{ one }}{{ text }}{% endmacro %}"
    "{% from 'asks' import ask with context %}{% from 'pieces' import piece %}{% include 'part' %}"
    "{{ m(1) }}{{ ask(2) }}{{ piece(3) }}",
    "asks": "{% from 'pieces' import piece %}{% macro ask(one) %}{{ other(one) }}{% endmacro %}"
    "{% macro other(one) %}{{ piece(one) }}{{ text }}{% endmacro %}",
    "pieces": "{% macro piece(one) %}<{{ one }}>{% endmacro %}",
    "part": "{% macro m(one) %}{{ one }}{{ text }}{% endmacro %}{{ m(0) }}",
}


def test_what_a_page_was_drawn_from_is_gone_with_it_and_imported_macros_stay() -> None:
    environment = SwiftEnvironment(autoescape=True, loader=jinja2.DictLoader(LEAVING_NOTHING))
    template = environment.get_template("page")
    first = template.render(text="!")
    gc.collect()
    gc.disable()
    try:
        assert template.render(text="!") == first == "0!1!<2>!<3>"
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_page_that_cannot_be_drawn_lets_go_of_its_macros_too() -> None:
    template = SwiftEnvironment().from_string("{% macro m(one) %}{{ 1 / one }}{% endmacro %}{{ m(text) }}")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            template.render(text=0)
    assert template.render(text=1) == "1.0"
