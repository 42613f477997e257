"""Refusals as they are told to a client: a status, one sentence, and the rule if there is one."""

from __future__ import annotations

from westfront.errors import IllegalAction, WestfrontError


class ApiError(WestfrontError):
    """A request that cannot be carried out."""

    def __init__(self, status: int, sentence: str, rule: str = "", retry: int = 0) -> None:
        """`retry` is the number of seconds after which it may be tried again, if that makes sense."""
        super().__init__(sentence)
        self.status, self.sentence, self.rule, self.retry = status, sentence, rule, retry


class NotSure(ApiError):
    """An action that could not be taken back, for which its sender wants to be asked first."""

    def __init__(self, rule: str, chances: dict[str, float] | None, samples: int) -> None:
        super().__init__(428, "This cannot be taken back.", rule)
        self.chances, self.samples = chances, samples


def told(error: WestfrontError) -> ApiError:
    """One of Westfront's own errors as an answer."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, IllegalAction):
        return ApiError(422, sentence(error.sentence), error.rule)
    return ApiError(422, sentence(str(error)))


LONGEST = 600


def sentence(text: str) -> str:
    """One line that is not too long, with a capital and a full stop."""
    line = one_line(text)
    line = line if len(line) <= LONGEST else f"{line[:LONGEST]}..."
    return line[:1].upper() + line[1:] + ("" if line.endswith((".", "!", "?")) else ".")


def one_line(text: str) -> str:
    """A text in one line, without anything that is not printed."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
