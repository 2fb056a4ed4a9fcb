"""Early logs say ages and family names in clear; what goes out to programs and into files says so first."""

from shared.problems import ProblemType

ACTION = "ages"
"""The right to have them all the same, in the table of rights."""

AGES_IN_CLEAR = ProblemType(
    "ages-in-clear",
    409,
    "Up to seq {seq} the log of {tournament} says ages and family names in clear, and its bytes cannot be "
    "changed. Begin after that seq, or ask for them with {option} if nobody else will read them.",
    "{tournament} 的日誌在第 {seq} 項之前載有未加密的年齡及家庭名稱，其內容不能更改。"
    "請由該項之後開始；如無他人會閱讀，可加上 {option}。",
)
