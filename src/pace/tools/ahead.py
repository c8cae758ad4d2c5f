"""What a plan would come to, found out before the person is asked about it.

So nobody is asked for what cannot be done, and the question says what will really be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pace.core.error import PaceError
from pace.core.result import Result
from pace.core.tool import Ahead
from pace.tools.approval import Step
from pace.tools.failing import from_error


async def looked_ahead(step: Step, ports: Mapping[str, object]) -> Step | Result:
    """The step with what its tool found out, or the result that says why there is no asking."""
    if step.tool.ahead is None:
        return step
    try:
        found = await step.tool.ahead(step.call, step.parameters, ports)
    except PaceError as problem:
        found = from_error(problem)
    if isinstance(found, Ahead):
        arguments = {**step.call.arguments, **found.arguments}
        parameters = step.tool.parameters.model_validate(arguments) if found.arguments else None
        call = replace(step.call, arguments=arguments)
        return replace(step, call=call, parameters=parameters or step.parameters, found=found.line)
    return found
