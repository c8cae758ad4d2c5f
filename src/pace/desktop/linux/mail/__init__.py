"""Mail drafts: in a compose window of the mail program, or in the drafts folder of a server.

Nothing here sends: there is no SMTP, and no button is pressed.
"""
