"""A Qt text area whose text is its window's title, between two bars."""

import sys

from PySide6.QtWidgets import QApplication, QPlainTextEdit


def main() -> int:
    app = QApplication(sys.argv)
    notes = QPlainTextEdit()

    def show() -> None:
        notes.setWindowTitle(f"|{notes.toPlainText()}|")

    notes.textChanged.connect(show)
    notes.resize(500, 300)
    show()
    notes.show()
    return app.exec()


sys.exit(main())
