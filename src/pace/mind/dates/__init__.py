"""From words to dates and times, relative to a now with a zone. Pure; nothing is guessed.

    days, clocks   what one phrase says: a day, a time of day, a span, a length
    resolving      what was said, against now: one start, and an end if one was said
    finding        the words that say when in a sentence, and what is left of it

An hour without "am" or "pm" is in the afternoon from 1 to 7 and in the morning from 8 to 11;
"next Tuesday" is the one of the week after this, which begins on Monday; morning is 9:00,
afternoon 15:00, evening 18:00 and night 20:00. What is not understood is None, never a guess.
"""

from pace.mind.dates.finding import Found, find_when, read_when
from pace.mind.dates.resolving import When

__all__ = ["Found", "When", "find_when", "read_when"]
