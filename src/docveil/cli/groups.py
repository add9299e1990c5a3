"""Groups of options: a command takes a record, and each field of it is an option; typer itself knows no groups."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any

from attrs import fields, has


def expanded(command: Callable[..., None]) -> Callable[..., None]:
    """`command` as typer sees it: in place of each parameter that is an attrs class, the fields of that class."""
    parameters: list[Parameter] = []
    groups: dict[str, Any] = {}
    for parameter in signature(command).parameters.values():
        if has(parameter.annotation):
            groups[parameter.name] = parameter.annotation
            parameters += [
                Parameter(f.name, Parameter.KEYWORD_ONLY, default=f.default, annotation=f.type)
                for f in fields(parameter.annotation)
            ]
        else:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))

    def run(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{f.name: values.pop(f.name) for f in fields(group)})
        command(**values)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    # Where inspect, and with it typer, looks.
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run
