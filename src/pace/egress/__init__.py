"""The only door off this machine. Nothing else in Pace opens a network connection.

`ways` says who may leave and what is shown and kept of it; `addresses` which addresses may be
dialled; `door` opens the connections; `local` speaks to servers on this machine. No setting
relaxes a guard.
"""

from pace.egress.door import Egress as Egress
from pace.egress.local import Reply as Reply
from pace.egress.local import Target as Target
from pace.egress.local import ask_local_server as ask_local_server
from pace.egress.local import loopback as loopback
from pace.egress.local import run_installer as run_installer
from pace.egress.ways import Way as Way
