"""What betline says, in English and in Russian: whole sentences from a catalogue.

The catalogue is Project Fluent: `en/` and `ru/` hold the same messages with the same variables. No
sentence is put together in code.
"""

from functools import cache
from importlib import resources

from fluent.runtime import FluentBundle, FluentResource

from table.ruling import Message

LANGUAGES = ("en", "ru")
"""The languages of the catalogue."""


def say(message: Message, language: str) -> str:
    """The sentence of a message, with its values.

    Args:
        message: the name and the values; numbers are grouped as the language does.
        language: one of `LANGUAGES`.

    Raises:
        ValueError: there is no such language or message, or a value is missing.
    """
    bundle = _bundle(language)
    known = bundle.has_message(message.name)
    pattern = bundle.get_message(message.name).value if known else None
    if pattern is None:
        raise ValueError(f"no sentence is named {message.name!r}")
    sentence, errors = bundle.format_pattern(pattern, dict(message.values))
    if errors:
        raise ValueError(f"the sentence {message.name!r} cannot be said: {errors[0]}")
    return str(sentence)


def catalogue(language: str) -> str:
    """All sentences of a language, as their source.

    Raises:
        ValueError: there is no such language.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no sentences in {language!r}; there are {', '.join(LANGUAGES)}")
    folder = resources.files(__name__).joinpath(language)
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return "\n".join(file.read_text("utf-8") for file in files if file.name.endswith(".ftl"))


@cache
def _bundle(language: str) -> FluentBundle:
    # Isolation marks are for mixed writing directions, which these two languages do not have.
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(catalogue(language)))
    return bundle
