"""The accessibility tree over pure D-Bus; nothing here needs a window system or PyGObject."""
