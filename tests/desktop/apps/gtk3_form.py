"""The form of README.md in GTK 3."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402 - after the version

LATER_MS = 400


class Form(Gtk.Window):
    """One window with one of everything."""

    def __init__(self) -> None:
        super().__init__(title="GTK 3 form")
        self.set_default_size(420, 560)
        self.box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, border_width=12)
        self.add(self.box)
        self.name = self.labelled("Name", Gtk.Entry())
        self.city = self.labelled("City", Gtk.Entry())
        self.labelled("Password", Gtk.Entry(visibility=False))
        self.button("Save", lambda: f"Saved {self.name.get_text()}, {self.city.get_text()}")
        for toggle in (Gtk.ToggleButton(label="Bold"), Gtk.CheckButton(label="Subscribe")):
            toggle.connect("toggled", self.toggled)
            self.put(toggle)
        volume = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
        volume.set_value(50)
        volume.connect("value-changed", lambda scale: self.say(f"Volume {scale.get_value():.0f}"))
        self.labelled("Volume", volume)
        later = Gtk.Button(label="Later")
        later.connect("clicked", lambda _: GLib.timeout_add(LATER_MS, self.say, "Later done"))
        self.put(later)
        self.put(Gtk.Button(label="Delete", sensitive=False))
        self.button("Submit", lambda: "Submitted")
        self.button("Submit feedback", lambda: "Submitted feedback")
        self.button("Submit report", lambda: "Submitted report")
        notes = Gtk.TextView(height_request=70)
        notes.get_accessible().set_name("Notes")
        self.put(notes)
        self.status = Gtk.Label(label="Ready")
        self.put(self.status)
        self.connect("destroy", Gtk.main_quit)

    def put(self, widget: Gtk.Widget) -> None:
        self.box.pack_start(widget, False, False, 0)

    def labelled(self, text: str, widget: Gtk.Widget) -> Gtk.Widget:
        row = Gtk.Box(spacing=6)
        label = Gtk.Label(label=text, width_chars=10, xalign=0)
        label.set_mnemonic_widget(widget)
        row.pack_start(label, False, False, 0)
        row.pack_start(widget, True, True, 0)
        self.put(row)
        return widget

    def button(self, text: str, outcome) -> None:
        button = Gtk.Button(label=text)
        button.connect("clicked", lambda _: self.say(outcome()))
        self.put(button)

    def toggled(self, toggle: Gtk.ToggleButton) -> None:
        self.say(f"{toggle.get_label()} {'on' if toggle.get_active() else 'off'}")

    def say(self, text: str) -> bool:
        self.status.set_text(text)
        print(text, flush=True)
        return False  # a timer runs once


Form().show_all()
Gtk.main()
