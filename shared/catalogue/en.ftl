### What people read, in English. Keys say where a text belongs; a value in braces is filled in when it is said.


## Lists and marks

list-between = ,{ " " }
list-between-sentences = ;{ " " }

## Notices: what one person or office is told. Under 400 characters, so that with name, reference and links it stays under 500.

notice-registration-received = You have a place: { $session_label }. Registration opens { $registration }; be seated by { $seating }, play starts { $start }. { notice-venue-line }{ notice-travel-line }
notice-place-from-waiting-list = A place has come free and is yours: { $session_label }. Registration opens { $registration }; be seated by { $seating }. { notice-venue-line }
notice-registration-on-waiting-list = { $session_label } is full. You are on the waiting list, number { $waiting_place }. We tell you at once when a place comes free.
notice-session-changed = Your session has changed: you now play { $session_label }. Registration opens { $registration }; be seated by { $seating }. { $venue }.
notice-seat-changed = Your seat has changed: table { $table }, seat { $seat }, { $session_label }.
notice-reminder-day-before = Tomorrow you play: { $session_label }. Registration { $registration }, seated by { $seating }, play { $start } to { $end }. { notice-venue-line }{ notice-travel-line } Not checked in by { $seating }: the right to play is forfeited.
notice-reminder-morning = Today you play: { $session_label }. Registration { $registration }, seated by { $seating }. { $venue }.{ notice-travel-line }
notice-reminder-opening = Registration for your session opens { $registration }. Be at { $venue } and seated by { $seating }. { $table_line }
notice-timer-guide = Please read the timer guide, "Rummikub Timer – How to Use", before you play { $session_label }. It was sent to you by e-mail, too.
notice-weather-watch = Weather: a warning that stops play may come before { $session_label }. It is decided at { $cutoff }, and we tell you then. No need to ask.
notice-goes-ahead = Play goes ahead: { $session_label }. Registration { $registration }, seated by { $seating }. { $venue }.
notice-suspended = SUSPENDED: { $session_label } is not played, because of { $grounds_label }. Please do not come. We tell you the new date as soon as it is set.
notice-session-voided = STOPPED: { $session_label } was stopped because of { $grounds_label }. Its results do not count, and it starts again. We tell you the new date as soon as it is set. Stay where you are safe.
notice-rescheduled = NEW DATE: your session is now { $session_label }. Registration { $registration }, seated by { $seating }. { $venue }. If you cannot come, tell us.
notice-plan-changed = CHANGE: please note anew when and where { $session_label } is played. Registration { $registration }, seated by { $seating }, play starts { $start }. { notice-venue-line } If you cannot come, tell us.
notice-plan-changed-for-referees = CHANGE: these sessions are at another time or place: { $sessions }. Please look at the programme and tell us if you cannot come.
notice-dispute-raised = Dispute { $dispute } at table { $table }: { $dispute_label }. The table is waiting.
notice-chief-called = Please come to table { $table }, { $session_label }: the referee ({ $referee }) calls the Chief Referee.
notice-ruling = The Chief Referee has ruled on { $dispute }, citing { $cites }. It is final. If your figures changed, please sign again.
notice-session-results = Your result in { $session_label }: { $figures }. Provisional until published.
notice-round-drawn = Round { $round }: { $round_line }
notice-results-published = The results of the { $stage_label } are out. { $own_line } All: { $link }
notice-correction-published = The published results of the { $stage_label } were corrected (version { $version }). { $own_line } All: { $link }
notice-qualified = Congratulations! You go to the final. Your session follows; keep { $final_days } free.
notice-reserve = You are a reserve for the final, number { $reserve_place }. We tell you at once if you move up.
notice-moved-up = You have moved up: you play in the final. { $final_line }
notice-final-seat = Your final: { $session_label }. Registration { $registration }, seated by { $seating }, play { $start }. { $venue }. Results start fresh.
notice-awards = Congratulations! You are { $award_title }. Please stay for the ceremony.
notice-family-award = Congratulations! Your family has won the { $family_award_title }. Please stay for the ceremony.
notice-family-asked = Entrant { $by } asks to stand with you, { $child } as child and { $parent } as parent, for the { $family_award_title }. Confirm only if you are a family; else refuse. { $by } learns nothing about you unless you confirm.
notice-announcement = { $words }
notice-weather-suspend = { $proposal }: { $codes } in force at the cutoff of { $day_label }. Proposed: suspend the whole day ({ $sessions }). Confirm or refuse.
notice-weather-suspend_remaining = { $proposal }: { $codes } came into force on { $day_label }. Proposed: suspend what ends later ({ $sessions }). Confirm or refuse.
notice-weather-proceed = { $proposal }: nothing that stops play is in force on { $day_label }. Proposed: say that play goes ahead. Confirm or refuse.
notice-retention-due = The tournament has been over since { $day_label }, and names, birth dates and contacts of its people are still kept. If nobody needs them any more, whoever runs the program forgets them with `tileledger forget { $tournament } --everyone`. Results and proof stand.
notice-post = { $words }
notice-weather-unknown = { $proposal }: it is not known which warnings are in force on { $day_label }; the Observatory does not answer. Look for yourself and decide. Nothing has been announced.
notice-observatory-silent = The Observatory has given no readable answer since { $since_label }. The watch goes on.

