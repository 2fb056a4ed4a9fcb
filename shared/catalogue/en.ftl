### What people read, in English. Keys say where a text belongs; a value in braces is filled in when it is said.


## Lists and marks

list-of-places = ,{ " " }
list-after-title = :{ " " }
list-more = { " " }
list-between = ,{ " " }
list-of-sentences = { " " }
list-either = { " or " }
list-from-to = { " → " }
list-between-sentences = ;{ " " }
list-between-cells = { "," }

## Notices: what one person or office is told. Under 400 characters, so that with name, reference and links it stays under 500.

notice-registration-received = You have a place: { $session_label }.{ notice-hours-line } { notice-venue-line }{ notice-travel-line }{ notice-contact-line }
notice-place-from-waiting-list = A place has come free and is yours: { $session_label }.{ notice-hours-line } { notice-venue-line }{ notice-contact-line }
notice-registration-on-waiting-list = { $session_label } is full. You are on the waiting list, number { $waiting_place }. We tell you at once when a place comes free.{ notice-contact-line }
notice-registration-cancelled = Your registration is cancelled: you do not play { $session_label }. Whoever wants to come back registers anew. If this is a mistake, tell the organizer at once.{ notice-contact-line }
notice-stage-left = You do not play in this stage any more: { $stage_label }. What else you play stays as it is. If this is a mistake, tell the organizer at once.{ notice-contact-line }
notice-contact-line = { $contact ->
        [none] { "" }
       *[other] { " " }Questions? { $contact }
    }
notice-written-by = { notice-person }{ $beside ->
        [none] { "" }
       *[other] , or { $beside }, whose chat it is too
    }{ notice-words }
notice-person = { $name ->
        [none] number { $number }
       *[other] { $name } (number { $number })
    }
notice-words = { $words ->
        [none] .
       *[other] : “{ $words }”
    }
notice-question = Written to the organizer ({ $question }). { $words }
notice-urgent-question = URGENT: may be a cry for help ({ $question }). { $words }
notice-urgent-after-call = URGENT: written after the call for a parent of { $child } ({ $call }; { $question }). { $words }
notice-session-wished = Asks to play { $session_label } instead ({ $question }). { $words }
notice-answer = The organizer answers: { $words }
notice-answered = “{ $words }”{ $asked ->
        [none] { "" }
       *[other] { " " }You wrote: “{ $asked }”
    }
notice-session-changed = Your session has changed: you now play { $session_label }{ notice-planned }{ notice-left }.{ notice-hours-line } { notice-place-line }{ notice-contact-line }
notice-seat-changed = Your seat has changed: table { $table }, seat { $seat }, { $session_label }.
notice-seat-lost = The seat that you were told no longer holds: seats were drawn anew without you ({ $session_label }). Please come to the desk.{ notice-contact-line }
notice-reminder-day-before = { notice-played-on }Tomorrow you play: { $session_label }. { notice-be-there }, { notice-play-hours }. { notice-venue-line }{ notice-travel-line }{ notice-late }{ notice-contact-line }
notice-late = { $late ->
        [none] { "" }
        [misses] { " " }Whoever is not checked in by { $seating } misses this session.
       *[forfeits] { " " }Not checked in by { $seating }: the right to play is forfeited.
    }
notice-reminder-morning = { notice-played-on }Today you play: { $session_label }. { notice-be-there }. { notice-place-line }{ notice-travel-line }
notice-be-there = { $registration ->
        [none] Be seated by { $seating }
       *[other] Check-in { $registration }, seated by { $seating }
    }
notice-reminder-opening = { notice-played-on }{ $registration ->
        [none] Your session is near.
       *[other] Check-in for your session opens { $registration }.
    } Be seated by { $seating }. { notice-place-line } { $table_line }
notice-cannot-come = { $contact ->
        [none] If you cannot come, tell the organizer.
       *[other] If you cannot come, tell us: { $contact }
    }
notice-timer-guide = Please read the timer guide, “Rummikub Timer – How to Use”, before you play { $session_label }{ $attached ->
        [true] : it is attached{ $timer_guide ->
            [none] .
           *[other] , and at { $timer_guide }
        }
       *[false] { $timer_guide ->
            [none] . It is at the check-in desk; before the day, ask the organizer{ $contact ->
                [none] .
               *[other] : { $contact }
            }
           *[other] : { $timer_guide }
        }
    }
notice-file-timer-guide = Timer guide
notice-weather-watch = Weather: a warning that stops play may come before { $session_label }. It is decided at { $cutoff }, and we tell you then. No need to ask.
notice-goes-ahead = { notice-played-on }{ notice-lifted }Play { notice-goes }: { $session_label }.{ notice-hours-line } { notice-place-line }
notice-goes = goes ahead
notice-played-on = { $warned ->
        [none] { "" }
       *[other] { $warned }{ " " }
    }
notice-in-force-or-on = { $warned ->
        [none] { notice-in-force-now }
       *[other] { notice-played-on }
    }
notice-lifted = { $lifted ->
        [false] { "" }
       *[true] { "NO LONGER SUSPENDED. " }
    }
notice-suspended = SUSPENDED{ notice-short-grounds }: { notice-what-to-do } { $session_label } is not played, because of { $grounds_label }{ notice-since }. { notice-next-word }
notice-session-voided = STOPPED{ notice-short-grounds }: { notice-what-to-do } { $session_label } was stopped because of { $grounds_label }{ notice-since }. Its results do not count, and it starts again.{ notice-pardoned }{ $others ->
        [none] { "" }
       *[other] {" "}Not played either: { $others }.
    } { notice-next-word }
notice-pardoned = { $pardoned ->
        [false] { "" }
       *[true] { " " }You may play in it: that you were not there in time counts no longer.
    }
notice-suspended-hall = { $stopped ->
        [true] STOP PLAY, and read out at every table:
       *[false] Please read out in the hall:
    } “{ notice-read-out-hall }” SUSPENDED: { $sessions }, because of { $grounds_label }{ notice-since }. Everyone concerned is being told. { notice-next-word }
notice-further-word = STILL SUSPENDED: { $session_label }. { notice-danger-now }{ $words } { notice-next-word }
notice-further-word-hall = { $child_inside ->
        [false] { $freed ->
            [away] { $session_label }:
           *[other] For those in the hall:
        } { notice-word-inside }
       *[true] { $danger_now ->
            [none] { $danger_over ->
                [none] { notice-child-in-hall }{ " " }
               *[other] { notice-danger-now }
            }
           *[other] { notice-danger-now }
        }Said in the hall: “{ $words }” Children leave only with whoever fetches them.
    }
notice-further-word-read-out = Please read out in the hall: { notice-in-force-now }{ $danger_now ->
        [none] { $danger_over ->
            [none] { "" }
           *[other] Whoever is in the hall may leave. Children leave only with whoever fetches them.{ " " }
        }
       *[other] { notice-read-out-hall }{ " " }
    }{ $words }
notice-word-inside = { $danger_now ->
        [none] { $danger_over ->
            [none] { $words }{ notice-fetched }
           *[other] { notice-danger-now }{ $words }
        }
       *[other] { notice-danger-now }{ $words }
    }
notice-danger-now = { notice-in-force-now }{ $danger_now ->
        [none] { notice-free-now }
       *[other] { notice-what-to-do }{ " " }
    }
notice-in-force-now = { $danger_now ->
        [none] { notice-over-now }
       *[other] In force: { $danger_now }.{ " " }
    }
notice-over-now = { $danger_over ->
        [none] { "" }
       *[other] No longer in force: { $danger_over }.{ " " }
    }
notice-free-now = { $danger_over ->
        [none] { "" }
       *[other] { $freed ->
            [inside] You may leave the hall.{ notice-fetched }{ " " }
            [child] { notice-child-in-hall } Please fetch your child; your child stays in the hall until you come.{ " " }
            [online] { "" }
           *[away] You need not stay indoors for it any longer.{ " " }
        }
    }
notice-stay-indoors = { $danger_now ->
        [none] { "" }
       *[other] { $danger ->
           *[rain] Stay indoors until the warning is over.{ " " }
            [cyclone] Stay at home until it is safe to travel.{ " " }
            [hurricane] Stay indoors: do not go out until it is safe.{ " " }
            [other] { "" }
        }
    }
notice-in-force-away = { notice-in-force-now }{ $danger_now ->
        [none] { "" }
       *[other] Please do not come.{ " " }
    }{ notice-stay-indoors }
notice-still-off = { $moved ->
        [true] { "" }
       *[none] STILL SUSPENDED:{ " " }
    }
notice-still-next = { $moved ->
        [true] { "" }
       *[none] { " " }{ notice-next-word }
    }
notice-further-word-officials = { notice-still-off }{ $sessions }. { notice-in-force-now }{ $words }{ notice-still-next }
notice-further-word-waiting = { notice-still-off }{ $sessions }, for which you wait. { notice-in-force-away }{ $words } { notice-still-waiting }{ notice-still-next }
notice-further-word-unplaced = { notice-still-off }the { $entered_label } ({ $sessions }). { notice-in-force-away }{ $words }{ notice-still-next }
notice-further-word-reserves = { notice-still-off }the { $entered_label } ({ $sessions }). { notice-in-force-away }{ $words }{ notice-still-next }
notice-word-due = A word about the suspension of { $sessions } was promised by { $next_word_label } at the latest, and nothing was told since. { $moved ->
        [true] Send one now: people were told to stay in the hall.
       *[none] Send one now, or set the new date.
    }
notice-suspended-officials = SUSPENDED: { $sessions }, because of { $grounds_label }{ notice-since }. Everyone concerned is being told. { notice-next-word }
notice-suspended-waiting = SUSPENDED: please do not come. { $sessions }, for which you wait, is not played, because of { $grounds_label }{ notice-since }. { notice-still-waiting } { notice-next-word }
notice-suspended-out = SUSPENDED{ notice-short-grounds }: { notice-what-to-do } { $session_label } is not played on, because of { $grounds_label }{ notice-since }. You are out of it, and this holds for you as well.
notice-further-word-out = For those in the hall: { notice-word-inside }
notice-suspended-reserves = SUSPENDED: the { $entered_label } ({ $sessions }), because of { $grounds_label }{ notice-since }. You are still a reserve. { notice-next-word }
notice-goes-ahead-reserves = { notice-played-on }{ notice-lifted }The { $entered_label } { notice-goes }: { $sessions }. You are still a reserve.
notice-rescheduled-reserves = { notice-in-force-or-on }{ notice-stay-indoors }NEW DATE of the { $entered_label }: { $sessions }{ notice-planned }. You are still a reserve; we tell you at once if you move up.
notice-suspended-unplaced = SUSPENDED: the { $entered_label } ({ $sessions }), because of { $grounds_label }{ notice-since }. Your right to play stands. Please do not come. { notice-next-word }
notice-goes-ahead-officials = { notice-played-on }{ notice-lifted }Play { notice-goes }: { $sessions }. Everyone concerned is being told.
notice-goes-ahead-waiting = { notice-played-on }{ notice-lifted }Play { notice-goes }: { $sessions }. { notice-still-waiting }
notice-still-waiting = You are still on the waiting list, number { $waiting_place }.
notice-goes-ahead-unplaced = { notice-played-on }{ notice-lifted }The { $entered_label } { notice-goes }: { $sessions }. Your session follows.
notice-rescheduled-officials = { notice-in-force-or-on }NEW DATE: { $sessions }{ notice-planned }, at the same times. { notice-held-officials }{ notice-cannot-come }
notice-rescheduled-waiting = { notice-in-force-or-on }{ notice-stay-indoors }NEW DATE: { $sessions }{ notice-planned }, for which you wait for a place. { notice-still-waiting }
notice-rescheduled-unplaced = { notice-in-force-or-on }{ notice-stay-indoors }NEW DATE of the { $entered_label }: { $sessions }{ notice-planned }. Your session follows. { notice-cannot-come }
notice-rescheduled = { notice-in-force-or-on }{ notice-held }NEW DATE: you now play { $session_label }{ notice-planned }.{ notice-pardoned }{ notice-hours-line } { notice-place-line } { notice-cannot-come }
notice-plan-changed = CHANGE: please note anew when and where { $session_label } is played.{ notice-hours-line } { notice-venue-line } { notice-cannot-come }
notice-plan-changed-for-referees = CHANGE: these sessions are at another time or place: { $sessions }. Please look at the programme. { notice-cannot-come }
notice-dispute-raised = { $disputed_table ->
        [none] Dispute { $dispute }: { $dispute_label }.
       *[other] Dispute { $dispute } at table { $disputed_table }, { $session_label }: { $dispute_label }.{ $session_over ->
            [true] { "" }
           *[false] { " " }The table is waiting.
        }
    }
notice-case-raised = Dispute { $dispute } about table { $disputed_table }, { $session_label }, was raised for you{ notice-as-written } The Chief Referee rules on it, and you read the ruling here. Until then the sheet stays open; your page shows what you are to do.
notice-case-raised-by-self = Dispute { $dispute } about table { $disputed_table }, { $session_label }, was raised in your name, from a chat or page of yours{ notice-as-written } The Chief Referee rules on it, and you read the ruling here.{ notice-not-you }
notice-case-withdrawn-by-self = Dispute { $dispute } about table { $disputed_table }, { $session_label }, was withdrawn in your name, from a chat or page of yours: nothing is ruled on it, and the figures stand.{ notice-reason }{ notice-not-you }
notice-not-you = { " " }If it was neither you nor your family, tell the referee of the table or the Chief Referee.
notice-case-withdrawn = Dispute { $dispute } about table { $disputed_table }, { $session_label }, which was raised for you, was withdrawn: nothing is ruled on it, and the figures stand.{ notice-reason }
notice-question-raised = Written to the organizer for you ({ $question }){ notice-as-written } You read the answer here; until then it stands on your page.
notice-as-written = { $reason ->
        [none] .
       *[other] : “{ $reason }”.
    }
notice-disputed-game-corrected = Game { $game } at table { $disputed_table }, { $session_label }, was corrected while this is open about it: { $disputes_open }. Open the case: it shows the figures that stand now.
notice-dispute-moot = Dispute { $dispute } at table { $disputed_table }, { $session_label }, has ended: who had left is back ({ $dispute_label }). There is nothing more to rule on.
notice-dispute-withdrawn = Dispute { $dispute } at table { $disputed_table }, { $session_label }, was withdrawn ({ $dispute_label }). There is nothing more to rule on.
notice-chief-called = Please come to table { $table }, { $session_label }: { $caller_label } calls the Chief Referee.
notice-chief-coming = The Chief Referee is on the way to table { $table }, { $session_label }. Please tell who waits there.
notice-organizer-coming = The organizer is on the way to table { $table }, { $session_label }. Please tell who waits there.
notice-ruling = { notice-ruling-of }: { $decided } It rests on { $cites }; there is no appeal.{ notice-reason }
notice-ruling-for-referee = { $ruled_place ->
        [none] Please tell those concerned:
       *[other] Please tell { $ruled_place }:
    } ruling { $ruling }. { $effects } It rests on { $cites }.{ notice-signing }{ $session_over ->
        [true] { "" }
       *[false] { $back ->
            [none] { notice-read-when }
           *[other] { " " }Find and tell { $back } at once.
        }
    }
notice-read-when = { $read_later ->
        [none] { $read_at_once ->
            [none] { "" }
           *[other] { " " }It is read at once by { $read_at_once }.
        }
       *[other] { $read_at_once ->
            [none] { " " }They read it after the session.
           *[other] { " " }After the session it is read by { $read_later }, at once by { $read_at_once }.
        }
    }
notice-ruling-for-official = { notice-ruling-of }: { $effects } It rests on { $cites }.{ notice-signing }
notice-figures-corrected = Your figures at { $ruled_place } were corrected. { $corrected }{ notice-signing }
notice-corrected-read-out = Please tell { $ruled_place }: { notice-corrected-what }{ notice-signing }{ $session_over ->
        [true] { "" }
       *[false] { notice-read-when }
    }
notice-corrected-for-official = Corrected at { $ruled_place }: { notice-corrected-what }{ notice-signing }{ notice-reason }
notice-corrected-what = { $taken ->
        [first] Of the two sheets that differ the first counts.
        [second] Of the two sheets that differ the second counts.
       *[other] { $game_now }
    }
notice-warned = You were given verbal warning { $warning } of { $most }{ $where ->
        [none] { "" }
       *[other] { " " }({ $where })
    }. A further breach after that is investigated and may lead to disqualification.{ notice-reason }
notice-disqualified = You are disqualified: you do not play on in the { $stage_label } and are not ranked. What others have won against you stands. The Chief Referee can tell you why.
notice-reinstated = You are back in the { $stage_label }: that you were out is taken back, and your results count.{ $next ->
        [none] { "" }
       *[other] { " " }{ $next }
    }{ notice-signing }
notice-forfeit-undone = { $suspended ->
        [true] Play is suspended
       *[false] The start of play was taken back
    } ({ $ruled_place }): what was begun there counts no longer, neither what was forfeited nor any result you were told of it.
notice-forfeit-undone-read-out = Please tell { $ruled_place }: the start of play was taken back, so nothing that was forfeited there stands.
notice-unplayed-games = { $returned ->
        [none] { "" }
       *[other] Entrant { $returned } is back in the { $stage_label }.{ " " }
    }Between you and entrant { $opponent } ({ $ruled_place }): { $games_stand }{ notice-signing }
notice-games-due = Between entrants { $sat_there } ({ $ruled_place }): { $games_due }
notice-games-due-to-play = { $count ->
        [one] game { $games } is to be played. Please tell them when and where.
       *[other] games { $games } are to be played. Please tell them when and where.
    }
notice-games-due-none = nothing is left to be played.
notice-games-due-forfeited = { $count ->
        [one] game { $games } counts as won by { $winner }.
       *[other] games { $games } count as won by { $winner }.
    }
notice-games-to-play = { $count ->
        [one] game { $games } is
       *[other] games { $games } are
    } to be played. { $at_table ->
        [true] Please go to that table now.
       *[false] An official tells you when and where.
    }
notice-games-asked = { $place }: { $games }
notice-games-won = { $count ->
        [one] game { $games } counts as won by you: { $figures }
       *[other] games { $games } count as won by you, each with { $figures }
    }{ $why ->
        [disqualified] , as they are out of the tournament.
        [withdrawn] , as they have left.
       *[drawn] , as the next round was drawn by it.
    }
notice-games-lost = { $count ->
        [one] game { $games } counts as won by them
       *[other] games { $games } count as won by them
    }{ $why ->
        [drawn] , as the next round was drawn by it.
       *[other] , as you are out.
    }
notice-forfeit-read-out = Please tell { $ruled_place }: entrant { $entrant } { $disqualified ->
        [true] is out of the tournament.
       *[false] has left.
    } { $games_now }{ notice-signing }
notice-conduct-read-out = Please tell entrant { $entrant } ({ $ruled_place }) now: { $done ->
        [disqualified] they are disqualified in the { $stage_label } and do not play on.
       *[reinstated] they are back in the { $stage_label }.{ $plays_with ->
            [none] { "" }
           *[other] { " " }Tell entrant { $plays_with } too: what they have not played is to be played.
        }{ notice-signing }
    }
notice-conduct-for-official = Entrant { $entrant }{ $ruled_place ->
        [none] { "" }
       *[other] { " " }({ $ruled_place })
    } { $done ->
        [warned] was given verbal warning { $warning } of { $most }.
        [disqualified] is disqualified in the { $stage_label }.
       *[reinstated] is back in the { $stage_label }.
    }
notice-session-results-open = Your results in { $session_label } at { $tables_played ->
        [one] 1 table
       *[other] { $tables_played } tables
    }: { $all_figures }. Provisional until published.
notice-session-results = Your result in { $session_label }: { $figures }. Provisional until published.
notice-round-drawn = Round { $round }: { $round_line }
notice-round-changed = Round { $round } has changed: { $round_line }
notice-results-published = The results of the { $stage_label } are out. { $own_line }{ notice-all-results }
notice-correction-published = The published results of the { $stage_label } were corrected (version { $version }). { $own_line }{ notice-all-results }
notice-parent-called = Please come to the hall at once: entrant { $child }{ notice-child-named }{ $call_table ->
        [none] { "" }
       *[other] {" "}at table { $call_table }
    } { $call_grounds }. { notice-venue-line }{ notice-contact-line } In a chat press “I am coming”, so that the child can be told; from an e-mail ring up, or just come.
notice-asked-to-come = Please come to the hall at once: entrant { $child }{ $call_table ->
        [none] { "" }
       *[other] {" "}at table { $call_table }
    } { $call_grounds }.
notice-parent-called-for-referee = Please tell entrant { $parent } at table { $at_table } now: child { $child }{ notice-child-named }{ $call_table ->
        [none] { "" }
       *[other] {" "}at table { $call_table }
    } { $call_grounds } and needs a parent. Then press “I am coming”.
notice-parent-answered = { $by_child ->
        [true] Somebody at the phone of { $child }{ notice-child-named } says that a parent is coming. It may be the player's own phone: if no parent comes soon, call again, or ring up.
       *[false] Entrant { $answered_by } is coming for { $child }{ notice-child-named }. Please tell the child.
    }
notice-parent-wrote = Written after the call for a parent of { $child } ({ $call }; { $question } to the organizer). { $words }{ $call_open ->
        [true] { " " }Press “Somebody is with the child” once that is so.
       *[false] { "" }
    }
notice-child-seen-to = Somebody is with { $child }{ notice-child-named }: nobody needs to be rung up any more.
notice-parent-heard = Somebody at the phone of { $child }{ notice-child-named } says that a parent is coming. It may be the player's own phone, so the call goes on ({ $call }). Press “Somebody is with the child” once a parent is there; if nobody comes soon, ring up.
notice-child-named = { $child_name ->
        [none] { "" }
       *[other] { " " }({ $child_name })
    }
notice-parent-not-reached = Nobody has answered the call for a parent of { $child }{ notice-child-named } ({ $call }) within three minutes; the child { $call_grounds }. Please ring up: “Number on file” shows whom. Press “Somebody is with the child” once that is so.
notice-parent-not-reached-for-referee = No parent of { $child }{ notice-child-named }{ $call_table ->
        [none] { "" }
       *[other] {" "}at table { $call_table }
    } has answered ({ $call }); the child { $call_grounds }. The organizer is asked to ring up. Please see to the child.
notice-qualified = Congratulations! You go on to the { $entered_label }. { notice-level }{ notice-keep-free }
notice-level = { $level ->
        [none] { "" }
        [lot] You were level with others across the last place, and a lot decided.{ " " }
       *[other] You were level with others across the last place, and it was decided who goes on.{ " " }
    }
notice-reserve = { notice-level }You are a reserve for the { $entered_label }, number { $reserve_place }. { $final_days ->
        [none] { "" }
       *[other] Please keep { $final_days } free.{ " " }
    }We tell you at once if you move up.
notice-not-qualified = You do not go on to the { $following_label }. Thank you for playing.
notice-cut-open-again = Who goes on to the { $entered_label } is decided again. What you read before (that you go on, or are a reserve) does not hold for now. You will be told as soon as it is decided.
notice-cut-open-again-placed = Who goes on to the { $entered_label } is decided again, and the places at its tables are gone: nobody has one for now. What you read before (your session there, that you go on, or are a reserve) does not hold. You will be told as soon as it is decided.
notice-reserve-over = The { $entered_label } has begun, and nobody moves up any more: you are no longer a reserve. Thank you for keeping yourself ready.
notice-waiting-over = { $session_label } has been played and no place came free. Thank you for waiting.
notice-moved-up = You have moved up: you play in the { $entered_label }. { $final_line }
notice-moved-up-seat = You have moved up: you play in the { $entered_label }: { $session_label }.{ notice-hours-line } { notice-place-line } { notice-counts-on }
notice-final-seat = You play in the { $entered_label }: { $session_label }.{ notice-hours-line } { notice-place-line } { notice-counts-on }
notice-announcement-read-out = Please read out at the tables: { $words }
notice-awards = Congratulations! You are { $award_title }. Please stay for the ceremony.
notice-family-award = Congratulations! Your family{ notice-both } has won the { $family_award_title }. Please stay for the ceremony.
notice-awards-corrected = The awards were corrected: you are now { $award_title }. Congratulations!
notice-awards-taken-back = The awards were corrected: you are no longer { $award_title }. We are sorry.
notice-family-award-corrected = The awards were corrected: your family{ notice-both } now has the { $family_award_title }. Congratulations!
notice-family-award-taken-back = The awards were corrected: your family{ notice-both } no longer has the { $family_award_title }. We are sorry.
notice-both = { $child ->
        [none] { "" }
       *[other] { " " }({ $child } and { $parent })
    }
notice-family-asked = Entrant { $by } asks to stand with you, { $child } as child and { $parent } as parent, for the { $family_award_title }. Confirm only if you are a family; else refuse. { $by } learns nothing about you unless you confirm.{ $answer_at ->
        [chat] { "" }
        [page] { " " }You answer on your page.
        [desk] { " " }To answer, ask the check-in desk.
       *[other] { " " }You answer on your page: { $answer_at }
    }
notice-consent-recorded = Recorded for entrant { $consented }: a parent or guardian agrees that the name may be shown ({ $scopes }). If this was not you, tell the organizer, who takes it back.{ notice-contact-line }
notice-family-dissolved = The family unit of { $child } and { $parent } is dissolved: it is not ranked for the { $family_award_title }. What you play yourself stays as it is.{ $family_open ->
        [true] { " " }Until the final begins a new unit can be declared.
       *[false] { "" }
    }{ notice-contact-line }
notice-announcement = From the organizer: { $words }
notice-weather-suspend = { $proposal }: { notice-weather-lead }{ $codes } in force at the cutoff of { $day_label } or after it.{ notice-read-in-part }{ notice-weather-over } Proposed: suspend the whole day ({ $sessions }). Confirm or refuse.
notice-weather-suspend_remaining = { $proposal }: { notice-weather-lead }{ $each_begun }.{ notice-read-in-part }{ notice-weather-over } Proposed: suspend what is left of the day ({ $sessions }). Confirm or refuse.
notice-weather-began = { $warning } came into force on { $since }
notice-weather-over = { $doubt_label ->
        [none] { notice-weather-became }
       *[other] { " " }{ $doubt_label }; it counts until both say so.
    }
notice-weather-became = { $over_label ->
        [none] { "" }
       *[other] { " " }It was { $over_label }; by the rules it still stops play. To play on, refuse.
    }
notice-weather-lead = { $lead_label ->
        [none] { "" }
       *[other] In force now: { $lead_label }{ $ended_label ->
            [none] { "" }
           *[other] ; { $ended_label }
        }.{ " " }
    }
notice-weather-danger = { notice-weather-new } { notice-weather-word }
notice-weather-danger-for-referees = { notice-weather-new } { notice-weather-word-follows }
notice-weather-new = NEW DANGER: { $codes } came into force on { $since_label }{ notice-also-in-force }. { notice-weather-stands } { $came ->
        [rain] Nobody should leave the hall until it is over.
        [hurricane] Nobody should leave the hall until it is safe to go out.
       *[cyclone] Nobody should leave the hall unless it is safe.
    }
notice-weather-danger-over = { notice-weather-no-longer } { notice-weather-word }
notice-weather-danger-over-for-referees = { notice-weather-no-longer } { notice-weather-word-follows }
notice-weather-no-longer = NO LONGER IN FORCE: { $codes }, which ended on { $since_label }. { notice-weather-stands }{ $still_label ->
        [none] { "" }
       *[other] { " " }In force: { $still_label }.
    }
notice-weather-word-follows = Participants have no message about it yet: the organizer or the Chief Referee sends a further word, which you get, too.
notice-weather-stands = { $moved ->
        [true] People of { $sessions } were told to stay where they are.
       *[none] { $sessions } stand suspended.
    }
notice-weather-word = Participants have no message about it yet. Send a further word now{ $next_word_label ->
        [none] .
       *[other] { " " }(promised by { $next_word_label } at the latest).
    }
notice-weather-proceed = { $proposal }: nothing that stops play is in force on { $day_label }. Proposed: say that play goes ahead. Confirm or refuse.
notice-invitation = { $tournament_title }: { $invitation ->
        [none] messages about your sessions come to this e-mail address.
       *[other] get messages about your sessions on your phone, by Telegram. Open this link there, press Start, then “Yes, link”: { $invitation } It works once, within two weeks, and is yours alone. You need no Telegram: without it, messages come to this e-mail address.
    }{ notice-page-line }
notice-invitation-reminder = { $tournament_title } begins soon{ $invitation ->
        [none] . Messages come to this e-mail address. You are not written to about this again.
       *[other] , and you have no chat linked yet. Messages come to this e-mail address; to have them by Telegram on your phone, open this link there, press Start, then “Yes, link”: { $invitation } It works once, within two weeks, and is yours alone. You are not asked again.
    }{ notice-page-line }
notice-page-line = { $page ->
        [none] { "" }
       *[other] { " " }When and where you play, and your results, stand on a page of your own; keep this link: { $page }
    }
notice-retention-due = The tournament has been over since { $day_label }, and names, birth dates and contacts of its people are still kept. If nobody needs them any more, whoever runs the program forgets them with `tileledger forget { $tournament } --everyone`. Results and proof stand.
notice-personal-code = { $code } is your code { $purpose ->
    [withdraw] to give a place back
    [consent] to say where the name is shown
    [family] to answer who asks to be a family unit
    [contacts] to see what you gave at registration
    [export] to get all that is held on you
    [forget] to ask to be forgotten
   *[other] for your page
}. Type it on your page within ten minutes, and tell it to nobody. If you did not ask for it, tell the organizer: someone else has your link.
notice-post = { $words }
notice-weather-unknown = { $proposal }: it is not known which warnings are in force on { $day_label }; the Observatory gives no answer that can be read as a whole.{ notice-as-far-as-read } Look for yourself: { notice-observatory-page } Nothing has been announced.
notice-weather-escalated-suspend = { notice-weather-suspend } { notice-nobody-answered }
notice-weather-escalated-suspend_remaining = { notice-weather-suspend_remaining } { notice-nobody-answered }
notice-weather-escalated-proceed = { notice-weather-proceed } { notice-nobody-answered }
notice-weather-escalated-unknown = { notice-weather-unknown } { notice-nobody-answered }
notice-weather-decided = { $settled } for { $day_label } is decided: { $decision ->
        [suspend] the whole day is suspended
        [suspend_remaining] what is left of the day is suspended
        [proceed] play goes ahead
       *[refused] the proposal is refused, and nothing follows from it
    }. By { $role ->
        [organizer] the organizer
        [chief_referee] Chief Referee { $by }
       *[service] the program, as it was set to
    }. Nothing more to answer.
notice-observatory-silent = The Observatory has given no answer that can be read as a whole since { $since_label }.{ $codes ->
        [none] { "" }
       *[other] { " " }{ $doubt_label ->
            [none] In force as far as read: { $codes }.
           *[other] Not certain: { $codes }. { $doubt_label }.
        }
    } The watch goes on. Look for yourself: { notice-observatory-page }

## Parts of notices

notice-as-far-as-read = { $still_label ->
        [none] { "" }
       *[other] { " " }In force as far as read: { $still_label }.
    }
notice-not-translated = { $words } (not translated)
notice-planned = { $replaced_label ->
        [none] { $planned_label ->
            [none] { "" }
           *[other] { " " }(planned for { $planned_label })
        }
       *[other] { " " }(instead of { $replaced_label }{ $planned_label ->
            [none] )
           *[other] ; planned for { $planned_label })
        }
    }
notice-left = { $left_label ->
        [none] { "" }
       *[other] , instead of { $left_label }
    }
notice-since = { $since_label ->
        [none] { "" }
       *[other] { $until_label ->
            [none] { " " }in force since { $since_label }
           *[other] , in force from { $since_label } to { $until_label }
        }
    }{ notice-also-in-force }
notice-also-in-force = { $also_label ->
        [none] { "" }
       *[other] { " " }(now also in force: { $also_label })
    }
notice-next-word = { $next_word_label ->
        [none] We tell you the new date as soon as it is set.
       *[other] You hear from us again by { $next_word_label } at the latest, and of the new date as soon as it is set.
    }
notice-short-grounds = { $danger ->
        [other] { "" }
        [cyclone] { " " }(signal 8)
        [hurricane] { " " }(signal 9 or 10)
       *[rain] { " " }(black rain)
    }
notice-held = { $held ->
        [none] { "" }
        [at_home_rain] Stay indoors until the warning is over.{ " " }
        [at_home_cyclone] Stay at home until it is safe to travel.{ " " }
        [at_home_hurricane] Stay indoors: do not go out until it is safe.{ " " }
        [on_the_way_rain] Stay indoors until the warning is over.{ " " }
        [on_the_way_cyclone] Go home while it is safe; if it is not, stay indoors until it is.{ " " }
        [on_the_way_hurricane] Stay indoors: do not go out until it is safe.{ " " }
        [inside_rain] Stay in the hall until we tell you that you may leave.{ notice-fetched }{ " " }
        [inside_cyclone] You may stay in the hall until it is safe to travel.{ notice-fetched }{ " " }
        [inside_hurricane] Stay in the hall: do not go out until it is safe.{ notice-fetched }{ " " }
        [child] { notice-child-in-hall } { notice-fetching }{ " " }
       *[inside_other] { $fetched ->
            [false] { "" }
           *[true] Children leave only with whoever fetches them.{ " " }
        }
    }
notice-held-officials = { $held_in_hall ->
        [none] { "" }
        [cyclone] Whoever is in the hall may stay until it is safe to travel.{ " " }
        [hurricane] Whoever is in the hall stays there until it is safe to go out.{ " " }
       *[rain] Whoever is in the hall stays there until a further word says that they may leave.{ " " }
    }
notice-read-out-hall = { $stopped ->
        [true] Play is stopped.{ " " }
       *[false] { "" }
    }{ $danger ->
        [rain] Stay in the hall: do not leave it until we say that the warning is over.
        [cyclone] Go home as soon as it is safe to travel; until then you may stay in the hall.
        [hurricane] Stay in the hall: do not go out until we say that it is safe.
       *[other] Please stay where you are until staff tell you what to do.
    } Children leave only with whoever fetches them.
notice-what-to-do = { $to_do ->
        [at_home_rain] Please do not come. Stay indoors until the warning is over.
        [at_home_cyclone] Please do not come. Stay at home.
        [at_home_hurricane] Please do not come. Stay indoors: do not go out until it is safe.
        [on_the_way_rain] Please do not travel on: take shelter indoors at once and stay there until the warning is over. Whoever is near the hall may wait in it.
        [on_the_way_cyclone] Please turn back and go home while it is safe; if it is not, take shelter indoors. Whoever is near the hall may wait in it.
        [on_the_way_hurricane] Please do not travel on: take shelter indoors at once and stay there until it is safe to go out. Whoever is near the hall may wait in it.
        [on_the_way_other] Please turn back; if you are at the hall, staff tell you what to do.
        [inside_rain] Stay in the hall: do not leave it until the warning is over.{ notice-fetched }
        [inside_cyclone] Go home as soon as it is safe to travel; until then you may stay in the hall.{ notice-fetched }
        [inside_hurricane] Stay in the hall: do not go out until it is safe.{ notice-fetched }
        [inside_other] Staff in the hall tell you what to do.{ notice-fetched }
        [child] { notice-child-in-hall } { notice-fetching }
        [online_rain] Begin no game, and stop those that are on.
        [online_cyclone] Begin no game, and stop those that are on.
        [online_hurricane] Begin no game, and stop those that are on.
        [online_other] Begin no game, and stop those that are on.
       *[at_home_other] Please do not come.
    }
notice-child-in-hall = { $children ->
        [none] Your child is in the hall and is looked after.
       *[other] { $children }, your { $many_children ->
            [true] children, are in the hall and are looked after.
           *[false] child, is in the hall and is looked after.
        }
    }
notice-fetched = { $fetched ->
        [false] { "" }
       *[true] { " " }Children leave only with whoever fetches them.
    }
notice-fetching = { $danger ->
        [rain] Stay indoors where you are; fetch your child when the warning is over. If you are at the hall, come in and wait there.
        [hurricane] Stay indoors where you are; fetch your child when it is safe to go out. If you are at the hall, come in and wait there.
        [cyclone] Fetch your child as soon as you can do so safely; your child stays in the hall until you come.
       *[other] Please fetch your child; your child stays in the hall until you come.
    }
notice-observatory-page = https://www.hko.gov.hk/en/
notice-read-in-part = { $read ->
        [none] { "" }
       *[other] { " " }This is read; the rest of the Observatory's answers is not ({ $whole_label ->
            [none] never read as a whole
           *[other] last read as a whole { $whole_label }
        }). Look for yourself: { notice-observatory-page }
    }
notice-nobody-answered = Nobody has answered since { $since_label }. { $opens_at ->
        [none] Check-in has opened: decide at once. After { $ends_at } it helps no more.
       *[other] A decision helps most before { $opens_at }, when check-in opens, and not after { $ends_at }.
    }

notice-venue-line = { $address ->
        [none] { notice-place-line }
       *[other] Place: { $venue }, { $address }.
    }
notice-place-line = { $venue ->
        [none] The organizer announces the place.
       *[other] Place: { $venue }.
    }
notice-travel-line = { $travel ->
        [none] { "" }
       *[other] { " " }{ $travel }.
    }
notice-hours-line = { $suspended ->
        [true] { " " }It is SUSPENDED at present: please do not come; the new date follows.
       *[other] { notice-hours }
    }
notice-hours = { $start ->
        [none] { "" }
       *[other] { " " }{ $registration ->
            [none] Be seated by { $seating }, play starts { $start }.
           *[other] Check-in opens { $registration }; be seated by { $seating }, play starts { $start }.
        }
    }
notice-all-results = { $link ->
        [none] { "" }
       *[other] { " " }All: { $link }
    }
notice-keep-free = { $final_days ->
        [none] Your session follows.
       *[other] Your session follows; keep { $final_days } free.
    }
notice-counts-on = { $carries ->
        [true] What you have reached counts on.
       *[other] Results start fresh.
    }
notice-ruling-of = { $ruled_place ->
        [none] Ruling { $ruling } on { $dispute }
       *[other] Ruling { $ruling } on { $dispute } ({ $ruled_place }{ notice-ruled-game })
    }
notice-ruled-game = { $ruled_game ->
        [none] { "" }
       *[other] , game { $ruled_game }
    }
notice-ruled-place = table { $table }, { $session_label }
notice-reason = { $reason ->
        [none] { "" }
       *[other] { " " }The reason: “{ $reason }”.
    }
notice-read-out-superseded = Ruling { $ruling } no longer stands.
notice-replaced-ruling = Ruling { $ruling } no longer stands: { $by } has taken its place.
notice-replaced-figures = The figures of game { $game } were changed again since.
notice-replaced-word = What you read out no longer holds.
notice-read-out-taken-back = { $entrant }: { $effect } is taken back.
notice-read-out-charged = { $entrant } is charged: { $charge }.
notice-read-out-game = Game { $game }{ $place ->
        [none] { "" }
       *[other] { " " }({ $place })
    } now: { $figures }.
notice-read-out-voided = Game { $game } is void.
notice-read-out-figures = { $seat } { $score }{ $outcome ->
        [won] { " " }(won)
        [drawn] { " " }(drawn)
       *[lost] { "" }
    }
notice-read-out-warned = { $entrant } gets a verbal warning, number { $number } of { $most }.
notice-read-out-disqualified = { $entrant } is disqualified in the { $stage }.
notice-read-out-stands = The results stand.
notice-read-out-entrant = { $seat ->
        [none] Entrant { $entrant }
       *[other] Seat { $seat } ({ $entrant })
    }
notice-ruling-changed = { $before ->
        [none] Game { $game }: { $after }.
       *[other] Game { $game }: { $after } instead of { $before }.
    }
notice-ruling-restored = Game { $game } stands as before ruling { $ruling }: { $figures }.
notice-game-figures = { $outcome ->
        [won] { $score } ({ notice-tiles }, won)
        [drawn] { $score } ({ notice-tiles }, drawn)
       *[lost] { $score } ({ notice-tiles })
    }
notice-tiles = { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    }
notice-ruling-voided = Game { $game } is void and counts as nothing for anyone.
notice-ruling-replayed = Game { $game } is played again.{ $over ->
        [true] { " " }The session is over: an official says when and where.
       *[false] { "" }
    }
notice-ruling-replayed-since = Game { $game } was played again since.
notice-ruling-replayed-without = Game { $game } is played again without you.
notice-ruling-later = For game { $game } ruling { $ruling } counts.
notice-next-suspended = Play is suspended at present{ notice-short-grounds }: { notice-what-to-do } You are told when it goes on.
notice-next-session = Next: { $session }.
notice-ruling-no-result = Game { $game } has no result any more.
notice-ruling-opened = Game { $game } has no result and is to be played.{ $over ->
        [true] { " " }The session is over: an official says when and where.
       *[false] { "" }
    }
notice-ruling-to-be-played = Game { $game }{ $place ->
        [none] { "" }
       *[other] { " " }({ $place })
    } is to be played: that it was forfeited is taken back.{ $over ->
        [true] { " " }The session is over: an official says when and where.
       *[false] { "" }
    }
notice-ruling-charged = You are charged: { $charge }.
notice-ruling-warned = You get a verbal warning, number { $number } of { $most }.
notice-ruling-disqualified = You are disqualified: you do not play on in the { $stage } and are not ranked there.
notice-ruling-reinstated = Your disqualification in the { $stage } is taken back.
notice-ruling-was-to-be-played = Game { $game } was to be played again.
notice-ruling-back = You are back in the { $stage }, and your results count.
notice-ruling-games-told = How games between you that were not played stand is told in another message.
notice-ruling-nothing-changes = Nothing changes for you.
notice-ruling-supersedes = It takes the place of ruling { $ruling }{ $count ->
        [one] , which no longer stands.
       *[other] { " " }and of those before it, which no longer stand.
    }
notice-signing = { $sign_again ->
        [none] { "" }
       *[other] { " " }{ $sign_again }
    }
notice-sign-again = { $again ->
        [true] Your signature is void.
       *[false] Your signature is missing.
    } Please sign { $place ->
        [none] { "" }
       *[other] for { $place }{ " " }
    }{ $again ->
        [true] again{ " " }
       *[false] { "" }
    }{ notice-sign-when }.
notice-signers = { $count ->
        [1] Signs
       *[other] Sign
    } { $again ->
        [true] again{ " " }
       *[false] { "" }
    }{ notice-sign-when }: { $who }.
notice-sign-when = { $ready ->
        [true] { notice-sign-where }, { notice-sign-before }
       *[false] once nothing else is open on the score sheet
    }
notice-sign-where = { $at_table ->
        [true] with the referee at the table
       *[false] with an official{ $venue ->
            [none] { "" }
           *[other] { " " }at { $venue }
        }
    } (on paper or their device)
notice-sign-before = { $before ->
        [table] before leaving the table
        [moment] by { $until } at the latest
        [day] before the results come out on { $until }
        [corrected] before the corrected results come out
       *[results] before the results come out
    }
notice-day-follows = day to be announced
notice-sessions-of-day = { $day ->
        [none] { $begun ->
            [true] { $sessions }
           *[false] { notice-day-follows }, { $sessions }
        }
       *[other] { $day }, { $sessions }
    }
notice-sessions-numbered = { $count ->
        [one] session { $numbers }
       *[other] sessions { $numbers }
    }
notice-called-by-official = an official
notice-called-by-referee = the referee ({ $referee })
notice-table-line = Your seat: table { $table }, seat { $seat }.
notice-figures = { $won ->
        [one] 1 game
       *[other] { $won } games
    } won{ $drawn ->
        [0] { "" }
       *[other] , { $drawn } drawn
    }, score { $score }, { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    } left
notice-instead-of-place = { $was ->
        [none] { "" }
       *[other] { " " }instead of place { $was }
    }
notice-own-place = You: place { $place }{ notice-instead-of-place } ({ $figures }).{ $goes_on ->
        [goes_on] { " " }You go on to the { $following }.
        [reserve] { " " }You are a reserve for the { $following }.
        [stays] { " " }You do not go on to the { $following }.
        [open] { " " }Whoever goes on to the { $following } is told separately.
       *[other] { "" }
    }
notice-not-ranked = You are not ranked{ $was ->
        [none] { "" }
       *[other] { " " }any more, instead of place { $was }
    }.
notice-round-table = table { $table }, seat { $seat }, with { $others }.
notice-round-bye = you have a bye.
notice-round-unpaired = you have no opponent and sit out. You have had your bye; this brings no points.
notice-round-not-drawn = you are not drawn.
notice-days = { $count ->
        [one] { $last }
       *[other] { $first } and { $last }
    }
notice-session-follows = Your session follows.
notice-play-hours = { $end ->
        [none] play from { $start }
       *[other] play { $start } to { $end }
    }
notice-session-and-seating = { $seating ->
        [none] { $session_label }.
       *[other] { $session_label }; be seated by { $seating }.
    }
notice-grounds-black-rainstorm = a black rainstorm warning
notice-grounds-signal-8-or-above = tropical cyclone signal No. 8 or above
notice-grounds-and-now = { $over ->
        [true] { $danger }, and before that { $grounds }
       *[false] { $grounds }, and now { $danger }
    }
notice-grounds-other = circumstances beyond our control
notice-for = { $names }:
notice-for-each = { $name }: { $body }
notice-guardian-of = For the parent or guardian of { $name } (under 18, so this comes to you)
notice-reference = Notice { $reference }
notice-reference-replacing = Notice { $reference }, replaces notice { $replaces }
notice-reference-of = { $foot } · { $title }

## Subjects of e-mail

subject-suspended = { $to_do ->
        [child] { subject-child-in-hall }
       *[other] { subject-off }
    }
subject-suspended-officials = { subject-off }
subject-suspended-hall = Read out now: play on { $short_day } is off
subject-further-word-read-out = Please read out in the hall
subject-suspended-waiting = { subject-off }
subject-suspended-unplaced = { subject-off }
subject-suspended-out = { subject-off }
subject-suspended-reserves = { subject-off }
subject-child-in-hall = Play is off; your child is in the hall
subject-session-voided = { $to_do ->
        [child] { subject-child-in-hall }
       *[other] Play on { $short_day } is stopped: { $short_grounds }
    }
subject-further-word = Still off: play on { $short_day }
subject-further-word-hall = { $freed ->
        [away] News of play on { $short_day }
       *[other] News for those in the hall
    }
subject-further-word-out = News for those in the hall
subject-still-off = { $moved ->
        [true] News of play on { $short_day }
       *[none] Still off: play on { $short_day }
    }
subject-further-word-officials = { subject-still-off }
subject-further-word-waiting = { subject-still-off }
subject-further-word-unplaced = { subject-still-off }
subject-further-word-reserves = { subject-still-off }
subject-word-due = A word about the suspension is due
subject-goes-ahead = { subject-lifted }Play on { $short_day } { notice-goes }
subject-goes-ahead-officials = { subject-lifted }Play on { $short_day } { notice-goes }
subject-goes-ahead-waiting = { subject-lifted }Play on { $short_day } { notice-goes }
subject-goes-ahead-unplaced = { subject-lifted }Play on { $short_day } { notice-goes }
subject-goes-ahead-reserves = { subject-lifted }Play on { $short_day } { notice-goes }
subject-lifted = { $lifted ->
        [false] { "" }
       *[true] { "Suspension lifted: " }
    }
subject-rescheduled = New date: { $short_day }
subject-rescheduled-officials = New date: { $short_day }
subject-rescheduled-waiting = New date: { $short_day }
subject-rescheduled-unplaced = New date: { $short_day }
subject-rescheduled-reserves = New date: { $short_day }
subject-plan-changed = Changed: time or place, { $short_day }
subject-plan-changed-for-referees = Changed: time or place of sessions
subject-parent-called = Please come to the hall at once
subject-parent-called-for-referee = Parent called: please tell table { $at_table }
subject-parent-answered = { $by_child ->
        [true] An answer to your call for a parent
       *[false] A parent is on the way
    }
subject-parent-wrote = Written after your call for a parent
subject-child-seen-to = Somebody is with the child
subject-parent-heard = An answer to your call for a parent
subject-parent-not-reached = No parent reached: please ring up
subject-parent-not-reached-for-referee = No parent reached: see to the child
subject-weather-watch = Weather: play on { $short_day } may be off
subject-weather-suspend = Please decide: suspend { $short_day }?
subject-weather-suspend_remaining = Please decide: suspend the rest of { $short_day }?
subject-weather-proceed = Please decide: does { $short_day } go ahead?
subject-weather-unknown = Please decide: weather of { $short_day } not known
subject-weather-escalated-suspend = Nobody answered: suspend { $short_day }?
subject-weather-escalated-suspend_remaining = Nobody answered: suspend the rest of { $short_day }?
subject-weather-escalated-proceed = Nobody answered: does { $short_day } go ahead?
subject-weather-escalated-unknown = Nobody answered: weather of { $short_day } not known
subject-weather-danger = { $moved ->
        [true] New danger for people in the hall
       *[none] New danger while play is suspended
    }
subject-weather-danger-for-referees = { subject-weather-danger }
subject-weather-danger-over-for-referees = { subject-weather-danger-over }
subject-weather-danger-over = { $moved ->
        [true] A danger is over for people in the hall
       *[none] A danger is over while play is suspended
    }
subject-weather-decided = Decided about { $short_day }
subject-observatory-silent = The Observatory cannot be read as a whole
subject-registration-received = You have a place: { $short_day }
subject-place-from-waiting-list = A place is yours: { $short_day }
subject-registration-on-waiting-list = You are on the waiting list: { $short_day }
subject-registration-cancelled = Your registration is cancelled
subject-stage-left = You do not play in this stage any more
subject-invitation = { $invitation ->
        [none] Your page: when and where you play
       *[other] Messages about your sessions on your phone
    }
subject-invitation-reminder = { $invitation ->
        [none] Once more: your page
       *[other] Once more: messages on your phone
    }
subject-question = Entrant { $entrant } writes
subject-urgent-after-call = Urgent: written after the call for a parent of { $child }
subject-urgent-question = Urgent: entrant { $entrant } writes
subject-session-wished = Entrant { $entrant } asks for another session
subject-answer = An answer from the organizer
subject-session-changed = Your session is now on { $short_day }
subject-seat-changed = Your seat has changed: { $short_day }
subject-seat-lost = Your seat no longer holds: { $short_day }
subject-reminder-day-before = Tomorrow you play: { $short_day }
subject-reminder-morning = Today you play: { $short_day }
subject-reminder-opening = { $registration ->
        [none] Be seated by { $seating }
       *[other] Check-in opens at { $registration }
    }
subject-timer-guide = Please read the timer guide before you play
subject-disputed-game-corrected = A game under dispute was corrected: { $disputes_open }
subject-dispute-raised = Dispute { $dispute } is raised
subject-chief-called = Table { $table } calls the Chief Referee
subject-chief-coming = The Chief Referee is on the way to table { $table }
subject-organizer-coming = The organizer is on the way to table { $table }
subject-ruling = Ruling { $ruling } was made
subject-ruling-for-referee = Ruling { $ruling }: please tell the table
subject-ruling-for-official = Ruling { $ruling } was made
subject-figures-corrected = Your figures were corrected
subject-corrected-read-out = Please tell the table what was corrected
subject-corrected-for-official = A score sheet was corrected
subject-conduct-read-out = Please tell entrant { $entrant } now
subject-conduct-for-official = Conduct of entrant { $entrant }
subject-dispute-moot = Dispute { $dispute } has ended
subject-dispute-withdrawn = Dispute { $dispute } was withdrawn
subject-warned = You were given a verbal warning
subject-disqualified = You are disqualified
subject-forfeit-undone = A forfeit no longer stands
subject-forfeit-undone-read-out = Please tell the table: no forfeit stands
subject-unplayed-games = Your games with entrant { $opponent }
subject-games-due = Games that were not played
subject-forfeit-read-out = Please tell the table what is forfeited
subject-reinstated = You are back in the { $stage_label }
subject-session-results-open = Your results of { $short_day }
subject-session-results = Your result of { $short_day }
subject-round-drawn = Round { $round }: where you sit
subject-round-changed = Round { $round } has changed: where you sit
subject-results-published = The results are out
subject-correction-published = The published results were corrected
subject-qualified = Congratulations, you go on
subject-reserve = You are a reserve
subject-not-qualified = About the { $entered_label }
subject-cut-open-again = Who goes on is decided again
subject-cut-open-again-placed = Who goes on is decided again
subject-reserve-over = No longer a reserve
subject-waiting-over = No place came free: { $short_day }
subject-moved-up = You have moved up
subject-moved-up-seat = You have moved up
subject-final-seat = When you play: { $short_day }
subject-announcement-read-out = Please read out at the tables
subject-announcement = From the organizer
subject-awards = Congratulations: { $award_title }
subject-family-award = Congratulations: { $family_award_title }
subject-consent-recorded = A consent was recorded for your child
subject-case-raised = Dispute { $dispute } was raised for you
subject-case-raised-by-self = Dispute { $dispute } was raised in your name
subject-case-withdrawn-by-self = { subject-case-withdrawn }
subject-case-withdrawn = Dispute { $dispute } was withdrawn
subject-question-raised = Written to the organizer for you
subject-family-dissolved = Your family unit is dissolved
subject-awards-corrected = Corrected awards: { $award_title }
subject-awards-taken-back = Corrected awards: please read
subject-family-award-corrected = Corrected awards: { $family_award_title }
subject-family-award-taken-back = Corrected awards: please read
subject-family-asked = Are you a family? Please answer
subject-retention-due = Personal data are still kept
subject-personal-code = Your code
subject-post = News for everyone
subject-off = Play on { $short_day } is off: { $short_grounds }
subject-grounds-black-rainstorm = black rainstorm
subject-grounds-signal-8-or-above = signal 8 or above
subject-grounds-other = see below
subject-alert = Sending messages needs your word ({ $code })
subject-of-tournament = { $what } – { $title }

## Parts of refusals

part-of-place = of { $place }
part-role-of = { $role } { $of }
part-as-written = { $text }
part-csv-cells-of-line = a line has more than { $most } cells
part-case-link-days = a link to a case file holds for one of { $days } days
part-curves-of-answer = one answer has curves of { $most } at most, entrants and family units together
part-csv-rows-of-file = the file has more than { $most } rows
part-csv-columns = { $kind }: { $names }
part-csv-no-name = (no name)
part-csv-optional = { $name } (optional)
part-clock-left-of = { $left } ms are left, of { $seconds } s
part-clock-overstepped = time ran out { $times ->
        [one] 1 time
       *[other] { $times } times
    }
part-clock-not-forfeited = time ran out, and the seat did not forfeit
part-clock-out-and-left = time ran out, and { $left } ms are left
part-clock-tiles-due = { $due ->
        [one] 1 tile is
       *[other] { $due } tiles are
    } due, and the rules say { $stated }
part-score-nobody-at-0 = when anyone wins points, nobody is left with 0
part-score-lost-whole = points lost are whole, only a shared pot has fractions
part-score-at-most = { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    } and a charge come to { $most } at most
part-sessions-of-stage = { $sessions } ({ $stage })
part-at = { $where }: { $said }
part-refused = { $problem }
part-refused-did-you-mean = { $problem } Did you mean { $near }?
part-known-nothing = nothing
part-known = known: { $known }
part-did-you-mean = did you mean { $near }? Known: { $known }
part-misfit-at-least = it must be { $wanted }, at least { $bound }
part-misfit-at-most = it must be { $wanted }, at most { $bound }
part-newer-revision = { $at }, newer than { $latest }
part-misfit-other = it is not of the shape asked for
part-misfit-in-field = { $field }: { $what }
part-misfit-value-does-not-fit = a value does not fit
part-misfit-missing = the field { $name } is missing; add it
part-misfit-missing-one-of = the field { $name } is missing; it is one of { $known }
part-misfit-unknown = there is no field { $name }; known are { $known }
part-misfit-no-fields = there is no field { $name }; none is taken
part-misfit-cannot-be = it cannot be { $given }
part-misfit-cannot-be-one-of = it cannot be { $given }; it is one of { $known }
part-secret-vault-needs = the vault needs
part-secret-log-needs = personal data in the log needs
part-setting-meant = Is { $name } meant?
part-bound-characters = has more than { $most } characters
part-bound-control-character = has a line break or a control character
part-bound-direction-mark = has an invisible mark that turns the direction of writing ({ $mark }); it comes along with copied text
part-bound-digits = has more than { $most } digits
part-bound-items = has more than { $most } items
part-bound-entries = has more than { $most } entries
part-bound-language = is no language that messages are written in; take one of { $known }
part-bound-of-it = it { $said }
part-bound-of = { $field } { $said }
part-there-is-no-stage = there is no stage { $stage }; { $hint }
part-there-is-no-category = there is no category { $category }; { $hint }
part-no-earlier-stage = { $stage } is not an earlier stage; put it before this one, or name another ({ $hint })
part-no-time-zone = there is no time zone { $zone }; write it as in "Asia/Hong_Kong"
part-no-time-zone-meant = there is no time zone { $zone }; did you mean { $near }?
part-word-unknown = { $word } is unknown; { $hint }
part-word-unknown-or = { $word } is unknown; { $hint }; or { $example }
part-shaping-of-whole-tournament = it belongs to the whole tournament: move it above the first [[stage]]
part-shaping-unknown-here = is unknown here; { $hint }
part-shaping-shorten = { $said }; shorten it
part-shaping-missing-one-of = is missing; write one of these: { $known }
part-shaping-write-as = write it as in { $example }
part-shaping-missing = is missing; { $way }
part-no-such-format = this is no { $format }: { $said }
part-form-like = { $form } like { $example }
part-form-expected = must be { $forms }, not { $given }
part-not-toml-wide-sign = { $sign } is a wide sign; write { $plain } instead
part-not-toml-write-time-quotes-09 = write a time in quotes, as in "09:00"
part-not-toml-write-day-with-two = write a day with two digits each, as in 2027-03-06
part-not-toml-write-text-quotes-draw = write a text in quotes, as in draw = "lot"
part-not-toml-field-stands-twice-leave = the field stands twice; leave one of them out
part-not-toml-table-stands-twice-leave = the table stands twice; leave one of them out
part-not-toml-stands-something-else-already = it stands as something else already; give it one form
part-not-toml-quote-not-closed-line = a quote is not closed on this line; close it
part-not-toml-quote-not-closed-close = a quote is not closed; close it
part-not-toml-list-not-closed-add = a list is not closed; add ]
part-not-toml-table-not-closed-add = a table is not closed; add { "}" }
part-not-toml-heading-not-closed-write = a heading is not closed; write it as in [[stage]]
part-not-toml-write-field-games-3 = write a field as in games = 3
part-not-toml-there-more-line-than = there is more on this line than a value; take it out
part-not-toml-there-no-such-day = there is no such day or time; correct it
part-not-toml-write-value-after-sign = write a value after the sign =, as in games = 3
part-not-toml-write-backslash-text = write \\ for a backslash in a text
part-shaping-way-enter = write enter = { "{" } from = "ID OF AN EARLIER STAGE", places = 8 { "}" }, or enter = "registration"
part-shaping-way-stage = write at least one [[stage]]
part-shaping-way-sessions = write at least one, as in sessions = [ { "{" } id = "1", day = 2027-03-06, start = "14:00" { "}" } ]
part-shaping-way-zone = write it as in zone = "Asia/Hong_Kong"
part-shaping-way-ruleset = write it as in ruleset = "hk-2026"; `tileledger rules list` shows them
part-form-text = a text
part-form-table = a table
part-form-whole-number = a whole number
part-form-true-false = true or false
part-form-day = a day
part-form-time = a time
part-form-list = a list
part-form-nothing = nothing
part-audience-role = { $role }
part-audience-waiting = those who wait for a place
part-audience-qualified = those who go on ({ $of })
part-audience-reserves = the reserves ({ $of })
part-audience-staying = those who do not go on ({ $of })
part-audience-dropped = those who do not go on any more ({ $of })
part-audience-hopeful = those who went on or were reserves ({ $of })
part-audience-finalists = the finalists
part-audience-entrant = entrant { $of }
part-another-entrant = another entrant
part-audience-session = the entrants of { $of }
part-audience-sessions = the entrants of { $of }
part-audience-sheet = those at { $of }
part-audience-ranked = those at { $of } who are ranked
part-audience-played = those who played in { $of }
part-audience-out = those in the hall who are out of { $of }
part-audience-inside = those in the hall of { $of }
part-audience-families = those in { $of }, and the parents of children in the hall
part-audience-called = entrant { $of } and the parents
part-audience-guide = those of { $of } who have not had the timer guide
part-audience-guardians = the parents of children in the hall of { $of }
part-audience-stage = the entrants of a stage ({ $of })
part-audience-category = those in the category { $of }
part-audience-unit = the family unit { $of }
part-audience-team = the team { $of }
part-audience-changed = those whose published results changed ({ $of })
part-audience-everyone = everyone
part-audience-unplaced = those without a session ({ $of })
part-audience-officials = the officials of { $of }
part-audience-referees = all referees
part-audience-referee = referee { $of }
part-audience-public = the public channel
part-audience-several = { $of }
part-points-more = and { $count } more
part-is = is { $status }
part-session-is = { $session } is { $status }
part-in-session-that-is = in a session that is { $status }
part-sheet-open = the sheet of { $sheet }: { $points }
part-nothing-played = nothing was played
part-lacks-results = still lacks results: { $count ->
        [one] table { $tables }
       *[other] tables { $tables }
    }
part-game-awaits-ruling = game { $game } awaits a ruling
part-game-not-recorded = game { $game } is not recorded
part-table-not-closed = the table is not closed
part-target-not-reached = the target is not reached
part-dispute-open = dispute { $dispute } is open
part-second-sheet-differs = a second sheet differs
part-not-signed = { $entrant } has not signed
part-text-needed = a { $what } is needed
part-label-printable = the { $what } holds a character that cannot be shown, or a blank at an end; take it out
part-unit-not-asked = It may have been answered or withdrawn since; until the final begins it can be proposed anew.
part-sessions-there = There are: { $sessions }.
part-tables-of-session = { $most ->
        [none] Tables are numbered from 1.
        [one] There is only table 1 in { $session }.
       *[other] There are the tables 1 to { $most } in { $session }.
    }
part-games-of-session = { $most ->
        [one] A table in { $session } plays only game 1.
       *[other] A table in { $session } plays the games 1 to { $most }.
    }
part-seats-of-session = A table in { $session } has the seats { $seats }.
part-games-of-sheet = { $count ->
        [one] The sheet has one game.
       *[other] The sheet has the games 1 to { $count }.
    }
part-game-of-sheet = { $sheet } game { $game }
part-session-of-day = { $id } on { $day }
part-audience-or-session = an announcement goes to one of these: an audience, a session, a stage, a category, a team
part-turn-or-rack = evidence is a turn or a rack: give one of them
part-target-only = a table has its own target only where the stage plays to one
part-did-not-play = entrant { $entrant } did not play game { $game }
part-ruling-cites = a ruling cites a rule and names an effect, `none` included
part-tables-not-named = tables are named only where the stage says so, and in this one { $draw }
part-exchange-two = exchanging seats needs two entrants
part-not-said-which = it does not say which { $what }
part-number-in-line = { $entrant } (line { $line } of this file has it already: remove one of the two, or give it another)
part-number-the-same = { $given } (the same number as { $known })
part-name-needed = an entrant needs a name, English or Chinese
part-guardian-needs-letters = a name has letters; write the name of the parent or guardian
part-guardian-needs-by = a guardian is named only where by is guardian; leave one of them out
part-nothing-to-amend = nothing to amend was given
part-unit-two = a family unit is two entrants
part-another-stage = entrant { $entrant } plays in the { $stage }, and that session is of another stage
part-hour-unread = write an hour such as 9:40, or a day and an hour such as 2026-03-28 9:40
part-day-unread = write a day such as 2026-04-08, 8/4, Saturday or tomorrow
moment-said-now = now
day-said-yesterday = yesterday
day-said-today = today
day-said-tomorrow = tomorrow
day-said-after-tomorrow = the day after tomorrow, day after tomorrow
part-words-too-long = { $count } characters; there is room for { $most }
part-words-for-other-grounds = words of one's own are for other grounds; for a warning the text is ready
part-begun-before-suspension = what { $session } had begun before it was suspended (check-in, seats or play), which the suspension voided,
part-new-date-instead-of-lifting = Give it a new date instead, which may be the same day; everyone then checks in anew. Hours that are past are changed in the plan after that.
part-time-needs-zone = a time needs a zone, as in 2026-03-28T09:20:00+08:00
part-year-out-of-range = the year { $year } is not between { $first } and { $last }; check it
part-log-ends = the log ends at seq { $seq }
part-seq-from-1 = there is no seq { $seq }; they count from 1
part-other-rules = the rules given as { $ruleset } are others than those of that id
part-occurred-needs-zone = occurred_at needs a zone, as in 2026-04-07T12:20+08:00
part-seal-one-of = give either a tournament, or --public-key, or --new-key
part-confirm-with-everyone = --confirm goes with --everyone
part-reason-one-of = --reason takes one of { $known }
part-fetched-at-with-now = --fetched-at says how fresh the warnings are at --now; give both
part-fetched-after-now = --fetched-at lies after --now
part-not-a-time = { $option } is { $given }; write a time as 2026-03-28T09:20:00+08:00
part-not-a-date = { $option } is { $given }; write a date as 2026-03-28
part-takes-tournament = `{ $what }` takes a tournament's id
part-only-these-take-tournament = only `requeue`, `mute`, `release` and `drop` take a tournament's id after them
part-recipient-of-email = it is organizer:organizer or referee:R01; an entrant's is changed by amend-details
part-which-address = which address? Give it after the recipient
part-seqs-follow-without = seqs to leave out follow --without
part-not-seq-file = { $given } is not SEQ=FILE, as in 812=ruling.json
part-entrant-or-session = give --entrant or --session, not both
part-key-or-no-seals = give either --public-key or --no-seals
part-file-or-sqlite = give either FILE.jsonl or --sqlite FILE
part-only-with-sqlite = { $option } goes with --sqlite FILE only
part-channel-named = a channel is named like @my_channel, or by a number like -1001234567890
part-announcement-too-long = { $given } characters; an announcement has { $most }
part-session-status = { $session } is { $status }

part-rights-entrant = the entrant
part-rights-here = here
part-rights-participant = participant
part-rights-referee = referee
part-rights-chief-referee = Chief Referee
part-rights-organizer = organizer
part-rights-display = display
part-rights-service = service
part-rights-except-at-table-where-they = (only at the table where they sit)
part-rights-except-at-tables-they-supervise = (only at tables that they supervise)
part-rights-referee-of-table = the referee of the table, { $referee }
part-tokens-roles = the roles are { $known }
part-sign-in-roles = there are pages for organizer, chief_referee and referee
part-office-not-held = { $subject ->
        [none] nobody in { $tournament } is { $role } and nothing more; name somebody with --subject, or appoint them first
       *[other] { $subject } is not { $role } in { $tournament } now
    }
part-tokens-subject-id-letters-digits-dot = a subject is an id of letters, digits, dot, dash and underscore, at most 64
part-tokens-would-have-expired-already = it would have expired already
part-tokens-would-hold-more-than-days = it would hold for more than { $days } days
part-csv-empty = empty
part-csv-separator-said = the line sep={ $separator } above it says that cells are separated by { $separator }, and there is none in it; correct that line or remove it
part-csv-unknown = unknown
part-csv-missing = missing
part-csv-there-twice = there twice
part-csv-no-encoding-known-here = no encoding known here
part-csv-binary-utf-16-without-mark = binary, or UTF-16 without a mark
part-csv-file-empty = the file is empty
part-csv-cell-more-than-characters = a cell has more than { $most } characters
part-disk-there-no-such-file = there is no such file
part-no-day = { $text } is no day such as 2026-03-28
part-no-moved-demo = { $tournament } is no demo that was moved to now
part-rules-not-those-given = it is played under { $played }, and the rules given are { $given }
part-seal-file-holds-else = the file holds something else
part-seal-file-not-read = { $file ->
        [none] { $error } when reading it as a file
       *[other] { $file }: { $error } when reading it
    }
part-seal-file-not-made = { $file }: { $error } when making it
part-secret-not-plain = it is not plain text
part-secret-too-short = it holds { $characters } characters, not { $least } or more
part-not-http = it is not HTTP/1.1 that can be read in one way only: a line that is not as it should be, no Host or two, two lengths, or a change of the protocol with a body
part-no-database-address = it is not a database address
part-options-behind-pooler = behind `pgbouncer` the `options` of the address hold for no read ({ $options }): set it for the role or the database (`ALTER ROLE … SET`)
part-credential-empty = it is empty
part-copy-onto-itself = that is the address of the database that is copied
part-database-not-supported = { $backend } is not supported: use `sqlite:///file` or `postgresql://…`
part-disk-folder = it is a folder
part-disk-part-path-no-folder = a part of its path is no folder
part-disk-may-not-read-you = it may not be read by you
part-disk-there-no-such-folder = there is no such folder
part-disk-you-may-not-write-there = you may not write there
part-disk-disk-full = the disk is full
part-disk-disk-can-only-read = the disk can only be read
part-reading-empty-json-document-expected = it is empty; a JSON document is expected
part-submitting-takes-role-subject = --as takes a role ({ $roles }) and a subject
part-submitting-at-needs-zone-2026-04 = --at needs a zone, as in 2026-04-07T12:20+08:00
part-submitting-at-cannot-write-2026-04 = --at cannot be { $shown }; write 2026-04-07T12:20+08:00
part-destinations-no-plain-address-https-host = it is no plain address, https://host/path, of at most { $longest } characters without user name, fragment, blanks or line breaks
part-destinations-not-https = it is not https
part-destinations-not-public = { $host } is not public
part-destinations-port = it is not at port { $port }
part-destinations-host-number-not-address-written = its host is a number, and not an address as it is written today
part-push-endpoint-length = it has no address of at most { $longest } characters
part-push-no-public-key = its `p256dh` is no point on P-256 of 65 bytes in `base64url`
part-push-no-secret = its `auth` is not { $bytes } bytes in `base64url`
part-what-if-body = the body of { $command }: { $said }
part-charges-melded-charged = melded, and charged { $name }
part-charges-cleared-rack-charged = a cleared rack, and charged { $name }
part-self-recorded-rack-would-count-tiles-count = the rack would count { $would }, and { $tiles ->
        [one] 1 tile counts
       *[other] { $tiles } tiles count
    } { $possible }
part-amending-session-stage-before-not-over = { $session } of the stage before is not over by then
part-amending-past = it is past
part-playable-stage-split-chosen = stage { $id }: split = { $split } (chosen)
part-resting-have-checked = { $checked_in ->
        [one] 1 has checked in
       *[other] { $checked_in } have checked in
    }
part-resting-undo-check-ins-first-suspend = Undo the check-ins first, or suspend the day.
part-resting-session-suspended = { $session } is suspended
part-resting-give-new-date-with-reschedule = Give it a new date (reschedule-sessions) first.
part-resting-were-registered = { $there ->
        [one] 1 is or was registered
       *[other] { $there } are or were registered
    } in it
part-resting-leave-plan-move-entrants-if = Leave it in the plan; move the entrants if it is not to be played.
part-resting-stage = { $there ->
        [one] 1 is in
       *[other] { $there } are in
    } the { $stage }
part-resting-leave = Leave it as it is.
part-resting-have-registered-under = { $count ->
        [one] 1 has registered
       *[other] { $count } have registered
    } under it
part-resting-cut-made = the cut is made
part-resting-undo-qualification-first-day-cannot = Undo the qualification first; a day that cannot be played is suspended and rescheduled.
part-resting-finalists-placed = the finalists are placed
part-resting-undo-qualification-first = Undo the qualification first.
part-resting-version-results-stage-published = version { $version } of the results of the { $stage } is published
part-resting-awards-made = the awards are made
part-resting-revoke-awards-first = Revoke the awards first.
part-resting-family-units-declared-proposed = { $there } family units are declared or proposed
part-resting-dissolve-units-first = Dissolve the units first.
part-resting-were-warned-under = { $there ->
        [one] 1 was warned
       *[other] { $there } were warned
    } under it
part-resting-tournament = the tournament
part-resting-seats-session-were-drawn-under = the seats of { $session } were drawn under it
part-resting-undo-draw-first = Undo the draw first.
part-resting-seats-session-drawn = the seats of { $session } are drawn
part-resting-session = { $session }
part-reinstating-cut = the cut
part-reinstating-undo-qualification-first = Undo the qualification (undo-qualification) first.
part-reinstating-awards = the awards
part-reinstating-revoke-awards-first = Revoke the awards (revoke-awards) first.
part-reinstating-published-results = published results
part-reinstating-raise-dispute-have-ruled = Raise a dispute (raise-dispute) and have it ruled.
part-reinstating-ruling = ruling { $ruling }
part-reinstating-supersede-ruling = Supersede that ruling.
part-reinstating-game-played-without-entrant = game { $number }, played without the entrant
part-rulings-ruling-on-game = ruling { $ruling } on game { $game_no }
part-rulings-supersede-ruling-first = Supersede that ruling first.
part-registration-family-role-needs-family = a family role (child or parent) needs a family
part-incidents-nobody-still-plays-at-table = nobody still plays at the table
part-incidents-not-everyone-who-draws-tile = not everyone who draws has a tile, or others have
part-incidents-tiles-must-1-each-once = the tiles must be 1 to { $count }, each once
part-incidents-tiles-1-13-one-alone = the tiles are 1 to 13, and one alone must be the highest
part-timing-opening-tables = the opening of tables
part-timing-end-session-suspend = End the session, or suspend it.
part-timing-draw-session = the draw of { $session }
part-timing-correct-sign-sheets-they-ended = Correct or sign the sheets as they are; an ended session takes both.
part-timing-cut = the cut
part-timing-undo-qualification-first = Undo the qualification (undo-qualification) first.
part-timing-awards = the awards
part-timing-revoke-awards-first = Revoke the awards (revoke-awards) first.
part-timing-version-published-results = version { $value } of the published results
part-timing-correct-sheets-publish-new-version = Correct the sheets (correct-game) and publish a new version (publish-results).
part-timing-what-table-recorded = what table { $table } has recorded
part-timing-suspend-session-correct-sheet = Suspend the session (suspend-remaining), or correct the sheet (correct-game).
part-timing-game-at-which-ended-with = game { $number } at { $sheet }, which ended with the time
part-timing-correct-game-have-ruled = Correct that game (correct-game), or have it ruled.
part-awards-published-results = the published results
part-awards-correct-game-raise-dispute-have = Correct the game (correct-game), or raise a dispute (raise-dispute) and have it ruled.
part-reminding-text-needed-in-each-language = { $text } is missing; a text is needed in each language of the tournament: { $known }
part-phases-draw-seats-draw-seats-first = Draw its seats (draw-seats) first.
part-phases-start-start-session-first-once = Start it (start-session) first, once its seats are drawn where they are.
part-phases-start-start-session-first = Start it (start-session) first.
part-phases-undo-seat-draw-undo-seat = Undo its seat draw (undo-seat-draw) first.
part-phases-call-time-call-time-first = Call time (call-time) first.
part-phases-if-nothing-was-recorded-undo = If nothing was recorded, undo its start (undo-session-start) first; else it is too late.
part-phases-end-end-session-first = End it (end-session) first.
part-phases-if-time-was-called-mistake = If time was called by mistake, undo it (undo-time-call) first.
part-phases-if-was-ended-mistake-reopen = If it was ended by mistake, reopen it (reopen-session) first.
part-phases-give-new-date-reschedule-sessions = The organizer gives it a new date (reschedule-sessions) first, or lifts the suspension (lift-suspension).
part-presence-seat-draw = the seat draw
part-table-of-session = table { $table }, { $session_label }
part-seat = seat { $seat }
part-seats-tables-missing = nobody has table { $tables }
part-seats-tables-doubled = table { $tables } has several referees
part-seats-tables-unknown = there is no table { $tables }
part-seats-referee-tables = referee { $referee } has { $count ->
        [one] 1 table
       *[other] { $count } tables
    }
part-finalists-check = the check-in for the { $called }
part-finalists-undo-check-first = Undo the check-in (undo-check-in) first.
part-qualification-session = { $session }
part-timing-played = what was played in { $session }
part-back-revoke-awards = revoke the awards (revoke-awards)
part-back-reopen-session = reopen it (reopen-session)
part-back-undo-time-call = take back the call of time (undo-time-call)
part-back-undo-session-start = take back its start (undo-session-start)
part-back-undo-seat-draw = take back its draw (undo-seat-draw)
part-back-undo-check-in = take back its check-ins (undo-check-in)
part-qualification-first-in-order = First, in this order: { $steps }.
part-qualification-correct-what-was-played = Who goes on stays as it is. Correct a game there (correct-game), or raise a dispute (raise-dispute) and have it ruled.
part-qualification-entrant = that entrant { $entrant_no } is { $out } in the { $called }
part-qualification-reinstate-entrant-first-if-was = Reinstate the entrant (reinstate-entrant) first, if that was a mistake.
part-suspension-past = it is past
part-suspension-lies-before-suspended-day = it lies before the suspended day
part-suspension-stage-must-over-before-next = its stage must be over before the next begins
part-suspension-rounds-in-order = it must be over before a later round begins
part-suspension-session-hall-at-time = { $id }{ $planned ->
        [none] { "" }
       *[other] { " " }(planned for { $planned })
    } has the hall at that time
part-calendars-say-entrant-session-not-both = say an entrant or a session, not both
part-parameters-1-200-printable-ascii-characters = it has 1 to 200 printable ASCII characters
part-parameters-time-with-zone-2026-03 = it is a time with its zone, as 2026-03-28T12:45:00+08:00, after the year 2000
part-parameters-names-where-log-ends-812 = it names where a log ends, as "812" or "812-" and its hash in quotes, or is *
part-parameters-no-such-condition-looked-at = no such condition is looked at here
part-tokens-organizer-every-tournament = an organizer of every tournament
part-tokens-would-outlive-token-grants-which = it would outlive the token that grants it, which ends at { $ends }
part-misfit-day-2026-03-28 = a day, as 2026-03-28
part-misfit-time-with-zone-2026-03 = a time with its zone, as 2026-03-28T12:45:00+08:00
part-misfit-not-json = it is not JSON
part-misfit-text = a text
part-misfit-whole-number = a whole number
part-misfit-number-with-decimals = a number with decimals
part-misfit-true-false = true or false
part-misfit-null = null
part-misfit-list = a list
part-misfit-object = an object
part-misfit-time-day-13-00 = a time of day, as 13:00
part-misfit-breaks-off-before-end-close = it breaks off before its end; close what is open
part-misfit-something-follows-end-send-one = something follows its end; send one document
part-misfit-character-not-possible-there-texts = a character is not possible there; texts stand in double quotation marks
part-misfit-names-fields-stand-double-quotation = names of fields stand in double quotation marks
part-misfit-comma-stands-before-end-object = a comma stands before the end of an object
part-misfit-comma-stands-before-end-list = a comma stands before the end of a list
part-misfit-colon-missing-behind-name-field = a colon is missing behind the name of a field
part-misfit-comma-missing = a comma or { "}" } is missing
part-misfit-comma-missing-2 = a comma or ] is missing
part-misfit-number-not-written-json-them = a number is not written as JSON has them, as in 12 or -3
part-misfit-backslash-text-needs-another-before = a backslash in a text needs another before it
part-misfit-must-not = it must be { $wanted }, not { $got }
part-misfit-must = it must be { $wanted }
part-misfit-number-too-large = the number is too large
part-problems-value = "{ $plain }"
part-strict-json-holds-half-surrogate-pair-breaks = it holds half of a surrogate pair, or it breaks off

part-importing-write-year-month-day-2017 = write year-month-day, as in 2017-03-02 for 2 March 2017
part-importing-day-two-ways = it could be { $first } or { $second }; write year-month-day, as in 2017-03-02 for 2 March 2017
part-importing-needed-every-row = it is needed in every row
part-importing-write-whole-number-12 = write a whole number, as in 12
part-importing-write-1-game-won-else = write 1 for a game won, else 0
part-importing-write-child-parent-leave-empty = write child or parent, or leave it empty
part-importing-write-language-leave-empty = write one of { $known }, or leave it empty
part-importing-write-yes-no-leave-empty = write yes or no, or leave it empty
part-importing-there-no-such-day-check = there is no such day; check month and day
part-exact-does-not-read-number = it does not read as a number
part-exact-no-whole-number-sixths = it is no whole number of sixths
part-exact-blank = it is blank
part-exact-too-long = it is too long
part-exact-no-score-more-than-digits = no score has more than { $most_digits } digits
part-exact-decimal-other-than-0-5 = a decimal other than .0 and .5 may be a rounded fraction
part-exact-nothing-can-divided-0 = nothing can be divided by 0
part-exact-shared-pots-their-sums-never = shared pots and their sums never come in parts of { $denominator }
part-exact-no-number = it is no number
part-exact-shared-pots-come-halves-thirds = shared pots come in halves, thirds and sixths only
part-exact-digits-must-0-9 = digits must be 0 to 9
part-exact-holds-comma = it holds a comma
part-exact-powers-ten-not-read = powers of ten are not read
part-exact-fraction-not-below-1 = its fraction is not below 1
part-scoring-tiles-count = { $tiles ->
        [one] 1 tile counts
       *[other] { $tiles } tiles count
    } { $count }
part-scoring-tiles-rack = { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    }, and a rack of { $count }
part-scoring-count-rack = count { $count }, and a rack of { $value }
part-awarding-names-no-title-write-titles = names no title; write it as in titles = ["Champion", "Second", "Third"]
part-awarding-missing-no-day-on-which = is missing; { $id } has no day on which ages could count
part-awarding-but-nobody-under-takes-part = is { $child_to }, but nobody under { $minimum_age } takes part
part-awarding-but-nobody-so-old = is { $age }, but nobody is so old
part-awarding-more-titles-than-room = names { $titles ->
        [one] 1 title
       *[other] { $titles } titles
    }, but { $id } is for { $room } at most
part-awarding-can-1-100 = is { $best }; it can be 1 to 100
part-drawing-names-rounds-won-but-does = names rounds_won, but { $id } does not say who wins a round; leave it out
part-drawing-round-robin-pairs-players-write = round_robin pairs players: write table = { "{" } most = 2, fewest = 2 { "}" }, or another draw
part-drawing-but-round-robin-everyone-plays = is "{ $attend }", but in a round robin everyone plays every round; write attend = "all"
part-drawing-rounds-players-need-meet-add = are { $count } of the { $needed } rounds that { $places } players need to meet; add the others
part-drawing-goes-rating-stages-people-register = goes by rating, as in { $id }; of the stages that people register for only one can: write another ranking, or found a tournament for each
part-drawing-goes-but-nobody-place-yet = goes by { $draw }, but nobody has a place yet: it is a draw by lot
part-drawing-goes-points-with-single-round = goes by points ({ $draw }) with a single round: nobody has points yet
part-drawing-numbers-cannot-sit = seats { $fewest } to { $most }: { $numbers } people cannot be seated so; with a smaller `fewest` more numbers can
part-drawing-many-cannot-sit-at-tables = is { $places }: as many cannot sit at tables of { $fewest } to { $most }
part-drawing-one-but-draw-points-made = is "one", but a draw by points ({ $draw }) is made round by round; write attend = "all"
part-drawing-complete-but-people-come-they = is "complete", but people come as they like; ranked = "played" ranks who played at all
part-drawing-compares-opponents-where-two-sit = compares opponents, as where two sit at a table; here up to { $most } do
part-drawing-rounds-at-most-players-with = are rounds for at most { $most } players; with more, the round robin is refused
part-drawing-many-cannot-sit-at-tables-2 = is { $capacity }: as many cannot sit at tables of { $fewest } to { $most }
part-entering-there-none-write-at-least = there is none; write at least one [[stage]]
part-entering-places-at-most-play-everyone = { $places } places, and at most { $most } play in { $id }: everyone goes on
part-entering-says-neither-places-nor-per = says neither places nor per_table; write how many enter, as in places = 8
part-entering-needs-stage-where-each-entrant = needs a stage where each entrant sits at one table; in { $id } they sit at several: write places alone
part-entering-but-sessions-have-room-take = is { $places }, but the sessions have room for { $room }; take fewer, or make more room
part-entering-but-sessions-have-room-lower = is { $quota }, but the sessions have room for { $known }; lower it, or make more room
part-entering-none-write-at-least-one = has none; write at least one
part-entering-needs-stage-comes-from-write = needs a stage it comes from; write enter = { "{" } from = … { "}" }, or carry = false
part-entering-carry-other-rules = adds the results of { $before }, scored by { $there }, to results scored by { $here }, which counts otherwise; play both by the same rules, or write carry = false
part-entering-takes-best-does-same-people = takes the best of { $stage }, as { $taken } does: the same people
part-entering-nobody-registers-stage-organizer-puts = nobody registers for this stage: the organizer puts each entrant into a session
part-entering-each-table-where-at-most = { $per_table } of each table of { $id }, where at most { $most } sit: write fewer
part-entering-but-tables-seat = is { $capacity }, but { $tables } tables of { $most } seat { $seats }
part-entering-turn-needs-standings-earlier-stage = in_turn needs the standings of an earlier stage; write "chosen"
part-figures-less-than-nobody-such-age = is { $oldest }, less than { $from } = { $youngest }; nobody is of such an age
part-figures-seats-at-least-at-most = seats at least { $fewest } and at most { $most }; write at least 2, and no fewer at most
part-figures-seats-but-played-at-least = seats { $fewest } to { $most }, but the rules { $id } seat at least { $least } and at most { $most2 }; write for example table = { "{" } most = { $most2 }, fewest = { $least } { "}" }, or play by house rules (docs/rules.md), which can seat { $lowest } to { $highest }
part-figures-needs-either-turn-seconds-limit = needs either turn_seconds, a limit for each turn, or bank_seconds, a bank for each player
part-figures-can = is { $figure }; it can be { $least } to { $most }
part-figures-belongs-bank-seconds-leave-out = belongs to bank_seconds; leave it out where each turn has its limit
part-known-cannot-id-lower-case-letters = { $value } cannot be an id: lower-case letters, digits, dots and dashes, at most 63
part-known-there-sessions-at-most-tournament = { $count ->
        [one] there is 1 session
       *[other] there are { $count } sessions
    }; at most { $most_sessions } in a tournament
part-known-names-each-language-once-at = names each language once, at least one
part-known-names-nothing = names nothing; { $hint }
part-known-empty-write-text-leave-out = is empty; write a text, or leave it out
part-known-cannot-id-letters-digits-dots = { $id } cannot be an id: letters, digits, dots, dashes and slashes, at most 63; what people call it is its name
part-known-another-called-already-give-each = another { $what } is called { $id } already; give each an id of its own
part-known-table-session-called-too-choose = table { $table } of session { $session } is called { $id } too; choose another id
part-known-stands-twice-leave-out-here = { $word } stands twice; leave it out here
part-timetable-at-one-time = lies within the play of { $id }, so that both have tables 1 to { $tables } at one time; if they are the same tables, give one of them another time
part-timetable-no-venue = missing, so that messages cannot say where to come and say that the organizer announces it; name the place in [venue]
part-timetable-before-first-day-play = is { $results_published_on }, before the first day of play
part-timetable-missing-what-start-needs-day = is missing; what has a start needs a day, as in day = 2027-03-06
part-timetable-missing-weather-judged-day-hours = is missing; the weather is judged by the day and hours of a session
part-timetable-missing-minimum-age-judged-on = is missing; the minimum age is judged on the day of the entrant's own session
part-timetable-follows-hong-kong-observatory-but = follows the Hong Kong Observatory, but the zone is { $zone }
part-timetable-but-order-registration-seating-start = is { $later }, but { $before } is { $earlier }; the order is registration, seating, start, end
part-timetable-begins-before-rounds-above-over = begins { $begins }, before the rounds above it are over ({ $value }); everyone plays in all of them
part-timetable-begins-before-over = begins { $begins }, before { $id } is over ({ $last })
part-clocks-go-forward = clocks go forward then: there is no { $at } in { $zone } on { $day }; { $taken } is taken
part-clocks-go-back = clocks go back then: in { $zone } they show { $at } twice on { $day }; the first is taken ({ $taken })
part-clocks-change-during-play = clocks change during play, which lasts { $minutes } minutes
part-timetable-stands-without-start-write-start = stands without a start; write start, or leave it out: then it is begun by command
part-timetable-missing-some-sessions-have-no = is missing; some sessions have no day on which ages could count
part-file-must-be-named = must be the name of a file, or { "{" } en = "…", zh = "…" { "}" }, not { $given }
part-no-link-write-address-begins = is no link; write an address that begins with { $secure }
part-no-colour = is no colour; write it as style sheets do, #0a5f57, not { $given }
part-faults-there-more-correct-these-first = there is more; correct these first
part-reading-two-different-rulesets-called-give = two different rulesets are called { $id }; give yours an id of its own
part-given-not-named = { $entrants ->
        [none] nobody is named
       *[other] not named: { $entrants }
    }
part-given-not-present = { $number } is not present
part-given-named-times = { $number } is named { $named ->
        [one] once
       *[other] { $named } times
    }
part-given-table-entrants = table { $place } has { $count ->
        [one] 1 entrant
       *[other] { $count } entrants
    }
part-parameters-said-twice = it is said twice
part-parameters-needed-here = it is needed here
part-parameters-longer-than-characters-holds-nul = it is longer than { $longest } characters or holds NUL
part-parameters-not-whole-number = it is not a whole number
part-parameters-lies-between-1 = it lies between 1 and { $most }
part-parameters-neither-en-nor-zh = it is neither en nor zh
part-settings-neither-sqlite-file-nor-postgresql = it is neither sqlite:///file nor postgresql://…
part-settings-in-memory = it names a database in memory, of which nothing would be kept: name a file, as in sqlite:///var/tileledger.db
part-settings-unescaped = before its last @ there is an unescaped { $character }: in user and password write { $escaped } for it, and %40 for an @ anywhere else
part-settings-no-port = after the host and a colon there is no port from 1 to 65535
part-settings-no-port-or-at = after the host and a colon there is no port from 1 to 65535; if a password is meant, the @ between it and the host is missing
part-settings-telegram-sends-updates-only-https = Telegram sends updates only to https://…
part-settings-not-one-more-addresses-such = it is not one or more addresses such as ntfy://topic, separated by blanks
part-settings-not-host-port-such-127 = it is not host:port, such as 127.0.0.1:8000
part-settings-secret-at-least-32-characters = a secret has at least 32 characters
part-settings-neither-1-nor-0 = it is neither 1 nor 0
part-settings-not-address = it is not an address { $expected }
part-settings-not-host-names-addresses-networks = it is not host names, addresses or networks such as 10.0.0.0/8, separated by blanks
part-settings-no-contact = it is neither `mailto:name@example.org` nor `https://example.org`
part-settings-contact-inside = nobody outside reaches { $host }, and push services refuse such a contact: name an address that they can write to
part-settings-standby-of-sqlite = a standby is a postgresql://… address, of a database that is one, too
part-settings-telegram-needs-https = Telegram is asked over https://… alone, as the token goes along
part-settings-webhook-inside = Telegram does not reach { $host } from outside
part-settings-webhook-port = Telegram sends updates only to port { $known }
part-settings-no-push-key = it is no private key of P-256, 32 bytes in `base64url`
part-settings-none = it is none of { $known }
part-settings-no-whole-number-from = it is no whole number from { $least } to { $most }
part-strict-json-number-more-than-characters = a number of more than { $json_number } characters
part-strict-json-field-stands-twice-one-object = the field { $shown } stands twice in one object
part-form-not-pairs = fields stand as name=value, with & between them
part-form-too-many = it has { $given } fields; at most { $most } are taken
part-form-twice = the field { $name } stands twice; leave one of them out
part-strict-json-not-utf-8 = it is not UTF-8
part-strict-json-nested-too-deeply = it is nested too deeply
part-strict-json-text-holds-character-nul = a text holds the character NUL
part-strict-toml-bare-word-more-than-characters = a bare word of more than { $toml_word } characters
part-strict-toml-number-more-than-characters = a number of more than { $toml_number } characters
part-strict-toml-not-utf-8 = it is not UTF-8
part-steered-in-chat = { $role } in a chat
part-steered-over-http = { $role } ({ $subject }) over HTTP
part-steered-on-command-line = somebody on the command line
part-strict-toml-key-more-than-parts = a key of more than { $toml_key_parts } parts
part-strict-toml-nested-too-deeply = it is nested too deeply

part-places-seen-published = { $stage ->
        [none] Places are shown once the results are published.
       *[other] Places are shown once the { $stage } results are published.
    }
part-places-seen-session = { $stage ->
        [none] Places are shown once the session in play has ended.
       *[other] Places are shown once the session in play of the stage { $stage } has ended.
    }

part-checking-and-more = and more; correct these first
part-checking-section = must be a section
part-checking-missing = is missing; copy it from a ruleset that ships
part-checking-unknown-near = is unknown; did you mean { $near }?
part-checking-unknown = is unknown; known here: { $known }
part-checking-unspecified = is "unspecified" exactly when its basis is "silent"
part-checking-undecided = must be decided: nothing can be played without it
part-checking-cites-nothing = cites nothing; say where the rules decide it
part-checking-out-of-range = is { $value }; it can be { $least } to { $most }
part-checking-no-meaning-near = has no meaning { $word }; did you mean { $near }? Known: { $known }
part-checking-no-meaning = has no meaning { $word }; known: { $known }
part-checking-ships = { $id } ships, and this file differs from it; give yours an id of its own
part-rules-mistake = { $where }: { $said }{ $more ->
        [0] { "" }
       *[other] { " " }({ $more } more; `rules check` shows them)
    }
part-rules-call-themselves = they call themselves { $id }
part-rules-id = the id { $id } must be lower-case letters, digits, dashes
part-rules-silent = { $axis } is "unspecified" exactly when the text is silent
part-checking-more-tiles-than-there-are = takes more tiles than there are: { $players } hands of { $hand } are { $needed }, of { $there }; seat fewer, or deal fewer
part-checking-least-over-most = least is more than most
part-checking-from-rack-only = can only be true: no document counts tiles of the table for an initial meld
part-checking-twice = is there twice
part-checking-least-point = must be at least 1 point
part-checking-undecided-charges = must be decided where there are charges
part-checking-bronstein = a bronstein clock needs bank_seconds and delay_seconds
part-checking-per-turn = a clock per turn needs its seconds
part-checking-write-as = { $said }; write it as { "{" } value = …, cite = "…", basis = "stated|reading|silent" { "}" }

part-shaping-must-be-text = must be a text like "…" or { "{" } en = "…", zh = "…" { "}" }, not { $given }

part-questions-write-answer = write an answer
part-questions-write-what-you-want-ask = write what you want to ask

part-questions-too-long = { $given } characters; at most { $most } are sent, so write it shorter

part-ending-nobody-cleared = It is rare that nobody clears a rack in time.
part-ending-ends-with-pool = These rules end a game with its pool.
part-ending-plays-on = These rules play on with an empty pool.

## Remarks: what a referee should look at; they refuse nothing

remark-rare-ending = { $why } Ask the table how the game ended.
remark-time-not-called = The game is recorded as ended by time, but time was neither called nor is it due. Check the ending.
remark-cells-beside-heading = Line { $line } has { $given ->
        [one] 1 cell
       *[other] { $given } cells
    } where the heading names { $wanted }. Each was taken for what it shows: { $taken }.
part-list-taken = { $field } { $value }
remark-sheet-conflict = A different sheet for table { $table } is recorded already. Both are kept until a referee settles it.
remark-smaller-table = { $count } sat at this table. Its results stand as played and are not adjusted.
remark-check-in-not-open = Check-in for { $session } opens at { $opens }. Entrant { $entrant } is checked in all the same.
remark-same-day = { $day } is the day that was suspended itself: everyone is told to come back on it. Check that this is meant.
remark-not-today = { $day } is not today, and a warning that is in force now may be over by then. Check that this day is meant.
remark-warning-doubted = { $doubt }. It counts until both say so.
remark-warning-in-force = In force: { $dangers }. By the rules that stops play.
remark-warning-over = The warning was { $over }. By the rules it still stops play, as it was in force when it counts. To play on, do not confirm this.
remark-hours-past = The hours of { $sessions } are past, and everyone is told them all the same. Change them in the plan right after this (amend-tournament), or choose another day: nobody can check in before.
remark-started-early = { $session } was to start at { $starts }, and is started before that. If it was a mistake, undo the start (undo-session-start).
remark-results-before-play = { $session } is to start at { $starts }, which is still to come. Check that these are its results.
remark-no-chief-referee = No Chief Referee is left, and these cases are open: { $cases }. Appoint another (appoint-referee), or rule on them as organizer.
remark-on-waiting-list = There is no place left in { $session }; entrant { $entrant } is on the waiting list.
remark-likely-duplicate = Entrants { $entrants } have the same { $same }: one person may be registered twice. If so, merge the two numbers; if not, leave them as they are.
remark-same-contact = Entrants { $entrants } have the same { $same }, as people of one household may. If it is one person registered twice, merge the two numbers.
remark-same-name = Entrants { $entrants } have the same name, and the birth date is not known of all. If it is one person registered twice, merge the two numbers; if not, leave them as they are.
remark-consent-unchecked = The birth date of entrant { $entrant } is not known, so nobody checked that the entrant is { $age } or over. Under { $age } a parent or guardian consents; amend the birth date, or record who consents.
remark-published-before = Version { $version } of the results was published with the figures before. Publish again.
remark-only-cut-published = No place or figure differs from version { $version }, only who goes on. Nobody is told that their results were corrected.
remark-games-still-open = { $count ->
        [one] Games of table { $tables } are not recorded yet.
       *[other] Games of tables { $tables } are not recorded yet.
    }
remark-sheets-still-open = { $count ->
        [one] The sheet of table { $tables } is not closed yet: something is to be signed or ruled.
       *[other] The sheets of tables { $tables } are not closed yet: something is to be signed or ruled.
    }
remark-games-after-session = Say to entrants { $first } and { $second } when and where they play what they have not played, and to whom the result goes: that session is over.
remark-replay-after-session = The session is over: say to the players when and where game { $game } is played again, and to whom its result goes. Their message only says that an official will.
remark-ruled-unrecorded = { $replay ->
        [true] No result of game { $game } is recorded: there is nothing to take back, and it is played and recorded as it would be without this ruling.
       *[false] No result of game { $game } is recorded: by this ruling it counts as played, and no result that the table writes down counts for it.
    }{ $before ->
        [none] { "" }
       *[other] { " " }Nor is one of game { $before }.
    } Check that this is the game that is meant.
remark-ruling-kept = { $ruling ->
        [none] Game { $game } waits for a ruling, whichever sheet is taken: neither decides it.
       *[other] Game { $game } stands by ruling { $ruling }, whichever sheet is taken: neither changes it.
    }
remark-amended-to-the-same = Game { $game } already stands with these figures and this ending, so the ruling changes nothing. If the results are to stand, rule that they stand.
remark-cut-made-before = Who goes on was decided by the figures before, and that stands. If it shall go by the new ones, undo the qualification (undo-qualification) and conclude it again.
remark-awards-made-before = The awards were made with the figures before, and stand. If they shall go by the new ones, revoke them (revoke-awards) and make them again.
remark-award-to-nobody = Nobody gets { $award }: { $kind ->
        [family] no family unit has results of both
        [team] nobody with a result is in a team
       *[category] nobody with a result is in its category
    }. If that is a slip, correct it and make the awards anew.
remark-family-shares-table = { $together } are of one family and share table { $table }; there was no other way.
remark-few-tiles-unmelded = Seat { $seat } is charged for not having melded, with { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    } of { $hand } dealt. Check the charge and the tiles.
remark-many-tiles = Seat { $seat } has { $tiles } tiles left, more than twice the deal. Count them again.
remark-unusual-count = Seat { $seat } has { $tiles ->
        [one] 1 tile that counts
       *[other] { $tiles } tiles that count
    } { $count }: possible, but far from usual. Count the rack again.
remark-unmelded-winner = Seat { $seat } wins without an initial meld. Let the Chief Referee look at it.
remark-unmelded-not-charged = Seat { $seat } had not melded and is not charged. Known there: { $known }.
remark-drawn-anew = What is decided by lot here is drawn anew when the command is carried out, and comes out otherwise.

## Explanations: why someone stands where they stand

explain-charged = , charged: { $charges }
explain-forfeited = forfeited
explain-won = won
explain-drawn = drawn
explain-not-won = not won
explain-game = Game { $number } at table { $table }: { $won }, score { $score }, { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    } left{ $more } ({ $source }).
explain-game-before = Before that: { $won }, score { $score }, { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    } left ({ $source }).
explain-corrected-because = { $source }: “{ $typed }”
explain-clock-left = , { $seconds } s left on the clock
explain-clock-overstepped = , out of time { $times }×
explain-clock-due = , { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    } due
explain-next-above = Next above: { $entrant } on place { $place }; { $key } decides ({ $mine } against { $theirs }).
explain-next-below = Next below: { $entrant } on place { $place }; { $key } decides ({ $mine } against { $theirs }).
explain-rounds-won = { $won ->
        [one] 1 round
       *[other] { $won } rounds
    } won.
explain-medal = That is the { $medal }.
explain-head-to-head-won = Head to head: beat everyone level on points.
explain-head-to-head-lost = Head to head: lost to everyone level on points.
explain-bye = bye
explain-game-stands-ruling-citing = That game stands by ruling { $number }, citing { $cites } ({ $effects }).
explain-ruling = Ruling { $number } on { $dispute }, citing { $cites }: { $effects }.{ $after ->
        [none] { "" }
       *[other] { " " }It no longer stands: ruling { $after } took its place.
    }
explain-game-on-no-figures = Game { $number } at table { $table }: no figures ({ $status }).
explain-won-score-average-left-place = { $games_won ->
        [one] 1 game
       *[other] { $games_won } games
    } won, score { $score } (average { $average }), { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    } left: place { $place } of { $count }.
explain-cut-at-place-won-score = The cut is at { $places } ({ $status }); place { $place } has { $games_won ->
        [one] 1 game
       *[other] { $games_won } games
    } won, score { $score }, { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    } left.
explain-entrant-no-place = Entrant { $entrant_no } has no place in the { $stage }{ $status ->
        [none] .
       *[other] : { $status }.
    }
explain-not-ranked-missing = Not ranked: { $count ->
        [one] 1 game has
       *[other] { $count } games have
    } no figures, and only whoever has played all games has a place.
explain-not-ranked-no-game = Not ranked: no game of theirs is on record, nor a bye, and only whoever has one or the other has a place.
explain-out-competition = Out of the competition: { $value }.
explain-goes-on = Goes on to { $stage }{ explain-by-lot }.
explain-reserve = Reserve { $number } for { $stage }{ explain-by-lot }.
explain-by-lot = { $seed ->
        [none] { "" }
       *[other] { " " }(by lot among equals, seed { $seed })
    }
explain-stays = Does not go on to { $stage }.
explain-placed = Plays { $session }{ $split ->
        [in_turn] { " " }(placed in turn by standing)
        [lot] { " " }(placed by lot, seed { $seed })
        [chosen] { " " }(placed by the organizer)
       *[alone] { "" }
    }.{ notice-hours }
explain-awarded = Awarded: { $titles }.
explain-award-taken-back = The awards were taken back: { $titles }.
explain-signature = Signature on the sheet: { $medium }.
explain-signature-voided = The signature under the sheet became void, as figures changed: it was to be signed again.
explain-against = Against { $other }.
explain-session-bye = A bye in { $session }.
explain-session-unpaired = Sat { $session } out without a bye; all byes there are had been given.
explain-equal-on-every-key-with = Equal on every key with { $shared }; they share the place.
explain-missed-session = Missed { $session }.
explain-not-checked-session-seating-time = Not checked in for { $session } by the seating time: the right to play was forfeited.
explain-registered-session = Registered for { $session }.
explain-session-moved = New date of { $session }: { $day }.
explain-drawn-at-seat = Drawn at { $table }, seat { $seat }.
explain-played-at-seat = Played at { $table }, seat { $seat }.
explain-points = Points: { $value }.
explain-buchholz-points-all-opponents = Buchholz { $value }: { $met ->
        [none] no opponent so far.
       *[other] the points of all opponents ({ $met }).
    }
explain-progressive-sum-points-after-each = Progressive sum { $value }: the points after each round ({ $running }).
explain-tie-break-score-what-was = Tie-break score { $value }: what was left on the rack in lost games.
explain-sonneborn-berger-points-those-beaten =
    Sonneborn-Berger { $value }: the points of those beaten{ $bye ->
        [true] , a bye with their own
       *[false] { "" }
    } ({ $beaten }).
explain-sonneborn-berger-nobody-beaten = Sonneborn-Berger { $value }: nobody beaten so far.
explain-rating-after-less-three-times = Rating { $rating } after { $games ->
        [one] 1 game
       *[other] { $games } games
    }: { $mu } less three times the uncertainty { $sigma }.
explain-target = The target is { $target }.
explain-median-buchholz-without-best-worst = Median Buchholz { $value }: without the best ({ $best }) and the worst ({ $worst }).
explain-results-without-best-one-left = Results without the best one: { $value }; left out: { $value2 }.

## Words

word-key-match-points = points
word-key-median-buchholz = median Buchholz
word-key-buchholz = Buchholz
word-key-progressive = the progressive sum
word-key-tie-break-score = the tie-break score
word-key-head-to-head = head to head
word-key-results-spread = the sum of results without the best
word-key-sonneborn-berger = Sonneborn-Berger
word-key-rounds-won = rounds won
word-key-games-won = games won
word-key-total-score = the total
word-key-average-score = average score
word-key-tiles-left = tiles left
word-key-rating = the rating
word-key-none = nothing
word-medal-gold = gold medal
word-medal-silver = silver medal
word-medal-bronze = bronze medal
word-thing-code = code of a badge or table
word-thing-stage = stage
word-thing-category = category
word-thing-team = team
word-role-organizer = the organizer
word-role-chief-referee = the Chief Referee
word-role-referee = the referees
word-place-file = file
word-place-option = option
word-place-line = line
word-place-lines = lines
word-place-session = session
word-place-table = table
word-place-game = game
word-place-seat = seat
word-place-entrant = entrant
word-place-field = field
word-place-entrant-no = entrant
word-place-sheet = sheet
word-place-seq = event
word-place-move = move
word-place-link = link
word-place-tournament = tournament
word-presence-expected = expected
word-presence-checked-in = checked in
word-presence-forfeited = forfeited
word-presence-absent = absent
word-presence-drawn = drawn
word-text-family = family name
word-text-team = team name
word-text-referee = number of the referee
word-text-child = number of the child
word-text-parent = number of the parent
word-text-reason = reason
word-text-breach = breach
word-text-description = description
word-text-finding = finding
word-text-name = name
word-text-guardian = name of the parent or guardian
word-text-statement = statement
word-thing-entrant = entrant
word-thing-session = session
word-thing-table = table
word-thing-seat = seat
word-thing-game = game
word-thing-task = task
word-thing-clause = rule
word-thing-effect = effect of a ruling
word-thing-ending = ending of a game
word-thing-evidence = kind of evidence
word-thing-recorded-game = recorded game
word-thing-score-sheet = score sheet
word-thing-sheet-difference = sheet difference
word-thing-dispute = dispute
word-thing-ruling = ruling
word-thing-referee = referee
word-thing-person = person
word-thing-registered-entrant = registered entrant
word-thing-family-unit = family unit
word-thing-proposal-of-family-unit = proposal of family unit
word-thing-day-of-play = day of play
word-thing-weather-proposal = weather proposal
word-thing-published-version = published version
word-thing-tournament = tournament
word-recipient-referee = referee
word-recipient-organizer = organizer
word-recipient-public = public channel
word-thing-pile = pile of messages
word-thing-timer-guide = timer guide
word-thing-logo = logo
word-thing-banner = colour of the pages
word-thing-page-part = part of the page
word-thing-news = piece of news
word-board-choice-view = view
word-board-choice-langs = language
word-board-choice-pace = pace
word-thing-view = table of this kind
word-thing-file = file
word-thing-tournament-file = tournament file
word-thing-command = command
word-thing-event = event
word-thing-event-kind = kind of event
word-thing-seq = event
word-thing-place-in-the-list = place in the list
word-thing-problem-code = problem code
word-thing-webhook = webhook
word-thing-push-device = browser that takes messages
word-thing-notice = notice
word-thing-audience = audience
word-thing-question = question
word-thing-recipient = recipient
word-thing-delivery = delivery
word-thing-e-mail-link = e-mail link
word-progress-open = open
word-progress-sending = being sent
word-progress-held = held
word-progress-done = done
word-progress-superseded = superseded
word-progress-dropped = dropped
word-progress-expired = expired
word-grounds-black-rainstorm = black rainstorm warning
word-grounds-signal-8-or-above = signal 8 or above
word-grounds-other = other circumstances
word-grounds-health = health
word-grounds-left = left
word-grounds-own-wish = own wish
word-grounds-aid-found = a forbidden aid was found
word-grounds-ruling = by ruling
word-grounds-request = at their request
word-grounds-expiry = no longer needed
word-grounds-error = by mistake on record
word-reminder-day-before = the day before
word-reminder-morning = in the morning
word-reminder-registration-opens = as check-in opens
word-reminder-timer-guide = the timer guide
word-incident-break-permitted = a break was permitted
word-incident-break-over = the break is over
word-incident-reshuffle-granted = a reshuffle was granted
word-incident-flipped-tile-exchanged = a flipped tile was exchanged
word-incident-overturned-tile-returned = an overturned tile was returned
word-incident-pool-tile-touched = a tile of the pool was touched
word-signature-refused = refused
word-signature-absent = absent
word-dispute-dispute = a participant objects
word-dispute-official = an official raises it
word-dispute-game-interrupted = a game was interrupted
word-dispute-game-not-begun = a game had not begun when time was up
word-dispute-breach = a further breach after two warnings
word-ruled-game-amended = amended
word-ruled-game-voided = void
word-ruled-game-replay = to be played again
word-sheet-source-desk = entered by officials
word-sheet-source-submitted = sent in by players
word-sheet-source-paper = from paper
word-sheet-came-submitted = sent in
word-sheet-came-paper = from paper
word-medium-paper = on paper
word-medium-device = on a device
word-weather-proceed = play goes ahead
word-weather-suspend = suspend the whole day
word-weather-suspend-remaining = suspend what is left of the day
word-weather-pending = not decided yet
word-weather-unknown = not known
word-sheet-taken-first = first
word-sheet-taken-second = second
word-sheet-taken-open = not settled
word-tie-admit-all = all are admitted
word-tie-admit-none = none is admitted
word-tie-play-off = by play-off
word-tie-lot = by lot
word-rehearsal-ordinary = an ordinary day
word-rehearsal-signal-8 = signal No. 8 at 10:05
word-rehearsal-black-rain = a black rainstorm in mid-session
word-rehearsal-silence = the Observatory silent
word-told-participant = Participants
word-told-referee = Referees
word-told-chief-referee = Chief Referee
word-told-organizer = Organizer
word-told-public = Public channel
word-parent-call-unwell = feels unwell
word-parent-call-distressed = is distressed
word-parent-call-withdrawn = has stopped playing
word-parent-call-disqualified = may not play on
word-parent-call-other = needs a parent
word-thing-parent-call = call for a parent
word-audience-everyone = everyone
word-audience-finalists = finalists
word-audience-waiting = those who wait for a place
word-audience-referees = all officials
word-audience-role-chief-referee = Chief Referees
word-audience-role-referee = referees other than the Chief Referee
word-warning-tc1 = Standby Signal No. 1
word-warning-tc3 = Strong Wind Signal No. 3
word-warning-tc8ne = No. 8 Northeast Gale or Storm Signal
word-warning-tc8nw = No. 8 Northwest Gale or Storm Signal
word-warning-tc8se = No. 8 Southeast Gale or Storm Signal
word-warning-tc8sw = No. 8 Southwest Gale or Storm Signal
word-warning-tc8x = No. 8 Gale or Storm Signal
word-warning-tc9 = Increasing Gale or Storm Signal No. 9
word-warning-tc10 = Hurricane Signal No. 10
word-warning-wraina = Amber Rainstorm Warning
word-warning-wrainr = Red Rainstorm Warning
word-warning-wrainb = Black Rainstorm Warning
word-warning-wtcpre8 = Pre-No. 8 Special Announcement
word-verdict-legal = legal
word-verdict-illegal = illegal
word-verdict-ruling-required = takes a ruling
word-verdict-possible = could have melded
word-verdict-impossible = could not have melded
word-verdict-referee-decides = depends on the tile drawn last; the referee decides
word-stage-preliminary = preliminary
word-stage-final = final
word-entrant-registered = registered
word-entrant-waiting = on the waiting list
word-entrant-waited = was on the waiting list, and no place came free
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
word-source-official = entered by an official
word-source-paper = from paper
word-source-ruling = by ruling
word-source-clerical = corrected by an official after signatures
word-source-corrected = corrected by an official
word-charge-could-not-meld = could not meld
word-charge-could-have-melded = could have melded
word-charge-knocked-down = knocked down tiles
word-taken-back-charge = the charge
word-taken-back-warning = the warning
word-taken-back-disqualify = the disqualification
word-effect-none = the results stand
word-ending-cleared = a cleared rack
word-ending-time = time
word-ending-pool-exhausted = an exhausted pool
word-ending-blocked = a blocked table
word-ending-forfeit = forfeit
word-ending-unknown = not known
word-figure-tiles = tiles
word-figure-count = count
word-effect-amend-game = the game is amended
word-effect-void-game = the game is void
word-effect-replay-game = the game is played again
word-effect-charge = a seat is charged
word-effect-warning = a warning
word-effect-disqualify = disqualification
word-effect-reinstate = the disqualification is taken back
word-cut-open = not made yet
word-cut-held = held until a tie is decided
word-cut-concluded = made
word-session-scheduled = scheduled
word-session-drawn = drawn
word-session-playing = playing
word-session-time-called = past the call of time
word-session-ended = over
word-session-suspended = suspended
word-case-open = open
word-case-ruled = ruled
word-case-withdrawn = withdrawn
word-case-moot = moot
word-proposal-open = open
word-proposal-confirmed = confirmed
word-proposal-refused = refused
word-proposal-superseded = superseded

## Posts: what everyone is told. No names of participants; the proof stands below.

post-of = { $title ->
        [none] { "" }
       *[other] { $title }:{ " " }
    }
post-results-published = { $version ->
        [1] { post-of }the results of the { $stage_label } are out (version { $version }, { $ranked } ranked).
       *[other] { $before ->
            [none] { post-of }the results of the { $stage_label } were corrected: version { $version } ({ $ranked } ranked) takes the place of those before.
           *[other] { post-of }the results of the { $stage_label } are out as version { $version } ({ $ranked } ranked). No place or figure differs from version { $before }, only who goes on.
        }
    }
post-planned = { $planned_label ->
        [none] { "" }
       *[other] { " " }(planned for { $planned_label })
    }
post-suspended = { post-of }{ $sessions_label } on { $day_label }{ post-planned } suspended because of { $grounds_label }. { page-off-what-to-do } The new date follows here.
post-suspension-lifted = { post-of }{ $sessions_label } on { $day_label }{ post-planned } will be played: the suspension is lifted.{ post-warned }
post-goes-ahead = { post-of }{ $warned ->
        [none] play on { $day_label } goes ahead as planned.
       *[other] play on { $day_label } goes ahead.{ post-warned }
    }
post-warned = { $warned ->
        [none] { "" }
       *[other] { " " }{ $warned }
    }
post-former = { $replaced_label ->
        [none] { $planned_label ->
            [none] { "" }
           *[other] { " " }planned for { $planned_label }
        }
       *[other] { " " }on { $replaced_label }{ post-planned }
    }
post-rescheduled = { post-of }new date of { $sessions_label }{ post-former }: { $day_label }, at the same times.{ post-warned } { $grounds_label ->
        [none] { "" }
       *[other] For now, because of { $grounds_label }: { page-off-what-to-do }{ " " }
    }Everyone concerned gets a message.
post-plan-changed = { post-of }the programme has changed. Please note when these are played now: { $sessions_label }. { post-place }Everyone concerned gets a message.
post-place = { $venue ->
        [none] { "" }
       *[other] At { $venue }.{ " " }
    }
post-venue-changed = { post-of }the place has changed. { $venue ->
        [none] The organizer announces where the rest is played.
       *[other] What is still to be played is played at { $venue }.
    } Everyone concerned gets a message.
post-day-and-hours = { $count ->
        [0] { $day }
       *[other] { $day } { $hours }
    }
post-more-days = …
post-proof = Log of the tournament at event { $seq }: { $hash }

## The bot

bot-action-coming = I am coming
bot-action-on-my-way = On my way
bot-action-with-child = Somebody is with the child
bot-action-ring = Number on file
bot-action-acknowledge = ✓ I have read it
bot-action-read-out = ✓ Read out
bot-action-confirm = Confirm
bot-action-refuse = Refuse
bot-action-open = Open
bot-action-further-word = Send a further word
bot-action-decide = Decide
bot-action-cannot-come = I cannot come
bot-action-do-it = Do it
bot-action-answer = Answer
bot-action-send-held = Send
bot-action-drop-held = Drop
bot-for-each = { $name }: { $body }
bot-welcome = This is the tournament's bot. To link this chat, open the link in your confirmation, or ask the check-in desk for one. /help shows what I can do.
bot-welcome-back = Good to see you. /schedule shows when and where you play, /help what else I can do.
bot-welcome-back-office = Good to see you. /help shows what I can do for you here.
bot-no-longer-here = Whoever this chat was linked to takes part no longer. /stop ends the messages here; a new link from the check-in desk begins again.
bot-link-entrant = { $tournament }: shall messages for { $name } come to this chat?
bot-link-referee = { $tournament }: shall this chat be that of the { $chief ->
        [true] Chief Referee
       *[false] referee
    } { $name }?
bot-link-organizer = { $tournament }: shall this chat be one of the organizer's?
bot-link-yes = Yes, link
bot-yes = Yes
bot-more = More
bot-tasks = What do you want to do? Press it, or find it by a word: /tasks sheet
bot-tasks-none = Nothing that you can do is called so. All of it: /tasks
bot-todo = { $count ->
        [0] Nothing waits for you.
        [one] One thing waits for you:
       *[other] { $count } things wait for you, the most urgent first:
    }
bot-todo-line = • { $task }{ $about ->
        [none] { "" }
       *[other] : { $about }
    }{ $since ->
        [none] { "" }
       *[other] { " " }(since { $since })
    }
bot-task-of = { $task } · { $name }
bot-task-without = Without
bot-task-which = “{ $text }” could be one of { $count }. Which?
bot-task-none = “{ $text }” is none of what there is to choose from. { bot-press-a-button }
bot-task-again = Another one
bot-task-recorded = On record: { $what }
bot-task-more = Say more
bot-task-said = { $question }: { $answer }
bot-no = No
bot-linked = Linked: { $name }.
bot-linked-already = This chat is linked to { $name } already.
bot-not-linked = Nothing was linked.
bot-stop-sure = Stop all messages for { $names } in this chat?
bot-stop-yes = Yes, stop
bot-stop-yes-all = Yes, stop all of them
bot-stop-only = Only for { $name }
bot-stop-one-sure = Stop the messages for { $name } in this chat? Those for { $others } go on.
bot-stop-one-done = Stopped for { $name }. To begin again, open a new link.
bot-forget-ask = Ask to be forgotten
bot-forget-who = Who asks to be forgotten?
bot-forget-parent = Where { $name } is named as parent or guardian of a child, that name and e-mail stay with the child’s entry: write to the organizer to have them removed there.
bot-forget-goes = name, contacts, birth date and all that was written
bot-forget-stays = Results stay, under number { $number } alone.
bot-forget-for-good = Once done it cannot be undone, and nothing more is sent, not even that it is done.
bot-forget-sure = { $name } asks the organizer to delete { bot-forget-goes }. { bot-forget-stays } { $parent ->
        [true] { bot-forget-parent }{ " " }
       *[other] { "" }
    }{ bot-forget-for-good } Ask for this?
bot-forget-words = I ask to be forgotten: please delete what is held on me.
bot-forget-asked = Asked for { $name }. The organizer does it or answers here. Once it is done no more word comes: this chat then no longer knows { $name }.
bot-stopped = Stopped: nothing more comes to this chat. Messages go to your e-mail address if we have one. To come back, open a new link.
bot-not-stopped = Everything stays as it is.
bot-help = What I can do
bot-help-write = Anything else, just write it here: it goes to the organizer.
bot-commands-entrant =
    /me who you are here
    /schedule when and where
    /standings who leads
    /family your family unit
    /results published results
    /tasks all you can do
bot-commands-referee =
    /dispute raise a dispute
    /warn give a warning
    /call call the Chief Referee
    /sheet see a score sheet
    /docket cases at your tables
    /parent call a child's parent
    /signin sign in on the web pages
    /todo what waits
    /tasks all you can do
bot-commands-chief =
    /docket open cases: evidence, preview, rule
    /sheet see and correct a score sheet
    /dispute raise a dispute
    /warn give a warning
    /weather answer a proposal, suspend or go ahead
    /parent call a child's parent
    /signin sign in on the web pages
    /todo what waits
    /tasks all you can do
bot-commands-organizer =
    /weather decide on the weather
    /announce tell people something
    /deliveries what was delivered
    /docket open cases
    /questions what waits for an answer
    /unreached whom to ring up
    /invite bring everyone's chats in
    /signin sign in on the web pages
    /todo what waits
    /tasks all you can do
bot-commands-all =
    /language 中文／English
    /notifications what you get
    /stop get nothing more
    /cancel leave what is asked
bot-commands-help = /help what I can do
bot-language = Which language shall I speak here?
bot-language-name = English
bot-language-set = From now on I speak English here.
bot-notifications = Press to switch on or off. What concerns safety, time and place cannot be switched off and comes at any hour. Whatever else falls into the quiet hours comes after them, if it is still of use.
bot-quiet-22-8 = Quiet from 10:00 pm to 8:00 am
bot-quiet-21-8 = Quiet from 9:00 pm to 8:00 am
bot-quiet-20-9 = Quiet from 8:00 pm to 9:00 am
bot-quiet-set = Quiet hours changed.
bot-rather-by-email = E-mail instead of this chat: { $name }
bot-email-from-now = From now on by e-mail.
bot-chat-from-now = From now on in this chat.
bot-email-not-on-file = No e-mail address is on file. Give one at the venue or to the organizer.
bot-switched-on = Switched on.
bot-switched-off = Switched off.
bot-kind-reminder-day-before = The day before
bot-kind-reminder-morning = In the morning
bot-kind-reminder-opening = As check-in opens
bot-kind-timer-guide = Timer guide
bot-kind-session-results = Results of a session
bot-kind-results-published = Results published
bot-kind-reserve = Reserve places
bot-kind-not-qualified = Not going on
bot-kind-cut-open-again = Cut open again
bot-kind-reserve-over = End of reserve places
bot-kind-waiting-over = End of waiting
bot-kind-registration-received = Registration
bot-kind-registration-cancelled = Registration cancelled
bot-kind-urgent-question = Urgent, to the organizer
bot-kind-question = Written to the organizer
bot-kind-session-wished = Another session asked for
bot-kind-answer = Answer of the organizer
bot-kind-weather-watch = Weather watch
bot-kind-goes-ahead = Goes ahead
bot-kind-hall-word = To read out in the hall
bot-kind-suspended = Suspension
bot-kind-further-word = Further word
bot-kind-word-due = Word promised
bot-kind-rescheduled = New date
bot-kind-seat-changed = Seat changed
bot-kind-round-drawn = Round drawn
bot-kind-dispute-raised = Dispute
bot-kind-chief-called = Call to the Chief Referee
bot-kind-chief-coming = Somebody on the way to a table
bot-kind-conduct = Conduct
bot-kind-reinstated = Back in
bot-kind-unplayed-games = Games not played
bot-kind-parent-called = Call for a parent
bot-kind-parent-answered = Parent on the way
bot-kind-parent-wrote = Written after a call for a parent
bot-kind-parent-heard = Answer from the child's phone
bot-kind-parent-not-reached = Parent not reached
bot-kind-read-out = To be read out
bot-kind-ruling = Ruling
bot-kind-figures-corrected = Figures corrected
bot-kind-correction-published = Correction
bot-kind-qualified = Qualified
bot-kind-moved-up = Moved up
bot-kind-consent-recorded = Consent recorded for a child
bot-kind-case-raised = Raised in your name
bot-kind-family-dissolved = Family unit dissolved
bot-kind-family-asked = Asked to be a family unit
bot-kind-final-seat = Seat in the final
bot-kind-awards = Awards
bot-kind-announcement = Announcement
bot-kind-invitation = Invitation to link a chat
bot-kind-invitation-reminder = Invitation, once more
bot-kind-retention-due = Personal data kept
bot-kind-personal-code = Codes for the personal page
bot-kind-post-urgent = Public post
bot-kind-post-results = Public post of results
bot-kind-weather-proposal = Weather proposal
bot-kind-weather-unknown = Weather not known
bot-kind-weather-danger = New danger
bot-kind-weather-decided = Weather decided
bot-not-for-you = This is not for the role that this chat is linked to. /help shows what is.
bot-press-a-button = Please press one of the buttons:
bot-typed-too-long = That is { $given } characters, too long to take: nothing was sent. Please write it shorter.
bot-not-understood = I did not understand that. /help shows what I can do.
bot-send-to-organizer = Send this to the organizer
bot-cry-sent = Passed on at once { $to }, in the name of { $names }.{ $cut ->
        [none] { "" }
       *[other] { " " }Only the first { $cut } characters went.
    } In the hall also tell whoever is nearest.{ bot-urgent }{ $next ->
        [none] { "" }
        [all] { " " }What you write next goes there at once, too.
       *[but_thanks] { " " }What you write in the next { $minutes ->
            [one] minute
           *[other] { $minutes } minutes
        } goes there at once, too, but for thanks and “OK”.
    } /help shows what I can do.
bot-cry-to = { $called ->
        [none] to the organizer
        [alone] to whoever called for a parent
       *[too] to the organizer and to whoever called for a parent
    }
bot-cry-nobody = Nobody reads messages here: this reached nobody. In the hall tell whoever is nearest.{ bot-urgent }
bot-cry-muted = This is written down, but nothing is sent out at the moment: nobody has read it. In the hall tell whoever is nearest.{ bot-urgent }
bot-cry-refused = This was NOT passed on. { $why } In the hall tell whoever is nearest.{ bot-urgent }
bot-cry-official = This reached nobody: only participants’ messages are passed on. { $office ->
        [organizer] Others are told to find you. Please go there, or send whoever is nearest. If somebody is hurt or in danger, ring the emergency services yourself. /announce tells everyone.
        [chief_referee] Others are told to find you. Please go there, or send whoever is nearest. If somebody is hurt or in danger, ring the emergency services yourself, then tell the organizer.{ bot-urgent }
        [referee] /call asks the Chief Referee to a table.{ bot-urgent }
       *[none] In the hall tell whoever is nearest.{ bot-urgent }
    }
bot-cry-unlinked = This reached nobody: this chat is linked to nobody. In the hall tell whoever is nearest.{ bot-urgent }
bot-not-text = Only written words are read here: what you sent reached nobody. Write it in words.
bot-not-sent = Not sent: “{ $text }”
bot-question-whose = About whom is this? It then goes to the organizer.
bot-question-write = Write what the organizer should know about { $name }, at most { $most } characters. Nobody reads it at once.
bot-question-sent = { bot-at-table }It went to the organizer in the name of { $name }, who read it as soon as they can; an answer comes here.{ bot-urgent } /help shows what I can do.
bot-unanswered = Asked the organizer, not answered yet: “{ $words }”
bot-object = { $until ->
        [signed] You have signed these figures, so that they cannot be disputed any more. A slip in typing can still be corrected by the Chief Referee from the paper.
        [published] Do the figures look wrong? Raise a dispute with the Chief Referee before the results of the stage are published.
       *[signing] Do the figures look wrong? Before you sign, tell the referee of the table or the Chief Referee, who raises a dispute for you: the Chief Referee rules on it. After your signature it is too late.
    }
bot-object-suspended = { $session_label } is suspended. { $stopped ->
        [true] Its results do not count, and it starts again. { bot-object-void }
       *[false] Nothing that counts has been played in it.
    } Once it is played: { bot-object }
bot-object-to-come = { $until ->
        [published] Whoever does not agree with the figures of their table raises a dispute with the Chief Referee before the results of the stage are published.
       *[signing] Whoever does not agree with the figures of their table says so before they sign the score sheet, to the referee of the table or to the Chief Referee, who raises a dispute for them. After the signature it is too late.
    }
bot-object-void = Nobody has to object to what no longer counts.
bot-thanked = All right. This did not go to the organizer; whenever you have a question, write it here.
bot-question-nobody = { bot-at-table }Nobody reads messages here.{ bot-urgent } /help shows what I can do.
bot-at-table = { $at_table ->
        [false] { "" }
       *[true] About a game that is being played: raise your hand, or tell the referee at the table, at once.{ " " }
    }
bot-urgent = { $contact ->
        [none] { "" }
       *[other] { " " }Urgent: { $contact }.
    }
bot-questions-none = Nothing waits for an answer.
bot-questions-more = And { $count } more. Answer these first, then /questions again.
bot-question-shown = Written by { $said }
bot-question-gone = What was written is not held any more.
bot-wish-shown = Asks to play { $session_label }: { $said }
bot-answer-write = Write the answer, at most { $most } characters.
bot-answer-read-back =
    To { $writer }
    “{ $text }”
    Send it?
bot-answer-sent = { $channel ->
        [telegram] Sent to { $writer }
        [web_push] Sent to the browser of { $writer }
        [email] Sent by e-mail to { $writer }
       *[other] Kept, but neither chat nor browser nor e-mail reaches { $writer } Call or write to them in another way.
    }
bot-wish-read-back =
    { $writer }
    From { $before }
    to { $after }
    { $answered ->
        [false] Confirm?
       *[true] It was answered already. Move them all the same?
    }
bot-wish-answered = It was answered already.
bot-wish-done = Moved, and told now: { $writer }
bot-absence-left = No longer registered: { $names }. There is nothing to give back, and no session to ask for.
bot-absence-nothing = { bot-at-table }There is nothing to play that could be given back.
bot-absence-who = Who cannot come?
bot-absence-what =
    { $name }: what shall be done?
    { $sessions }
bot-absence-give-back = { $what ->
        [reserve] Be no reserve any more: { $stage }
       *[other] Give the place back: { $stage }
    }
bot-absence-other = Ask for another session
bot-absence-write = Write to the organizer
bot-absence-session = To { $session_label }
bot-absence-which = Which session instead? These have room.
bot-absence-no-other = No other session has room at a time when { $name } is free. Write to the organizer, or give the place back.
bot-absence-leaves = { $waiting ->
        [true] { $name } leaves the waiting list and takes no part.
       *[other] { $name } gives the place back and takes no part any more. Whoever waits longest gets it.
    }
bot-absence-dissolves = The family unit is dissolved.
bot-absence-read-cancel = { bot-absence-leaves } Coming back means registering anew, if there is room then.{ $family ->
        [true] { " " }{ bot-absence-dissolves }
       *[other] { "" }
    } Sure?
bot-absence-read-stage = { $name } gives the place in this stage back: { $stage }. Whoever waits longest gets it. The other entries stay. Sure?
bot-absence-read-qualifier = { $name } gives up the place in this stage: { $stage }. The next in order moves up, and there is no way back. Sure?
bot-absence-read-reserve = { $name } gives up the place as a reserve: { $stage }. Nobody asks again if a place is freed, and there is no way back. Sure?
bot-absence-read-wish = { $name } asks to play { $after } instead of { $before }. The organizer decides; until then the place stays as it is. Send?
bot-absence-with-hours = { $session_label }: { $hours }
bot-absence-yes = Yes, give it back
bot-absence-done = { $waiting ->
        [true] Done: { $name } is off the waiting list.
       *[false] Done: { $name } has given the place back. Thank you for telling us.
    }{ bot-urgent }
bot-absence-wished = Sent. The place of { $name } stays as it is until the organizer answers; you are told here.{ bot-urgent }
bot-stale = This button belongs to an earlier step. Go on with the latest message, or begin again: /help
bot-unknown-button = This button is no longer known here. Begin again: /help
bot-done-already = That was done already.
bot-failed = Something went wrong on our side. Nothing was changed; please try again.
bot-noted-here = { $what ->
        [coming] ✓ Coming: { $who }, { $time }
        [on_my_way] ✓ On the way: { $who }, { $time }
        [seen_to] ✓ Seen to: { $who }, { $time }
       *[read_out] ✓ Read out: { $who }, { $time }
    }
bot-noted-read-out = Thank you: noted that it was read out.
bot-read-out-late = { $instead } Please tell whoever heard the earlier message what holds now.
bot-acknowledged = Thank you: we know that you have read it.
bot-cancel-nothing = Nothing is being asked here, so there is nothing to leave.
bot-cancelled = Left as it was. Nothing was changed.
bot-cancel = Cancel
bot-confirm = Confirm
bot-refuse = Refuse
bot-back = Back to the case
bot-on-page = Continue on the page
bot-on-page-link =
    Opens this task on its page, with what you answered so far. It works once, within { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    }. Pass it on to nobody. You can go on here as well.
    { $link }
bot-one-back = Back
bot-keep = Keep as it is
bot-first-step = { $about } · 1
bot-step = { $about } · { $number } of { $count }
bot-written = Written so far: { $text }
bot-send = Send
bot-role-referee = Referee
bot-role-chief-referee = Chief Referee
bot-role-organizer = Organizer
bot-sign-in-heading = { $role }: { $title }
bot-sign-in =
    Opens the pages for your office, once, within { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    }. Do not pass it on.
    { $link }
    Where you are signed in already and are asked for a code: { $code }
bot-heading-me = About you
bot-heading-schedule = When and where
bot-heading-standings = Standings
bot-heading-results = Published results
bot-heading-family = Family
bot-heading-docket = Docket
bot-heading-deliveries = Deliveries
bot-me = { $name }, number { $number }: { $status }.
bot-out-withdrawn = Out of the competition: withdrew.
bot-out-disqualified = Out of the competition: disqualified.
bot-is-qualified = Qualified for the final.
bot-warnings = Verbal warnings: { $count }.
bot-nothing-here = Nothing is known yet.
bot-of-name = { $name }:
notice-session-of-stage = { $session_label } ({ $stage })
bot-schedule-next = Next: { $session_label }.
bot-schedule-now = Now: { $session_label }.
bot-schedule-then = Then: { $session_label }.
bot-schedule-plain = { $session_label }.
bot-schedule-waiting = On the waiting list, number { $waiting_place }: { $session_label }.
bot-schedule-waiting-over = { notice-waiting-over }
bot-schedule-suspended = { $session_label }: { $stopped ->
        [true] STOPPED
       *[false] SUSPENDED
    }{ notice-short-grounds }. { notice-what-to-do }{ $stopped ->
        [true] { " " }Its results do not count, and it starts again. { bot-object-void }{ notice-pardoned }
       *[false] { notice-pardoned }
    } { notice-next-word }
bot-schedule-suspended-waiting = { $session_label }, for which you wait: SUSPENDED{ notice-short-grounds }. Please do not come. { notice-still-waiting } { notice-next-word }
bot-schedule-held = { $danger ->
        [other] { "" }
        [cyclone] Signal 8:{ " " }
        [hurricane] Signal 9 or 10:{ " " }
       *[rain] Black rain:{ " " }
    }{ notice-held }
bot-schedule-pardoned = { notice-pardoned }
bot-schedule-suspended-official = { $session_label }: SUSPENDED. The new date follows.
bot-schedule-played = ✓ Played: { $session_label }.
bot-schedule-missed = Not played: { $session_label }.{ $late ->
        [none] { "" }
        [misses] { " " }You did not check in in time.
       *[forfeits] { " " }You did not check in in time: the right to play was forfeited.
    }
bot-schedule-bye =
    { $session_label }: you { $over ->
        [true] sat
       *[false] sit
    } out (a bye{ $points ->
        [none] { "" }
       *[other] , { $points }
    }).
bot-schedule-unpaired =
    { $session_label }: you { $over ->
        [true] sat
       *[false] sit
    } out without a bye. You have had all you get; this brings no points.
bot-schedule-more = And { $count } more later.
bot-given-back = You gave the place back. The organizer keeps your details until they are deleted; you can see them here.
bot-schedule-reserve = { $over ->
        [true] Reserve number { $place } for the { $stage }: it has begun, and nobody moves up any more.
       *[other] Reserve number { $place } for the { $stage }{ $sessions ->
            [none] { "" }
           *[other] { " " }({ $sessions })
        }: we tell you at once if you move up.
    }
bot-schedule-goes-on = You go on to the { $stage }. { $suspended ->
        [true] It is SUSPENDED at present: please do not come; the new date follows.
       *[other] { notice-keep-free }
    }
bot-schedule-nothing = Nothing more to play is known at present.
bot-schedule-tables = Tables: { $tables }.
bot-schedule-registered = { $count } registered.
bot-hours-of-play = { $end ->
        [none] Play from { $start }
       *[other] Play { $start } to { $end }
    }
bot-hours = { $start ->
        [none] { "" }
       *[other] { $registration ->
            [none] { $seating ->
                [none] { bot-hours-of-play }.
               *[other] Seated by { $seating }, { notice-play-hours }.
            }
           *[other] Check-in { $registration }, seated by { $seating }, { notice-play-hours }.
        }
    }
bot-venue = { notice-venue-line }
bot-travel = How to get there: { $travel }.
bot-map = Map: { $map }
bot-timer-guide = Timer guide, to be read before you play: { $timer_guide }
bot-late-forfeits = Whoever is not checked in by the time to be seated may not play any more.
bot-late-misses = Whoever is not checked in by the time to be seated does not play in that session.
bot-privacy = What is kept of you, what for, and how to see or correct it: { $privacy }
bot-contact = Questions? { $contact }
bot-decided = Decided about { $name }:
bot-standings-provisional = Provisional: nothing is published yet.
bot-standings-final = Official standings: version { $version }.
bot-standings-changed = Provisional: changed since version { $version } was published.
bot-published-own = { $name }, { $stage } (version { $version }): { $place }, { $figures }
bot-me-name-en = English name: { $given }
bot-me-name-zh = Chinese name: { $given }
bot-me-email = E-mail: { $given }
bot-me-phone = Telephone: { $given }
bot-me-birth-date = Born { $day }
bot-me-categories = Category: { $categories }
bot-me-team = Team: { $given }
bot-me-language = Language as registered: { $language ->
        [zh] Chinese
       *[other] English
    }
bot-me-guardian = Parent or guardian: { $given }
bot-me-guardian-email = E-mail of the parent or guardian: { $given }
bot-me-consents = { $extent ->
        [everywhere] The name may be shown in public.
        [nowhere] The name is not shown in public.
       *[some] The name may be shown: { $shown }.
    }
bot-consent-line = { $given ->
        [true] Name shown
       *[other] Name not shown
    }: { $scope }{ $day ->
        [none] { "" }
       *[other] { " " }(as said on { $day }{ $by ->
            [none] { "" }
           *[other] , by { $by }
        }{ $guardian ->
            [none] { "" }
           *[other] , { $guardian }
        }{ $version ->
            [none] { "" }
           *[other] ; statement { $version }
        })
    }
bot-consents = Where the name may be shown. Press one to say otherwise:
bot-consents-of = Consents: { $name }
bot-consent-as = This is about the name of { $name }. You are asked as:
bot-consent-as-self = The participant, 18 or over
bot-consent-as-guardian = A parent or guardian
bot-consent-guardian = Write your name, as the parent or guardian of { $name }.
bot-consent-read-back = { $given ->
        [true] The name of { $name } may be shown
       *[other] The name of { $name } is not to be shown
    }: { $scope }.
    Said by { $guardian ->
        [none] the participant, 18 or over.
       *[other] the parent or guardian, { $guardian }.
    }{ $statement ->
        [none] { "" }
       *[other] { " " }The organizer on personal data: { $statement }
    }
bot-consent-said = Noted. { $given ->
        [true] The name of { $name } may be shown
       *[other] The name of { $name } is not shown any more
    }: { $scope }{ $guardian ->
        [none] { "" }
       *[other] { " " }(said by { $guardian })
    }.
bot-me-family = Family unit with { $other }.
bot-me-chat = This chat gets messages for { $names }.
bot-me-chat-language = Language here: { $language ->
        [zh] Chinese
       *[other] English
    } (/language)
bot-me-muted = Switched off here: { $kinds } (/notifications)
bot-me-by-email = { $name }: rather by e-mail.
bot-me-browsers =
    { $count ->
        [one] { $name }: 1 browser takes messages where no chat does.
       *[other] { $name }: { $count } browsers take messages where no chat does.
    }
bot-seat = Table { $table }, seat { $seat }.
bot-no-tables = No table under way.
bot-no-standings = Nobody is ranked yet.
bot-by-match-points = { $figure } { $single ->
        [true] point
       *[false] points
    }
bot-by-rounds-won = { $figure } rounds won
bot-by-rating = rating { $figure }
bot-figures = { $average ->
        [none] { $won } won, score { $score }, { notice-tiles }
       *[other] { $won } won, score { $score }, average { $average }, { notice-tiles }
    }
bot-place = place { $place }
bot-not-ranked = { $name }: not ranked yet.
bot-did-not-play = { $name } did not play the { $stage }.
bot-not-in-stage = { $name } does not play the { $stage }.
bot-not-ranked-out = { $name } is out of the { $stage } and not ranked there.
bot-left-standings = { $name } gave the place back.
bot-published = version { $version } is published
bot-not-published = { $name }: nothing is published yet.
bot-no-family = No family unit is declared. The check-in desk can do that.
bot-family-open = { $over ->
        [true] { $name } and { $other }: not ranked as a family, for which both would have had to play the final.
       *[other] { $name } and { $other } are a family unit, ranked once both have played the final.
    }
bot-family-award = Awarded: { $title }.
bot-family-agreed = { $child } and { $parent } are a family unit now.
bot-family-declined = Declined: { $child } and { $parent } are no family unit.
bot-family-place = { $name } and { $other }: place { $place }, { $won } won, score { $score }.
bot-docket = Open cases: { $count }. Choose one.
bot-docket-empty = No open case.
bot-docket-ruled = Ruled cases ({ $count })
bot-docket-ruled-choose = Ruled cases, the latest first. Choose one.
bot-case =
    { $kind }
    { bot-case-where }
    Concerns { $entrants }
bot-case-where = { $table_label ->
        [none] { bot-no-table }
       *[other] { $table_label }
    }{ $game ->
        [none] { "" }
       *[other] , game { $game }
    }
bot-no-table = At no table
bot-case-raised = Raised by { $by }
bot-case-raised-for =
    { $entrant ->
        [none] Raised by { $by }
       *[other] Raised by { $by } in the name of { $entrant }
    }
bot-case-statement = “{ $statement }”
bot-case-charge = { $entrant } is charged: { $charge }
bot-case-warning = { $entrant } gets a verbal warning
bot-case-disqualify = { $entrant } is disqualified
bot-case-ruling = { $ruling }{ $replaced ->
        [none] { "" }
       *[other] , in place of { $replaced }
    }: { $effects }, citing { $cites }.{ $finding ->
        [none] { "" }
       *[other] { " " }Found: “{ $finding }”
    }{ $reason ->
        [none] { "" }
       *[other] { " " }Reason: “{ $reason }”
    }
bot-case-leaver = { $entrant } left the game: { $what } ({ $grounds }), { $by }, { $at }.{ $reason ->
        [none] { "" }
       *[other] { " " }“{ $reason }”
    }
bot-case-ended = { $dispute } ended without a ruling: { $what }, { $by }, { $at }.{ $reason ->
        [none] { "" }
       *[other] { " " }“{ $reason }”
    }
bot-ruling-of-ended = Nothing was ruled: the case ended meanwhile.
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
bot-verdict-rack = { $answer }, best { $best }.
bot-verdict-rack-unknown = { $verdict ->
        [referee_decides] { $answer }. It is not known which of these tiles that was, and it does not count; all of them together reach { $best }.
       *[other] { $answer }, whichever of these tiles was drawn last. That one is not known, and it does not count; all of them together reach { $best }.
    }
bot-charge-proposed = Charge: { $charge }, { $points }.
bot-ruled-otherwise = ⚠ ruled otherwise
bot-see-sheet = See the sheet
bot-rule = Rule
bot-rule-anew = Rule anew
bot-correct = Correct game { $game }
bot-ruling-effect = What shall the ruling do?
bot-ruling-anew = On new grounds, in place of { $ruling }.
bot-ruling-made-by = { $ruling } was made by { $by } on { $at }:
bot-ruling-supersede = Supersede { $ruling }
bot-ruling-other-rule = Another rule
bot-ruling-rules-all = All rules ({ $count })
bot-ruling-proposed = By the evidence: { $whose }
bot-effect-none = The results stand
bot-effect-amend-game = Amend a game
bot-effect-void-game = Void a game
bot-effect-replay-game = Replay a game
bot-effect-charge = Charge a seat
bot-effect-warning = Verbal warning
bot-effect-disqualify = Disqualify
bot-effect-amend-game-in = Amend game { $game }
bot-effect-void-game-in = Void game { $game }
bot-effect-replay-game-in = Replay game { $game }
bot-effect-charge-in = Charge, game { $game }
bot-ruling-game = Which game?
bot-ruling-entrant = Who?
bot-ruling-charge = Which charge?
bot-figures-how = Write every seat with points and tiles left: { $counted }. Or with scores, as above.{ $endings ->
        [none] { "" }
       *[other] { " " }If nobody cleared the rack, add: { $endings }.
    }{ $forfeits ->
        [none] { "" }
       *[other] { " " }Mark who forfeited: { $wins } 20/5, ✗{ $forfeits } 12/3 (or { $typed }).
    }
bot-figures-winner = After { $endings } these rules name no winner: mark yours, as in ★A 8/3.
bot-figures-now = Game { $game } now, score and tiles:
bot-figures-none = nothing recorded
bot-figures-counted = Counted: { $counts }
bot-ending-cleared = cleared, rack cleared
bot-ending-time = time, time up, time is up
bot-ending-pool-exhausted = pool exhausted, pool empty
bot-ending-blocked = blocked
bot-ending-forfeit = forfeit, forfeited
bot-ruling-finding = What do you find? Write it in a line, and the reason in the lines below. A single line is both.
bot-ruling-rule = { $rule }: { $words }
bot-ruling-cites = Which rule? Choose or write.
bot-ruling-read-back =
    You rule: { $effect }{ bot-ruling-replaces }
    Finding: { $finding }
    Cites: { $cites }
    Reason: { $reason }
    { $raised }
    It is final. Confirm?
bot-ruling-replaces = { $replaces ->
        [none] { "" }
       *[other] { " " }(in place of { $replaces }{ $undone ->
            [none] )
           *[other] ; what that one did is undone: { $undone })
        }
    }
bot-confirm-ruling = Confirm the ruling
bot-ruled = Ruling { $ruling } on { $dispute } is made. { $where ->
        [table] { $referee ->
            [none] The players are told once their session is over: the table has no referee to tell them now.
           *[other] The referee of the table is told now, the players once their session is over.
        }
        [over] The players are told { bot-ruled-when }.
        [elsewhere] { $later ->
            [none] They are told { bot-ruled-when }.
           *[other] They play at other tables by now.
        }
       *[case] { $later ->
            [none] Those concerned are told { bot-ruled-when }.
           *[other] { $now ->
                [none] Those concerned play now.
               *[other] Some of those concerned play now.
            }
        }
    }{ $later ->
        [none] { "" }
       *[other] { " " }Told once their session is over: { $later }.
    }{ $now ->
        [none] { "" }
       *[other] { " " }Told now: { $now }.
    }{ $night ->
        [none] { "" }
       *[other] { " " }Told at { $night_over }, as it is night: { $night }.
    }
bot-ruled-when = { $night_over ->
        [none] now
       *[other] at { $night_over }, as it is night
    }
bot-game = game { $game }
bot-impact-places = Places, { $stage }:
bot-impact-cut = Cut: in { $came_in }, out { $fell_out }
bot-impact-cut-tied = ⚠ Level on the line of the cut, for { $places ->
        [one] 1 place
       *[other] { $places } places
    }: { $tied }. Who of them goes on has to be decided next.
bot-impact-cut-given-up = Stays out, having given up the place: { $who }. If that was a mistake, reinstate them before the cut is made.
bot-impact-award = Award { $award }: { $before } → { $after }
bot-impact-none = No place changes.
bot-impact-game = Game { $game }{ $place ->
        [none] { "" }
       *[other] { " " }({ $place })
    }, now → then (score/tiles left):
bot-impact-line = { $who }: { $change }
bot-impact-ending = How it ended: { $before } → { $after }
bot-impact-in-game = Game { $game }{ $place ->
        [none] { "" }
       *[other] { " " }({ $place })
    }, { $line }
bot-impact-evidence = Evidence { $line }
bot-impact-hears = Told to { $audience }: { $kind }
bot-impact-more = and { $count } more
bot-impact-no-place = no place
bot-impact-sign-again = To sign: { $who }
bot-impact-notices = Notices: { $count }{ $people ->
        [0] { "" }
        [one] , to 1 person
       *[other] , to { $people } people
    }{ $now ->
        [none] { "" }
       *[other] ; now { $now }
    }{ $later ->
        [none] { "" }
       *[other] ; after their session { $later }
    }{ $night ->
        [none] { "" }
       *[other] ; at { $night_over }, as it is night, { $night }
    }
bot-dispute-table = At which table is the dispute?
bot-parent-table = At which table is the child whose parent is to come? Elsewhere write /parent and the number.
bot-parent-entrant = Whose parent is to come?
bot-parent-grounds = Why?
bot-parent-grounds-unwell = Unwell
bot-parent-grounds-distressed = Distressed
bot-parent-grounds-withdrawn = Has stopped playing
bot-parent-grounds-disqualified = Disqualified
bot-parent-grounds-other = Another reason
bot-parent-unknown = There is no entrant { $text }. The number is on the score sheet, and /sheet shows who sits at each table. Where the child sits at none, ask the organizer.
bot-parent-read-back =
    Call a parent of { $entrant } to the hall? Reason: { $grounds }.
    { $pushed ->
        [0] { $linked ->
            [0] No chat is linked for the child: the organizer is asked to ring up after three minutes.
            [one] 1 chat is told at once.
           *[other] { $linked } chats are told at once.
        }
       *[other] Told at once: chats { $linked }, browsers { $pushed }.
    }
bot-parent-told = Told: { $who }
bot-parent-called =
    { $pushed ->
        [0] { $linked ->
            [0] The call is noted. No chat is linked for the child: the organizer is asked to ring up after three minutes.
            [one] 1 chat is told. If nobody answers within three minutes, the organizer is asked to ring up.
           *[other] { $linked } chats are told. If nobody answers within three minutes, the organizer is asked to ring up.
        }
       *[other] Told: chats { $linked }, browsers { $pushed }. If nobody answers within three minutes, the organizer is asked to ring up.
    }
bot-parent-answered = Thank you: the hall is told that you are coming.
bot-parent-heard = Thank you: the hall is told. Because this may be the player's own phone, the call goes on. If you are the parent, please come now, or ring up{ $contact ->
        [none] { "" }
       *[other] : { $contact }
    }. If you are the player, stay with the staff: they look after you.
bot-parent-seen-to = Thank you: noted that the child is seen to.
bot-parent-no-number = no number
bot-parent-number = { $entrant }: { $phone }
bot-heading-invite = Bring chats in
bot-invite-counts = { $linked ->
        [one] 1 has a chat linked
       *[other] { $linked } have a chat linked
    }, { $pending ->
        [one] 1 has none
       *[other] { $pending } have none
    }.
bot-invite-nobody = Everyone has a chat linked.
bot-invite-send = Send by e-mail
bot-invite-file = File with all links
bot-invite-letters =
    { $count ->
        [one] 1 letter
       *[other] { $count } letters
    } by e-mail, each with a personal link. Without an address: { $no_address }, of whom under 18: { $no_guardian }. One address for several who are no family: { $shared }. Invited before and without a chat: { $invited }. The first one stands above.
bot-invite-no-letters = Nobody to write to: { $no_address ->
        [one] 1 has no e-mail address
       *[other] { $no_address } have no e-mail address
    } ({ $no_guardian } of them are under 18), { $invited ->
        [one] 1 was invited
       *[other] { $invited } were invited
    } before.
bot-invite-yes = Yes, send
bot-invite-sent = The invitations go out now. /deliveries counts them.
bot-invite-handed-over =
    { $count ->
        [one] 1 link
       *[other] { $count } links
    }, each for one person, once, within two weeks. Whoever has one may use it: delete this file when it is used.
bot-heading-unreached = To ring up
bot-unreached-one =
    { $number } of { $count } ({ $nothing } reached by nothing, { $silent } did not answer the phone, { $unread ->
        [one] 1 has not read it yet
       *[other] { $unread } have not read it yet
    })
    { $person }
    { $language ->
        [none] Say: “{ $sentence }”
       *[other] Say, as they read { $language }: “{ $sentence }”
    }{ $language ->
        [none] { "" }
       *[other] { bot-unreached-meaning }
    }
bot-unreached-meaning =
    { "" }
    That is: “{ $meaning }”
bot-unreached-named = { $entrant } ({ $name })
bot-unreached-yes = Reached
bot-unreached-no = No answer
bot-unreached-next = Next
bot-unreached-list = Whom to ring up
bot-unreached-none = Everyone concerned has read the last message about safety, or was reached by phone.
bot-unreached-reached = Noted: reached.
bot-unreached-no-answer = Noted: no answer.
bot-warn-table = At which table is whom you warn?
bot-call-table = To which table shall the Chief Referee come?
bot-table-of-session = Table { $table }, { $session_label }
bot-which-session = In which session?
bot-sheet-table = Which table's sheet?
bot-sheet-signed =
    { $closed ->
        [true] It is signed
       *[false] It carries signatures
    }: from now on the Chief Referee corrects it, from the paper.
bot-sheet-open = It is not closed yet: { $points }.
bot-call-chief = Call the Chief Referee
bot-dispute-game = About which game?
bot-no-game = No game in particular
bot-dispute-statement = What is it about? Write a sentence.
bot-dispute-read-back =
    Dispute, { $game ->
        [none] no game in particular
       *[other] game { $game }
    }: “{ $statement }”
    Raise it?
bot-dispute-raised = { $dispute } is raised. The Chief Referee is told { $at ->
        [none] now
       *[other] at { $at }, as it is night: if it cannot wait, ring them up
    }.
bot-warn-entrant = Whom do you warn?
bot-warn-breach = What for? Write a sentence.
bot-warn-number = Warning { $number } of { $most }
bot-warn-read-back =
    { bot-warn-number } for { $entrant }: “{ $breach }”
    Give it?
bot-warn-further = There were { $number } verbal warnings, as many as there are; a further breach is investigated. What happened? Write a sentence.
bot-further-read-back =
    A further breach by { $entrant }, for investigation: “{ $breach }”
    It goes on the docket. Report it?
bot-warned = { $entrant } is warned.
bot-called = { $muted ->
        [no] The Chief Referee is called ({ $count } linked). If nobody comes, use the radio.
       *[yes] The call is noted. Use the radio.
    }
bot-call-nobody = The call is noted, but no Chief Referee has linked a chat. Use the radio.
bot-on-my-way = { $told ->
        [no] It is noted that you are on the way. The table has no referee who could be told.
        [own] It is noted that you are on the way.
       *[yes] Referee { $referee } is told that you are on the way.
    }
bot-correct-reason = Why? Write a sentence.
bot-correct-read-back =
    Game { $game } as on paper: { $seats }
    Reason: { $reason }
    Correct it?
bot-corrected = Game { $game } is corrected.
bot-proposal =
    { $day }: { $outcome }
    { $warnings }
    Sessions: { $sessions }
bot-proposal-no-warning = In force: –
bot-proposal-not-known = In force: not known
bot-proposal-over = By the rules this warning still stops play, as it was in force when it counts. To play on, refuse.
bot-proposal-in-part = This is read; the rest of the Observatory's answers is not ({ $whole ->
        [none] never read as a whole
       *[other] last read as a whole { $whole }
    }).
bot-weather-suspend = suspend the whole day
bot-weather-suspend-remaining = suspend what is left of the day
bot-weather-proceed = play goes ahead
bot-weather-unknown = not known; look for yourself
bot-no-proposal = No proposal waits for an answer.
bot-storm-which-proposal = Which proposal?
bot-proposal-refused-then = Once it is refused, nothing is announced. { $stands }
bot-weather-decide = Decide about a day
bot-proposal-refused = Refused. Nothing is announced. { $stands }
bot-proposal-stands-off = What is suspended of { $day } stays suspended.
bot-proposal-stands = { $warned ->
        [none] { $ahead ->
            [true] It stands that play on { $day } goes ahead as planned.
           *[false] The sessions of { $day } stay on.
        }
       *[other] The sessions of { $day } stay on, and pages say: { $warned }
    }
bot-announce-tournament = In which tournament?
bot-announce-audience = Whom do you tell?
bot-audience-everyone = Everyone
bot-audience-finalists = Finalists
bot-audience-waiting = Those waiting for a place
bot-audience-referees = All officials
bot-audience-role-chief-referee = Chief Referee
bot-audience-role-referee = Referees
bot-audience-stage = Stage: { $stage }
bot-audience-category = Category: { $category }
bot-announce-en = Write it in English, at most { $most } characters.
bot-announce-zh = Now in Chinese, at most { $most } characters.
bot-announce-insist = Take it as it is
bot-announce-not-en = This has no letter of English.
bot-announce-not-zh = This has no Chinese character.
bot-announce-read-back = This goes to { $count ->
        [one] 1 person
       *[other] { $count } people
    }: { $linked } by chat, { bot-by-browser }{ $mailed } by e-mail only, { $unreached } not reached.{ $seated ->
        [0] { "" }
       *[other] {" "}{ $seated } of them sit at tables now and read it after their session; { $officials ->
        [one] 1 official is asked
       *[other] { $officials } officials are asked
    } to read it out there, { $in_chats } of them by chat.
    } Send?
bot-announce-night = As it is night, { $night ->
        [one] 1 of them reads
       *[other] { $night } of them read
    } it at { $night_over }.
bot-announce-reaches = { $count ->
        [0] It is for nobody.
        [one] It is for 1 person.
       *[other] It is for { $count } people.
    }
bot-announce-read-out = { $seated ->
        [one] 1 of them sits at a table and reads
       *[other] { $seated } of them sit at tables and read
    } it after the session; { $officials ->
        [one] 1 official is asked
       *[other] { $officials } officials are asked
    } to read it out there.
bot-by-browser =
    { $pushed ->
        [0] { "" }
       *[other] { $pushed } by browser,{ " " }
    }
bot-storm-begin = Decide a day by hand
bot-storm-otherwise = Decide otherwise
bot-storm-day = Which day?
bot-storm-no-day = No day of play lies ahead.
bot-storm-day-key = { $day } ({ $count ->
        [1] 1 session
       *[other] { $count } sessions
    }{ $suspended ->
        [0] { "" }
       *[other] , { $suspended } suspended
    })
bot-storm-held-key = { $day } (people were told to stay)
bot-storm-written = What you wrote: { $text }
bot-storm-what = { $day }: what do you decide?
bot-storm-what-suspend = Suspend the day
bot-storm-what-rest = Suspend what is left of the day
bot-storm-what-ahead = Play goes ahead
bot-storm-lifted = { $by } lifted the suspension: { $at }.
bot-storm-moved = { $by } gave the sessions a new date, { $day }: { $at }.
bot-storm-suspended = { $by } suspended sessions of the day: { $at }.
bot-storm-what-word = Send a further word
bot-storm-what-move = Set a new date
bot-storm-what-lift = Lift the suspension
bot-storm-grounds = Why?
bot-storm-grounds-signal-8-or-above = Signal 8 or above
bot-storm-grounds-black-rainstorm = Black rainstorm
bot-storm-grounds-other = Another reason, in words of one's own
bot-storm-grounds-written = “{ $reason }”
bot-storm-since = Since when is the warning in force? Press, or type an hour such as 9:40.
bot-storm-since-observatory = { $at } (Observatory)
bot-storm-since-now = As of now
bot-storm-since-unsaid = Leave it out
bot-storm-words-en = Write it in English, at most { $most } characters. It stands in the message as you write it.
bot-storm-words-zh = Write it in Chinese, at most { $most } characters. It stands in the message as you write it.
bot-storm-by = By when does the next word come at the latest? Press, or type an hour such as 17:30.
bot-storm-new-day = On which day are the suspended sessions played, at the same times? These days have room. Press, or type one such as 2026-04-08 or 8/4.
bot-storm-reason = Why is it lifted? Write a sentence for the record.
bot-storm-text = { $language } · as { $count ->
        [1] 1
       *[other] { $count }
    } { $officials ->
        [true] { $count ->
            [1] official reads
           *[other] officials read
        }
       *[false] { $count ->
            [1] person reads
           *[other] people read
        }
    } it
bot-storm-alike = { $count ->
        [1] The same goes out of 1 other session
       *[other] The same goes out of { $count } other sessions
    }
bot-storm-alike-session = { $session }{ $hours ->
        [none] { "" }
       *[other] : { $hours }
    }
bot-storm-more = { $texts ->
        [1] 1 further kind of text goes
       *[other] { $texts } further kinds of text go
    } out to { $count ->
        [1] 1 person
       *[other] { $count } people
    }.
bot-storm-read-back =
    { $what }: { $day }{ $new_day ->
        [none] { "" }
       *[other] { " " }→ { $new_day }
    }
    Sessions: { $sessions }
bot-storm-because = { $grounds }{ $since ->
        [none] .
       *[other] , { $until ->
            [none] since { $since }
           *[other] from { $since } to { $until }
        }.
    }
bot-storm-voided = ⚠ In play: { $sessions }. { $count ->
        [1] Its results become void and it starts again.
       *[other] Their results become void and they start again.
    }
bot-storm-hour = It holds as soon as you confirm; it is { $now }. The next word is promised by { $next_word }.
bot-storm-word-tomorrow = ⚠ The next word is promised for tomorrow: { $next_word }.
bot-storm-reached = People told: { $count }. By chat { $linked }, { $pushed ->
        [0] { "" }
       *[other] by browser { $pushed },{ " " }
    }by e-mail only { $mailed }, not reached { $unreached }.
bot-storm-send = The texts stand above. Send?
bot-storm-sure = Confirm?
bot-storm-done = Done.{ $muted ->
        [no] { " " }Everyone concerned is told now.
       *[yes] { "" }
    }
bot-nothing-goes-out = ⚠ None of this goes out: sending is muted since { $since }{ $by ->
        [none] { "" }
       *[other] , by { $by }
    }{ $why ->
        [none] .
       *[other] { " " }({ $why }).
    } { $release ->
        [mine] To send it after all: /deliveries, or `tileledger deliveries release`.
        [organizer] The organizer can release it with /deliveries. Tell them, and whoever has to know, by phone or radio.
       *[everything] Whoever runs the program has to release it: `tileledger deliveries release`. Until then tell people by phone or radio.
    }
bot-read-back-changed = Something has changed since this was read back to you, so nothing is done yet. This is otherwise now:
bot-read-back-differs = { $before ->
        [none] { $after ->
            [none] Something else, which may have named somebody who was deleted.
           *[other] New: { $after }
        }
       *[other] { $after ->
            [none] No longer: { $before }
           *[other] Was: { $before }
                Now: { $after }
        }
    }
bot-read-back-more = And { $count } more.
bot-read-back-confirm = Confirm?
bot-read-back-send = Send?
bot-announced = { $muted ->
        [no] The announcement is on its way.
       *[yes] The announcement is made.
    }
bot-no-deliveries = Nothing was delivered yet.
bot-deliveries-of = { $reference } { $kind } · { $people ->
        [one] 1 person
       *[other] { $people } people
    }, { $messages ->
        [one] 1 message
       *[other] { $messages } messages
    }: { $counts }
bot-delivery-pending = waiting
bot-delivery-held = held
bot-held = Notices held since nothing was sent for long: { $count }{ $messages ->
        [0] { "" }
        [one] { " " }(1 message)
       *[other] { " " }({ $messages } messages)
    }. Are they still of use?
bot-muted = Muted since { $since }{ $by ->
        [none] { "" }
       *[other] , by { $by }
    }{ $why ->
        [none] { "" }
       *[other] { " " }({ $why })
    }: nothing is sent until you say so. Notices waiting: { $count }{ $messages ->
        [0] { "" }
        [one] { " " }(1 message)
       *[other] { " " }({ $messages } messages)
    }{ $before ->
        [yes] ; they may have been sent before.
       *[no] .
    }
bot-changed-since = What waits has changed since you were asked. Now it is:
bot-held-kind = { $count } × { $kind }
bot-held-send-sure = Send them now?
bot-held-send-yes = Yes, send
bot-held-drop-sure = Drop them, so that nobody ever gets them?
bot-held-drop-yes = Yes, drop
bot-held-sent = They go out now, except what has become pointless.
bot-held-dropped = They are dropped. Nobody gets them.
bot-nothing-held = Nothing is held any more.
bot-drop = Drop
bot-delivery-sent = sent
bot-delivery-unknown = unknown
bot-delivery-failed = failed
bot-delivery-expired = too late
bot-delivery-cancelled = not sent any more
bot-delivery-declined = declined
bot-delivery-unlinked = unlinked
bot-delivery-dead = given up
bot-delivery-acknowledged = read

## The timeline: each event in plain words

event-warnings-reported = { $n_signals ->
        [0] The Observatory's answers could be read as a whole again, as fetched at { $fetched_at }.
       *[other] The Observatory's warnings changed ({ $signals }), as fetched at { $fetched_at }.
    }
event-observatory-silent = No answer of the Observatory could be read as a whole since { $since }.
event-parent-called = A parent of { $entrant } was called to the hall ({ $call }).
event-parent-call-answered = The call { $call } for a parent was answered.
event-parent-call-heard = The call { $call } for a parent was answered from the child's chat, and goes on.
event-parent-call-escalated = Nobody answered the call { $call } for a parent in time.
event-weather-proposed = { $proposal }: for { $day } the weather means { $outcome } ({ $codes }; { $sessions }). The Observatory's answers were last read as a whole at { $fetched_at }.
event-weather-proposal-answered = { $confirmed ->
        [true] { $proposal } was confirmed.
       *[other] { $proposal } was refused.
    }
event-weather-proposal-escalated = { $proposal } was not answered in time and was put again (step { $step }).
event-weather-watch-announced = It was announced that { $code } may stop play on { $day }.
event-play-goes-ahead = Play on { $day } goes ahead.
event-reminder-due = A reminder of { $session } on { $day } was due ({ $kind }).
event-people-invited = Everyone without a linked chat was invited by e-mail to link one.
event-people-invited-again = It was time to remind those who were invited on { $day } and had no chat linked.
event-retention-due = It was time to ask whether the people of the tournament, over since { $day }, are still needed.
event-announcement-made = Announcement { $announcement } was made to { $audience }.
event-tournament-defined = The tournament was founded.
event-tournament-amended = The plan of the tournament was changed: { $changes }. Sessions moved: { $moved }.
event-attachment-kept = A file came in with the plan.
event-referee-appointed = Referee { $referee } was appointed.
event-referee-dismissed = Referee { $referee } no longer serves.
event-entrant-registered = { $entrant_no } registered for { $session }.
event-place-confirmed = { $entrant } { $from_waiting_list ->
        [true] was given a place from the waiting list
       *[false] has a place
    } in { $session }.
event-waiting-list-joined = { $entrant } is on the waiting list for { $session }.
event-stage-entered = { $entrant } entered a further stage with { $session }.
event-stage-left = { $entrant } gave the place in { $stage } back.
event-registration-cancelled = { $entrant } gave the place back.
event-question-asked = { $session ->
        [none] { $entrant } wrote to the organizer ({ $question }).
       *[other] { $entrant } asked to play { $session } ({ $question }).
    }
event-question-answered = The organizer answered { $entrant } ({ $question }).
event-entrant-moved = { $entrant } moved from { $from_session } to { $to_session }.
event-entrants-merged = { $dropped } was the same person as { $kept } and lives on under that number.
event-details-amended = Details of { $entrant } were amended ({ $fields }).
event-language-chosen = { $entrant } chose the language of messages.
event-consent-changed = { $given ->
        [true] The name of { $entrant } may be shown
       *[other] The name of { $entrant } is not to be shown
    }: { $scopes } (said by: { $by }).
event-person-forgotten = A person was forgotten ({ $grounds }): entrant { $entrant }, referee { $referee }. Figures stand.
event-family-unit-declared = { $child } (child) and { $parent } (parent) are a family unit.
event-family-unit-proposed = { $by } proposed that { $child } (child) and { $parent } (parent) be a family unit.
event-family-unit-declined = That { $child } and { $parent } be a family unit was declined or withdrawn.
event-family-unit-dissolved = Family unit { $unit } was dissolved.
event-entrant-checked-in = { $entrant } checked in for { $session }.
event-check-in-undone = The check-in of { $entrant } for { $session } was taken back.
event-seats-drawn = Seats of { $session } were drawn: { $n_tables ->
        [one] 1 table
       *[other] { $n_tables } tables
    }; { $n_forfeited } forfeited. Seed { $seed }.
event-seat-draw-undone = The seat draw of { $session } was taken back.
event-seats-exchanged = { $first } and { $second } exchanged seats in { $session }.
event-referees-assigned = { $n_assignments ->
        [one] 1 referee has
       *[other] { $n_assignments } referees have
    } the tables of { $session }.
event-session-started = { $session } began.
event-session-start-undone = The start of { $session } was taken back.
event-time-called = Time was called in { $session }.
event-time-call-undone = The time call in { $session } was taken back.
event-session-ended = { $session } ended.
event-session-reopened = { $session } was opened again.
event-session-played-on-paper = { $session } was run on paper; { $n_tables ->
        [one] 1 table
       *[other] { $n_tables } tables
    } came in.
event-first-player-determined = { $entrant } begins game { $game } at { $sheet }.
event-incident-noted = At { $sheet }, game { $game }: { $kind } ({ $entrant }).
event-chief-referee-called = The Chief Referee was called to { $sheet }.
event-chief-referee-set-out = Whoever decides cases set out for { $sheet }.
event-game-result-recorded = Game { $game } at { $sheet } was recorded: { $results }.
event-game-corrected = Game { $game } at { $sheet } was corrected: { $results }.
event-score-sheet-recorded = The sheet of { $sheet } was entered ({ $source }).
event-sheet-conflict-found = A second, different sheet for { $sheet } came in; both are kept.
event-sheet-conflict-settled = The difference between the sheets of { $sheet } was settled: the { $taken } holds.
event-sheet-signed = { $entrant } signed { $sheet } ({ $medium }).
event-signature-missing = { $entrant } did not sign { $sheet } ({ $kind }).
event-signature-closed = The Chief Referee closed the missing signature of { $entrant } on { $sheet }.
event-signatures-voided = Figures on { $sheet } changed; to be signed again by { $entrants }.
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
part-moved-to = { $day ->
        [none] { "" }
       *[other] , moved to { $day },
    }
part-grounds-typed = { $grounds }: { $typed }
part-warning-doubted = { $warning } in doubt, ended by one of two answers alone
part-warning-ended = { $warning } ended
part-with-tiles = { $result } ({ $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    })
part-corrected-from = { " " }Before: { $results }.
part-corrected-because = { " " }Reason: “{ $typed }”.
event-sessions-suspended = { $n_sessions ->
        [one] { $sessions }{ part-moved-to } was suspended ({ $grounds }).
       *[other] { $sessions }{ part-moved-to } were suspended ({ $grounds }).
    }{ $n_voided ->
        [0] { "" }
       *[other] { " " }What was played of { $voided } is void.
    }
event-next-word-due = The organizer was reminded that a word about the suspension of { $sessions } was promised by { $by }.
event-further-word-given = Those concerned by the suspension of { $sessions } were told more; the next word by { $next_word }.
event-suspension-lifted = The suspension of { $sessions } was taken back.
event-sessions-rescheduled = { $n_sessions ->
        [one] { $sessions } takes place on { $day }.
       *[other] { $sessions } take place on { $day }.
    }
event-results-published = Version { $version } of the { $stage } results was published: { $n_rows } ranked, { $n_changes ->
        [one] 1 change
       *[other] { $n_changes } changes
    }.
event-qualification-held = { $n_tied ->
        [one] 1 ties
       *[other] { $n_tied } tie
    } across the cut into { $stage } for { $free_places ->
        [one] 1 place
       *[other] { $free_places } places
    }; a decision is needed.
event-cut-tie-decided = The tie across the cut into { $stage } was decided ({ $choice }{ $seed ->
        [none] { "" }
       *[other] , seed { $seed }
    }): { $admitted }.
event-qualification-concluded = { $n_qualified ->
        [one] 1 goes on
       *[other] { $n_qualified } go on
    } to { $stage }; { $n_reserves ->
        [one] 1 follows as a reserve
       *[other] { $n_reserves } follow as reserves
    }.
event-qualification-undone = The cut into { $stage } was taken back.
event-finalists-placed = Those who go on to { $stage } were given their sessions.
event-qualifier-withdrew = { $entrant } gave up the place in { $stage }.
event-reserve-moved-up = { $entrant } moved up into { $stage } for { $replaces }.
event-reserve-passed-over = { $entrant } was next, but plays in { $other } at the time of { $session }; the next in order follows.
event-awards-made = The awards were made.
event-family-award-made = The family award goes to { $units }.
event-table-opened = { $entrants } sat down at table { $table } in { $session }.
event-table-closed = { $sheet } was closed.
event-games-forfeited = { $entrant } left and forfeited at { $sheet }; { $winner } has won what was not played.
event-sessions-dropped = { $n_sessions ->
        [one] { $sessions } is not played: everyone meets everyone without it.
       *[other] { $sessions } are not played: everyone meets everyone without them.
    }
event-ratings-changed = { $n_ratings ->
        [one] 1 rating
       *[other] { $n_ratings } ratings
    } changed.
event-awards-revoked = The awards were taken back.

## Pages

page-home-title = Tileledger
page-home-lead = Rummikub tournaments: when and where they are played, who is in the lead, and the results.
page-tournaments = Tournaments
page-no-tournaments = There is no tournament yet.
page-tournament-damaged = { $title } cannot be shown just now. Try again later, or ask its organizer.
page-more-tournaments = More tournaments
page-further-pages = Further pages
page-api-docs = API documentation
page-openapi = OpenAPI document
page-problem-codes = Problem codes
page-standings = Standings
page-no-standings = Nobody is ranked yet.
page-standings-views = Ways to see the standings
page-view-places = By place
page-view-names = By name
page-view-cross = Cross table
page-view-families = Families
page-view-teams = Teams
page-goes-on = Goes on
page-goes-in = in
page-goes-out = out
page-goes-tied = tied
page-goes-open = open
page-cut = { $status ->
    [concluded] The cut into the next stage is made: { $stage }.
    [held] The cut at place { $places } waits: { $tied } are equal across it, and who of them goes on is still to be decided ({ $stage }).
   *[open] { $places ->
        [none] The winners of the tables go on, then the best of the others ({ $stage }). It is not decided yet.
       *[other] The first { $places } go on ({ $stage }). It is not decided yet: this is how it stands.
    }
}
page-cut-here = { $status ->
    [concluded] The cut: who is in stands above.
    [held] The cut, with equals across it: not decided yet.
   *[open] The cut as it stands: not decided yet.
}
page-cut-go = To the cut
page-hidden-so-far = Sessions over so far: { $ended } of { $sessions }.
page-hidden-announced = { $day ->
        [none] Results are announced after play.
       *[other] Results are announced on { $day }.
    }
page-hidden-own = Your own results stand on your personal page, which the link in your chat or e-mail opens, and in the chat with the bot.
page-find = Find by number or name
page-find-do = Find
page-session = Session
page-all-sessions = All sessions
page-category = Category
page-all-categories = All categories
page-found = Shown: { $count } of { $total }
page-ranked = { $count ->
    [one] One entrant is ranked.
   *[other] { $count } entrants are ranked.
}
page-printed-as-of = As of { $at }, event { $seq }
page-results-announced-at = Results are announced at:
page-found-nobody = Nothing found. Look for a number or a team, or for a name, in English or Chinese, of somebody who agreed to be named and is not at a table now.
page-found-nobody-of-all = Nothing found. Look for a number or a team, or for a name, in English or Chinese.
page-found-no-place = no place here, or none yet.
page-show-all = Show all
page-exact-figures = Exact fractions
page-names-index = Initials
page-names-order = Names in Latin letters go by the alphabet, Chinese ones by radical and strokes of the surname.
page-nameless = Without a name here, by number
page-my-line = Your line
page-my-line-keep = Keep in view
page-my-line-go = Go to it
page-my-line-forget = Release
page-my-line-missing = { $number } is not in this table.
page-print = Print
page-cross-columns = Columns of the cross table
page-by-round = By round
page-by-opponent = By opponent
page-cross-against = against
page-cross-bye = bye
page-cross-unpaired = sat out
page-cross-open = playing
page-cross-key = { $pointed ->
    [true] { $by ->
        [opponent] A line shows the points of each meeting with the entrant at the head of the column: 1 won, ½ shared, 0 lost. A bye stands in the sum alone.
       *[round] A cell shows the points of a round and the number of the opponent: 1 won, ½ shared, 0 lost.
    }
   *[false] A cell shows the games won at a table, and the numbers of the others at it.
}
page-family = Family
page-families-lead = A child and a parent, by the sum of both results in: { $stage }. A family is listed once both agree, and named once both have played.
page-no-families = No family is listed yet.
page-family-unnamed = a family that is not named
page-place = Place
page-entrant = Entrant
page-name = Name
page-games-won = Games won
page-match-points = Points
page-median-buchholz = Median Buchholz
page-buchholz = Buchholz
page-progressive = Progres{ "\u00AD" }sive
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
page-sigma = Uncer{ "\u00AD" }tainty
page-team = Team
page-medal-table = Medals by team
page-team-table = Teams by their best members
page-members = Members who count
page-score = Score
page-average = Average
page-tiles = Tiles left
page-yes = Yes
page-no = No
page-tied = equal
page-names-by-consent = Names are shown with consent.
page-state = State
page-seq = Event number
page-head-hash = Hash of that event
page-hash-meaning = This hash proves every event up to here: change one, and it is another.
page-language-name = English
page-home = Home
page-skip = Skip to the content
page-to-tournament = To the tournament
page-to-table = To the table
page-refused = This cannot be done
page-refused-code = If you ask for help, name this
page-refusal-parameter-wrong = This link was cut short or mistyped, so it is not clear what to show. Go on with a button below.
page-refusal-parameter-unknown = { page-refusal-parameter-wrong }
page-refusal-no-past-here = This page shows the present only. Go on with a button below.
page-refusal-not-found = There is no { $what } { $id }. It was mistyped, or is no longer there. Go on with a button below.
page-refusal-route-unknown = There is no page at this address. It was mistyped, or the page is no longer there. Go on with a button below.
page-refusal-method-not-allowed = Nothing was done: nothing can be sent to this address. Go on with a button below.
page-refusal-request-refused = Nothing was done: what your browser sent could not be understood. Load the page again, then try once more.
page-refusal-header-wrong = { page-refusal-request-refused }
page-refusal-body-empty = { page-refusal-request-refused }
page-refusal-body-type-unsupported = { page-refusal-request-refused }
page-refusal-body-encoded = { page-refusal-request-refused }
page-refusal-body-malformed = { page-refusal-request-refused }
page-refusal-body-misshapen = { page-refusal-request-refused }
page-refusal-headers-too-large = Nothing was done: your browser sent more than is read here. Delete its cookies for this site, then try again.
page-refusal-body-too-large = Nothing was done: what was sent is too long. Go back in your browser: what you typed is still there. Send it in parts.
page-refusal-body-too-slow = Nothing was done: what was sent did not come in time. Try again where the connection is better.
page-refusal-too-many-requests = Too many pages were asked for from your connection. Try { $seconds ->
        [one] again in 1 second
       *[other] again in { $seconds } seconds
    }.
page-refusal-too-much-at-once = Too many pages are being loaded at once from your connection. Wait a moment, then try again.
page-refusal-database-damaged = What is kept here cannot be read just now. You did nothing wrong, and nothing was changed. Try again later, or ask the organizer.
page-refusal-event-unreadable = { page-refusal-database-damaged }
page-refusal-event-unknown = { page-refusal-database-damaged }
page-refusal-log-damaged = { page-refusal-database-damaged }
page-refusal-log-missing = { page-refusal-database-damaged }
page-refusal-vault-missing = { page-refusal-database-damaged }
page-refusal-view-failed = { page-refusal-database-damaged }
page-refusal-unavailable = { page-refusal-database-damaged }
page-refusal-database-read-only = Nothing can be saved here just now, so nothing was changed. You did nothing wrong. Try again later, or ask the organizer.
page-refusal-disk-full = { page-refusal-database-read-only }
page-refusal-vault-does-not-match-log = { page-refusal-database-read-only }
page-refusal-secret-does-not-fit = { page-refusal-database-read-only }
page-refusal-schema-changed = { page-refusal-database-read-only }
page-refusal-personal-data-unreadable = { page-refusal-database-read-only }
page-refusal-no-connection-left = There is more to do here than can be done just now, so nothing was changed. Try again in a moment.
page-refusal-database-busy = { page-refusal-no-connection-left }
page-refusal-took-too-long = This takes too long, and was given up. Ask for less at once, or try again in a moment.
page-to-the-present = To the present
page-tournament-pages = Pages of this tournament
page-too-long = Nothing was sent: this is longer than the { $most } KB that are taken at once. All of it is still here; send it in parts.
page-aged = As of { $time }, { $seconds } seconds ago. It goes on by itself; until then names may be missing.
page-stale = Nothing new since { $time }: no connection. It goes on by itself.
page-staff = Staff
page-staff-role-organizer = { bot-role-organizer }
page-staff-role-chief-referee = { bot-role-chief-referee }
page-staff-role-referee = { bot-role-referee }
page-staff-enter = Sign in
page-staff-typed = What you sent was not taken yet. It stays on this page
page-staff-send-again-about = Sign in in another tab, come back to this page, and send it again.
page-staff-send-again = Send it again
page-staff-have-link = Your sign-in link, pasted here
page-staff-enter-press = Sign in on this device
page-staff-enter-only-you = The link works once. If it is not for you, close this page.
page-staff-signed-in-as = You are signed in as
page-staff-until = Until { $ends } at the latest, or three hours after you were last here.
page-staff-ways = Where to go
page-staff-sessions = Sessions
page-staff-cases = { $count ->
    [one] One case waits for a ruling
   *[other] { $count } cases wait for a ruling
}
page-docket = Docket
page-docket-calls = Calls to tables
page-docket-open = Waiting for a ruling
page-docket-none = No case is open.
page-docket-closed = Closed cases
page-docket-case-is = { $status ->
        [open] open
        [ruled] ruled
        [withdrawn] withdrawn
       *[moot] moot
    }
page-docket-table = Table
page-docket-entrants = Concerns
page-docket-sheet-void = Its score sheet does not count any more: the session was suspended, or begun anew, since.
page-docket-waits = Waiting
page-docket-waiting = { $minutes ->
        [one] 1 minute, since { $since }
       *[other] { $minutes } minutes, since { $since }
    }
page-docket-waiting-since = since { $since }
page-docket-ruled-at = Ruled
page-docket-left = To be played
page-docket-minutes-left = { $minutes ->
        [one] 1 minute left
       *[other] { $minutes } minutes left
    }
page-docket-time-over = The time of the session is over
page-docket-session-is = { $state ->
        [scheduled] The session has not begun
        [drawn] The session has not begun
        [playing] The session is played
        [time_called] Time was called
        [suspended] The session is suspended
       *[ended] The session is over
    }
page-docket-on-my-way = { bot-action-on-my-way }
page-docket-on-my-way-to = On my way to { $table }
page-docket-coming = On the way: { $who }, { $at }
page-docket-no-referee = The table has no referee who could be told.
page-docket-what = What it is about
page-docket-game = Game { $game }
page-docket-ruling = Ruling
page-docket-evidence = Evidence
page-docket-no-evidence = None was presented.
page-docket-evidence-in = Evidence in { $dispute }
page-docket-present-rack = Present a rack
page-docket-present-turn = Present a turn
page-docket-had-melded = The player had made the initial meld before this turn
page-docket-table-before = Table before the turn
page-docket-rack-before = Rack before the turn
page-docket-table-after = Table after the turn
page-docket-rack = Tiles on the rack
page-docket-last-drawn = Tile drawn last
page-docket-last-drawn-how = It does not count. Left empty: nobody knows which it was.
page-docket-as-it-is = Judge the rack as it is; no tile was drawn last
page-docket-judge = Judge it
page-docket-verdict = What the engine says
page-docket-sheet = Score sheet
page-clause-words = What the rule says
page-docket-case-files = Case files of the players
page-docket-sheet-key = Score / tiles left; ★ won, ▶ began
page-docket-rule = { bot-rule }
page-docket-rule-anew = { bot-rule-anew }
page-docket-rule-on = Rule on { $dispute }
page-docket-step = step { $number } of { $count }
page-docket-in-place-of = in place of { $ruling }
page-docket-step-back = One step back
page-docket-leave = Leave it for later
page-docket-drop = Drop this draft
page-docket-drop-lost = What you have answered so far is lost, and cannot be brought back.
page-docket-drop-now = Drop it
page-docket-next = Go on
page-docket-figures = Figures of game { $game }
page-figures-so-far = So far: { $scores }
page-docket-figures-how = Points left on each rack with the tiles left, as 12 and 3; or scores with their sign, as +30 and −5. Tick who has won only beside scores, or where the rules do not say it.
page-docket-points = Points or score
page-docket-won = Won
page-docket-forfeited = Forfeited
page-docket-ended-by = How the game ended
page-docket-ended-as-before = As it stands, or by a cleared rack
page-docket-why = Finding, rule and reason
page-docket-finding = Finding
page-docket-effect-said = { page-docket-effect }: { $words }
page-docket-finding-said = { page-docket-finding }: { $words }
page-docket-cites-said = { page-docket-cites }: { $words }
page-docket-reason-said = { page-docket-reason }: { $words }
page-docket-finding-how = What happened, in a sentence that others can follow later.
page-docket-cites = Rule
page-docket-rules-by-name = { $document }, parts by name
page-docket-rules-of-tournament = Rules of this tournament
page-docket-reason = Reason
page-docket-reason-how = Left empty, the finding serves as both.
page-docket-to-read-back = Read it back
page-docket-read-back = Is this your ruling?
page-docket-you-rule = You rule
page-docket-effect = Effect
page-docket-replaces = In place of
page-docket-undone = taken back: { $what }
page-docket-impact = What it changes
page-docket-for-good = A ruling is final. It is never edited; on new grounds another one can take its place.
page-docket-confirm = Confirm the ruling
page-docket-cannot-be = This cannot be ruled so
page-docket-answer-again = Answer it again
page-docket-ruled-already = The ruling was made already, by the press before this one. Nothing was ruled a second time.
page-docket-draft-dropped = Nothing was ruled: the draft was dropped on another page, or was left for more than a day.
page-docket-draft-changed = Nothing was ruled: the draft was changed on another page. Go on from here; the ruling is read back to you before it is made.
page-docket-read-all = Read all of it again
page-docket-overtaken = The case was ruled on meanwhile
page-docket-overtaken-about = Your draft is kept. Read the ruling that stands; where there are new grounds, yours can take its place.
page-docket-supersede = Let mine take its place
page-score-sheet = Score sheet
page-sheet-table = Table { $table }
page-sheet-tables = Other tables of the session
page-sheet-on-paper = Played on paper, and entered afterwards.
page-sheet-closed = Closed
page-sheet-open = Open
page-sheet-referee = Referee
page-sheet-played = Played
page-sheet-written = Written
page-sheet-turn = Limit for a turn
page-sheet-seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
}
page-sheet-game = Game { $number }
page-sheet-ended = ended by { $how }
page-sheet-won = won
page-sheet-drawn = drawn
page-sheet-games-won = { $count ->
    [one] 1 game won
   *[other] { $count } games won
}{ $drawn ->
    [0] { "" }
   *[other] , { $drawn } drawn
}
page-sheet-tiles = { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}
page-sheet-begins = began
page-sheet-struck = struck out:
page-sheet-sum = Total
page-sheet-signature = Signature
page-sheet-unsigned = not signed
page-sheet-taken-by = taken by { $by }
page-sheet-ruling = Ruling { $ruling }
page-sheet-ruled = { $effects } ({ $cited })
page-sheet-correct = { bot-correct }
page-sheet-corrected = Corrected
page-sheet-conflict = A second, different sheet came in for this table. The referee settles which counts.
page-sheet-second = The second sheet{ $count ->
        [1] { "" }
       *[other] { " " }({ $number })
    }
page-sheet-settle = { task-title-settle-sheet-conflict }
page-sheet-history = Every change of this sheet
page-sheet-who-sat = Who sat at this table
page-sheet-won-here = Games won here
page-sheet-for-whom = The score sheet is for those at the table and for officials.
page-sheet-of-another = This is the table of { $referee }; beside those at the table only they, the Chief Referee and the organizer open and fill in its score sheet. { page-sheet-at-any-table }
page-sheet-of-no-referee = This table has no referee yet; until it has, the Chief Referee and the organizer look after its score sheet. { page-sheet-at-any-table }
page-sheet-at-any-table = At any table you may give a warning, report a breach and have a parent called.
page-way-held = Entry
page-way-warnings = Warnings
page-way-sessions = Sessions of { $stage }
page-way-table = Table
page-way-met = Against
page-way-games = Games
page-way-place-after = Place after it
page-way-curve-table = The places of the curve
page-way-why = Why this place
page-way-nothing = No results of this entrant are to be seen.
page-way-family-open = The sum stands once both are ranked, and places are seen.
page-way-to-entrant = The way of the entrant
page-colon = {": "}
page-comma = {", "}
page-stop = {". "}
page-space = { " " }
page-between = {", "}
page-bracket-begin = {" ("}
page-bracket-within = (
page-bracket-end = )
page-history = History
page-deliveries = Deliveries
page-staff-duplicates = Perhaps registered twice
page-staff-duplicates-about = One person may have two numbers. Look at both, and have one number given up if so; people of one household may share an address or a telephone.
page-staff-duplicates-same = Same { $same }
page-staff-devices = Your devices
page-staff-changed-place = Why did a place change?
page-staff-changed-place-hint = A time such as { $day } 20:00, or an event number. Left empty, the file says why the place is what it is.
page-staff-some-browser = a browser
page-staff-this-device = this device
page-staff-since = Since { $made }, last here { $seen }.
page-staff-another-device = Sign in on another device
page-staff-sign-out = Sign out
page-staff-sign-out-everywhere = Sign out on all my devices
page-staff-sign-out-that = Sign out there
page-staff-sign-out-there = Sign out { $who }: { $device }
page-staff-let-in = Let an official in
page-staff-let-in-about = For who has no chat linked, or no phone at hand: a link that works once, to be shown or sent to that person only.
page-staff-whom = Who
page-staff-make-link = Make a link
page-staff-signed-in = Who is signed in
page-staff-signed-in-about = Signing somebody out ends it at once, whatever their device shows.
page-staff-back = Back
page-staff-left = You are signed out.
page-staff-left-about = To sign in again, send /signin to the tournament’s bot, or ask the organizer for a link.
page-kept = On this device
page-kept-saved = saved, not sent
page-kept-queued = waits for the network
page-kept-sent = sent
page-kept-refused = not accepted
page-kept-offline = There is no network. Go on as usual: what you enter is kept on this device, and sent by itself when the network is back.
page-kept-unsent = There is no network, so nothing was sent. What you typed stays on this page: press again when the network is back.
page-kept-figures = The figures of this table wait for the network, too. Sign once they are sent, so that you sign what is recorded.
page-kept-unreached = Without a network that page cannot be opened. This one can, and the pages of tables that were kept with it.
page-kept-out = You are signed out. What you entered is still on this device. Sign in again, and it goes on.
page-kept-other = Somebody else is signed in on this device now. What you entered waits here until you sign in again.
page-kept-elsewhere = This sheet is open on another device, too: { $who }. Agree on who enters it. Two sheets that differ are both kept.
page-kept-discard = Throw away
page-kept-lost = Throw this away: { $called }? What was entered stands on this device alone, and cannot be brought back.
page-kept-mend = Open it
page-kept-again = Send again
page-kept-leave = Not sent yet: { $count }. Whoever signs out deletes this from the device. Sign out all the same?
page-staff-link-for = Sign in:
page-staff-link-yours = Point the other device’s camera at the picture, or open the link there.
page-staff-link-other = Show the picture to that person’s camera, or send them the link.
page-staff-link-holds = It works once, for { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    }.
page-link-picture = The link as a picture for a camera
page-link-copy = Copy the link
page-link-copied = Copied
page-staff-link-code = If they are signed in already and were asked for a code: { $code }
page-staff-prove = Is it still you?
page-staff-proven = Yes: you can do now what you were about to do.
page-staff-prove-about = It is more than four hours since you signed in, and what you are about to do cannot be undone. Send /signin to the bot, or ask the organizer for a link, and type the code that comes with it. What you entered is kept.
page-staff-code = Code of eight digits
page-staff-prove-press = It is me
page-staff-go-on = Go on
page-overview = Overview
page-programme = Programme
page-entrants = Entrants
page-rules = How it is played
page-news = News
page-course-coming = To come
page-course-under-way = Under way
page-course-over = Over
page-being-played = being played
page-doubt-suspended = Suspended: look here before you set out
page-doubt-undecided = The weather: being decided. Look here before you set out
page-no-day-yet = The day is not set yet
page-check-in-hours = Check-in:
page-next-session = Next session:
page-off = Suspended: { $sessions }, { $day }
page-off-moved = New date: { $sessions }, { $day }
page-off-in-force = In force: { $dangers }.
page-off-because = Because of { $grounds }.
page-off-what-to-do = { $what ->
        [online] Please begin no game, and stop those that are on.
        [rain] Please do not come. Stay indoors until the warning is over; whoever is in the hall stays there.
        [hurricane] Please do not come. Stay indoors: do not go out until it is safe; whoever is in the hall stays there.
       *[other] Please do not come; whoever is in the hall follows the staff there.
    }
page-next-word-by = The next word comes at the latest at:
page-new-date-follows = The new date follows here.
page-weather-watched = Weather: play on { $day } may be off
page-weather-decided = A warning may come that stops play. It is decided, and stands here, at:
page-weather-undecided = Weather: it is being decided whether play on { $day } goes ahead
page-weather-undecided-until = Because of the weather warnings it is not certain. It is decided, and stands here, at:
page-weather-undecided-now = { $over ->
        [true] The warning is no longer in force, but by the rules it may still stop play: it is not certain yet.
       *[false] Because of the weather warnings it is not certain.
    } It stands here as soon as it is decided.
page-weather-warned = Weather: play on { $day } is on under a warning
page-goes-ahead = Play on { $day } goes ahead as planned.
page-now-on = Now
page-next-on = Next
page-whole-programme = Whole programme
page-it-is-over = The tournament is over
page-awards = Awards
page-entrant-number = Entrant { $number }
page-and-also = ,{ " " }
page-no-news = Nothing yet. What is announced to everyone stands here.
page-all-news = All news
page-older-news = Older news
page-where = Where
page-map = Map
page-registered = Registered
page-places-in-all = Places in all
page-waiting = Waiting for a place
page-who-plays = Who plays
page-rules-lead = The course of play, the rules point by point with their source, and how this tournament reads what they leave open.
page-timer-guide = Timer guide
page-messages-on-phone = Messages on your phone
page-messages-how = { $telegram ->
        [true] Whoever is registered gets a personal link from the organizer, by e-mail or as a code on paper: it links a chat in Telegram{ $pushes ->
            [true] , and the page it leads to switches messages on in a browser, too
           *[false] { "" }
        }.
       *[false] { $pushes ->
            [true] Whoever is registered gets the address of a personal page from the organizer; messages are switched on there.
           *[false] Whoever is registered hears from the organizer by e-mail.
        }
    } Nobody else can hand out such links; ask the organizer for a new one.
page-calendar-of-all = Sessions for my calendar
page-contact = Contact
page-privacy = Personal data
page-board = Board
page-board-view-alarm = Stopped
page-board-view-news = News
page-board-view-now = Now playing
page-board-view-seats = Find your table
page-board-view-results = Results coming in
page-board-view-standings = Standings
page-board-view-day = Sessions of the day
page-board-word-scheduled = SCHEDULED
page-board-word-check-in = CHECK IN NOW
page-board-word-closed = CHECK-IN IS OVER
page-board-word-seats = TAKE YOUR SEATS
page-board-word-delayed = DELAYED
page-board-word-playing = NOW PLAYING
page-board-word-time-up = TIME IS UP
page-board-word-suspended = SUSPENDED
page-board-word-moved = NEW DATE
page-board-word-ended = ENDED
page-board-off = { $sessions }, { $day }
page-board-undecided = WEATHER: { $day } undecided
page-board-decided-by = WEATHER: { $day } decided by
page-board-stopped = PLAY IS STOPPED
page-board-what-to-do = { $what ->
        [rain] Stay in the hall: do not leave it until we say that the warning is over. Children leave only with whoever fetches them.
        [cyclone] Go home as soon as it is safe to travel; until then you may stay in the hall. Children leave only with whoever fetches them.
        [hurricane] Stay in the hall: do not go out until we say that it is safe. Children leave only with whoever fetches them.
        [online] Begin no game, and stop those that are on.
        [staff] Please do as staff in the hall tell you. Children leave only with whoever fetches them.
       *[other] Please stay where you are until staff tell you what to do. Children leave only with whoever fetches them.
    }
page-board-next-word = Next word at the latest at
page-board-new-date-follows = The new date will stand here.
page-board-no-alarm = Nothing is stopped.
page-board-no-seats = Seats are not drawn yet.
page-board-no-results = Nothing has been played yet.
page-board-no-places = There are no places yet.
page-board-seats-hidden = Your table is on your phone, or ask a referee.
page-board-starts = Play begins
page-board-began = Play began
page-board-ends = Play ends
page-board-starts-in = Begins in
page-board-time-left = Time left
page-board-tables = Tables
page-board-tables-in = Tables in
page-board-checked-in = Checked in
page-board-missing = Results missing from tables
page-board-more = and { $count } more
page-board-all-in = All results are in.
page-board-last-in = Last in
page-board-number = No.
page-board-table = Table
page-board-seat = Seat
page-board-bye = bye
page-board-unpaired = no table
page-board-session = Session
page-board-state = State
page-board-as-of = As of { $time }
page-board-set-up = A screen in the hall
page-board-set-up-lead = Choose here what a big screen shows, then open the link on it. The screen turns its pages by itself, goes on after a lost network, and needs nobody at it. Whatever is chosen, what stops play takes the screen first.
page-board-views = What it shows
page-board-views-hint = With nothing ticked it shows what the hour calls for: seats before a session, play and results during it, then standings and the programme of the day.
page-board-langs-both = Both in turn
page-board-langs-zh = Chinese
page-board-langs-en = English
page-board-pace = Each page is shown for
page-board-seconds = { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }
page-board-make = Make the link
page-board-open = Open this on the screen
page-board-open-lead = Type the address, or point a camera at the picture. Capitals and hyphens do not matter in its last part. It is a key to nothing: it shows what anyone may see.
page-board-show = For a big screen
page-times-are = All times are local: { $zone }.
page-planned-for = Moved; it was planned for { $day }.
page-begins-when-called = It begins when it is called, or as soon as the one before is over.
page-step-opens = Check-in
page-step-seated = Seats
page-step-starts = Play
page-step-ends = End
page-phase-planned = planned
page-phase-open = places left
page-phase-full = full
page-phase-check-in = check-in is open
page-phase-closed = check-in is over
page-phase-delayed = delayed: it has not begun yet
page-phase-drawn = seats are drawn
page-phase-playing = being played
page-phase-time-called = time is up
page-phase-suspended = suspended
page-phase-ended = over
page-people = { $count ->
        [one] one player
       *[other] { $count } players
    }
page-tables-count = { $count ->
        [one] one table
       *[other] { $count } tables
    }
page-places-left = { $count ->
        [one] one place left
       *[other] { $count } places left
    }
page-waiting-count = { $count } waiting
page-news-announcement = Announcement
page-news-results-published = Results
page-news-suspended = Suspended
page-news-further-word = Word on the suspension
page-news-suspension-lifted = No longer suspended
page-news-rescheduled = New date
page-news-goes-ahead = Goes ahead
page-news-plan-changed = Programme changed
page-news-venue-changed = New place
page-register-contact = To take part, ask here:
page-register-organizer = To take part, ask { $organizer }.
page-register-ask = To take part, ask the organizer.
page-named-here = Named here
page-entrants-by-consent = Named is who agreed to it; everyone else is counted. Where and when a person is going to play is not shown; what was played is.
page-more-names = More names
page-on-this-page = On this page
page-course-of-play = The course of play
page-readings = How this tournament reads the rules
page-readings-lead = Points that the rule document leaves open, as they are decided here; each names the place in the document.
page-read-so = as we read it
page-rules-of-stages = Of: { $stages }
page-rules-sources = After: { $document }. Behind each point stands its place there; “{ page-read-so }” is what the text does not force.
page-left-open = What the document says nothing about ({ $count })
page-left-open-how = Should one of these come up, the Chief Referee rules on it.
page-rules-start = Sitting down
page-rules-course = Games and rounds
page-rules-time = Time
page-rules-first-meld = The first meld
page-rules-jokers = Jokers
page-rules-sets = Sets
page-rules-endings = The end of a game
page-rules-scoring = Scoring
page-rules-ranking = Places
page-me-languages = Language
page-outbox-announce = Make an announcement
page-outbox-muted = Nothing of this tournament is sent, since { $since }. What comes due waits here.
page-outbox-held = After a long silence messages wait for your word: some may be overtaken.
page-outbox-send = Send them
page-outbox-drop = Never send them
page-outbox-sure = { $decision ->
    [send] Send what waits?
   *[drop] Never send what waits?
}
page-outbox-meaning = { $decision ->
    [send] Everything that waits goes out now, to everybody it is for{ $pile ->
        [muted] , and what comes due later goes out as usual
       *[held] { "" }
    }.
   *[drop] What waits is never sent; whom it was for stays on record. This cannot be undone.
}
page-outbox-leave = Leave it
page-outbox-to-call = { $count ->
    [one] 1 person is not known to have read the last word about safety.
   *[other] { $count } people are not known to have read the last word about safety.
}
page-outbox-none-to-call = Nobody is to be rung up.
page-outbox-calls = To ring up
page-outbox-find = Find by number, name or phone
page-outbox-shares = Split the list
page-outbox-share = { $share ->
    [odd] Odd numbers
    [even] Even numbers
   *[all] Everyone
}
page-outbox-calls-shown = Shown: { $first }–{ $last } of { $count }
page-outbox-calls-next = The next ones
page-outbox-calls-not-found = Nobody on this list is called so. Who is not on it has read the last word about safety, or got none.
page-outbox-calls-none-left = Nobody is left here.
page-outbox-posted = { $channels ->
    [0] It stands in the news of the site. No public channel is set up that it would go to.
    [one] It stands in the news of the site, and goes to 1 public channel.
   *[other] It stands in the news of the site, and goes to { $channels } public channels.
}
page-outbox-which = Which notices
page-outbox-all = All
page-outbox-trouble = { $count ->
    [one] 1 to look at
   *[other] { $count } to look at
}
page-outbox-look = to look at
page-outbox-progress = { $progress ->
    [open] being made
    [sending] being sent
    [held] held
    [superseded] overtaken by a later one
    [dropped] dropped
    [expired] too late
   *[done] done
}
page-outbox-status = { $status ->
    [sent] sent
    [acknowledged] read
    [pending] waiting
    [started] being sent
    [held] held
    [unknown] unknown whether it arrived
    [failed] failed
    [dead] given up
    [unlinked] reached by nothing
    [expired] too late
    [declined] switched off by themselves
   *[cancelled] not sent any more
}
page-outbox-what-to-do = { $status ->
    [unlinked] No chat, browser or e-mail is known: ring them up, or hand them a link to their page.
    [unknown] It may have arrived. Words about safety are sent again by themselves, all others are not, so that nobody gets them twice.
   *[failed] It did not arrive. Try it once more, or ring them up.
}
page-outbox-channel = { $channel ->
    [telegram] Telegram
    [email] e-mail
    [web_push] browser
    [phone] phone call
    [alert] alert
   *[none] –
}
page-outbox-read = read { $at }
page-outbox-announced = The announcement is made. What is to be sent goes out within a minute; it need not be made again.
page-outbox-nothing = Nothing was handed over for sending yet. What is due goes out within a minute while the worker runs.
page-outbox-counted = Counted in messages: a family, or a chat of several players, has one for all of them.
page-outbox-older = Older ones
page-outbox-more = More people
page-outbox-wording = What it says
page-outbox-again = { $count ->
    [one] Try 1 once more that was given up
   *[other] Try { $count } once more that were given up
}
page-outbox-messages = To whom it went, those first whom it did not reach
page-outbox-to = To
page-outbox-way = By
page-outbox-became = What became of it
page-outbox-when = When
page-outbox-back = Back to all notices
page-outbox-missing = { $missing ->
    [unreached] reached by nothing
    [no_answer] nobody answered the phone
   *[unread] not read yet
}
page-outbox-no-phone = No number is on file.
page-outbox-was-reached = Reached
page-outbox-no-answer = No answer
page-outbox-audience = For whom
page-outbox-text = { $language ->
    [zh] In Chinese
   *[other] In English
}
page-outbox-text-hint = At most { $most } characters. { $several ->
    [true] A text is needed in each language of the tournament.
   *[other] It must not be empty.
}
page-outbox-see = See who would get it
page-outbox-to-whom = { $audience }: { $count ->
    [one] 1 person
   *[other] { $count } people
}
page-outbox-changed = Since you read this it would reach others. This is otherwise now:
page-outbox-by-chat = by chat
page-outbox-by-browser = by browser
page-outbox-by-email = by e-mail
page-outbox-by-none = not reached
page-outbox-seated = { $seated } of them sit at tables now and read it after their session; { $officials ->
        [one] 1 official is asked
       *[other] { $officials } officials are asked
    } to read it out there.
page-outbox-send-to = { $count ->
    [one] Send to 1 person
   *[other] Send to { $count } people
}
page-outbox-change = Change it
page-me-title = Your page
page-me-people = People on this page
page-me-next = Next
page-me-now = Now
page-me-table = Table
page-me-seat = Seat
page-me-registration = Check-in
page-me-play = Play begins
page-me-play-began = Play began
page-me-calendar = Into my calendar
page-me-data = What is held on me
page-me-where = Where and how
page-me-to-do = To do
page-value = { $value }
page-me-by = { $channel ->
    [telegram] by Telegram
    [email] by e-mail
   *[web_push] as a notification
}
page-me-messages = Last messages
page-me-in-app = { $app ->
    [wechat] You are reading this inside WeChat, which cannot keep this page{ page-me-in-app-pushes }. Press ⋯ at the top right, then “Open in Browser”.
    [line] You are reading this inside LINE, which cannot keep this page{ page-me-in-app-pushes }. Press the button below, or ⋮ and “Open in default browser”.
    [instagram] You are reading this inside Instagram, which cannot keep this page{ page-me-in-app-pushes }. Press ⋯ at the top right, then “Open in external browser”.
    [facebook] You are reading this inside Facebook, which cannot keep this page{ page-me-in-app-pushes }. Press ⋯ at the top right, then “Open in external browser”.
   *[telegram] You are reading this inside Telegram, which cannot keep this page{ page-me-in-app-pushes }. Press ⋮ at the top right, then “Open in” your browser.
}
page-me-in-app-pushes = { $pushes ->
    [false] { "" }
   *[true] { " " }or show its notifications
}
page-me-open-outside = Open in the browser
page-me-acts = What you can do here
page-me-acts-lead = Each of these takes a code of six digits. { page-me-code-goes }
page-me-acts-code = This takes a code of six digits. { page-me-code-goes }
page-me-code-goes = We send it to your linked chat, or to the e-mail address you gave.
page-me-family = Family unit
page-me-family-asked = Entrant { $by } asks { $name } to be a family unit, for the { $award }. Confirm only if you are a family; else refuse.
page-me-family-answer = { $agreed ->
        [true] Confirm
       *[false] Refuse
    }
page-me-family-read = { $agreed ->
        [true] { $name } and { $by } become a family unit.
       *[false] { $name } refuses to be a family unit with { $by }.
    }
page-me-do-family = Yes, answer so
page-me-contacts = See what I gave at registration
page-me-export = Get all data held on me
page-me-forgotten = { $count ->
        [one] What was held on one of those for whom this page stood is deleted.
       *[other] What was held on { $count } of those for whom this page stood is deleted.
    }
page-me-forget-asked = Asked for { $name }. The organizer does it, or answers by chat or e-mail. Once it is done no more word comes, and this page says so.
page-me-read-contacts = Show what { $name } gave at registration, contacts included.
page-me-read-export = Everything held on { $name }, as a file. Keep it to yourself.
page-me-sheets = Score sheets
page-me-consents = Where the name may be shown
page-me-consent-change = { $given ->
    [true] Allow
   *[false] Withdraw
}
page-me-consent-wish = { $given ->
    [true] Allow the name of { $name } to be shown
   *[false] No longer show the name of { $name }
}: { $scope }.
page-me-consent-statement = The organizer on personal data (statement { $version })
page-me-consent-by = Who says this?
page-me-consent-left-out = Please choose who says this.
page-me-consent-family-stays = The list of families, on public pages too, goes on showing the name until “family award” is taken back as well: it is a line of its own under the names.
page-me-consent-guardian = Name of the parent or guardian
page-me-consent-guardian-more = Leave it empty where the name given at registration is right, or where the participant, 18 or over, says this.
page-me-consent-guardian-on-file = as named at registration
page-me-consent-known = This stands on record already; nothing was changed.
page-me-consent-noted = Noted for { $name }.
page-me-code = Your code
page-me-code-label = Code (six digits)
page-me-code-send = Send me a code
page-me-code-again = Send me a new code
page-me-code-holds = It holds for { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    } and works once.
page-me-sent-telegram = A code is on its way to the linked Telegram chat.
page-me-sent-email = A code is on its way to { $address }.
page-me-do-withdraw = Yes, give it back
page-me-do-consent = Yes, record it
page-me-do-contacts = Show it
page-me-do-export = Get the file
page-me-writing = Questions and complaints
page-me-question = { bot-absence-write }
page-me-dispute = { task-title-raise-dispute }
page-me-do-question = Send it
page-me-do-dispute = Raise it
page-me-read-question = To the organizer, in the name of { $name }: “{ $words }”
page-me-read-dispute = To the Chief Referee, who rules on it, in the name of { $name }: “{ $words }”
page-me-question-sent = { bot-at-table }It went to the organizer in the name of { $name }, who read it as soon as they can; the answer comes by chat or e-mail.{ bot-urgent }
page-me-dispute-raised = Raised in the name of { $name }. The Chief Referee rules on it; nobody at the table has to sign until then.
page-me-do-forget = Send the request
page-me-withdraw = Place given back
page-me-not-done = Nothing was done
page-me-done-already = That is done already
page-me-done-already-lead = Nothing was changed now. Your page shows how things stand.
page-me-code-once = Each code works once. To have it again, ask for another code on your page.
page-me-back = Back to your page
page-me-devices = Messages on this device
page-me-devices-lead = A new time, a suspension, your seat: shown as a notification, with no name unless you choose so. Telegram or e-mail go on as before.
page-me-devices-insecure = Notifications need an address that begins with https, and this page has none. Please tell the organizer{ $contact ->
    [none] { "" }
   *[other] { " " }({ $contact })
}.
page-me-devices-script = Your browser runs no scripts here, so notifications cannot be switched on. Everything else works.
page-me-device-names = Show names and the whole text on the lock screen
page-me-device-on = Turn on notifications here
page-me-device-unable = This browser takes no notifications. On an iPhone or iPad first put this page on the Home Screen, as shown below, and open it from there.
page-me-device-denied = Notifications are blocked for this page. Allow them in the settings of your browser or phone, then try again.
page-me-device-failed = That did not work. Open the page again and try once more.
page-me-device = { $dead ->
    [true] A browser that takes messages no longer (by { $service }).
   *[false] A browser that gets messages (by { $service }).
}{ $received ->
    [none] { " " }None has arrived yet.
   *[other] { " " }One last arrived { $received }.
}
page-me-device-test = Send me a test
page-me-device-off = Turn off
page-me-device-choices = What comes here, and when
page-me-device-hear = Messages that come to this device
page-me-device-quiet = Quiet hours
page-me-device-safety = A suspension, a new time or place comes in any case, at any hour.
page-me-device-keep = Keep these choices
page-me-device-chosen = Kept. It holds from the next message on.
page-me-device-ended = That browser gets no messages any more (by { $service }).
page-me-test-sent = The test is sent. It shows within seconds; your page then says when it arrived.
page-me-test-arrived = A message has arrived on this device.
page-me-keep = Keep this page on your phone
page-me-keep-lead = With it among your apps you find your schedule at once{ $pushes ->
    [true] ; an iPhone shows notifications only from there
   *[false] { "" }
}.
page-me-iphone-share = In Safari press Share: the square with the arrow.
page-me-iphone-add = Choose “Add to Home Screen”, then “Add”.
page-me-iphone-open = Open the page from its new icon{ $pushes ->
    [true] , and turn on notifications there
   *[false] { "" }
}.
page-me-iphone = iPhone, iPad
page-me-android-menu = In Chrome open the menu: the three dots.
page-me-android-add = Choose “Add to Home screen” or “Install app”.
page-past = As it stood at event { $seq }, not as it stands now.
page-results = Published results
page-results-cut-made = It is decided since:
page-results-cut-open = Version { $version } was published before it was decided who goes on to the next stage.
page-differs-cut = Version { $decided } says who goes on to the next stage; in version { $undecided } that was not decided yet.
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
page-published-when = Version { $version }, published { $at }
page-compare-versions = Compare with another version
page-against-version = with version { $version }
page-differs-from = What differs from version { $version }
page-differs-nowhere = The two versions hold the same table.
page-differs-gone = not ranked any more (was { $place })
page-differs-new = newly ranked, on place { $place }
page-differs-place = place { $before } → { $after }
page-differs-same-place = place { $place } as before
page-differs-several = { $count ->
    [one] One more
   *[other] { $count } more
}
page-differs-moved = { $way ->
    [up] up by { $places }
    [down] down by { $places }
   *[none] on the same place
}
page-seal-key-id = Key that sealed it
page-check-title = Check this yourself
page-check-lead = Your browser fetches the event in which this version was published, computes its hash from its bytes, and compares both with the table above and with the seal.
page-check-run = Check now
page-check-needs-script = This needs scripts. Without them take the commands for a terminal below.
page-check-unable = This browser computes hashes only on pages whose address begins with https. Take the commands for a terminal below.
page-check-no-answer = The proof could not be fetched. Try again once there is a connection.
page-check-table = The table above is the one in the event, line by line.
page-check-digest = Its digest, computed from its bytes, is the one in the event and the one shown here.
page-check-hash = The hash of the event, computed from its bytes and the hash before it, is the one shown here.
page-check-seal = A seal names this event and this hash.
page-check-signature = The seal is signed with the public key of this server.
page-check-says-holds = holds
page-check-says-fails = does not hold
page-check-says-skipped = not checked
page-check-says-all = Everything holds: this table was published and sealed as it stands here.
page-check-says-broken = Something does not hold. Keep this page, and ask the organizer.
page-check-says-partly = What could be checked holds; the rest is said beside it.
page-check-why-line = The line of { $number } is another.
page-check-why-missing = { $number } stands in one of the two tables only.
page-check-why-order = The lines stand in another order from { $number } on.
page-check-why-later = It was sealed later, at event { $seq }: that seal is over the whole log, which only an export shows.
page-check-why-other-key = It was sealed with another key than the one that this server has now.
page-check-why-no-ed25519 = This browser does not know such signatures (Ed25519). Take a newer one, or a terminal.
page-check-why-no-key = The server has no public key to give.
page-check-proves = What this proves, and what not
page-check-proves-table = Nobody has changed this table since it was published: one figure altered, and digest and hash are others.
page-check-proves-seal = The signature binds that hash to the key, and with it every event before. The first characters of the key can be compared with what the organizer posted elsewhere.
page-check-proves-not = Not whether the games were played so, and not what led to the table: that takes the whole log. And this check comes from the same server as the table: whoever does not trust it takes the file and a terminal.
page-check-proves-names = Not the names: they stand beside the numbers with consent, and are in no hash.
page-check-file-title = With the export of the whole log
page-check-file-lead = Whoever was given the export (officials have it) checks every event, every hash and every seal here. The file does not leave this device.
page-check-file-export = Export (.jsonl)
page-check-file-key = Public key (.pem), unless that of this server is meant
page-check-file-run = Check the file
page-check-terminal-title = On a terminal
page-check-terminal-public = This version alone, with a small program that needs nothing of Tileledger but the file:
page-check-terminal-export = The whole log, from an export that the organizer hands over; docs/recompute_standings.py then adds the tables up from the games:
page-check-proof-file = What proves this version, as a file
page-file-sound = Every event up to { $events } is as it was written. Head { $head }. Sealed up to event { $sealed }, signed with this key.
page-file-unsigned = Every hash holds up to event { $events }. Head { $head }. But no signature was checked with this key, so that all of it may have been written anew.
page-file-bad = Not as it was written: line { $line }, where event { $seq } should stand.
page-file-same = The table above stands in it.
page-file-other = But the table above is not the one in it.
page-file-elsewhere = It is the log of another tournament.
page-fault-changed = The event was changed.
page-fault-order = Another event should stand there.
page-fault-elsewhere = It is of another tournament.
page-fault-fingerprint = A command has no end.
page-fault-seal-moved = The event that was sealed is another.
page-fault-seal-forged = The seal was not made with this key, or was changed.
page-fault-seal-beyond = Events are missing: the log was sealed further on.
page-fault-after-seals = An event stands after the seals.
page-fault-head = Events were cut off: the closing line names another end.
page-fault-cut = The file was cut off: its closing line is missing.
page-fault-more = There is more after the closing line.
page-fault-unsealed = Nothing is sealed.
page-fault-unreadable = The line cannot be read.
page-fault-excerpt = This file proves one version alone; choose an export of the whole log.
page-public-export = Public export, for whoever may read the events
page-seal-key = Public key
page-all-seals = All seals
page-verification = Let this server recompute its log
page-problem = Problem
page-status = HTTP status
page-rule = Decided by
page-sentence = What it says

## The time machine: pages for officials that show the past

page-history-slider = The whole record, event by event
page-history-says = Event { $seq } of { $last }: { $event }, { $moment }
page-history-happened = happened
page-history-play = Play
page-history-pause = Pause
page-history-event = Event
page-history-back = Back
page-history-forward = Forward
page-history-step = Step by
page-history-moment = Event number or time
page-history-go = Go
page-history-beyond = Nothing is recorded after { $moment }; this is the present.
page-history-moment-hint = A number from 1 to { $last }, or a time such as { $moment }.
page-history-marks-listed = All marks in words
page-history-show = What to show
page-history-show-standings = { page-standings }
page-history-show-sessions = Sessions
page-history-show-sheets = Sheets
page-history-show-docket = { page-docket }
page-history-show-families = Families
page-history-mark-event = every event
page-history-mark-plan = Plan
page-history-mark-session = Sessions
page-history-mark-suspension = Suspensions
page-history-mark-weather = Weather
page-history-mark-ruling = Rulings
page-history-mark-correction = Corrections
page-history-mark-qualification = Cut
page-history-mark-publication = Publications
page-history-mark-award = Awards
page-history-curves = Places over time
page-history-curves-table = Curves of places. The same stands in the tables below.
page-history-curve-of = Places of
page-history-no-curves = Without curves
page-history-recent = What happened
page-history-kind = Kind
page-history-every-kind = everything
page-history-person = Entrant number
page-history-table = Table
page-history-table-hint = A table is session and number, such as { $table }.
page-history-filter = Show
page-history-further = Further views
page-history-what-if = What if
page-history-compare-with = Compare with
page-history-compare = Compare
page-history-because-of = because of
page-history-events-shown = { $shown } of { $count } shown
page-history-events-earlier = Earlier ones
page-history-events-latest = The latest ones
page-history-nothing-so-far = Nothing of this kind so far.
page-history-as-of = The past: after event { $seq } of { $last }.
page-history-at-present = The present: after event { $last }.
page-history-rows = Rows
page-history-rows-shown = { $first } to { $through } of { $count }
page-history-rows-before = Rows before
page-history-rows-after = Further rows
page-history-find = Number or name
page-history-find-press = Find
page-history-find-nobody = Nobody is found by “{ $text }”.
page-history-find-no-line = Nobody among these is found by “{ $text }”.
page-history-draw = Draw curves of those ticked
page-history-curve = Curve
page-history-draw-one = Draw the curve
page-history-child = Child
page-history-parent = Parent
page-history-no-families = There are no family units.
page-history-session = Session
page-history-day = Day
page-history-registered = Registered
page-history-checked-in = Checked in
page-history-tables = Tables
page-history-closed = closed
page-history-no-sheets = There are no sheets of this session.
page-history-no-cases = There are no cases.
page-history-superseded = superseded by
page-history-of = History: { $thing }
page-history-kind-entrant = entrant
page-history-kind-family = family unit
page-history-kind-sheet = sheet
page-history-kind-session = session
page-history-kind-dispute = Case
page-history-only = Only:
page-history-everything-of-it = Everything
page-history-what-place = place
page-history-what-games-won = games won
page-history-what-score = score
page-history-what-tiles = tiles left
page-history-what-status = state
page-history-what-ended-by = ended by
page-history-what-ruling = ruling
page-history-what-game-won = game won
page-history-what-charge = charge
page-history-what-signature = signature
page-history-what-conflict = second sheet
page-history-what-closed = closed
page-history-what-day = day
page-history-what-start = start
page-history-what-end = end
page-history-what-tables = tables
page-history-what-attempt = attempt
page-history-game = game
page-history-older = Older changes
page-history-why = Why this place?
page-history-case-file = Case file
page-history-to-machine = To the time machine
page-history-why-of = Why { $entrant } stands there
page-history-of-ranked = of { $count }
page-history-event-no = event { $seq }
page-history-changes-of = What changed and when
page-history-moved = { $count ->
        [one] One line differs.
       *[other] { $count } lines differ; { $shown ->
        [one] 1 is shown
       *[other] { $shown } are shown
    }, those whose own figures changed first.
    }
page-history-causes = Events
page-history-not-ranked = not ranked
page-history-up = up { $places }
page-history-down = down { $places }
page-history-others-moved = others moved
page-history-compared = Two moments compared
page-history-moment-one = One moment
page-history-moment-two = The other
page-history-cut = The cut
page-history-came-in = Came in:
page-history-fell-out = Fell out:
page-history-nobody-moved = Nobody’s place differs.
page-history-between = { $count ->
        [one] One event between
       *[other] { $count } events between
    }
page-history-by-standing = by the standings as they are
page-history-enter = { $count ->
        [one] one goes on
       *[other] { $count } go on
    }
page-history-tied-across = { $count ->
        [one] one is tied across the cut
       *[other] { $count } are tied across the cut
    }
page-history-what-if-about = The history is told again without what you leave out, or with other figures. Nothing is written and nobody is told.
page-history-supposed = What is supposed
page-history-left-out = Left out
page-history-otherwise = With other figures than recorded
page-history-figure-otherwise = { $entrant }, { $what }: was { $was }, supposed { $supposed }
page-history-put-back = Take out of the basket
page-history-basket-empty = Nothing yet. Leave out a ruling or a result, or change one.
page-history-leave-out-seq = Event
page-history-leave-out = Leave out
page-history-change-seq = Event that recorded a result
page-history-change = Change its figures
page-history-won = Won
page-history-suppose = See what would be
page-history-ruling-on = Ruling on
page-history-game-nr = game { $game }
page-history-suppose-ruling = Suppose a ruling
page-history-suppose-ruling-press = Suppose a ruling on it
page-history-ruling-replaced = Supposed in place of the last ruling, when that was made.
page-history-ruling-new = Supposed as made at the moment looked at.
page-history-ruling-game = Game it is about
page-history-ruling-entrant = Whom it is about
page-history-ruling-hint = Game, number and charge count only for an effect that needs them. Other figures are supposed of the result itself.
page-history-rulings = Rulings so far
page-history-effect = The effect
page-history-is = What is
page-history-would-be = What would be
page-history-misfits = { $count ->
        [one] One fact would not fit any more
       *[other] { $count } facts would not fit any more
    }
page-history-changed-since = Changed since
page-history-first-passing = The { $count } who stand highest now are listed.
page-history-up-to = Up to
page-history-place-moved = { $before ->
        [none] From no place
       *[other] From place { $before }
    } { $after ->
        [none] to no place
       *[other] to place { $after }
    }
page-history-written = What was written to the organizer, and answered
page-history-asked = { $question }, from the participant
page-history-answered = Answer to { $question }
page-history-told = What the participant was told
page-history-what-moved = What moved the place
page-history-passed-by = { $count ->
        [0] Nobody came past.
        [one] One came past.
       *[other] { $count } came past.
    }
page-history-left-behind = { $count ->
        [0] Nobody was left behind.
        [one] One was left behind.
       *[other] { $count } were left behind.
    }
page-history-place-hidden = not shown yet
page-history-place-kept = The place stayed
page-history-still-no-place = Still no place
page-history-never-ranked = There was no place then, and there is none now.
page-history-by-others = { $way ->
        [down] Apart from that, what others did moved it down by { $places }.
        [up] Apart from that, what others did moved it up by { $places }.
       *[none] Apart from that, what others did left it where it was.
    }
page-history-who-passed = Who came past
page-history-finding = Found
page-history-reason = Reason
page-history-only-others = Their own figures did not change: only others moved.
page-history-why-now = Why the place is what it is
page-history-why-then = Why it was what it was
page-history-evidence = Evidence
page-history-published = Published
page-history-version = Version { $version }
page-history-events-cited = The events that this rests on
page-history-recorded = Recorded
page-history-what-happened = What happened
page-history-hash = Hash
page-history-proof = Proof
page-history-hash-of-moment = Hash of this moment
page-history-head = End of the record
page-history-seal = Seal
page-history-no-seal = None over this moment yet.
page-history-check-it = Anyone checks with these commands that nothing was touched; the first two need only the public file.
page-history-figures-changed = What changed the figures
page-history-recorded-now = What is recorded
page-history-recorded-then = What was recorded then
page-history-check-later = Once results are published, you can check this yourself beside them, in your browser or with a program.
page-history-check-there = Beside the published results you can check this yourself, in your browser or with a program.
page-history-hand-over = As the complainant sees it
page-history-hand-over-about = A link opens this case file as the entrant may see it, without what is others’, and with what they wrote to the organizer and were told. Whoever has the link can read it, without signing in.
page-history-link-holds = Holds for
page-history-days = { $count ->
        [one] one day
       *[other] { $count } days
    }
page-history-make-link = Make a link
page-history-link-read-first = This is what the link opens, word for word. Read it first: what officials and players typed may name others.
page-history-case-links = Links to case files
page-history-link-made = The link for { $entrant } holds for { $count ->
        [one] one day
       *[other] { $count } days
    }. It is shown this once: copy it now.
page-history-link-line = Made { $made }, holds until { $expires }.
page-history-link-over = It opens nothing any more.
page-history-link-until = This link holds until { $until }.
page-history-end-link = End it
page-history-end-link-of = End the link of { $entrant }
page-history-no-links = There are no links.
page-history-an-entrant = entrant { $number }
page-history-a-program = a program

## The command line, beside refusals

shown-moment = as of seq { $seq }
shown-moment-and = as of seq { $seq }, { $more }
cli-written = wrote { $file }
cli-database-failed = { $what }. Run `tileledger doctor` to see what is wrong with it.
cli-unexpected = { $what }. This is a fault of the program: run it again with TILELEDGER_DEBUG=1 and report what it prints.
cli-place = { $kind ->
       *[other] { $what } { $which }
    }
cli-places = { " " }({ $places })
shown-diff = seq { $before } to { $after }: { $events ->
        [one] 1 event
       *[other] { $events } events
    } ({ $kinds })
shown-nothing-differs = nothing differs in standings, cut or awards
shown-of-stage = { $stage }:
shown-heading-entrant = entrant_no
shown-heading-before = before
shown-heading-after = after
shown-heading-is = is
shown-heading-would-be = would be
shown-heading-events = events
shown-heading-seq = seq
shown-heading-event = event
shown-heading-why = why
shown-heading-change = change
shown-heading-entrants = entrants
shown-heading-officials = officials
shown-cut = cut: { $before } → { $after }
shown-cut-others = others go on:
shown-decided-by = { " " }(by { $who })
shown-found = Found: “{ $finding }” Reason: “{ $reason }” Rests on { $cites }.
shown-count-of = { $count } × { $what }
shown-and-others = and { $count } more
shown-came-in = in: { $entrants }
shown-fell-out = out: { $entrants }
shown-award = { $title }: { $before } → { $after }
cli-no-duplicates = nobody seems to be registered twice
cli-nothing-to-post = nothing to post yet
shown-what-if = seq { $seq }: told again from seq { $since }; of { $commands ->
        [one] 1 command
       *[other] { $commands } commands
    } { $differing } came out otherwise
shown-signatures-carried = { $count ->
        [one] 1 signature is
       *[other] { $count } signatures are
    } taken as given, though under other figures
shown-does-not-fit = does not fit:
shown-in-part = in part
shown-and-more = and { $more }
cli-plan-unchanged = nothing is changed: the plan says so already
cli-amend-refused = Refused: { $refused } of { $changes ->
        [one] 1 change
       *[other] { $changes } changes
    } cannot be made, so nothing would be changed.
cli-changed = changed, as event { $seq }
shown-places-confirmed = places from the waiting list: { $count }
shown-notice-to = a notice to { $audience }: { $count }
shown-post-in-channel = a post in the public channel
cli-change-so = Change the tournament so? [y/N]
cli-count-of-entrants = { $things ->
        [one] 1 entrant
       *[other] { $things } entrants
    }
cli-rows-of-entrants = { $rows ->
        [one] 1 row
       *[other] { $rows } rows
    } of { $things ->
        [one] 1 entrant
       *[other] { $things } entrants
    }
cli-count-of-results = { $things ->
        [one] 1 result row
       *[other] { $things } result rows
    }
cli-rows-of-results = { $rows ->
        [one] 1 row
       *[other] { $rows } rows
    } of { $things ->
        [one] 1 result
       *[other] { $things } results
    }
cli-imported = { $rows }: recorded in { $events ->
        [one] 1 event
       *[other] { $events } events
    }
cli-imported-in-part = { $rows }: recorded in { $events ->
        [one] 1 event
       *[other] { $events } events
    }, { $known } known already
cli-import-foreseen = { $rows }: would be recorded in { $events ->
    [one] 1 event
   *[other] { $events } events
 }; nothing was written
cli-imported-before = { $rows }: all known already, nothing changed
cli-keys-destroyed =
    { $count ->
        [one] 1 key destroyed
       *[other] { $count } keys destroyed
    }
cli-everyone-forgotten =
    { $count ->
        [one] 1 person of { $tournament } is forgotten: { $keys }
       *[other] { $count } people of { $tournament } are forgotten: { $keys }
    }
cli-person-forgotten = { $person } is forgotten in { $tournaments }: { $keys }
cli-dump-anew = Make a new dump now: an older copy of the vault still holds these keys.
cli-doing-forget = Forgetting the people of { $what }
cli-exported =
    { $count ->
        [one] { $tournament }: 1 event to { $file }, head { $head }
       *[other] { $tournament }: { $count } events to { $file }, head { $head }
    }
cli-exported-tables = { $tournament } at seq { $seq }: written to { $file }
cli-restored =
    { $count ->
        [one] { $tournament }: 1 event, head { $head }
       *[other] { $tournament }: { $count } events, head { $head }
    }
cli-doing-restore = Restoring { $what }
cli-doing-verify = Verifying { $what }
cli-doing-export = Exporting { $what }
cli-doing-entrants = Registering the entrants of { $what }
cli-doing-results = Bringing in the results of { $what }
cli-doing-rehearse = Rehearsing { $what }
cli-doing-replay = Replaying { $what }
cli-reading-json = Reading JSON from the terminal; end it with Ctrl-D.
cli-worker-ended =
    { $seconds ->
        [one] The worker ended with code { $code }; it is started again in 1 second.
       *[other] The worker ended with code { $code }; it is started again in { $seconds } seconds.
    }
cli-simulator-not-up = A simulator did not come up on port { $port }; what needs it will fail.
shown-why-not = { $what } ({ $raised })
cli-links-came =
    { $count ->
        [one] 1 link to a chat came with it.
       *[other] { $count } links to chats came with it.
    }
cli-not-sent-yet = Nothing of it is sent yet: see `tileledger deliveries pending`, then `tileledger deliveries release { $tournament }`.
cli-verified =
    { $count ->
        [one] { $tournament }: 1 event, all as written, head { $head }
       *[other] { $tournament }: { $count } events, all as written, head { $head }
    }
cli-verified-and-sealed = { cli-verified }, sealed up to seq { $sealed }
cli-seals-unchecked =
    { $count ->
        [one] 1 seal agrees with the log; no key checked its signature (--public-key).
       *[other] { $count } seals agree with the log; no key checked their signatures (--public-key).
    }
cli-quarantined =
    { $count ->
        [one] 1 key moved to quarantine, { $destroyed } destroyed, { $waiting } wait there
       *[other] { $count } keys moved to quarantine, { $destroyed } destroyed, { $waiting } wait there
    }
cli-quarantine-released =
    { $count ->
        [one] 1 is needed after all, and was taken out.
       *[other] { $count } are needed after all, and were taken out.
    }
cli-quarantine-holds = They are destroyed { $days } days after they came there; replace the vault's dump then.
cli-seal-key-made = Publish this key and seal every tournament anew; older seals are checked with the older key.
cli-muted-tournament = Nothing of { $tournament } is sent until `tileledger deliveries release { $tournament }`.
cli-muted-all = Nothing is sent until `tileledger deliveries release`.
cli-sending-goes-on = Sending goes on.
cli-held-dropped = What was held is dropped; nobody gets it.
cli-nothing-held = Nothing was held.
cli-requeued = { $count } to be tried again
cli-all-muted = Everything is muted: `tileledger deliveries release` sends again.
cli-nothing-muted = Nothing was muted.
cli-held = Held after a long silence, of { $tournament }: { $kinds }. `tileledger deliveries release { $tournament }` sends them, `drop { $tournament }` never does.
cli-is-muted = Muted since { $since }, { $tournament }: { $why }. `tileledger deliveries release { $tournament }` sends again.
cli-everything-is-muted = Muted since { $since }, everything: { $why }. `tileledger deliveries release` sends again.
shown-not-reached = not reached: { $recipient } ({ $how })
shown-waits-until = waits until { $at }
cli-posted-in = { $tournament } is posted in { $name }.
cli-posted-nowhere = { $tournament } is posted in no channel.
cli-link-works-once = It works once. Whoever opens it is asked before anything is linked.
cli-pages-here = They lead to where the pages are served on this machine. Others can open them once TILELEDGER_PUBLIC_URL says where pages are reached from outside.
cli-pages-made =
    { $count ->
        [one] 1 link made. Whoever has it may read there; it stays valid.
       *[other] { $count } links made. Whoever has one may read there; they stay valid.
    }
cli-page-replaced = The links that stood for { $recipients } until now are dead. The new one stands for { $people }.
cli-written-to-no-longer = { $recipient } of { $tournament } is written to there no longer.
cli-written-to = { $recipient } of { $tournament } is written to at { $address }.
cli-keep-the-secret = Keep the secret: check `webhook-signature` with it, as Standard Webhooks says.
cli-web-listening = Listening on http://{ $address }/
cli-webhook-goes-on = { $id }: { $status }, goes on after seq { $after }
cli-webhook-removed = { $id }: removed
cli-requests-made =
    { $count ->
        [one] 1 request made
       *[other] { $count } requests made
    }
cli-keys-brought =
    { $count ->
        [one] 1 key
       *[other] { $count } keys
    }
cli-drill-of-nothing = the dump holds no tournament: if there were any, it is another folder, or of another installation
cli-drill-passed = restored and checked: { $tournaments ->
        [one] 1 tournament
       *[other] { $tournaments } tournaments
    }, { $events ->
        [one] 1 event
       *[other] { $events } events
    }, { $keys ->
        [one] 1 key
       *[other] { $keys } keys
    }
cli-database-copied = { $rows ->
        [one] 1 row
       *[other] { $rows } rows
    } copied, read back and found equal
cli-set-the-address = Set { $setting } to the new address before web and worker start, and keep the old database until a backup of the new one was restored.
cli-keys-and-mended = { cli-keys-brought }, { $mended } mended
cli-clock-in-time = in time
cli-clock-out-of-time = out of time
cli-heading-clock-seat = seat
cli-heading-clock-used = ms
cli-heading-clock-left = ms left
cli-clock-overstepped =
    { $count ->
        [one] seat { $seat }: out of time in 1 turn, tiles due: { $due }
       *[other] seat { $seat }: out of time in { $count } turns, tiles due: { $due }
    }
cli-clock-lost = seat { $seat } loses on time.
cli-rules-can-be-played =
    { $count ->
        [one] { $id } can be played. It differs from { $nearest } on 1 axis.
       *[other] { $id } can be played. It differs from { $nearest } on { $count } axes.
    }
cli-heading-axis = axis
shown-remark = remark: { $remark }
shown-titled = { $title } ({ $id })
shown-labelled = { $label }: { $text }
shown-awards = Awards
shown-heading-of-session-session = session
shown-heading-of-session-name = name
shown-heading-of-session-day = day
shown-heading-of-session-registration = check-in
shown-heading-of-session-seating = seating
shown-heading-of-session-start = start
shown-heading-of-session-end = end
shown-heading-of-session-tables = tables
shown-heading-of-session-room = room
cli-finding = { $detail }: { $way_out }
shown-nothing-to-do = Nothing needed to be done.
shown-game-changes = Game { $game } at { $table }, now → then (score/tiles left):
shown-people-told = { $people ->
        [one] 1 person is told.
       *[other] { $people } people are told.
    }
shown-would-follow = It would lead to: { $events }.

## Refusals, by code: what is wrong, and the way out

problem-chat-for-someone-else = This chat no longer stands for the person or office that this was for. /help shows what it is for now.
problem-figures-unreadable = I cannot read “{ $part }”. Write each seat with points and tiles left, as in A 0, B 12/3, C 7/2, D 20/5, or with signed scores and tiles as the sheet shows them.
problem-points-unreadable = “{ $given }” are neither points nor a score. Write the points left on the rack, such as 12, or the score with its sign, such as +30 or −5.
problem-points-missing = The points of seat { $seat } are missing. Write what was left on the rack, or the score with its sign.
problem-tile-count-unreadable = “{ $given }” is not a number of tiles. Write how many tiles were left, such as 3.
problem-tile-count-missing = The tiles of seat { $seat } are missing. With scores, write for every seat how many tiles were left.
problem-figures-unchanged = Nothing is changed: game { $game } stands with these figures. Change what was wrong, or let the results stand.
problem-winner-unticked = { $ruleset } does not say who wins a game that ended by { $ended_by }: your ruling does. Tick who has won, or write scores with signs.
problem-figures-mixed = “{ $signed }” has a sign, so scores are meant, but “{ $bare }” has no tiles. Write points left and tiles for every seat, none below 0, or scores with signs and tiles for every seat.
problem-finding-is-figures = “{ $text }” are figures. Write what happened, in words; figures have a step of their own.
problem-finding-too-short = “{ $text }” is all that those concerned would read. Write what you find in a sentence.
problem-winner-unmarked = { $ruleset } does not say who wins a game that ended by { $ended_by }: your ruling does. Mark whoever has won with ★, as in ★A 8/3, B 10/2, or write scores with signs.
problem-parent-call-answered = The call { $call } is answered already. Nothing more is needed.
problem-parent-called-already = A parent of { $entrant } was called already, and nobody has answered yet. After three minutes the organizer is asked to ring up.
problem-parent-call-grounds-untrue = It is not on record that { $entrant } { $grounds }, and whoever comes would be told so. Call for another reason, or record that first.
problem-telegram-unreachable = Telegram does not answer at the address in TILELEDGER_TELEGRAM_API_URL. Check it, and try again.
problem-telegram-token-invalid = Telegram does not accept the bot's token. Get it from @BotFather and set TILELEDGER_TELEGRAM_TOKEN.
problem-tiles-unreadable = I see no tiles there. Write them as in R10 B10 K10 J, and sets of a table with | between them.
problem-schema-changed = The { $what } database was brought to { $current } while this process runs, which is of { $expected }; it writes nothing any more. Restart it, with the release that brought it there.
problem-database-unreachable = The { $what } database cannot be used: { $detail }. Check { $setting }, and that what it names can be reached.
problem-database-not-migrated = The { $what } database is at { $current }, this release needs { $latest }. Back it up, then run `tileledger migrate`.
problem-database-not-there = There is no { $what } database at { $where }, so there is nothing here to read or to change. Check { $setting } and the folder you are in; `tileledger migrate` sets the databases up, and `tileledger up` runs everything.
problem-database-lost = { $chain ->
        [log] There is no { $what } database at { $where }, though the vault has keys of people in it: it was moved or removed, or { $setting } names another place. No other was made. Bring it back, or its dump with `tileledger restore FILE`. Only if it is lost for good, `tileledger migrate --new-log` makes an empty one.
       *[vault] There is no { $what } database at { $where }, though the log has people who were never forgotten: it was moved or removed, or { $setting } names another place. No other was made. Bring it back, or its dump with `tileledger restore-vault FILE`. Only if it is lost for good, `tileledger migrate --new-vault` makes an empty one, beside which everyone has to be forgotten.
    }
problem-database-newer = The { $what } database was made by a newer release: { $detail }. Update this program.
problem-database-pre-release = The { $what } database was made by a version before 1.0{ $at ->
        [none] { "" }
       *[other] { " " }({ $at })
    }, which this one does not read; nothing in it was touched. Look at it with the version that made it; an export of that version can be verified here, and not restored. To begin anew, set TILELEDGER_DATABASE_URL and TILELEDGER_VAULT_URL to other addresses.
problem-token-expired = This token expired at { $expired }. Ask the organizer for a new one.
problem-token-revoked = This token was revoked. Ask the organizer for a new one.
problem-token-unknown = There is no token { $token_id }. List the tokens there are with `tileledger access list`.
problem-grant-refused = This token cannot be granted: { $detail }. Correct it and grant again.
problem-office-ended = The office or entry that this token stands for is not held in this tournament now, so it opens only what anyone may see. Ask the organizer to appoint its holder, or for another token.
problem-signed-out = You are not signed in here, or your sign-in has ended. Send /signin to the tournament’s bot, or ask the organizer for a link.
problem-founding-link-needed = Founding a tournament takes a sign-in of its own. Paste its link: `tileledger up` prints one, `tileledger access founding-link` another.
page-refusal-founding-link-needed = Founding a tournament takes a link of its own. Whoever runs this site has it; paste it here.
problem-sign-in-link-invalid = This link signs nobody in: it was mistyped, or its few minutes are over. Send /signin to the tournament’s bot, or ask the organizer for another.
problem-sign-in-link-used = This link was used already; it works once. If that was not you, tell the organizer at once, who can sign that device out. For another link send /signin to the tournament’s bot.
problem-sign-in-code-alone = This is the code that came with a sign-in link, not the link. The code counts where you are signed in already. Paste the link, which stands in the same message.
problem-sign-in-code-wrong = This code does not hold: it is another one, was used already, or its few minutes are over. Send /signin to the bot for a new one; after { $most } wrong codes this device is signed out.
problem-sign-in-unknown = Nobody is signed in under { $sign_in }. `tileledger access sign-ins` lists who is.
problem-draft-gone = There is nothing here to go on with: it was done already, is more than a day old, or was begun by somebody else. To begin anew send /tasks to the bot, or open “What you can do” on the page.
problem-stroke-wrong = Nothing was signed: there is no signature in the field. Sign in it with a finger. If you cannot, ask the referee to note your signature.
problem-form-outdated = Nothing was done: this page was open for too long, or you have signed in anew since. Look at it again, and press once more.
problem-form-cross-site = Nothing was done: this was not sent from a page of this site. Open the page itself, and press there.
problem-token-for-another-tournament = This token is for the tournament { $tournament }; here it opens only what anyone may see. Use one for this tournament, or ask its organizer.
problem-not-asked = There is no terminal to ask at, so nothing was changed. Look at it with --preview, then add --yes.
problem-amendment-refused = The file cannot be taken as it is, for the reasons named first. Leave out what cannot change any more, and run it again.
problem-amending-declined = Nothing was changed. Ask again when it is meant.
problem-file-of-another = This is the file of tournament { $named }, which exists here, not of { $id }. Amend { $named } with it, or write id = "{ $id }" in it.
problem-simulator-port-taken = No simulator can listen on port { $port }: it is taken. Choose another, or leave the option out.
problem-nobody-to-invite = Nobody takes part or referees yet, so nobody can be invited. Register entrants or appoint referees first.
problem-inviting-declined = Nothing was sent. Ask again when it is meant.
problem-no-mail-server = No mail server is set, so no invitation goes out. Set TILELEDGER_SMTP_URL.
problem-bot-not-set = No Telegram bot is set up, so that there is nothing a link could open. Whoever runs the program sets TILELEDGER_TELEGRAM_TOKEN to the token that @BotFather gave.
problem-no-telegram = No Telegram bot is set up. Set TILELEDGER_TELEGRAM_TOKEN to the token that @BotFather gave you; to try it without one, start `tileledger up` on the same database, or say with TILELEDGER_TELEGRAM_API_URL where a simulated Telegram runs{ $address ->
        [none] .
       *[other] { " " }(none answers at { $address }).
    }
problem-input-too-large = The input is larger than { $most } bytes. Send one document at a time.
problem-encoding-not-utf8 = The file is not UTF-8; it looks like { $encoding }. Save it as UTF-8, a spreadsheet as CSV UTF-8.
problem-quote-open = A cell in this line begins with a quotation mark that is not closed, or goes on behind the mark that closes it. Close it; inside of a cell write "" for a mark.
problem-columns-wrong = The heading does not fit: { $detail }. The columns are { $columns }.
problem-rows-missing = The list has no rows, or nothing but headings. Write a line for each, or choose another list.
problem-heading-missing = The first line names no columns. Put this line on top, with the columns in the order that you have: “{ $heading }”.
problem-cells-wrong = The line has { $given ->
        [one] 1 cell
       *[other] { $given } cells
    } where the heading { $unnamed ->
       *[none] has { $wanted }. Check for a missing or stray comma.
        [other] names { $wanted }: its column { $unnamed } has no name, and the line has { $value } there. Name that column, or leave it empty.
    }
problem-board-choice-wrong = A board has no { $what } { $given }. There are: { $known }.
problem-board-link-invalid = This link sets up no board of this tournament. Check what was typed, or make a new one on the page of the board.
problem-case-link-invalid = This link opens no case file. Ask the organizer for a new one.
problem-case-link-over = This link does not hold any more. Ask the organizer for a new one.
problem-cell-invalid = “{ $field }” cannot be { $value }: { $detail }. Correct the cell.
problem-file-unreadable = The file cannot be read: { $detail }. Check its name and rights.
problem-file-unwritable = The file cannot be written: { $detail }. Choose a folder that is there and may be written to.
problem-forgetting-not-confirmed = This forgets { $count ->
        [one] 1 person
       *[other] { $count } people
    } of { $tournament } for good; there is no way back. If that is meant, say --confirm { $tournament }.
problem-not-sealed = { $tournament } holds together, but nothing in it is sealed, so it may have been rewritten as a whole. Give a seal that was kept elsewhere with --seal.
problem-seals-unchecked = The log of { $tournament } agrees with its seals, but the signatures of { $count } of them could not be checked: no sealing key is here. Give it with --public-key FILE, or say --no-seals to do without.
problem-copy-has-more-keys = { $file } has { $count ->
        [one] a key that is
       *[other] { $count } keys that are
    } missing or damaged in the vault here, though nobody was forgotten, so nothing was written and it stays as it is. `tileledger restore-vault { $file }` brings them back. If it is the copy of another installation, dump into another folder. To replace it all the same, say --even-if-less.
problem-copy-has-more-events = { $file } goes up to seq { $seq } of { $tournament }, which the log here does not have: it is an older log, or another. Nothing was written and the copy stays as it is. Bring the newest log back, or dump into another folder. To replace it all the same, say --even-if-less.
problem-vault-lacks-keys = { $count ->
        [one] A key
       *[other] { $count } keys
    } that the logs need, first of all { $tournament }, are missing or damaged in the vault, so no copy was written. Keep the last good copy: `tileledger restore-vault FILE` brings them back, `tileledger doctor` lists them. If no copy has them, say --even-if-less.
problem-dump-lacks-log = The keys in { $folder } know people of { $tournament }, and there is no log of it beside them. Bring that log back from an earlier copy, or make another dump.
problem-not-a-dump = There is no dump in { $folder }: neither a log nor keys. Give the folder that `tileledger dump` wrote.
problem-drill-failed = The dump was restored, and what came of it fails the check { $check }: { $detail }. Keep the earlier good copy, and make another dump once `tileledger doctor` finds this installation sound.
problem-still-running = { $kind ->
        [worker] A worker
       *[other] A web process
    } on { $host } (process { $pid }) was heard of in the last half minute, and would write to what is copied. Stop web and worker everywhere, wait half a minute, and try again.
problem-target-not-empty = The database to copy to is not empty: it has { $table }. Nothing was copied; give the address of an empty one.
problem-database-shared = What { $setting } names holds the { $other } database, and the { $what } database is to be another: who has both in one has the keys beside what they open. Give it an address of its own.
problem-database-not-allowed = A right is missing in the { $what } database: { $detail }. Log in as the owner of its tables: check the role in { $setting }.
problem-copy-differs = What was written to { $table } did not come back as it was, so nothing was kept of it. Check that the database to copy to stores UTF-8.
problem-file-exists = { $file } exists already. Choose another name, or remove it.
problem-view-failed = The view { $view } of { $tournament } cannot be made of its state at seq { $seq }: that is a fault in this program. Everything else goes on and nothing recorded is lost; with as_of it may be read as it was before. Update the program, or report the line view_failed of its log.
problem-worker-gone = No worker is running any more; the last was heard of at { $at } UTC. There are no notices, reminders or weather watch until one runs again: start `tileledger worker`, and see why the last one ended.
problem-worker-stuck = The worker on { $host } lives, but some of what it does stands still: { $what }. Restart it, and report what its log says; nothing is sent twice by that.
problem-channel-stopped = Nothing goes out by { $channel } any more: { $why }. Put its setting right and start the worker again; what was to go out is kept.
problem-delivery-muted = Nothing is sent: { $why }. What would be may have been sent already. See `tileledger deliveries pending`, then `tileledger deliveries release`.
problem-deliveries-held = { $tournament }: { $count ->
        [one] 1 notice
       *[other] { $count } notices
    } piled up while nothing was sent ({ $kinds }). What is about safety went out at once; these wait until you say whether they are still of use: send or drop them, here or with `tileledger deliveries release { $tournament }` or `drop { $tournament }`.
problem-held-decided = { $step ->
        [drop] What waited was dropped by { $by } on { $at }
       *[send] What waited was sent by { $by } on { $at }
    }: that is decided, and nothing was changed now. See what became of it with /deliveries or `tileledger deliveries`.
problem-links-unreadable = Line { $line } of the copy of links cannot be read: { $detail }. Nothing was restored; get a whole copy, or take the file away and have people link anew.
problem-destination-refused = Nothing can be sent there: { $detail }. Give the https address of a public host, or have the operator allow the host in TILELEDGER_WEBHOOK_ALLOW.
problem-link-token-invalid = This link is not valid, was used already, or has expired. Ask for a new one where you got it.
problem-personal-link-invalid = This link opens nothing: it was mistyped, replaced by another, or its time is over. Ask the organizer for a new one.
problem-personal-link-forgotten = What was held for this page was deleted, as asked for or because it was kept long enough. There is nothing more to see here, and nothing more is sent.
problem-form-from-elsewhere = This was not sent from your page as it is now. Open your page again from its link, and press once more.
problem-pages-not-public = Personal pages have no address that others can open. Whoever runs the program sets TILELEDGER_PUBLIC_URL to where the pages are reached from outside.
problem-statement-changed = The organizer's statement on personal data has changed since you opened this. Open your page again, read it, and press once more.
problem-personal-links-over = The tournament is over, and the time for which it keeps its people has passed, so a personal link would open nothing. Set TILELEDGER_RETENTION_DAYS higher, if they are still needed.
problem-code-wrong = That code does not hold: it is another one, was used already, is older than ten minutes, was asked for in another browser, or another one was asked for since. Your page shows whether it was done; if not, ask for another code.
problem-code-unfinished = The code has { $digits } digits. Write all of them; this was no try.
problem-code-tried-out = That code was tried { $most ->
        [one] once
       *[other] { $most } times
    } and does not hold any more. Ask for a new one; up to ten are sent within a day.
problem-code-under-way = A code was sent already and holds for { $minutes ->
    [one] another minute
   *[other] another { $minutes } minutes
}. Use that one; if it does not come, ask again a minute after it was sent.
problem-codes-enough = So many codes were asked for here that no more are sent to this browser today. In a linked chat you need none: send /me or /schedule there. The organizer can give you a new link, which gets codes at once and ends this one.
problem-code-nowhere = No chat is linked and no e-mail address is on file, so a code cannot be sent. Ask the organizer{ $contact ->
    [none] { "" }
   *[other] { " " }({ $contact })
}.
problem-code-unsendable = An e-mail address is on file, but this installation sends no e-mail, and no chat is linked, so a code cannot be sent. Ask the organizer{ $contact ->
    [none] { "" }
   *[other] { " " }({ $contact })
}.
problem-kind-not-mutable = Messages of the kind { $kind } cannot be switched off. To get none at all, send /stop.
problem-quiet-hours-unknown = Quiet hours { $hours } cannot be chosen. Choose one of { $choices }.
problem-push-off = Messages to browsers are not set up here. The operator sets TILELEDGER_WEB_PUSH_CONTACT to an address that push services may write to.
problem-push-subscription-invalid = This is no subscription of a browser: { $detail }. Give `endpoint`, `p256dh` and `auth` as the browser has them.
problem-push-devices-too-many = { $most } browsers take messages for this person already. End one of them first.
problem-push-ended = This browser takes no more messages; its subscription has ended. Switch messages on there again.
problem-push-just-tested = A test went to this browser a moment ago. Wait some seconds, then try again.
problem-push-not-taken = The push service did not take the message ({ $detail }). Try again in a minute.
problem-too-many-questions = That makes more than { $most } messages to the organizer in an hour: this one was not sent. Write again later; what is urgent is better said by telephone{ $contact ->
        [none] { "" }
       *[other] { " " }({ $contact })
    } or at the check-in desk.
problem-answered-already = { $question } has been answered already. To say more, make an announcement or write to the person in another way.
problem-asker-forgotten = Whoever wrote { $question } was forgotten since: nothing is held of it, and nobody would be told.
problem-demo-exists = There is a tournament { $id } already. Give the demo another id (--id), or use an empty database.
problem-demo-until-unknown = The demo has no point { $until }. Choose one of: { $known }.
problem-written-enough = You have changed this { $most } times within { $hours } hours, which is as often as the program takes it. Try { $seconds ->
        [one] again in 1 second
       *[other] again in { $seconds } seconds
    }, or ask a referee or the organizer to do it.
problem-command-id-reused = The command id { $command_id } was used for another command, or by someone else. Choose a new one.
problem-occurs-in-future = { $occurred_at } lies in the future. Give the time when it happened, or leave it out for now.
problem-occurs-long-past = { $occurred_at } is more than { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    } ago. Ask a referee or the organizer to enter it, or leave the time out for now.
problem-not-as-read = Something has changed since this was read back, and would be otherwise now. Have it read back again, and confirm it then.
problem-precondition-failed = The log of this tournament ends at event { $seq } now, not where you expect. Read it again, and send the command once more if it is still meant.
problem-vault-does-not-match-log = { $holds ->
        [others] The vault has keys, but none of those that { $tournament } needs: it is the vault of another installation, so nothing is written. Put it away and bring this one's own vault back, or its dump with `tileledger restore-vault FILE`. If the vault is the right one, the log is another's: check TILELEDGER_DATABASE_URL.
       *[nothing] The vault holds no key, though { $tournament } has people who were never forgotten, so nothing is written. Bring the vault's own file back, or its dump with `tileledger restore-vault FILE`.
    }
problem-vault-newer-than-log = The vault knows the log of { $tournament } up to seq { $seq }, and the log here does not have that: it may be an older one that does not name who came later. Nothing was moved. Bring the newest log back; if this is the newest, say --logs-are-complete.
problem-moment-unclear = { $text } is neither the number of an event nor a time. Write a number such as 4902, or a time such as 2026-04-07 18:30.
problem-moment-before-start = Nothing was recorded yet at { $text }; the record begins with event 1 ({ $start }). Name a later moment.
problem-moment-after-end = There is no event { $text } yet; the last one is event { $last }. Name an earlier one, or leave the moment out for the present.
problem-event-later = Event { $seq } was recorded after the moment looked at, event { $moment }. Choose an earlier event, or look at a later moment.
problem-no-result-there = Event { $seq } is “{ $event }”, not the result of a game. Choose an event that recorded a result.
problem-no-seal-key = This server has no sealing key, so it neither seals nor checks seals. Set TILELEDGER_SEAL_KEY.
problem-log-touched = The log of { $tournament } is not as it was written: at seq { $seq } { $detail }. { $sound ->
        [one] 1 event before it is
       *[other] { $sound } events before it are
    } sound. Restore from an untouched copy.
problem-not-of-the-log = { $query } is not a read of the log, so it has no past. Leave as_of out.
problem-places-not-seen = Who goes on is not shown yet. { $when } Do it then, or tell the organizer, who can do it for you.
problem-no-categories = { $count ->
        [0] This tournament has no categories. Ask without one.
       *[other] This tournament has no category of that name; it has: { $known }. Ask for one of these, or without one.
    }
problem-follows-from-another = Event { $seq } ({ $type }) follows from event { $root } ({ $root_type }) and is drawn anew by itself. Name { $root } instead.
problem-founding-stays = Event 1 founds the tournament; without it there is none. Name another event, or another ruleset.
problem-named-twice = Event { $seq } is both left out and replaced, or named twice. Name it once.
problem-time-ran-out-before = Move { $move } comes after the time of seat { $seat } had run out, which ends the game. Leave out the rest.
problem-clock-reading-wrong = The clock of seat { $seat } cannot have shown that: { $why }. Read the clock again.
problem-move-time-wrong = A move took { $milliseconds } ms. Give whole milliseconds, none below 0.
problem-clock-not-stated = { $ruleset } states no clock ({ $cite }). Choose a limit that it knows, or play without one.
problem-turn-limit-unknown = { $ruleset } knows no turns of { $seconds } s. Take one of these: { $known }.
problem-score-not-exact = { $text } is not an exact score: { $why }. Write it as 11, −12, 11½, 3⅓ or 23/2.
problem-seats-wrong-number = A game under { $ruleset } has { $least } to { $most } seats, not { $seats }. Give every player of the game, once.
problem-seat-twice = Seat { $seat } is there twice. Give each seat once.
problem-seat-unnamed = The name of a seat has 1 to { $longest } printable characters. Call the seats A, B, C and D.
problem-seat-incomplete = Seat { $seat } lacks { $missing }. Give the rack, or both count and tiles.
problem-seat-out-of-range = Seat { $seat } cannot have { $what } { $value }; it is a whole number from 0 to { $most }. Count the rack again.
problem-seat-contradictory = Seat { $seat } contradicts itself: { $why }. Correct one of the two.
problem-tiles-more-than-there-are = The seats hold { $tiles ->
        [one] 1 tile
       *[other] { $tiles } tiles
    } together, and the game has { $all }. Count the racks again.
problem-charge-unknown = { $ruleset } knows no charge { $charge } (seat { $seat }). Known there: { $known }.
problem-ending-unknown = A game does not end by { $ended_by }. Say one of: { $known }.
problem-ending-needed = The game stood as ended by { $ended_by }, and by these figures nobody has 0 tiles. Say how it ended: { $known }.
problem-game-not-over = Under { $ruleset }, { $ended_by } does not end a game ({ $cite }). Play on, and send how the game ended then.
problem-ruling-required = { $ruleset } does not say who wins a game that ended by { $ended_by } ({ $cite }). Ask the Chief Referee for a ruling.
problem-nobody-cleared = One seat at most is left with 0 tiles, and exactly one where the game ended by a cleared rack; here it is { $cleared }. Write the tiles that each rack had left, or say how else the game ended.
problem-somebody-cleared = Seat { $seat } has 0 tiles, so the rack was cleared and the game did not end by { $ended_by }. Correct the tiles, or say that the game ended by a cleared rack.
problem-count-impossible = Seat { $seat } cannot have { $tiles ->
        [one] 1 tile that counts
       *[other] { $tiles } tiles that count
    } { $count }: so many tiles count { $possible }. Count the rack again.
problem-counts-impossible-together = One set of tiles does not have what the racks of { $seats } count together. Count the racks again.
problem-forfeiter-wrong = A game that ended by forfeit has exactly one forfeited seat, and any other game none; here { $seats } are marked. Mark who forfeited: with ✗ before the seat, or with its box.
problem-forfeiter-won = Whoever forfeited has lost. Mark as forfeited the seat that lost the game, or correct who has won.
problem-ranking-unknown = { $word } does not rank anybody. Take one of these: { $known }.
problem-too-hard = These tiles take more than { $most } steps to search, more than is done for one request. Send fewer tiles, or ask `tileledger rules` on a machine of your own, which searches to the end.
problem-drawn-and-as-it-is = { $tile } is given as the tile drawn last, and the rack is to be judged as it is, nothing drawn. Leave the tile out, or take the tick away.
problem-last-drawn-not-on-rack = { $tile } was drawn last and is not on the rack. Give the rack as it is now, that tile included.
problem-best-turn-not-free = Under { $ruleset } sets and jokers may not be moved freely ({ $cite }), so the best turn cannot be told. Judge a turn that was played instead.
problem-table-no-sets = The tiles on the table cannot be laid as sets. Look at the table again.
problem-ruleset-unknown = There is no ruleset { $id }. Take one of these: { $known }.
problem-ruleset-invalid = The ruleset { $id } does not read: { $detail }. Correct the file and load it again.
problem-scores-not-zero-sum = The scores of the game sum to { $sum }, not to 0. { $signs ->
        [true] Write the signs: + for the winner, − for the others, as in A +39/0, B −12/3.
       *[false] Add them up again at the table.
    }
problem-scores-unequal-shares = Seat { $seat } scores { $score } and another seat { $top }, but those with the lowest count share equally. Correct one of them.
problem-score-impossible = Seat { $seat } cannot score { $score }: { $why }. Correct the score.
problem-game-won-not-a-flag = Game won is 1 or 0, and seat { $seat } has { $game_won }. Correct it.
problem-game-won-wrong = Game won is { $game_won } for seat { $seat }, and should be { $should }: of those with the top score ({ $top }) the fewest tiles ({ $tiles }) win. Correct game won, score or tiles.
problem-tile-unknown = { $tile } is no tile. Write the colour R, B, K, O (or Y) and a number from 1 to 13, as in "R7", or "J".
problem-tiles-too-many-alike = { $tile } is there { $times } times, and the game has only { $copies } of it. Count the rack again.
problem-tournament-closed = The tournament is closed, so its plan stays as it is. Found another tournament.
problem-too-young-then = Entrant { $entrant } is not yet { $minimum } on the eve of { $day }. Choose a later day for { $session }, or move the entrant first.
problem-definition-invalid = The tournament file cannot be used: { $detail }. Correct it and try again.
problem-attachment-empty = The file is empty. Name one that says something.
problem-attachment-too-large = The file has more than { $most } bytes. Make it smaller, with smaller pictures for instance, or give only an address.
problem-attachment-type-unknown = The file is neither PDF, PNG, JPEG nor plain text in UTF-8. Save it as one of these.
problem-attachment-not-base64 = What stands in place of the file is not base64. Write `data:;base64,` and right behind it the content of the file in base64.
problem-attachment-missing = The content of { $file } did not come along. On the command line name a file beside the tournament file; over HTTP write its content in place of the name: `data:;base64,` and right behind it the content in base64.
problem-attachment-elsewhere = { $file } is not in the folder of the tournament file. Put it there, or into a folder below.
problem-logo-too-large = The logo is too large: at most { $most } bytes, and as PNG { $pixels } pixels wide and high. Make it smaller.
problem-logo-type-unknown = The logo is neither SVG nor PNG. Save it as one of these; SVG in UTF-8.
problem-logo-unsafe = The drawing holds { $found }, which pages do not show. Save it as plain SVG, without scripts, links and anything from elsewhere, or as PNG.
problem-already-defined = The tournament { $id } exists already. Choose another id.
problem-tournament-unknown = There is no tournament { $id }. Check how it is written.
problem-already-appointed = There is a referee { $referee } already. Choose another number.
problem-number-unfit = Nobody can sign in under the number { $number }. Choose one of letters from A to Z, digits, dots, dashes and underscores that begins with a letter or a digit, such as R01.
problem-still-assigned = Referee { $referee } supervises tables in { $session }. Assign those tables anew first.
problem-not-played-yet = This release reads the tournament file and cannot play it yet: { $what }. What is played stands in brackets; plan it so, for now, or begin with `tournament new ID --like school-day`.
problem-never-changes = The { $field } of a tournament never changes. Leave it as it is, or found another tournament.
problem-change-too-late = { $what } is not possible any more: { $rests }. { $way_out }
problem-too-few-places = { $registered ->
        [one] 1 is registered
       *[other] { $registered } are registered
    } in { $where }, and the new plan has places for { $room }. Plan more places, or move or cancel registrations first.
problem-template-unknown = There is no template { $name }. Take one of these: { $known }.
problem-tournament-id-invalid = { $id } cannot be the id of a tournament. Write lower-case letters, digits, dots and dashes, at most 63.
problem-warnings-used-up = Entrant { $entrant } has had { $given } verbal warnings. Report the further breach for investigation.
problem-warnings-first = Entrant { $entrant } has had { $given } of { $most } verbal warnings. Give a warning.
problem-dispute-after-signature = Entrant { $entrant } has signed the sheet of { $sheet }; after signing no complaint is accepted. A slip in typing can be corrected by the Chief Referee from the paper.
problem-dispute-after-publication = The results of { $sheet } are published as version { $version }; nobody signs in this stage, and complaints are accepted until it is published. Ask the Chief Referee to correct a slip.
problem-dispute-not-open = Dispute { $dispute } is { $status }; it is no longer open.{ $ruling ->
        [none] { "" }
       *[other] { " " }On new grounds another ruling supersedes { $ruling }.
    }
problem-needs-a-ruling = { $dispute } is not a participant's complaint; only a ruling ends it.
problem-game-began = Game { $game } of { $sheet } is { $status }; it cannot be reported as never begun.
problem-no-sheet-in-dispute = Dispute { $dispute } is about no score sheet, or one void since its session starts again, so the ruling cannot change a game. Raise a dispute on the sheet.
problem-winner-not-there = { $winner } does not play this game, or is named twice. Name winners among { $players }.
problem-counts-unknown = Game { $game } { $scores_alone ->
        [true] was recorded as scores
       *[false] has no figures
    }, so a charge cannot be worked in. Amend the game with its figures.
problem-evidence-too-much = { $dispute } has { $most } pieces of evidence already. Rule on what there is, or raise another dispute.
problem-all-games-played = Entrant { $entrant } has completed every game of { $session }; leaving now is no withdrawal.
problem-not-yet-seated = { $session } is { $status }. Before seats are drawn, cancel the registration or the final place.
problem-not-out = Entrant { $entrant } is still in the competition; there is nothing to reinstate.
problem-superseded-already = Ruling { $ruling } was superseded by { $by }. Supersede that one.
problem-clause-unknown = No rule played by here is called { $cites }, or more than one is. Name one by its document, part and number, such as one of these: { $nearest }.
problem-wrong-dispute = Ruling { $ruling } was on dispute { $own }, not { $dispute }. Name that dispute.
problem-too-few-to-replay = Game { $game } of { $sheet } cannot be played again: too few of the table are in (out: { $out }). Put them in again first, or amend or void the game.
problem-game-left-open = With this ruling on { $dispute }, game { $game } would be left without a result. Amend or void it, or have it replayed.
problem-finalists-not-placed = Nobody has a session of the { $stage } yet. { $cut ->
        [concluded] Place the finalists first (place-finalists).
        [held] Decide the tie at the cut (decide-cut-tie), or undo the qualification (undo-qualification) where results have changed since; then place the finalists (place-finalists).
       *[other] Conclude the qualification (conclude-qualification), then place the finalists (place-finalists).
    }
problem-place-given-up = Entrant { $entrant } gave up the place in the { $stage }, and plays no part in it. { $tied ->
        [true] Who has that place instead is to be decided first (decide-cut-tie).
       *[other] Check the number.
    }
problem-not-taking-part = Entrant { $entrant } has no place in the { $stage } ({ $status }). Register or move the entrant first.
problem-out-of-competition = Entrant { $entrant } is out ({ $out }) and plays no further part. If that was a mistake, reinstate the entrant.
problem-wrong-phase = { $session } is { $status }; this is possible only while it is { $expected }. { $way_out }
problem-session-not-in-play = { $stopped ->
    [true] { $session } was suspended ({ $at }); its results are void.
   *[other] { $session } is { $status }; its score sheets can be used once it has started.
}
problem-stage-unknown = This tournament has no stage { $stage }. Its stages: { $stages }.
problem-session-full = { $session } is full ({ $capacity }). Choose another session.
problem-already-arrived = Entrant { $entrant } is { $presence } for { $session }. Undo that first, if it was a mistake.
problem-tournament-full = { $places ->
        [one] The only place of the tournament is
       *[other] All { $places } places of the tournament are
    } taken. Wait until one comes free, or raise the quota.
problem-no-longer-registered = Entrant { $entrant } is { $status }; there is nothing left to change. Register anew.
problem-same-session = Entrant { $entrant } is in { $session } already. Choose another session.
problem-entered-already = Entrant { $entrant } is in the { $stage } already. Move the entrant, if another session of it is meant.
problem-several-entries = Entrant { $entrant } is in several stages ({ $stages }), so it is not clear from which to move. Enter the other stage, and give one of these back by its name.
problem-sessions-overlap = Entrant { $entrant } cannot be expected in { $one } and in { $other }: they are played at the same time. Choose another session or time, or give one of the two places back.
problem-stage-needed = Entrant { $entrant } plays in several stages: { $stages }. Name the one that is meant.
problem-merge-needs-two = An entrant cannot be merged into itself. Name the number to keep and the one to drop.
problem-unit-stands = Entrant { $entrant } stands in family unit { $unit }. Dissolve the unit first.
problem-person-forgotten = Entrant { $entrant } was forgotten; nothing personal can be kept under that number again. Register anew.
problem-consent-by-guardian = Under { $age } this consent cannot be given alone. A parent or guardian gives it, with their name; or a signed form goes to the organizer, who records it.
problem-consent-by-whom = A participant records what they themselves or a parent or guardian say, a program what a form or a guardian says. Leave by out, or let the organizer record it.
problem-family-age = As { $role } of a family unit the entrant must be { $range } on the day of the final, and is not. Leave the role out, or choose another unit.
problem-no-family-award = This tournament has no family award, so nobody forms a family unit. Leave the unit out.
problem-already-in-unit = Entrant { $entrant } is in family unit { $unit }, and one entrant is in one unit. Dissolve that unit first.
problem-family-role-taken = Family { $family } has a { $role } already ({ $entrant }); a unit is one child and one parent. Leave the role out, or use another family name for a second unit.
problem-birth-date-unknown = The birth date of entrant { $entrant } is not known, so the age cannot be tested. Amend the details first.
problem-final-begun = The final has begun; family units had to be declared before it.
problem-asked-another = You have proposed family unit { $unit } already, and it is not answered yet. Withdraw it (decline-family-unit) before you propose another.
problem-too-young = The entrant is not yet { $minimum } on the eve of { $session }. Register for a later day, if any.
problem-entrant-number-wrong = An entrant number begins with a letter or digit and has letters, digits, dots, dashes and underscores, at most 20. Figures with decimals, such as 1.0, are what a spreadsheet makes of a number, and none; `bye` is none either. Choose another, or leave it out to be given the next.
problem-entrant-number-taken = The entrant number { $entrant } is in use. Choose another, or amend that entrant's details. In a file, a further row of the same person names a session of another stage, and repeats the details or leaves them out.
problem-check-in-over = Nobody was registered: check-in for { $session } was over at { $seating }. If the person was there by then, give the time of arrival.
problem-no-place-left = Nothing was done: no place is left in { $session }{ $waiting ->
        [0] { "" }
        [one] , and 1 person waits for one
       *[other] , and { $waiting } people wait for one
    }. Register the entrant for the waiting list instead, or choose another session.
problem-registration-over = { $session } is { $status }; registration for it is over. Choose another session.
problem-field-is-fixed = In the { $stage } everyone meets everyone, and it is drawn: nobody can enter any more. If nothing was played, undo its draws first.
problem-stage-closed = { $by ->
        [awards] The awards are made: nobody else can come into the { $stage }. If they were made too soon, revoke them first (revoke-awards).
       *[cut] It is decided who goes on from the { $stage }: nobody else can come into it. If the cut was made too soon, undo the qualification first (undo-qualification).
    }
problem-session-needed = There are several sessions to choose from: { $sessions }. Name one of them.
problem-birth-date-wrong = Nobody who registers has this birth date: it lies in the future, or more than { $oldest } years ago. Check the year, and write it as 2015-03-28.
problem-name-wrong = { $name } is no name: it has no letter. Write the name as the person writes it, in English or Chinese.
problem-birth-date-needed = This tournament decides by ages, so the birth date is needed. Give it as 2015-03-28.
problem-not-a-preliminary-session = { $session } belongs to the { $stage }, which is entered from another stage. Register for a session of: { $stages }.
problem-tournament-not-over = The last day of play is { $day }, and it is not over. Remind of its people after that.
problem-length-unknown = A table cannot play for { $word }. Take one of these: { $known }.
problem-games-incomplete = A sheet has games 1 to { $games }, each once; this one has { $given }. Complete it.
problem-conflict-settled = The difference { $conflict } on the sheet of { $sheet } is settled already.
problem-seats-do-not-match = The game must have a result for exactly { $expected }; it has { $given }. Correct the seats.
problem-two-ways-at-once = Seat { $seat } needs either a count or rack, or a score with game won and tiles; all seats the same way.
problem-starting-draw-wrong = The draw for who begins does not fit: { $detail }. Draw again among { $drawers }.
problem-first-player-by-rules = { $ruleset } says who begins this game ({ $cite }), so nobody is named. Leave out the entrant, and give the draw where one is needed.
problem-not-still-at-table = Entrant { $entrant } is not playing at { $sheet }. Check the table.
problem-nobody-waits = Nobody waits at { $sheet } any more: no case of it is open, and no call to it waits. Nobody was told that you are coming. The docket shows who waits now.
problem-called-already = The Chief Referee was called to { $sheet } a moment ago. If nobody comes, use the radio, or call again in two minutes.
problem-tables-are-drawn = In { $session } the tables are drawn, so nobody opens one. Draw the seats.
problem-not-in-session = Entrant { $entrant } plays in { $own }, not in { $session }. Move the entrant, or open the table there.
problem-turn-limit-wrong = The rules know turns of { $known } seconds, not of { $given }. Choose one of these.
problem-row-twice = Seat { $seat } of game { $game } at { $sheet } has two rows. Remove one.
problem-row-missing = Seat { $seat } at { $sheet } has no row for game { $game }. Add it; a withdrawal is entered at the desk.
problem-seat-changes-hands = Seat { $seat } at { $sheet } is { $first } in one game and { $second } in another. Correct the rows.
problem-another-session = Entrant { $entrant } is registered for { $own }, not { $session }. Move the entrant, or correct the row.
problem-two-seats = The rows give entrant { $entrant } two seats, at { $first } and at { $second }; everyone has one. Give the number of whoever really sat on the other, or remove those rows.
problem-seats-drawn-differ = At { $sheet } the seats drawn here are { $drawn }, the rows have { $given }. Correct the rows or exchange the seats.
problem-not-started = { $session } is { $status }. Start it before its results come in.
problem-already-recorded = Game { $game } of { $sheet } is recorded with other figures. Correct the game, giving the reason, or submit the second sheet as a whole so that both are kept.
problem-game-before-missing = Game { $before } of { $sheet } is not recorded yet. Enter it before game { $game }.
problem-table-complete = { $sheet } has played all its games. Correct one of them, or sign the sheet.
problem-table-closed = { $sheet } is closed and plays no further game. Correct one of its games, or where people take tables as they come, open another one.
problem-awaits-ruling = Game { $game } of { $sheet } awaits a ruling by the Chief Referee, and is settled by it.
problem-stands-just-so = Game { $game } at { $sheet } already stands with these figures and this ending: there is nothing to correct. Type what the paper says, or go back.
problem-signed-already = The sheet of { $sheet } carries signatures. A slip in typing is corrected by the Chief Referee, citing the paper.
problem-ruled-already = Game { $game } of { $sheet } stands as ruled in { $ruling }, and that is final. Only a later ruling on new grounds supersedes it.
problem-not-ready-to-sign = The sheet of { $sheet } cannot be signed yet: { $points }. Settle that first.
problem-not-on-sheet = Entrant { $entrant } did not play at { $sheet }. Check the table.
problem-figures-changed = The figures of { $entrant } on the sheet of { $sheet } are not those that were shown. Read them again and sign those.
problem-signed-before = Entrant { $entrant } has signed the sheet of { $sheet }. A signature stands until its figures are amended.
problem-nothing-to-close = No refusal or absence of { $entrant } is recorded on the sheet of { $sheet }. Record it first, then close it.
problem-tables-without-referee = Tables { $tables } of { $session } have no referee. Assign referees first.
problem-something-rests-on-it = This can no longer be undone: { $what } rests on it. { $way_out }
problem-awards-made = The awards are made already. { $published ->
        [true] They are published with the results and stand as these do; once a game is corrected (correct-game) or ruled otherwise, they can be made again.
       *[other] Revoke them first (revoke-awards), if they were made in error.
    }
problem-no-awards = No awards are made, so there is nothing to revoke.
problem-stage-not-settled = Something is still open in the { $stage }: { $points }. Settle that first.
problem-nothing-new-to-publish = The results are as in version { $version }. There is nothing new to publish.
problem-reminded-already = The reminder for { $session } ({ $kind }) was given already for { $day }. Nothing more is needed.
problem-session-not-on = { $session } is { $status }; nobody is reminded of it. Reschedule it first.
problem-session-without-day = { $session } has no day yet, so nobody is reminded of it. Give it one (amend-tournament).
problem-session-before-open = The draw of { $session } goes by the results of { $before }, which { $why }. Settle that first.
problem-pairing-numbers-unknown = { $before } was played on paper, so the pairing numbers of the round robin are not known, and { $session } cannot be drawn. Bring its results in from paper, too.
problem-tables-wrong = The tables do not fit: { $detail }. Name everyone present once, at tables of { $fewest } to { $most }.
problem-tables-are-taken = In this stage people take tables as they come, and nothing is drawn. Open a table for those who sit down.
problem-table-wrong = A table has { $fewest } to { $most } different entrants, not { $given }. Name each of them once.
problem-sits-elsewhere = { $entrant } still sits at { $sheet }, which is open. Close that table first.
problem-draw-unknown = There is no draw { $word }. Take one of these: { $known }.
problem-pairs-only = A round robin is played in pairs, not at tables of up to { $most }. Give the stage tables of two, or another draw.
problem-sessions-too-few = { $entrants ->
        [one] 1 entrant needs
       *[other] { $entrants } entrants need
    } { $needed ->
        [one] 1 session
       *[other] { $needed } sessions
    } to meet each other, and the stage has { $sessions }. Add sessions, or choose another draw.
problem-everyone-has-met = After { $needed ->
        [one] 1 session
       *[other] { $needed } sessions
    } everyone has met everyone. Drop the sessions that are left.
problem-entered-too-late = { $entrants } entered after the first draw of the round robin, which has no place for them. Withdraw them, or undo the draws.
problem-cannot-be-seated = { $present ->
        [0] Nobody is checked in, so no seats are drawn. Check in whoever is there; where nobody has to, register someone first.
       *[other] { $present ->
            [one] 1 entrant
           *[other] { $present } entrants
        } cannot be seated at tables of { $fewest } to { $most }. Move someone to or from another session{ $lower ->
            [none] { "" }
           *[other] , or let { $lower } sit at a table in the plan (amend-tournament)
        }.
    }
problem-tables-too-few = { $present ->
        [one] 1 entrant does
       *[other] { $present } entrants do
    } not fit the { $tables ->
        [one] 1 table
       *[other] { $tables } tables
    } of this session. Move someone to another session.
problem-place-forfeited = Entrant { $entrant } was not checked in by { $seating } for { $session }; the right to play is forfeited and there is no way back in.{ $way ->
        [time] { " " }If the arrival was in time, check the entrant in with the time of arrival.
        [draw] { " " }If the arrival was in time, undo the seat draw first (undo-seat-draw), then check the entrant in with the time of arrival.
       *[none] { "" }
    }
problem-late-for-session = Entrant { $entrant } was not checked in by { $seating } for { $session } and misses it. Once its seats are drawn, check the entrant in for the next one. If the arrival was in time, check the entrant in with the time of arrival.
problem-wrong-day = Entrant { $entrant } plays in { $session }. Check in on { $day }, or move the entrant.
problem-already-checked-in = Entrant { $entrant } is checked in for { $session } already. Nothing more is needed.
problem-nobody-checks-in = Nobody checks in for the { $stage }: everyone registered is drawn. Withdraw who does not come.
problem-not-checked-in = Entrant { $entrant } is not checked in for { $session }, so there is nothing to undo.
problem-seats-stay-empty = Entrants { $entrants } are not there to take the seats recorded for them in { $session }; those stay empty, and a table with fewer than { $fewest } is not played. Leave out what was recorded of them, too.
problem-nobody-drew-seats = Entrants { $entrants } are present in { $session }, and no seat is recorded for them. Insert a draw of your own in place of the recorded one.
problem-nobody-to-seat = Of the tables recorded for { $session } none has enough players left. Leave the draw out, too.
problem-too-early-to-draw = { $missing ->
        [one] 1 entrant
       *[other] { $missing } entrants
    } of { $session } may still arrive until { $seating }. Draw the seats then.
problem-referees-too-few = { $tables ->
        [one] 1 table needs
       *[other] { $tables } tables need
    } { $needed ->
        [one] 1 referee
       *[other] { $needed } referees
    } at { $each } each; there are { $have }. Appoint more (appoint-referee).
problem-assignment-wrong = The assignment does not fit: { $detail }. Every table needs one referee, who has at most { $each }.
problem-not-at-a-table = Entrant { $entrant } has no seat in { $session }. Draw the seats first.
problem-no-cut-planned = In this tournament no stage is entered from another, so there is no cut. Publish the results instead.
problem-not-entered-by-a-cut = People register for the stage { $stage }; nobody enters it from another. Name one of: { $stages }.
problem-split-unknown = There is no split { $word }. Take one of these: { $known }.
problem-sessions-too-small = { $entrants ->
        [one] 1 entrant does
       *[other] { $entrants } entrants do
    } not fit the { $room } places there are ({ $sessions }). Make more room, or let fewer enter.
problem-session-not-chosen = No session of this stage is chosen for { $entrants }. Put each of them into a session first.
problem-tie-rule-unknown = Ties cannot be settled by { $word }. Take one of these: { $known }.
problem-tie-choice-unknown = A tie cannot be decided by { $choice }. Take one of these: { $known }.
problem-final-too-small = With all { $tied } tied there would be { $total } entrants, and the stage has room for { $room }. Choose another way.
problem-play-off-wrong = A play-off must name exactly { $free } of the tied entrants, best first; it names { $given }.
problem-not-qualified = Entrant { $entrant } is not among the qualified. Check the number.
problem-cut-open = The qualification is { $status }. { $cut ->
        [held] Decide the tie at the cut first (decide-cut-tie).
        [changed] Results have changed since: undo the qualification (undo-qualification), then conclude it again (conclude-qualification).
       *[other] Conclude it first (conclude-qualification).
    }
problem-placed-already = The finalists are placed already. Move single entrants, or undo the qualification.
problem-final-full = { $finalists ->
        [one] 1 finalist does
       *[other] { $finalists } finalists do
    } not fit the { $capacity } places of the final. Decide the cut anew.
problem-nobody-qualified = Nobody is qualified any more, so there is nobody to place. Undo the qualification and conclude it anew.
problem-cut-made = The cut is { $status } already. { $cut ->
        [held] Decide the tie at the cut (decide-cut-tie); if it was made too soon, undo the qualification (undo-qualification).
        [changed] Results have changed since: undo the qualification (undo-qualification), then conclude it again.
       *[other] If it was made too soon, undo the qualification (undo-qualification).
    }
problem-no-tie-to-decide = No tie lies across the cut, so there is nothing to decide. Conclude the qualification.
problem-cut-tie-decided = The tie across the cut into { $stage } has been decided meanwhile, { $how }, by { $by }. If that is to be otherwise, undo the qualification first (undo-qualification).
problem-no-cut = The cut is not made, so there is nothing to undo.
problem-cut-changed = Results have changed since the tie was found. { $freed ->
        [true] Conclude the qualification again (conclude-qualification).
       *[false] Undo the qualification (undo-qualification), then conclude it again (conclude-qualification).
    }
problem-no-play-that-day = Nothing is played on { $day }, so there is nothing to decide. Days of play: { $days }.
problem-warning-unknown = Warning { $place } has the code { $code }, which the Observatory does not use. Known are { $known }.
problem-warning-wrong = Warning { $place } ({ $code }) ends at { $until }, before it began at { $begin }. Correct its times.
problem-nothing-suspended = On { $day } no session is suspended, { $wanted ->
        [word] and nobody waits for a further word. What else is to be said goes out as an announcement.
       *[other] so there is none to lift or to move. Suspend the day first, or change the plan of the tournament.
    }
problem-play-suspended = Play on { $day } is suspended, so nobody is told that it goes ahead. The organizer lifts the suspension or sets a new date first.
problem-sessions-moved = The sessions of { $day } have a new date: { $days }. On { $day } there is nothing left to decide; decide about the new date instead.
problem-nothing-to-rehearse = { $id }: there is no day before it on which people are to play and nothing has begun. Name a file, or another tournament.
problem-no-word-promised = No further word is promised for { $day } of which the organizer was not reminded already. A word can be given at any time (give-further-word).
problem-next-word-wrong = The next word cannot be promised for { $next_word }. Name a time that lies ahead, within 60 days.
problem-since-wrong = A warning that stops play cannot have been in force since { $since }. Name a time that is not ahead, and at most a week ago.
problem-nothing-to-suspend = No session of { $day } is left to suspend: { $statuses }.
problem-not-suspended = { $session } is { $status }, not suspended. Only suspended sessions get a new date.
problem-new-date-clashes = { $day } does not do: { $why }. { $way ->
        [first] Give { $first } its new date first, or move both together.
       *[another] Choose another date.
    }
problem-too-early-to-propose = The weather for { $day } is judged from { $cutoff } on. Propose then.
problem-proposal-answered = Proposal { $proposal } is { $status } already{ $role ->
        [organizer] , by the organizer
        [chief_referee] , by Chief Referee { $by }
        [service] , by the program, as it was set to
       *[none] { "" }
    }. To decide otherwise, suspend the day, or lift its suspension.
problem-nothing-to-confirm = Proposal { $proposal } only says that nothing is known. Look at the weather, then suspend the day or say that it goes ahead.
problem-announced-already = This was announced for { $day } already. Nothing more is needed.
problem-body-too-large = The body is longer than { $most } bytes. Send less; a list can be sent in parts.
problem-body-empty = The body is empty. Send { $expected }; an empty object { "{" }{ "}" } where nothing has to be said.
problem-body-type-unsupported = A body of type { $given } is not understood here. Send { $expected } and say so in Content-Type.
problem-body-encoded = A body encoded as { $given } is not read here. Send it as it is, without Content-Encoding.
problem-body-malformed = The body is not valid { $format }: { $detail }. Check how it was written.
problem-body-misshapen = The body does not fit: { $detail }. Compare it with the schema in /api/docs.
problem-calendar-feed-ended = This calendar address is not valid, or no longer. Ask for a new one with a token that holds.
problem-after-unclear = { $after } is no seq to go on after. Send the seq of the last event you have, or 0.
problem-body-too-slow = The body did not come in time: { $seconds } seconds in all, { $pause } without a byte. Send it again on a better line.
problem-headers-too-large = Address and headers take more than { $most } bytes or are more than { $count } headers; or so much of a body in chunks is not its data. Send fewer.
problem-too-many-requests = More than { $most } requests of this kind in { $window } seconds. Try { $seconds ->
        [one] again in 1 second
       *[other] again in { $seconds } seconds
    }, and ask less often; unchanged answers cost little with If-None-Match.
problem-too-much-at-once = There are { $most } such requests of yours under way already. Wait for their answers, then try again.
problem-server-busy = This server has more to do than it can just now. Try again in a moment.
problem-too-many-streams = This process sends { $most } long answers at once, and all of these places are taken. Try { $seconds ->
        [one] again in 1 second
       *[other] again in { $seconds } seconds
    }, or read the events in pages.
problem-not-ready = This server is not ready: { $checks }. Run `tileledger doctor` on the server.
problem-parameter-wrong = The parameter { $name } cannot be taken: { $detail }. Correct it or leave it out.
problem-parameter-unknown = There is no parameter { $name } here. Known: { $known }.
problem-no-past-here = This is not a read of a tournament's log, so it has no past. Leave as_of out.
problem-header-wrong = The header { $name } cannot be taken: { $detail }. Correct it or leave it out.
problem-route-unknown = There is nothing at { $path }. See /api/docs for what there is.
problem-method-not-allowed = { $method } is not possible at this address. Use { $allowed }.
problem-request-refused = The request cannot be understood: { $detail }. Check its address, headers and body against /api/docs.
problem-internal-error = Something went wrong in this program; nothing was half done. Try again, and report number { $error_id } if it happens again.
problem-verifying-already = This process is recomputing a log just now, and does one at a time. Try { $seconds ->
        [one] again in 1 second
       *[other] again in { $seconds } seconds
    }.
problem-address-in-use = The web server cannot listen on { $address }: { $detail }. Stop what is there, or set TILELEDGER_BIND.
problem-address-unusable = The web server cannot listen on { $address }: { $detail }. Set TILELEDGER_BIND to an address of this machine, and to a port from 1024 on unless the program may take a lower one.
problem-database-busy = Others hold the database, so this had to wait too long and was given up; nothing was changed. Try { $seconds ->
        [one] again in 1 second
       *[other] again in { $seconds } seconds
    }.
problem-no-connection-left = Every connection to the database is in use; nothing was changed. Try { $seconds ->
        [one] again in 1 second
       *[other] again in { $seconds } seconds
    }. If it lasts, lower TILELEDGER_DATABASE_CONNECTIONS or have the server allow more.
problem-unavailable = The { $what } database cannot be reached just now. Try { $seconds ->
        [one] again in 1 second
       *[other] again in { $seconds } seconds
    }.
problem-log-missing = The log’s database is not there any more: it was removed, or emptied. No other was made, and nothing was written. Bring it back, from where it was moved or from a backup; then everything goes on without a restart.
problem-vault-missing = The vault’s database is not there any more: it was removed, or emptied. No other was made, and nothing was written. Bring it back, from where it was moved or from its dump; then everything goes on without a restart.
problem-database-damaged = The { $what } database is damaged: a part of it, or all, cannot be read. Stop, keep a copy of it, and restore it from a backup or a dump; `tileledger doctor` shows what is damaged.
problem-disk-full = The disk of the database is full; nothing was changed. Free some space on the server, then try again: nothing has to be repaired.
problem-database-read-only = The database can only be read here; nothing was changed. Give this program's user the right to write the file and its folder; `tileledger doctor` names them.
problem-phone-invalid = This is no telephone number that can be rung. Write one number of 6 to 15 digits, such as 9123 4567 or +852 9123 4567, or leave it out; in a spreadsheet, format the column as text first.
problem-email-invalid = This is no e-mail address that can be written to. Correct it, or leave it out.
problem-commands-unreadable = Line { $line } of the copy of commands that led to nothing does not fit: { $detail }. Nothing was restored; get the copy that belongs to this export, or take the file away: late duplicates of those commands are then carried out.
problem-export-touched = Line { $line } (seq { $seq }) of the export is not as it was written: { $detail }. It can be neither relied on nor restored; get an untouched copy.
problem-export-cut-off = The export ends after line { $line } (seq { $seq }) without its closing line. It cannot be restored; export it again.
problem-export-excerpt = This file proves one published version alone: check it with docs/verify_publication.py, or take an export of the whole log.
problem-restore-not-empty = { $tournament } has { $seq ->
        [one] 1 event
       *[other] { $seq } events
    } here already. Restore into a database that does not know it.
problem-restore-without-personal = The export was made without personal data (line { $line }, seq { $seq }); it can be verified, not restored. Use a full export.
problem-log-damaged = The log is damaged: at seq { $seq } { $detail }. Run verify, and restore from a sound copy.
problem-event-unknown = The log holds { $type } version { $version } at seq { $seq }, which this release does not know. Install the release that wrote it, or a newer one.
problem-event-unreadable = { $type } version { $version } at seq { $seq } does not fit its schema: { $detail }. Run `tileledger verify`: where it finds damage, restore from a sound copy; where it finds none, report this with the release’s name.
problem-further-faults = { $count } more faults are not named. Correct these first, then try again.
problem-beyond-limit = This goes beyond what is taken: { $detail }. Shorten it, or send it in parts.
problem-invalid-input = The input is not valid: { $detail }.
problem-not-found = There is no { $what } { $id }. { $there ->
        [none] Check the spelling, or list what there is.
       *[other] { $there }
    }
problem-forbidden = As { $role } one may not { $action } { $where }. Ask someone who may: { $allowed }.
problem-unauthenticated = This needs a valid token. Send it as Authorization: Bearer, or ask the organizer for a new one.
problem-seal-key-unusable = The sealing key cannot be used: { $detail }. Give 32 bytes in hex or base64, or a file with them, in TILELEDGER_SEAL_KEY.
problem-seal-key-lost = There is no sealing key { $file }, though there are seals. No other was made. Bring the file back from its backup, or set TILELEDGER_SEAL_KEY; if it is lost for good, `tileledger seal --new-key` makes another.
problem-seal-key-there = There is a sealing key already: { $where }. Take it away first, and keep it: older seals need it.
problem-secret-file-unusable = The key file { $file } cannot be used: { $detail }. Restore it from its backup, or set TILELEDGER_SECRET_KEY.
problem-secret-lost = There is no key file { $file }, and { $needed } the secret that was in it. No other was made. Bring the file back from its backup, or set TILELEDGER_SECRET_KEY to its content.
problem-setting-unknown = { $name } ({ $source }) is no setting of this program. { $hint } See `tileledger doctor` for all of them.
problem-setting-invalid = { $name } ({ $source }) cannot be used: { $detail }. Correct it or leave it out.
problem-dotenv-unreadable = The file { $file } cannot be read: { $detail }. Save it as UTF-8, one NAME=value a line.
problem-credential-unreadable = The credential { $file } cannot be read: { $detail }. Give this user a file in UTF-8 that holds the value of the setting alone.
problem-vault-copy-unreadable = Line { $line } of the vault's copy cannot be read: { $detail }. Nothing was brought in; get a whole copy.
problem-personal-data-unreadable = The key to the personal data of { $subject } is missing or damaged, so nothing can be added to it. `tileledger doctor` lists what is damaged; `tileledger restore-vault FILE` mends it from a dump.
problem-secret-does-not-fit = The vault was made under another secret than the one set here, so nothing is written. Set TILELEDGER_SECRET_KEY, or bring back the key file, to the secret it was made under, or, if it is the vault of another installation, bring the right one back; `tileledger doctor` shows where this secret comes from.
problem-took-too-long = This takes longer than { $most } seconds, and was given up. Ask for a shorter stretch or a later moment, try { $seconds ->
        [one] again in 1 second
       *[other] again in { $seconds } seconds
    }, or ask on the command line, which works to the end.

## The command line

cli-invited =
    { $count ->
        [one] 1 link made; it works once. { $linked } left out who have a chat already.
       *[other] { $count } links made; each works once. { $linked } left out who have a chat already.
    }
cli-letter-to = To { $address }:
cli-letters =
    { $count ->
        [one] 1 letter
       *[other] { $count } letters
    }, for { $people ->
        [one] 1 person
       *[other] { $people } people
    }. With a chat: { $linked }; invited before and without one: { $before }.
cli-letters-no-address = no e-mail address ({ $count }): { $named }
cli-letters-no-guardian = under 18, and no e-mail address of a parent or guardian or of their own ({ $count }): { $named }
cli-letters-no-language = no language said, so that the tournament's is used ({ $count }): { $named }
cli-letters-shared = one address for several who are no family ({ $count }): { $named }
cli-invite-so =
    { $count ->
        [one] Send 1 letter? [y/N]
       *[other] Send { $count } letters? [y/N]
    }
cli-inviting =
    { $count ->
        [one] 1 letter is sent by `tileledger worker`; `tileledger deliveries` counts it.
       *[other] { $count } letters are sent by `tileledger worker`; `tileledger deliveries` counts them.
    }
cli-links-pending = without a chat: { $count }, with one: { $linked }
sheet-title = { $title }: messages on your phone
sheet-page-title = { $title }: a page of your own
sheet-family = Family { $family }
sheet-how = Scan the code with your phone's camera: Telegram opens. Press Start, then “Yes, link”. A parent can bring several children into one chat: scan the code of each.
sheet-note = Each code works once, until { $until }; keep it to yourself. Telegram is not required: without it ask the check-in desk.
sheet-page = Without any app: scan this code for a page of your own, with when and where you play and your results. It stays valid; keep it to yourself.
cli-rehearsed = Rehearsal: { $title }, { $day }: { $script }
cli-rehearsal-unwatched = This script changes nothing here: no stage played on { $day } goes by the Observatory (weather = "none"), so it reads as an ordinary day.
cli-rehearsed-in = Played in { $seconds } seconds on a copy that is gone; nothing was sent or written.
cli-rehearsal-live = Rehearsing live: { $title }: { $script }, at { $speed } times the pace of a watch. Nobody in it is real, and nothing leaves this machine.
cli-rehearsal-page = Phones: { $page }
cli-rehearsal-phones = On the page now: { $phones }
cli-rehearsal-asked = The weather watch asks the organizer's phone. You have { $seconds } seconds to answer there; then the script answers. The clock goes slower meanwhile.
cli-rehearsal-over = The day is over. The phones stay until Ctrl-C.
cli-rehearsal-wording =
    { $people ->
        [one] – read by 1 person:
       *[other] – read by { $people } people:
    }
cli-rehearsal-heard = { $kind }: { $counts }
cli-rehearsal-counts =
    { $people ->
        [one] 1 person
       *[other] { $people } people
    }{ $more ->
        [true] , { $messages } messages
       *[false] { "" }
    } ({ $chats } by chat, { bot-by-browser }{ $emails } by e-mail, { $nobody } not reached)
cli-rehearsal-to-see-to = To see to before the day:
cli-rehearsal-nothing-missing = Nothing is missing.
cli-rehearsal-not-reached =
    { $count ->
        [one] 1 participant has neither a linked chat nor an e-mail address.
       *[other] { $count } participants have neither a linked chat nor an e-mail address.
    }
cli-rehearsal-only-email =
    { $count ->
        [one] 1 participant is reached by e-mail alone.
       *[other] { $count } participants are reached by e-mail alone.
    }
cli-rehearsal-organizer-not-linked = No chat of an organizer is linked: `tileledger bot link` makes a link.
cli-rehearsal-chief-referee-not-linked =
    { $count ->
        [one] A Chief Referee has no linked chat.
       *[other] { $count } Chief Referees have no linked chat.
    }
cli-rehearsal-no-chief-referee = There is no Chief Referee.
cli-rehearsal-referees-not-linked =
    { $count ->
        [one] 1 referee has no linked chat.
       *[other] { $count } referees have no linked chat.
    }
cli-rehearsal-referees-too-few =
    { $count ->
        [one] One referee more is needed for session { $detail }, if everyone comes.
       *[other] { $count } referees more are needed for session { $detail }, if everyone comes.
    }
cli-rehearsal-at-two-places =
    { $count ->
        [one] 1 participant is expected at two sessions at the same time.
       *[other] { $count } participants are expected at two sessions at the same time.
    }
cli-rehearsal-no-telegram = No Telegram token is set, so no chat is reached (TILELEDGER_TELEGRAM_TOKEN).
cli-rehearsal-not-reached-without-mail =
    { $count ->
        [one] 1 participant has no linked chat, and no e-mail goes out here.
       *[other] { $count } participants have no linked chat, and no e-mail goes out here.
    }
cli-rehearsal-no-mail = No mail server is set, so no e-mail goes out (TILELEDGER_SMTP_URL).
cli-rehearsal-no-answer = the rehearsal has no answer to this: { $what }
cli-rehearsal-refused =
    { $count ->
        [one] Refused on the way: { $detail }
       *[other] Refused { $count } times on the way: { $detail }
    }

## Changes of a plan: what can differ, and how it is said

change-tournament-id = id
change-tournament-title = title
change-tournament-ruleset = rules
change-tournament-rules = content of the rules
change-tournament-zone = time zone
change-tournament-languages = languages
change-tournament-organizer = organizer
change-tournament-venue = venue
change-tournament-contact = contact
change-tournament-timer-guide = timer guide
change-tournament-timer-guide-file = timer guide as a file
change-tournament-banner = colour of the pages
change-tournament-logo-file = logo
change-tournament-privacy = collection statement
change-tournament-quota = quota
change-tournament-minimum-age = minimum age
change-tournament-verbal-warnings = verbal warnings
change-tournament-tables-per-official = tables for each referee
change-tournament-results-published-on = results announced on
change-tournament-results-published-at = results announced at
change-tournament-readings = readings of the rules
change-tournament-order = order of the stages
change-category-added = category
change-category-removed = category
change-category-name = name of a category
change-category-ages = ages of a category
change-category-order = order of the categories
change-stage-added = stage
change-stage-removed = stage
change-stage-name = name
change-stage-enter = who enters
change-stage-ruleset = rules
change-stage-attend = attendance
change-stage-split = who plays in which session
change-stage-weather = weather
change-stage-draw = draw
change-stage-table = table
change-stage-games = games
change-stage-bye = bye
change-stage-ranked = who is ranked
change-stage-check-in = check-in
change-stage-signatures = signatures
change-stage-ranking = ranking
change-stage-carry = results of the stage before count on
change-stage-places-seen = standings
change-stage-apart = seats apart
change-stage-clock = clock
change-stage-rating = rating
change-stage-order = order of the sessions
change-session-added = session
change-session-removed = session
change-session-stage = stage
change-session-day = day
change-session-registration = check-in opens
change-session-seating = seating
change-session-start = start
change-session-end = end
change-session-tables = tables
change-session-capacity = room
change-session-name = name
change-award-added = award
change-award-removed = award
change-award-titles = titles of an award
change-award-name = name of an award
change-award-terms = terms of an award
change-award-order = order of the awards
change-family-added = family award
change-family-removed = family award
change-family-name = name of the family award
change-family-terms = terms of the family award
change-session = session { $id }
change-of-session = { $session }
change-of-stage = { $stage }
change-in = { $place }: { $what }
change-is-added = { $what } added
change-is-removed = { $what } removed
change-stage-named = stage { $stage }
change-said = { $short }: { $values }
change-said-in = { $short }: { $values } (in { $language } only)
change-reads-the-same = { $short }: written otherwise, and reads the same
change-award-places = places of { $of }
change-award-family = families of { $of }
change-award-team = teams of { $of }
change-award-category = category { $of }
change-adding = Adding { $what }
change-removing = Removing { $what }
change-changing = Changing the { $what }
change-changing-of-stage = Changing the { $what } of the { $stage }
change-changing-of-session = Changing the { $what } of { $session }
change-nothing = nothing
change-day-planned = { $day } (planned for { $planned })
change-rules = { $title } ({ $hash })
change-value-yes = yes
change-value-no = no
change-value-tables = { $count ->
        [one] 1 table
       *[other] { $count } tables
    }
change-value-file = { $kind }, { $kilobytes } kB ({ $hash })
change-value-room = room for { $count }
change-value-from = from { $stage }
change-value-places = { $count ->
        [one] 1 place
       *[other] { $count } places
    }
change-value-per-table = { $count } of each table
change-value-no-reserves = nobody moves up
change-value-table = { $most } at a table
change-value-table-between = { $fewest } to { $most } at a table
change-value-ages = { $name }, ages { $ages }
change-value-ages-on = { $name }, ages { $ages } ({ $day })
change-value-family = child { $children }, parent from { $parents }
change-value-family-on = child { $children }, parent from { $parents } ({ $day })
change-value-best = best { $count }
change-value-target = until { $target } points
change-value-bye = { $points } points, at most { $most }

## The timeline: what sessions, tables and details are called

timeline-sessions-of-day = { $count ->
        [one] session { $numbers } of { $day }
       *[other] sessions { $numbers } of { $day }
    }
timeline-sessions = { $count ->
        [one] session { $numbers }
       *[other] sessions { $numbers }
    }
timeline-table = table { $table } in { $session }
word-language-en = English
word-language-zh = Chinese
word-alike-name-and-birth-date = name and birth date
word-alike-name = name
word-alike-email = e-mail address
word-alike-phone = telephone number
word-written-en = the English text
word-written-zh = the Chinese text
word-written-reason = the reason
word-written-finding = the finding
word-written-statement = the statement
word-written-breach = the breach
word-written-description = the description
word-written-question = the question
word-written-answer = the answer
word-written-cites = the rule cited
word-column-entrant-no = number
word-column-name-en = English name
word-column-name-zh = Chinese name
word-column-birth-date = date of birth
word-column-family = family
word-column-family-role = family role
word-column-email = e-mail
word-column-phone = phone
word-column-language = language
word-column-team = team
word-column-consent = consent to show the name
word-column-guardian = guardian
word-column-guardian-email = e-mail of the guardian
word-column-session = session
word-column-table = table
word-column-game = game
word-column-seat = seat
word-column-game-won = won
word-column-score = score
word-column-tiles = tiles
word-detail-name-en = name in English
word-detail-name-zh = name in Chinese
word-detail-birth-date = birth date
word-detail-email = e-mail
word-detail-phone = phone
word-detail-guardian = parent or guardian
word-detail-guardian-email = e-mail of the parent or guardian
word-detail-family = family name
word-detail-language = language
word-family-role-child = child
word-family-role-parent = parent
word-setting-environment = environment
word-setting-credential = credential
word-setting-default = default
word-check-ok = ok
word-check-warning = warning
word-check-failed = failed
word-chain-log = log
word-chain-vault = vault
word-poll-unreachable = unreachable
word-poll-unreadable = unreadable
word-muted-a-copy = this database is not the one that sent last: it, or the vault's, was brought back from a copy
word-muted-restored = it was restored from an export
word-muted-by-the-organizer = by the organizer
word-muted-on-the-command-line = on the command line
word-task-reminders = reminders
word-task-promises = promises
word-task-invited = invitations
word-task-parent-calls = calls for parents
word-task-weather = weather
word-task-webhooks = webhooks
word-task-retention = retention
word-task-left-over-keys = left-over keys
word-task-unacknowledged = unacknowledged notices
word-task-lease = lease
word-task-dispatcher = dispatcher
word-task-planning = planning of messages
word-task-sending = sending of messages
word-task-settling = settling of messages
word-task-marking = marking of messages
word-checked-log-database = log database
word-checked-vault-database = vault database
word-checked-databases-apart = databases apart
word-checked-log-pages = log pages
word-checked-vault-pages = vault pages
word-checked-append-only-triggers = append-only triggers
word-checked-vault-opens = vault opens
word-checked-clock = clock
word-checked-disk = disk
word-checked-vault-matches-log = vault matches log
word-checked-seal-key = seal key
word-checked-worker = worker
word-checked-dispatch = dispatch
word-checked-weather-watch = weather watch
word-checked-notices = notices
word-checked-secret = secret
word-checked-log-contents = log contents
word-checked-vault-contents = vault contents
word-checked-log-schema = log schema
word-checked-vault-schema = vault schema
word-checked-log = log
word-checked-personal-data = personal data
word-checked-left-over-keys = left-over keys
word-checked-seals = seals
word-checked-web-push = web push
word-checked-addresses = addresses
word-checked-views = views
word-checked-listing = listing
word-checked-notice-rows = notice rows
word-checked-folder = folder
word-checked-private-files = private files
word-checked-zone-data = zone data
word-channel-telegram = Telegram
word-channel-email = e-mail
word-channel-web-push = browser
word-channel-phone = phone
word-delivery-pending = to be sent
word-delivery-held = held back
word-delivery-started = being sent
word-delivery-sent = sent
word-delivery-unknown = unknown
word-delivery-failed = failed
word-why-not-cut-off = the attempt was cut off
word-why-not-dispatcher-stopped = the dispatcher stopped before
word-why-not-not-in-setting = it is not in the setting any more
word-why-not-not-taken = the service did not take it
word-why-not-no-address = no e-mail address
word-why-not-password-refused = the SMTP server refuses user and password
word-why-not-no-connection = no connection
word-why-not-no-answer = no answer came
word-why-not-no-subscription = this is no push subscription
word-why-not-address-not-permitted = address not permitted
word-why-not-left-alone = the push service is left alone
word-why-not-keys-of-no-use = the browser's keys are of no use
word-why-not-no-chat = this is no chat or no delivery of Telegram's
word-why-not-answer-unreadable = the answer cannot be read
word-why-not-no-message = this is no message in a chat
word-why-not-token-invalid = the bot's token is not valid
word-why-not-not-usable = it cannot be used
word-why-not-dropped = dropped by the organizer
word-why-not-said-already = it was said in this chat as it was done
word-why-not-unchanged = what was said before still holds
word-why-not-stopped-since = play was stopped since it was announced
word-why-not-timed-out = timed out
word-delivery-expired = too late
word-delivery-cancelled = cancelled
word-delivery-declined = switched off
word-delivery-unlinked = no address
word-delivery-dead = given up
word-webhook-active = active
word-webhook-dead = stopped
word-token-valid = valid
word-token-expired = expired
word-token-revoked = revoked
word-sign-in-open = open
word-sign-in-over = over
word-sign-in-ended = ended
word-scope-any = any
word-scope-own-table = own table
word-scope-self = self
word-consent-scope-pages = public pages
word-consent-scope-board = boards in the hall
word-consent-scope-posts = public posts
word-consent-scope-family-award = family award
word-consent-by-self = the participant
word-consent-by-guardian = a parent or guardian
word-consent-by-form = a signed form
word-consent-by-unsaid = not recorded

## What a weather decision rests on

weather-in-force = { $codes } was in force from { $begin } { $until ->
        [none] without an end so far
       *[other] to { $until }
    }, so also at or after { $cutoff }, two hours before the first check-in.
weather-over = { $rain ->
        [true] cancelled
       *[false] lowered
    } at { $at }
weather-short = { $code ->
        [WRAINB] black rain
        [TC9] signal 9
        [TC10] signal 10
       *[other] signal 8
    }
weather-since = { $danger } since { $since }
weather-played-on = In force: { $dangers }. { $asked ->
        [true] It is being decided whether play goes on.
       *[false] The organizer lets play go on all the same.
    }
weather-ended = { weather-short } was { $over }
weather-line-in-force = { $doubt ->
        [none] { $last_read ->
            [true] In force when last read
           *[false] In force
        }
       *[other] Not certain
    }: { $warning } ({ $rain ->
        [true] { "" }
       *[false] signal 8 or above{ " " }
    }since { $since }){ $doubt ->
        [none] { "" }
       *[other] . { $doubt }.
    }
weather-doubted = { $answer ->
        [warnsum] The Observatory's summary says that it ended; its details cannot be read
       *[warningInfo] The Observatory's details say that it ended; its summary cannot be read
    } ({ $whole ->
        [none] never read as a whole
       *[other] last read as a whole: { $whole }
    })
weather-when-last-read = { $short } (when last read)
weather-not-certain = { $short } (not certain)
weather-line-over = No longer in force: { $warning } ({ $over })
weather-began = { $code } came into force at { $at }, when check-in had begun; { $many ->
        [true] sessions { $sessions } end
       *[false] session { $sessions } ends
    } later.
weather-after-play = { $code } came into force at { $at }, and no session was to end after that.
weather-nothing = No black rainstorm and no signal 8 or above was in force from { $cutoff } on.
weather-pending = It is decided at { $cutoff }.
weather-open-when-read = { $code }, in force from { $begin }, had not ended when the Observatory was read last, at { $read }.
weather-no-answer = There is no answer from the Observatory. Look for yourself, and let a person decide.
weather-old-answer = The last answer of the Observatory is { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    } old. Look for yourself, and let a person decide.

## Problems in short, by HTTP status

title-400 = Bad request
title-401 = Token needed
title-403 = Not allowed
title-404 = Not found
title-405 = Method not taken here
title-408 = Sent too slowly
title-409 = Not as things stand
title-410 = No longer there
title-412 = Changed meanwhile
title-413 = Too long
title-415 = Not taken in this form
title-422 = Cannot be done
title-429 = Too often
title-431 = Headers too long
title-500 = Fault of the program
title-503 = Not available now
title-507 = Storage full

## Calendars, and what else stands for itself

calendar-session = session { $number }
calendar-times-played = Play { $start } to { $end }.
calendar-times-seated = Seating until { $seating }, play { $start } to { $end }.
calendar-times = Check-in { $registration }, seating until { $seating }, play { $start } to { $end }.
calendar-seat = Table { $table }, seat { $seat }.
calendar-entrant = Entrant { $entrant }.
calendar-waiting = On the waiting list.
calendar-suspended = Suspended; a new date follows.
calendar-cancelled = The place was given back.
alert-title = Tileledger needs you
push-open-to-read = Open to read.
push-test = A test: messages come to this device
push-test-text = Messages of the tournament come to this device. Open it to say that it came.
part-id-of-another = is { $named }; the file is taken for tournament { $id }

## What events are called, in lists and counts

word-event-announcement-made = announcement
word-event-awards-made = awards made
word-event-awards-revoked = awards taken back
word-event-check-in-undone = check-in taken back
word-event-chief-referee-called = Chief Referee called
word-event-chief-referee-set-out = on the way to a table
word-event-consent-changed = consent changed
word-event-cut-tie-decided = tie across the cut decided
word-event-details-amended = details amended
word-event-dispute-raised = dispute raised
word-event-dispute-withdrawn = dispute withdrawn
word-event-entrant-checked-in = check-in
word-event-entrant-disqualified = disqualification
word-event-entrant-moved = entrant moved
word-event-entrant-registered = registration
word-event-entrant-reinstated = entrant reinstated
word-event-entrant-withdrew = withdrawal
word-event-entrants-merged = two registrations merged
word-event-evidence-presented = evidence presented
word-event-family-award-made = family award made
word-event-family-unit-declared = family unit declared
word-event-family-unit-declined = family unit declined
word-event-family-unit-dissolved = family unit dissolved
word-event-family-unit-proposed = family unit proposed
word-event-finalists-placed = finalists placed
word-event-first-player-determined = first player determined
word-event-further-word-given = further word given
word-event-game-corrected = game corrected
word-event-game-restored = game restored
word-event-game-result-recorded = game result recorded
word-event-game-ruled = game ruled on
word-event-games-forfeited = games forfeited
word-event-incident-noted = incident noted
word-event-language-chosen = language chosen
word-event-next-word-due = next word due
word-event-observatory-silent = Observatory silent
word-event-parent-call-answered = call for a parent answered
word-event-parent-call-escalated = call for a parent escalated
word-event-parent-call-heard = call for a parent answered from the child's chat
word-event-parent-called = parent called
word-event-people-invited = invitations sent
word-event-people-invited-again = invitations sent again
word-event-person-forgotten = person forgotten
word-event-place-confirmed = place confirmed
word-event-play-goes-ahead = play goes ahead
word-event-qualification-concluded = cut made
word-event-qualification-held = cut held
word-event-qualification-undone = cut taken back
word-event-qualifier-withdrew = place in a stage given up
word-event-question-answered = question answered
word-event-question-asked = question asked
word-event-ratings-changed = ratings changed
word-event-referee-appointed = referee appointed
word-event-referee-dismissed = referee dismissed
word-event-referees-assigned = referees assigned
word-event-registration-cancelled = registration cancelled
word-event-reminder-due = reminder
word-event-reserve-moved-up = reserve moved up
word-event-reserve-passed-over = reserve passed over
word-event-results-published = results published
word-event-retention-due = retention over
word-event-ruling-made = ruling
word-event-ruling-superseded = ruling superseded
word-event-score-sheet-recorded = score sheet recorded
word-event-seat-draw-undone = seat draw taken back
word-event-seats-drawn = seats drawn
word-event-seats-exchanged = seats exchanged
word-event-session-ended = session ended
word-event-session-played-on-paper = session played on paper
word-event-session-reopened = session reopened
word-event-session-start-undone = session start taken back
word-event-session-started = session started
word-event-sessions-dropped = sessions dropped
word-event-sessions-rescheduled = sessions rescheduled
word-event-sessions-suspended = sessions suspended
word-event-sheet-closed = sheet closed
word-event-sheet-conflict-found = conflict between sheets found
word-event-sheet-conflict-settled = conflict between sheets settled
word-event-sheet-signed = signature
word-event-signature-closed = signature added by an official
word-event-signature-missing = signature missing
word-event-signatures-rebound = signatures kept for a corrected sheet
word-event-signatures-voided = signatures voided
word-event-stage-entered = further stage entered
word-event-stage-left = stage left
word-event-suspension-lifted = suspension lifted
word-event-table-closed = open table closed
word-event-table-opened = open table opened
word-event-time-call-undone = call of time taken back
word-event-time-called = time called
word-event-attachment-kept = file kept
word-event-tournament-amended = plan changed
word-event-tournament-defined = tournament founded
word-event-verbal-warning-given = verbal warning
word-event-waiting-list-joined = waiting list joined
word-event-warnings-reported = weather warnings reported
word-event-weather-proposal-answered = weather proposal answered
word-event-weather-proposal-escalated = weather proposal escalated
word-event-weather-proposed = weather proposal
word-event-weather-watch-announced = weather watch announced

## Why a turn is judged as it is

verdict-turn-complete = Every set is legitimate, nothing has left the table, and the rack gave { $placed }.
verdict-initial-meld-reached = The initial meld counts { $points }; { $least } are needed. The sets on the table were left alone.
verdict-set-too-small = { $set } is too small: a set has at least three tiles.
verdict-group-too-large = { $set } is too large: a group has at most four tiles, jokers included.
verdict-group-colour-twice = { $set } has a colour twice: the tiles of a group differ in colour.
verdict-run-past-thirteen = { $set } goes on after 13: the 1 is always the lowest number.
verdict-run-not-consecutive = { $set } is no run: its numbers do not follow one another as listed, from 1 to 13.
verdict-not-a-set = { $set } is neither a group nor a run.
verdict-tile-left-table = { $tiles } left the table: what lies on the table stays on it.
verdict-joker-taken-back = A joker left the table: it has to be used again in the same turn, and cannot go to a rack.
verdict-tile-not-from-rack = { $tiles } came to the table and was not on the rack.
verdict-no-rack-tile = No tile came from the rack: a turn lays at least one, or takes one from the pool.
verdict-two-jokers-in-a-set = { $set } holds two jokers.
verdict-joker-repeats-a-tile = The joker in { $set } stands for a tile that is on the table twice already.
verdict-initial-meld-too-low = The initial meld counts { $points } from the rack; at least { $least } are needed.
verdict-initial-meld-touches-table = Sets on the table were changed before or with the initial meld.
verdict-joker-before-initial-meld = A joker was taken from a set on the table before the initial meld.
verdict-joker-not-replaced = The joker of { $set } stands for another tile now and was not replaced by { $tiles } from the rack.
verdict-joker-reuse-too-few = The joker of { $set } was replaced, and has to be used with { $least } further tiles from the rack.
verdict-joker-not-in-new-set = The joker of { $set } was replaced, and has to make a new set, not to extend one.
verdict-joker-set-split = { $set } was split or reduced while it held a joker.
verdict-hand-joker-alone = A joker from the rack was laid in { $set } with fewer than { $least } other tiles from the rack.
verdict-same-turn-not-stated = The initial meld stands; whether the table may be changed in the same turn is not stated.
verdict-moving-not-stated = Tiles moved between sets on the table; the document does not say whether they may.
verdict-joker-set-not-stated = { $set } was changed while it held a joker; the document does not say whether it may be.
verdict-joker-retrieval-not-stated = The joker of { $set } was used elsewhere; the document does not say how it may be.
verdict-two-jokers-not-stated = { $set } holds two jokers; the document does not say whether it may.
verdict-joker-repeats-not-stated = The joker in { $set } stands for a tile that is on the table twice; whether it may is not stated.

## What the words of a tournament file mean

meaning-enter-registration = people register for it
meaning-attend-one = each entrant plays in one session of the stage
meaning-attend-all = each entrant plays in every session: its rounds
meaning-attend-some = each entrant plays in the sessions they come to
meaning-split-chosen = entrants choose a session when they register
meaning-split-in-turn = sessions are filled by standing, in turn
meaning-split-lot = entrants are put into sessions by lot
meaning-weather-none = the weather decides nothing
meaning-weather-hko = warnings of the Hong Kong Observatory suspend sessions
meaning-draw-lot = tables are drawn by lot
meaning-draw-swiss = tables are drawn by points, nobody meeting again if it can be helped
meaning-draw-round-robin = everyone meets everyone once
meaning-draw-standing = the best sit at table 1, the next at table 2, and so on
meaning-draw-snake = the best are spread over the tables, there and back
meaning-draw-given = the organizer names the tables
meaning-draw-open = tables are taken as people come
meaning-games-any = as many games as the table likes
meaning-ranked-complete = who played everything is ranked
meaning-ranked-played = who has a game or a bye is ranked
meaning-check-in-each = people check in for each session
meaning-check-in-first = people check in once, for their first session
meaning-check-in-none = nobody checks in
meaning-signatures-required = every player signs the sheet
meaning-signatures-optional = a complete sheet closes when its session ends, signed or not
meaning-signatures-none = a complete sheet closes at once; nobody signs
meaning-places-seen-live = places are seen at any time
meaning-places-seen-session = places are seen while no session of the stage is in play
meaning-places-seen-published = places are seen once the stage is published
meaning-apart-family = members of a family sit at different tables
meaning-apart-team = members of a team sit at different tables
meaning-ties-decided = a tie across the last place is decided by the Chief Referee or organizer
meaning-ties-all = all who are tied across the last place go on
meaning-ties-lot = a lot decides between those tied across the last place
meaning-count-medals = gold, then silver, then bronze medals
meaning-key-games-won = games won
meaning-key-average-score = average score
meaning-key-total-score = total score
meaning-key-tiles-left = fewest tiles left
meaning-key-rounds-won = rounds won
meaning-key-match-points = points
meaning-key-median-buchholz = opponents' points without the best and worst
meaning-key-buchholz = opponents' points
meaning-key-progressive = points after each round, added up
meaning-key-tie-break-score = tie-break score
meaning-key-rating = rating
meaning-key-head-to-head = games against each other, of those who are level so far
meaning-key-results-spread = scores without the best
meaning-key-sonneborn-berger = points of those beaten
meaning-language-en = English
meaning-language-zh = Traditional Chinese
meaning-ranking-ruleset = what the ruleset says
list-in-turn = , then{ " " }

## The programme that `tournament check` prints

programme-no-limit = no limit
programme-minimum-age = { $age } or above, before the day of play
programme-results = { $places ->
        [none] { $day }
       *[other] { $day }, { $places }
    }
programme-rules = { $title } ({ $id })
programme-category-as-registered = { $name }: as registered
programme-category-up-to = { $name }: up to { $oldest } years
programme-category-from = { $name }: from { $youngest } years
programme-category-between = { $name }: { $youngest } to { $oldest } years
programme-name-a-session = they name a session of it
programme-enters-best = the best { $places } of { $stage }
programme-enters-winners = the best { $winners } of each table of { $stage }
programme-enters-winners-and-best = the best { $winners } of each table of { $stage }, then the best others, { $places } in all
programme-reserves = who drops out is replaced
programme-table = { $most } at a table
programme-table-between = { $fewest } to { $most } at a table
programme-until-target = until someone has { $target } points
programme-games-each-session = { $games } in a session
programme-games = { $games }
programme-carry = results of the stage before count on
programme-award = { $of }: { $text }
programme-family = { $name }, a child of { $child_from } to { $child_to } and a parent from { $parents }, { $day ->
        [none] on the first day of it
       *[other] on { $day }
    }
programme-best = the sum of the best { $count }
programme-label-rules = rules
programme-label-time-zone = time zone
programme-label-organizer = organizer
programme-label-venue = venue
programme-label-places = places
programme-label-age = age
programme-label-category = category
programme-label-results = results
programme-label-enters = enters
programme-label-attends = attends
programme-label-tables = tables
programme-label-games = games
programme-label-ranking = ranking
programme-label-sheets = sheets
programme-label-check-in = check-in
programme-label-standings = standings
programme-label-weather = weather
programme-label-award-places = places
programme-label-award-family = family
programme-label-award-team = team
programme-label-award-category = category

## Columns of tables on the terminal

column-place = place
column-entrant-no = entrant_no
column-games-won = games_won
column-score = score
column-average = average
column-tiles = tiles
column-qualified = qualified
column-tied = tied
column-team = team
column-gold = gold
column-silver = silver
column-bronze = bronze
column-members = members
column-unit = unit
column-child = child
column-parent = parent
column-opponents = opponents
column-category = category
column-games = games
column-entrants = entrants
column-name = name
column-session = session
column-day = day
column-play = play
column-status = status
column-registered = registered
column-waiting = waiting
column-present = present
column-tables = tables
column-dispute = dispute
column-kind = kind
column-sheet = sheet
column-game = game
column-ruling = ruling
column-evidence = evidence
column-of = of
column-verdict = verdict
column-because = because
column-ruled-otherwise = ruled otherwise
column-notice = notice
column-progress = progress
column-sent = sent
column-unknown = unknown
column-failed = failed
column-expired = expired
column-unlinked = unlinked
column-acknowledged = acknowledged
column-pending = pending
column-cancelled = cancelled
column-tournament = tournament
column-channel = channel
column-recipients = recipients
column-award = award
column-seq = seq
column-average-score = average_score
column-total-score = total_score
column-tiles-left = tiles_left
column-rounds-won = rounds_won
column-match-points = match_points
column-median-buchholz = median_buchholz
column-buchholz = buchholz
column-progressive = progressive
column-tie-break-score = tie_break_score
column-head-to-head = head_to_head
column-results-spread = results_spread
column-sonneborn-berger = sonneborn_berger

## What `up`, `demo`, `access` and others print

column-rating = rating
column-mu = mu
column-sigma = sigma
column-target = target
column-medal = medal
cli-triggers-put-back = Put back: { $triggers }. tileledger verify tells whether anything was touched.
shown-evidence-turn = turn
shown-evidence-rack = rack
shown-evidence-best = { $sets ->
        [none] best { $best }
       *[other] best { $best } ({ $sets })
    }
shown-evidence-because = { $text } ({ $clause })
cli-demo-played = { $tournament }, seed { $seed }, until { $until }: { $seconds } seconds
cli-head-hash = head hash { $hash }
cli-up-plays-demo = No tournament yet: playing the demo { $demo }, moved to these days, up to now.
cli-up-playing = Playing { $demo }
cli-up-docs = docs
cli-up-standings = Standings
cli-up-simulated = simulated; nothing leaves this machine
cli-up-stop = Ctrl-C stops it.
cli-up-clock = { $tournament }: at its venue it is { $there } ({ $zone }).
cli-up-session-played = Being played: { $sessions }.
cli-up-nothing-played = Nothing is being played; `tileledger demo --now --id ID` plays another demo up to now.
cli-up-night = There it is night: until { $until } phones get only what is about safety.
cli-up-phones = Phones on the Telegram page: { $phones }.
cli-up-page = { $phone }, on their page: { $page }
cli-up-wait = Within minutes a result and a reminder come; people go on playing by themselves.
cli-up-try = Try: press Signal 8 on the Observatory page; about a minute later the organizer is asked.
cli-up-tokens = Tokens for { $tournament } (Authorization: Bearer), until { $until }:
cli-up-sign-in = Links that sign in on the pages of { $tournament }, once each, within { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    } (another: `tileledger access link`):
cli-token-granted = { $tournament ->
        [none] { $token }: { $role }:{ $subject } for every tournament, until { $until }. The token is not shown again.
       *[other] { $token }: { $role }:{ $subject } for { $tournament }, until { $until }. The token is not shown again.
    }
cli-token-without-office = { $subject } does not hold this office now; until then the token opens only what anyone may see.
cli-sign-in-link = Signs { $role } { $subject } in to { $tournament }, once, within { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    }. Where they are signed in already, the code { $code } does instead.
cli-board-link = Sets up a screen for { $tournament }: { $views }; { $langs }; { $pace } seconds a page.
cli-board-by-hour = what the hour calls for
cli-some-browser = a browser
cli-token-revoked = { $token } is revoked.
cli-tokens-revoked = { $count } of { $subject } revoked.
cli-any-tournament = any
cli-founding-link = Signs in whoever may found tournaments, once, within { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    }.
cli-up-found = A link that signs in whoever may found a tournament, once, within { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    } (another: `tileledger access founding-link`):
cli-figure-events = events
cli-figure-byes = byes
cli-figure-ratings = ratings
cli-figure-entrants = entrants
cli-figure-waiting = waiting
cli-figure-family-units = family units
cli-figure-sheets = sheets
cli-figure-sheets-closed = sheets closed
cli-figure-games = games
cli-figure-signatures = signatures
cli-figure-disputes = disputes
cli-figure-disputes-open = disputes open
cli-figure-rulings = rulings

## The rules, point by point, on the page of how it is played. A point that a document leaves open is named by what it is about.

axis-deal-hand = { $value ->
        [one] Each player begins with one tile.
       *[other] Each player begins with { $value } tiles.
    }
axis-deal-dealt-jokers = { $value ->
        [0] Jokers are among the tiles that are drawn; none is dealt out beforehand.
        [1] One joker is dealt to each player beforehand, as one of these tiles.
       *[other] { $value } jokers are dealt to each player beforehand, as some of these tiles.
    }
axis-deal-reshuffle-pairs = { $value ->
        [unspecified] whether tiles are shuffled again for somebody with many pairs
       *[other] Whoever begins with { $value } pairs or more may ask for the tiles to be shuffled again.
    }
axis-seats-least = At least { $value } sit at a table.
axis-seats-most = At most { $value } sit at a table.
axis-seats-least-after-withdrawal = { $value ->
        [unspecified] how many must be left at a table for play to go on
       *[other] When somebody leaves, the others play on while at least { $value } are left.
    }
axis-seats-first-to-play = { $value ->
        [highest_tile_drawn] Everyone draws a tile; the highest begins.
       *[unspecified] who begins the first game
    }
axis-seats-next-to-begin = { $value ->
        [last_winner] Whoever won the last game begins the next one.
        [highest_tile_drawn] For each further game everyone draws a tile again; the highest begins.
       *[unspecified] who begins the games after the first
    }
axis-seats-next-after-two-winners = { $value ->
        [winners_draw_again] After a game with two winners these two draw for who begins.
        [highest_tile_drawn] After a game with two winners everyone draws a tile; the highest begins.
       *[unspecified] who begins after a game with two winners
    }
axis-seats-drawn-tiles = { $value ->
        [any] For this any tile is drawn from the pool.
        [one_to_players] For this tiles numbered 1 to the number of players are laid out and drawn.
       *[unspecified] which tiles are drawn for who begins
    }
axis-course-games-per-sheet = { $value ->
        [one] A score sheet is for one game.
        [unspecified] how many games a score sheet has
       *[other] A score sheet has { $value } games.
    }
axis-course-rounds = { $value ->
        [1] It is played in one round.
        [unspecified] how many rounds are played
       *[other] It is played in { $value } rounds.
    }
axis-course-session-minutes = { $value ->
        [unspecified] how long a session lasts
       *[other] A session lasts { $value } minutes.
    }
axis-course-complete-when = { $value ->
        [games_played] It is complete when all games are played.
        [points_target_reached] It is complete when somebody reaches the points that were set beforehand.
        [swiss_rounds_played] It is complete when all rounds are played.
        [rounds_played] It is complete when all rounds are played.
        [each_game_by_itself] Each game counts by itself.
       *[unspecified] when it is complete
    }
axis-clock-kind = { $value ->
        [per_turn] Each turn has a limit.
        [bronstein] Each player has time for the whole game, and what a move takes is given back up to a limit (a Bronstein clock).
       *[unspecified] whether there is a clock
    }
axis-clock-turn-seconds = { $value ->
        [unspecified] how long a turn may take
       *[other] A turn takes { $value } seconds at most.
    }
axis-clock-bank-seconds = { $value ->
        [unspecified] how long a player may take over a whole game
       *[other] A player has { $value } seconds for a game.
    }
axis-clock-delay-seconds = { $value ->
        [unspecified] how much time is given back for a move
       *[other] Of each move up to { $value } seconds are given back.
    }
axis-overtime-table = { $value ->
        [restore] When time runs out, the table is put back as it was before the turn.
        [game_forfeited] Whoever runs out of time has lost the game.
        [turn_ends] When time runs out, the turn is over.
       *[unspecified] what happens when time runs out
    }
axis-overtime-penalty-tiles = { $value ->
        [0] No tile is drawn for it.
        [1] One tile is drawn for it.
        [unspecified] how many tiles are drawn for it
       *[other] { $value } tiles are drawn for it.
    }
axis-overtime-leftovers = { $value ->
        [to_the_rack] Tiles that nobody can put back where they were go to the rack of that player.
        [must_be_played] A tile that was placed cannot be taken back.
        [restore] Every tile goes back to where it was.
       *[unspecified] where tiles go that cannot be put back
    }
axis-overtime-failed-manipulation-tiles = { $value ->
        [0] For a rearrangement that does not come out no tile is drawn.
        [1] For a rearrangement that does not come out one tile is drawn.
        [unspecified] how many tiles are drawn for a rearrangement that does not come out
       *[other] For a rearrangement that does not come out { $value } tiles are drawn.
    }
axis-initial-meld-points = The first tiles that a player lays down make { $value } points or more, in one set or several.
axis-initial-meld-from-rack-only = { $value ->
        [true] They come from the player’s rack alone.
       *[false] They may be laid together with tiles from the table.
    }
axis-initial-meld-table-in-same-turn = { $value ->
        [forbidden] In that turn nothing on the table is touched.
        [allowed] In that turn the player may go on with sets on the table.
       *[unspecified] whether sets on the table may be used in the turn of the first meld
    }
axis-initial-meld-joker-counts = In it a joker counts as the tile that it stands for.
axis-initial-meld-possibility-judged-on = { $value ->
        [rack_of_last_finished_turn] Whether somebody could have melded goes by their rack at the end of the last turn that they finished.
       *[unspecified] by which rack it is judged whether somebody could have melded
    }
axis-jokers-rack-value = A joker left on a rack counts { $value } points.
axis-jokers-two-in-a-set = { $value ->
        [allowed] Two jokers may be in one set.
        [forbidden] Two jokers may not be in one set.
       *[unspecified] whether two jokers may be in one set
    }
axis-jokers-may-repeat-a-tile = { $value ->
        [allowed] A joker may stand for a tile of which both lie on the table already.
        [forbidden] A joker may not stand for a tile of which both lie on the table already.
       *[unspecified] whether a joker may stand for a tile of which both lie on the table
    }
axis-jokers-before-initial-meld = { $value ->
        [forbidden] Nobody takes a joker from the table before their first meld.
       *[unspecified] whether a joker may be taken from the table before the first meld
    }
axis-jokers-retrieval = { $value ->
        [free_while_sets_stay_legitimate] A joker on the table may be moved freely, as long as every set on the table is right at the end of the turn.
        [replaced_from_the_rack] A joker is taken from a set by whoever puts the tile in its place that it stands for, from the rack.
       *[unspecified] how a joker is taken from a set
    }
axis-jokers-reuse = { $value ->
        [same_turn_with_one_rack_tile] It is used again in the same turn, with at least one tile from the rack.
        [same_turn_with_two_rack_tiles] It is used again in the same turn, with two tiles from the rack.
       *[same_turn_new_set_with_two_rack_tiles] It is used again in the same turn, in a new set with at least two tiles from the rack.
    }
axis-jokers-sets-with-joker = { $value ->
        [like_any_set] A set with a joker is like any other.
        [add_split_or_reduce] A set with a joker may be added to, split or made smaller while the joker stays what it stands for.
        [add_only] To a set with a joker tiles may be added; it may be neither split nor made smaller.
       *[unspecified] what may be done with a set in which there is a joker
    }
axis-jokers-back-to-rack = { $value ->
        [never] A joker never goes back to a rack.
        [only_as_overtime_leftover] A joker goes back to a rack only when time ran out and nobody can put it back.
       *[unspecified] whether a joker may go back to a rack
    }
axis-jokers-from-hand = { $value ->
        [anywhere] A joker from the rack may be laid anywhere.
        [with_two_hand_tiles] A joker from the rack is laid with two other tiles from the rack.
       *[unspecified] where a joker from the rack may be laid
    }
axis-sets-ambiguous = A list of tiles that could be a group or a run counts as what it was called; else as what is worth more.
axis-sets-manipulation = { $value ->
        [free] Sets on the table may be taken apart and put together anew, as long as all are right at the end of the turn.
       *[unspecified] whether sets on the table may be taken apart
    }
axis-sets-rack-tile = The tile from the rack may go into any set.
axis-endings-how = { $value ->
        [lowest_count] the lowest count wins
        [forfeiter_loses] whoever gave up has lost
        [play_on] play goes on
        [play_on_unless_level] play goes on, and where all hold the same count and as many tiles the game is drawn
       *[unspecified] it is open who has won
    }
axis-endings-cleared = When somebody’s rack is empty the game is over: { axis-endings-how }.
axis-endings-time = { $value ->
        [unspecified] who has won when time is called
       *[other] When time is called: { axis-endings-how }.
    }
axis-endings-pool-exhausted = { $value ->
        [unspecified] who has won when the pool is empty
       *[other] When the pool is empty: { axis-endings-how }.
    }
axis-endings-blocked = { $value ->
        [unspecified] who has won when nobody can play any more
       *[other] When nobody can play any more: { axis-endings-how }.
    }
axis-endings-forfeit = { $value ->
        [unspecified] what a game counts that somebody gives up
       *[other] When somebody gives up: { axis-endings-how }.
    }
axis-endings-pool-empty = { $value ->
        [game_ends] With the last tile of the pool the game is over.
        [play_on_until_nobody_can] With an empty pool play goes on until nobody can lay a tile.
        [play_on_and_a_possible_move_is_compulsory] With an empty pool play goes on, and whoever can lay a tile has to.
       *[unspecified] whether play goes on with an empty pool
    }
axis-scoring-sharing = Points lost by the others go to the lowest count; those with the same share them in equal parts.
axis-scoring-winners = Of those with the lowest count, whoever has fewest tiles left has won; there can be more than one.
axis-scoring-charge-mode = { $value ->
        [replace] A charge takes the place of what the rack counts.
        [add] A charge is added to what the rack counts.
        [max] The greater of a charge and what the rack counts is taken.
       *[unspecified] whether a charge is added to what the rack counts
    }
axis-scoring-two-charges = { $value ->
        [larger] Of two charges the greater one counts.
        [sum] Two charges are added up.
       *[unspecified] what two charges come to
    }
axis-scoring-tie-break-score = { $value ->
        [winner_nothing_loser_minus_count] For ties a score is kept of its own: nothing for the winner, minus their count for the loser.
       *[none] There is no score of its own for ties.
    }
axis-scoring-rounding = Scores are not rounded: halves and thirds count.
axis-scoring-voided-game = { $value ->
        [completed_with_nothing] A game that is declared void counts as played, with nothing won or lost.
       *[unspecified] what a game counts that is declared void
    }
axis-scoring-charges-could-not-meld = Whoever has not melded and could not have: { $value } points.
axis-scoring-charges-could-have-melded = Whoever has not melded and could have: { $value } points.
axis-scoring-charges-knocked-down = Whoever knocks their rack down on purpose: { $value } points.
axis-scoring-charges-other = Charge: { $value } points.
axis-ranking-keys = Places go by { $value }.
axis-ranking-round-keys = { $value ->
        [unspecified] what decides who wins a round
       *[other] A round is won by { $value }.
    }
axis-ranking-average-over = { $value ->
        [unspecified] over how many games an average is taken
        [one] The average is taken over one game.
       *[other] The average is taken over { $value } games.
    }
axis-ranking-equal-keys = { $value ->
        [share_the_place] Whoever is equal in all of these shares the place.
       *[unspecified] what places equals have
    }
axis-ranking-ranked = { $value ->
        [all_games_completed_and_not_out] Ranked is who has completed all games and is not out of the competition.
       *[unspecified] who is ranked
    }
axis-ranking-results-against-the-out = { $value ->
        [stand] Results against somebody who left stand.
       *[unspecified] what becomes of results against somebody who left
    }
axis-ranking-three-player-tables = { $value ->
        [as_played] Results at tables of three stand as played.
        [none] There are no tables of three.
       *[unspecified] how results at tables of three are counted
    }
axis-ranking-after-two-champions = { $value ->
        [no_first_runner_up] Where two are champions, there is no second place.
        [medals_shared] Equals share the medal.
       *[unspecified] which place comes after two champions
    }

## Documents of rules and their parts, as citations name them

cited-tournament-file = rules of this tournament
cited-of = { $document } { $place }
cited-and-also = ;{ " " }
cited-further = ,{ " " }
cited-and = { " " }and{ " " }
cited-hk = HK
cited-mso = MSO
cited-bsg = BSG
cited-pressman = Pressman
cited-online = Online
cited-building-on-sets = Building on Sets
cited-contents = Contents
cited-contents-four-racks = Contents (four racks)
cited-example = Example
cited-examples = Examples
cited-game-faq = Game FAQ
cited-how-to-use-joker = How to Use Joker
cited-incomplete-runs = Incomplete Runs
cited-initial-meld = Initial Meld
cited-manipulation = Manipulation
cited-notes = Notes
cited-object = Object
cited-playing = Playing
cited-playing-the-game = Playing the game
cited-playing-the-game-two-lists = Playing the game (two lists)
cited-points-and-scoring = Points and Scoring
cited-remark = Remark
cited-results = Results
cited-scoring = Scoring
cited-set-up = Set Up
cited-sets = Sets
cited-setup = Setup
cited-super-family-award = Super Family Award
cited-the-joker = The Joker
cited-the-winner = The Winner
cited-time-limit = Time Limit
cited-timing = Timing
cited-tournament-rules = Tournament Rules
cited-winning = Winning
cited-awards = awards
cited-clarifications = clarifications
cited-code-of-conduct = code of conduct
cited-competition-format = competition format
cited-description = description
cited-eligibility = eligibility
cited-empty-pool = empty pool
cited-format = format
cited-illegal-position = illegal position
cited-joker = joker
cited-out-of-time = out of time
cited-placed-tiles = placed tiles
cited-qualifying-for-the-finals = qualifying for the finals
cited-quotas = quotas
cited-quotas-25-tables-100-participants = quotas (25 tables, 100 participants)
cited-referee-and-supervision = referee and supervision
cited-results-calculation = results calculation
cited-rules = rules
cited-score-sheet = score sheet
cited-seating-arrangement = seating arrangement
cited-special-arrangement-under-severe-weather = special arrangement under severe weather
cited-start = start
cited-tie-break-score = tie-break score
cited-tie-breaks = tie-breaks
cited-standard-tie-breaks = standard tie-breaks
cited-times = times
cited-categories = categories
cited-house-rules = house rules
cited-timetable = timetable

## What is wrong with a log, an export or a seal

fault-gap = it is missing; in its place stands seq { $there }
fault-hash = the stored hash is not that of the fields
fault-order = it was recorded before its predecessor
fault-type = a field has a type that was never written
fault-missing = the head is at { $head }, but there are no events from { $first } on
fault-beyond = the head is at { $head }, but there are events up to { $last }
fault-head-hash = the head row has another hash than the last event
fault-head-time = the head row has another time than the last event
fault-command = the record of its command is missing or was changed
fault-seal-unread = a stored seal cannot be read: { $why }
fault-seal-elsewhere = there is a seal of another tournament, { $tournament }
fault-seal-key = the seal was not made with this key, or was changed
fault-sealed-beyond = events are missing: the log was sealed at seq { $seq }
fault-sealed-hash = the event has another hash than the one that was sealed
fault-no-public-key = it is not an Ed25519 public key in PEM
fault-no-seal = it is not a seal: { $why }
fault-seal-not-canonical = the statement of the seal at seq { $seq } is not canonical JSON
fault-seal-misplaced = the seal over seq { $seq } is kept in the place of another
fault-line-not-canonical = its data is not canonical JSON
fault-line-not-json = its data is not JSON
fault-line-contradicts = { $field } contradicts the rest of the line
fault-closing-contradicts = the closing line contradicts itself
fault-seal-contradicts = the seal contradicts itself
fault-fingerprint-changed = fingerprint was changed
fault-fingerprint-cut-off = the fingerprint is cut off
fault-after-closing = there is more after the closing line
fault-event-after-seals = there is an event after the seals
fault-no-fingerprint = the fingerprint of its command is missing
fault-no-last-fingerprint = the fingerprint of the last command is missing
fault-another-tournament = it is of another tournament
fault-no-events = there are no events before the closing line
fault-another-head = the closing line names another head
fault-of-tournament = it is of { $tournament }
fault-followed = it followed seq { $seq }, and the export ends at { $last }
fault-command-there = command { $command } is there already
fault-copy-cut-off = the copy is cut off
fault-event-missing = the event is missing
fault-event-or-record-missing = the event or its command's record is missing

## What the checks of `tileledger doctor` find, and the way out

check-of = { $name } of { $of }
check-and-more = { $first } and { $more } more
check-from-to = { $first } to { $last }
check-the-credentials = credentials
check-the-database = { $chain ->
        [log] the log database
       *[vault] the vault database
    }
check-everything = everything
check-not-made = this check could not be made: { $what }
check-way-report = see the checks above; if they are ok, report this as a fault of the program
check-file-not-there = { $file } is not there
check-database-of-another-release = the { $database } is not of this release
check-database-reached-at = reached, at { $at }
check-database-empty = reached, and empty
check-database-at-not-latest = at { $at }, this release is at { $latest }
check-database-lost = { $found }, { $chain ->
        [log] though the vault has keys of people in it
       *[vault] though the log has people who were never forgotten
    }
check-way-database-back = bring it back, from where it was moved or from a copy ({ $chain ->
        [log] `tileledger restore FILE`
       *[vault] `tileledger restore-vault FILE`
    }); only if it is lost for good, { $chain ->
        [log] `tileledger migrate --new-log`
       *[vault] `tileledger migrate --new-vault`
    }
check-way-migrate-makes = `tileledger migrate` makes it
check-way-migrate-sets-up = `tileledger migrate` sets it up
check-way-run-migrate = run `tileledger migrate`
check-way-newer-release = made by a newer release: update this program
check-log-as-written =
    { $events ->
        [one] 1 event, all as written
       *[other] { $events } events, all as written
    }
check-log-at = at seq { $seq } { $what }
check-way-restore-verified = restore it from a copy that verifies
check-notices-lost = events lead to notices that are not there: seq { $seqs }
check-way-announce = nobody was told; see `tileledger replay --show timeline`, and tell them with `make-announcement`
check-notices-none =
    { $count ->
        [one] there are none, though 1 event leads to some, as after restoring an export
       *[other] there are none, though { $count } events lead to some, as after restoring an export
    }
check-way-announce-unless-restored = if it was not restored, nobody was told: tell them with `make-announcement`
check-notices-there = every event that leads to notices has them
check-views-failing = { $views } cannot be made of the state at seq { $seq }
check-views-made = every view can be made
check-listing-right = what the log says
check-listing-wrong = not what the log says
check-way-listing = delete its row from the table `listing`: the next start of `tileledger web` or `up` makes it anew
check-way-update = update this program, or report this as a fault of it
check-from-setting = from { $setting }
check-key-will-be-made = not set; { $file } will be made when it is first needed
check-open-to-others = { $file } can be read by others
check-way-chmod = `chmod 600 { $file }`
check-secret-kept-in = kept in { $file }
check-way-back-up-secret = back it up apart from the databases, or move its content into TILELEDGER_SECRET_KEY
check-vault-empty = nothing in it yet
check-secret-fits = the secret fits
check-another-secret = it was made with another secret
check-way-set-its-secret = set the secret it was made under, or, if it is the vault of another installation, bring the right one back; until then nothing is written
check-secret-lost = it holds keys and the secret is lost
check-way-restore-secret = restore it
check-seal-key-gone = { $file } is gone, though there are seals; publications are not sealed
check-way-seal-key-back = bring it back; if it is lost for good, `tileledger seal --new-key`
check-seal-key-from-setting = from TILELEDGER_SEAL_KEY, its id is { $id }
check-seal-key-kept-in = kept in { $file }, its id is { $id }; back it up apart
check-seal-at = seq { $seq }: { $what }
check-way-verify = `tileledger verify { $tournament }`; restore it from a copy that verifies
check-sealed-up-to = sealed up to seq { $seq }
check-not-sealed = no seal of this key
check-seals-of-another-key =
    { $count ->
        [one] 1 of another key agrees with the log
       *[other] { $count } of another key agree with the log
    }
check-writable = writable
check-not-writable = { $folder } is not writable
check-way-change-rights = change its owner or rights
check-files-open-to-others = others on this machine may read { $files }
check-files-private = for their owner only
check-clock-apart = { $seconds } s from the database's
check-way-set-clock = have the time service set the clocks of all machines (`timedatectl`, chrony)
check-no-answer = no answer within { $seconds } s
check-way-see-database = see whether the database and the way to it are there: `tileledger doctor`
check-free = { $megabytes } MB free
check-way-free-space = free some space; nothing has to be repaired
check-zone-unknown = { $zone } is not known here
check-zone-known = { $zone } is known
check-way-install-tzdata = install the package `tzdata`
check-vault-matches = it has keys, or none are needed
check-keys-without-log = it has keys, and the log has no tournament
check-way-log-back = bring the log's own file back, or `tileledger restore FILE`; only if it is lost for good, `tileledger vault quarantine --logs-are-complete`
check-vault-of-another = it has keys, but none of those that { $tournament } needs: it is the vault of another installation
check-way-own-vault-back = put it away and bring this one's own vault back, or `tileledger restore-vault FILE`; if the vault is the right one, check TILELEDGER_DATABASE_URL; until then nothing is written
check-vault-without-keys = it holds no key, though { $tournament } has people who were never forgotten
check-way-vault-back = bring its file back, or `tileledger restore-vault FILE`; until then nothing is written
check-everything-opens = everything opens
check-unreadable = { $count } unreadable: { $named }
check-unreadable-of = { $whose } ({ $why ->
        [key] the key is damaged, or was made with another secret
        [record] what was sealed is damaged
       *[missing] the key is missing, though nobody was forgotten
    })
check-key-of-entrant = { $subject }, entrant { $entrant }
check-key-of-referee = { $subject }, referee { $referee }
check-way-restore-vault = `tileledger restore-vault FILE`, with a dump in which they are sound
check-way-set-the-vaults-secret = set the secret that the vault was made under
check-quarantined = { $count } wait in quarantine
check-no-left-over-keys = none
check-left-over-keys = no event names { $keys }
check-way-quarantine = `tileledger vault quarantine` puts them aside, and destroys them after { $days } days
check-way-let-keys-be = let them be: the log of { $tournament } may be older than the vault
check-pushes-off = off
check-pushes-off-though = off, though browsers are subscribed ({ $browsers })
check-way-push-contact = set TILELEDGER_WEB_PUSH_CONTACT; until then their people get e-mail
check-pushes-need-https = browsers take pushes only on pages that come over https
check-way-public-url = set TILELEDGER_PUBLIC_URL to the https address of the pages
check-nothing-follows-pushes = nothing follows a push that nobody opens
check-way-smtp = set TILELEDGER_SMTP_URL, so that what is about safety goes by e-mail as well
check-sender-inside = mail goes out from { $sender }, which servers elsewhere refuse
check-way-sender = name an account that is an address in TILELEDGER_SMTP_URL, such as smtp://name%40example.org:password@host
check-pages-inside = links in messages lead to { $host }, which is reached from this network alone
check-way-pages-inside = set TILELEDGER_PUBLIC_URL to the address of the pages as everyone reaches them, if people read messages elsewhere
check-pushes-on = on, browsers subscribed: { $browsers }; the key { $key ->
        [secret] follows from the secret
       *[setting] from TILELEDGER_WEB_PUSH_KEY
    }
check-process = { $host }, process { $pid }
check-way-start-worker = start `tileledger worker`, or `tileledger up`
check-no-worker-yet = none has run here yet
check-worker-ended = none; the last one ended at { $at } UTC
check-worker-last-heard = none; the last one was heard of at { $at } UTC
check-since = { $what } since { $at } UTC
check-stands-still = stands still: { $since }
check-way-restart = restart it, and report what its log says
check-failed-last = failed last: { $tasks }
check-way-see-log = see its log
check-all-goes-on = all it does goes on
check-nothing-due = nothing is due
check-due-since = a message is due since { $since } UTC
check-way-see-pending = is a worker running, and which channel stopped? see its log and `tileledger deliveries pending`
check-due-goes-out = what is due goes out
check-never-asked = the Observatory was never asked
check-way-worker-asks = `tileledger worker` does that
check-last-asked = last asked at { $at } UTC
check-way-worker-running = is a worker running?
check-asked-in-vain = { $outcome }: { $detail }; last good answer: { $at ->
        [none] never
       *[other] { $at } UTC
    }
check-read-in-part = { $codes } is read; the rest is not: { $detail }; last good answer: { $at ->
        [none] never
       *[other] { $at } UTC
    }
check-way-observatory = check TILELEDGER_HKO_URL and the network
check-muted = muted since { $since } UTC: { $why }
check-way-release = `tileledger deliveries pending`, then `tileledger deliveries release { $tournament }`
check-way-release-all = `tileledger deliveries pending`, then `tileledger deliveries release`
check-pages-read = every page can be read
check-database-damaged = the { $what } database is damaged: a part of it, or all, cannot be read
check-way-restore-database = stop, keep a copy of the database, and restore it from a backup or a dump
check-way-restore-file = stop, keep a copy of the file, and restore it from a backup or a dump
check-pages-agree = pages and indexes agree
check-triggers-there = in place
check-triggers-lacking = missing, changed or switched off: { $triggers }
check-way-triggers-back = find out who did it; `tileledger migrate` puts them back, `tileledger verify` shows what was touched
check-schema-part = { $kind ->
        [table] table { $name }
        [column] column { $name } of { $of }
        [index] index { $name } of { $of }
        [trigger] trigger { $name } of { $of }
       *[constraint] constraint { $name } of { $of }
    }
check-schema-missing = { $part } is missing
check-schema-differs = { $part } is { $there }, not { $wanted }
check-schema-unknown = { $part } is not of this release
check-schema-not-tried = not tried: this role may not make a schema to compare with ({ $error })
check-way-as-owner = run `tileledger doctor` as the owner of the tables
check-schema-as-made = as this release makes it
check-way-undo-by-hand = undo what was done to it by hand, or restore a backup; `tileledger migrate` mends triggers
check-no-amcheck = not tried: the extension `amcheck` is not installed; `CREATE EXTENSION amcheck`, as a superuser, lets doctor look
check-amcheck-not-allowed = not tried: this role may not use `amcheck`; `GRANT EXECUTE ON FUNCTION bt_index_check` lets doctor look
check-way-reindex = `REINDEX` what is named; if that fails, restore a base backup
check-indexes-sound = `amcheck` finds the indexes sound

## Help of the command line, by command and parameter


## What a right allows, behind “may not”

word-action-define-tournament = define a tournament
word-action-amend-tournament = change the plan of the tournament
word-action-appoint-referee = appoint referees
word-action-dismiss-referee = dismiss referees
word-action-register-entrant = register entrants
word-action-register-walk-in = register whoever is there and check them in
word-action-import-entrants = import entrants from a file
word-action-enter-stage = enter people for a stage
word-action-cancel-registration = cancel this registration
word-action-move-entrant = move this entrant to another session
word-action-merge-entrants = merge entries of one person
word-action-amend-details = change these personal details
word-action-choose-language = choose this person’s language
word-action-set-consent = decide whether this name is shown
word-action-ask-organizer = write to the organizer for this person
word-action-answer-question = answer questions
word-action-forget-person = erase personal data
word-action-declare-family-unit = declare this family unit
word-action-agree-to-family-unit = agree to this family unit
word-action-decline-family-unit = decline this family unit
word-action-dissolve-family-unit = dissolve this family unit
word-action-call-parent = call a parent
word-action-answer-parent-call = answer this call for a parent
word-action-escalate-parent-call = escalate calls for a parent
word-action-check-in = check entrants in
word-action-undo-check-in = undo a check-in
word-action-draw-seats = draw seats
word-action-undo-seat-draw = undo a draw of seats
word-action-exchange-seats = exchange seats
word-action-assign-referees = assign referees to tables
word-action-start-session = start a session
word-action-undo-session-start = undo the start of a session
word-action-call-time = call time
word-action-undo-time-call = undo a call of time
word-action-end-session = end a session
word-action-reopen-session = reopen a session
word-action-determine-first-player = record who begins at this table
word-action-note-incident = note an incident at this table
word-action-call-chief-referee = call the Chief Referee to this table
word-action-set-out-for-table = tell a table that somebody is on the way
word-action-record-game-result = record results at this table
word-action-correct-game = correct a result at this table
word-action-submit-sheet = enter the sheet of this table
word-action-settle-sheet-conflict = settle which sheet of this table holds
word-action-import-results = import results from a file
word-action-sign-sheet = sign this sheet
word-action-record-missing-signature = record a missing signature on this sheet
word-action-close-signature = close a missing signature
word-action-raise-dispute = raise a dispute
word-action-withdraw-dispute = withdraw this dispute
word-action-present-evidence = present evidence in this case
word-action-report-game-not-begun = report that a game at this table did not begin
word-action-make-ruling = make rulings
word-action-give-warning = give warnings
word-action-report-breach = report a breach
word-action-withdraw-entrant = record a withdrawal at this table
word-action-disqualify-entrant = disqualify entrants
word-action-reinstate-entrant = reinstate entrants
word-action-open-table = open tables
word-action-close-table = close this table
word-action-suspend-day = suspend a day of play
word-action-suspend-remaining = suspend what remains of a day
word-action-lift-suspension = lift a suspension
word-action-reschedule-sessions = give sessions a new date
word-action-give-further-word = give further word on a suspension
word-action-remind-of-next-word = remind of the next word on a suspension
word-action-report-warnings = report weather warnings
word-action-report-silence = report that the Observatory is silent
word-action-propose-weather = propose a decision on the weather
word-action-answer-weather-proposal = decide on the weather
word-action-escalate-weather-proposal = escalate a decision on the weather
word-action-announce-weather-watch = announce that the weather is watched
word-action-announce-play = announce that play goes ahead
word-action-remind-of-session = remind people of a session
word-action-remind-of-retention = remind of the end of storage
word-action-invite-people = invite people
word-action-remind-invited = remind those invited
word-action-make-announcement = make announcements
word-action-publish-results = publish results
word-action-conclude-qualification = conclude the qualification
word-action-decide-cut-tie = decide a tie at the cut
word-action-undo-qualification = undo the qualification
word-action-place-finalists = place finalists into sessions
word-action-withdraw-qualifier = withdraw a qualifier
word-action-make-awards = make awards
word-action-revoke-awards = revoke awards
word-action-tournaments = read the list of tournaments
word-action-tournament = read about the tournament
word-action-standings = read the standings
word-action-cross-table = read the cross table
word-action-families = read the family units
word-action-sessions = read the sessions
word-action-publications = read published results
word-action-awards = read the awards
word-action-posts = read the posts
word-action-entrant-names = read names that are shown
word-action-names = read this name
word-action-contacts = read these contacts
word-action-places = read places that are not shown yet
word-action-entrants = read the list of entrants
word-action-entrant = read about this entrant
word-action-sheets = read this score sheet
word-action-tables = read about this table
word-action-officials = read the list of officials
word-action-weather = read the weather decisions
word-action-audience = read who is meant by an audience
word-action-duplicates = see who may be registered twice
word-action-questions = read the questions to the organizer
word-action-whoami = read who is signed in
word-action-docket = read these cases
word-action-timeline = use the time machine
word-action-marks = read the marks of the record
word-action-moments = read when events were recorded
word-action-curves = read curves of places
word-action-history = read what changed and when
word-action-events = read the record event by event
word-action-notices = read the notices
word-action-deliveries = see to deliveries
word-action-steer-deliveries = change how messages are delivered
word-action-explain = read why this place is what it is
word-action-case-file = read this case file
word-action-case-links = make links to case files
word-action-diff = compare two moments
word-action-what-if = suppose what did not happen
word-action-invitations = read the invitations
word-action-invite = make invitations
word-action-verify = check the record
word-action-subject-data = read this personal data
word-action-calendar-feed = read this calendar
word-action-seals = read the seals
word-action-seal = seal the record
word-action-export = export the record
word-action-tokens = manage tokens
word-action-sign-in = sign in to the staff pages
word-action-sign-ins = manage who is signed in
word-action-board-link = set up screens


## What the tables and columns of an exported database are

sql-table-readme = What each table and column of this file is, by TABLE and TABLE.COLUMN, and the moment it shows. Yes and no are 1 and 0; lists are JSON arrays, for json_each().
sql-public = yes: what anyone may see, with the names of those who consent to it on pages
sql-not-public = no: for officials, with all names
sql-table-standing = Whoever has played in a stage, with totals; the place where ranked.
sql-table-family = Family units: a child and a parent, and the sums of both.
sql-table-session = Sessions: when, how far they have come, and how many people are in them.
sql-table-seating = The tables of each session and who sits at them.
sql-table-entrant = Participants by number.
sql-table-entrant-entries = Further stages that a participant entered beside the first and those that follow from it.
sql-table-sheet = Score sheets, one a table.
sql-table-sheet-games = The games recorded on each sheet.
sql-table-sheet-games-figures = What each game brought each player.
sql-table-sheet-totals = The totals at the foot of each sheet.
sql-table-sheet-signatures = Who signed a sheet, or why not.
sql-table-sheet-conflicts = A second, different sheet that came in for the same table.
sql-table-sheet-conflicts-games = The games of such a second sheet.
sql-table-sheet-conflicts-games-figures = What each game of such a second sheet says of each player.
sql-table-sheet-first-players = Who begins which game of a sheet.
sql-table-docket = Cases before the Chief Referee.
sql-table-docket-rulings = The rulings on each case.
sql-table-publication = Versions of results that were published.
sql-table-publication-rows = The lines of each published version, as they went out.
sql-table-award = Awards and who has them.
sql-column-stage = Id of the stage.
sql-column-entrant-no = Number of the participant.
sql-column-games-won = Games won.
sql-column-score = Exact score as text, such as 23/2.
sql-column-score-numerator = Numerator of the exact score.
sql-column-score-denominator = Denominator of the exact score, at least 1.
sql-column-tiles = Tiles left in hand.
sql-column-games = Games played.
sql-column-sheet = Id of the score sheet, which is that of its table: session/table.
sql-column-standing-sheet = The last score sheet played on; empty for who has only sat out.
sql-column-qualified = Whether they go on to the following stage; empty while that is open or not shown.
sql-column-place = Place, shared by those who are equal on every key.
sql-column-standing-place = Place in the stage, shared by those who are equal on every key; empty for who is not ranked.
sql-column-family-place = Place of the family unit; empty until both are ranked.
sql-column-tied = Whether others have the same place.
sql-column-unit = Family unit: CHILD+PARENT by number.
sql-column-child = Number of the child.
sql-column-parent = Number of the parent.
sql-column-ranked = Whether both have results; the sums are 0 until then.
sql-column-session = Id of the session.
sql-column-entrant-session = Session in the stage registered for.
sql-column-day = Day on which it is played; empty where none is set.
sql-column-number = Which session of its day it is.
sql-column-seating-number = Number of the table in its session.
sql-column-registration = Local time at which check-in opens.
sql-column-seating = Local time at which people are seated.
sql-column-start = Local time at which play begins.
sql-column-end = Local time at which play ends.
sql-column-session-status = scheduled, drawn, playing, time_called, ended or suspended.
sql-column-capacity = How many there is room for; empty where nothing bounds it.
sql-column-registered = How many have a place in it.
sql-column-waiting = How many wait for a place.
sql-column-checked-in = How many checked in.
sql-column-tables = How many tables it has.
sql-column-on-paper = Whether it was run on paper and typed in afterwards.
sql-column-attempt = How often it has begun.
sql-column-seed = Seed of its draw, by which anyone can repeat it.
sql-column-table = Id of the table: session/table.
sql-column-entrant-table = Table in the stage registered for.
sql-column-referee = Number of the referee of the table.
sql-column-entrants = Numbers of those concerned, as JSON.
sql-column-seating-entrants = Numbers of who sits there, in the order of the seats A, B, C …, as JSON.
sql-column-person = Random id under which the vault keeps the person.
sql-column-entrant-status = registered, waiting, cancelled or merged.
sql-column-consent = Whether the name may be shown on pages, as of the moment that this file shows.
sql-column-team = Team, where there are teams.
sql-column-warnings = How many warnings.
sql-column-presence = expected, checked_in, forfeited, absent or bye.
sql-column-seat = Seat at that table.
sql-column-out = Why they are out of that stage: withdrawn or disqualified; empty for who is in it.
sql-column-final-session = Session in the last stage entered from the first.
sql-column-final-presence = Presence there, as above.
sql-column-final-table = Table there.
sql-column-final-seat = Seat there.
sql-column-final-out = Why they are out of that last stage.
sql-column-merged-into = Number of the entry that this double registration was merged into.
sql-column-name-en = Name, in English where given; empty where it may not be shown or is forgotten. Judged as of now.
sql-column-name-zh = Name, in Chinese where given; empty where it may not be shown or is forgotten. Judged as of now.
sql-column-waits = Whether they wait for a place in it.
sql-column-source = How the figures came: counts, self_recorded, paper, ruling or clerical.
sql-column-sheet-source = How the sheet came: desk, submitted or paper.
sql-column-closed = Whether the sheet is closed.
sql-column-sheet-signatures-closed = Whether the signature is settled, or its absence.
sql-column-seats = Numbers of who sits there, in the order of the seats, as JSON.
sql-column-open-points = What keeps the sheet open, in English, as JSON.
sql-column-turn-seconds = Seconds for a turn, where the players chose them.
sql-column-game = Number of the game on its sheet.
sql-column-docket-game = Number of the game it is about.
sql-column-sheet-games-status = recorded, voided or awaiting_ruling.
sql-column-sheet-conflicts-games-status = recorded, voided or awaiting_ruling.
sql-column-ended-by = How the game ended.
sql-column-ruling = Id of the ruling.
sql-column-seq = Event of the log that says it.
sql-column-game-won = 1 for whoever has won the game, also for each of several; where points rank, a game that both of two have won is drawn and in no sum of games won.
sql-column-count = What was scored, where it is known.
sql-column-charge = What was charged in its place, if anything.
sql-column-clock = What the clock of the seat showed, as JSON.
sql-column-medium = paper, device, refused or absent.
sql-column-digest = SHA-256 of the figures that were signed.
sql-column-publication-digest = SHA-256 of the lines that were published.
sql-column-conflict = Number of the second sheet at its table.
sql-column-settled = open, kept_first or took_second.
sql-column-dispute = Id of the case.
sql-column-kind = What kind of case it is.
sql-column-status = How far the case has come.
sql-column-raised-by = Number of who raised it; empty where an official did.
sql-column-case = Random id under which the vault keeps what was said.
sql-column-cites = What the ruling cites.
sql-column-effects = What the ruling does, as JSON.
sql-column-supersedes = The ruling that it takes the place of.
sql-column-superseded-by = The ruling that takes its place.
sql-column-publication = Id of the published version: stage/version.
sql-column-version = Number of the version in its stage.
sql-column-award = Which award it is.
sql-column-holders = Numbers of who has it, or of family units, as JSON.

## Tasks: what a question is called, and what its answers are
page-founding = Found a tournament
page-founding-like = What is it to be like? Everything can be changed afterwards.
page-founding-by-file = By its file
page-founding-others = Other kinds
page-founding-link-used = This link was used already; it works once. Whoever runs this site has it: `tileledger access founding-link` prints another.
page-founding-who = This signs you in to found tournaments.
page-founding-session = Session { $number }
page-founding-write = Edit the file
page-founding-it = Found it
page-founding-file = The tournament file
page-founding-file-how = In TOML. Each fault is named with its line.
page-founding-file-chosen = Or a file (TOML)
page-founding-as-understood = This is what was understood. Its address will be
page-founding-further = Further
page-founding-tables = { $count ->
        [one] one table
       *[other] { $count } tables
    }
page-founding-room = { $count ->
        [one] room for one
       *[other] room for { $count }
    }
page-founding-concerns = Concerns { $entrants ->
        [one] one entrant
       *[other] { $entrants } entrants
    } and { $officials ->
        [one] one official
       *[other] { $officials } officials
    }
page-founding-next = What to do next
page-founding-ask-id = Address: small letters, digits, dashes
page-founding-ask-day = First day
page-founding-ask-ruleset = Rules
page-founding-ask-en = Title in English
page-founding-ask-zh = Title in Chinese
page-founding-ask-quota = Places in all
page-founding-ask-games = Games at each table
page-founding-ask-signatures = Are score sheets signed?
page-founding-ask-places-seen = When participants see places
page-founding-ask-places = How many go on
page-founding-ask-start = Begins
page-founding-ask-end = Ends
page-founding-ask-tables = Tables
page-founding-signatures-required = yes, by everyone
page-founding-signatures-optional = whoever likes
page-founding-signatures-none = no
page-founding-places-seen-live = at once
page-founding-places-seen-session = after each session
page-founding-places-seen-published = once results are published
page-founding-like-categories = Open afternoon
page-founding-about-categories = Children and adults in one ranking, with titles for each age group.
page-founding-like-divisions = Open and junior
page-founding-about-divisions = Two tournaments side by side, each of five Swiss rounds.
page-founding-like-hk = Large open tournament
page-founding-about-hk = As in Hong Kong 2026: sessions of 25 tables, a final of 120, a family award, the weather.
page-founding-like-knock-out = Knock-out
page-founding-about-knock-out = Tables of four; the winner of each goes on: 64, 16, 4.
page-founding-like-league = Club league
page-founding-about-league = An evening a week; people come as they like, all games count.
page-founding-like-round-robin = Round robin
page-founding-about-round-robin = Everyone meets everyone once, two at a table; up to eight players.
page-founding-like-school-day = School day
page-founding-about-school-day = An afternoon: two sessions of groups, then a final of the best eight.
page-founding-like-swiss-final = Swiss with a final
page-founding-about-swiss-final = Four Swiss rounds of two at a table, then the best four at one table.
page-founding-like-swiss = Swiss
page-founding-about-swiss = Five rounds of two at a table: who has as many points meets.
page-founding-like-teams = Teams
page-founding-about-teams = An afternoon; members of a team sit apart, the three best count for it.
page-people-list = The list
page-people-how = A line for each person: { $dated ->
        [true] a name and the date of birth, such as 2017-03-02, with a comma or tab between. A number or an e-mail address may stand beside them.
       *[false] a name is enough. A number, a date of birth such as 2017-03-02 or an e-mail address may stand beside it, with a comma or tab between.
    } What is copied from a spreadsheet can be pasted as it is.
page-people-how-session = A line may name the session, as in “{ $session }”; the number alone will do where only one session has it.
page-list-of-results-how = As a spreadsheet has them, with a comma or tab between: the first line names the columns as below, then comes a line for each seat of each game. What is copied from a spreadsheet can be pasted as it is.
page-list-columns = What the columns are called, and the sessions
page-column-session = the session, as it is called below or as it stands before that; the number alone will do where only one session has it
page-column-table = the number of the table
page-column-game = which game of the sheet: 1, 2, 3
page-column-seat = A, B, C or D
page-column-entrant-no = the number of who sits there
page-column-game-won = 1 for who won the game, else 0
page-column-score = the score, with its sign
page-column-tiles = tiles left on the rack
page-list-file = Or a file (CSV)
page-people-session = Whoever names no session plays
page-people-share-out = where most room is left
page-people-each-names = nowhere: every line names a session
page-people-columns = With a heading, every detail
page-people-columns-about = The first line may name the columns, in any order. { $dated ->
        [true] A name and the date of birth are needed.
       *[false] Only a name is needed.
    }
page-people-column-entrant-no = letters and digits, such as 0007; who has none gets the next free number
page-people-column-name-en = such as { $name }; a name in one language will do
page-people-column-name-zh = such as 陳大文
page-people-column-birth-date = year, month and day, such as 2017-03-02
page-people-column-family = the same word for parent and child, such as F1
page-people-column-family-role = child or parent
page-people-column-email = such as { $email }
page-people-column-phone = such as 9123 4567
page-people-column-language = in which messages are written: { $languages }; it may be left empty
page-people-column-team = the name of the team, the same for all of it
page-people-column-consent = yes or no: whether the name may be shown
page-people-column-guardian = the name of the parent or guardian
page-people-column-guardian-email = such as { $email }
page-people-column-session = such as “{ $session }”; the number alone will do where only one session has it
page-list-faults = { $count ->
        [one] One thing is
       *[other] { $count } things are
    } to be put right. Nothing was changed; what you gave stands below.
page-list-line = Line { $line }
page-list-lines = Lines { $lines }
page-list-at-table = { $line }, table { $table }{ $game ->
        [none] { "" }
       *[other] , game { $game }
    }
page-people-new = New
page-people-there = Registered already
page-people-waits = Waiting list
page-people-notes = Please look at these; they hinder nothing.
page-people-new-numbers = New ({ $count }): { $numbers }
page-people-waits-numbers = On the waiting list ({ $count }): { $numbers }
page-people-there-numbers = Registered already ({ $count }): { $numbers }
page-people-confirm = { $count ->
        [one] Register one person
       *[other] Register { $count } people
    }
page-people-more = and { $count } more
part-list-empty = nobody is in the list; write or choose one
part-list-and-file = there are a list and a file; leave one of the two out
part-list-two-of-one = the line has { $first } as well; keep only one of them, or name the columns in a first line such as { $heading }
part-list-number-alone = it reads as a number, and the line has no name; write the name, too
page-tasks = What you can do
page-tasks-find = Find
page-waits = What waits for you: { $count }
page-waits-since = since { $at }
page-waits-tables = { $state }: { $count }
page-tasks-find-what = A task, a number, a name, a table or a case
page-tasks-none = Nothing is called so.
page-task-look = Go on
page-task-change = Change
page-task-confirm = Do it
page-task-leave = Leave it
page-task-in-chat = Continue in the chat
page-task-in-chat-kept = What you answered is kept for a day. The chat goes on from there; so does this page.
page-task-in-chat-open = Open the chat
page-task-in-chat-here = Go on here
page-task-impact = What it does
page-task-changed = This is otherwise by now. Please look again.
page-task-done = Done.
page-task-no-change = Nothing is left to do: it is so already.
page-task-read-by-concerned = Those concerned and their families read this word for word: write no names or telephone numbers of others.
page-task-read-by-officials = Only officials read this. The players read what was corrected.
page-task-written = As JSON, for example:
problem-answer-missing = Please answer this.
problem-answer-not-read = This cannot be read: { $detail }.
page-task-already-at = This was done already, at { $at }.
page-task-already = This was done already.
page-task-already-about = Nothing is done a second time. If it has been undone since and is to be done again, begin anew.
page-task-anew = Begin anew
page-task-no = No
page-weather = Weather
page-weather-none = No day of play lies ahead.
page-weather-other = Another one
page-weather-told = What people will read
page-weather-late = – overdue
page-weather-stop = { $grounds }: { $rest ->
        [true] stop what is left of today
       *[false] stop today
    }
page-weather-next-proposal = To decide now, { $day }: { $outcome }. Nobody has answered since { $at }.{ $ended ->
        [none] { page-weather-still }
       *[other] { " " }{ $still ->
            [none] The warning was { $over }; by the rules it still stops play.
           *[other] In force now: { $still }; { $ended }.
        }
    }
page-weather-next-word = { $day } is suspended.{ page-weather-still } The next word is promised by:
page-weather-next-moved = The sessions of { $day } have a new date; people were told to stay in the hall.{ page-weather-still } The next word is promised by:
page-weather-next-date = { $day } is suspended and has no new date yet.
page-weather-still = { $still ->
        [none] { "" }
       *[other] { " " }In force: { $still }.
    }
page-weather-next-danger = Sessions of { $day } are on while a warning stops play.{ page-weather-still }
page-weather-next-cutoff = Whether { $day } goes ahead is decided at:
part-task-choice-wanted = write one of what there is to choose from, so that one alone is meant
part-task-shares-wanted = write a line for each with its numbers, such as R01: 1 2 3
part-task-number-wanted = write a whole number in figures, such as 5 or -5
part-task-one-person-wanted = more than one person is called so ({ $people }); write the number of the one
part-task-moment-wanted = write a day and a time, such as 2026-03-28 13:00
task-title-appoint-referee = Appoint a referee
task-title-dismiss-referee = Dismiss a referee
task-title-register-entrant = Register an entrant
task-title-register-walk-in = Register and check in a walk-in
task-title-enter-stage = Enter an entrant for a stage
task-title-cancel-registration = Cancel a registration
task-title-move-entrant = Move an entrant to another session
task-title-merge-entrants = Merge two entries of one person
task-title-amend-details = Change personal details
task-title-choose-language = Choose an entrant’s language
task-title-set-consent = Decide whether a name is shown
task-title-ask-organizer = Write to the organizer for an entrant
task-title-answer-question = Answer a question
task-title-forget-person = Erase a person’s data
task-title-declare-family-unit = Declare a family unit
task-title-agree-to-family-unit = Agree to a family unit
task-title-decline-family-unit = Decline a family unit
task-title-dissolve-family-unit = Dissolve a family unit
task-title-answer-parent-call = Answer a call for a parent
task-title-escalate-parent-call = Escalate a call for a parent
task-title-check-in = Check in an entrant
task-title-determine-first-player = Record who begins a game
task-title-note-incident = Note an incident
task-title-call-chief-referee = Call the Chief Referee to a table
task-title-record-game-result = Record a game
task-title-correct-game = Correct a game
task-title-submit-sheet = Enter a score sheet
task-title-settle-sheet-conflict = Settle which sheet holds
task-title-sign-sheet = Sign a score sheet
task-title-record-missing-signature = Record a missing signature
task-title-raise-dispute = Raise a dispute
task-title-withdraw-dispute = Withdraw a dispute
task-title-present-evidence = Present evidence in a case
task-title-report-game-not-begun = Report a game that did not begin
task-title-make-ruling = Make a ruling
task-title-give-warning = Give a warning
task-title-withdraw-entrant = Record a withdrawal
task-title-disqualify-entrant = Disqualify an entrant
task-title-reinstate-entrant = Reinstate an entrant
task-title-open-table = Open a table
task-title-decide-day = { bot-weather-decide }
task-title-close-table = Close a table
task-title-make-announcement = Make an announcement
page-closing = Closing the stage
page-closing-open = What is still open
page-closing-cut = The cut into { $stage }
page-closing-places = Who plays in { $stage }
page-closing-results = Results
page-closing-awards = Awards
page-closing-session = { $session }: { $count ->
        [one] 1 entrant
       *[other] { $count } entrants
    }
page-closing-free = { $count ->
        [one] 1 place is free
       *[other] { $count } places are free
    } and nobody has taken it.
page-closing-reserves = Reserves by their places, { $count } in all: { $first }{ $more ->
        [0] { "" }
       *[other] { " " }and { $more } more
    }
page-closing-version = Version { $version } is published.
page-closing-who-goes-on = nothing but who goes on.
page-closing-award = { $title }: { $who }
page-console-step-check-in = Check-in
page-console-step-draw = Draw
page-console-step-start = Start
page-console-step-time = Time
page-console-step-end = End
page-console-done = done
page-console-next = now
page-console-later = later
page-console-check-in = Check in
page-console-who = Number or name
page-console-several = { $count ->
        [one] One is called so. Press if that is whom you mean.
       *[other] Several are called so. Press whom you mean.
    }
page-console-arrived = Time of arrival, if it was by { $seating }
page-console-over = over; who came in time is checked in with the time of arrival
page-console-checked-in = { $who } is checked in.
page-console-undone = The check-in of { $who } is undone.
page-console-seat = Table { $table }, seat { $seat }.
page-console-undo = Undo the check-in
page-console-undo-reason = Undone at the check-in desk.
page-console-present = { $present } of { $count } are here
page-console-missing = Not here yet: { $count }
page-walk-in = Somebody is not registered
page-walk-in-do = Register and check in
page-walk-in-all-the-same = Register all the same
page-walk-in-done = { $who } is registered and checked in.
page-walk-in-full = No place is left in this session{ $waiting ->
        [0] .
        [one] ; 1 person waits for one.
       *[other] ; { $waiting } people wait for one.
    }
page-walk-in-stays = They stay registered when the check-in is undone.
page-walk-in-over = Nobody can be registered here for this session now. Nothing was done.
page-walk-in-wait = Register for the waiting list
page-walk-in-age = Whoever plays has to be { $age } on the eve of the session.
page-walk-in-likely-duplicate = Somebody is registered with the same { $same }: { $entrants }.
page-walk-in-same-contact = Somebody is registered with the same { $same }, as people of one household may be: { $entrants }.
page-walk-in-same-name = Somebody is registered with the same name, and the birth date is not known of both: { $entrants }.
page-walk-in-alike = Nothing is done yet. If it is the same person, check in the number that is registered.
page-sign-here = Sign on this screen
page-sign-title = Sign the sheet of table { $table }
page-sign-how = Check your own column above. By signing you confirm these figures.
page-sign-number = Your own number
page-sign-draw = Sign here with a finger
page-sign-wipe = Wipe it off
page-sign-do = I sign
page-sign-press = Here one signs by pressing “{ page-sign-do }”; nothing is drawn.
page-sign-who = Signed by { $number } { $called }
page-sign-not-you = Is that not you? Tell the referee now. A signature cannot be taken back here; the Chief Referee decides what is done.
page-sign-changed = The figures of this sheet have changed. Read them again before you sign.
page-sign-waits = { $number } has signed here; the signature waits for the network.
page-sign-nobody = Nobody is to sign this sheet now.
page-docket-strokes = Signed on the screen
page-docket-stroke = { $who }, { $at }
page-docket-stroke-earlier = { $who }, { $at }: does not bind any more
page-docket-stroke-unreadable = One signature cannot be read: its key is damaged.
page-console-starts = Play begins: { $at }
page-console-due = Time is up: { $at }
page-console-tables = Tables
page-console-table = Table { $table }
page-console-games = Games: { $games } of { $of }
page-console-game = game { $game }
page-console-no-referee = no referee
word-wall-disputed = disputed
word-wall-conflict = sheets differ
word-wall-called = results missing
word-wall-unsigned = unsigned
word-wall-playing = playing
word-wall-waiting = waiting
word-wall-in = sheet in
word-wall-closed = closed
problem-nobody-called-so = Nobody of { $session } has this number or name: { $typed }. Check how it is written.
problem-not-of-session = { $entrant } plays in { $own }, not in { $session }. Nobody was checked in.
task-of-session = { $session }: { $status }
task-day = { $day }
task-named = { $id }: { $called }
task-how-hour = Write an hour such as 12:25, by the clock of the venue.
task-how-day = Write it as 2026-03-28.
task-how-moment = Write it as 2026-03-28 13:00, by the clock of the venue.
task-how-several = One in each line.
page-task-needed = { " " }(needed)
task-how-person = The number, or the name.
task-how-people = One person in each line: the number, or the name.
task-how-rows = A line for each, in order: 0001 0002 0003 0004.
task-how-shares = A line for each with its tables: R01: 1 2 3.
task-how-figures = Write every seat with points and tiles left: A 0, B 12/3, C 7/2, D 20/5; or with scores: A +39/0, B −12/3, C −7/2, D −20/5. If nobody cleared the rack, add: { $endings }. Mark who forfeited: A 20/5, ✗B 12/3 (or !B).
task-play-off = Wanted: { $places } of { $tied }, the best first.
task-nothing-left = There is nothing now for which this would not be refused ({ $asked }).
task-sheet-says = { $conflict ->
        [none] { "" }
       *[other] { $conflict }.{ " " }
    }{ $which ->
        [first] The first sheet
       *[second] The second sheet
    }: { $games }
task-game-says = Game { $game }: { $seats ->
        [none] not recorded
       *[other] { $seats }
    }{ $drawn ->
        [yes] , { page-sheet-drawn }
       *[no] { "" }
    }.
task-also-raise-dispute = complaint, complain, objection, object, protest, appeal, challenge
task-also-withdraw-dispute = drop a complaint or an objection
task-also-make-ruling = decide a complaint or an objection, decision, verdict, judgement, penalty
task-also-present-evidence = proof, photo, picture
task-also-give-warning = caution, yellow card
task-also-report-breach = offence, foul, cheating
task-also-disqualify-entrant = expel, ban, throw out, red card
task-also-withdraw-entrant = leave, left, go home, ill, give up, quit
task-also-reinstate-entrant = let back in
task-also-check-in = arrive, arrived, present, attendance
task-also-register-walk-in = at the door, on the spot
task-also-register-entrant = sign up, enrol, add a player
task-also-import-entrants = spreadsheet, list of players
task-also-cancel-registration = cannot come, absent, absence, sign off
task-also-move-entrant = change the session, another day
task-also-draw-seats = seating, lots, pairing, allocate tables
task-also-exchange-seats = swap, change places
task-also-start-session = begin, go
task-also-call-time = time is up, clock
task-also-end-session = finish, close
task-also-record-game-result = score, points
task-also-submit-sheet = scores, points, results
task-also-correct-game = fix, mistake, typo, wrong score
task-also-sign-sheet = signature, sign off
task-also-call-parent = guardian, mother, father
task-also-suspend-day = rain, black rain, red rain, typhoon, storm, thunder, thunderstorm, lightning, signal, signal 8, weather, cancel
task-also-suspend-remaining = rain, black rain, red rain, typhoon, storm, thunder, thunderstorm, lightning, signal, signal 8, weather, stop play
task-also-lift-suspension = resume, go on
task-also-reschedule-sessions = postpone, put off, move the day
task-also-give-further-word = update, news
task-also-make-announcement = message, broadcast, tell everyone
task-also-publish-results = release, post results
task-also-conclude-qualification = cut, finalists, who goes on
task-also-decide-cut-tie = draw lots, play-off, level
task-also-place-finalists = final
task-also-make-awards = prizes, winners, medals, champion
task-also-wish-forgotten = forget me, be forgotten, delete my, delete our, delete all my, erase my, remove my, delete everything about, my data deleted, GDPR
task-also-forget-person = delete, privacy, right to be forgotten
task-also-set-consent = privacy, hide a name
task-also-amend-details = name, telephone, e-mail, birthday
task-also-appoint-referee = judge, umpire, staff
task-also-invite-people = invitation, link, QR code
task-also-answer-question = reply
task-words-table = table
task-how-games = A line for each game, in order. { $figures }
task-how-results = As a spreadsheet has them, with a comma or tab between: first the line { $columns }, then a line for each seat of each game. The columns may stand in any order. “{ word-column-game-won }” is 1 for the winner, else 0; the score has its sign.
task-said-results = { $lines ->
        [one] One line
       *[other] { $lines } lines
    } of results of { $tables ->
        [one] one table
       *[other] { $tables } tables
    }
task-how-written = As JSON, as the documentation of the API has it.
task-invited = { $letters ->
        [0] No letter goes out
        [one] One letter goes out
       *[other] { $letters } letters go out
    }, for { $people ->
        [one] one person
       *[other] { $people } people
    }. Without an e-mail address on file, and so without a letter: { $without }.
task-question-begins = { $urgent ->
        [true] URGENT:{ " " }
       *[false] { "" }
    }{ $called }{ $words ->
        [none] { "" }
       *[other] , “{ $words }”
    }
task-erase-who = Person
task-erase-goes = Deleted
task-erase-what-goes = { bot-forget-goes }. { bot-forget-for-good }
task-erase-stays = Kept
task-events = Will be recorded: { $events }.
task-done-alike = Done meanwhile, at { $at } by { $by }: { $event }. Once more all the same?
question-referee = Number of the referee
question-name = Name
question-chief = Chief Referee
question-reason = Why
question-unit = Family unit
question-arrived = Time of arrival, if it was earlier
question-session = Session
question-birth-date = Date of birth
question-entrant-no = Number of the entrant
question-name-en = Name in English
question-name-zh = Name in Chinese
question-family = Family: the same word for both
question-family-role = In the family
question-email = E-mail address
question-phone = Telephone
question-language = Language
question-team = Team
question-consent = The name may be shown
question-guardian = Parent or guardian
question-guardian-email = E-mail address of the parent or guardian
question-entrant = Number of the entrant
question-stage = Stage
question-keep = Number that is kept
question-drop = Number that is dropped
question-shown = The name may be shown
question-scope = Where
question-by = Who says so
question-child = Number of the child
question-parent = Number of the parent
question-sheet = Table
question-medium = Signed on
question-digest = Check of the figures that were shown
question-kind = What
question-game = Game
question-seats = Figures of each seat
question-ended-by = How it ended
question-statement = What is disputed
question-dispute = Case
question-breach = What was done
question-description = What was done
question-grounds = Grounds
question-game-in-progress = A game is in progress
question-finding = What is found
question-cites = Rule that it rests on
question-effects = What is ruled
question-supersedes = Ruling that it replaces
question-person = Whom; of an official the number
question-entrants = Entrants
question-lines = Lines of the file
question-question = Question
question-urgent = Urgent
question-beside = Further entrants that it is about
question-answer = Answer
question-call = Call
question-seed = Seed of the lot; drawn if left empty
question-tables = Who sits at which table, if that is given
question-first = Number of the one
question-second = Number of the other
question-assignments = Tables of each referee
question-games = Games of the sheet
question-conflict = Number of the conflict
question-take = Which sheet counts
question-draws = Tile that each drew
question-target = Target
question-turn-seconds = Seconds for a turn
question-rows = Lines of results
question-turn = The turn
question-rack = The rack
question-audience = To whom
question-category = Category
question-en = In English
question-zh = In Chinese
question-day = Day
question-since = Since when
question-next-word = When there will be more word
question-new-day = New day
question-sessions = Sessions
question-fetched-at = When it was fetched
question-body = What the Observatory answered
question-signals = Signals in force
question-danger-read-at = When danger was read
question-proposal = Proposal
question-what = Decision
question-step = Step
question-code = Warning
question-chosen = Who plays in which session
question-choice = Who of those level goes on
question-play-off = Who won the play-off, in order
answer-absent = absent
answer-admit-all = all of them
answer-admit-none = none of them
answer-aid-found = an aid was found
answer-black-rainstorm = black rainstorm
answer-blocked = blocked
answer-board = on the board
answer-break-over = the break is over
answer-break-permitted = a break is permitted
answer-child = child
answer-cleared = rack cleared
answer-confirm = yes, decide so
answer-day-before = the day before
answer-device = a device
answer-disqualified = disqualified
answer-distressed = distressed
answer-en = English
answer-error = entered by mistake
answer-everyone = everyone
answer-expiry = the time for keeping it is over
answer-family-award = as one of a family with an award
answer-finalists = who goes on
answer-first = the first
answer-flipped-tile-exchanged = a flipped tile was exchanged
answer-forfeit = forfeit
answer-form = a form on paper
answer-guardian = the parent or guardian
answer-health = health
answer-left = has left
answer-lot = by lot
answer-morning = in the morning
answer-other = another reason
answer-overturned-tile-returned = an overturned tile was returned
answer-own-wish = their own wish
answer-pages = on pages
answer-paper = paper
answer-parent = parent
answer-play-off = play-off
answer-pool-exhausted = pool exhausted
answer-pool-tile-touched = a tile of the pool was touched
answer-posts = in posts
answer-referees = referees
answer-refuse = no
answer-refused = refused
answer-registration-opens = as check-in opens
answer-request = they asked for it
answer-reshuffle-granted = a reshuffle was granted
answer-role-chief-referee = Chief Referees
answer-role-referee = referees of tables
answer-second = the second
answer-self = the entrant
answer-signal-8-or-above = signal 8 or above
answer-time = time is up
answer-timer-guide = guide to the timer
answer-unwell = unwell
answer-waiting = who waits for a place
answer-withdrawn = withdrawn
answer-zh = Chinese

## Handouts: what is printed for a day.

page-handouts = Print
page-handout-both = Both languages
page-handout-sheets = Score sheets
page-handout-sheets-about = One page a table. The code opens the table on the phone of an official who is signed in.
page-handout-seats = Lists of seats
page-handout-seats-about = By number, to hang up; by name, for officials alone.
page-handout-badges = Badges
page-handout-badges-about = Whoever is signed in as an official scans the code and checks in the person. Names stand there of those who agreed to be named in the hall.
page-handout-tables = Numbers of tables
page-handout-tables-about = One page a table. The code leads officials to what is to be done there, anyone else to the table's page.
page-handout-not-drawn = Seats are not drawn yet. Badges and numbers of tables can be printed now.
page-handout-table = Table
page-handout-player = Player
page-handout-won = Won
page-handout-score = Score
page-handout-tiles = Tiles
page-handout-signing = With the signature you confirm your scores. After that they can no longer be disputed.
page-handout-chop = Organizer's mark
page-handout-by-number = By number
page-handout-by-name = By name
page-handout-officials-only = For officials only. Not to be hung up.
page-handout-seat = Table { $table }, seat { $seat }
page-handout-code-sheet = For officials: enter results
page-handout-code-badge = Check-in { $number }
