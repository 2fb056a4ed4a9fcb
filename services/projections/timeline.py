"""The timeline: every event in plain words, in both languages, rendered when it is read.

A template names the fields of its event. Whoever asks says how to label an entrant.
"""

from collections.abc import Callable, Mapping
from typing import Any

from services.tournament.definition.amending import Changed
from services.tournament.definition.difference import in_short
from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import event_types

Label = Callable[[str], str]

_ENTRANT_FIELDS = frozenset(
    {
        "entrant",
        "entrant_no",
        "kept",
        "dropped",
        "child",
        "parent",
        "first",
        "second",
        "replaces",
        "raised_by",
    }
)

# By event type: English, Chinese. Counts of lists are there as `n_<field>`.
TEMPLATES: Mapping[str, tuple[str, str]] = {
    "warnings-reported": (
        "The Observatory's warnings changed ({n_signals}), as fetched at {fetched_at}.",
        "天文台警告有變（{n_signals} 項），於 {fetched_at} 取得。",
    ),
    "observatory-silent": (
        "No readable answer from the Observatory since {since}.",
        "自 {since} 起未能取得天文台資料。",
    ),
    "weather-proposed": (
        "{proposal}: for {day} the weather means {outcome} ({codes}; sessions {sessions}).",
        "{proposal}：{day} 天氣判斷為 {outcome}（{codes}；場次 {sessions}）。",
    ),
    "weather-proposal-answered": (
        "{proposal} was answered (confirmed: {confirmed}).",
        "{proposal} 已獲答覆（確認：{confirmed}）。",
    ),
    "weather-proposal-escalated": (
        "{proposal} was not answered in time and was put again (step {step}).",
        "{proposal} 未獲及時答覆，已再次提出（第 {step} 步）。",
    ),
    "weather-watch-announced": (
        "It was announced that {code} may stop play on {day}.",
        "已公布 {code} 或影響 {day} 的賽事。",
    ),
    "play-goes-ahead": ("Play on {day} goes ahead.", "{day} 的賽事如常舉行。"),
    "reminder-due": (
        "A reminder of session {session} on {day} was due ({kind}).",
        "場次 {session}（{day}）的提示到期（{kind}）。",
    ),
    "retention-due": (
        "It was time to ask whether the people of the tournament, over since {day}, are still needed.",
        "賽事於 {day} 結束，是時候檢視是否仍需保存個人資料。",
    ),
    "announcement-made": (
        "Announcement {announcement} was made to {audience}.",
        "公告 {announcement} 已向 {audience} 發出。",
    ),
    "tournament-defined": ("The tournament was founded.", "賽事成立。"),
    "tournament-amended": (
        "The plan of the tournament was changed: {changes}. Sessions moved: {moved}.",
        "賽事計劃已更改：{changes}。改期場次：{moved}。",
    ),
    "referee-appointed": ("Referee {referee} was appointed.", "委任裁判 {referee}。"),
    "referee-dismissed": ("Referee {referee} no longer serves.", "裁判 {referee} 不再擔任。"),
    "entrant-registered": (
        "{entrant_no} registered for session {session}.",
        "{entrant_no} 登記場次 {session}。",
    ),
    "place-confirmed": (
        "{entrant} has a place in session {session}.",
        "{entrant} 獲場次 {session} 名額。",
    ),
    "waiting-list-joined": (
        "{entrant} is on the waiting list for session {session}.",
        "{entrant} 列入場次 {session} 候補名單。",
    ),
    "registration-cancelled": ("{entrant} gave the place back.", "{entrant} 取消登記。"),
    "entrant-moved": (
        "{entrant} moved from session {from_session} to {to_session}.",
        "{entrant} 由場次 {from_session} 調往 {to_session}。",
    ),
    "entrants-merged": (
        "{dropped} was the same person as {kept} and lives on under that number.",
        "{dropped} 與 {kept} 為同一人，合併於後者。",
    ),
    "details-amended": (
        "Details of {entrant} were amended ({fields}).",
        "{entrant} 的資料已修改（{fields}）。",
    ),
    "language-chosen": ("{entrant} chose the language of messages.", "{entrant} 選擇訊息語言。"),
    "consent-changed": (
        "{entrant} set the consent to show the name: {shown}.",
        "{entrant} 更改公開姓名的同意：{shown}。",
    ),
    "person-forgotten": (
        "A person was forgotten ({grounds}): entrant {entrant}, referee {referee}. Figures stand.",
        "個人資料已永久刪除（{grounds}）：參賽者 {entrant}，裁判 {referee}。成績不變。",
    ),
    "family-unit-declared": (
        "{child} (child) and {parent} (parent) are a family unit.",
        "{child}（子女）與 {parent}（家長）組成家庭組合。",
    ),
    "family-unit-proposed": (
        "{by} proposed that {child} (child) and {parent} (parent) be a family unit.",
        "{by} 提議 {child}（子女）與 {parent}（家長）組成家庭組合。",
    ),
    "family-unit-declined": (
        "That {child} and {parent} be a family unit was declined or withdrawn.",
        "{child} 與 {parent} 組成家庭組合的提議被謝絕或撤回。",
    ),
    "family-unit-dissolved": ("Family unit {unit} was dissolved.", "家庭組合 {unit} 已解散。"),
    "entrant-checked-in": (
        "{entrant} checked in for session {session}.",
        "{entrant} 於場次 {session} 報到。",
    ),
    "check-in-undone": (
        "The check-in of {entrant} for session {session} was taken back.",
        "{entrant} 於場次 {session} 的報到已撤銷。",
    ),
    "seats-drawn": (
        "Seats of session {session} were drawn: {n_tables} tables; {n_forfeited} forfeited. Seed {seed}.",
        "場次 {session} 抽籤編位：{n_tables} 桌；{n_forfeited} 人喪失參賽權。種子 {seed}。",
    ),
    "seat-draw-undone": (
        "The seat draw of session {session} was taken back.",
        "場次 {session} 的編位已撤銷。",
    ),
    "seats-exchanged": (
        "{first} and {second} exchanged seats in session {session}.",
        "{first} 與 {second} 在場次 {session} 調換座位。",
    ),
    "referees-assigned": (
        "{n_assignments} referees have the tables of session {session}.",
        "{n_assignments} 名裁判負責場次 {session} 的賽桌。",
    ),
    "session-started": ("Session {session} began.", "場次 {session} 開始。"),
    "session-start-undone": (
        "The start of session {session} was taken back.",
        "場次 {session} 的開始已撤銷。",
    ),
    "time-called": ("Time was called in session {session}.", "場次 {session} 時間到。"),
    "time-call-undone": (
        "The time call in session {session} was taken back.",
        "場次 {session} 的時間到已撤銷。",
    ),
    "session-ended": ("Session {session} ended.", "場次 {session} 結束。"),
    "session-reopened": ("Session {session} was opened again.", "場次 {session} 重新開放。"),
    "session-played-on-paper": (
        "Session {session} was run on paper; {n_tables} tables came in.",
        "場次 {session} 以紙本進行；已匯入 {n_tables} 桌。",
    ),
    "first-player-determined": (
        "{entrant} begins game {game} at {sheet}.",
        "{sheet} 第 {game} 局由 {entrant} 先手。",
    ),
    "incident-noted": (
        "At {sheet}, game {game}: {kind} ({entrant}).",
        "{sheet} 第 {game} 局：{kind}（{entrant}）。",
    ),
    "chief-referee-called": (
        "The Chief Referee was called to {sheet}.",
        "已呼叫總裁判到 {sheet}。",
    ),
    "game-result-recorded": (
        "Game {game} at {sheet} was recorded: {results}.",
        "{sheet} 第 {game} 局已記錄：{results}。",
    ),
    "game-corrected": (
        "Game {game} at {sheet} was corrected: {results}.",
        "{sheet} 第 {game} 局已更正：{results}。",
    ),
    "score-sheet-recorded": (
        "The sheet of {sheet} was entered ({source}).",
        "已輸入 {sheet} 的記分紙（{source}）。",
    ),
    "sheet-conflict-found": (
        "A second, different sheet for {sheet} came in; both are kept.",
        "{sheet} 收到另一份不同的記分紙；兩份均保留。",
    ),
    "sheet-conflict-settled": (
        "The difference between the sheets of {sheet} was settled: the {taken} holds.",
        "{sheet} 兩份記分紙的差異已處理：採用 {taken}。",
    ),
    "sheet-signed": ("{entrant} signed {sheet} ({medium}).", "{entrant} 簽署 {sheet}（{medium}）。"),
    "signature-missing": (
        "{entrant} did not sign {sheet} ({kind}).",
        "{entrant} 未簽署 {sheet}（{kind}）。",
    ),
    "signature-closed": (
        "The Chief Referee closed the missing signature of {entrant} on {sheet}.",
        "總裁判結束 {entrant} 在 {sheet} 的缺簽。",
    ),
    "signatures-voided": (
        "Figures on {sheet} changed; {entrants} sign again.",
        "{sheet} 數字有變；{entrants} 須重新簽署。",
    ),
    "signatures-rebound": (
        "{sheet} now reads as the signed paper of {entrants}.",
        "{sheet} 現與 {entrants} 所簽紙本相符。",
    ),
    "sheet-closed": ("The sheet of {sheet} is closed.", "{sheet} 的記分紙已結束。"),
    "dispute-raised": (
        "{dispute} came on the docket ({kind}, {sheet}).",
        "{dispute} 列入待裁事項（{kind}，{sheet}）。",
    ),
    "evidence-presented": (
        "Evidence was presented on {dispute}: {judged} ({engine}).",
        "已就 {dispute} 提交證據：{judged}（{engine}）。",
    ),
    "dispute-withdrawn": ("{dispute} was withdrawn.", "{dispute} 已撤回。"),
    "ruling-made": (
        "The Chief Referee ruled on {dispute}: {ruling}, citing {cites} ({effects}).",
        "總裁判就 {dispute} 作出裁決 {ruling}，依據 {cites}（{effects}）。",
    ),
    "ruling-superseded": ("{ruling} was superseded by {by}.", "{ruling} 由 {by} 取代。"),
    "game-ruled": (
        "Game {game} at {sheet} stands as ruled in {ruling}: {status} {results}.",
        "{sheet} 第 {game} 局依裁決 {ruling}：{status} {results}。",
    ),
    "game-restored": (
        "Game {game} at {sheet} stands as before {ruling}.",
        "{sheet} 第 {game} 局恢復至 {ruling} 之前。",
    ),
    "verbal-warning-given": (
        "{entrant} got verbal warning {number}.",
        "{entrant} 受第 {number} 次口頭警告。",
    ),
    "entrant-withdrew": ("{entrant} withdrew ({grounds}).", "{entrant} 退賽（{grounds}）。"),
    "entrant-disqualified": (
        "{entrant} was disqualified ({grounds}).",
        "{entrant} 被取消資格（{grounds}）。",
    ),
    "entrant-reinstated": ("{entrant} was reinstated.", "{entrant} 恢復參賽。"),
    "sessions-suspended": (
        "Sessions {sessions} were suspended ({grounds}).",
        "場次 {sessions} 暫停（{grounds}）。",
    ),
    "suspension-lifted": ("The suspension of {sessions} was taken back.", "{sessions} 的暫停已撤銷。"),
    "sessions-rescheduled": ("Sessions {sessions} take place on {day}.", "場次 {sessions} 改於 {day} 舉行。"),
    "results-published": (
        "Version {version} of the {stage} results was published: {n_rows} ranked, {n_changes} changes.",
        "公布 {stage} 結果第 {version} 版：{n_rows} 人排名，{n_changes} 項更改。",
    ),
    "qualification-held": (
        "{n_tied} tie across the cut for {free_places} places; a decision is needed.",
        "{n_tied} 人在晉級線同分，尚餘 {free_places} 個名額，須作決定。",
    ),
    "cut-tie-decided": (
        "The tie across the cut was decided ({choice}): {admitted}.",
        "晉級線同分已決定（{choice}）：{admitted}。",
    ),
    "qualification-concluded": (
        "{n_qualified} go to the final; {n_reserves} follow as reserves.",
        "{n_qualified} 人晉級決賽；{n_reserves} 人候補。",
    ),
    "qualification-undone": ("The cut was taken back.", "晉級名單已撤銷。"),
    "finalists-placed": ("The finalists were given their sessions.", "決賽者已編排場次。"),
    "qualifier-withdrew": ("{entrant} gave up the place in the final.", "{entrant} 放棄決賽席位。"),
    "reserve-moved-up": ("{entrant} moved up for {replaces}.", "{entrant} 遞補 {replaces}。"),
    "awards-made": ("The awards were made.", "獎項頒定。"),
    "family-award-made": ("The family award goes to {units}.", "家庭獎由 {units} 獲得。"),
    "table-opened": (
        "{entrants} sat down at table {table} of {session}.",
        "{entrants} 在 {session} 第 {table} 桌就座。",
    ),
    "table-closed": ("Table {sheet} was closed.", "{sheet} 桌結束。"),
    "games-forfeited": (
        "{entrant} left and forfeited at {sheet}; {winner} has won what was not played.",
        "{entrant} 離場，{sheet} 未進行的對局判負；{winner} 獲勝。",
    ),
    "sessions-dropped": (
        "Sessions {sessions} are not played: everyone meets everyone without them.",
        "場次 {sessions} 取消：無須該等場次，所有人已可互相對賽。",
    ),
    "ratings-changed": ("{n_ratings} ratings changed.", "{n_ratings} 名參賽者的評分有變。"),
    "awards-revoked": ("The awards were taken back.", "獎項已撤回。"),
}