## Parts of notices

notice-venue-line = { $address ->
        [none] { $venue }.
       *[other] { $venue }, { $address }.
    }
notice-travel-line = { $travel ->
        [none] { "" }
       *[other] { " " }{ $travel }.
    }
notice-place-as-announced = Place as announced
notice-day-follows = day to be announced
notice-sessions-of-day = { $day ->
        [none] { notice-day-follows }, { $sessions }
       *[other] { $day }, { $sessions }
    }
notice-sessions-numbered = { $count ->
        [one] session { $numbers }
       *[other] sessions { $numbers }
    }
notice-table-line = Your seat: table { $table }, seat { $seat }.
notice-figures = { $won ->
        [one] 1 game
       *[other] { $won } games
    } won, score { $score }, { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    } left
notice-own-place = You: place { $place } ({ $figures }).
notice-not-ranked = You are not ranked.
notice-round-table = table { $table }, seat { $seat }, with { $others }.
notice-round-bye = you have a bye.
notice-round-not-drawn = you are not drawn.
notice-days = { $count ->
        [one] { $last }
       *[other] { $first } and { $last }
    }
notice-session-follows = Your session follows.
notice-session-and-seating = { $session_label }; be seated by { $seating }.
notice-grounds-black-rainstorm = a black rainstorm warning
notice-grounds-signal-8-or-above = tropical cyclone signal No. 8 or above
notice-grounds-other = circumstances beyond our control
notice-for = { $names }:
notice-for-each = { $name }: { $body }
notice-reference = Notice { $reference }
notice-reference-replacing = Notice { $reference }, replaces notice { $replaces }

## Words

word-stage-preliminary = preliminary
word-stage-final = final
word-entrant-registered = registered
word-entrant-waiting = on the waiting list
word-entrant-cancelled = cancelled
word-entrant-merged = listed under another number
word-out-withdrawn = withdrew
word-out-disqualified = disqualified
word-game-open = not played
word-game-recorded = recorded
word-game-voided = voided
word-game-awaiting-ruling = awaiting a ruling
word-source-counts = counted at the table
word-source-self-recorded = recorded by the players
word-source-paper = from paper
word-source-ruling = by ruling
word-source-clerical = made to agree with the paper
word-charge-could-not-meld = could not meld
word-charge-could-have-melded = could have melded
word-charge-knocked-down = knocked down tiles
word-effect-none = the results stand
word-effect-amend-game = the game is amended
word-effect-void-game = the game is void
word-effect-replay-game = the game is played again
word-effect-charge = a seat is charged
word-effect-warning = a warning
word-effect-disqualify = disqualification
word-cut-open = not made yet
word-cut-held = held until a tie is decided
word-cut-concluded = made
word-dispute-dispute = a participant objects
word-dispute-game-interrupted = a game was interrupted
word-dispute-game-not-begun = a game had not begun when time was up
word-dispute-breach = a further breach after two warnings

