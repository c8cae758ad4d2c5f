"""The local page that the demonstration follows a link on."""

from __future__ import annotations

from pathlib import Path

_STYLE = """<style>
body { font: 18px/1.6 sans-serif; max-width: 34em; margin: 2em auto; padding: 0 1.5em; }
a { color: #0a58ca; } h1 { font-size: 30px; }
</style>"""

_HOME = f"""<!doctype html><html lang="en"><meta charset="utf-8">
<title>Corner Bakery</title>{_STYLE}
<h1>Corner Bakery</h1>
<p>Bread, rolls and cake since 1974.</p>
<ul><li><a href="hours.html">Opening hours</a></li>
<li><a href="cakes.html">Cakes to order</a></li><li><a href="find.html">How to find us</a></li></ul>
</html>"""

_HOURS = f"""<!doctype html><html lang="en"><meta charset="utf-8">
<title>Opening hours</title>{_STYLE}
<h1>Opening hours</h1><p>Monday to Saturday, 7 to 18. Sunday, 8 to 12.</p>
<p><a href="index.html">Back to the bakery</a></p></html>"""


def write_pages(folder: Path) -> str:
    """Write the pages and return the address of the first one."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("index", _HOME), ("hours", _HOURS), ("cakes", _HOURS), ("find", _HOURS)):
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return (folder / "index.html").as_uri()