def told(event: Event, language: str, label: Label) -> str:
    """The event in plain words.

    Args:
        label: how to call an entrant, by number.
    """
    english, chinese = TEMPLATES[event_types()[type(event)].name]
    fields: dict[str, Any] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        fields[name] = _changes(value, language) if name == "changes" else _shown(name, value, label)
        if isinstance(value, tuple):
            fields[f"n_{name}"] = len(value)
    return (chinese if language == "zh" else english).format_map(fields)


def _changes(value: tuple[Any, ...], language: str) -> str:
    """What another plan says otherwise; of a corrected table the timeline only counts the lines."""
    named = [in_short(own.field, own.stage, own.session) for own in value if isinstance(own, Changed)]
    return ("；" if language == "zh" else "; ").join(own.in_language(language) for own in named)


def _shown(name: str, value: Any, label: Label) -> str:
    if value is None:
        return "–"
    if name in _ENTRANT_FIELDS:
        return label(str(value))
    if name in ("entrants", "admitted", "byes"):
        return ", ".join(label(str(one)) for one in value) or "–"
    if name == "results":
        return ", ".join(f"{one.entrant} {one.score}{' ★' if one.game_won else ''}" for one in value)
    if name == "judged":
        whose = f", {label(value.entrant)}" if value.entrant is not None else ""
        return f"{value.__struct_config__.tag}{whose}: {value.verdict}"
    if name == "effects":
        return ", ".join(str(one.__struct_config__.tag) for one in value)
    if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
        return ", ".join(value) or "–"
    return str(value)
