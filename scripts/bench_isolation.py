"""Whether one league, one coach or one dependency in trouble slows the others down: matches a second and pages, calm and attacked.

``make bench-isolation ARGS="--seconds 60"``. Each attack runs on a fresh installation of its own (PostgreSQL and Redis on
127.0.0.1, two worker processes, beat, one web process), beside leagues that have nothing to do with it.
"""

import argparse
import math
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from scripts.bench_workers import BUILD, PER_LEAGUE, RESOLVED, installation
from tests.live.mailserver import MailServer
from tests.live.services import ROOT, Live
from tests.live.website import Visitor

FAULTS = ROOT / "tests" / "live" / "faults"
FASTEST = 30  # matches a second: there is always more to do than can be done
OTHERS = "matches_match m JOIN league_fixture f ON f.id = m.fixture_id JOIN teams_team t ON t.id = f.home_id"
COUNT = f"SELECT count(*) FROM {OTHERS} WHERE m.resolved_at IS NOT NULL AND t.ruleset = 'battleball'"  # noqa: S608
WAITING = COUNT.replace("IS NOT NULL", "IS NULL")
ATTACKERS = """
from django.utils import timezone
from teams.models import Sequence, Team
from tests.aftermaths import after_match
from tests.builders import bloodbowl_season
season = bloodbowl_season("human", "orc", "dwarf", "skaven", "lizardmen", "wood-elf", "norse", "goblin")
teams = [entry.team for entry in season.entries.all()]
if {overdue}:
    for team in teams:
        after_match(team)
    Sequence.objects.update(deadline=timezone.now())
Team.objects.filter(ruleset="bb2025").update(orders={orders})
answer = None
"""
HUGE = """{"inducements": {
    "wishes": [["mercenaries", 16], ["bribes", 16]] * 10_000, "own": 10_000,
    "mercenaries": [{"position": "human-lineman", "skill": "block"}] * 20_000}}"""
MAILS = """
from django.core.mail import send_mail
for number in range(50):
    send_mail("Hello", "A mail", None, [f"coach{number}@example.org"])
answer = None
"""


@dataclass
class Attack:
    name: str
    begin: Callable[[Live], None] = lambda live: None
    env: dict[str, str] = field(default_factory=dict)
    mail_hangs: bool = False


def orders(given: str, *, overdue: bool = False) -> Callable[[Live], None]:
    return lambda live: live.shell(ATTACKERS.format(orders=given, overdue=overdue))


ATTACKS = (
    Attack("calm"),
    Attack("20,000 wishes stored", orders(HUGE)),
    Attack(
        "line-ups that never end",
        orders("{}"),
        {"PYTHONPATH": str(FAULTS), "FAULT": "preparing-stick", "FAULT_MARK": "-"},
    ),
    Attack("broken teams", orders('{"squad": "nonsense"}', overdue=True)),
    Attack("mail server hangs", lambda live: live.shell(MAILS), mail_hangs=True),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    usual = 0.0
    leagues = math.ceil(FASTEST * options.seconds / PER_LEAGUE)
    print(f"{'attack':<26} {'matches/s':>10} {'of calm':>8} {'slowest page':>13}")
    with (
        tempfile.TemporaryDirectory(prefix="dugout-bench-") as folder,
        installation(Path(folder), embedded=False) as calm,
    ):
        calm.shell(BUILD.format(ruleset="battleball", leagues=leagues))
        for attack in ATTACKS:
            rate, slowest = measured(attack, options.seconds, like=calm.prefix)
            usual = usual or rate
            print(
                f"{attack.name:<26} {rate:>10.2f} {100 * rate / usual:>6.0f} % {1000 * slowest:>10.0f} ms", flush=True
            )


def measured(attack: Attack, seconds: float, like: str) -> tuple[float, float]:
    """Matches a second of the leagues that are not attacked, and the slowest page."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dugout-bench-")))
        live = stack.enter_context(installation(folder, embedded=False, like=like))
        if attack.mail_hangs:
            server = MailServer()
            server.manner = "hangs"
            stack.callback(server.close)
            live.env["EMAIL_URL"] = server.url
        attack.begin(live)
        visitor = live.web()
        live.worker(concurrency=2, **attack.env)
        live.beat()
        while not live.sql(RESOLVED)[0][0]:
            time.sleep(0.1)
        with readers(visitor) as times:
            before = live.sql(COUNT)[0][0]
            time.sleep(seconds)
            resolved, waiting = live.sql(COUNT)[0][0], live.sql(WAITING)[0][0]
            if not waiting:
                raise SystemExit("every match was resolved before the time was over: raise FASTEST")
            return (resolved - before) / seconds, max(times)


@contextmanager
def readers(visitor: Visitor) -> Iterator[list[float]]:
    """Somebody looks at pages all the time; how long each took."""
    times, over = [0.0], threading.Event()

    def read() -> None:
        while not over.wait(0.5):
            for page in ("/", "/leagues/league-0/", "/api/v1/matches/"):
                begun = time.monotonic()
                answer = visitor.get(page)
                times.append(time.monotonic() - begun)
                if answer.status != 200:
                    raise SystemExit(f"{page} answered {answer.status}")

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    try:
        yield times
    finally:
        over.set()
        thread.join()


if __name__ == "__main__":
    main()
