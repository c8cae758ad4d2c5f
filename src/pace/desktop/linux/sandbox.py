"""Running a program in a box (bubblewrap) that has what was declared for it, and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import anyio
import anyio.to_thread

from pace.core.error import TimedOut, Unavailable
from pace.desktop.linux import no_unix_sockets
from pace.desktop.linux.user_folders import user_folder

_FOLDERS: Mapping[str, str] = {
    "downloads": "DOWNLOAD", "documents": "DOCUMENTS", "desktop": "DESKTOP", "music": "MUSIC",
    "pictures": "PICTURES", "videos": "VIDEOS",
}  # fmt: skip
#: How much of what it says is kept, in bytes.
OUTPUT = 64 * 1024
#: How many processes it may have at a time. Kernels before 5.14 count all of the person's.
PROCESSES = 4096
#: How large its files of its own may become in each folder, and it in memory, in bytes.
ROOM, MEMORY = 512 * 1024 * 1024, 16 * 1024 * 1024 * 1024
_LIMITS = "/usr/bin/prlimit"
_PROBE_SECONDS = 5.0
_ALWAYS_ETC = ("ld.so.cache", "alternatives", "localtime", "fonts", "ssl", "ca-certificates")
_NETWORK_ETC = ("resolv.conf", "nsswitch.conf", "hosts", "services")
INSTALL = "sudo apt install bubblewrap"


@dataclass(frozen=True, slots=True)
class Box:
    """What is inside: the grants, the program's file, and folders that are hidden all the same."""

    grants: tuple[str, ...]
    program: Path
    hidden: tuple[Path, ...] = ()

    @property
    def filtered(self) -> bytes:
        """The filter of its system calls: the network alone is no way to the screen or a bus."""
        by_sockets = {"display", "bus", "sound"} & set(self.grants)
        if "network" not in self.grants or by_sockets:
            return b""
        return no_unix_sockets.program(os.uname().machine)


def command(box: Box, environment: Mapping[str, str]) -> list[str]:
    """The bubblewrap command line. Pure but for looking at what there is."""
    home = environment.get("HOME") or "/"
    words = [
        "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv",
        "--cap-drop", "ALL", "--hostname", "pace",
        "--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev",
    ]  # fmt: skip
    size = ["--size", str(ROOM)] if _sizes(environment) else []
    for own in ("/dev/shm", "/tmp", "/run", home):  # noqa: S108  # of its own
        words += [*size, "--tmpfs", own]
    for name in ("bin", "sbin", "lib", "lib64"):
        place = Path("/") / name
        if place.is_symlink():
            words += ["--symlink", str(place.readlink()), str(place)]
        elif place.is_dir():
            words += ["--ro-bind", str(place), str(place)]
    network = "network" in box.grants
    for name in (*_ALWAYS_ETC, *(_NETWORK_ETC if network else ())):
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    words += ["--share-net"] if network else []
    words += _folders(box, home, environment)
    words += _surroundings(box, environment)
    inside = f"/run/pace/{box.program.name}"
    words += ["--ro-bind", str(box.program.resolve()), inside]
    for name, value in (
        ("HOME", home), ("PATH", "/usr/local/bin:/usr/bin:/bin"), ("TERM", "dumb"),
        ("LANG", environment.get("LANG", "C.UTF-8")), ("USER", environment.get("USER", "")),
    ):  # fmt: skip
        words += ["--setenv", name, value]
    words += ["--remount-ro", "/dev", "--remount-ro", "/"]
    limits = [f"--nproc={PROCESSES}", f"--as={MEMORY}", "--core=0", "--"]
    limited = [_LIMITS, *limits] if Path(_LIMITS).exists() else []
    return [*words, "--chdir", home, "--", *limited, inside]