## Posts: what everyone is told. No names of participants; the proof stands below.

post-results-published = { $title }: the results of the { $stage_label } are out (version { $version }, { $ranked } ranked).
post-suspended = { $title }: { $sessions_label } on { $day_label } suspended because of { $grounds_label }. Please do not come. The new date follows here.
post-suspension-lifted = { $title }: { $sessions_label } planned for { $day_label }: not suspended. That post was a mistake and is taken back; play goes ahead.
post-goes-ahead = { $title }: play on { $day_label } goes ahead as planned.
post-rescheduled = { $title }: new date of { $sessions_label } planned for { $planned_label }: { $day_label }, at the same times. Everyone concerned gets a message.
post-plan-changed = { $title }: the programme has changed. Please note when these are played now: { $sessions_label }. { $venue }. Everyone concerned gets a message.
post-venue-changed = { $title }: the place has changed. What is still to be played is played at { $venue }. Everyone concerned gets a message.
post-day-and-hours = { $count ->
        [0] { $day }
       *[other] { $day } { $hours }
    }
post-more-days = …
post-proof = Log of the tournament at event { $seq }: { $hash }

## The bot

bot-action-acknowledge = ✓ I have read it
bot-action-confirm = Confirm
bot-action-refuse = Refuse
bot-action-open = Open
bot-action-send-held = Send
bot-action-drop-held = Drop
bot-for-each = { $name }: { $body }
bot-welcome = This is the tournament's bot. To link this chat, open the link in your confirmation, or ask the registration desk for one. /help shows what I can do.
bot-welcome-back = Good to see you. /schedule shows when and where you play, /help what else I can do.
bot-link-entrant = { $tournament }: shall messages for { $name } come to this chat?
bot-link-referee = { $tournament }: shall this chat be that of the referee { $name }?
bot-link-organizer = { $tournament }: shall this chat be one of the organizer's?
bot-link-yes = Yes, link
bot-no = No
bot-linked =
    Linked: { $name }.
    { $commands }
bot-linked-already = This chat is linked to { $name } already.
bot-not-linked = Nothing was linked.
bot-stop-sure = Stop all messages for { $names } in this chat?
bot-stop-yes = Yes, stop
bot-stopped = Stopped. You get nothing more here. To come back, open a new link.
bot-not-stopped = Everything stays as it is.
bot-help = What I can do
bot-commands-entrant =
    /me who you are here
    /schedule when and where
    /standings who leads
    /family your family unit
    /results published results
bot-commands-referee =
    /dispute raise a dispute
    /warn give a warning
    /call call the Chief Referee
    /sheet see a score sheet
    /docket cases at your tables
bot-commands-chief =
    /docket open cases: evidence, preview, rule
    /sheet see and correct a score sheet
    /dispute raise a dispute
    /warn give a warning
bot-commands-organizer =
    /weather answer a proposal
    /announce tell people something
    /deliveries what was delivered
    /docket open cases
bot-commands-all =
    /language 中文／English
    /notifications what you get
    /stop get nothing more
