"""Templates drawn with fewer steps: a page reads fields of plain data and calls macros thousands of times.

What is drawn is what Jinja would draw; only the ways to it are shorter, and nothing is left behind: a macro knows the
page that it was made for, which knows the macro, so that all that a page was drawn from would wait until the garbage is
looked through, a tenth of a second at a time, while everybody waits.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from threading import local
from types import FunctionType, MethodType
from typing import Any

import jinja2
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

_OF_DICTS = frozenset(dir(dict))


class _Code(CodeGenerator):
    """Looks fields of plain data up on the spot.

    What is shown is escaped by the environment's own function, which makes no safe string of what is joined at once.
    """

    def _output_child_pre(self, node: Any, frame: Any, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.shown(")

    def visit_Getattr(self, node: Any, frame: Any) -> None:  # noqa: N802  as Jinja has it
        if node.attr in _OF_DICTS:
            super().visit_Getattr(node, frame)
            return
        one, name = self.temporary_identifier(), repr(node.attr)
        self.write(f"({one}[{name}] if type({one} := ")
        self.visit(node.node, frame)
        self.write(f") is dict and {name} in {one} else environment.getattr({one}, {name}))")


_drawing = local()


@contextmanager
def _collecting(macros: list[Macro] | None) -> Iterator[None]:
    """Put the macros that are made inside into a list, or (None) nowhere."""
    before = getattr(_drawing, "macros", None)
    _drawing.macros = macros
    try:
        yield
    finally:
        _drawing.macros = before


class _SwiftMacro(Macro):
    """A macro that takes what it is given where all of it is given in order."""

    def __init__(self, *how: Any) -> None:
        super().__init__(*how)
        made = getattr(_drawing, "macros", None)
        if made is not None:
            made.append(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        left = len(self.arguments) - len(args)
        if kwargs or left < 0 or self.caller or self.catch_kwargs or self.catch_varargs:
            return super().__call__(*args, **kwargs)
        return Markup(self._func(*args, *(missing,) * left))  # noqa: S704  a template's own output


class _SwiftContext(Context):
    """Calls macros and plain functions without asking what they would like to be told."""

    def call(__self, __obj: Any, /, *args: Any, **kwargs: Any) -> Any:  # noqa: N805  as Jinja has it
        kind = type(__obj)
        if kind is _SwiftMacro or (
            kind in (FunctionType, MethodType) and not hasattr(__obj, "jinja_pass_arg")
        ):
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            return __obj(*args, **kwargs)
        return super().call(__obj, *args, **kwargs)


class _SwiftTemplate(jinja2.Template):
    """A template whose macros are let go as soon as it is drawn; those of imported templates stay for the next."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        macros: list[Macro] = []
        try:
            with _collecting(macros):
                return super().render(*args, **kwargs)
        finally:
            for macro in macros:
                del macro._func

    def _get_default_module(self, ctx: Context | None = None) -> Any:
        with _collecting(None):
            return super()._get_default_module(ctx)


def _plain(filter: Any) -> Any:
    """A filter as it is where nothing is awaited."""
    return filter.__wrapped__ if hasattr(filter, "jinja_async_variant") else filter


class SwiftEnvironment(jinja2.Environment):
    """Jinja, with shorter ways to the fields of plain data, to macros, and to what needs no escaping."""

    macro = _SwiftMacro
    code_generator_class = _Code
    context_class = _SwiftContext
    template_class = _SwiftTemplate

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.filters = {name: _plain(each) for name, each in self.filters.items()}

    def _compile(self, source: str, filename: str) -> Any:
        """A template's code, with macros of our own kind."""
        return super()._compile(source.replace("\n", "; Macro = environment.macro\n", 1), filename)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """All templates have the same globals: there is nothing to lay over them."""
        return self.globals if d is None else super().make_globals(d)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A field of plain data is looked up at once; everything else as ever."""
        if type(obj) is dict and attribute not in _OF_DICTS:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)

    @staticmethod
    def shown(value: Any) -> str:
        """A value as it stands in the page: escaped, unless it is known to be safe."""
        kind = type(value)
        if kind is Markup or kind is int:
            return value if kind is Markup else str(value)
        if kind is str:
            made: str = _escape_inner(value)
            return made
        return escape(value)
