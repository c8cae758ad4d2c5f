"""A GTK 4 window that asks before it closes, in a dialog of its own or in libadwaita's.

Arguments: `adw` for libadwaita's dialog. It prints what was answered.
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402 - after the version

ADWAITA = sys.argv[1:] == ["adw"]
if ADWAITA:
    gi.require_version("Adw", "1")
    from gi.repository import Adw

    Adw.init()


def say(words):
    print(words, flush=True)


def ask(parent):
    if ADWAITA:
        dialog = Adw.MessageDialog.new(parent, "Save Changes?", "All that was typed is lost.")
        for name in ("Cancel", "Discard", "Save"):
            dialog.add_response(name, name)
        dialog.connect("response", lambda _, name: say(name))
    else:
        dialog = Gtk.MessageDialog(transient_for=parent, modal=True, text="Save Changes?")
        for number, name in enumerate(("Cancel", "Discard", "Save")):
            dialog.add_button(name, number)

        def answered(own, number):
            say(("Cancel", "Discard", "Save")[number])
            own.destroy()

        dialog.connect("response", answered)
    dialog.connect("notify::is-active", lambda own, _: own.is_active() and say("asked"))
    dialog.present()


loop = GLib.MainLoop()
window = Gtk.Window(title="GTK 4 asking")
button = Gtk.Button(label="Ask")
button.connect("clicked", lambda _: ask(window))
window.set_child(button)
window.connect("close-request", lambda _: loop.quit())
window.present()
loop.run()