bot-language = Which language shall I speak here?
bot-language-name = English
bot-language-set = From now on I speak English here.
bot-notifications = Press to switch on or off. What concerns safety, time and place always comes.
bot-rather-by-email = E-mail instead of this chat: { $name }
bot-email-from-now = From now on by e-mail.
bot-chat-from-now = From now on in this chat.
bot-email-not-on-file = No e-mail address is on file. Give one at the venue or to the organizer.
bot-switched-on = Switched on.
bot-switched-off = Switched off.
bot-kind-reminder-day-before = The day before
bot-kind-reminder-morning = In the morning
bot-kind-reminder-opening = As registration opens
bot-kind-timer-guide = Timer guide
bot-kind-session-results = Results of a session
bot-kind-results-published = Results published
bot-kind-reserve = Reserve places
bot-kind-registration-received = Registration
bot-kind-weather-watch = Weather watch
bot-kind-goes-ahead = Goes ahead
bot-kind-suspended = Suspension
bot-kind-rescheduled = New date
bot-kind-seat-changed = Seat changed
bot-kind-round-drawn = Round drawn
bot-kind-dispute-raised = Dispute
bot-kind-chief-called = Call to the Chief Referee
bot-kind-ruling = Ruling
bot-kind-correction-published = Correction
bot-kind-qualified = Qualified
bot-kind-moved-up = Moved up
bot-kind-family-asked = Asked to be a family unit
bot-kind-final-seat = Seat in the final
bot-kind-awards = Awards
bot-kind-announcement = Announcement
bot-kind-retention-due = Personal data kept
bot-kind-post-urgent = Public post
bot-kind-post-results = Public post of results
bot-kind-weather-proposal = Weather proposal
bot-kind-weather-unknown = Weather not known
bot-not-for-you = This is not for the role that this chat is linked to. /help shows what is.
bot-not-understood = I did not understand that. /help shows what I can do.
bot-stale = This button belongs to an earlier step. Go on with the latest message, or begin again: /help
bot-unknown-button = This button is no longer known here. Begin again: /help
bot-done-already = That was done already.
bot-failed = Something went wrong on our side. Nothing was changed; please try again.
bot-acknowledged = Thank you: we know that you have read it.
bot-cancelled = Left as it was. Nothing was changed.
bot-cancel = Cancel
bot-confirm = Confirm
bot-refuse = Refuse
bot-back = Back to the case
bot-send = Send
bot-role-referee = Referee
bot-role-chief-referee = Chief Referee
bot-role-organizer = Organizer
bot-heading-me = You here
bot-heading-schedule = When and where
bot-heading-standings = Standings
bot-heading-results = Published results
bot-heading-family = Family
bot-heading-docket = Docket
bot-heading-deliveries = Deliveries
bot-me = { $name }, number { $number }: { $status }.
bot-status-registered = registered
bot-status-waiting = on the waiting list
bot-status-cancelled = cancelled
bot-status-merged = listed under another number
bot-out-withdrawn = Out of the competition: withdrew.
bot-out-disqualified = Out of the competition: disqualified.
bot-is-qualified = Qualified for the final.
bot-warnings = Verbal warnings: { $count }.
bot-when = { $day }, session { $session }. Registration { $registration }, seated by { $seating }, play { $start }. { $venue }
bot-when-suspended = { $day }, session { $session }: SUSPENDED. Please do not come; a new date follows.
bot-day-follows = Day to be announced
bot-seat = Table { $table }, seat { $seat }.
bot-at = { $venue }.
bot-no-tables = No table under way.
bot-no-standings = Nobody is ranked yet.
bot-by-match-points = { $figure } points
bot-by-rounds-won = { $figure } rounds won
bot-by-rating = rating { $figure }
bot-figures = { $won } won, score { $score }, { $tiles } tiles
bot-place = place { $place }
bot-not-ranked = { $name }: not ranked yet.
bot-published = version { $version } is published
bot-not-published = { $name }: nothing is published yet.
bot-no-family = No family unit is declared. The registration desk can do that.
bot-family-open = { $name } and { $other }: family unit { $unit }. Ranked once both have played the final.
bot-family-agreed = { $child } and { $parent } are a family unit now.
bot-family-declined = Declined: { $child } and { $parent } are no family unit.
bot-family-place = { $name } and { $other }: place { $place }, { $won } won, score { $score }.
bot-docket = Open cases: { $count }. Choose one.
bot-docket-empty = No open case.
bot-case =
    { $kind }
    Table { $sheet }, game { $game }
    Concerns { $entrants }
