"""Carries out calls of the real catalogue on doubles, as a turn would, and takes them back."""

from pace.core.event import EventBus
from pace.core.question import ALLOW_ONCE, Answer
from pace.core.turn import Origin
from pace.store.settings import SafetySettings
from pace.tools.catalogue import built_in
from pace.tools.runner import ToolRunner, TurnScope


class Doing:
    """`picks` answers the questions which one is meant, in order; approval is given unless not."""

    def __init__(self, *, picks=(), approves=True, asks=True, **ports):
        self.catalogue = built_in()
        self.picks, self.approves = list(picks), approves
        self.inverses, self.kept, self.questions, self.choices, self.events = [], [], [], [], []
        bus = EventBus()
        bus.subscribe(self.events.append)
        self.ports = {**ports, "choose": self.choose}
        self.runner = ToolRunner(
            ports, {}, lambda: SafetySettings(approve_risky_actions=asks), bus.publish, self, self,
            self.keep_text,
        )  # fmt: skip

    async def note(self, subsystem, operation, target, outcome, **more):
        pass

    async def add(self, turn, position, inverse):
        self.inverses.append(inverse)

    async def add_lasting(self, turn, position, summary, **more):
        pass

    async def keep_text(self, text):
        self.kept.append(text)

    async def choose(self, text, options):
        self.choices.append((text, list(options)))
        return self.picks.pop(0) if self.picks else None

    async def ask(self, question):
        self.questions.append(question.text)
        return Answer(ALLOW_ONCE, 1) if self.approves else Answer("Cancel", 0)

    async def run(self, *calls, origin=Origin.CLI):
        scope = TurnScope("t", origin, self.ask, self.ports, "me")
        return [o.result for o in await self.runner.run(calls, self.catalogue, scope)]

    async def undo(self):
        """Take the last act back."""
        return await self.runner.carry_out(self.inverses.pop(), self.catalogue, self.ports)
