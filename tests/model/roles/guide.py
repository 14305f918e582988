"""A scripted model that knows a site: it answers every role from the prompt alone, as a good model would.

`ways` are words of lines that lead nearer, the nearest first; `there` are words that the page's title has at the goal.
What it is asked, it takes from the prompt as it stands there: it sees no more than a model would.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from webdart.model.door.port import Prompt

Answer = Callable[[Prompt], Mapping[str, object]]


def lines(prompt: Prompt) -> list[str]:
    """The lines of the page in a prompt, without the bar."""
    inside = re.search(r"<(page-\w+)>\n(.*?)\n</\1>", prompt.user, re.DOTALL)
    assert inside is not None, prompt.user
    return [line.removeprefix("| ") for line in inside[2].splitlines()]


def last(prompt: Prompt) -> str:
    """What stands at the end of a prompt, behind its label."""
    return prompt.user.splitlines()[-1].partition(": ")[2]


@dataclass(frozen=True, slots=True)
class Guide:
    """Answers every role; `instead` has other answers for some of them."""

    ways: tuple[str, ...]
    there: str
    instead: Mapping[str, Answer] = field(default_factory=dict[str, Answer])

    def __call__(self, prompt: Prompt) -> Mapping[str, object]:
        """The reply to a prompt."""
        answer = self.instead.get(prompt.role)
        return answer(prompt) if answer is not None else getattr(self, prompt.role)(prompt)

    def line(self, prompt: Prompt) -> str:
        """The line that leads on."""
        elements = [line for line in lines(prompt) if re.match(r"#* ?(?:link|button|\d)", line)]
        return next((one for way in self.ways for one in elements if way in one), elements[0] if elements else "none")

    def arrived(self, prompt: Prompt) -> bool:
        """Whether the page shown is the one that is looked for."""
        return any(self.there in line for line in lines(prompt) if line.startswith(("title:", "#")))

    def propose(self, prompt: Prompt) -> Mapping[str, object]:
        return {"lines": [self.line(prompt)]}

    def other_words(self, prompt: Prompt) -> Mapping[str, object]:
        return {"words": f"the shelf {self.there}"}

    def judge(self, prompt: Prompt) -> Mapping[str, object]:
        return {"line": self.line(prompt), "why": "it says so"}

    def holds(self, prompt: Prompt) -> Mapping[str, object]:
        return {"answer": "yes" if self.arrived(prompt) else "no"}

    def checklist(self, prompt: Prompt) -> Mapping[str, object]:
        return {"items": [f"The page shows {way}" for way in self.ways]}

    def milestone(self, prompt: Prompt) -> Mapping[str, object]:
        words = last(prompt).removeprefix("The page shows ")
        return {"answer": "yes" if any(words in line for line in lines(prompt)) else "no"}

    def critique(self, prompt: Prompt) -> Mapping[str, object]:
        lost = not any(way in line for way in self.ways for line in lines(prompt))
        return {
            "details": "",
            "score": 1 if lost else 4,
            "back": lost,
            "reason": "nothing leads on here" if lost else "it leads on",
        }

    def go_back(self, prompt: Prompt) -> Mapping[str, object]:
        return {"line": next(line for line in lines(prompt) if line[:1].isdigit()), "lesson": "that way is a dead end"}

    def subtasks(self, prompt: Prompt) -> Mapping[str, object]:
        return {
            "parts": [
                {"objective": f"go to {way}", "done_when": f"The page shows {way}"} for way in reversed(self.ways)
            ]
        }

    def revise(self, prompt: Prompt) -> Mapping[str, object]:
        return {"objective": last(prompt), "done_when": last(prompt), "summary": "it leads on"}

    def plans(self, prompt: Prompt) -> Mapping[str, object]:
        return {"plans": [{"words": f"follow the way to {self.there}", "line": self.line(prompt)}]}

    def refine(self, prompt: Prompt) -> Mapping[str, object]:
        return {"words": "try it otherwise", "line": self.line(prompt)}

    def progress(self, prompt: Prompt) -> Mapping[str, object]:
        return {"score": 10 if self.arrived(prompt) else 4}