bot-case-closed = It is { $status }.
bot-case-ruled = ruled
bot-case-withdrawn = withdrawn
bot-case-moot = moot
bot-evidence-add = Add evidence
bot-evidence-all = All evidence ({ $count })
bot-evidence-turn = Turn
bot-evidence-rack = Rack
bot-evidence-kind = What do you present: a turn, to see whether it was legal, or a rack, to see whether it could have melded?
bot-evidence-which-rack = Write the tiles on the rack: R10 B10 K10 J. R red, B blue, K black, O or Y orange or yellow, J joker.
bot-evidence-last = Which tile was drawn last? It does not count. Write it, or choose: not known, or the rack is judged as it is.
bot-evidence-not-known = Not known
bot-evidence-as-it-is = As it is
bot-evidence-had-melded = Had the player made the initial meld before this turn?
bot-evidence-melded = Had melded
bot-evidence-not-melded = Had not melded
bot-evidence-before = Write the table before the turn, sets with | between them, runs ascending: R1 R2 R3 | B4 J B6. An empty table is -. Where jokers leave it open, begin a set with run or group.
bot-evidence-rack-before = Write the rack before the turn: R10 B10 K10 J.
bot-evidence-after = Write the table after the turn, in the same way.
bot-evidence-whose = Whose is it?
bot-evidence-nobodys = Nobody in particular
bot-evidence-told-before = Before: { $tiles }
bot-evidence-told-rack = Rack: { $tiles }
bot-evidence-told-after = After: { $tiles }
bot-evidence-told-last = Drawn last: { $tiles }
bot-evidence-read-back =
    { $kind }, { $whose }: { $verdict }
    Keep it as evidence?
bot-evidence-keep = Keep as evidence
bot-evidence-kept = Kept in { $dispute }. The ruling stays with the Chief Referee.
bot-evidence-line = { $number }. { $kind }: { $said }
bot-evidence-reason = { $text } ({ $clause })
bot-verdict-turn = { $answer }. { $reasons }
bot-verdict-legal = legal
bot-verdict-illegal = illegal
bot-verdict-ruling-required = takes a ruling
bot-verdict-possible = could have melded
bot-verdict-impossible = could not have melded
bot-verdict-referee-decides = depends on the tile drawn last; the referee decides
bot-verdict-rack = { $answer }, best { $best }.
bot-charge-proposed = Charge: { $charge }, { $points }.
bot-ruled-otherwise = ⚠ ruled otherwise
bot-see-sheet = See the sheet
bot-rule = Rule
bot-correct = Correct a game
bot-ruling-effect = 1. What shall the ruling do?
bot-ruling-proposed = By the evidence: { $whose }
bot-effect-none = The results stand
bot-effect-amend-game = Amend a game
bot-effect-void-game = Void a game
bot-effect-replay-game = Replay a game
bot-effect-charge = Charge a seat
bot-effect-warning = Verbal warning
bot-effect-disqualify = Disqualify
bot-ruling-game = 2. Which game?
bot-ruling-entrant = 3. Who?
bot-ruling-charge = 4. Which charge?
bot-figures-how = Write each seat with points and tiles left: A 0, B 12/3, C 7/2, D 20/5. If nobody cleared the rack, end with: time, blocked, pool exhausted or forfeit.
bot-ruling-finding = 5. What do you find? Write a sentence.
bot-ruling-cites = 6. Which rule? Choose or write.
bot-ruling-reason = 7. Why? Write a sentence.
bot-ruling-read-back =
    You rule: { $effect }
    Finding: { $finding }
    Cites: { $cites }
    Reason: { $reason }
    { $impact }
    It is final. Confirm?
bot-confirm-ruling = Confirm the ruling
bot-ruled = Ruling { $ruling } on { $dispute } is made. Whom it affects is told after the session.
bot-game = game { $game }
bot-impact-places = Places
bot-impact-cut = Cut: in { $came_in }, out { $fell_out }
bot-impact-awards = Awards
bot-impact-none = No place changes.
bot-impact-notices = Notices: { $count }
bot-dispute-table = At which table is the dispute?
bot-warn-table = At which table is whom you warn?
bot-call-table = To which table shall the Chief Referee come?
bot-which-session = In which session?
bot-sheet-table = Which table's sheet?
bot-dispute-game = About which game?
bot-no-game = No game in particular
bot-dispute-statement = What is it about? Write a sentence.
bot-dispute-read-back =
    Dispute, game { $game }: “{ $statement }”
    Raise it?