def _sizes(environment: Mapping[str, str]) -> bool:
    """Whether this bubblewrap can bound a folder (from 0.7 on)."""
    search = {"PATH": environment.get("PATH", os.defpath)}
    try:
        done = subprocess.run(
            ["bwrap", "--help"], capture_output=True, check=False, env=search,
            timeout=_PROBE_SECONDS,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return b"--size" in done.stdout + done.stderr


def _folders(box: Box, home: str, environment: Mapping[str, str]) -> list[str]:
    """What of the person's is bound, each folder as it really is: a link to more than its name
    says (the home folder, Pace's own folders) is not followed, and what is hidden is so in each."""
    own = Path(home).resolve()
    hidden = [each.resolve() for each in box.hidden if each.is_dir()]
    shown: dict[Path, Path] = {own: Path(home)} if "home" in box.grants else {}
    for grant, kind in _FOLDERS.items():
        if grant not in box.grants:
            continue
        folder = user_folder(kind, environment)
        real = folder.resolve()
        if own.is_relative_to(real) or any(real.is_relative_to(each) for each in hidden):
            continue
        if own not in shown:
            shown[real] = folder
        elif not real.is_relative_to(own):
            shown[real] = real  # where a link in the home folder leads
    words: list[str] = []
    for real, place in shown.items():
        words += ["--bind-try", str(real), str(place)]
        for private in hidden:
            if private.is_relative_to(real):
                words += ["--tmpfs", str(place / private.relative_to(real))]
    return words


def _surroundings(box: Box, environment: Mapping[str, str]) -> list[str]:
    """Sockets of the desktop, for those who declared that they need them."""
    words: list[str] = []
    run = environment.get("XDG_RUNTIME_DIR", "")

    def keep(variable: str) -> None:
        if environment.get(variable):
            words.extend(["--setenv", variable, environment[variable]])

    def socket(path: str) -> None:
        words.extend(["--bind-try", path, path])

    if "display" in box.grants:
        keep("DISPLAY")
        keep("WAYLAND_DISPLAY")
        socket("/tmp/.X11-unix")  # noqa: S108
        if environment.get("XAUTHORITY"):
            keep("XAUTHORITY")
            words += ["--ro-bind-try", environment["XAUTHORITY"], environment["XAUTHORITY"]]
        if run and environment.get("WAYLAND_DISPLAY"):
            socket(f"{run}/{environment['WAYLAND_DISPLAY']}")
    if "bus" in box.grants:
        keep("DBUS_SESSION_BUS_ADDRESS")
        path = environment.get("DBUS_SESSION_BUS_ADDRESS", "").partition("path=")[2].partition(",")
        socket(path[0] or f"{run}/bus")
    if "sound" in box.grants and run:
        socket(f"{run}/pulse")
    if run and words:
        keep("XDG_RUNTIME_DIR")
    return words


async def refusal(environment: Mapping[str, str]) -> Unavailable | None:
    """Why no box can be made here, with the command that mends it; None when one can."""
    search = environment.get("PATH", os.defpath)
    if shutil.which("bwrap", path=search) is None:
        return Unavailable(
            "I run shortcuts only in a sandbox, and bubblewrap is not installed; nothing was run.",
            fix=INSTALL,
        )
    try:
        with anyio.fail_after(_PROBE_SECONDS):
            done = await anyio.run_process(
                ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"],
                check=False, env={"PATH": search},
            )  # fmt: skip
    except (TimeoutError, OSError):
        return Unavailable(
            "The sandbox for shortcuts does not start; nothing was run.", fix=INSTALL
        )
    if done.returncode == 0:
        return None
    return Unavailable(
        "I run shortcuts only in a sandbox, and this system refuses to make one; nothing was run.",
        fix=await anyio.to_thread.run_sync(_mend),
    )


def _mend() -> str:
    """The command that lets bubblewrap make its box."""
    if _is("kernel/apparmor_restrict_unprivileged_userns", "1"):
        profile = "bwrap-userns-restrict"
        return (
            "sudo apt install apparmor-profiles && sudo ln -s"
            f" /usr/share/apparmor/extra-profiles/{profile} /etc/apparmor.d/ &&"
            f" sudo apparmor_parser -r /etc/apparmor.d/{profile}"
        )
    if _is("kernel/unprivileged_userns_clone", "0"):
        return "sudo sysctl kernel.unprivileged_userns_clone=1"
    if _is("user/max_user_namespaces", "0"):
        return "sudo sysctl user.max_user_namespaces=10000"
    return "bwrap --unshare-all --ro-bind / / true"


def _is(name: str, value: str) -> bool:
    try:
        return Path("/proc/sys", name).read_text().strip() == value
    except OSError:
        return False


async def run(
    words: Sequence[str], environment: Mapping[str, str], seconds: float, filtered: bytes = b""
) -> tuple[int, str]:
    """Run it to its end; the exit code and the first of what it said. Raises TimedOut, after which
    nothing of it runs any more."""
    if not filtered:
        return await _run(words, environment, seconds)
    with os.fdopen(os.memfd_create("filter"), "w+b", buffering=0) as file:
        file.write(filtered)
        file.seek(0)
        number = file.fileno()
        first, *rest = words
        words = [first, "--seccomp", str(number), *rest]
        return await _run(words, environment, seconds, (number,))


async def _run(
    words: Sequence[str], environment: Mapping[str, str], seconds: float, kept: tuple[int, ...] = ()
) -> tuple[int, str]:
    search = {"PATH": environment.get("PATH", os.defpath)}
    said = bytearray()
    async with await anyio.open_process(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=search,
        start_new_session=True,
        pass_fds=kept,
    ) as process:
        assert process.stdout is not None
        try:
            with anyio.fail_after(seconds):
                async for part in process.stdout:
                    said += part[: OUTPUT - len(said)]
                code = await process.wait()
        except TimeoutError as late:
            raise TimedOut(
                f"It did not end within {seconds:.0f} seconds, so I stopped it."
            ) from late
        finally:
            if process.returncode is None:
                process.kill()
    return code, said.decode("utf-8", "replace")
