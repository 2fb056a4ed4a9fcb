"""What the pages say, in both languages."""

from collections.abc import Mapping

from shared.i18n import Language

_TEXTS: Mapping[str, tuple[str, str]] = {
    "home_title": ("Tileledger", "Tileledger 賽事紀錄"),
    "home_lead": (
        "Runs tile-game tournaments from an append-only event log.",
        "以只可新增的事件日誌舉辦牌類賽事。",
    ),
    "tournaments": ("Tournaments", "賽事"),
    "no_tournaments": ("There is no tournament yet.", "尚未有賽事。"),
    "more_tournaments": ("More tournaments", "更多賽事"),
    "for_programs": ("For programs", "程式介面"),
    "api_docs": ("API documentation", "API 說明文件"),
    "openapi": ("OpenAPI document", "OpenAPI 文件"),
    "problem_codes": ("Problem codes", "錯誤代碼"),
    "standings": ("Standings", "名次"),
    "no_standings": ("Nobody is ranked yet.", "尚未有名次。"),
    "place": ("Place", "名次"),
    "entrant": ("Entrant", "編號"),
    "name": ("Name", "姓名"),
    "games_won": ("Games won", "勝局"),
    "match_points": ("Points", "積分"),
    "median_buchholz": ("Median Buchholz", "中位 Buchholz"),
    "buchholz": ("Buchholz", "Buchholz"),
    "progressive": ("Progressive", "累進分"),
    "tie_break_score": ("Tie-break", "決勝分"),
    "head_to_head": ("Head to head", "相互對局"),
    "results_spread": ("Results without the best", "除去最佳的得分和"),
    "sonneborn_berger": ("Sonneborn-Berger", "Sonneborn-Berger"),
    "rounds_won": ("Rounds won", "勝輪"),
    "target": ("Target", "目標分"),
    "medal": ("Medal", "獎牌"),
    "gold": ("Gold", "金"),
    "silver": ("Silver", "銀"),
    "bronze": ("Bronze", "銅"),
    "rating": ("Rating", "評分"),
    "mu": ("Strength", "實力"),
    "sigma": ("Uncertainty", "不確定度"),
    "team": ("Team", "隊伍"),
    "medal_table": ("Medals by team", "各隊獎牌"),
    "team_table": ("Teams by their best members", "隊伍成績（最佳成員合計）"),
    "members": ("Members who count", "計分成員"),
    "score": ("Score", "得分"),
    "average": ("Average", "平均"),
    "tiles": ("Tiles left", "剩餘牌數"),
    "qualified": ("Final", "晉級"),
    "yes": ("Yes", "是"),
    "no": ("No", "否"),
    "tied": ("equal", "同分"),
    "names_by_consent": ("Names are shown with consent.", "姓名經同意後方會顯示。"),
    "state": ("State", "狀態"),
    "seq": ("Event number", "事件序號"),
    "head_hash": ("Hash of that event", "該事件的雜湊值"),
    "hash_meaning": (
        "This hash proves every event up to here: change one, and it is another.",
        "此雜湊值可證明至此為止的每項事件：任何改動都會令其不同。",
    ),
    "other_language": ("中文", "English"),
    "home": ("Home", "主頁"),
    "skip": ("Skip to the content", "跳至內容"),
    "past": ("As it stood at event {seq}, not as it stands now.", "顯示第 {seq} 項事件時的情況，並非現況。"),
    "results": ("Published results", "公布結果"),
    "nothing_published": ("Nothing is published yet.", "尚未公布結果。"),
    "number": ("No.", "編號"),
    "won": ("Won", "勝局"),
    "left": ("Tiles", "剩牌"),
    "stage": ("Stage", "階段"),
    "versions": ("Versions", "版本"),
    "version": ("Version {version}", "第 {version} 版"),
    "proof": ("Proof", "證明"),
    "digest": ("Digest of this table (SHA-256)", "此表的摘要（SHA-256）"),
    "published_at": ("Hash of event {seq}, which holds it", "載有此表的第 {seq} 項事件的雜湊值"),
    "sealed_head": ("Hash of the log at event {seq}, where it was sealed", "封印時日誌第 {seq} 項的雜湊值"),
    "seal": ("Seal (Ed25519)", "封印（Ed25519）"),
    "not_sealed": ("Not sealed yet.", "尚未封印。"),
    "how_to_check": (
        "To check it all yourself, ask the organizer for the public export, take the public key below, and "
        "run docs/verify_export.py on the two: it recomputes every hash and every seal. "
        "docs/recompute_standings.py adds these tables up from the games.",
        "如欲自行核實，請向主辦單位索取公開匯出檔，連同下方的公鑰，以 docs/verify_export.py 檢查每個雜湊值及"
        "封印，再以 docs/recompute_standings.py 由賽局重新計算以上各表。",
    ),
    "public_export": (
        "Public export, for whoever may read the events",
        "公開匯出檔（限可讀取事件者）",
    ),
    "seal_key": ("Public key", "公鑰"),
    "all_seals": ("All seals", "所有封印"),
    "verification": ("Let this server recompute its log", "由此伺服器重新計算日誌"),
    "problem": ("Problem", "錯誤"),
    "status": ("HTTP status", "HTTP 狀態"),
    "rule": ("Decided by", "依據"),
    "sentence": ("What it says", "內容"),
}


def texts(language: Language) -> dict[str, str]:
    """Every text in one language, by key."""
    place = 1 if language == "zh" else 0
    return {key: both[place] for key, both in _TEXTS.items()}
