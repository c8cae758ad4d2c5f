"""Greetings, thanks, microphone checks, and who Pace is. Nothing here pretends."""

from __future__ import annotations

from pace.core.understanding import Lane
from pace.mind.family import EITHER, Family
from pace.mind.meaning import always, say

_WHO = "I'm Pace. I live on this computer and work its desktop for you."


FAMILIES = (
    Family(
        "greeting",
        (("(hi|hello|hey|howdy|hiya|greetings) [(pace|there|you|again|everyone|friend|mate)] "
          "[(pace|again)]"),
         "good (morning|evening|afternoon|day|night) [(pace|to you|there)]", "ok pace", "yo pace",
         "pace", "(hi|hello|hey) (good morning|good evening|good afternoon) [pace]"),
        always(say("Hello. What can I do for you?", Lane.CHITCHAT, reason="small talk")),
        examples=("hi pace", "hello", "good morning", "hey there"),
        never=("hey pace open firefox", "hello world in python", "type hello"),
    ),
    Family(
        "how are you",
        ("how are (you|things) [(doing|today|going)] [today]",
         "how is (it|everything|your day) [going] [(today|so far)]",
         "what is up", "how do you do", "what is new", "how have you been",
         "are you (ok|well|alright)"),
        always(say("All is well here. What can I do for you?", Lane.CHITCHAT, reason="small talk")),
        examples=("how are you", "how's it going?", "what's up", "how is your day going"),
        never=("how are things made", "what is up with the stock market"),
        moods=EITHER,
    ),
    Family(
        "microphone check",
        ("(can|do) you hear me [(now|ok|well|alright)]", "are you (there|listening|awake|on|alive)",
         "(mic|microphone) (check|test)", "test test", "testing [testing] [1 2 3]", "test",
         "is this (thing|mic|microphone) (on|working)", "testing one 2 3", "testing one two three",
         "hello can you hear me", "can you hear what i am saying"),
        always(say("Yes, I hear you.", Lane.CHITCHAT, reason="microphone check")),
        examples=("can you hear me?", "are you there", "mic check", "is this thing on"),
        never=("can you hear the music", "test the website"),
        moods=EITHER,
    ),
    Family(
        "thanks",
        (("(thanks|thank you|cheers) [(a lot|so much|very much|pace|for that|for your "
          "help|mate)] [pace]"),
         "(appreciate|i appreciate) (it|that)", "many thanks", "much appreciated", "ta",
         "(ok|great|perfect|cool|nice) (thanks|thank you)", "thanks for [all] [(the|your)] help"),
        always(say("You're welcome.", Lane.CHITCHAT, reason="small talk")),
        examples=("thanks", "thank you so much", "appreciate it", "thanks for your help"),
        never=("thanks to the rain", "write a thank you note"),
    ),
    Family(
        "praise",
        (("(you are|that is|that was) (great|awesome|amazing|the "
          "best|good|brilliant|perfect|cool|helpful|nice|smart)"),
         "(good|great|nice|well) (job|work|done|one)", "well done",
         "(perfect|nice|great|awesome|cool|excellent|wonderful|brilliant)",
         "(got it|sounds good|alright|ok|ok cool|fine|okay cool|all right|ok great|very good)",
         "i love you", "you rock", "love it"),
        always(say("Glad to hear it.", Lane.CHITCHAT, reason="small talk")),
        examples=("you're awesome", "good job", "perfect", "sounds good", "got it"),
        never=("great circle route", "good news about the weather",
               "that is the best page to open"),
    ),
    Family(
        "goodbye",
        ("(bye|goodbye|good bye|bye bye|farewell) [(for now|pace|then|now)] [pace]",
         "(talk|catch you|see you|see ya|speak) [to you] (later|soon|tomorrow|around|then)",
         "see you", "later [pace]", "that will be all",
         "have a (good|nice) (day|evening|night|one)", "good night [pace]"),
        always(say("See you later.", Lane.CHITCHAT, reason="small talk")),
        examples=("bye for now", "see you later", "talk later", "goodbye pace"),
        never=("say goodbye in French", "see you later alligator lyrics"),
    ),
    Family(
        "who are you",
        ("(who|what) are you [(pace|exactly)]", "what is your name", "(who|what) is pace",
         "introduce yourself",
         ("are you (siri|alexa|google|cortana|chatgpt|chat gpt|claude|gemini|copilot|apple "
          "intelligence|gpt|bixby|jarvis)"),
         ("are you (an ai|a robot|a human|a person|real|human|a bot|a machine|an assistant|a "
          "computer|sentient|alive)"),
         "who (made|built|created|wrote|programmed) you", "tell me about yourself",
         "what kind of assistant are you",
         "are you [really] pace", "do you have a name"),
        always(say(_WHO, Lane.CHITCHAT, reason="who Pace is")),
        examples=("who are you", "are you Siri", "what's your name", "are you a robot",
                  "tell me about yourself"),
        never=("who are the Beatles", "what are you doing tomorrow", "open siri settings"),
        moods=EITHER,
    ),
    Family(
        "sorry",
        ("(sorry|i am sorry|my bad|my mistake|excuse me|oops|whoops) [pace]", "i apologize"),
        always(say("No harm done.", Lane.CHITCHAT, reason="small talk")),
        examples=("sorry", "my bad", "oops"),
        never=("sorry what", "oops undo that"),
    ),
    Family(
        "a joke",
        ("tell me a joke", "make me laugh", "sing [me] [a] song", "tell me a story",
         "(do you|can you) (dance|sing)"),
        always(say("I'd rather not improvise; I'm better with windows, buttons and text.",
                   Lane.CHITCHAT, reason="small talk")),
        examples=("tell me a joke", "make me laugh"),
        never=("tell me about jokes",),
        moods=EITHER,
    ),
)  # fmt: skip
