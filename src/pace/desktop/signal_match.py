"""Which D-Bus signals are wanted: the rule the bus is told, and the same test on what arrives."""

from __future__ import annotations

from dataclasses import dataclass

from dbus_fast import Message, MessageType


@dataclass(frozen=True, slots=True)
class Match:
    """Which signals are wanted. A `sender` must be a unique name to be checked on arrival."""

    interface: str | None = None
    member: str | None = None
    path: str | None = None
    path_namespace: str | None = None
    sender: str | None = None
    arg0: str | None = None

    @property
    def rule(self) -> str:
        fields = {name: getattr(self, name) for name in self.__slots__}
        wanted = [f"{name}='{value}'" for name, value in fields.items() if value is not None]
        return ",".join(["type='signal'", *wanted])

    def accepts(self, message: Message) -> bool:
        """Whether the message is one of these; a connection sees the signals of all its rules."""
        if message.message_type is not MessageType.SIGNAL:
            return False
        sender = self.sender if self.sender and self.sender.startswith(":") else None
        exact = (
            (self.interface, message.interface),
            (self.member, message.member),
            (self.path, message.path),
            (sender, message.sender),
        )
        if any(want is not None and want != have for want, have in exact):
            return False
        if self.arg0 is not None and (not message.body or message.body[0] != self.arg0):
            return False
        root = self.path_namespace
        path = message.path or ""
        return root is None or root == "/" or path == root or path.startswith(root + "/")
