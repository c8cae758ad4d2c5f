"""A GTK 3 window whose button runs a dialog, which may run another: each within its handler."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402 - after the version


class Asking(Gtk.Window):
    """One button that asks, and a status that says what was answered."""

    def __init__(self) -> None:
        super().__init__(title="GTK 3 asking")
        self.set_default_size(320, 160)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, border_width=12)
        self.add(box)
        button = Gtk.Button(label="Ask")
        button.connect("clicked", self.ask)
        box.pack_start(button, False, False, 0)
        self.status = Gtk.Label(label="Ready")
        box.pack_start(self.status, False, False, 0)
        self.connect("destroy", Gtk.main_quit)

    def ask(self, _: Gtk.Button) -> None:
        dialog = Gtk.Dialog(title="Question", transient_for=self, modal=True)
        dialog.add_buttons("Keep", Gtk.ResponseType.NO, "Drop", Gtk.ResponseType.YES)
        more = Gtk.Button(label="Ask more", visible=True)
        more.connect("clicked", lambda _: self.ask_more(dialog))
        dialog.get_content_area().pack_start(more, False, False, 0)
        answer = dialog.run()
        dialog.destroy()
        kept = {Gtk.ResponseType.NO: "kept", Gtk.ResponseType.YES: "dropped"}
        self.say(kept.get(answer, "left"))

    def ask_more(self, parent: Gtk.Dialog) -> None:
        dialog = Gtk.Dialog(title="Second question", transient_for=parent, modal=True)
        dialog.add_buttons("Sure", Gtk.ResponseType.YES)
        dialog.run()
        dialog.destroy()
        self.say("sure")

    def say(self, text: str) -> None:
        self.status.set_text(text)
        print(text, flush=True)


Asking().show_all()
Gtk.main()
