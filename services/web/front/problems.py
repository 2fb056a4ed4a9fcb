"""What the front refuses, in words."""

from shared.problems import ProblemType

BUSY_SECONDS = 2

BODY_TOO_SLOW = ProblemType(
    "body-too-slow",
    408,
    "The body did not come in time: {seconds} seconds in all, {pause} without a byte. Send it again on a "
    "better line.",
    "內容未能及時送達：總共 {seconds} 秒，無資料 {pause} 秒。請在較佳的連線上重新提交。",
)
HEADERS_TOO_LARGE = ProblemType(
    "headers-too-large",
    431,
    "Address and headers are longer than {most} bytes together. Send fewer.",
    "地址與標頭合共超過 {most} 位元組。請減少。",
)
TOO_MANY_REQUESTS = ProblemType(
    "too-many-requests",
    429,
    "More than {most} requests of this kind in {window} seconds. Try again in {seconds} seconds, and ask "
    "less often; unchanged answers cost little with If-None-Match.",
    "此類請求在 {window} 秒內超過 {most} 次。請於 {seconds} 秒後再試，並減少次數；"
    "未變更的內容請使用 If-None-Match。",
)
TOO_MUCH_AT_ONCE = ProblemType(
    "too-much-at-once",
    429,
    "There are {most} such requests of yours under way already. Wait for their answers, then try again.",
    "您已有 {most} 個同類請求正在處理。請待其完成後再試。",
    retry_after=BUSY_SECONDS,
)
SERVER_BUSY = ProblemType(
    "server-busy",
    503,
    "This server has more to do than it can just now. Try again in a moment; with an Idempotency-Key nothing "
    "can happen twice.",
    "伺服器目前過於繁忙。請稍後再試；附上 Idempotency-Key 即不會重複執行。",
    retry_after=BUSY_SECONDS,
)
