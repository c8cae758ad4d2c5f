"""Write pages of a known size: `python generate.py FOLDER` makes medium.html and large.html."""

import sys
from pathlib import Path

# Chromium makes four nodes of a link in a list (item, marker, link, text), one of a button, and
# about 244 of its own window.
MEDIUM = (50, 35)
LARGE = (1500, 1500)


def page(title: str, links: int, buttons: int) -> str:
    """Return a page with so many links in a list, each with a name of its own, and buttons."""
    items = "".join(f'<li><a href="#link-{n}">Link {n}</a></li>\n' for n in range(links))
    presses = "".join(f'<button type="button">Button {n}</button>\n' for n in range(buttons))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<h1>{title}</h1>\n<ul>\n{items}</ul>\n<p>\n{presses}</p>\n"
    )


def write(folder: Path) -> tuple[Path, Path]:
    """Write the page of about 480 nodes and the page of about 7,700; return their paths."""
    medium, large = folder / "medium.html", folder / "large.html"
    medium.write_text(page("Medium page", *MEDIUM))
    large.write_text(page("Large page", *LARGE))
    return medium, large


if __name__ == "__main__":
    write(Path(sys.argv[1]))
