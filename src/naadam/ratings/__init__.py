"""Ratings of people: a fold over results, on one scale with the computer levels.

ladder = Ladder(Anchors.of("yut"))
ladder.add([Entry("anna", 0, 1), Entry("level2", 1, 2)])
ladder.rating("anna").points
"""

from naadam.ratings.anchors import Anchors as Anchors
from naadam.ratings.ladder import Entry as Entry
from naadam.ratings.ladder import Ladder as Ladder
from naadam.ratings.model import Rating as Rating