bot-dispute-raised = { $dispute } is raised. The Chief Referee is told now.
bot-warn-entrant = Whom do you warn?
bot-warn-breach = What for? Write a sentence.
bot-warn-read-back =
    Warning { $number } of { $most } for { $entrant }: “{ $breach }”
    Give it?
bot-warned = { $entrant } is warned.
bot-called = The Chief Referee is called ({ $count } linked). If nobody comes, use the radio.
bot-call-nobody = The call is noted, but no Chief Referee has linked a chat. Use the radio.
bot-nothing-to-correct = No game is recorded on this sheet.
bot-correct-game = Which game differs from the paper?
bot-correct-reason = Why? Write a sentence.
bot-correct-read-back =
    Game { $game } as on paper: { $figures }
    Reason: { $reason }
    { $impact }
    Correct it?
bot-corrected = Game { $game } is corrected.
bot-proposal =
    { $day }: { $outcome }
    In force: { $codes }
    Sessions: { $sessions }
bot-weather-suspend = suspend the whole day
bot-weather-suspend-remaining = suspend what ends later
bot-weather-proceed = play goes ahead
bot-weather-unknown = not known; look for yourself
bot-no-proposal = No proposal waits for an answer.
bot-proposal-confirmed = Confirmed. Everyone concerned is told now.
bot-proposal-refused = Refused. Nothing is announced.
bot-announce-audience = Whom do you tell?
bot-audience-everyone = Everyone
bot-audience-finalists = Finalists
bot-audience-waiting = Those waiting for a place
bot-audience-referees = Referees
bot-announce-en = Write it in English, at most { $most } characters.
bot-announce-zh = Now in Chinese, at most { $most } characters.
bot-announce-read-back = This goes to { $count } people, { $linked } of them linked. Send?
bot-announced = The announcement is on its way.
bot-no-deliveries = Nothing was delivered yet.
bot-delivery-pending = waiting
bot-delivery-held = held
bot-held = Held since nothing was sent for long: { $count } ({ $kinds }). Are they still of use?
bot-held-sent = They go out now, except what has become pointless.
bot-held-dropped = They are dropped. Nobody gets them.
bot-nothing-held = Nothing is held any more.
bot-drop = Drop
bot-delivery-sent = sent
bot-delivery-unknown = unknown
bot-delivery-failed = failed
bot-delivery-expired = too late
bot-delivery-cancelled = replaced
bot-delivery-declined = declined
bot-delivery-unlinked = unlinked
bot-delivery-dead = given up
bot-delivery-acknowledged = read
bot-menu-me = Who you are here
bot-menu-schedule = When and where you play
bot-menu-standings = Who leads
bot-menu-family = Your family unit
bot-menu-results = Published results
bot-menu-language = English or 中文
bot-menu-notifications = What you get
bot-menu-stop = Get nothing more
bot-menu-help = What I can do

## The timeline: each event in plain words

