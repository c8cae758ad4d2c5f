"""A GTK 3 window whose buttons run dialogs, one of which may run another: each in its handler."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402 - after the version


class Asking(Gtk.Window):
    """Buttons that open dialogs, and a status that says what came of them."""

    def __init__(self) -> None:
        super().__init__(title="GTK 3 asking")
        self.set_default_size(320, 160)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, border_width=12)
        self.add(box)
        button = Gtk.Button(label="Ask")
        button.connect("clicked", self.ask)
        box.pack_start(button, False, False, 0)
        busy = Gtk.Button(label="Show progress")
        busy.connect("clicked", self.show_progress)
        box.pack_start(busy, False, False, 0)
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

    def show_progress(self, _: Gtk.Button) -> None:
        """Much is announced, of this window first, and of the dialog after it opened."""
        self.status.set_text("Working")
        dialog = Gtk.Dialog(title="Progress", transient_for=self, modal=True)
        steps = [Gtk.Label(label=f"Step {number}", visible=True) for number in range(20)]
        for step in steps:
            dialog.get_content_area().pack_start(step, False, False, 0)
        dialog.show()
        for word in ("waits", "runs", "is over"):
            for number, step in enumerate(steps):
                step.set_text(f"Step {number} {word}")
                step.get_accessible().set_description(word)
        dialog.run()
        dialog.destroy()
        self.say("progressed")

    def say(self, text: str) -> None:
        self.status.set_text(text)
        print(text, flush=True)


Asking().show_all()
Gtk.main()
