"""`python -m clinic.serve FOLDER`: make the clinic in FOLDER, serve it on a free port of loopback, print where."""

import json
import socket
import sys
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import ClassVar

import uvicorn
from sqlalchemy import ForeignKey, create_engine, insert
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette_admin.contrib.sqla import Admin, ModelView

PATIENTS, VISITS = 540, 900
FIRST = ("Ana", "Boris", "Chloé", "Dunja", "Emeka", "Fumi", "Gwen", "Ōta")
LAST = ("Abel", "Brandt", "Costa", "Dey", "Ek", "O'Malley", "van der Meer")


class Base(DeclarativeBase):
    """The clinic's tables."""


class Patient(Base):
    """Who comes."""

    __tablename__ = "patient"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    born: Mapped[date]
    city: Mapped[str | None]
    weight: Mapped[float]
    insured: Mapped[bool]
    visits: Mapped[list["Visit"]] = relationship(back_populates="patient")

    async def __admin_repr__(self, request: Request) -> str:
        """What the admin writes where a patient is meant."""
        return self.name


class Visit(Base):
    """When, and what it cost."""

    __tablename__ = "visit"
    id: Mapped[int] = mapped_column(primary_key=True)
    patient_id: Mapped[int] = mapped_column(ForeignKey("patient.id"))
    patient: Mapped[Patient] = relationship(back_populates="visits")
    at: Mapped[datetime]
    reason: Mapped[str]
    minutes: Mapped[int]
    fee: Mapped[float]


class PatientView(ModelView):
    """All columns but the visits."""

    exclude_fields_from_list: ClassVar[list[object]] = [Patient.visits]
    page_size = 100
    page_size_options: ClassVar[list[int]] = [25, 50, 100]


class VisitView(ModelView):
    """All columns."""

    page_size = 100


class Noted:
    """A middleware that notes every request with an unsafe method."""

    def __init__(self, app: ASGIApp, file: Path) -> None:
        self.app, self.file = app, file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note, then answer."""
        if scope["type"] == "http" and scope["method"] not in {"GET", "HEAD", "OPTIONS"}:
            encodings = dict(scope["headers"]).get(b"accept-encoding", b"").decode()
            asked = {"method": scope["method"], "path": scope["path"], "fields": {}, "encodings": encodings}
            line = json.dumps(asked)
            with self.file.open("a", encoding="utf-8") as received:
                received.write(line + "\n")
        await self.app(scope, receive, send)


def patients() -> list[dict[str, object]]:
    """540 of them, the same each time."""
    random = Random("patients")
    return [
        {
            "id": number,
            "name": f"{random.choice(FIRST)} {random.choice(LAST)} {number}",
            "born": date(1940, 1, 1) + timedelta(days=random.randrange(28_000)),
            "city": random.choice(("Bergen", "Nîmes", "Porto", None)),
            "weight": random.randrange(30, 1_400) / 10,
            "insured": random.random() < 0.7,
        }
        for number in range(1, PATIENTS + 1)
    ]


def visits() -> list[dict[str, object]]:
    """900 of them, the same each time."""
    random = Random("visits")
    begin = datetime(2025, 1, 6, 8)  # noqa: DTZ001 - the clinic's own clock
    return [
        {
            "id": number,
            "patient_id": random.randrange(1, PATIENTS + 1),
            "at": begin + timedelta(minutes=15 * random.randrange(30_000)),
            "reason": random.choice(("Check-up", "Cough", "Vaccination", "Back pain, again")),
            "minutes": random.choice((10, 15, 30, 45)),
            "fee": random.randrange(1_500, 24_000) / 100,
        }
        for number in range(1, VISITS + 1)
    ]


def main() -> None:
    """Make it, then serve it until the process is ended."""
    folder = Path(sys.argv[1])
    engine = create_engine(f"sqlite:///{folder / 'clinic.db'}", connect_args={"check_same_thread": False})
    Base.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(insert(Patient), patients())
        connection.execute(insert(Visit), visits())
    application = Starlette(middleware=[Middleware(Noted, file=folder / "received.jsonl")])
    admin = Admin(engine, title="Clinic by the sea")
    admin.add_view(PatientView(Patient, icon="fa fa-user"))
    admin.add_view(VisitView(Visit, icon="fa fa-calendar"))
    admin.mount_to(application)
    listening = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"http://127.0.0.1:{listening.getsockname()[1]}/admin/\n")
    sys.stdout.flush()
    uvicorn.Server(uvicorn.Config(application, log_level="error")).run(sockets=[listening])


if __name__ == "__main__":
    main()