event-warnings-reported = The Observatory's warnings changed ({ $n_signals }), as fetched at { $fetched_at }.
event-observatory-silent = No readable answer from the Observatory since { $since }.
event-weather-proposed = { $proposal }: for { $day } the weather means { $outcome } ({ $codes }; sessions { $sessions }).
event-weather-proposal-answered = { $proposal } was answered (confirmed: { $confirmed }).
event-weather-proposal-escalated = { $proposal } was not answered in time and was put again (step { $step }).
event-weather-watch-announced = It was announced that { $code } may stop play on { $day }.
event-play-goes-ahead = Play on { $day } goes ahead.
event-reminder-due = A reminder of session { $session } on { $day } was due ({ $kind }).
event-retention-due = It was time to ask whether the people of the tournament, over since { $day }, are still needed.
event-announcement-made = Announcement { $announcement } was made to { $audience }.
event-tournament-defined = The tournament was founded.
event-tournament-amended = The plan of the tournament was changed: { $changes }. Sessions moved: { $moved }.
event-referee-appointed = Referee { $referee } was appointed.
event-referee-dismissed = Referee { $referee } no longer serves.
event-entrant-registered = { $entrant_no } registered for session { $session }.
event-place-confirmed = { $entrant } has a place in session { $session }.
event-waiting-list-joined = { $entrant } is on the waiting list for session { $session }.
event-registration-cancelled = { $entrant } gave the place back.
event-entrant-moved = { $entrant } moved from session { $from_session } to { $to_session }.
event-entrants-merged = { $dropped } was the same person as { $kept } and lives on under that number.
event-details-amended = Details of { $entrant } were amended ({ $fields }).
event-language-chosen = { $entrant } chose the language of messages.
event-consent-changed = { $entrant } set the consent to show the name: { $shown }.
event-person-forgotten = A person was forgotten ({ $grounds }): entrant { $entrant }, referee { $referee }. Figures stand.
event-family-unit-declared = { $child } (child) and { $parent } (parent) are a family unit.
event-family-unit-proposed = { $by } proposed that { $child } (child) and { $parent } (parent) be a family unit.
event-family-unit-declined = That { $child } and { $parent } be a family unit was declined or withdrawn.
event-family-unit-dissolved = Family unit { $unit } was dissolved.
event-entrant-checked-in = { $entrant } checked in for session { $session }.
event-check-in-undone = The check-in of { $entrant } for session { $session } was taken back.
event-seats-drawn = Seats of session { $session } were drawn: { $n_tables } tables; { $n_forfeited } forfeited. Seed { $seed }.
event-seat-draw-undone = The seat draw of session { $session } was taken back.
event-seats-exchanged = { $first } and { $second } exchanged seats in session { $session }.
event-referees-assigned = { $n_assignments } referees have the tables of session { $session }.
event-session-started = Session { $session } began.
event-session-start-undone = The start of session { $session } was taken back.
event-time-called = Time was called in session { $session }.
event-time-call-undone = The time call in session { $session } was taken back.
event-session-ended = Session { $session } ended.
event-session-reopened = Session { $session } was opened again.
event-session-played-on-paper = Session { $session } was run on paper; { $n_tables } tables came in.
event-first-player-determined = { $entrant } begins game { $game } at { $sheet }.
event-incident-noted = At { $sheet }, game { $game }: { $kind } ({ $entrant }).
event-chief-referee-called = The Chief Referee was called to { $sheet }.
event-game-result-recorded = Game { $game } at { $sheet } was recorded: { $results }.
event-game-corrected = Game { $game } at { $sheet } was corrected: { $results }.
event-score-sheet-recorded = The sheet of { $sheet } was entered ({ $source }).
event-sheet-conflict-found = A second, different sheet for { $sheet } came in; both are kept.
event-sheet-conflict-settled = The difference between the sheets of { $sheet } was settled: the { $taken } holds.
event-sheet-signed = { $entrant } signed { $sheet } ({ $medium }).
event-signature-missing = { $entrant } did not sign { $sheet } ({ $kind }).
event-signature-closed = The Chief Referee closed the missing signature of { $entrant } on { $sheet }.
event-signatures-voided = Figures on { $sheet } changed; { $entrants } sign again.
event-signatures-rebound = { $sheet } now reads as the signed paper of { $entrants }.
event-sheet-closed = The sheet of { $sheet } is closed.
event-dispute-raised = { $dispute } came on the docket ({ $kind }, { $sheet }).
event-evidence-presented = Evidence was presented on { $dispute }: { $judged } ({ $engine }).
event-dispute-withdrawn = { $dispute } was withdrawn.
event-ruling-made = The Chief Referee ruled on { $dispute }: { $ruling }, citing { $cites } ({ $effects }).
event-ruling-superseded = { $ruling } was superseded by { $by }.
event-game-ruled = Game { $game } at { $sheet } stands as ruled in { $ruling }: { $status } { $results }.
event-game-restored = Game { $game } at { $sheet } stands as before { $ruling }.
event-verbal-warning-given = { $entrant } got verbal warning { $number }.
event-entrant-withdrew = { $entrant } withdrew ({ $grounds }).
event-entrant-disqualified = { $entrant } was disqualified ({ $grounds }).
event-entrant-reinstated = { $entrant } was reinstated.
event-sessions-suspended = Sessions { $sessions } were suspended ({ $grounds }).
event-suspension-lifted = The suspension of { $sessions } was taken back.
event-sessions-rescheduled = Sessions { $sessions } take place on { $day }.
event-results-published = Version { $version } of the { $stage } results was published: { $n_rows } ranked, { $n_changes } changes.
event-qualification-held = { $n_tied } tie across the cut for { $free_places } places; a decision is needed.
event-cut-tie-decided = The tie across the cut was decided ({ $choice }): { $admitted }.
event-qualification-concluded = { $n_qualified } go to the final; { $n_reserves } follow as reserves.
event-qualification-undone = The cut was taken back.
event-finalists-placed = The finalists were given their sessions.
event-qualifier-withdrew = { $entrant } gave up the place in the final.
event-reserve-moved-up = { $entrant } moved up for { $replaces }.
event-awards-made = The awards were made.
event-family-award-made = The family award goes to { $units }.
event-table-opened = { $entrants } sat down at table { $table } of { $session }.
event-table-closed = Table { $sheet } was closed.
event-games-forfeited = { $entrant } left and forfeited at { $sheet }; { $winner } has won what was not played.
event-sessions-dropped = Sessions { $sessions } are not played: everyone meets everyone without them.
event-ratings-changed = { $n_ratings } ratings changed.
event-awards-revoked = The awards were taken back.

