"""Early logs say ages and family names in clear; what goes out to programs and into files says so first."""

from shared.problems import ProblemType

ACTION = "ages"
"""The right to have them all the same, in the table of rights."""

AGES_IN_CLEAR = ProblemType("ages-in-clear", 409)
