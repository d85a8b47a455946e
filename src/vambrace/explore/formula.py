# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Formulas of metrics, such as ``nj * cycles``, and constraints, such as ``kge <= 45``.

A formula has numbers, names, ``+ - * / **``, parentheses, ``min`` and ``max``; a constraint compares two formulas by
``<=`` or ``>=``. Nothing else is evaluated.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from vambrace.base.errors import UsageError

_BINARY: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_FUNCTIONS: dict[str, Callable[..., float]] = {"min": min, "max": max}


@dataclass(frozen=True)
class Formula:
    """An expression of metrics."""

    text: str
    names: frozenset[str]

    def value(self, metrics: Mapping[str, float]) -> float:
        """Return the value for these metrics. UsageError if it is not a number, as after a division by 0."""
        try:
            number = float(_value(_parsed(self.text), metrics))
        except (ZeroDivisionError, OverflowError, TypeError):
            number = math.nan
        if not math.isfinite(number):
            raise UsageError(f"'{self.text}' has no value for {_shown(self.names, metrics)}")
        return number


@dataclass(frozen=True)
class Constraint:
    """A comparison of two formulas, of which the left one must not be the larger one."""

    text: str
    smaller: Formula
    larger: Formula

    @property
    def names(self) -> frozenset[str]:
        return self.smaller.names | self.larger.names

    def excess(self, metrics: Mapping[str, float]) -> float:
        """Return the excess over the limit, as a share of the limit; 0 or less if the constraint holds."""
        left, right = self.smaller.value(metrics), self.larger.value(metrics)
        return (left - right) / (abs(right) or 1.0)


def formula(text: str) -> Formula:
    """Return a formula. UsageError if the text is invalid."""
    tree = _parsed(text)
    names = frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id not in _FUNCTIONS)
    _check(tree, text)
    return Formula(text, names)


def constraint(text: str) -> Constraint:
    """Return a constraint. UsageError if the text is invalid."""
    for sign in ("<=", ">="):
        left, separator, right = text.partition(sign)
        if separator:
            first, second = formula(left.strip()), formula(right.strip())
            return Constraint(text, first, second) if sign == "<=" else Constraint(text, second, first)
    raise UsageError(f"'{text}' is not a constraint: write for example 'kge <= 45'")


def require_consistent(constraints: Sequence[Constraint]) -> None:
    """Raise UsageError if two constraints exclude each other for whatever figures: bounds of the same formula."""
    least: dict[str, tuple[float, str]] = {}
    most: dict[str, tuple[float, str]] = {}
    for one in constraints:
        if not one.names and one.excess({}) > 0:
            raise UsageError(f"'{one.text}' is never met: leave it out")
        if not one.smaller.names:
            bound = one.smaller.value({}), one.text
            least[one.larger.text] = max(bound, least.get(one.larger.text, bound))
        if not one.larger.names:
            bound = one.larger.value({}), one.text
            most[one.smaller.text] = min(bound, most.get(one.smaller.text, bound))
    for text in least.keys() & most.keys():
        if least[text][0] > most[text][0]:
            raise UsageError(f"'{least[text][1]}' and '{most[text][1]}' contradict each other: loosen one of them")


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise UsageError(f"'{text}' is not a formula: write for example 'nj * cycles'") from None


def _check(node: ast.expr, text: str) -> None:
    """Raise UsageError if a formula has a forbidden part."""
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        _check(node.left, text)
        _check(node.right, text)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        _check(node.operand, text)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
        if len(node.args) < 2 or node.keywords:
            raise UsageError(f"'{text}': {node.func.id} takes two values or more")
        for argument in node.args:
            _check(argument, text)
    elif not isinstance(node, ast.Name) and not (isinstance(node, ast.Constant) and type(node.value) in (int, float)):
        raise UsageError(
            f"'{text}': '{ast.unparse(node)}' is not allowed; a formula has numbers, metrics and + - * / **"
        )


def _value(node: ast.expr, metrics: Mapping[str, float]) -> float:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    if isinstance(node, ast.Name):
        return metrics[node.id]
    if isinstance(node, ast.UnaryOp):
        return -_value(node.operand, metrics)
    if isinstance(node, ast.BinOp):
        return _BINARY[type(node.op)](_value(node.left, metrics), _value(node.right, metrics))
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return _FUNCTIONS[node.func.id](*(_value(argument, metrics) for argument in node.args))


def _shown(names: frozenset[str], metrics: Mapping[str, float]) -> str:
    return ", ".join(f"{name} = {metrics[name]:g}" for name in sorted(names)) or "any metrics"
