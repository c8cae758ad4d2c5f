"""The form of README.md in Qt 6."""

import sys

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

LATER_MS = 400


class Form(QMainWindow):
    """One window with one of everything."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Qt form")
        self.resize(420, 560)
        middle = QWidget()
        self.setCentralWidget(middle)
        self.column = QVBoxLayout(middle)
        fields = QFormLayout()
        self.name, self.city, password = QLineEdit(), QLineEdit(), QLineEdit()
        password.setEchoMode(QLineEdit.EchoMode.Password)
        volume = QSlider(Qt.Orientation.Horizontal)
        volume.setRange(0, 100)
        volume.setValue(50)
        volume.valueChanged.connect(lambda value: self.say(f"Volume {value}"))
        rows = {"Name": self.name, "City": self.city, "Password": password, "Volume": volume}
        for text, widget in rows.items():
            widget.setAccessibleName(text)
            fields.addRow(text, widget)
        self.column.addLayout(fields)
        self.button("Save", lambda: self.say(f"Saved {self.name.text()}, {self.city.text()}"))
        bold = self.button("Bold")
        bold.setCheckable(True)
        subscribe = QCheckBox("Subscribe")
        self.column.addWidget(subscribe)
        for toggle in (bold, subscribe):
            toggle.toggled.connect(
                lambda on, of=toggle: self.say(f"{of.text()} {'on' if on else 'off'}")
            )
        self.button("Later", lambda: QTimer.singleShot(LATER_MS, lambda: self.say("Later done")))
        self.button("Delete").setEnabled(False)
        self.button("Submit", lambda: self.say("Submitted"))
        self.button("Submit feedback", lambda: self.say("Submitted feedback"))
        self.button("Submit report", lambda: self.say("Submitted report"))
        notes = QPlainTextEdit()
        notes.setAccessibleName("Notes")
        self.column.addWidget(notes)
        self.status = QLabel("Ready")
        self.column.addWidget(self.status)

    def button(self, text: str, pressed=None) -> QPushButton:
        button = QPushButton(text)
        if pressed is not None:
            button.clicked.connect(lambda _: pressed())
        self.column.addWidget(button)
        return button

    def say(self, text: str) -> None:
        self.status.setText(text)
        print(text, flush=True)


application = QApplication(sys.argv)
form = Form()
form.show()
sys.exit(application.exec())
