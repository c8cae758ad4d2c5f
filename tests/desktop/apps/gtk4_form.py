"""The form of README.md in GTK 4."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402 - after the version

LATER_MS = 400


class Form(Gtk.Window):
    """One window with one of everything."""

    def __init__(self) -> None:
        super().__init__(title="GTK 4 form")
        self.set_default_size(420, 560)
        self.box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        self.set_child(self.box)
        self.name = self.labelled("Name", Gtk.Entry())
        self.city = self.labelled("City", Gtk.Entry())
        self.labelled("Password", Gtk.PasswordEntry())
        self.button("Save", lambda: f"Saved {self.name.get_text()}, {self.city.get_text()}")
        for toggle in (Gtk.ToggleButton(label="Bold"), Gtk.CheckButton(label="Subscribe")):
            toggle.connect("toggled", self.toggled)
            self.box.append(toggle)
        volume = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
        volume.set_value(50)
        volume.connect("value-changed", lambda scale: self.say(f"Volume {scale.get_value():.0f}"))
        self.labelled("Volume", volume)
        later = Gtk.Button(label="Later")
        later.connect("clicked", lambda _: GLib.timeout_add(LATER_MS, self.say, "Later done"))
        self.box.append(later)
        self.box.append(Gtk.Button(label="Delete", sensitive=False))
        self.button("Submit", lambda: "Submitted")
        self.button("Submit feedback", lambda: "Submitted feedback")
        self.button("Submit report", lambda: "Submitted report")
        notes = Gtk.TextView(height_request=70)
        notes.update_property([Gtk.AccessibleProperty.LABEL], ["Notes"])
        self.box.append(notes)
        self.status = Gtk.Label(label="Ready")
        self.box.append(self.status)

    def labelled(self, text: str, widget: Gtk.Widget) -> Gtk.Widget:
        row = Gtk.Box(spacing=6)
        label = Gtk.Label(label=text, width_chars=10, xalign=0)
        label.set_mnemonic_widget(widget)
        row.append(label)
        widget.set_hexpand(True)
        row.append(widget)
        self.box.append(row)
        return widget

    def button(self, text: str, outcome) -> None:
        button = Gtk.Button(label=text)
        button.connect("clicked", lambda _: self.say(outcome()))
        self.box.append(button)

    def toggled(self, toggle) -> None:
        self.say(f"{toggle.get_label()} {'on' if toggle.get_active() else 'off'}")

    def say(self, text: str) -> bool:
        self.status.set_text(text)
        print(text, flush=True)
        return False  # a timer runs once


GLib.set_prgname("gtk4_form")
loop = GLib.MainLoop()
form = Form()
form.connect("close-request", lambda _: loop.quit())
form.present()
loop.run()
