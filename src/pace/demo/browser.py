"""How a demonstration or a test starts Chromium: accessible, quiet and offline by itself."""

import os
from pathlib import Path

_DISABLED_FEATURES = (
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "DialMediaRouteProvider",
    "InterestFeedContentSuggestions",
    "MediaRouter",
    "OptimizationHints",
    "Translate",
)


def chromium_arguments(profile_dir: Path) -> list[str]:
    """Return the arguments for a Chromium with a profile of its own, before any address.

    Without `--force-renderer-accessibility` its accessibility tree is a stub of four nodes.
    """
    arguments = [
        f"--user-data-dir={profile_dir}",
        "--force-renderer-accessibility",
        "--no-first-run",
        "--no-default-browser-check",
        "--no-pings",
        "--disable-background-networking",
        "--disable-breakpad",
        "--disable-client-side-phishing-detection",
        "--disable-component-extensions-with-background-pages",
        "--disable-component-update",
        "--disable-default-apps",
        "--disable-domain-reliability",
        "--disable-quic",
        "--disable-sync",
        "--metrics-recording-only",
        "--password-store=basic",
        f"--disable-features={','.join(_DISABLED_FEATURES)}",
    ]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")  # Chromium refuses to start as root with a sandbox
    return arguments
