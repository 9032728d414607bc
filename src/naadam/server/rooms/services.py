"""Services shared by all rooms and routes: the store and its writer, the pools of workers, the calendar, the limits."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any

from naadam.bots.uni.registered import Registered
from naadam.bots.workers import count_cores
from naadam.server.cluster.ownership import SoleOwnership
from naadam.server.limits.fair_scheduler import FairScheduler
from naadam.server.limits.rate_limits import Addresses, is_local
from naadam.server.mail.alerts import Alerts
from naadam.server.mail.mailer import MailServer
from naadam.server.mail.notifications import Notifications
from naadam.server.mail.sign_in import MailCodes
from naadam.server.ops.metrics import Metrics
from naadam.server.people.passkeys import Challenges
from naadam.server.protocol.errors import TooOften
from naadam.server.rooms.join_codes import JoinCodes
from naadam.server.rooms.timekeeper import Timer
from naadam.server.rooms.upkeep.erasures import Erasures
from naadam.server.rooms.upkeep.exports import Exports
from naadam.server.storage.explored_store import ExploredStore
from naadam.server.storage.game_calendar import Calendar
from naadam.server.storage.hosting.retention import KEEP_ALL, Retention
from naadam.server.storage.people.bot_store import BotStore
from naadam.server.storage.people.key_store import KeyStore
from naadam.server.storage.people.moderation import Moderation
from naadam.server.storage.people.people_store import PeopleStore
from naadam.server.storage.people.token_store import TokenStore
from naadam.server.storage.people.vacation_store import VacationStore
from naadam.server.storage.profiles import Profiles
from naadam.server.storage.seats import SeatStore
from naadam.server.storage.store import Store
from naadam.server.storage.writer import Writer
from naadam.server.workers.compiler import Compiler
from naadam.server.workers.pool import BYTES_OF_WORKER, BotPool
from naadam.server.workers.solver import Solver

TABLES_AT_ONCE = 60  # burst of tables that an address may create
TABLES_PER_MINUTE = 20
STUDIES_AT_ONCE = 240  # burst of records that an address may have played again
STUDIES_PER_MINUTE = 120
SEATS_AT_ONCE = 120  # burst of seats that an address may accept, and of links that it may have renewed
SEATS_PER_MINUTE = 40
PEOPLE_AT_ONCE = 60  # burst of people that an address may become
PEOPLE_PER_MINUTE = 20
PAGES_AT_ONCE = 60  # burst of pages about people and balance that an address may read
PAGES_PER_MINUTE = 60
HOST_KEYS_AT_ONCE = 10  # burst of tries of the host's key from an address
HOST_KEYS_PER_MINUTE = 5
MOST_SECONDS = 1.0  # per move of a computer player; see Searcher.moves for whole turns


class Services:
    """The services of one server process."""

    def __init__(
        self,
        store: Store,
        workers: int | None = None,
        seconds: float = MOST_SECONDS,
        engines: Mapping[str, Registered] | None = None,
        timer: Timer | None = None,
        mail_server: MailServer | None = None,
        retention: Retention = KEEP_ALL,
        worker_memory: int = BYTES_OF_WORKER,
    ) -> None:
        workers = workers or max(1, count_cores() - 1)  # one core is left for the server itself
        self.store = store
        self.retention = retention
        self.metrics = Metrics()
        self.writer = Writer(store, self.metrics)
        self.calendar = Calendar(store)
        self.timer = timer  # of the clocks of tables; by default the event loop
        self.seats = SeatStore(store.engine)
        self.vacations = VacationStore(store.engine)
        self.people = PeopleStore(store.engine)
        self.bot_store = BotStore(store.engine)
        self.rated_bots = False  # whether bots play rated games with people
        self.backups: Path | None = None  # a folder, for the metrics
        self.tokens = TokenStore(store.engine)
        self.moderation = Moderation(store.engine)
        self.keys = KeyStore(store.engine)
        self.profiles = Profiles(store.engine)
        self.exports = Exports(store)
        self.erasures = Erasures(store, self.spawn)
        self.explored = ExploredStore(store)
        self.join_codes = JoinCodes()
        self.mail_codes = MailCodes()
        self.challenges = Challenges()  # of passkeys
        self.notifications = Notifications(store, mail_server)
        self.alerts = Alerts(store)
        self.ownership: SoleOwnership = SoleOwnership()
        self.addresses: list[str] = []  # of this server in the local network
        self.engines = engines or {}
        self.bot_pool = BotPool(workers, seconds, memory=worker_memory)
        self.analysis_pool = BotPool(
            1, seconds, at_once=8, memory=worker_memory
        )  # separate, because an analysis takes minutes
        self.engine_pool = BotPool(
            workers, seconds, memory=worker_memory
        )  # separate, because an engine may hang its worker
        self.compiler = Compiler()
        self.solver = Solver()
        self.scheduler = FairScheduler()
        self.stopping = False
        self._tables = Addresses(TABLES_AT_ONCE, TABLES_PER_MINUTE)
        self._studies = Addresses(STUDIES_AT_ONCE, STUDIES_PER_MINUTE)
        self._holders = Addresses(SEATS_AT_ONCE, SEATS_PER_MINUTE)
        self._hosts = Addresses(HOST_KEYS_AT_ONCE, HOST_KEYS_PER_MINUTE)
        self._people = Addresses(PEOPLE_AT_ONCE, PEOPLE_PER_MINUTE)
        self._readers = Addresses(PAGES_AT_ONCE, PAGES_PER_MINUTE)
        self.reading = asyncio.Lock()  # of one page about people or balance
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task that runs to its end, independent of the connection that caused it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def stores(self) -> bool:
        """Whether the store can be written to, and this server may."""
        return self.ownership.held and await self.writer.check()

    @property
    def pools(self) -> tuple[BotPool, ...]:
        return self.bot_pool, self.analysis_pool, self.engine_pool

    @property
    def thinks(self) -> bool:
        """Whether the worker processes, if any was asked, answer."""
        return all(pool.healthy for pool in self.pools)

    def engines_for(self, game: str) -> list[str]:
        """The names of the registered engines that play a game."""
        return [name for name, engine in self.engines.items() if engine.plays(game)]

    def warm(self) -> None:
        """Compile all games in the background, and start a worker."""
        self.bot_pool.get_ready()
        self.spawn(self.compiler.want_all())

    def admit(self, address: str) -> None:
        """Count a table that an address creates, or a record that it has read; TooOften beyond the rate limit."""
        if not is_local(address) and not self._tables.spend(address):
            raise TooOften("too-often", seconds=self._tables.seconds)

    def admit_study(self, address: str) -> None:
        """Count a record that is played again for an address; TooOften beyond the rate limit."""
        if not is_local(address) and not self._studies.spend(address):
            raise TooOften("too-often", seconds=self._studies.seconds)

    def admit_holder(self, address: str) -> None:
        """Count a seat that a person takes, or a link to one; TooOften beyond the rate limit."""
        if not is_local(address) and not self._holders.spend(address):
            raise TooOften("too-often", seconds=self._holders.seconds)

    def admit_person(self, address: str) -> None:
        """Count a person whom the database gets to know; TooOften beyond the rate limit."""
        if not is_local(address) and not self._people.spend(address):
            raise TooOften("too-often", seconds=self._people.seconds)

    def admit_reader(self, address: str) -> None:
        """Count a page about a person or balance, which is a fold over many results; TooOften beyond the rate limit."""
        if not is_local(address) and not self._readers.spend(address):
            raise TooOften("too-often", seconds=self._readers.seconds)

    def admit_host(self, address: str) -> bool:
        """Count a try of the host's key, also from this machine; False beyond the rate limit."""
        return self._hosts.spend(address)

    async def close(self) -> None:
        """Wait for the writer, then end all tasks and processes."""
        await self.writer.finish()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.exports.close()
        self.compiler.close()
        self.solver.close()
        for pool in self.pools:
            pool.close()
        self.notifications.close()
        self.alerts.close()
        await self.ownership.end()
        self.writer.close()
