"""Victory at the end of a turn of Yuan: the winners and the clause by which they win."""

from __future__ import annotations

from collections.abc import Mapping

from yuan_pieces import Site, Table


def temples(sites: Mapping[str, Site], clan: str) -> int:
    return sum(site.temple for site in sites.values() if site.clan == clan)


def mu_count(sites: Mapping[str, Site]) -> int:
    """YN-80: provinces of Mu, one with a temple counting two."""
    return sum(2 if site.temple else 1 for site in sites.values() if site.clan == "mu")


def victory(table: Table, sites: Mapping[str, Site], chao: Mapping[str, int], turn: int) -> tuple[int, set[str]]:
    """YN-70 to YN-72, YN-80: the clause that ends the game at the end of a turn, or 0, and the clans that have won."""
    needed = table.wheel[turn - 1]
    mu = table.powers and "mu" in chao
    reaching = {clan for clan in chao if temples(sites, clan) >= needed}
    by_temples = set(reaching)
    if mu and mu_count(sites) >= 3 * needed:
        reaching.add("mu")
    if mu and "mu" in reaching and (len(reaching) > 1 or "mu" not in by_temples):
        return 80, {"mu"}
    if len(reaching) == 1:
        return 70, reaching
    if reaching:
        return 71, best(table, sites, chao, {clan: temples(sites, clan) for clan in reaching})
    if turn < len(table.wheel):
        return 0, set()
    counted = {clan: temples(sites, clan) for clan in chao}
    if mu:
        counted["mu"] = max(counted["mu"], mu_count(sites) // 3)
        if counted["mu"] == max(counted.values()):
            return 72, {"mu"}
    return 72, best(table, sites, chao, counted)


def best(table: Table, sites: Mapping[str, Site], chao: Mapping[str, int], counted: Mapping[str, int]) -> set[str]:
    """YN-71: of some clans with so many temples, those that rank first."""

    def rank(clan: str) -> tuple[int, ...]:
        own = [province for province, site in sites.items() if site.clan == clan]
        mines = sum(table.map.kind[province] == "mine" for province in own)
        return counted[clan], mines, chao[clan], sum(sites[province].armies for province in own)

    first = max(rank(clan) for clan in counted)
    return {clan for clan in counted if rank(clan) == first}
