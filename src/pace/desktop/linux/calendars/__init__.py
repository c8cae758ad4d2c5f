"""Calendars and to-dos: Evolution Data Server, a CalDAV server, or a folder of .ics files."""
