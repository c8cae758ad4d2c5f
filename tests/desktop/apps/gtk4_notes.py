"""A GTK 4 text area whose text is its window's title, between two bars."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402


def activate(app: Gtk.Application) -> None:
    window = Gtk.ApplicationWindow(
        application=app, title="||", default_width=500, default_height=300
    )
    notes = Gtk.TextView()
    window.set_child(notes)

    def show(buffer: Gtk.TextBuffer) -> None:
        text = buffer.get_text(buffer.get_start_iter(), buffer.get_end_iter(), True)
        window.set_title(f"|{text}|")

    notes.get_buffer().connect("changed", show)
    window.present()


application = Gtk.Application(application_id="org.example.Notes")
application.connect("activate", activate)
application.run()
