"""Settings: one frozen model, replaced whole, read from one TOML file the person may edit.

Unknown keys are kept and warned of; a file that cannot be read is kept aside and the defaults
start. The schema of this model drives validation, `docs/settings.md` and the settings window.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from tomlkit.exceptions import TOMLKitError

from pace.core.error import Invalid
from pace.store.files import write_atomically


class Section(BaseModel):
    """A part of the settings, owned by one room."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class VoiceSettings(Section):
    """Hearing and speaking."""

    push_to_talk: str = Field(
        "ctrl+alt", pattern=r"^[\w +-]+$", max_length=60, description="Keys to hold while speaking."
    )
    recogniser: Literal["moonshine", "whisper"] = Field(
        "moonshine", description="Speech-to-text engine."
    )
    speak: bool = Field(True, description="Answer aloud.")
    voice: Literal["hibari", "piper", "espeak"] = Field(
        "hibari", description="Text-to-speech engine tried first."
    )
    cues: bool = Field(True, description="Short sounds when Pace starts and stops listening.")


class SafetySettings(Section):
    """What Pace asks about."""

    approve_risky_actions: bool = Field(
        True, description="Ask before acts that cannot be undone or that leave this machine."
    )
    answer_seconds: float = Field(
        30.0, ge=5, le=300, description="How long a question waits before it counts as Cancel."
    )


class DesktopSettings(Section):
    """Acting on applications."""

    actions: bool = Field(
        True, description="Act on applications; off means say what would be done."
    )
    undo_seconds: float = Field(5.0, ge=1, le=60, description="How long undo is offered on screen.")


class CalendarSettings(Section):
    """Calendars and to-dos."""

    provider: Literal["auto", "eds", "caldav", "folder"] = Field(
        "auto",
        description="Where they are: the desktop's own (Evolution Data Server), a CalDAV server,"
        " or a folder of .ics files; auto takes the first of these that is there.",
    )
    url: str = Field("", max_length=500, description="Address of your CalDAV server.")
    user: str = Field("", max_length=200, description="Your name there.")
    folder: str = Field("", description="Folder of .ics files; empty means Pace's own.")


class NotesSettings(Section):
    """Notes, and the address book when it is a folder."""

    folder: str = Field("", description="Folder of Markdown notes; empty means ~/Notes.")
    contacts: str = Field("", description="Folder of vCard files; empty means Pace's own.")


class MailSettings(Section):
    """Mail drafts. Pace never sends."""

    way: Literal["program", "imap"] = Field(
        "program", description="Open drafts in the mail program, or store them on your server."
    )
    host: str = Field("", max_length=253, description="Your IMAP server.")
    port: int = Field(993, ge=1, le=65535, description="Its port.")
    user: str = Field("", max_length=200, description="Your name there.")


class DownloadSettings(Section):
    """Files fetched by name."""

    folder: str = Field("", description="Where they go; empty means your downloads folder.")
    limit_mb: int = Field(2048, ge=1, le=1_000_000, description="The largest file, in MB.")


class McpSettings(Section):
    """Other programs' tools (Model Context Protocol)."""

    serve: bool = Field(False, description="Let other agents on this machine use Pace's hands.")


class Settings(Section):
    """All settings."""

    voice: VoiceSettings = VoiceSettings()
    safety: SafetySettings = SafetySettings()
    desktop: DesktopSettings = DesktopSettings()
    calendar: CalendarSettings = CalendarSettings()
    notes: NotesSettings = NotesSettings()
    mail: MailSettings = MailSettings()
    downloads: DownloadSettings = DownloadSettings()
    mcp: McpSettings = McpSettings()


class SettingsFile:
    """Reads and replaces the settings; `warnings` says what was wrong with the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.warnings: tuple[str, ...] = ()

    def load(self) -> Settings:
        """The settings of the file, or the defaults when there is none or it is broken."""
        document = self._document()
        try:
            settings = Settings.model_validate(document.unwrap())
        except ValidationError as problem:
            where = ".".join(str(part) for part in problem.errors()[0]["loc"])
            self._set_aside(f"{where}: {problem.errors()[0]['msg']}")
            return Settings()
        unknown = _unknown_keys(document.unwrap(), Settings)
        if unknown:
            self.warnings = (
                *self.warnings,
                f"I do not know these settings and left them alone: {', '.join(unknown)}.",
            )
        return settings

    def _document(self) -> tomlkit.TOMLDocument:
        try:
            return tomlkit.parse(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return tomlkit.document()
        except OSError as problem:
            self.warnings = (
                f"I cannot read {self._path} ({problem.strerror}); defaults are used.",
            )
            return tomlkit.document()
        except (TOMLKitError, UnicodeDecodeError) as problem:
            self._set_aside(str(problem))
            return tomlkit.document()

    def _set_aside(self, why: str) -> None:
        aside = self._path.with_name(f"settings.broken-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.toml")
        try:
            self._path.rename(aside)
            kept = f"it is kept as {aside.name}"
        except OSError:
            kept = "it is left where it is"
        self.warnings = (f"The settings file was not usable ({why}); {kept}; defaults are used.",)

    def set(self, name: str, value: str) -> Settings:
        """Replace one setting, `section.key`, and save. Raises Invalid or NotSaved."""
        section_name, _, key = name.partition(".")
        field = Settings.model_fields.get(section_name)
        kind = field.annotation if field is not None else None
        if not (isinstance(kind, type) and issubclass(kind, Section) and key in kind.model_fields):
            raise Invalid(f"There is no setting {name}; nothing was changed; see `pace settings`.")
        self.load()  # sets a broken file aside, so that the new one is whole
        document = self._document()
        table = document.setdefault(section_name, tomlkit.table())
        table[key] = _plain(value, kind.model_fields[key].annotation)
        try:
            settings = Settings.model_validate(document.unwrap())
        except ValidationError as problem:
            raise Invalid(
                f"{value} is not possible for {name} ({_rule(problem)}); nothing was changed."
            ) from problem
        write_atomically(self._path, tomlkit.dumps(document))
        return settings


def _rule(problem: ValidationError) -> str:
    """What would be possible, in words for a person."""
    found = problem.errors()[0]
    if found["type"].startswith("bool"):
        return "say on or off"
    if found["type"] in ("int_parsing", "float_parsing"):
        return "say a number"
    return found["msg"].replace("Input should be", "it should be").lower()


def _plain(value: str, kind: Any) -> Any:
    if kind is bool:
        words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
        return words.get(value.strip().lower(), value)
    if kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            return value
    return value


def _unknown_keys(given: dict[str, Any], model: type[Section], prefix: str = "") -> list[str]:
    unknown: list[str] = []
    for key, value in given.items():
        field = model.model_fields.get(key)
        if field is None:
            unknown.append(prefix + key)
        elif isinstance(value, dict) and isinstance(field.annotation, type):
            unknown += _unknown_keys(value, field.annotation, f"{prefix}{key}.")
    return unknown
