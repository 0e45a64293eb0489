"""Frozen values, made fast: one with some fields changed, and a property that is worked out once.

`dataclasses.replace` runs the whole constructor, which for a state of twenty fields takes longer
than the step that needed it. Here the content is copied and what was worked out from it is dropped.
Checks of `__post_init__` are not run again: only values without such checks may be changed this
way.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace
    from functools import cached_property as worked_out_once
else:
    from dataclasses import fields
    from functools import cache

    class worked_out_once:  # noqa: N801 - used as a decorator, as `functools.cached_property`
        """A property that is kept in the value once it has been asked for.

        That of functools takes a lock at each first asking until Python 3.12.
        """

        def __init__(self, work_out: Any) -> None:
            self._work_out = work_out
            self.__doc__ = work_out.__doc__

        def __set_name__(self, kind: type, name: str) -> None:
            self._name = name

        def __get__(self, value: Any, kind: type | None = None) -> Any:
            if value is None:
                return self
            result = value.__dict__[self._name] = self._work_out(value)
            return result

    @cache
    def _names(kind: type) -> tuple[frozenset[str], tuple[str, ...]]:
        """Its fields, and what is worked out from them."""
        worked_out = {
            name
            for each in kind.__mro__
            for name, what in vars(each).items()
            if isinstance(what, worked_out_once)
        }
        return frozenset(field.name for field in fields(kind)), tuple(worked_out)

    def replace(value: Any, /, **changes: Any) -> Any:
        """The same value with these fields changed.

        Raises:
            TypeError: it has no field of that name.
        """
        kind = type(value)
        names, worked_out = _names(kind)
        if not names.issuperset(changes):
            raise TypeError(f"{kind.__name__} has no field {', '.join(changes.keys() - names)}")
        made = object.__new__(kind)
        content = made.__dict__
        content.update(value.__dict__)
        for name in worked_out:
            content.pop(name, None)
        content.update(changes)
        return made


__all__ = ["replace", "worked_out_once"]
