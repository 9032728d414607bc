"""The resolution of a turn of Yuan, step by step: slow and obvious, from the clauses alone.

Clans and provinces go by their names. Events are rows of clause, clan, province and number, as integers.
"""

from __future__ import annotations

from collections.abc import Mapping

from yuan_pieces import CITY, DOUBLED, STONE, VILLAGE, WOOD, Plan, Site, Table, cost, level_cost
from yuan_victory import temples, victory

Row = tuple[int, int, int, int]

ARMIES = 9  # YN-2, of each clan
PASSED = 6
SECOND_LEVEL = 2
MOST_ARMIES = 3  # YN-5
ERUPTIONS = (5, 9, 13)  # YN-76


class Resolution:
    """One turn: `sites` and `chao` are changed, `events` are written."""

    def __init__(
        self,
        table: Table,
        sites: dict[str, Site],
        chao: dict[str, int],
        plans: Mapping[str, Plan | None],
        turn: int,
    ) -> None:
        self.table, self.map = table, table.map
        self.sites, self.chao, self.turn = sites, chao, turn
        self.plans = {clan: plan for clan, plan in plans.items() if plan is not None}
        self.passed = {clan for clan, plan in plans.items() if plan is None}
        self.events: list[Row] = []
        self.fortification_costs = {
            clan: level_cost(table, sites, clan, "F", plan.fortification) for clan, plan in self.plans.items()
        }
        self.after_attack: set[str] = set()  # whose fortification waits for step 5
        self.rewarded: set[str] = set()  # by a second level of development
        self.captured: dict[str, set[str]] = {clan: set() for clan in plans}  # in step 4
        self.winners: set[str] = set()
        self.clause = 0
        steps = [
            self._development,
            self._fortification,
            self._new_armies,
            self._attacks,
            self._fortification_after_attacks,
            self._income,
            self._adjusting,
            self._victory_check,
        ]
        for number, step in enumerate(steps, start=1):
            self._tell(27, number=number)
            step()

    def _tell(self, clause: int, clan: str = "", province: str = "", number: int = 0) -> None:
        self.events.append(
            (
                clause,
                self.table.clans.index(clan) if clan else -1,
                self.table.provinces.index(province) if province else -1,
                number,
            )
        )

    def own(self, clan: str) -> set[str]:
        return {province for province, site in self.sites.items() if site.clan == clan}

    def stock(self, clan: str, marching: int = 0) -> int:
        """YN-2: armies not in play."""
        return ARMIES - marching - sum(site.armies for site in self.sites.values() if site.clan == clan)

    def has_city(self, group: set[str]) -> bool:
        return any(self.sites[province].built >= CITY for province in group)

    # --- step 1 ---

    def _development(self) -> None:
        """YN-39."""
        start = {province: site.clan for province, site in self.sites.items()}
        developing = {clan: plan for clan, plan in self.plans.items() if plan.development}
        colonising = {
            clan: plan.target
            for clan, plan in developing.items()
            if not start[plan.target] and (plan.development == 3 or self._in_reach(clan, plan.target))
        }
        targets = list(colonising.values())
        for clan in [clan for clan, target in colonising.items() if targets.count(target) > 1]:  # YN-30
            self._tell(30, clan, colonising.pop(clan), PASSED)
            del self.plans[clan]
            del developing[clan]
            self.passed.add(clan)
        expanding = {clan: plan.target for clan, plan in developing.items() if start[plan.target] == clan}

        for clan, plan in self.plans.items():
            price = cost(self.table, self.sites, clan, plan)
            self.chao[clan] -= price
            self._tell(25, clan, plan.target, price)

        claims: dict[str, dict[str, int]] = {}  # province: clan: clause
        for clan, target in colonising.items():
            for province in self.map.adjacent(target):
                claims.setdefault(province, {})[clan] = 31
        for clan, target in expanding.items():
            if developing[clan].development < 3:
                for member in self.map.group(target, self.own(clan)):
                    for province in self.map.adjacent(member):
                        claims.setdefault(province, {})[clan] = 33

        for clan, target in colonising.items():  # YN-36: targets first
            self.sites[target].settle(clan)
            self._tell(31, clan, target, 0)
        for province, claimants in claims.items():
            if self.sites[province].clan:
                continue
            if len(claimants) == 1:
                ((clan, clause),) = claimants.items()
                self.sites[province].settle(clan)
                self._tell(clause, clan, province, 1)
            elif self.table.powers and "suhey" in claimants:
                self.sites[province].settle("suhey")
                self._tell(81, "suhey", province, 1)
            else:
                self._tell(36, "", province, len(claimants))

        for clan, target in colonising.items():
            self._urbanise_alone(38, clan, target)
        builders = {clan: target for clan, target in expanding.items() if developing[clan].development == 3}
        self._build_temples(builders)
        self._rob(builders)
        self.rewarded = {clan for clan in [*colonising, *expanding] if developing[clan].development == 2}

    def _in_reach(self, clan: str, target: str) -> bool:
        """YN-31."""
        return any(target in self.map.reach(province, clan, self.table.powers) for province in self.own(clan))

    def _urbanise_alone(self, clause: int, clan: str, target: str) -> None:
        """YN-38, YN-58."""
        if not self.has_city(self.map.group(target, self.own(clan))):
            self.sites[target].built = CITY
            self._tell(clause, clan, target, 0)

    def _build_temples(self, builders: Mapping[str, str]) -> None:
        """YN-35, YN-2."""
        building = {clan for clan, target in builders.items() if not self.sites[target].temple}
        left = self.table.temples - sum(site.temple for site in self.sites.values())
        if len(building) > left:
            building = set()
        for clan, target in builders.items():
            if clan in building:
                self.sites[target].temple = True
            self._tell(35, clan, target, int(clan in building))

    def _rob(self, builders: Mapping[str, str]) -> None:
        """YN-35, YN-37."""
        victims = {
            clan: {self.sites[other].clan for other in self.map.adjacent(target)} - {clan, ""}
            for clan, target in builders.items()
        }
        stolen: dict[str, int] = dict.fromkeys(self.chao, 0)
        for victim in self.chao:
            robbers = [
                clan
                for clan in builders
                if victim in victims[clan] and not (victim in builders and clan in victims[victim])
            ]
            if not robbers:
                continue
            amount = 0
            while amount < 2 and (amount + 1) * len(robbers) <= self.chao[victim]:
                amount += 1
            for clan in robbers:
                stolen[clan] += amount
                stolen[victim] -= amount
                if amount:
                    self._tell(37, victim, builders[clan], amount)
        for clan, amount in stolen.items():
            self.chao[clan] += amount

    # --- steps 2, 3 and 5 ---

    def _fortification(self) -> None:
        for clan, plan in self.plans.items():
            owner = self.sites[plan.target].clan
            if not plan.fortification:
                continue
            if owner == clan:
                self._fortify(clan, plan)
            elif owner and plan.militarisation:
                self.after_attack.add(clan)  # YN-60

    def _fortify(self, clan: str, plan: Plan) -> None:
        """YN-40 to YN-42."""
        site, level = self.sites[plan.target], plan.fortification
        if site.built == VILLAGE:
            if level == 1:
                return
            site.built = CITY
            if level == 3:
                site.wall = WOOD
            self._tell(40, clan, plan.target, level)
        else:
            if level <= 2:
                site.built = DOUBLED
            if level == 2:
                site.wall = max(site.wall, WOOD)
            if level == 3:
                site.wall = STONE
            self._tell(41, clan, plan.target, level)
        if level == 3:
            self._tell(43, clan, plan.target, self._enlist(clan, plan.target, 1))

    def _enlist(self, clan: str, province: str, armies: int) -> int:
        """YN-43."""
        coming = min(armies, self.stock(clan))
        self.sites[province].armies += coming
        return coming

    def _new_armies(self) -> None:
        """YN-45."""
        for clan, plan in self.plans.items():
            site = self.sites[plan.target]
            if plan.militarisation > 1 and site.clan == clan and site.built >= CITY:
                armies = 1 if plan.militarisation == 2 else 3
                self._tell(45, clan, plan.target, self._enlist(clan, plan.target, armies))

    def _fortification_after_attacks(self) -> None:
        """YN-60."""
        for clan in self.after_attack:
            plan = self.plans[clan]
            if plan.target in self.captured[clan]:
                self._fortify(clan, plan)
            else:
                self.chao[clan] += self.fortification_costs[clan]
                self._tell(60, clan, plan.target, self.fortification_costs[clan])

    # --- step 4 ---

    def _attacks(self) -> None:
        """YN-59."""
        before = {province: site.clan for province, site in self.sites.items()}
        cities = {province for province, site in self.sites.items() if site.built >= CITY}
        victors: dict[str, int] = {}
        attackers = self._march()
        defences = {plan.target: self.defence(plan.target) for plan in self.plans.values()}
        for target in sorted(attackers):
            self._fight(target, attackers[target], defences[target], victors)
        for clan, armies in victors.items():
            target = self.plans[clan].target
            self.sites[target].settle(clan, armies)
            self.captured[clan].add(target)
            self._tell(53, clan, target, armies)
        self._bonus_attacks(set(victors))
        self._destroy_groups(before, cities)
        for clan in victors:
            self._urbanise_alone(58, clan, self.plans[clan].target)

    def _march(self) -> dict[str, dict[str, int]]:
        """YN-46 to YN-48: how many armies of each clan come to each target."""
        attackers: dict[str, dict[str, int]] = {}
        for clan, plan in self.plans.items():
            owner = self.sites[plan.target].clan
            if not plan.militarisation or owner in ("", clan):
                continue
            marching = 0
            for province in self.own(clan):
                armies = self.sites[province].armies
                if armies and plan.target in self.map.strikes(province, clan, self.table.powers):
                    self.sites[province].armies = 0
                    self._tell(46, clan, province, armies)
                    marching += armies
            if not marching:
                continue
            if plan.militarisation > 1:
                more = min(1, self.stock(clan, marching))
                self._tell(47, clan, plan.target, more)
                marching += more
            attackers.setdefault(plan.target, {})[clan] = marching
        return attackers

    def defence(self, province: str) -> int:
        """YN-4, YN-51, YN-83, for a province that can be taken."""
        site = self.sites[province]
        found = 2 if site.wall == WOOD else 0
        for other in self.map.adjacent(province):
            if site.clan and self.sites[other].clan == site.clan and self.sites[other].wall == STONE:
                found += 1
                break
        if self.table.powers and site.clan == "xiangi" and site.armies and self.map.mountains(province) >= 2:
            found += 2
        return found

    def _fight(self, target: str, coming: dict[str, int], defence: int, victors: dict[str, int]) -> None:
        """YN-49 to YN-52."""
        left = dict(coming)
        while sum(armies > 0 for armies in left.values()) > 1:
            least = min(armies for armies in left.values() if armies)
            left = {clan: max(0, armies - least) for clan, armies in left.items()}
        if len(left) > 1:
            for clan, armies in left.items():
                self._tell(49, clan, target, armies)
        for clan, armies in left.items():
            if not armies:
                continue
            site = self.sites[target]
            if site.armies:
                fallen = min(armies, site.armies)
                armies -= fallen
                site.armies -= fallen
                self._tell(50, clan, target, armies)
                self._tell(50, site.clan, target, site.armies)
            if not armies:
                continue
            if site.wall == STONE:
                self._tell(52, clan, target, armies)
            elif armies <= defence:
                self._tell(51, clan, target, armies)
            else:
                victors[clan] = armies

    def _bonus_attacks(self, victors: set[str]) -> None:
        """YN-55."""
        taken = set().union(*self.captured.values())
        attacked: dict[str, list[str]] = {}
        for clan in victors:
            plan = self.plans[clan]
            if plan.militarisation < 3:
                continue
            for province in self.map.adjacent(plan.target) - taken:
                if self.sites[province].clan not in ("", clan):
                    attacked.setdefault(province, []).append(clan)
        for province, clans in attacked.items():
            site = self.sites[province]
            if not site.armies and (site.wall == STONE or self.defence(province)):
                continue  # against a defence alone a bonus attack does nothing, so there is nothing to cancel
            if len(clans) > 1:
                self._tell(55, "", province, len(clans))
            elif site.armies:
                site.armies -= 1
                self._tell(55, clans[0], province, 0)
            else:
                site.settle(clans[0])
                self.captured[clans[0]].add(province)
                self._tell(55, clans[0], province, 1)

    def _destroy_groups(self, before: Mapping[str, str], cities: set[str]) -> None:
        """YN-54, YN-56."""
        fates: dict[str, str] = {}
        for loser in self.captured:
            had = {province for province, clan in before.items() if clan == loser}
            won = self.captured[loser]
            by = {clan: taken & had for clan, taken in self.captured.items() if taken & had}
            lost = set().union(*by.values())
            alone = {clan: self._cut_off(had, taken, won, cities) for clan, taken in by.items()}
            for province in self._cut_off(had, lost, won, cities):
                isolating = [clan for clan, provinces in alone.items() if province in provinces]
                fates[province] = isolating[0] if len(isolating) == 1 else ""
        for province, clan in fates.items():
            if clan:
                self.sites[province].settle(clan)
                self._tell(54, clan, province, 0)
            else:
                self.sites[province].free()
                self._tell(56, "", province, 0)

    def _cut_off(self, had: set[str], lost: set[str], won: set[str], cities: set[str]) -> set[str]:
        """The provinces that a clan loses in addition to those `lost`, because their group has no city.

        `had` are the clan's provinces before the step, and `won` those that it has won in it.
        """
        hurt = set().union(*(group for group in self.map.groups(had) if group & lost))
        found: set[str] = set()
        for group in self.map.groups((had - lost) | won):
            if not group & cities & had:
                found |= group & hurt
        return found

    # --- steps 6 to 8 ---

    def _income(self) -> None:
        """YN-65."""
        for clans, gain in ((self.rewarded, SECOND_LEVEL), (self.passed, PASSED)):
            for clan in clans:
                self.chao[clan] += gain
                self._tell(65, clan, "", gain)

    def _adjusting(self) -> None:
        """YN-66, YN-76."""
        for province, site in self.sites.items():
            if site.armies > MOST_ARMIES:
                self._tell(66, site.clan, province, site.armies - MOST_ARMIES)
                site.armies = MOST_ARMIES
        if self.table.volcanoes and self.turn in ERUPTIONS:
            for province, site in self.sites.items():
                if site.clan and self.map.by_volcano(province):
                    self._tell(76, site.clan, province, 0)
                    site.free()

    def _victory_check(self) -> None:
        self.clause, self.winners = victory(self.table, self.sites, self.chao, self.turn)
        for clan in self.winners:
            self._tell(self.clause, clan, "", temples(self.sites, clan))
