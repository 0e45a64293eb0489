"""The answer to a dealer's duty, in the form of a ruling."""

from table.ruling import Action, Clause, Message, Option, Ruling, cited_once

DEALER = "dealer"
"""The seat of a ruling that is nobody's act."""


def duty(
    action: Action,
    sentence: str,
    *clauses: Clause,
    values: dict[str, str | int] | None = None,
    pot: int = 0,
    change_to_return: int = 0,
    upcoming: str | None = None,
    facts: dict[str, object] | None = None,
) -> Ruling:
    """A ruling without a wager.

    Args:
        action: what it is.
        sentence: the name of its sentence; the sentence of the rule is `rule-` and the same name.
        clauses: the rules that it rests on.
        values: the values that its sentence names.
        pot: chips in the pot.
        change_to_return: chips that go back to a player.
        upcoming: who acts next, where somebody does.
        facts: its figures, by the names of the worked cases.
    """
    return Ruling(
        seat=DEALER,
        action=action,
        pot=pot,
        change_to_return=change_to_return,
        next=upcoming,
        clauses=cited_once(clauses),
        message=Message(sentence, values or {}),
        rule=_rule(f"rule-{sentence}", clauses),
        facts=facts or {},
    )


def ask_floor(
    sentence: str,
    *clauses: Clause,
    options: tuple[Option, ...],
    default: str | None,
    action: Action = Action.ASK_FLOOR,
    **facts: object,
) -> Ruling:
    """A duty that only the floor can settle."""
    return Ruling(
        seat=DEALER,
        action=action,
        clauses=cited_once(clauses),
        ask_floor=True,
        options=options,
        default_option=default,
        message=Message(sentence),
        rule=_rule(f"rule-{sentence}", clauses),
        facts=facts,
    )


def _rule(name: str, clauses: tuple[Clause, ...]) -> Message:
    if not clauses:
        return Message(name)
    deciding = cited_once(clauses)[0]
    source = "assumed" if deciding.assumed else "printed"
    return Message(name, {"clause": deciding.text, "source": source})