## Pages

page-home-title = Tileledger
page-home-lead = Runs tile-game tournaments from an append-only event log.
page-tournaments = Tournaments
page-no-tournaments = There is no tournament yet.
page-more-tournaments = More tournaments
page-for-programs = For programs
page-api-docs = API documentation
page-openapi = OpenAPI document
page-problem-codes = Problem codes
page-standings = Standings
page-no-standings = Nobody is ranked yet.
page-place = Place
page-entrant = Entrant
page-name = Name
page-games-won = Games won
page-match-points = Points
page-median-buchholz = Median Buchholz
page-buchholz = Buchholz
page-progressive = Progressive
page-tie-break-score = Tie-break
page-head-to-head = Head to head
page-results-spread = Results without the best
page-sonneborn-berger = Sonneborn-Berger
page-rounds-won = Rounds won
page-target = Target
page-medal = Medal
page-gold = Gold
page-silver = Silver
page-bronze = Bronze
page-rating = Rating
page-mu = Strength
page-sigma = Uncertainty
page-team = Team
page-medal-table = Medals by team
page-team-table = Teams by their best members
page-members = Members who count
page-score = Score
page-average = Average
page-tiles = Tiles left
page-qualified = Final
page-yes = Yes
page-no = No
page-tied = equal
page-names-by-consent = Names are shown with consent.
page-state = State
page-seq = Event number
page-head-hash = Hash of that event
page-hash-meaning = This hash proves every event up to here: change one, and it is another.
page-other-language = 中文
page-home = Home
page-skip = Skip to the content
page-past = As it stood at event { $seq }, not as it stands now.
page-results = Published results
page-nothing-published = Nothing is published yet.
page-number = No.
page-won = Won
page-left = Tiles
page-stage = Stage
page-versions = Versions
page-version = Version { $version }
page-proof = Proof
page-digest = Digest of this table (SHA-256)
page-published-at = Hash of event { $seq }, which holds it
page-sealed-head = Hash of the log at event { $seq }, where it was sealed
page-seal = Seal (Ed25519)
page-not-sealed = Not sealed yet.
page-how-to-check = To check it all yourself, ask the organizer for the public export, take the public key below, and run docs/verify_export.py on the two: it recomputes every hash and every seal. docs/recompute_standings.py adds these tables up from the games.
page-public-export = Public export, for whoever may read the events
page-seal-key = Public key
page-all-seals = All seals
page-verification = Let this server recompute its log
page-problem = Problem
page-status = HTTP status
page-rule = Decided by
page-sentence = What it says
