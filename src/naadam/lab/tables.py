"""Games of self-play as a table, a row for every position in which a seat decided: npz or Parquet."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from naadam.core.errors import NaadamError
from naadam.core.extras import need
from naadam.lab.selfplay import SelfPlay
from naadam.lab.work import Done

Columns = dict[str, npt.NDArray[Any]]
ENDINGS = (".npz", ".parquet")


def check_name(file: Path) -> None:
    """NaadamError if a table cannot be written into a file of this name here."""
    if file.suffix not in ENDINGS:
        raise NaadamError(f"a table is a file {' or '.join(ENDINGS)}, not {file.name}")
    if file.suffix == ".parquet":
        need("pyarrow.parquet", "Parquet", "lab")


def make_table(selfplay: SelfPlay, played: Iterable[Done], only_states: bool = False) -> Columns:
    """The columns of docs/lab.md; with `only_states` those that have one number, and the state.

    `policy_*` and `legal_*` are rows of different lengths, one after the other: those of row i stand from
    `..._begin[i]` to `..._begin[i + 1]`.
    """
    game = selfplay.game
    rows: dict[str, list[Any]] = {name: [] for name in ("game", "step", "seat", "action", "value", "result")}
    states: list[npt.NDArray[np.uint8]] = []
    tensors: list[npt.NDArray[np.float32]] = []
    legal: list[list[int]] = []
    policies: list[list[list[Any]]] = []
    for number, done in enumerate(played):
        thoughts = {step: (value, policy) for step, value, policy in done.result["thoughts"]}
        state = game.start()
        for step, (action, seat) in enumerate(done.result["steps"]):
            if step in thoughts:
                value, policy = thoughts[step]
                result = done.result["results"][seat]
                row = (number, step, seat, action, np.nan if value is None else value, result)
                for column, entry in zip(rows.values(), row, strict=True):
                    column.append(entry)
                states.append(np.frombuffer(state.record.tobytes(), np.uint8))
            if step in thoughts and not only_states:
                tensors.append(state.view(seat).tensor().astype(np.float32))
                legal.append([int(one) for one in state.actions(seat)])
                policies.append(policy)
            state = state.apply(action, seat)
    kinds = {"game": np.int32, "step": np.int32, "seat": np.int8, "action": np.int32}
    table: Columns = {name: np.array(column, kinds.get(name, np.float32)) for name, column in rows.items()}
    count = len(states)
    table["state"] = np.array(states, np.uint8).reshape(count, game.state_type.itemsize)
    if only_states:
        return table
    table["observation"] = np.array(tensors, np.float32).reshape(count, *game.sizes.tensor)
    table["legal_begin"] = _begins(map(len, legal))
    table["legal_action"] = np.array([action for row in legal for action in row], np.int32)
    table["policy_begin"] = _begins(map(len, policies))
    table["policy_action"] = np.array([action for row in policies for action, _ in row], np.int32)
    table["policy_share"] = np.array([share for row in policies for _, share in row], np.float32)
    return table


def _begins(lengths: Iterable[int]) -> npt.NDArray[np.int64]:
    return np.cumsum([0, *lengths], dtype=np.int64)


def write_table(selfplay: SelfPlay, table: Columns, file: Path) -> None:
    """Write a table; the title of the work and the names of the planes are stored with it."""
    title = json.dumps(dict(selfplay.work.title), sort_keys=True)
    planes = json.dumps(list(selfplay.game.planes))
    try:
        if file.suffix == ".npz":
            np.savez_compressed(file, allow_pickle=False, title=np.array(title), planes=np.array(planes), **table)
        else:
            _write_parquet(table, {"title": title, "planes": planes}, file)
    except OSError as error:
        raise NaadamError(f"{file} cannot be written: {error.strerror}") from None


def _write_parquet(table: Columns, metadata: dict[str, str], file: Path) -> None:
    arrow = need("pyarrow", "Parquet", "lab")
    parquet = need("pyarrow.parquet", "Parquet", "lab")
    columns: dict[str, Any] = {}
    for name, column in table.items():
        kind, _, part = name.rpartition("_")
        if part == "begin":
            continue
        if kind:  # rows of different lengths
            columns[name] = arrow.LargeListArray.from_arrays(arrow.array(table[f"{kind}_begin"]), arrow.array(column))
        elif name == "state":
            columns[name] = arrow.array([row.tobytes() for row in column], arrow.binary(column.shape[1]))
        elif column.ndim > 1:
            flat = column.reshape(len(column), -1)
            columns[name] = arrow.FixedSizeListArray.from_arrays(arrow.array(flat.reshape(-1)), flat.shape[1])
        else:
            columns[name] = arrow.array(column)
    shape = json.dumps(list(table["observation"].shape[1:]))
    parquet.write_table(arrow.table(columns).replace_schema_metadata(metadata | {"shape": shape}), file)
