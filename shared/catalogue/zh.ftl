### 繁體中文（香港）。鍵名與 en.ftl 相同。


## Lists and marks

list-of-places = ，
list-after-title = ：
list-more = { "" }
list-between = 、
list-of-sentences = { "" }
list-either = 或
list-from-to = { " → " }
list-between-sentences = ；
list-between-cells = { "," }

## Notices: what one person or office is told. Under 400 characters, so that with name, reference and links it stays under 500.

notice-registration-received = 報名成功：{ $session_label }。{ notice-hours-line }{ notice-venue-line }{ notice-travel-line }{ notice-contact-line }
notice-place-from-waiting-list = 候補成功，你已獲名額：{ $session_label }。{ notice-hours-line }{ notice-venue-line }{ notice-contact-line }
notice-registration-on-waiting-list = { $session_label } 已滿。你在候補名單第 { $waiting_place } 位，一有名額即時通知。{ notice-contact-line }
notice-registration-cancelled = 你的報名已取消，不用參加{ $session_label }。如欲再參加，須重新報名。如屬誤會，請即通知主辦單位。{ notice-contact-line }
notice-stage-left = 你已退出此階段：{ $stage_label }。其他安排不變。如屬誤會，請即通知主辦單位。{ notice-contact-line }
notice-contact-line = { $contact ->
        [none] { "" }
       *[other] 查詢：{ $contact }
    }
notice-written-by = { notice-person }{ $beside ->
        [none] { "" }
       *[other] ，或同一對話的{ $beside }
    }{ notice-words }
notice-person = { $name ->
        [none] 編號 { $number }
       *[other] { $name }（編號 { $number }）
    }
notice-words = { $words ->
        [none] 。
       *[other] ：「{ $words }」
    }
notice-question = 致主辦單位（{ $question }）。{ $words }
notice-urgent-question = 緊急：可能是求助（{ $question }）。{ $words }
notice-urgent-after-call = 緊急：呼叫 { $child } 的家長（{ $call }）後收到訊息（{ $question }）。{ $words }
notice-session-wished = 希望改為參加{ $session_label }（{ $question }）。{ $words }
notice-answer = 主辦單位答覆：{ $words }
notice-answered = 「{ $words }」{ $asked ->
        [none] { "" }
       *[other] 你曾寫道：「{ $asked }」
    }
notice-session-changed = 你的場次已{ notice-left }改為 { $session_label }{ notice-planned }。{ notice-hours-line }{ notice-place-line }{ notice-contact-line }
notice-seat-changed = 你的座位已更改：{ $session_label }，第 { $table } 桌 { $seat } 座。
notice-seat-lost = 先前通知的座位不再有效：座位已重新抽籤（{ $session_label }），你未獲編座位。請到報到處查詢。{ notice-contact-line }
notice-reminder-day-before = { notice-played-on }明天比賽：{ $session_label }。{ notice-be-there }，{ notice-play-hours }。{ notice-venue-line }{ notice-travel-line }{ notice-late }{ notice-contact-line }
notice-late = { $late ->
        [none] { "" }
        [misses] { $seating } 前未報到者，該場不獲編桌。
       *[forfeits] { $seating } 前未報到即喪失參賽權。
    }
notice-reminder-morning = { notice-played-on }今天比賽：{ $session_label }。{ notice-be-there }。{ notice-place-line }{ notice-travel-line }
notice-be-there = { $registration ->
        [none] { $seating } 前入座
       *[other] { $registration } 報到，{ $seating } 前入座
    }
notice-reminder-opening = { notice-played-on }{ $registration ->
        [none] 你的場次即將開始，請於 { $seating } 前入座。
       *[other] 你的場次於 { $registration } 開始報到，請於 { $seating } 前入座。
    }{ notice-place-line }{ $table_line }
notice-cannot-come = { $contact ->
        [none] 如未能出席，請告知主辦單位。
       *[other] 如未能出席，請告知我們：{ $contact }
    }
notice-timer-guide = 參加 { $session_label } 前，請先閱讀計時器使用說明（Rummikub Timer – How to Use）{ $attached ->
        [true] ，見附件{ $timer_guide ->
            [none] 。
           *[other] ，或瀏覽 { $timer_guide }
        }
       *[false] { $timer_guide ->
            [none] 。報到處備有說明；賽前請向主辦單位索取{ $contact ->
                [none] 。
               *[other] ：{ $contact }
            }
           *[other] ：{ $timer_guide }
        }
    }
notice-file-timer-guide = 計時器使用說明
notice-weather-watch = 天氣提示：{ $session_label } 前可能發出令賽事暫停的警告。{ $cutoff } 作決定並會通知你，毋須查詢。
notice-goes-ahead = { notice-played-on }{ notice-lifted }賽事{ notice-goes }：{ $session_label }。{ notice-hours-line }{ notice-place-line }
notice-goes = { $warned ->
        [none] 如常舉行
       *[other] 仍會舉行
    }
notice-played-on = { $warned ->
        [none] { "" }
       *[other] { $warned }
    }
notice-in-force-or-on = { $warned ->
        [none] { notice-in-force-now }
       *[other] { notice-played-on }
    }
notice-lifted = { $lifted ->
        [false] { "" }
       *[true] 暫停已取消。
    }
notice-suspended = 暫停{ notice-short-grounds }：{ notice-what-to-do }因{ $grounds_label }{ notice-since }，{ $session_label } 暫停舉行。{ notice-next-word }
notice-session-voided = 中止{ notice-short-grounds }：{ notice-what-to-do }因{ $grounds_label }{ notice-since }，{ $session_label } 中止，成績作廢並將重賽。{ notice-pardoned }{ $others ->
        [none] { "" }
       *[other] { $others } 亦不舉行。
    }{ notice-next-word }
notice-pardoned = { $pardoned ->
        [false] { "" }
       *[true] 你可參加重賽，先前未有及時到場一事不再計算。
    }
notice-suspended-hall = { $stopped ->
        [true] 請立即中止比賽，並在各桌讀出：
       *[false] 請在場內讀出：
    }「{ notice-read-out-hall }」暫停：因{ $grounds_label }{ notice-since }，{ $sessions }暫停舉行。現正通知所有相關人士。{ notice-next-word }
notice-further-word = 仍然暫停：{ $session_label }。{ notice-danger-now }{ $words } { notice-next-word }
notice-further-word-hall = { $child_inside ->
        [false] { $freed ->
            [away] { $session_label }：
           *[other] 在場人士：
        }{ notice-word-inside }
       *[true] { $danger_now ->
            [none] { $danger_over ->
                [none] { notice-child-in-hall }
               *[other] { notice-danger-now }
            }
           *[other] { notice-danger-now }
        }場內宣布：「{ $words }」兒童須由接送者陪同離開。
    }
notice-further-word-read-out = 請在場內讀出：{ notice-in-force-now }{ $danger_now ->
        [none] { $danger_over ->
            [none] { "" }
           *[other] 在場人士可以離開。兒童須由接送者陪同離開。
        }
       *[other] { notice-read-out-hall }
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
       *[other] { notice-what-to-do }
    }
notice-in-force-now = { $danger_now ->
        [none] { notice-over-now }
       *[other] 現正生效：{ $danger_now }。
    }
notice-over-now = { $danger_over ->
        [none] { "" }
       *[other] 不再生效：{ $danger_over }。
    }
notice-free-now = { $danger_over ->
        [none] { "" }
       *[other] { $freed ->
            [inside] 你可以離開場地。{ notice-fetched }
            [child] { notice-child-in-hall }請接回子女；子女會留在場內等候你。
            [online] { "" }
           *[away] 你毋須再因此留在室內。
        }
    }
notice-stay-indoors = { $danger_now ->
        [none] { "" }
       *[other] { $danger ->
           *[rain] 警告取消前請留在室內。
            [cyclone] 交通安全之前，請留在家中。
            [hurricane] 請留在室內，安全之前切勿外出。
            [other] { "" }
        }
    }
notice-in-force-away = { notice-in-force-now }{ $danger_now ->
        [none] { "" }
       *[other] 請勿前來。
    }{ notice-stay-indoors }
notice-still-off = { $moved ->
        [true] { "" }
       *[none] 仍然暫停：
    }
notice-still-next = { $moved ->
        [true] { "" }
       *[none] { notice-next-word }
    }
notice-further-word-officials = { notice-still-off }{ $sessions }。{ notice-in-force-now }{ $words } { notice-still-next }
notice-further-word-waiting = { notice-still-off }你正候補的{ $sessions }。{ notice-in-force-away }{ $words } { notice-still-waiting }{ notice-still-next }
notice-further-word-unplaced = { notice-still-off }{ $entered_label }（{ $sessions }）。{ notice-in-force-away }{ $words } { notice-still-next }
notice-further-word-reserves = { notice-still-off }{ $entered_label }（{ $sessions }）。{ notice-in-force-away }{ $words } { notice-still-next }
notice-word-due = 已承諾最遲於 { $next_word_label } 再就{ $sessions }的暫停通知各人，至今尚未有新消息。{ $moved ->
        [true] 請現在發出：有人獲通知留在場內。
       *[none] 請現在發出，或決定新日期。
    }
notice-suspended-officials = 暫停：因{ $grounds_label }{ notice-since }，{ $sessions }暫停舉行。現正通知所有相關人士。{ notice-next-word }
notice-suspended-waiting = 暫停：請勿前來。你正候補的{ $sessions }因{ $grounds_label }{ notice-since }暫停舉行。{ notice-still-waiting }{ notice-next-word }
notice-suspended-out = 暫停{ notice-short-grounds }：{ notice-what-to-do }因{ $grounds_label }{ notice-since }，{ $session_label } 暫停舉行。你已不再參加該場次，但以上安排同樣適用於你。
notice-further-word-out = 在場人士：{ notice-word-inside }
notice-suspended-reserves = 暫停：{ $entered_label }（{ $sessions }）因{ $grounds_label }{ notice-since }暫停舉行。你的後備次序不變。{ notice-next-word }
notice-goes-ahead-reserves = { notice-played-on }{ notice-lifted }{ $entered_label }{ notice-goes }：{ $sessions }。你的後備次序不變。
notice-rescheduled-reserves = { notice-in-force-or-on }{ notice-stay-indoors }{ $entered_label }的新日期：{ $sessions }{ notice-planned }。你的後備次序不變，如獲遞補即時通知。
notice-suspended-unplaced = 暫停：{ $entered_label }（{ $sessions }）因{ $grounds_label }{ notice-since }暫停舉行。你的參賽資格不變，請勿前來。{ notice-next-word }
notice-goes-ahead-officials = { notice-played-on }{ notice-lifted }賽事{ notice-goes }：{ $sessions }。現正通知所有相關人士。
notice-goes-ahead-waiting = { notice-played-on }{ notice-lifted }賽事{ notice-goes }：{ $sessions }。{ notice-still-waiting }
notice-still-waiting = 你仍在候補名單第 { $waiting_place } 位。
notice-goes-ahead-unplaced = { notice-played-on }{ notice-lifted }{ $entered_label }{ notice-goes }：{ $sessions }。場次稍後通知。
notice-rescheduled-officials = { notice-in-force-or-on }新日期：{ $sessions }{ notice-planned }，時間不變。{ notice-held-officials }{ notice-cannot-come }
notice-rescheduled-waiting = { notice-in-force-or-on }{ notice-stay-indoors }新日期：你正候補的{ $sessions }{ notice-planned }。{ notice-still-waiting }
notice-rescheduled-unplaced = { notice-in-force-or-on }{ notice-stay-indoors }{ $entered_label }的新日期：{ $sessions }{ notice-planned }。場次稍後通知。{ notice-cannot-come }
notice-rescheduled = { notice-in-force-or-on }{ notice-held }新日期：你的場次改為 { $session_label }{ notice-planned }。{ notice-pardoned }{ notice-hours-line }{ notice-place-line }{ notice-cannot-come }
notice-plan-changed = 更改：請重新留意 { $session_label } 的時間及地點。{ notice-hours-line }{ notice-venue-line }{ notice-cannot-come }
notice-plan-changed-for-referees = 更改：以下場次的時間或地點有變：{ $sessions }。請查看賽程。{ notice-cannot-come }
notice-dispute-raised = { $disputed_table ->
        [none] 爭議 { $dispute }：{ $dispute_label }。
       *[other] { $session_label }第 { $disputed_table } 桌提出爭議 { $dispute }：{ $dispute_label }。{ $session_over ->
            [true] { "" }
           *[false] 該桌正在等候。
        }
    }
notice-case-raised = 工作人員已代你就{ $session_label }第 { $disputed_table } 桌提出爭議 { $dispute }{ notice-as-written }裁決由總裁判作出，並會在此通知你。在此之前記分紙不作定案；須由你處理的事項，見你的個人頁面。
notice-case-raised-by-self = 已有人經你的對話或網頁，以你的名義就{ $session_label }第 { $disputed_table } 桌提出爭議 { $dispute }{ notice-as-written }裁決由總裁判作出，並會在此通知你。{ notice-not-you }
notice-case-withdrawn-by-self = 已有人經你的對話或網頁，以你的名義撤回{ $session_label }第 { $disputed_table } 桌的爭議 { $dispute }：不再裁決，得分維持不變。{ notice-reason }{ notice-not-you }
notice-not-you = 如非你或代表你的人所為，請告知該桌裁判或總裁判。
notice-case-withdrawn = 代你就{ $session_label }第 { $disputed_table } 桌提出的爭議 { $dispute } 已撤回：不再裁決，得分維持不變。{ notice-reason }
notice-question-raised = 已代你向主辦單位提出（{ $question }）{ notice-as-written }答覆會在此通知你；在此之前，可在你的個人頁面查看。
notice-as-written = { $reason ->
        [none] 。
       *[other] ：「{ $reason }」。
    }
notice-disputed-game-corrected = { $session_label }第 { $disputed_table } 桌第 { $game } 局已更正，而有關的爭議 { $disputes_open } 尚未裁決。請開啟個案查看現時成績。
notice-dispute-moot = { $session_label }第 { $disputed_table } 桌的爭議 { $dispute }（{ $dispute_label }）已結束：離場者已恢復參賽，無須再作裁決。
notice-dispute-withdrawn = { $session_label }第 { $disputed_table } 桌的爭議 { $dispute }（{ $dispute_label }）已撤回，無須再作裁決。
notice-chief-called = 請到{ $session_label }第 { $table } 桌：{ $caller_label } 呼叫總裁判。
notice-chief-coming = 總裁判正前往{ $session_label }第 { $table } 桌，請告知等候的參賽者。
notice-organizer-coming = 主辦單位正前往{ $session_label }第 { $table } 桌，請告知等候的參賽者。
notice-ruling = { notice-ruling-of }：{ $decided }依據：{ $cites }。裁決不設上訴。{ notice-reason }
notice-ruling-for-referee = { $ruled_place ->
        [none] 請告知有關參賽者：
       *[other] 請告知{ $ruled_place }：
    }裁決 { $ruling }。{ $effects }依據：{ $cites }。{ notice-signing }{ $session_over ->
        [true] { "" }
       *[false] { $back ->
            [none] { notice-read-when }
           *[other] 請即尋找並告知參賽者 { $back }。
        }
    }
notice-read-when = { $read_later ->
        [none] { $read_at_once ->
            [none] { "" }
           *[other] 參賽者 { $read_at_once } 即時獲通知。
        }
       *[other] { $read_at_once ->
            [none] 參賽者於場次結束後獲通知。
           *[other] 參賽者 { $read_later } 於場次結束後獲通知，{ $read_at_once } 即時獲通知。
        }
    }
notice-ruling-for-official = { notice-ruling-of }：{ $effects }依據：{ $cites }。{ notice-signing }
notice-figures-corrected = { $ruled_place }：你的成績已更正。{ $corrected }{ notice-signing }
notice-corrected-read-out = 請告知{ $ruled_place }：{ notice-corrected-what }{ notice-signing }{ $session_over ->
        [true] { "" }
       *[false] { notice-read-when }
    }
notice-corrected-for-official = { $ruled_place }記分紙已更正：{ notice-corrected-what }{ notice-signing }{ notice-reason }
notice-corrected-what = { $taken ->
        [first] 兩張不符的記分紙以第一張為準。
        [second] 兩張不符的記分紙以第二張為準。
       *[other] { $game_now }
    }
notice-warned = 你受到第 { $warning } 次口頭警告（上限 { $most } 次{ $where ->
        [none] { "" }
       *[other] ；{ $where }
    }）。其後再有違規將展開調查，並可能被取消資格。{ notice-reason }
notice-disqualified = 你已被取消資格：不能繼續參加{ $stage_label }，亦不列名次。對手已取得的成績維持不變。如欲了解原因，請向總裁判查詢。
notice-reinstated = 你已恢復參加{ $stage_label }：先前的退賽或取消資格已撤回，成績繼續計算。{ $next ->
        [none] { "" }
       *[other] { $next }
    }{ notice-signing }
notice-forfeit-undone = { $suspended ->
        [true] 比賽已暫停
       *[false] 開賽已撤回
    }（{ $ruled_place }）：該處已開始的賽局不再作準，當中因有人離場而判的勝負，以及已告知你的相關成績，均不計算。
notice-forfeit-undone-read-out = 請告知{ $ruled_place }：該場次的開始已撤回，先前因有人離場而判的勝負均不再作準。
notice-unplayed-games = { $returned ->
        [none] { "" }
       *[other] 參賽者 { $returned } 已恢復參加{ $stage_label }。
    }你與參賽者 { $opponent } 的賽局（{ $ruled_place }）：{ $games_stand }{ notice-signing }
notice-games-due = 參賽者 { $sat_there } 的賽局（{ $ruled_place }）：{ $games_due }
notice-games-due-to-play = 第 { $games } 局須補賽，請通知他們時間地點。
notice-games-due-none = 不再有賽局須補賽。
notice-games-due-forfeited = 第 { $games } 局判 { $winner } 勝出。
notice-games-to-play = 第 { $games } 局須補賽。{ $at_table ->
        [true] 請即到該桌。
       *[false] 時間地點由工作人員通知。
    }
notice-games-asked = { $place }：{ $games }
notice-games-won = { $count ->
        [1] 第 { $games } 局判你勝出：{ $figures }
       *[other] 第 { $games } 局判你勝出，每局 { $figures }
    }{ $why ->
        [disqualified] ，因對方已被取消資格。
        [withdrawn] ，因對方已離場。
       *[drawn] ，因下一輪已按此結果編排。
    }
notice-games-lost = 第 { $games } 局判對方勝出{ $why ->
        [drawn] ，因下一輪已按此結果編排。
       *[other] ，因你已不再參賽。
    }
notice-forfeit-read-out = 請告知{ $ruled_place }：參賽者 { $entrant } { $disqualified ->
        [true] 已被取消資格。
       *[false] 已離場。
    }{ $games_now }{ notice-signing }
notice-conduct-read-out = 請即告知{ $ruled_place }參賽者 { $entrant }：{ $done ->
        [disqualified] 已被取消{ $stage_label }資格，不可繼續比賽。
       *[reinstated] 已恢復參加{ $stage_label }。{ $plays_with ->
            [none] { "" }
           *[other] 請同時告知參賽者 { $plays_with }：雙方未賽的賽局須補賽。
        }{ notice-signing }
    }
notice-conduct-for-official = { $ruled_place ->
        [none] { "" }
       *[other] { $ruled_place }
    }參賽者 { $entrant } { $done ->
        [warned] 受到第 { $warning } 次口頭警告（上限 { $most } 次）。
        [disqualified] 被取消{ $stage_label }資格。
       *[reinstated] 已恢復參加{ $stage_label }。
    }
notice-session-results-open = 你在 { $session_label } 的成績（共 { $tables_played } 桌）：{ $all_figures }。以公布為準。
notice-session-results = 你在 { $session_label } 的成績：{ $figures }。以公布為準。
notice-round-drawn = 第 { $round } 輪：{ $round_line }
notice-round-changed = 第 { $round } 輪已更改：{ $round_line }
notice-results-published = { $stage_label }成績已公布。{ $own_line }{ notice-all-results }
notice-correction-published = { $stage_label }成績已更正（第 { $version } 版）。{ $own_line }{ notice-all-results }
notice-parent-called = 請即到場：參賽者 { $child }{ notice-child-named }{ $call_table ->
        [none] { "" }
       *[other] （第 { $call_table } 桌）
    } { $call_grounds }。{ notice-venue-line }{ notice-contact-line }如經 Telegram 收到，請按「我正前來」，以便告知孩子；如以電郵收到，請致電或直接前來。
notice-asked-to-come = 請即到場：參賽者 { $child }{ $call_table ->
        [none] { "" }
       *[other] （第 { $call_table } 桌）
    } { $call_grounds }。
notice-parent-called-for-referee = 請即告知第 { $at_table } 桌參賽者 { $parent }：其孩子 { $child }{ notice-child-named }{ $call_table ->
        [none] { "" }
       *[other] （第 { $call_table } 桌）
    } { $call_grounds }，需要家長。告知後請按「我正前來」。
notice-parent-answered = { $by_child ->
        [true] 有人以 { $child }{ notice-child-named }的電話回覆，稱家長正前來。可能是參賽者本人的電話：如家長未有到場，請再次呼叫或致電。
       *[false] 參賽者 { $answered_by } 正前來接 { $child }{ notice-child-named }，請告知孩子。
    }
notice-parent-wrote = 呼叫 { $child } 的家長（{ $call }）後收到訊息（致主辦單位：{ $question }）。{ $words }{ $call_open ->
        [true] 有人照顧孩子後，請按「已有人照顧孩子」。
       *[false] { "" }
    }
notice-child-seen-to = 已有人照顧 { $child }{ notice-child-named }，無須再致電。
notice-parent-heard = 有人以 { $child }{ notice-child-named }的電話回覆，稱家長正前來。因可能是參賽者本人的電話，呼叫仍然有效（{ $call }）。家長到場後請按「已有人照顧孩子」；如家長未有到場，請致電。
notice-child-named = { $child_name ->
        [none] { "" }
       *[other] （{ $child_name }）
    }
notice-parent-not-reached = 呼叫 { $child }{ notice-child-named } 的家長（{ $call }）三分鐘仍無人回覆；孩子 { $call_grounds }。請致電：按「聯絡電話」可查看號碼。有人照顧孩子後，請按「已有人照顧孩子」。
notice-parent-not-reached-for-referee = { $child }{ notice-child-named }{ $call_table ->
        [none] { "" }
       *[other] （第 { $call_table } 桌）
    } 的家長未有回覆（{ $call }）；孩子 { $call_grounds }。主辦單位現正致電，請先照顧孩子。
notice-qualified = 恭喜晉級{ $entered_label }！{ notice-level }{ notice-keep-free }
notice-level = { $level ->
        [none] { "" }
        [lot] 你與其他參賽者同列最後晉級名次，經抽籤決定。
       *[other] 你與其他參賽者同列最後晉級名次，經決定由誰晉級。
    }
notice-reserve = { notice-level }你是{ $entered_label }後備第 { $reserve_place } 名{ $final_days ->
        [none] { "" }
       *[other] ，請預留{ $final_days }
    }，如獲遞補即時通知。
notice-not-qualified = 你未能晉級{ $following_label }，多謝參與。
notice-cut-open-again = { $entered_label }的晉級名單須重新決定。之前有關你晉級或列為後備的通知暫不作準。有決定後會立即通知你。
notice-cut-open-again-placed = { $entered_label }的晉級名單須重新決定，已編定的場次及桌位全部取消。之前有關你的場次、晉級或列為後備的通知不再作準。有決定後會立即通知你。
notice-reserve-over = { $entered_label }已開始，不再遞補，你的後備資格亦告結束。感謝你一直預留時間。
notice-waiting-over = { $session_label }已結束，未有名額空出。多謝等候。
notice-moved-up = 你已遞補晉級{ $entered_label }。{ $final_line }
notice-moved-up-seat = 你已遞補晉級{ $entered_label }：{ $session_label }。{ notice-hours-line }{ notice-place-line }{ notice-counts-on }
notice-final-seat = 你將參加{ $entered_label }：{ $session_label }。{ notice-hours-line }{ notice-place-line }{ notice-counts-on }
notice-announcement-read-out = 請在各桌讀出：{ $words }
notice-awards = 恭喜！你獲得{ $award_title }，請留步參加頒獎。
notice-family-award = 恭喜！你的家庭{ notice-both }獲得{ $family_award_title }，請留步參加頒獎。
notice-awards-corrected = 獎項已更正：你現獲得{ $award_title }。恭喜！
notice-awards-taken-back = 獎項已更正：你不再獲得{ $award_title }。謹此致歉。
notice-family-award-corrected = 獎項已更正：你的家庭{ notice-both }現獲得{ $family_award_title }。恭喜！
notice-family-award-taken-back = 獎項已更正：你的家庭{ notice-both }不再獲得{ $family_award_title }。謹此致歉。
notice-both = { $child ->
        [none] { "" }
       *[other] （{ $child } 及 { $parent }）
    }
notice-family-asked = 參賽者 { $by } 希望與你組成家庭組合（{ $child } 為子女，{ $parent } 為家長），參加{ $family_award_title }。如屬家人請確認，否則請拒絕。除非你確認，{ $by } 不會得知你的任何資料。{ $answer_at ->
        [chat] { "" }
        [page] 請在個人頁面回覆。
        [desk] 如要回覆，請向報到處辦理。
       *[other] 請在個人頁面回覆：{ $answer_at }
    }
notice-consent-recorded = 已為參賽者 { $consented } 記錄：家長或監護人同意顯示姓名（{ $scopes }）。如非你本人所作，請通知主辦單位撤回。{ notice-contact-line }
notice-family-dissolved = { $child } 與 { $parent } 的家庭組合已解散，不再計算{ $family_award_title }的名次。你本人的賽程不變。{ $family_open ->
        [true] 決賽開始前可另組家庭組合。
       *[false] { "" }
    }{ notice-contact-line }
notice-announcement = 主辦單位：{ $words }
notice-weather-suspend = { $proposal }：{ notice-weather-lead }{ $day_label } 截止時或其後 { $codes } 生效{ notice-read-in-part }{ notice-weather-over }，建議全日暫停（{ $sessions }）。請確認或拒絕。
notice-weather-suspend_remaining = { $proposal }：{ notice-weather-lead }{ $each_begun }{ notice-read-in-part }{ notice-weather-over }，建議暫停當日餘下場次（{ $sessions }）。請確認或拒絕。
notice-weather-began = { $warning } 於{ $since }生效
notice-weather-over = { $doubt_label ->
        [none] { notice-weather-became }
       *[other] （{ $doubt_label }；兩者一致前仍須計算）
    }
notice-weather-became = { $over_label ->
        [none] { "" }
       *[other] （{ $over_label }，但按規則仍須暫停；如要繼續比賽，請拒絕）
    }
notice-weather-lead = { $lead_label ->
        [none] { "" }
       *[other] 現正生效：{ $lead_label }{ $ended_label ->
            [none] { "" }
           *[other] ；{ $ended_label }
        }。
    }
notice-weather-danger = { notice-weather-new }{ notice-weather-word }
notice-weather-danger-for-referees = { notice-weather-new }{ notice-weather-word-follows }
notice-weather-new = 新危險：{ $codes } 於{ $since_label }生效{ notice-also-in-force }。{ notice-weather-stands }{ $came ->
        [rain] 警告取消前，任何人都不應離開場地。
        [hurricane] 可安全外出前，任何人都不應離開場地。
       *[cyclone] 除非情況安全，任何人都不應離開場地。
    }
notice-weather-danger-over = { notice-weather-no-longer }{ notice-weather-word }
notice-weather-danger-over-for-referees = { notice-weather-no-longer }{ notice-weather-word-follows }
notice-weather-no-longer = 不再生效：{ $codes } 已於{ $since_label }結束。{ notice-weather-stands }{ $still_label ->
        [none] { "" }
       *[other] 現正生效：{ $still_label }。
    }
notice-weather-word-follows = 參賽者尚未收到有關通知：主辦單位或總裁判會發出進一步通知，你亦會收到。
notice-weather-stands = { $moved ->
        [true] { $sessions }的在場人士曾獲通知留在場內。
       *[none] { $sessions }現已暫停。
    }
notice-weather-word = 參賽者尚未收到有關通知，請現在發出{ $next_word_label ->
        [none] 。
       *[other] （已承諾最遲於 { $next_word_label }）。
    }
notice-weather-proceed = { $proposal }：{ $day_label } 沒有令賽事暫停的警告，建議公布如常舉行。請確認或拒絕。
notice-invitation = { $tournament_title }：{ $invitation ->
        [none] 有關你場次的通知會發送至此電郵地址。
       *[other] 以手機的 Telegram 接收有關你場次的通知。請在手機開啟此連結，按「開始」，再按「是，連接」：{ $invitation } 連結只能使用一次，兩星期內有效，請勿轉交他人。不一定要使用 Telegram；如不使用，通知會發送至此電郵地址。
    }{ notice-page-line }
notice-invitation-reminder = { $tournament_title } 即將開始{ $invitation ->
        [none] 。通知會發送至此電郵地址。不會再次提醒。
       *[other] ，你尚未連接對話。通知會發送至此電郵地址；如欲以手機的 Telegram 接收，請在手機開啟此連結，按「開始」，再按「是，連接」：{ $invitation } 連結只能使用一次，兩星期內有效，請勿轉交他人。不會再次提醒。
    }{ notice-page-line }
notice-page-line = { $page ->
        [none] { "" }
       *[other] { "" }你的賽程、地點及成績載於個人頁面，請保留此連結：{ $page }
    }
notice-retention-due = 賽事已於{ $day_label }結束，參賽者及裁判的姓名、出生日期及聯絡資料仍在保存。如已不再需要，請由系統管理員執行 `tileledger forget { $tournament } --everyone` 刪除。成績及證明維持不變。
notice-personal-code = 你的驗證碼：{ $code }，用於{ $purpose ->
    [withdraw] 放棄名額
    [consent] 更改可在何處顯示姓名
    [family] 回覆家庭組合的邀請
    [contacts] 查看報名時提供的資料
    [export] 索取所持有的個人資料
    [forget] 要求刪除個人資料
   *[other] 個人頁面
}。請於十分鐘內在個人頁面輸入，切勿告訴他人。如並非由你索取，請通知主辦單位：他人持有你的連結。
notice-post = { $words }
notice-weather-unknown = { $proposal }：未能完整讀取天文台資料，未知 { $day_label } 的警告情況。{ notice-as-far-as-read }請親自查看：{ notice-observatory-page } 尚未公布任何消息。
notice-weather-escalated-suspend = { notice-weather-suspend }{ notice-nobody-answered }
notice-weather-escalated-suspend_remaining = { notice-weather-suspend_remaining }{ notice-nobody-answered }
notice-weather-escalated-proceed = { notice-weather-proceed }{ notice-nobody-answered }
notice-weather-escalated-unknown = { notice-weather-unknown }{ notice-nobody-answered }
notice-weather-decided = { $settled }（{ $day_label }）已有決定：{ $decision ->
        [suspend] 全日暫停
        [suspend_remaining] 暫停當日餘下場次
        [proceed] 如常舉行
       *[refused] 拒絕建議，不按建議行事
    }。由{ $role ->
        [organizer] 主辦單位
        [chief_referee] 總裁判 { $by }{ " " }
       *[service] 系統按設定
    }決定，毋須再回覆。
notice-observatory-silent = 自 { $since_label } 起未能完整讀取天文台資料，{ $codes ->
        [none] { "" }
       *[other] { $doubt_label ->
            [none] 已讀取的部分顯示 { $codes } 生效，
           *[other] 未能確定 { $codes } 是否仍然生效：{ $doubt_label }。
        }
    }仍會繼續查看。請親自查看：{ notice-observatory-page }

## Parts of notices

notice-as-far-as-read = { $still_label ->
        [none] { "" }
       *[other] 已讀取的部分顯示{ $still_label }生效。
    }
notice-not-translated = { $words }（未有譯文）
notice-planned = { $replaced_label ->
        [none] { $planned_label ->
            [none] { "" }
           *[other] （原定 { $planned_label }）
        }
       *[other] （由 { $replaced_label } 再改期{ $planned_label ->
            [none] ）
           *[other] ；原定 { $planned_label }）
        }
    }
notice-left = { $left_label ->
        [none] { "" }
       *[other] 由 { $left_label } { "" }
    }
notice-since = { $since_label ->
        [none] { "" }
       *[other] { $until_label ->
            [none] （自 { $since_label } 起生效）
           *[other] （{ $since_label } 至 { $until_label } 生效）
        }
    }{ notice-also-in-force }
notice-also-in-force = { $also_label ->
        [none] { "" }
       *[other] （現亦生效：{ $also_label }）
    }
notice-next-word = { $next_word_label ->
        [none] 新日期決定後即時通知你。
       *[other] 最遲於 { $next_word_label } 再通知你；新日期決定後即時公布。
    }
notice-short-grounds = { $danger ->
        [other] { "" }
        [cyclone] （八號風球）
        [hurricane] （九號或十號風球）
       *[rain] （黑色暴雨）
    }
notice-held = { $held ->
        [none] { "" }
        [at_home_rain] 警告取消前請留在室內。
        [at_home_cyclone] 交通安全之前，請留在家中。
        [at_home_hurricane] 請留在室內，安全之前切勿外出。
        [on_the_way_rain] 警告取消前請留在室內。
        [on_the_way_cyclone] 如情況安全，請先回家；否則留在室內，直至交通安全。
        [on_the_way_hurricane] 請留在室內，安全之前切勿外出。
        [inside_rain] 請留在場內，直至我們通知可以離開。{ notice-fetched }
        [inside_cyclone] 交通安全之前，可留在場內。{ notice-fetched }
        [inside_hurricane] 請留在場內，安全之前切勿外出。{ notice-fetched }
        [child] { notice-child-in-hall }{ notice-fetching }
       *[inside_other] { notice-fetched }
    }
notice-held-officials = { $held_in_hall ->
        [none] { "" }
        [cyclone] 在場人士可留至交通安全為止。
        [hurricane] 在場人士須留在場內，直至可安全外出。
       *[rain] 在場人士須留在場內，直至另行通知可以離開。
    }
notice-read-out-hall = { $stopped ->
        [true] 比賽中止。
       *[false] { "" }
    }{ $danger ->
        [rain] 請留在場內，未通知警告取消前切勿離開。
        [cyclone] 請於交通安全時盡早回家；在此之前可留在場內。
        [hurricane] 請留在場內，未通知可安全外出前切勿離開。
       *[other] 請留在原位，等候工作人員指示。
    }兒童須由接送者陪同離開。
notice-what-to-do = { $to_do ->
        [at_home_rain] 請勿前來，留在室內直至警告取消。
        [at_home_cyclone] 請勿前來，留在家中。
        [at_home_hurricane] 請勿前來，留在室內，安全之前切勿外出。
        [on_the_way_rain] 請勿繼續前來，立即到室內暫避，直至警告取消。如已在場地附近，可入內等候。
        [on_the_way_cyclone] 如情況安全，請折返回家；否則到室內暫避。如已在場地附近，可入內等候。
        [on_the_way_hurricane] 請勿繼續前來，立即到室內暫避，直至可安全外出。如已在場地附近，可入內等候。
        [on_the_way_other] 請折返；如已到場，請依工作人員指示。
        [inside_rain] 請留在場內，警告取消前切勿離開。{ notice-fetched }
        [inside_cyclone] 請於交通安全時盡早回家；在此之前可留在場內。{ notice-fetched }
        [inside_hurricane] 請留在場內，安全之前切勿外出。{ notice-fetched }
        [inside_other] 請依場內工作人員指示。{ notice-fetched }
        [child] { notice-child-in-hall }{ notice-fetching }
        [online_rain] 請勿開始新的賽局，進行中的賽局請即停止。
        [online_cyclone] 請勿開始新的賽局，進行中的賽局請即停止。
        [online_hurricane] 請勿開始新的賽局，進行中的賽局請即停止。
        [online_other] 請勿開始新的賽局，進行中的賽局請即停止。
       *[at_home_other] 請勿前來。
    }
notice-child-in-hall = 你的子女{ $children ->
        [none] { "" }
       *[other] { $children }
    }正在場內，由工作人員照顧。
notice-fetched = { $fetched ->
        [false] { "" }
       *[true] 兒童須由接送者陪同離開。
    }
notice-fetching = { $danger ->
        [rain] 請留在室內，警告取消後才接回子女；如已到場，請入內等候。
        [hurricane] 請留在室內，可安全外出時才接回子女；如已到場，請入內等候。
        [cyclone] 請於安全情況下盡早接回子女；子女會留在場內等候你。
       *[other] 請接回子女；子女會留在場內等候你。
    }
notice-observatory-page = https://www.hko.gov.hk/tc/
notice-read-in-part = { $read ->
        [none] { "" }
       *[other] （天文台其餘資料未能讀取，{ $whole_label ->
            [none] 未曾完整讀取
           *[other] 上次完整讀取為 { $whole_label }
        }，請親自查看：{ notice-observatory-page } ）
    }
notice-nobody-answered = 自 { $since_label } 起無人回覆。{ $opens_at ->
        [none] 已開始報到，請立即決定；{ $ends_at } 後決定已無作用。
       *[other] 最好於報到開始（{ $opens_at }）前決定；{ $ends_at } 後決定已無作用。
    }

notice-venue-line = { $address ->
        [none] { notice-place-line }
       *[other] 地點：{ $venue }，{ $address }。
    }
notice-place-line = { $venue ->
        [none] 地點由主辦單位公布。
       *[other] 地點：{ $venue }。
    }
notice-travel-line = { $travel ->
        [none] { "" }
       *[other] { $travel }。
    }
notice-hours-line = { $suspended ->
        [true] 該場現已暫停，請勿前來，新日期容後通知。
       *[other] { notice-hours }
    }
notice-hours = { $start ->
        [none] { "" }
       *[other] { $registration ->
            [none] { $seating } 前入座，{ $start } 開賽。
           *[other] { $registration } 開始報到，{ $seating } 前入座，{ $start } 開賽。
        }
    }
notice-all-results = { $link ->
        [none] { "" }
       *[other] 全部成績：{ $link }
    }
notice-keep-free = { $final_days ->
        [none] 場次稍後通知。
       *[other] 場次稍後通知，請預留 { $final_days }。
    }
notice-counts-on = { $carries ->
        [true] 先前成績一併計算。
       *[other] 成績重新計算。
    }
notice-ruling-of = { $ruled_place ->
        [none] 裁決 { $ruling }（{ $dispute }）
       *[other] 裁決 { $ruling }（{ $dispute }，{ $ruled_place }{ notice-ruled-game }）
    }
notice-ruled-game = { $ruled_game ->
        [none] { "" }
       *[other] 第 { $ruled_game } 局
    }
notice-ruled-place = { $session_label }第 { $table } 桌
notice-reason = { $reason ->
        [none] { "" }
       *[other] 理由：「{ $reason }」。
    }
notice-read-out-superseded = 裁決 { $ruling } 不再有效。
notice-replaced-ruling = 裁決 { $ruling } 不再有效，已由 { $by } 取代。
notice-replaced-figures = 第 { $game } 局的數字其後再有更改。
notice-replaced-word = 已讀出的內容不再有效。
notice-read-out-taken-back = { $entrant }：{ $effect }已撤回。
notice-read-out-charged = { $entrant }被罰分：{ $charge }。
notice-read-out-game = { $place ->
        [none] { "" }
       *[other] { $place }
    }第 { $game } 局改為：{ $figures }。
notice-read-out-voided = 第 { $game } 局作廢。
notice-read-out-figures = { $seat } 座 { $score } 分{ $outcome ->
        [won] （勝）
        [drawn] （和）
       *[lost] { "" }
    }
notice-read-out-warned = { $entrant }受到口頭警告（第 { $number } 次，上限 { $most } 次）。
notice-read-out-disqualified = { $entrant }被取消{ $stage }資格。
notice-read-out-stands = 維持原有成績。
notice-read-out-entrant = { $seat ->
        [none] 參賽者 { $entrant }{ " " }
       *[other] { $seat } 座（{ $entrant }）
    }
notice-ruling-changed = { $before ->
        [none] 第 { $game } 局：{ $after }。
       *[other] 第 { $game } 局：由 { $before }改為 { $after }。
    }
notice-ruling-restored = 第 { $game } 局恢復至裁決 { $ruling } 之前：{ $figures }。
notice-game-figures = { $outcome ->
        [won] { $score } 分（{ notice-tiles }，勝）
        [drawn] { $score } 分（{ notice-tiles }，和局）
       *[lost] { $score } 分（{ notice-tiles }）
    }
notice-tiles = { $tiles } 隻牌
notice-ruling-voided = 第 { $game } 局作廢，所有人均不計分。
notice-ruling-replayed = 第 { $game } 局重賽。{ $over ->
        [true] 場次已結束，重賽的時間及地點由工作人員通知。
       *[false] { "" }
    }
notice-ruling-replayed-since = 第 { $game } 局已重賽。
notice-ruling-replayed-without = 第 { $game } 局重賽，你不參加。
notice-ruling-later = 第 { $game } 局以裁決 { $ruling } 為準。
notice-next-suspended = 比賽現正暫停{ notice-short-grounds }：{ notice-what-to-do }恢復時另行通知。
notice-next-session = 下一場：{ $session }。
notice-ruling-no-result = 第 { $game } 局不再有結果。
notice-ruling-opened = 第 { $game } 局沒有成績，須補賽。{ $over ->
        [true] 場次已結束，補賽的時間及地點由工作人員通知。
       *[false] { "" }
    }
notice-ruling-to-be-played = { $place ->
        [none] { "" }
       *[other] { $place }
    }第 { $game } 局的棄權已撤回，須補賽。{ $over ->
        [true] 場次已結束，補賽的時間及地點由工作人員通知。
       *[false] { "" }
    }
notice-ruling-charged = 你被罰分：{ $charge }。
notice-ruling-warned = 你受到口頭警告（第 { $number } 次，上限 { $most } 次）。
notice-ruling-disqualified = 你已被取消資格：不能繼續參加{ $stage }，亦不列名次。
notice-ruling-reinstated = 你在{ $stage }的取消資格已撤回。
notice-ruling-was-to-be-played = 第 { $game } 局原須重賽。
notice-ruling-back = 你已恢復參加{ $stage }，成績繼續計算。
notice-ruling-games-told = 你們之間未賽的賽局如何計算，另有訊息通知。
notice-ruling-nothing-changes = 你的成績不變。
notice-ruling-supersedes = 此裁決取代 { $ruling }{ $count ->
        [1] { "" }
       *[other] { " " }及之前各項裁決
    }，不再以舊裁決為準。
notice-signing = { $sign_again ->
        [none] { "" }
       *[other] { $sign_again }
    }
notice-sign-again = { $again ->
        [true] 你的簽署已失效
       *[false] 你尚未簽署
    }，請{ notice-sign-when }{ $again ->
        [true] 重新簽署
       *[false] 簽署
    }{ $place ->
        [none] { "" }
       *[other] { $place }的
    }記分紙。
notice-signers = 須{ notice-sign-when }{ $again ->
        [true] 重新簽署
       *[false] 簽署
    }：{ $who }。
notice-sign-when = { $ready ->
        [true] { notice-sign-before }，{ notice-sign-where }
       *[false] 待記分紙再無其他未決事項後
    }
notice-sign-where = { $at_table ->
        [true] 在該桌向裁判
       *[false] { $venue ->
            [none] { "" }
           *[other] 到{ $venue }
        }向工作人員
    }以紙本或其裝置
notice-sign-before = { $before ->
        [table] 於離桌前
        [moment] 最遲於 { $until }
        [day] 於 { $until } 公布成績之前
        [corrected] 於公布更正成績之前
       *[results] 於公布成績之前
    }
notice-day-follows = 日期待定
notice-sessions-of-day = { $day ->
        [none] { $begun ->
            [true] { $sessions }
           *[false] { notice-day-follows }，{ $sessions }
        }
       *[other] { $day }{ $sessions }
    }
notice-sessions-numbered = 第 { $numbers } 場
notice-called-by-official = 工作人員
notice-called-by-referee = 裁判（{ $referee }）
notice-table-line = 座位：第 { $table } 桌 { $seat } 座。
notice-figures = 勝 { $won } 局{ $drawn ->
        [0] { "" }
       *[other] 、和 { $drawn } 局
    }，{ $score } 分，剩 { $tiles } 隻牌
notice-instead-of-place = { $was ->
        [none] { "" }
       *[other] ，原為第 { $was } 名
    }
notice-own-place = 你的名次：第 { $place } 名{ notice-instead-of-place }（{ $figures }）。{ $goes_on ->
        [goes_on] 你已晉級{ $following }。
        [reserve] 你是{ $following }後備。
        [stays] 未能晉級{ $following }。
        [open] 晉級{ $following }者將另獲通知。
       *[other] { "" }
    }
notice-not-ranked = { $was ->
        [none] 你沒有名次。
       *[other] 你已沒有名次，原為第 { $was } 名。
    }
notice-round-table = 第 { $table } 桌，{ $seat } 座，同桌：{ $others }。
notice-round-bye = 你本輪輪空。
notice-round-unpaired = 你本輪沒有對手，輪空但沒有分（得分的輪空已用完）。
notice-round-not-drawn = 你未獲編桌。
notice-days = { $count ->
        [1] { $last }
       *[other] { $first }及{ $last }
    }
notice-session-follows = 場次稍後通知。
notice-play-hours = { $end ->
        [none] { $start } 開始比賽
       *[other] { $start } 至 { $end } 比賽
    }
notice-session-and-seating = { $seating ->
        [none] { $session_label }。
       *[other] { $session_label }，{ $seating } 前入座。
    }
notice-grounds-black-rainstorm = 黑色暴雨警告
notice-grounds-signal-8-or-above = 八號或以上熱帶氣旋警告信號
notice-grounds-and-now = { $over ->
        [true] { $danger }（之前為{ $grounds }）
       *[false] { $grounds }，現另有{ $danger }
    }
notice-grounds-other = 不能控制的情況
notice-for = { $names }：
notice-for-each = { $name }：{ $body }
notice-guardian-of = { $name } 的家長或監護人（參賽者未滿 18 歲，故發送給你）
notice-reference = 通知 { $reference }
notice-reference-replacing = 通知 { $reference }，取代 { $replaces }
notice-reference-of = { $foot }．{ $title }

## 電郵主旨

subject-suspended = { $to_do ->
        [child] { subject-child-in-hall }
       *[other] { subject-off }
    }
subject-suspended-officials = { subject-off }
subject-suspended-hall = 請即讀出：{ $short_day }賽事暫停
subject-further-word-read-out = 請在場內讀出
subject-suspended-waiting = { subject-off }
subject-suspended-unplaced = { subject-off }
subject-suspended-out = { subject-off }
subject-suspended-reserves = { subject-off }
subject-child-in-hall = 賽事暫停，你的子女在場內
subject-session-voided = { $to_do ->
        [child] { subject-child-in-hall }
       *[other] { $short_day } 賽事中止：{ $short_grounds }
    }
subject-further-word = { $short_day } 賽事仍然暫停
subject-further-word-hall = { $freed ->
        [away] { $short_day } 賽事最新消息
       *[other] 場內最新消息
    }
subject-further-word-out = 場內最新消息
subject-still-off = { $moved ->
        [true] { $short_day } 賽事最新消息
       *[none] { $short_day } 賽事仍然暫停
    }
subject-further-word-officials = { subject-still-off }
subject-further-word-waiting = { subject-still-off }
subject-further-word-unplaced = { subject-still-off }
subject-further-word-reserves = { subject-still-off }
subject-word-due = 須再發暫停消息
subject-goes-ahead = { subject-lifted }{ $short_day } 賽事{ notice-goes }
subject-goes-ahead-officials = { subject-lifted }{ $short_day } 賽事{ notice-goes }
subject-goes-ahead-waiting = { subject-lifted }{ $short_day } 賽事{ notice-goes }
subject-goes-ahead-unplaced = { subject-lifted }{ $short_day } 賽事{ notice-goes }
subject-goes-ahead-reserves = { subject-lifted }{ $short_day } 賽事{ notice-goes }
subject-lifted = { $lifted ->
        [false] { "" }
       *[true] 暫停已取消：
    }
subject-rescheduled = 新日期：{ $short_day }
subject-rescheduled-officials = 新日期：{ $short_day }
subject-rescheduled-waiting = 新日期：{ $short_day }
subject-rescheduled-unplaced = 新日期：{ $short_day }
subject-rescheduled-reserves = 新日期：{ $short_day }
subject-plan-changed = 時間或地點更改：{ $short_day }
subject-plan-changed-for-referees = 場次時間或地點更改
subject-parent-called = 請即到場
subject-parent-called-for-referee = 呼叫家長：請告知第 { $at_table } 桌
subject-parent-answered = { $by_child ->
        [true] 呼叫家長有回覆
       *[false] 家長正前來
    }
subject-parent-wrote = 呼叫家長後收到訊息
subject-child-seen-to = 已有人照顧孩子
subject-parent-heard = 呼叫家長有回覆
subject-parent-not-reached = 未能聯絡家長，請致電
subject-parent-not-reached-for-referee = 未能聯絡家長，請照顧孩子
subject-weather-watch = 天氣：{ $short_day } 賽事或會暫停
subject-weather-suspend = 請決定：{ $short_day } 是否暫停？
subject-weather-suspend_remaining = 請決定：{ $short_day } 其餘場次是否暫停？
subject-weather-proceed = 請決定：{ $short_day } 是否如常舉行？
subject-weather-unknown = 請決定：{ $short_day } 天氣情況不明
subject-weather-escalated-suspend = 無人回覆：{ $short_day } 是否暫停？
subject-weather-escalated-suspend_remaining = 無人回覆：{ $short_day } 其餘場次是否暫停？
subject-weather-escalated-proceed = 無人回覆：{ $short_day } 是否如常舉行？
subject-weather-escalated-unknown = 無人回覆：{ $short_day } 天氣情況不明
subject-weather-danger = { $moved ->
        [true] 留在場內者面對新危險
       *[none] 暫停期間出現新危險
    }
subject-weather-danger-for-referees = { subject-weather-danger }
subject-weather-danger-over-for-referees = { subject-weather-danger-over }
subject-weather-danger-over = { $moved ->
        [true] 留在場內者面對的危險已結束
       *[none] 暫停期間有危險已結束
    }
subject-weather-decided = { $short_day } 安排已定
subject-observatory-silent = 未能完整讀取天文台資料
subject-registration-received = 報名成功：{ $short_day }
subject-place-from-waiting-list = 候補成功：{ $short_day }
subject-registration-on-waiting-list = 已列入候補名單：{ $short_day }
subject-registration-cancelled = 你的報名已取消
subject-stage-left = 你已退出此階段
subject-invitation = { $invitation ->
        [none] 你的個人頁面：賽程及地點
       *[other] 以手機接收有關你場次的通知
    }
subject-invitation-reminder = { $invitation ->
        [none] 再次提醒：你的個人頁面
       *[other] 再次提醒：以手機接收通知
    }
subject-question = 參賽者 { $entrant } 來信
subject-urgent-after-call = 緊急：呼叫 { $child } 的家長後收到訊息
subject-urgent-question = 緊急：參賽者 { $entrant } 的訊息
subject-session-wished = 參賽者 { $entrant } 希望改場次
subject-answer = 主辦單位答覆
subject-session-changed = 你的場次已更改：{ $short_day }
subject-seat-changed = 你的座位已更改：{ $short_day }
subject-seat-lost = 座位不再有效：{ $short_day }
subject-reminder-day-before = 明天比賽：{ $short_day }
subject-reminder-morning = 今天比賽：{ $short_day }
subject-reminder-opening = { $registration ->
        [none] { $seating } 前入座
       *[other] { $registration } 開始報到
    }
subject-timer-guide = 賽前請閱讀計時器使用說明
subject-disputed-game-corrected = 爭議 { $disputes_open } 的賽局已更正
subject-dispute-raised = 爭議 { $dispute }
subject-chief-called = 第 { $table } 桌呼叫總裁判
subject-chief-coming = 總裁判正前往第 { $table } 桌
subject-organizer-coming = 主辦單位正前往第 { $table } 桌
subject-ruling = 裁決 { $ruling }
subject-ruling-for-referee = 裁決 { $ruling }：請告知該桌
subject-ruling-for-official = 裁決 { $ruling }
subject-figures-corrected = 你的成績已更正
subject-corrected-read-out = 請告知該桌有關更正
subject-corrected-for-official = 記分紙已更正
subject-conduct-read-out = 請即告知參賽者 { $entrant }
subject-conduct-for-official = 參賽者 { $entrant } 的行為處分
subject-dispute-moot = 爭議 { $dispute } 已結束
subject-dispute-withdrawn = 爭議 { $dispute } 已撤回
subject-warned = 你受到口頭警告
subject-disqualified = 你已被取消資格
subject-forfeit-undone = 先前因離場判的勝負不再作準
subject-forfeit-undone-read-out = 請告知該桌：先前判的勝負不再作準
subject-unplayed-games = 你與參賽者 { $opponent } 的賽局
subject-games-due = 未賽的賽局
subject-forfeit-read-out = 請告知該桌判負的賽局
subject-reinstated = 你已恢復參加{ $stage_label }
subject-session-results-open = 你的成績：{ $short_day }
subject-session-results = 你的成績：{ $short_day }
subject-round-drawn = 第 { $round } 輪座位
subject-round-changed = 第 { $round } 輪座位已更改
subject-results-published = 成績公布
subject-correction-published = 已公布成績有更正
subject-qualified = 恭喜晉級
subject-reserve = 你是後備
subject-not-qualified = 有關{ $entered_label }
subject-cut-open-again = 晉級名單須重新決定
subject-cut-open-again-placed = 晉級名單須重新決定
subject-reserve-over = 後備資格已結束
subject-waiting-over = 未有名額空出：{ $short_day }
subject-moved-up = 你已遞補晉級
subject-moved-up-seat = 你已遞補晉級
subject-final-seat = 你的比賽日期：{ $short_day }
subject-announcement-read-out = 請在各桌讀出
subject-announcement = 主辦單位公告
subject-awards = 恭喜：{ $award_title }
subject-family-award = 恭喜：{ $family_award_title }
subject-consent-recorded = 已為你的子女記錄一項同意
subject-case-raised = 已代你提出爭議 { $dispute }
subject-case-raised-by-self = 已以你的名義提出爭議 { $dispute }
subject-case-withdrawn-by-self = { subject-case-withdrawn }
subject-case-withdrawn = 爭議 { $dispute } 已撤回
subject-question-raised = 已代你向主辦單位提出
subject-family-dissolved = 你的家庭組合已解散
subject-awards-corrected = 獎項更正：{ $award_title }
subject-awards-taken-back = 獎項更正，請閱
subject-family-award-corrected = 獎項更正：{ $family_award_title }
subject-family-award-taken-back = 獎項更正，請閱
subject-family-asked = 請確認是否家庭組合
subject-retention-due = 個人資料仍在保存
subject-personal-code = 你的驗證碼
subject-post = 公告
subject-off = { $short_day } 賽事暫停：{ $short_grounds }
subject-grounds-black-rainstorm = 黑色暴雨
subject-grounds-signal-8-or-above = 八號或以上風球
subject-grounds-other = 詳見內文
subject-alert = 發送訊息須由你決定（{ $code }）
subject-of-tournament = { $what } – { $title }

## Parts of refusals

part-of-place = { $place }
part-role-of = { $role } { $of }
part-as-written = { $text }
part-case-link-days = 個案檔案的連結有效期須為 { $days } 日之一
part-curves-of-answer = 每次最多可查 { $most } 名參賽者及家庭組合
part-clock-left-of = 剩餘 { $left } 毫秒，而時限為 { $seconds } 秒
part-clock-overstepped = 超時 { $times } 次
part-clock-not-forfeited = 時間已用完，卻沒有棄權
part-clock-out-and-left = 時間已用完，卻剩餘 { $left } 毫秒
part-clock-tiles-due = 應取 { $due } 隻牌，但規則訂明為 { $stated } 隻
part-score-nobody-at-0 = 有人得分時，沒有人會得 0 分
part-score-lost-whole = 失分必為整數，只有均分的得分才有分數部分
part-score-at-most = { $tiles } 隻牌連罰分最多為 { $most }
part-sessions-of-stage = { $sessions }（{ $stage }）
part-at = { $where }：{ $said }
part-refused = { $problem }
part-refused-did-you-mean = { $problem }是否 { $near }？
part-known-nothing = 無
part-known = 可用：{ $known }
part-did-you-mean = 是否 { $near }？可用：{ $known }
part-misfit-at-least = 須為 { $wanted }，最少 { $bound }
part-misfit-at-most = 須為 { $wanted }，最多 { $bound }
part-newer-revision = 版本 { $at } 比 { $latest } 新
part-misfit-other = 格式不符
part-misfit-in-field = { $field }：{ $what }
part-misfit-value-does-not-fit = 有值不符
part-misfit-missing = 欠缺欄位 { $name }，請補上
part-misfit-missing-one-of = 欠缺欄位 { $name }；可用：{ $known }
part-misfit-unknown = 沒有欄位{ $name }；可用：{ $known }
part-misfit-no-fields = 沒有欄位{ $name }；此處沒有欄位
part-misfit-cannot-be = 不可為{ $given }
part-misfit-cannot-be-one-of = 不可為{ $given }；可用：{ $known }
part-secret-vault-needs = 保管庫
part-secret-log-needs = 日誌中的個人資料
part-setting-meant = 是否指 { $name }？
part-bound-characters = 超過 { $most } 個字
part-bound-control-character = 含有換行或控制符號
part-bound-direction-mark = 含有改變書寫方向的隱形符號（{ $mark }），通常隨複製的文字一併帶入
part-bound-digits = 超過 { $most } 位數字
part-bound-items = 超過 { $most } 項
part-bound-entries = 超過 { $most } 項
part-bound-language = 並非訊息可用的語言；請選用：{ $known }
part-bound-of-it = { $said }
part-bound-of = { $field } { $said }
part-there-is-no-stage = 沒有階段 { $stage }；{ $hint }
part-there-is-no-category = 沒有組別 { $category }；{ $hint }
part-no-earlier-stage = { $stage } 並非較早的階段；請移到此階段之前，或改填其他階段（{ $hint }）
part-no-time-zone = 沒有時區 { $zone }；請填寫，如 "Asia/Hong_Kong"
part-no-time-zone-meant = 沒有時區 { $zone }；是否 { $near }？
part-word-unknown = 沒有 { $word }；{ $hint }
part-word-unknown-or = 沒有 { $word }；{ $hint }；或 { $example }
part-shaping-of-whole-tournament = 這一項屬於整個賽事：請移到第一個 [[stage]] 之前
part-shaping-unknown-here = 此處沒有這一項；{ $hint }
part-shaping-shorten = { $said }；請縮短
part-shaping-missing-one-of = 缺少；請填寫其一：{ $known }
part-shaping-write-as = 請填寫，如 { $example }
part-shaping-missing = 缺少；{ $way }
part-no-such-format = 不是有效的 { $format }：{ $said }
part-form-like = { $form }（如 { $example }）
part-form-expected = 應為 { $forms }，而非 { $given }
part-not-toml-wide-sign = { $sign } 是全形符號；請改寫成 { $plain }
part-not-toml-write-time-quotes-09 = 時間請加引號，如 "09:00"
part-not-toml-write-day-with-two = 日期請用兩位數，如 2027-03-06
part-not-toml-write-text-quotes-draw = 文字請加引號，如 draw = "lot"
part-not-toml-field-stands-twice-leave = 同一欄位出現兩次；請刪去其一
part-not-toml-table-stands-twice-leave = 同一表出現兩次；請刪去其一
part-not-toml-stands-something-else-already = 此項已另作他用；請只用一種寫法
part-not-toml-quote-not-closed-line = 此行的引號沒有關閉；請補上引號
part-not-toml-quote-not-closed-close = 引號沒有關閉；請補上引號
part-not-toml-list-not-closed-add = 列表沒有關閉；請補上 ]
part-not-toml-table-not-closed-add = 表沒有關閉；請補上 { "}" }
part-not-toml-heading-not-closed-write = 標題沒有關閉；請寫成如 [[stage]]
part-not-toml-write-field-games-3 = 欄位請寫成如 games = 3
part-not-toml-there-more-line-than = 此行的值之後還有其他內容；請刪去
part-not-toml-there-no-such-day = 沒有這個日期或時間；請更正
part-not-toml-write-value-after-sign = 等號後請填寫值，如 games = 3
part-not-toml-write-backslash-text = 文字中的反斜線請寫成 \\
part-shaping-way-enter = 請填寫 enter = { "{" } from = "較早階段的 id", places = 8 { "}" }，或 enter = "registration"
part-shaping-way-stage = 請至少填寫一個 [[stage]]
part-shaping-way-sessions = 請至少填寫一場，如 sessions = [ { "{" } id = "1", day = 2027-03-06, start = "14:00" { "}" } ]
part-shaping-way-zone = 請填寫，如 zone = "Asia/Hong_Kong"
part-shaping-way-ruleset = 請填寫，如 ruleset = "hk-2026"；`tileledger rules list` 列出全部
part-form-text = 文字
part-form-table = 表
part-form-whole-number = 整數
part-form-true-false = true 或 false
part-form-day = 日期
part-form-time = 時間
part-form-list = 列表
part-form-nothing = 無
part-audience-role = { $role }
part-audience-waiting = 候補者
part-audience-qualified = 晉級者（{ $of }）
part-audience-reserves = 後備（{ $of }）
part-audience-staying = 未能晉級者（{ $of }）
part-audience-dropped = 不再晉級者（{ $of }）
part-audience-hopeful = 原晉級者及後備（{ $of }）
part-audience-finalists = 決賽參賽者
part-audience-entrant = 參賽者 { $of }
part-another-entrant = 另一參賽者
part-audience-session = { $of } 的參賽者
part-audience-sessions = { $of } 的參賽者
part-audience-sheet = { $of } 的參賽者
part-audience-ranked = { $of } 列入名次的參賽者
part-audience-played = 參加 { $of } 的參賽者
part-audience-out = { $of } 在場而已退出的參賽者
part-audience-inside = { $of } 在場的參賽者
part-audience-families = { $of } 的參賽者，以及在場兒童的家長
part-audience-called = 參賽者 { $of } 及其家長
part-audience-guide = { $of } 未獲發計時器說明的參賽者
part-audience-guardians = { $of } 在場兒童的家長
part-audience-stage = 階段（{ $of }）的參賽者
part-audience-category = { $of } 組別的參賽者
part-audience-unit = 家庭組合 { $of }
part-audience-team = { $of } 隊
part-audience-changed = 公布成績有變者（{ $of }）
part-audience-everyone = 所有人
part-audience-unplaced = 未有場次者（{ $of }）
part-audience-officials = { $of } 的工作人員
part-audience-referees = 所有裁判
part-audience-referee = 裁判 { $of }
part-audience-public = 公開頻道
part-audience-several = { $of }
part-points-more = 等，另有 { $count } 項
part-is = { $status }
part-session-is = { $session } { $status }
part-in-session-that-is = 未進行（場次{ $status }）
part-sheet-open = { $sheet } 的記分紙：{ $points }
part-nothing-played = 未有作賽
part-lacks-results = 仍欠第 { $tables } 桌的成績
part-game-awaits-ruling = 第 { $game } 局等候裁決
part-game-not-recorded = 第 { $game } 局未有紀錄
part-table-not-closed = 賽桌尚未結束
part-target-not-reached = 未達目標分
part-dispute-open = 爭議 { $dispute } 待決
part-second-sheet-differs = 第二份記分紙內容不同
part-not-signed = { $entrant } 未簽署
part-text-needed = 須填寫{ $what }
part-label-printable = { $what }含有無法顯示的字，或首尾有空格；請刪去
part-unit-not-asked = 該提議可能已有答覆或已撤回；決賽開始前可再次提議。
part-sessions-there = 現有場次：{ $sessions }。
part-tables-of-session = { $most ->
        [none] 桌號由 1 開始。
        [1] { $session }只有第 1 桌。
       *[other] { $session }有第 1 至 { $most } 桌。
    }
part-games-of-session = { $most ->
        [1] { $session }每桌只有 1 局。
       *[other] { $session }每桌有第 1 至 { $most } 局。
    }
part-seats-of-session = { $session }每桌有座位 { $seats }。
part-games-of-sheet = { $count ->
        [1] 該記分紙只有 1 局。
       *[other] 該記分紙有第 1 至 { $count } 局。
    }
part-game-of-sheet = { $sheet } 第 { $game } 局
part-session-of-day = { $id }（{ $day }）
part-audience-or-session = 公告須發給以下其中一項：一類對象、一個場次、一個階段、一個組別或一隊
part-turn-or-rack = 證據須為一輪出牌或一個牌架，請提供其一
part-target-only = 只有設目標分的階段，賽桌才可另定目標分
part-did-not-play = 參賽者 { $entrant } 沒有參與第 { $game } 局
part-ruling-cites = 裁決須列明所依規則及效果（包括 `none`）
part-tables-not-named = 只有採用指定編桌的階段才可列明賽桌；本階段的編桌方法為：{ $draw }
part-exchange-two = 調換座位須有兩名參賽者
part-not-said-which = 沒有指明{ $what }
part-number-in-line = { $entrant }（本檔第 { $line } 行已有：請刪除其中一行或改用另一編號）
part-number-the-same = { $given }（即 { $known } 號）
part-name-needed = 參賽者須有英文或中文姓名
part-guardian-needs-letters = 姓名須有文字，請填寫家長或監護人的姓名
part-guardian-needs-by = 只有由監護人表示同意時才填寫監護人姓名；請略去其中一項
part-nothing-to-amend = 沒有提供要修改的資料
part-unit-two = 家庭組合須由兩名參賽者組成
part-another-stage = 參賽者 { $entrant } 參加{ $stage }，該場次屬另一階段
part-hour-unread = 請輸入時間，例如 9:40；或日期及時間，例如 2026-03-28 9:40
part-day-unread = 請輸入日期，例如 2026-04-08、8/4、星期六或明天
moment-said-now = 現在、現時、而家
day-said-yesterday = 昨天、昨日、尋日
day-said-today = 今天、今日
day-said-tomorrow = 明天、明日、聽日
day-said-after-tomorrow = 後天、後日
part-words-too-long = 共 { $count } 個字，最多 { $most } 個字
part-words-for-other-grounds = 自行填寫的原因只用於其他情況；警告的內容已備妥
part-begun-before-suspension = { $session } 於暫停前已開始的部分（報到、座位或比賽，已因暫停作廢）
part-new-date-instead-of-lifting = 請改為決定新日期，可為同日；各人須重新報到。時間已過的，其後修改賽程
part-time-needs-zone = 時間須註明時區，例如 2026-03-28T09:20:00+08:00
part-year-out-of-range = 年份 { $year } 不在可用範圍（{ $first } 至 { $last }）內；請檢查年份
part-log-ends = 日誌止於第 { $seq } 項
part-seq-from-1 = 沒有第 { $seq } 項；序號由 1 起計
part-other-rules = 所提供的規則 { $ruleset } 與該編號的規則不同
part-occurred-needs-zone = `occurred_at` 須註明時區，例如 2026-04-07T12:20+08:00
part-announcement-too-long = 內容有 { $given } 個字，公告最多 { $most } 個
part-session-status = { $session } { $status }

part-rights-entrant = 參賽者本人
part-rights-here = 在此
part-rights-participant = 參賽者
part-rights-referee = 裁判
part-rights-chief-referee = 總裁判
part-rights-organizer = 主辦單位
part-rights-display = 大螢幕
part-rights-service = 服務程式
part-rights-except-at-table-where-they = 在其入座的賽桌以外
part-rights-except-at-tables-they-supervise = 在其負責的賽桌以外
part-rights-referee-of-table = 該桌裁判 { $referee }
part-tokens-roles = 角色有 { $known }
part-sign-in-roles = 可登入頁面的角色為 `organizer`、`chief_referee` 及 `referee`
part-tokens-subject-id-letters-digits-dot = subject 須為最多 64 個字母、數字、點、連字號或底線組成的編號
part-tokens-would-have-expired-already = 有效期已過
part-tokens-would-hold-more-than-days = 有效期超過 { $days } 日
part-disk-there-no-such-file = 沒有此檔案
part-rules-not-those-given = 比賽採用 { $played }，而提供的規則為 { $given }
part-seal-file-holds-else = 檔案內容並非密鑰
part-seal-file-not-read = { $file ->
        [none] 作為檔案讀取時出現 { $error }
       *[other] 讀取 { $file } 時出現 { $error }
    }
part-seal-file-not-made = 建立 { $file } 時出現 { $error }
part-secret-not-plain = 並非純文字
part-secret-too-short = 內有 { $characters } 個字，少於 { $least } 個
part-not-http = 並非只有一種解讀的 HTTP/1.1：有不合規格的行、Host 缺少或重複、長度重複，或要求轉換協定時附有內容
part-no-database-address = 並非資料庫地址
part-options-behind-pooler = 經 `pgbouncer` 連接時，地址內的 `options` 對讀取無效（{ $options }）：請改為設定角色或資料庫（`ALTER ROLE … SET`）
part-credential-empty = 檔案沒有內容
part-copy-onto-itself = 這正是所複製資料庫的地址
part-database-not-supported = 不支援 { $backend }：請用 `sqlite:///file` 或 `postgresql://…`
part-disk-folder = 這是資料夾
part-disk-part-path-no-folder = 路徑中有一段並非資料夾
part-disk-may-not-read-you = 你沒有讀取權限
part-destinations-no-plain-address-https-host = 須為最多 { $longest } 個字的 https://主機/路徑，不含使用者名稱、片段、空格或換行
part-destinations-not-https = 並非 https
part-destinations-not-public = { $host } 並非公開主機
part-destinations-port = 並非使用連接埠 { $port }
part-destinations-host-number-not-address-written = 主機為數字，但並非現行寫法的位址
part-push-endpoint-length = 未提供網址，或網址超過 { $longest } 個字
part-push-no-public-key = 其 `p256dh` 並非以 `base64url` 寫成的 65 位元組 P-256 點
part-push-no-secret = 其 `auth` 並非以 `base64url` 寫成的 { $bytes } 位元組
part-what-if-body = { $command } 的內容：{ $said }
part-charges-melded-charged = 已首次出牌，卻被罰 { $name }
part-charges-cleared-rack-charged = 牌架已清空，卻被罰 { $name }
part-self-recorded-rack-would-count-tiles-count = 牌架點數須為 { $would }，但 { $tiles } 隻牌的點數只可能是 { $possible }
part-amending-session-stage-before-not-over = 前一階段的 { $session } 其時尚未結束
part-amending-past = 該日已過
part-playable-stage-split-chosen = 階段 { $id }：split = { $split }（chosen）
part-resting-have-checked = 已有 { $checked_in } 人報到
part-resting-undo-check-ins-first-suspend = 請先撤銷報到，或暫停當日賽事
part-resting-session-suspended = { $session } 已暫停
part-resting-give-new-date-with-reschedule = 請先改期（reschedule-sessions）
part-resting-were-registered = 現有或曾有 { $there } 人報名此場次
part-resting-leave-plan-move-entrants-if = 請保留此場次；如不舉行，請調動參賽者
part-resting-stage = 已有 { $there } 人參加 { $stage }
part-resting-leave = 請保持不變
part-resting-have-registered-under = 已有 { $count } 人據此報名
part-resting-cut-made = 晉級名單已決定
part-resting-undo-qualification-first-day-cannot = 請先撤銷晉級名單；未能如期舉行的日子可暫停後改期
part-resting-finalists-placed = 決賽者已編排
part-resting-undo-qualification-first = 請先撤銷晉級名單
part-resting-version-results-stage-published = { $stage } 的成績第 { $version } 版已公布
part-resting-awards-made = 獎項已頒定
part-resting-revoke-awards-first = 請先撤回獎項
part-resting-family-units-declared-proposed = 已有 { $there } 個家庭組合申報或提出
part-resting-dissolve-units-first = 請先解散組合
part-resting-were-warned-under = 已有 { $there } 人據此受警告
part-resting-tournament = 本賽事
part-resting-seats-session-were-drawn-under = { $session } 已據此抽籤編桌
part-resting-undo-draw-first = 請先撤銷編桌
part-resting-seats-session-drawn = { $session } 已抽籤編桌
part-resting-session = { $session }
part-reinstating-cut = 晉級名單
part-reinstating-undo-qualification-first = 請先撤銷晉級名單（undo-qualification）
part-reinstating-awards = 獎項
part-reinstating-revoke-awards-first = 請先撤回獎項（revoke-awards）
part-reinstating-published-results = 已公布的成績
part-reinstating-raise-dispute-have-ruled = 請提出爭議（raise-dispute），由總裁判裁決
part-reinstating-ruling = 裁決 { $ruling }
part-reinstating-supersede-ruling = 請取代該裁決
part-reinstating-game-played-without-entrant = 缺少該參賽者而完成的第 { $number } 局
part-rulings-ruling-on-game = 就第 { $game_no } 局的裁決 { $ruling }
part-rulings-supersede-ruling-first = 請先取代該裁決
part-registration-family-role-needs-family = 寫明家庭身分（子女或家長）時，須同時填寫家庭
part-incidents-nobody-still-plays-at-table = 桌上已無人作賽
part-incidents-not-everyone-who-draws-tile = 抽牌者與應抽者不符
part-incidents-tiles-must-1-each-once = 牌須為 1 至 { $count }，各一次
part-incidents-tiles-1-13-one-alone = 牌須為 1 至 13，且最大者只有一隻
part-timing-opening-tables = 已開設的賽桌
part-timing-end-session-suspend = 請結束或暫停該場次
part-timing-draw-session = { $session } 的編桌
part-timing-correct-sign-sheets-they-ended = 場次結束後仍可更正及簽署記分紙，請直接處理
part-timing-cut = 晉級名單
part-timing-undo-qualification-first = 請先撤銷晉級名單（undo-qualification）
part-timing-awards = 獎項
part-timing-revoke-awards-first = 請先撤回獎項（revoke-awards）
part-timing-version-published-results = 已公布成績第 { $value } 版
part-timing-correct-sheets-publish-new-version = 請更正記分紙（correct-game）並公布新版本（publish-results）
part-timing-what-table-recorded = 第 { $table } 桌的紀錄
part-timing-suspend-session-correct-sheet = 請暫停該場次（suspend-remaining），或更正記分紙（correct-game）
part-timing-game-at-which-ended-with = { $sheet } 因時間到而結束的第 { $number } 局
part-timing-correct-game-have-ruled = 請更正該局（correct-game），或交由裁決
part-awards-published-results = 已公布的成績
part-awards-correct-game-raise-dispute-have = 請更正賽局（correct-game），或提出爭議（raise-dispute）由總裁判裁決
part-reminding-text-needed-in-each-language = 欠缺{ $text }；賽事的每種語言均須有內容：{ $known }
part-phases-draw-seats-draw-seats-first = 請先抽籤編桌（draw-seats）。
part-phases-start-start-session-first-once = 請先開始該場（start-session）；如須編桌，請先編桌。
part-phases-start-start-session-first = 請先開始該場（start-session）。
part-phases-undo-seat-draw-undo-seat = 請先撤銷編桌（undo-seat-draw）。
part-phases-call-time-call-time-first = 請先宣布時間到（call-time）。
part-phases-if-nothing-was-recorded-undo = 如尚無紀錄，請先撤銷開始（undo-session-start）；否則已太遲。
part-phases-end-end-session-first = 請先結束該場（end-session）。
part-phases-if-time-was-called-mistake = 如誤宣布時間到，請先撤銷（undo-time-call）。
part-phases-if-was-ended-mistake-reopen = 如誤結束，請先重開該場（reopen-session）。
part-phases-give-new-date-reschedule-sessions = 須先由主辦單位改期（reschedule-sessions），或取消暫停（lift-suspension）。
part-presence-seat-draw = 抽籤編桌
part-table-of-session = { $session_label }第 { $table } 桌
part-seat = 座位 { $seat }
part-seats-tables-missing = 第 { $tables } 桌無人負責
part-seats-tables-doubled = 第 { $tables } 桌有多名裁判
part-seats-tables-unknown = 沒有第 { $tables } 桌
part-seats-referee-tables = 裁判 { $referee } 有 { $count } 桌
part-finalists-check = { $called }報到
part-finalists-undo-check-first = 請先撤銷報到（undo-check-in）
part-qualification-session = { $session }
part-timing-played = { $session }已有紀錄的成績
part-back-revoke-awards = 撤回獎項（revoke-awards）
part-back-reopen-session = 重開該場（reopen-session）
part-back-undo-time-call = 撤銷宣布時間到（undo-time-call）
part-back-undo-session-start = 撤銷開始（undo-session-start）
part-back-undo-seat-draw = 撤銷編桌（undo-seat-draw）
part-back-undo-check-in = 撤銷報到（undo-check-in）
part-qualification-first-in-order = 請先依次：{ $steps }
part-qualification-correct-what-was-played = 晉級名單維持不變。請更正該場賽局（correct-game），或提出爭議（raise-dispute）由總裁判裁決
part-qualification-entrant = 參賽者 { $entrant_no } 在{ $called } { $out } 一事
part-qualification-reinstate-entrant-first-if-was = 如屬錯誤，請先恢復其資格（reinstate-entrant）
part-suspension-past = 該日已過
part-suspension-lies-before-suspended-day = 早於被暫停的日子
part-suspension-stage-must-over-before-next = 所屬階段須在下一階段之前完成
part-suspension-rounds-in-order = 須在較後的輪次開始之前完成
part-suspension-session-hall-at-time = { $id }{ $planned ->
        [none] { "" }
       *[other] （原定 { $planned }）
    }於該時段使用場地
part-calendars-say-entrant-session-not-both = 不能與 entrant 並用
part-parameters-1-200-printable-ascii-characters = 須為 1 至 200 個可顯示的 ASCII 符號
part-parameters-time-with-zone-2026-03 = 須為2000年以後並附時區的時間，例如 2026-03-28T12:45:00+08:00
part-parameters-names-where-log-ends-812 = 須以引號註明日誌止於何處，例如 "812" 或 "812-" 加上其雜湊值，或為 *
part-parameters-no-such-condition-looked-at = 此處不理會這項條件
part-tokens-organizer-every-tournament = 所有賽事的主辦單位
part-tokens-would-outlive-token-grants-which = 有效期不能超過發出者的憑證（{ $ends }）
part-misfit-day-2026-03-28 = 日期，例如 2026-03-28
part-misfit-time-with-zone-2026-03 = 附時區的時間，例如 2026-03-28T12:45:00+08:00
part-misfit-not-json = 並非 JSON
part-misfit-text = 文字
part-misfit-whole-number = 整數
part-misfit-number-with-decimals = 小數
part-misfit-true-false = true 或 false
part-misfit-null = null
part-misfit-list = 列表
part-misfit-object = 物件
part-misfit-time-day-13-00 = 時間，例如 13:00
part-misfit-breaks-off-before-end-close = 內容未完即止；請補上結尾的括號或引號
part-misfit-something-follows-end-send-one = 結尾之後仍有內容；請只提交一份文件
part-misfit-character-not-possible-there-texts = 有符號不應在此出現；文字須以雙引號括住
part-misfit-names-fields-stand-double-quotation = 欄位名稱須以雙引號括住
part-misfit-comma-stands-before-end-object = 物件末尾多了逗號
part-misfit-comma-stands-before-end-list = 列表末尾多了逗號
part-misfit-colon-missing-behind-name-field = 欄位名稱之後欠冒號
part-misfit-comma-missing = 欠逗號或 { "}" }
part-misfit-comma-missing-2 = 欠逗號或 ]
part-misfit-number-not-written-json-them = 數字寫法不符 JSON，應如 12 或 -3
part-misfit-backslash-text-needs-another-before = 文字中的反斜線之前須再加一個反斜線
part-misfit-must-not = 須為 { $wanted }，而不是 { $got }
part-misfit-must = 須為 { $wanted }
part-misfit-number-too-large = 數字過大
part-problems-value = 「{ $plain }」
part-strict-json-holds-half-surrogate-pair-breaks = 含有不完整的代理對，或內容未完即止

part-exact-does-not-read-number = 無法讀成數字
part-exact-no-whole-number-sixths = 不是六分之一的整數倍
part-exact-blank = 內容空白
part-exact-too-long = 內容過長
part-exact-no-score-more-than-digits = 得分不會超過 { $most_digits } 位數
part-exact-decimal-other-than-0-5 = 除 .0 與 .5 外，小數可能是四捨五入後的數值
part-exact-nothing-can-divided-0 = 不能除以 0
part-exact-shared-pots-their-sums-never = 均分的得分及其總和不會以 { $denominator } 為分母
part-exact-no-number = 這不是數字
part-exact-shared-pots-come-halves-thirds = 均分的得分只有二分、三分及六分之數
part-exact-digits-must-0-9 = 數字必須是 0 至 9
part-exact-holds-comma = 內有逗號
part-exact-powers-ten-not-read = 不接受科學記數法
part-exact-fraction-not-below-1 = 分數部分不小於 1
part-scoring-tiles-count = { $tiles } 隻牌的點數是 { $count }
part-scoring-tiles-rack = { $tiles } 隻牌，但牌架有 { $count } 隻
part-scoring-count-rack = 點數 { $count }，但牌架為 { $value }
part-awarding-names-no-title-write-titles = 沒有名銜；請填寫，如 titles = ["冠軍", "亞軍", "季軍"]
part-awarding-missing-no-day-on-which = 缺少；{ $id } 沒有日期，無法計算年齡
part-awarding-but-nobody-under-takes-part = 是 { $child_to }，但參賽者最少 { $minimum_age } 歲
part-awarding-but-nobody-so-old = 是 { $age }，但沒有人年紀這麼大
part-awarding-more-titles-than-room = 有 { $titles } 個名銜，但 { $id } 最多 { $room } 人
part-awarding-can-1-100 = 是 { $best }；可用 1 至 100
part-drawing-names-rounds-won-but-does = 含有 rounds_won，但 { $id } 沒有訂明每輪勝者；請刪去
part-drawing-round-robin-pairs-players-write = round_robin 只用於兩人對賽：請填寫 table = { "{" } most = 2, fewest = 2 { "}" }，或改用其他編桌方法
part-drawing-but-round-robin-everyone-plays = 是 "{ $attend }"，但循環賽每人每輪均須參加；請填寫 attend = "all"
part-drawing-rounds-players-need-meet-add = 共 { $count } 輪，但 { $places } 人循環賽需要 { $needed } 輪；請補足
part-drawing-goes-rating-stages-people-register = 與 { $id } 同樣按等級分排列名次；接受報名的階段只可有一個如此：請改用其他名次準則，或各自另立賽事
part-drawing-goes-but-nobody-place-yet = 按名次（{ $draw }）編桌，但尚未有名次：等同抽籤
part-drawing-goes-points-with-single-round = 按積分（{ $draw }）編桌，但只有一輪，尚未有積分
part-drawing-numbers-cannot-sit = 每桌 { $fewest } 至 { $most } 人：{ $numbers } 人無法如此編排；減少 `fewest` 可編排更多人數
part-drawing-many-cannot-sit-at-tables = 是 { $places }：無法以每桌 { $fewest } 至 { $most } 人安排入座
part-drawing-one-but-draw-points-made = 是 "one"，但按積分（{ $draw }）須逐輪編桌；請填寫 attend = "all"
part-drawing-complete-but-people-come-they = 是 "complete"，但參賽者可自由參加；如要排列所有曾出賽者，請填寫 ranked = "played"
part-drawing-compares-opponents-where-two-sit = 以對手比較，適用於兩人一桌；此處每桌最多 { $most } 人
part-drawing-rounds-at-most-players-with = 輪數只夠 { $most } 人；人數較多時無法進行循環賽
part-drawing-many-cannot-sit-at-tables-2 = 是 { $capacity }：無法以每桌 { $fewest } 至 { $most } 人安排入座
part-entering-there-none-write-at-least = 沒有任何階段；請至少填寫一個 [[stage]]
part-entering-places-at-most-play-everyone = 名額 { $places } 個，而 { $id } 最多 { $most } 人：全部晉級
part-entering-says-neither-places-nor-per = 沒有名額；請填寫人數，如 places = 8
part-entering-needs-stage-where-each-entrant = 須為每人只坐一桌的階段；{ $id } 的參賽者會坐多桌：請只填 places
part-entering-but-sessions-have-room-take = 是 { $places }，但場次只可容納 { $room } 人；請減少名額或增加容量
part-entering-but-sessions-have-room-lower = 是 { $quota }，但場次只可容納 { $known } 人；請調低或增加容量
part-entering-none-write-at-least-one = 沒有場次；請至少填寫一場
part-entering-needs-stage-comes-from-write = 須有所承接的階段；請填寫 enter = { "{" } from = … { "}" }，或 carry = false
part-entering-carry-other-rules = 把 { $before } 按 { $there } 計的成績與按 { $here } 計的成績相加，兩者計分方式不同；請採用同一規則，或填寫 carry = false
part-entering-takes-best-does-same-people = 與 { $taken } 一樣取 { $stage } 的最佳者，即相同的人
part-entering-nobody-registers-stage-organizer-puts = 此階段無人報名：由主辦單位逐一編入場次
part-entering-each-table-where-at-most = { $id } 每桌最多 { $most } 人，不可取 { $per_table } 人：請減少
part-entering-but-tables-seat = 是 { $capacity }，但 { $tables } 桌各 { $most } 人只可容納 { $seats } 人
part-entering-turn-needs-standings-earlier-stage = in_turn 須依據較早階段的名次；請填寫 "chosen"
part-figures-less-than-nobody-such-age = 是 { $oldest }，小於 { $from } = { $youngest }；沒有人符合
part-figures-seats-at-least-at-most = 最少 { $fewest } 人、最多 { $most } 人；最少須為 2 人，且不可多於最多人數
part-figures-seats-but-played-at-least = 每桌 { $fewest } 至 { $most } 人，但規則 { $id } 每桌最少 { $least } 人、最多 { $most2 } 人；請填寫，如 table = { "{" } most = { $most2 }, fewest = { $least } { "}" }，或採用自訂規則（docs/rules.md），每桌可坐 { $lowest } 至 { $highest } 人
part-figures-needs-either-turn-seconds-limit = 須填 turn_seconds（每輪出牌時限）或 bank_seconds（每人總時間）其中一項
part-figures-can = 是 { $figure }；可用 { $least } 至 { $most }
part-figures-belongs-bank-seconds-leave-out = 只用於 bank_seconds；每輪出牌計時者請刪去
part-known-cannot-id-lower-case-letters = { $value } 不可作為 id：只可用小寫字母、數字、句點及連字號，最多 63 個
part-known-there-sessions-at-most-tournament = 共有 { $count } 場；每項賽事最多 { $most_sessions } 場
part-known-names-each-language-once-at = 每種語言列一次，至少一種
part-known-names-nothing = 是空的；{ $hint }
part-known-empty-write-text-leave-out = 是空的；請填寫或刪去
part-known-cannot-id-letters-digits-dots = { $id } 不可作為 id：只可用字母、數字、句點、連字號及斜線，最多 63 個；名稱請填 name
part-known-another-called-already-give-each = 已有另一{ $what }名為 { $id }；id 不可重複
part-known-table-session-called-too-choose = 場次 { $session } 的第 { $table } 桌亦稱為 { $id }；請另取 id
part-known-stands-twice-leave-out-here = { $word } 重複；請刪去
part-timetable-at-one-time = 與 { $id } 的比賽時間重疊，兩場同時使用第 1 至 { $tables } 桌；如為同一批賽桌，請改其中一場的時間
part-timetable-no-venue = 未填寫，通知只能說地點由主辦單位公布；請填寫比賽地點
part-timetable-before-first-day-play = 是 { $results_published_on }，早於首個比賽日
part-timetable-missing-what-start-needs-day = 缺少；有開始時間的場次須有日期，如 day = 2027-03-06
part-timetable-missing-weather-judged-day-hours = 缺少；天氣安排以場次的日期及時間決定
part-timetable-missing-minimum-age-judged-on = 缺少；最低年齡以參賽者所屬場次的日期計算
part-timetable-follows-hong-kong-observatory-but = 依香港天文台警告，但時區是 { $zone }
part-timetable-but-order-registration-seating-start = 是 { $later }，但 { $before } 是 { $earlier }；次序為 registration、seating、start、end
part-timetable-begins-before-rounds-above-over = { $begins } 開始，早於前面的輪次結束（{ $value }）；各輪均須全體參加
part-timetable-begins-before-over = { $begins } 開始，早於 { $id } 結束（{ $last }）
part-clocks-go-forward = 當日撥快時鐘：{ $zone } 於 { $day } 沒有 { $at }，以 { $taken } 計
part-clocks-go-back = 當日撥慢時鐘：{ $zone } 於 { $day } 有兩次 { $at }，以第一次（{ $taken }）計
part-clocks-change-during-play = 比賽期間撥動時鐘，實際長 { $minutes } 分鐘
part-timetable-stands-without-start-write-start = 沒有 start；請填寫 start，或刪去此項（由指令開始）
part-timetable-missing-some-sessions-have-no = 缺少；有場次沒有日期，無法計算年齡
part-file-must-be-named = 應為檔案名稱，或 { "{" } en = "…", zh = "…" { "}" }，而非 { $given }
part-no-link-write-address-begins = 並非連結；請填寫以 { $secure } 開首的網址
part-no-colour = 並非顏色；請按樣式表的寫法填寫 #0a5f57，而非 { $given }
part-faults-there-more-correct-these-first = 尚有其他錯誤，請先更正以上各項
part-reading-two-different-rulesets-called-give = 兩份不同的規則同名 { $id }；請另取 id
part-given-not-named = { $entrants ->
        [none] 未列出任何人
       *[other] 未列出 { $entrants }
    }
part-given-not-present = { $number } 不在場
part-given-named-times = { $number } 列出 { $named } 次
part-given-table-entrants = 第 { $place } 桌有 { $count } 人
part-parameters-said-twice = 出現兩次
part-parameters-needed-here = 此處必須提供
part-parameters-longer-than-characters-holds-nul = 超過 { $longest } 個字或含有 NUL
part-parameters-not-whole-number = 並非整數
part-parameters-lies-between-1 = 須為 1 至 { $most }
part-parameters-neither-en-nor-zh = 須為 en 或 zh
part-settings-neither-sqlite-file-nor-postgresql = 須為 `sqlite:///檔案` 或 postgresql://…
part-settings-in-memory = 它指明記憶體中的資料庫，不會保存任何資料；請指明檔案，例如 `sqlite:///var/tileledger.db`
part-settings-unescaped = 最後一個 @ 之前有未轉義的「{ $character }」：在用戶名稱和密碼中請寫成 { $escaped }，其他地方的 @ 請寫成 %40
part-settings-no-port = 主機和冒號之後沒有 1 至 65535 的連接埠
part-settings-no-port-or-at = 主機和冒號之後沒有 1 至 65535 的連接埠；如要寫密碼，則欠了密碼與主機之間的 @
part-settings-telegram-sends-updates-only-https = Telegram 只會傳送更新至 https://…
part-settings-not-one-more-addresses-such = 須為一個或多個以空格分隔的網址，例如 ntfy://topic
part-settings-not-host-port-such-127 = 須為 `主機:埠`，例如 127.0.0.1:8000
part-settings-secret-at-least-32-characters = 密鑰最少 32 個字
part-settings-neither-1-nor-0 = 須為 1 或 0
part-settings-not-address = 須為 { $expected } 形式的網址
part-settings-not-host-names-addresses-networks = 須為以空格分隔的主機名稱、位址或網絡，例如 10.0.0.0/8
part-settings-no-contact = 並非 `mailto:name@example.org` 或 `https://example.org`
part-settings-contact-inside = 外界無法連接 { $host }，推送服務會拒絕這樣的聯絡方式；請填寫對方可以聯絡的地址
part-settings-standby-of-sqlite = 備用資料庫與主資料庫均須為 postgresql://…
part-settings-telegram-needs-https = 須以 https://… 連接 Telegram，因為憑證會一併傳送
part-settings-webhook-inside = Telegram 無法從外界連接 { $host }
part-settings-webhook-port = Telegram 只會把更新傳送至連接埠 { $known }
part-settings-no-push-key = 並非 P-256 私鑰（以 `base64url` 寫成的 32 位元組）
part-settings-none = 須為 { $known } 之一
part-settings-no-whole-number-from = 須為 { $least } 至 { $most } 的整數
part-strict-json-number-more-than-characters = 數字超過 { $json_number } 個字
part-strict-json-field-stands-twice-one-object = 欄位{ $shown }在同一物件中出現兩次
part-form-not-pairs = 欄位應寫成 name=value，以 & 分隔
part-form-too-many = 共有 { $given } 個欄位；最多 { $most } 個
part-form-twice = 欄位{ $name }出現兩次；請刪去其一
part-strict-json-not-utf-8 = 並非 UTF-8
part-strict-json-nested-too-deeply = 巢狀層次過深
part-strict-json-text-holds-character-nul = 文字含有 NUL 符號
part-strict-toml-bare-word-more-than-characters = 單字超過 { $toml_word } 個字
part-strict-toml-number-more-than-characters = 數字超過 { $toml_number } 個字
part-strict-toml-not-utf-8 = 並非 UTF-8
part-steered-in-chat = { $role }（經 Telegram）
part-steered-over-http = { $role }（{ $subject }，經 HTTP）
part-steered-on-command-line = 有人以指令
part-strict-toml-key-more-than-parts = 鍵多於 { $toml_key_parts } 段
part-strict-toml-nested-too-deeply = 巢狀層次過深

part-places-seen-published = { $stage ->
        [none] 成績公布後方會顯示名次。
       *[other] { $stage }成績公布後方會顯示名次。
    }
part-places-seen-session = { $stage ->
        [none] 進行中的場次結束後方會顯示名次。
       *[other] { $stage }進行中的場次結束後方會顯示名次。
    }

part-checking-and-more = 尚有其他錯誤，請先更正以上各項
part-checking-section = 必須是一個段落
part-checking-missing = 缺少此項；請從內置規則複製
part-checking-unknown-near = 不明；是否 { $near }？
part-checking-unknown = 不明；可用：{ $known }
part-checking-unspecified = 只有 `basis` 為 "silent" 時，`value` 才是 "unspecified"
part-checking-undecided = 必須訂明，否則無法進行
part-checking-cites-nothing = 沒有註明出處；請寫明規則何處訂明
part-checking-out-of-range = 是 { $value }；可用 { $least } 至 { $most }
part-checking-no-meaning-near = 沒有 { $word }；是否 { $near }？可用：{ $known }
part-checking-no-meaning = 沒有 { $word }；可用：{ $known }
part-checking-ships = { $id } 是內置規則，但此檔案與其不同；請另取 id
part-rules-mistake = { $where }：{ $said }{ $more ->
        [0] { "" }
       *[other] （另有 { $more } 項；`rules check` 會全部列出）
    }
part-rules-call-themselves = 檔案自稱 { $id }
part-rules-id = 編號{ $id }須為小寫英文字母、數字及連字號
part-rules-silent = { $axis } 只在規則沒有訂明時為 "unspecified"
part-checking-more-tiles-than-there-are = { $players } 人每人 { $hand } 隻牌共需 { $needed } 隻，但只有 { $there } 隻；請減少人數或每人的牌
part-checking-least-over-most = 最少人數多於最多人數
part-checking-from-rack-only = 只可為 true：沒有規則容許以桌上的牌計算首次出牌
part-checking-twice = 重複
part-checking-least-point = 最少 1 分
part-checking-undecided-charges = 有罰分時必須訂明
part-checking-bronstein = `bronstein` 時計需要 bank_seconds 及 delay_seconds
part-checking-per-turn = 每輪出牌計時需要秒數
part-checking-write-as = { $said }；請寫成 { "{" } value = …, cite = "…", basis = "stated|reading|silent" { "}" }

part-shaping-must-be-text = 應為文字，如 "…" 或 { "{" } en = "…", zh = "…" { "}" }，而非 { $given }

part-questions-write-answer = 請寫下答覆
part-questions-write-what-you-want-ask = 請寫下問題

part-questions-too-long = 共 { $given } 個字，最多 { $most } 個，請縮短

part-ending-nobody-cleared = 在清空牌架前已無牌可取，十分罕見。
part-ending-ends-with-pool = 按此規則，牌池取盡賽局即告結束。
part-ending-plays-on = 按此規則，牌池取盡後仍須繼續。

## Remarks: what a referee should look at; they refuse nothing

remark-rare-ending = { $why }請向該桌核實賽局如何結束。
remark-time-not-called = 本局記錄為時間到而結束，但尚未宣布時間到，亦未到時間。請核對如何結束。
remark-cells-beside-heading = 第 { $line } 行有 { $given } 格，標題列只列出 { $wanted } 欄。各格按其內容理解為：{ $taken }。
part-list-taken = { $field } { $value }
remark-sheet-conflict = 第 { $table } 桌已有另一份不同的記分紙。兩份均予保留，待裁判處理。
remark-smaller-table = 此桌由 { $count } 人作賽，結果按實際計算，不作調整。
remark-check-in-not-open = { $session } 於 { $opens } 開始報到；參賽者 { $entrant } 已照樣報到。
remark-same-day = { $day }即被暫停的當日：各人會獲通知於同日再到場。請確認無誤。
remark-not-today = { $day }並非今日，現時生效的警告屆時或已取消。請確認日期無誤。
remark-warning-doubted = { $doubt }。兩者一致前仍須計算。
remark-warning-in-force = 現正生效：{ $dangers }，按規則須暫停。
remark-warning-over = 警告{ $over }。警告曾於須計算的時間內生效，按規則仍須暫停；如要繼續比賽，請勿確認。
remark-hours-past = { $sessions } 的時間已過，但仍會照原定時間通知各人。請隨即更改賽事安排（amend-tournament），或另選日子；在此之前無人可以報到。
remark-started-early = { $session } 原定於 { $starts } 開始，現已提早開始。如屬誤按，請撤回開始（undo-session-start）。
remark-results-before-play = { $session }原定於 { $starts } 開始，尚未到時間。請核對是否這一場的成績。
remark-no-chief-referee = 再無總裁判，而以下個案尚待裁決：{ $cases }。請另行委任（appoint-referee），或由主辦單位裁決。
remark-on-waiting-list = { $session } 已滿；參賽者 { $entrant } 列入候補名單。
remark-likely-duplicate = 參賽者 { $entrants } 的{ $same }相同，可能是同一人重複報名。如屬同一人，請合併兩個編號；否則毋須處理。
remark-same-contact = 參賽者 { $entrants } 的{ $same }相同，同住的人可能如此。如屬同一人重複報名，請合併兩個編號。
remark-same-name = 參賽者 { $entrants } 姓名相同，而未有全部人的出生日期。如屬同一人重複報名，請合併兩個編號；否則毋須處理。
remark-consent-unchecked = 未有參賽者 { $entrant } 的出生日期，故無人核實其是否年滿 { $age } 歲。未滿 { $age } 歲者須由家長或監護人同意；請補充出生日期，或記錄由誰同意。
remark-published-before = 第 { $version } 版成績按更改前的成績公布。請重新公布。
remark-only-cut-published = 名次及數字與第 { $version } 版相同，只有晉級名單不同。不會通知任何人成績有更正。
remark-games-still-open = 第 { $tables } 桌仍有賽局未有紀錄。
remark-sheets-still-open = 第 { $tables } 桌的記分紙仍未完成：尚待簽署或裁決。
remark-games-after-session = 場次已結束：請告知參賽者 { $first } 及 { $second } 未賽賽局的時間及地點，以及成績交給誰。
remark-replay-after-session = 場次已結束：請告知參賽者第 { $game } 局重賽的時間及地點，以及成績交給誰。他們收到的訊息只說由工作人員通知。
remark-ruled-unrecorded = { $replay ->
        [true] 第 { $game } 局未有成績紀錄：沒有成績可撤回，無論有否此裁決，該局都照常進行及記錄。
       *[false] 第 { $game } 局未有成績紀錄：按此裁決，該局當作已完成，該桌之後所記的成績不算。
    }{ $before ->
        [none] { "" }
       *[other] 第 { $before } 局亦未有成績紀錄。
    }請確認是否就是這一局。
remark-ruling-kept = { $ruling ->
        [none] 第 { $game } 局等候裁決：不論採用哪份記分紙，都由裁決決定。
       *[other] 第 { $game } 局以裁決 { $ruling } 為準：不論採用哪份記分紙，都不會改變。
    }
remark-amended-to-the-same = 第 { $game } 局現時已是此數字及結束方式，裁決不會改變甚麼。如維持成績，請選「維持成績」。
remark-cut-made-before = 晉級名單按更改前的成績決定，維持不變。如須按新成績決定，請撤銷晉級名單（undo-qualification）後重新確定。
remark-awards-made-before = 獎項按更改前的成績評定，維持不變。如須按新成績評定，請撤回獎項（revoke-awards）後重新評定。
remark-award-to-nobody = 沒有人獲得{ $award }：{ $kind ->
        [family] 沒有家庭組合兩人均有成績
        [team] 有成績者均不屬任何隊伍
       *[category] 有成績者均不屬該組別
    }。如屬錯誤，請更正後重新頒定。
remark-family-shares-table = { $together } 同屬一個家庭，同在第 { $table } 桌；無法另行編排。
remark-few-tiles-unmelded = 座位 { $seat } 因未首次出牌被罰，但開局派 { $hand } 隻牌，現只剩 { $tiles } 隻。請核對罰分和牌數。
remark-many-tiles = 座位 { $seat } 剩 { $tiles } 隻牌，超過開局的兩倍。請重新點算。
remark-unusual-count = 座位 { $seat } 的 { $tiles } 隻牌共 { $count } 點：雖有可能，但極不尋常。請重新點算牌架。
remark-unmelded-winner = 座位 { $seat } 未完成首次出牌而勝出。請由總裁判覆核。
remark-unmelded-not-charged = 座位 { $seat } 未完成首次出牌，但沒有罰分。可用的有：{ $known }。
remark-drawn-anew = 此預覽中的抽籤僅為示例；正式執行時會重新抽籤，結果將會不同。

## Explanations: why someone stands where they stand

explain-charged = ，罰分：{ $charges }
explain-forfeited = 棄權
explain-won = 勝
explain-drawn = 和局
explain-not-won = 未勝
explain-game = 第 { $table } 桌第 { $number } 局：{ $won }，得分 { $score }，剩 { $tiles } 隻牌{ $more }（{ $source }）。
explain-game-before = 之前：{ $won }，得分 { $score }，剩 { $tiles } 隻牌（{ $source }）。
explain-corrected-because = { $source }：「{ $typed }」
explain-clock-left = ，計時器剩 { $seconds } 秒
explain-clock-overstepped = ，超時 { $times } 次
explain-clock-due = ，應取 { $tiles } 隻牌
explain-next-above = 上方為第 { $place } 名 { $entrant }；以 { $key } 定先後（{ $mine } 對 { $theirs }）。
explain-next-below = 下方為第 { $place } 名 { $entrant }；以 { $key } 定先後（{ $mine } 對 { $theirs }）。
explain-rounds-won = 勝 { $won } 輪。
explain-medal = 獲{ $medal }。
explain-head-to-head-won = 相互對賽：勝過所有同分者。
explain-head-to-head-lost = 相互對賽：負於所有同分者。
explain-bye = 輪空
explain-game-stands-ruling-citing = 該局依裁決 { $number } 處理，依據 { $cites }（{ $effects }）。
explain-ruling = 裁決 { $number }（{ $dispute }，依據 { $cites }）：{ $effects }。{ $after ->
        [none] { "" }
       *[other] 已由裁決 { $after } 取代，不再有效。
    }
explain-game-on-no-figures = 第 { $table } 桌第 { $number } 局：沒有數字（{ $status }）。
explain-won-score-average-left-place = 勝 { $games_won } 局，總分 { $score }（平均 { $average }），剩 { $tiles } 隻牌：{ $count } 人中排第 { $place }。
explain-cut-at-place-won-score = 晉級線為 { $places } 名（{ $status }）；第 { $place } 名勝 { $games_won } 局，總分 { $score }，剩 { $tiles } 隻牌。
explain-entrant-no-place = 參賽者 { $entrant_no } 沒有{ $stage }名額{ $status ->
        [none] 。
       *[other] ：{ $status }。
    }
explain-not-ranked-missing = 沒有名次：有 { $count } 局沒有數字，完成全部賽局者方有名次。
explain-not-ranked-no-game = 沒有名次：沒有成績，亦沒有輪空；有其中一項方有名次。
explain-out-competition = 已離開比賽：{ $value }。
explain-goes-on = 晉級{ $stage }{ explain-by-lot }。
explain-reserve = { $stage }後備第 { $number } 名{ explain-by-lot }。
explain-by-lot = { $seed ->
        [none] { "" }
       *[other] （同名次抽籤決定，種子 { $seed }）
    }
explain-stays = 未能晉級{ $stage }。
explain-placed = 獲編入{ $session }{ $split ->
        [in_turn] （按名次依次編配）
        [lot] （抽籤編配，種子 { $seed }）
        [chosen] （由主辦單位編配）
       *[alone] { "" }
    }。{ notice-hours }
explain-awarded = 獲頒{ $titles }。
explain-award-taken-back = 獎項已撤回：{ $titles }。
explain-signature = 記分紙簽署：{ $medium }。
explain-signature-voided = 數字有改動，記分紙上的簽署作廢，須再簽署。
explain-against = 對手為 { $other }。
explain-session-bye = { $session }：輪空。
explain-session-unpaired = { $session }：沒有對手而輪空；可得分的輪空已用完，沒有分。
explain-equal-on-every-key-with = 各項與 { $shared } 相同，並列同一名次。
explain-missed-session = 缺席 { $session }。
explain-not-checked-session-seating-time = 未於 { $session } 入座時間前報到，喪失參賽權。
explain-registered-session = 已報名 { $session }。
explain-session-moved = { $session }改期至{ $day }。
explain-drawn-at-seat = 編於 { $table } { $seat } 座。
explain-played-at-seat = 於 { $table } { $seat } 座作賽。
explain-points = 積分：{ $value }。
explain-buchholz-points-all-opponents = Buchholz { $value }：{ $met ->
        [none] 尚未有對手。
       *[other] 所有對手積分之和（{ $met }）。
    }
explain-progressive-sum-points-after-each = 累進分 { $value }：每輪後積分之和（{ $running }）。
explain-tie-break-score-what-was = 決勝分 { $value }：落敗時牌架所餘點數。
explain-sonneborn-berger-points-those-beaten =
    Sonneborn-Berger { $value }：所勝對手的積分{ $bye ->
        [true] ，輪空以本人積分計
       *[false] { "" }
    }（{ $beaten }）。
explain-sonneborn-berger-nobody-beaten = Sonneborn-Berger { $value }：未曾勝過對手。
explain-rating-after-less-three-times = { $games } 局後等級分 { $rating }：{ $mu } 減三倍不確定度 { $sigma }。
explain-target = 目標分為 { $target }。
explain-median-buchholz-without-best-worst = 中位 Buchholz { $value }：除去最高（{ $best }）及最低（{ $worst }）。
explain-results-without-best-one-left = 除去最佳的得分和 { $value }；除去 { $value2 }。

## Words

word-key-match-points = 積分
word-key-median-buchholz = 中位 Buchholz
word-key-buchholz = Buchholz
word-key-progressive = 累進分
word-key-tie-break-score = 決勝分
word-key-head-to-head = 相互對賽
word-key-results-spread = 除去最佳的得分和
word-key-sonneborn-berger = Sonneborn-Berger
word-key-rounds-won = 勝輪數
word-key-games-won = 勝局
word-key-total-score = 總分
word-key-average-score = 平均分
word-key-tiles-left = 剩餘牌數
word-key-rating = 等級分
word-key-none = 各項相同
word-medal-gold = 金牌
word-medal-silver = 銀牌
word-medal-bronze = 銅牌
word-thing-code = 代碼
word-thing-stage = 階段
word-thing-category = 組別
word-thing-team = 隊伍
word-role-organizer = 主辦單位
word-role-chief-referee = 總裁判
word-role-referee = 裁判
word-presence-expected = 未報到
word-presence-checked-in = 已報到
word-presence-forfeited = 已喪失參賽權
word-presence-absent = 缺席
word-presence-drawn = 已編桌
word-text-family = 家庭名稱
word-text-team = 隊名
word-text-referee = 裁判編號
word-text-child = 子女的參賽者編號
word-text-parent = 家長的參賽者編號
word-text-reason = 理由
word-text-breach = 違規事項
word-text-description = 說明
word-text-finding = 認定
word-text-name = 名稱
word-text-guardian = 家長或監護人姓名
word-text-statement = 事由
word-thing-entrant = 參賽者
word-thing-session = 場次
word-thing-table = 賽桌
word-thing-seat = 座位
word-thing-game = 賽局
word-thing-task = 事項
word-thing-clause = 規則條文
word-thing-effect = 裁決效果
word-thing-ending = 結束方式
word-thing-evidence = 證據種類
word-thing-recorded-game = 已記錄的賽局
word-thing-score-sheet = 記分紙
word-thing-sheet-difference = 記分紙差異
word-thing-dispute = 爭議
word-thing-ruling = 裁決
word-thing-referee = 裁判
word-thing-person = 人士
word-thing-registered-entrant = 已報名的參賽者
word-thing-family-unit = 家庭組合
word-thing-proposal-of-family-unit = 家庭組合提議
word-thing-day-of-play = 比賽日
word-thing-weather-proposal = 天氣建議
word-thing-published-version = 已公布的版本
word-thing-tournament = 賽事
word-recipient-referee = 裁判
word-recipient-organizer = 主辦單位
word-recipient-public = 公開頻道
word-thing-pile = 等候中的訊息
word-thing-timer-guide = 計時器使用說明
word-thing-logo = 標誌
word-thing-banner = 網頁顏色
word-thing-page-part = 頁面部分
word-thing-news = 消息
word-board-choice-view = 畫面
word-board-choice-langs = 語言
word-board-choice-pace = 速度
word-thing-view = 這種表
word-thing-file = 檔案
word-thing-tournament-file = 賽事檔案
word-thing-command = 指令
word-thing-event = 事件
word-thing-event-kind = 事件種類
word-thing-seq = 事件序號
word-thing-place-in-the-list = 列表位置
word-thing-problem-code = 錯誤代碼
word-thing-webhook = 事件傳送地址
word-thing-push-device = 接收通知的瀏覽器
word-thing-notice = 通知
word-thing-audience = 通知對象
word-thing-question = 提問
word-thing-recipient = 收件人
word-thing-delivery = 發送紀錄
word-thing-e-mail-link = 電郵連結
word-progress-open = 待發
word-progress-sending = 發送中
word-progress-held = 暫緩
word-progress-done = 完成
word-progress-superseded = 已被取代
word-progress-dropped = 已捨棄
word-progress-expired = 逾時
word-grounds-black-rainstorm = 黑色暴雨警告
word-grounds-signal-8-or-above = 八號或以上信號
word-grounds-other = 其他情況
word-grounds-health = 健康原因
word-grounds-left = 離場
word-grounds-own-wish = 自願
word-grounds-aid-found = 發現違規輔助物
word-grounds-ruling = 按裁決
word-grounds-request = 應本人要求
word-grounds-expiry = 保存期已過
word-grounds-error = 誤錄
word-reminder-day-before = 前一天提示
word-reminder-morning = 當天早上提示
word-reminder-registration-opens = 開始報到提示
word-reminder-timer-guide = 計時器說明
word-incident-break-permitted = 准許暫離
word-incident-break-over = 暫離結束
word-incident-reshuffle-granted = 准許重新洗牌
word-incident-flipped-tile-exchanged = 更換已翻開的牌
word-incident-overturned-tile-returned = 翻倒的牌已放回
word-incident-pool-tile-touched = 觸碰牌池的牌
word-signature-refused = 拒絕簽署
word-signature-absent = 缺席
word-dispute-dispute = 參賽者提出異議
word-dispute-official = 由工作人員提出
word-dispute-game-interrupted = 賽局中斷
word-dispute-game-not-begun = 時間到時賽局尚未開始
word-dispute-breach = 兩次警告後再次違規
word-ruled-game-amended = 修訂
word-ruled-game-voided = 作廢
word-ruled-game-replay = 重賽
word-sheet-source-desk = 由工作人員輸入
word-sheet-source-submitted = 由參賽者遞交
word-sheet-source-paper = 紙本
word-sheet-came-submitted = 遞交
word-sheet-came-paper = 紙本
word-medium-paper = 紙本
word-medium-device = 裝置
word-weather-proceed = 如常舉行
word-weather-suspend = 全日暫停
word-weather-suspend-remaining = 暫停當日餘下場次
word-weather-pending = 尚待決定
word-weather-unknown = 情況不明
word-sheet-taken-first = 第一份
word-sheet-taken-second = 第二份
word-sheet-taken-open = 未決定
word-tie-admit-all = 全部晉級
word-tie-admit-none = 全部不晉級
word-tie-play-off = 加賽
word-tie-lot = 抽籤
word-told-participant = 參賽者
word-told-referee = 裁判
word-told-chief-referee = 總裁判
word-told-organizer = 主辦單位
word-told-public = 公開頻道
word-parent-call-unwell = 感到不適
word-parent-call-distressed = 情緒不安
word-parent-call-withdrawn = 已退出比賽
word-parent-call-disqualified = 已被取消資格
word-parent-call-other = 需要家長
word-thing-parent-call = 家長呼叫
word-audience-everyone = 所有人
word-audience-finalists = 決賽參賽者
word-audience-waiting = 候補者
word-audience-referees = 所有工作人員
word-audience-role-chief-referee = 總裁判
word-audience-role-referee = 總裁判以外的裁判
word-warning-tc1 = 一號戒備信號
word-warning-tc3 = 三號強風信號
word-warning-tc8ne = 八號東北烈風或暴風信號
word-warning-tc8nw = 八號西北烈風或暴風信號
word-warning-tc8se = 八號東南烈風或暴風信號
word-warning-tc8sw = 八號西南烈風或暴風信號
word-warning-tc8x = 八號烈風或暴風信號
word-warning-tc9 = 九號烈風或暴風風力增強信號
word-warning-tc10 = 十號颶風信號
word-warning-wraina = 黃色暴雨警告
word-warning-wrainr = 紅色暴雨警告
word-warning-wrainb = 黑色暴雨警告
word-warning-wtcpre8 = 預警八號熱帶氣旋警告信號之特別報告
word-verdict-legal = 合法
word-verdict-illegal = 不合法
word-verdict-ruling-required = 須由裁判決定
word-verdict-possible = 能首次出牌
word-verdict-impossible = 不能首次出牌
word-verdict-referee-decides = 視乎最後抽到的牌，由裁判決定
word-stage-preliminary = 初賽
word-stage-final = 決賽
word-entrant-registered = 已報名
word-entrant-waiting = 候補中
word-entrant-waited = 曾候補，未有名額空出
word-entrant-cancelled = 已取消
word-entrant-merged = 已併入另一編號
word-out-withdrawn = 已退賽
word-out-disqualified = 已被取消資格
word-game-open = 未進行
word-game-recorded = 已記錄
word-game-voided = 已作廢
word-game-awaiting-ruling = 等候裁決
word-source-counts = 桌上點算
word-source-self-recorded = 參賽者記錄
word-source-official = 由工作人員輸入
word-source-paper = 紙本
word-source-ruling = 按裁決
word-source-clerical = 簽署後由工作人員更正
word-source-corrected = 由工作人員更正
word-charge-could-not-meld = 未能首次出牌
word-charge-could-have-melded = 能首次出牌而沒有出
word-charge-knocked-down = 推倒牌
word-taken-back-charge = 罰分
word-taken-back-warning = 口頭警告
word-taken-back-disqualify = 取消資格的決定
word-effect-none = 維持成績
word-ending-cleared = 清空牌架
word-ending-time = 時間到
word-ending-pool-exhausted = 牌池取盡
word-ending-blocked = 卡住
word-ending-forfeit = 棄權
word-ending-unknown = 不詳
word-figure-tiles = 牌數
word-figure-count = 點數
word-effect-amend-game = 修訂賽局
word-effect-void-game = 賽局作廢
word-effect-replay-game = 重賽一局
word-effect-charge = 罰分
word-effect-warning = 口頭警告
word-effect-disqualify = 取消資格
word-effect-reinstate = 撤回取消資格
word-cut-open = 尚未確定
word-cut-held = 待同名次者決定
word-cut-concluded = 已確定
word-session-scheduled = 未編桌
word-session-drawn = 已編桌
word-session-playing = 比賽進行中
word-session-time-called = 時間已到
word-session-ended = 已結束
word-session-suspended = 已暫停
word-case-open = 待裁決
word-case-ruled = 已裁決
word-case-withdrawn = 已撤回
word-case-moot = 已無須處理
word-proposal-open = 待回覆
word-proposal-confirmed = 已確認
word-proposal-refused = 已拒絕
word-proposal-superseded = 已被取代

## Posts: what everyone is told. No names of participants; the proof stands below.

post-of = { $title ->
        [none] { "" }
       *[other] { $title }：
    }
post-results-published = { $version ->
        [1] { post-of }{ $stage_label }成績公布（第 { $version } 版，共 { $ranked } 人）。
       *[other] { $before ->
            [none] { post-of }{ $stage_label }成績已更正（第 { $version } 版，共 { $ranked } 人），取代之前各版。
           *[other] { post-of }{ $stage_label }成績公布（第 { $version } 版，共 { $ranked } 人）。名次及數字與第 { $before } 版相同，只有晉級名單不同。
        }
    }
post-planned = { $planned_label ->
        [none] { "" }
       *[other] （原定 { $planned_label }）
    }
post-suspended = { post-of }因{ $grounds_label }，{ $day_label }{ post-planned }{ $sessions_label }暫停舉行，{ page-off-what-to-do }新日期將在此公布。
post-suspension-lifted = { post-of }{ $day_label }{ post-planned }{ $sessions_label }{ notice-goes }，暫停已取消。{ post-warned }
post-goes-ahead = { post-of }{ $warned ->
        [none] { $day_label }的賽事如常舉行。
       *[other] { $day_label }的賽事仍會舉行。{ post-warned }
    }
post-warned = { $warned ->
        [none] { "" }
       *[other] { $warned }
    }
post-former = { $replaced_label ->
        [none] { $planned_label ->
            [none] { "" }
           *[other] 原定 { $planned_label }
        }
       *[other] { $replaced_label }{ post-planned }
    }
post-rescheduled = { post-of }{ post-former }{ $sessions_label }改期至 { $day_label }，時間不變。{ post-warned }{ $grounds_label ->
        [none] { "" }
       *[other] 因{ $grounds_label }，現時{ page-off-what-to-do }
    }有關參賽者將收到通知。
post-plan-changed = { post-of }賽程有更改。現時安排：{ $sessions_label }。{ post-place }有關參賽者將收到通知。
post-place = { $venue ->
        [none] { "" }
       *[other] 地點：{ $venue }。
    }
post-venue-changed = { post-of }地點有更改。{ $venue ->
        [none] 其後賽事的地點由主辦單位公布。
       *[other] 其後賽事於{ $venue }舉行。
    }有關參賽者將收到通知。
post-day-and-hours = { $count ->
        [0] { $day }
       *[other] { $day } { $hours }
    }
post-more-days = …
post-proof = 賽事日誌第 { $seq } 項：{ $hash }

## The bot

bot-action-coming = 我正前來
bot-action-on-my-way = 我正前往
bot-action-with-child = 已有人照顧孩子
bot-action-ring = 聯絡電話
bot-action-acknowledge = ✓ 已閱讀
bot-action-read-out = ✓ 已讀出
bot-action-confirm = 確認
bot-action-refuse = 拒絕
bot-action-open = 開啟
bot-action-further-word = 發出進一步通知
bot-action-decide = 作決定
bot-action-cannot-come = 我不能來
bot-action-do-it = 照辦
bot-action-answer = 答覆
bot-action-send-held = 發送
bot-action-drop-held = 捨棄
bot-for-each = { $name }：{ $body }
bot-welcome = 這是賽事機械人。請開啟確認通知內的連結以連接此對話，或向報到處索取連結。/help 查看可用指令。
bot-welcome-back = 歡迎回來。/schedule 查看比賽時間地點，/help 查看其他指令。
bot-welcome-back-office = 歡迎回來。/help 查看可用指令。
bot-no-longer-here = 此對話所連接的人士已不再參加。/stop 可停止通知；如要重新連接，請向報到處索取連結。
bot-link-entrant = { $tournament }：是否在此對話接收 { $name } 的通知？
bot-link-referee = { $tournament }：是否將此對話連接至{ $chief ->
        [true] 總裁判
       *[false] 裁判
    } { $name }？
bot-link-organizer = { $tournament }：是否將此對話連接至主辦單位？
bot-link-yes = 是，連接
bot-yes = 是
bot-more = 更多
bot-tasks = 你想辦理甚麼？請按選，或以字詞尋找：/tasks 成績
bot-tasks-none = 沒有這樣稱呼的事項。全部事項：/tasks
bot-todo = { $count ->
        [0] 沒有事項等你處理。
       *[other] 有 { $count } 項等你處理，最緊急的在前：
    }
bot-todo-line = • { $task }{ $about ->
        [none] { "" }
       *[other] ：{ $about }
    }{ $since ->
        [none] { "" }
       *[other] （由 { $since } 起）
    }
bot-task-of = { $task } · { $name }
bot-task-without = 不填
bot-task-which = 「{ $text }」可以指{ $count }項，是哪一項？
bot-task-none = 「{ $text }」不在可選項目之中。{ bot-press-a-button }
bot-task-again = 再辦一項
bot-task-recorded = 已記錄：{ $what }
bot-task-more = 補充資料
bot-task-said = { $question }：{ $answer }
bot-no = 否
bot-linked = 已連接：{ $name }。
bot-linked-already = 此對話已連接至 { $name }。
bot-not-linked = 沒有連接。
bot-stop-sure = 停止在此對話接收 { $names } 的所有通知？
bot-stop-yes = 是，停止
bot-stop-yes-all = 是，全部停止
bot-stop-only = 只停止 { $name }
bot-stop-one-sure = 停止在此對話接收 { $name } 的通知？{ $others } 的通知不變。
bot-stop-one-done = 已停止 { $name } 的通知。如要恢復，請開啟新連結。
bot-forget-ask = 要求刪除個人資料
bot-forget-who = 哪一位要求刪除個人資料？
bot-forget-parent = 如 { $name } 列為子女的家長或監護人，該姓名及電郵仍保存於子女的資料內；如要一併刪除，請聯絡主辦單位。
bot-forget-goes = 姓名、聯絡方法、出生日期及所有曾寫下的內容
bot-forget-stays = 成績只以編號 { $number } 保留。
bot-forget-for-good = 刪除後不能恢復，亦不會再收到任何通知，包括刪除完成的通知。
bot-forget-sure = { $name } 要求主辦單位刪除{ bot-forget-goes }。{ bot-forget-stays }{ $parent ->
        [true] { bot-forget-parent }
       *[other] { "" }
    }{ bot-forget-for-good }確定提出？
bot-forget-words = 本人要求刪除有關本人的個人資料。
bot-forget-asked = 已為 { $name } 提出，主辦單位會處理或在此答覆。刪除後不會另行通知，此對話亦不再認得 { $name }。
bot-stopped = 已停止在此對話發送通知。如有登記電郵，通知會改以電郵發送。如要恢復，請開啟新連結。
bot-not-stopped = 維持不變。
bot-help = 可用指令
bot-help-write = 其他事情直接在此寫下，會轉交主辦單位。
bot-commands-entrant =
    /me 你的資料
    /schedule 時間地點
    /standings 名次
    /family 家庭組合
    /results 公布成績
    /tasks 所有可辦事項
bot-commands-referee =
    /dispute 提出爭議
    /warn 口頭警告
    /call 呼叫總裁判
    /sheet 記分紙
    /docket 你桌上的爭議
    /parent 呼叫孩子的家長
    /signin 登入網頁
    /todo 待辦事項
    /tasks 所有可辦事項
bot-commands-chief =
    /docket 待決爭議：證據、預覽、裁決
    /sheet 查看及更正記分紙
    /dispute 提出爭議
    /warn 口頭警告
    /weather 回覆天氣建議、暫停、取消暫停、新日期
    /parent 呼叫孩子的家長
    /signin 登入網頁
    /todo 待辦事項
    /tasks 所有可辦事項
bot-commands-organizer =
    /weather 回覆天氣建議、暫停、取消暫停、新日期
    /announce 發出公告
    /deliveries 發送情況
    /docket 待決爭議
    /questions 待答覆的訊息
    /unreached 待致電名單
    /invite 邀請各人連接對話
    /signin 登入網頁
    /todo 待辦事項
    /tasks 所有可辦事項
bot-commands-all =
    /language 中文／English
    /notifications 通知選項
    /stop 停止通知
    /cancel 離開進行中的步驟
bot-commands-help = /help 可用指令
bot-language = 請選擇語言：
bot-language-name = 繁體中文
bot-language-set = 以後會用繁體中文。
bot-notifications = 按下以開啟或關閉。涉及安全、時間及地點的通知不可關閉，隨時發送。其他通知如在靜音時段，會在時段後發送，已失效的除外。
bot-quiet-22-8 = 晚上10:00至早上8:00靜音
bot-quiet-21-8 = 晚上9:00至早上8:00靜音
bot-quiet-20-9 = 晚上8:00至早上9:00靜音
bot-quiet-set = 已更改靜音時段。
bot-rather-by-email = 改以電郵通知：{ $name }
bot-email-from-now = 今後以電郵通知。
bot-chat-from-now = 今後在此對話通知。
bot-email-not-on-file = 沒有電郵紀錄。請在場地或向主辦單位提供。
bot-switched-on = 已開啟。
bot-switched-off = 已關閉。
bot-kind-reminder-day-before = 前一天提示
bot-kind-reminder-morning = 當天早上提示
bot-kind-reminder-opening = 開始報到提示
bot-kind-timer-guide = 計時器說明
bot-kind-session-results = 場次成績
bot-kind-results-published = 成績公布
bot-kind-reserve = 後備名次
bot-kind-not-qualified = 未能晉級
bot-kind-cut-open-again = 晉級名單重新決定
bot-kind-reserve-over = 後備資格結束
bot-kind-waiting-over = 候補結束
bot-kind-registration-received = 報名
bot-kind-registration-cancelled = 取消報名
bot-kind-urgent-question = 致主辦單位（緊急）
bot-kind-question = 致主辦單位
bot-kind-session-wished = 申請改場
bot-kind-answer = 主辦單位答覆
bot-kind-weather-watch = 天氣預警
bot-kind-goes-ahead = 如常舉行
bot-kind-hall-word = 在場內讀出
bot-kind-suspended = 暫停
bot-kind-further-word = 進一步通知
bot-kind-word-due = 承諾的通知
bot-kind-rescheduled = 改期
bot-kind-seat-changed = 調位
bot-kind-round-drawn = 輪次編排
bot-kind-dispute-raised = 爭議
bot-kind-chief-called = 呼叫總裁判
bot-kind-chief-coming = 有人正前往某桌
bot-kind-conduct = 行為守則
bot-kind-reinstated = 恢復參賽
bot-kind-unplayed-games = 未賽的賽局
bot-kind-parent-called = 呼叫家長
bot-kind-parent-answered = 家長正前來
bot-kind-parent-wrote = 呼叫家長後的訊息
bot-kind-parent-heard = 孩子的電話有回覆
bot-kind-parent-not-reached = 未能聯絡家長
bot-kind-read-out = 須讀出
bot-kind-ruling = 裁決
bot-kind-figures-corrected = 成績更正
bot-kind-correction-published = 更正公布
bot-kind-qualified = 晉級
bot-kind-moved-up = 遞補
bot-kind-consent-recorded = 已為兒童記錄同意
bot-kind-case-raised = 以你的名義提出的事項
bot-kind-family-dissolved = 家庭組合解散
bot-kind-family-asked = 邀請組成家庭組合
bot-kind-final-seat = 決賽座位
bot-kind-awards = 獎項
bot-kind-announcement = 公告
bot-kind-invitation = 邀請連接對話
bot-kind-invitation-reminder = 再次邀請連接對話
bot-kind-retention-due = 個人資料保留
bot-kind-personal-code = 個人頁面驗證碼
bot-kind-post-urgent = 公開帖文
bot-kind-post-results = 成績帖文
bot-kind-weather-proposal = 天氣建議
bot-kind-weather-unknown = 天氣不明
bot-kind-weather-danger = 新危險
bot-kind-weather-decided = 天氣決定
bot-not-for-you = 此對話所連接的身份不可使用此指令。請以 /help 查看可用指令。
bot-press-a-button = 請按以下其中一個按鈕：
bot-typed-too-long = 共 { $given } 個字，過長，未有發送。請縮短後再發送。
bot-not-understood = 我不明白。/help 查看可用指令。
bot-send-to-organizer = 發送給主辦單位
bot-cry-sent = 已即時以 { $names } 的名義轉交{ $to }。{ $cut ->
        [none] { "" }
       *[other] 只轉交了首 { $cut } 個字。
    }如在場內，請同時告知最近的人。{ bot-urgent }{ $next ->
        [none] { "" }
        [all] 你接着所寫的也會即時轉交。
       *[but_thanks] 你在接着 { $minutes } 分鐘內所寫的也會即時轉交，道謝及「收到」除外。
    }/help 查看可用指令。
bot-cry-to = { $called ->
        [none] 主辦單位
        [alone] 呼叫家長的工作人員
       *[too] 主辦單位及呼叫家長的工作人員
    }
bot-cry-nobody = 此處無人閱讀訊息，這則訊息沒有送達任何人。如在場內，請告知最近的人。{ bot-urgent }
bot-cry-muted = 這則訊息已記錄，但現時暫停發出訊息，尚未有人閱讀。如在場內，請告知最近的人。{ bot-urgent }
bot-cry-refused = 這則訊息「沒有」轉交。{ $why }如在場內，請告知最近的人。{ bot-urgent }
bot-cry-official = 這則訊息沒有送達任何人：只會轉交參賽者的訊息。{ $office ->
        [organizer] 其他人遇事會找你：請親自前往，或派最近的人前往。如有人受傷或有危險，請直接致電緊急服務。/announce 可通知所有人。
        [chief_referee] 其他人遇事會找你：請親自前往，或派最近的人前往。如有人受傷或有危險，請直接致電緊急服務，再告知主辦單位。{ bot-urgent }
        [referee] /call 可呼叫總裁判到桌。{ bot-urgent }
       *[none] 如在場內，請告知最近的人。{ bot-urgent }
    }
bot-cry-unlinked = 這則訊息沒有送達任何人：此對話尚未連接任何人。如在場內，請告知最近的人。{ bot-urgent }
bot-not-text = 此處只閱讀文字：你所發送的沒有送達任何人。請以文字寫下。
bot-not-sent = 沒有發送：「{ $text }」
bot-question-whose = 這是關於哪一位的？之後會轉交主辦單位。
bot-question-write = 請寫下有關 { $name } 的事情，最多 { $most } 個字。不會有人即時閱讀。
bot-question-sent = { bot-at-table }已以 { $name } 的名義轉交主辦單位，稍後有人閱讀，並在此答覆。{ bot-urgent }/help 查看可用指令。
bot-unanswered = 已向主辦單位查詢，尚未答覆：「{ $words }」
bot-object = { $until ->
        [signed] 你已簽署這些得分，不能再提出爭議。如屬輸入錯誤，總裁判仍可按記分紙更正。
        [published] 得分有誤？請於該階段公布成績之前向總裁判提出爭議。
       *[signing] 得分有誤？請於簽署之前告知該桌裁判或總裁判，由其代為提出爭議，並由總裁判裁決。簽署後即不受理。
    }
bot-object-suspended = { $session_label }已暫停。{ $stopped ->
        [true] 成績作廢並將重賽。{ bot-object-void }
       *[false] 該場未有須計算的得分。
    }開賽後：{ bot-object }
bot-object-to-come = { $until ->
        [published] 如不同意所屬賽桌的得分，請於該階段公布成績之前向總裁判提出爭議。
       *[signing] 如不同意所屬賽桌的得分，請於簽署記分紙之前告知該桌裁判或總裁判，由其代為提出爭議。簽署後即不受理。
    }
bot-object-void = 已作廢的得分無須提出爭議。
bot-thanked = 好的。這則訊息沒有轉交主辦單位；如有查詢，直接在此寫下即可。
bot-question-nobody = { bot-at-table }此處無人閱讀訊息。{ bot-urgent }/help 查看可用指令。
bot-at-table = { $at_table ->
        [false] { "" }
       *[true] 有關進行中的賽局：請即舉手，或告知該桌裁判。
    }
bot-urgent = { $contact ->
        [none] { "" }
       *[other] 如屬緊急：{ $contact }。
    }
bot-questions-none = 沒有待答覆的訊息。
bot-questions-more = 尚有 { $count } 則。請先答覆以上各則，再傳送 /questions。
bot-question-shown = 來自{ $said }
bot-question-gone = 所寫內容已不再保存。
bot-wish-shown = 希望改為參加{ $session_label }：{ $said }
bot-answer-write = 請寫下答覆，最多 { $most } 個字。
bot-answer-read-back =
    致{ $writer }
    「{ $text }」
    確定發出？
bot-answer-sent = { $channel ->
        [telegram] 已發給{ $writer }
        [web_push] 已推送到瀏覽器：{ $writer }
        [email] 已以電郵發給{ $writer }
       *[other] 已記錄，但未有對話、瀏覽器或電郵可以送達：{ $writer }請以其他方式聯絡。
    }
bot-wish-read-back =
    { $writer }
    由{ $before }
    改為{ $after }
    { $answered ->
        [false] 確定？
       *[true] 此要求已獲答覆，仍要改場？
    }
bot-wish-answered = 此要求已獲答覆。
bot-wish-done = 已改場，現正通知：{ $writer }
bot-absence-left = 已不在報名名單：{ $names }。無須放棄名額，亦不能申請其他場次。
bot-absence-nothing = { bot-at-table }沒有可以放棄的場次。
bot-absence-who = 哪一位不能來？
bot-absence-what =
    { $name }：請選擇處理方法。
    { $sessions }
bot-absence-give-back = { $what ->
        [reserve] 不再擔任後備：{ $stage }
       *[other] 放棄名額：{ $stage }
    }
bot-absence-other = 申請改為其他場次
bot-absence-write = 聯絡主辦單位
bot-absence-session = 改為{ $session_label }
bot-absence-which = 改為哪一場？以下場次尚有名額。
bot-absence-no-other = 沒有其他尚有名額而 { $name } 有空的場次。請聯絡主辦單位，或放棄名額。
bot-absence-leaves = { $waiting ->
        [true] { $name } 將退出候補名單，不再參加。
       *[other] { $name } 將放棄名額，不再參加。名額由候補名單上等候最久者遞補。
    }
bot-absence-dissolves = 家庭組合亦會解散。
bot-absence-read-cancel = { bot-absence-leaves }如欲再參加，須重新報名，並視乎屆時有否名額。{ $family ->
        [true] { bot-absence-dissolves }
       *[other] { "" }
    }確定？
bot-absence-read-stage = { $name } 將放棄此階段的名額：{ $stage }。名額由候補名單上等候最久者遞補，其他報名不變。確定？
bot-absence-read-qualifier = { $name } 將放棄此階段的名額：{ $stage }。由下一位遞補，且不能恢復。確定？
bot-absence-read-reserve = { $name } 不再擔任後備：{ $stage }。其後即使有空缺亦不會獲遞補，且不能恢復。確定？
bot-absence-read-wish = { $name } 希望由{ $before }改為{ $after }。由主辦單位決定，在此之前名額不變。確定發出？
bot-absence-with-hours = { $session_label }：{ $hours }
bot-absence-yes = 是，放棄
bot-absence-done = { $waiting ->
        [true] 已完成：{ $name } 已退出候補名單。
       *[false] 已完成：{ $name } 已放棄名額，多謝通知。
    }{ bot-urgent }
bot-absence-wished = 已發出。在主辦單位答覆前，{ $name } 的名額不變，結果會在此通知。{ bot-urgent }
bot-stale = 此按鈕屬於較早步驟。請使用最新訊息的按鈕，或重新開始：/help
bot-unknown-button = 此按鈕已失效。請重新開始：/help
bot-done-already = 已經完成。
bot-failed = 系統出現問題，沒有任何更改，請再試一次。
bot-noted-here = { $what ->
        [coming] ✓ 正前來：{ $who }，{ $time }
        [on_my_way] ✓ 正前往：{ $who }，{ $time }
        [seen_to] ✓ 已有人照顧：{ $who }，{ $time }
       *[read_out] ✓ 已讀出：{ $who }，{ $time }
    }
bot-noted-read-out = 謝謝，已記錄為已讀出。
bot-read-out-late = { $instead }請告知聽過上一則訊息的人現時的情況。
bot-acknowledged = 多謝，已記錄你已閱讀。
bot-cancel-nothing = 現時沒有進行中的步驟，無需離開。
bot-cancelled = 已取消，沒有任何更改。
bot-cancel = 取消
bot-confirm = 確認
bot-refuse = 拒絕
bot-back = 返回個案
bot-on-page = 轉到網頁繼續
bot-on-page-link =
    開啟此事項的網頁，你已作的回答會一併帶到。只可使用一次，{ $minutes } 分鐘內有效。請勿轉發。你亦可在此繼續。
    { $link }
bot-one-back = 上一步
bot-keep = 保留不變
bot-first-step = { $about }　第 1 步
bot-step = { $about }　第 { $number } 步，共 { $count } 步
bot-written = 現時內容：{ $text }
bot-send = 發送
bot-role-referee = 裁判
bot-role-chief-referee = 總裁判
bot-role-organizer = 主辦單位
bot-sign-in-heading = { $role }：{ $title }
bot-sign-in =
    供開啟你的工作頁面，只可使用一次，{ $minutes } 分鐘內有效。請勿轉發。
    { $link }
    如你已登入並被要求輸入驗證碼：{ $code }
bot-heading-me = 你的資料
bot-heading-schedule = 時間地點
bot-heading-standings = 名次
bot-heading-results = 公布成績
bot-heading-family = 家庭組合
bot-heading-docket = 爭議個案
bot-heading-deliveries = 發送情況
bot-me = { $name }，編號 { $number }：{ $status }。
bot-out-withdrawn = 已退賽。
bot-out-disqualified = 已被取消資格。
bot-is-qualified = 已晉級決賽。
bot-warnings = 口頭警告：{ $count } 次。
bot-nothing-here = 暫時未有資料。
bot-of-name = { $name }：
notice-session-of-stage = { $session_label }（{ $stage }）
bot-schedule-next = 下一場：{ $session_label }。
bot-schedule-now = 進行中：{ $session_label }。
bot-schedule-then = 其後：{ $session_label }。
bot-schedule-plain = { $session_label }。
bot-schedule-waiting = 候補名單第 { $waiting_place } 位：{ $session_label }。
bot-schedule-waiting-over = { notice-waiting-over }
bot-schedule-suspended = { $session_label }：{ $stopped ->
        [true] 已中止
       *[false] 已暫停
    }{ notice-short-grounds }。{ notice-what-to-do }{ $stopped ->
        [true] 成績作廢並將重賽。{ bot-object-void }{ notice-pardoned }
       *[false] { notice-pardoned }
    }{ notice-next-word }
bot-schedule-suspended-waiting = 你正候補的{ $session_label }：已暫停{ notice-short-grounds }。請勿前來。{ notice-still-waiting }{ notice-next-word }
bot-schedule-held = { $danger ->
        [other] { "" }
        [cyclone] 八號風球：
        [hurricane] 九號或十號風球：
       *[rain] 黑色暴雨：
    }{ notice-held }
bot-schedule-pardoned = { notice-pardoned }
bot-schedule-suspended-official = { $session_label }：已暫停。新日期待定。
bot-schedule-played = ✓ 已完成：{ $session_label }。
bot-schedule-missed = 沒有參賽：{ $session_label }。{ $late ->
        [none] { "" }
        [misses] 你未有及時報到。
       *[forfeits] 你未有及時報到，已喪失參賽權。
    }
bot-schedule-bye =
    { $session_label }：{ $over ->
        [true] 已
       *[false] { "" }
    }輪空{ $points ->
        [none] { "" }
       *[other] （{ $points }）
    }。
bot-schedule-unpaired =
    { $session_label }：{ $over ->
        [true] 已
       *[false] { "" }
    }輪空，沒有對手；可得分的輪空已用完，沒有分。
bot-schedule-more = 其後尚有 { $count } 場。
bot-given-back = 已放棄名額。主辦單位會保留資料至期限屆滿，你可在此查看。
bot-schedule-reserve = { $over ->
        [true] { $stage }後備第 { $place } 名：{ $stage }已開始，不再遞補。
       *[other] { $stage }{ $sessions ->
            [none] { "" }
           *[other] （{ $sessions }）
        }後備第 { $place } 名，如獲遞補即時通知。
    }
bot-schedule-goes-on = 你已晉級{ $stage }。{ $suspended ->
        [true] 現時暫停：請勿前來，新日期容後通知。
       *[other] { notice-keep-free }
    }
bot-schedule-nothing = 現時未有其他賽事安排。
bot-schedule-tables = 第 { $tables } 桌。
bot-schedule-registered = { $count } 人已報名。
bot-hours-of-play = { notice-play-hours }
bot-hours = { $start ->
        [none] { "" }
       *[other] { $registration ->
            [none] { $seating ->
                [none] { bot-hours-of-play }。
               *[other] { $seating } 前入座，{ notice-play-hours }。
            }
           *[other] { $registration } 報到，{ $seating } 前入座，{ notice-play-hours }。
        }
    }
bot-venue = { notice-venue-line }
bot-travel = 交通：{ $travel }。
bot-map = 地圖：{ $map }
bot-timer-guide = 計時器使用說明（請於賽前閱讀）：{ $timer_guide }
bot-late-forfeits = 入座時間前未報到者，即喪失參賽權。
bot-late-misses = 入座時間前未報到者，該場不獲編桌。
bot-privacy = 收集個人資料聲明（保存甚麼、用途、如何查閱及更正）：{ $privacy }
bot-contact = 查詢：{ $contact }
bot-decided = 有關 { $name } 的決定：
bot-standings-provisional = 暫定名次，尚未公布。
bot-standings-final = 正式名次，已公布（第 { $version } 版）。
bot-standings-changed = 暫定名次，自公布第 { $version } 版後有變。
bot-published-own = { $name }，{ $stage }（第 { $version } 版）：{ $place }，{ $figures }
bot-me-name-en = 英文姓名：{ $given }
bot-me-name-zh = 中文姓名：{ $given }
bot-me-email = 電郵：{ $given }
bot-me-phone = 電話：{ $given }
bot-me-birth-date = 出生日期：{ $day }
bot-me-categories = 組別：{ $categories }
bot-me-team = 隊伍：{ $given }
bot-me-language = 報名時選擇的語言：{ $language ->
        [zh] 中文
       *[other] 英文
    }
bot-me-guardian = 家長或監護人：{ $given }
bot-me-guardian-email = 家長或監護人電郵：{ $given }
bot-me-consents = { $extent ->
        [everywhere] 可公開顯示姓名。
        [nowhere] 不會公開顯示姓名。
       *[some] 可顯示姓名：{ $shown }。
    }
bot-consent-line = { $given ->
        [true] 可顯示姓名
       *[other] 不顯示姓名
    }：{ $scope }{ $day ->
        [none] { "" }
       *[other] （{ $day }{ $by ->
            [none] { "" }
           *[other] ，由{ $by }{ $guardian ->
                [none] { "" }
               *[other] { " " }{ $guardian }{ " " }
            }表示
        }{ $version ->
            [none] { "" }
           *[other] ；聲明版本 { $version }
        }）
    }
bot-consents = 可在何處顯示姓名。如欲更改，請按其中一項：
bot-consents-of = 同意事項：{ $name }
bot-consent-as = 此事關於 { $name } 的姓名。你的身份是：
bot-consent-as-self = 參賽者本人，年滿 18 歲
bot-consent-as-guardian = 家長或監護人
bot-consent-guardian = 請輸入你（{ $name } 的家長或監護人）的姓名。
bot-consent-read-back = { $given ->
        [true] 可顯示 { $name } 的姓名
       *[other] 不得顯示 { $name } 的姓名
    }：{ $scope }。
    表示者：{ $guardian ->
        [none] 參賽者本人，年滿 18 歲。
       *[other] 家長或監護人 { $guardian }。
    }{ $statement ->
        [none] { "" }
       *[other] { "" }主辦單位有關個人資料的聲明：{ $statement }
    }
bot-consent-said = 已記錄。{ $given ->
        [true] 可顯示 { $name } 的姓名
       *[other] 不再顯示 { $name } 的姓名
    }：{ $scope }{ $guardian ->
        [none] { "" }
       *[other] （由 { $guardian } 表示）
    }。
bot-me-family = 與 { $other } 組成家庭組合。
bot-me-chat = 此對話接收以下人士的通知：{ $names }。
bot-me-chat-language = 此對話的語言：{ $language ->
        [zh] 中文
       *[other] 英文
    }（/language）
bot-me-muted = 此對話已關閉：{ $kinds }（/notifications）
bot-me-by-email = { $name }：改以電郵通知。
bot-me-browsers = { $name }：無法經 Telegram 通知時，由 { $count } 個瀏覽器接收通知。
bot-seat = 第 { $table } 桌 { $seat } 座。
bot-no-tables = 現時沒有進行中的賽桌。
bot-no-standings = 暫時未有名次。
bot-by-match-points = 積分 { $figure }
bot-by-rounds-won = 勝 { $figure } 輪
bot-by-rating = 等級分 { $figure }
bot-figures = { $average ->
        [none] 勝 { $won } 局，{ $score } 分，剩 { $tiles } 隻牌
       *[other] 勝 { $won } 局，{ $score } 分，平均 { $average } 分，剩 { $tiles } 隻牌
    }
bot-place = 第 { $place } 名
bot-not-ranked = { $name }：未有名次。
bot-did-not-play = { $name } 沒有參加{ $stage }。
bot-not-in-stage = { $name } 不參加{ $stage }。
bot-not-ranked-out = { $name } 已退出{ $stage }，不列名次。
bot-left-standings = { $name } 已放棄名額。
bot-published = 已公布第 { $version } 版
bot-not-published = { $name }：尚未公布成績。
bot-no-family = 未有家庭組合，可向報到處辦理。
bot-family-open = { $over ->
        [true] { $name } 與 { $other }：家庭組合，未有兩人同時參加決賽，故不計名次。
       *[other] { $name } 與 { $other }：家庭組合，兩人完成決賽後計算名次。
    }
bot-family-award = 獲獎：{ $title }。
bot-family-agreed = { $child } 與 { $parent } 已組成家庭組合。
bot-family-declined = 已拒絕：{ $child } 與 { $parent } 並非家庭組合。
bot-family-place = { $name } 與 { $other }：第 { $place } 名，勝 { $won } 局，{ $score } 分。
bot-docket = 待決個案：{ $count } 宗，請選擇。
bot-docket-empty = 沒有待決個案。
bot-docket-ruled = 已裁決個案（{ $count } 宗）
bot-docket-ruled-choose = 已裁決個案，最新在先，請選擇。
bot-case =
    { $kind }
    { bot-case-where }
    涉及 { $entrants }
bot-case-where = { $table_label ->
        [none] { bot-no-table }
       *[other] { $table_label }
    }{ $game ->
        [none] { "" }
       *[other] ，第 { $game } 局
    }
bot-no-table = 不涉及賽桌
bot-case-raised = 提出者：{ $by }
bot-case-raised-for =
    { $entrant ->
        [none] 提出者：{ $by }
       *[other] 提出者：{ $by }（代 { $entrant }）
    }
bot-case-statement = 「{ $statement }」
bot-case-charge = { $entrant } 被罰分：{ $charge }
bot-case-warning = { $entrant } 被口頭警告
bot-case-disqualify = { $entrant } 被取消資格
bot-case-ruling = { $ruling }{ $replaced ->
        [none] { "" }
       *[other] （取代 { $replaced }）
    }：{ $effects }；依據 { $cites }。{ $finding ->
        [none] { "" }
       *[other] 認定：「{ $finding }」
    }{ $reason ->
        [none] { "" }
       *[other] 理由：「{ $reason }」
    }
bot-case-leaver = { $entrant } 於該局中離開：{ $what }（{ $grounds }），{ $by }，{ $at }。{ $reason ->
        [none] { "" }
       *[other] 「{ $reason }」
    }
bot-case-ended = { $dispute } 未經裁決而結束：{ $what }，{ $by }，{ $at }。{ $reason ->
        [none] { "" }
       *[other] 「{ $reason }」
    }
bot-ruling-of-ended = 沒有作出裁決：個案已於期間結束。
bot-case-closed = 狀態：{ $status }。
bot-case-ruled = 已裁決
bot-case-withdrawn = 已撤回
bot-case-moot = 已無須處理
bot-evidence-add = 加入證據
bot-evidence-all = 全部證據（{ $count }）
bot-evidence-turn = 該輪出牌
bot-evidence-rack = 牌架
bot-evidence-kind = 提出甚麼證據？該輪出牌：是否合法；牌架：能否首次出牌。
bot-evidence-which-rack = 請寫出牌架上的牌：R10 B10 K10 J。R 紅、B 藍、K 黑、O 或 Y 橙／黃、J 百搭。
bot-evidence-last = 最後抽到哪隻牌？該牌不計算在內。請寫出，或選擇：不知道／按現狀判斷。
bot-evidence-not-known = 不知道
bot-evidence-as-it-is = 按現狀
bot-evidence-had-melded = 該參賽者在該輪之前是否已完成首次出牌？
bot-evidence-melded = 已首次出牌
bot-evidence-not-melded = 未首次出牌
bot-evidence-before = 請寫出該輪出牌前桌上的牌，以 | 分隔牌組，順子由小至大：R1 R2 R3 | B4 J B6。桌上沒有牌請寫 -。如百搭牌令牌組有兩種解讀，請在前面寫「順子」或「群組」。
bot-evidence-rack-before = 請寫出該輪出牌前牌架上的牌：R10 B10 K10 J。
bot-evidence-after = 請以同樣方式寫出該輪出牌後桌上的牌。
bot-evidence-whose = 屬於何人？
bot-evidence-nobodys = 不指定
bot-evidence-told-before = 之前：{ $tiles }
bot-evidence-told-rack = 牌架：{ $tiles }
bot-evidence-told-after = 之後：{ $tiles }
bot-evidence-told-last = 最後抽到：{ $tiles }
bot-evidence-read-back =
    { $kind }，{ $whose }：{ $verdict }
    加入為證據？
bot-evidence-keep = 加入證據
bot-evidence-kept = 已加入 { $dispute }。最終由總裁判裁決。
bot-evidence-line = { $number }. { $kind }：{ $said }
bot-evidence-reason = { $text }（{ $clause }）
bot-verdict-turn = { $answer }。{ $reasons }
bot-verdict-rack = { $answer }，最高 { $best } 分。
bot-verdict-rack-unknown = { $verdict ->
        [referee_decides] { $answer }。不知道最後抽到的是其中哪一隻，而該牌不計算；全部牌合計最高 { $best } 分。
       *[other] 無論最後抽到的是其中哪一隻，均{ $answer }。該牌不知是哪一隻，而且不計算；全部牌合計最高 { $best } 分。
    }
bot-charge-proposed = 罰分：{ $charge }，{ $points }。
bot-ruled-otherwise = ⚠ 裁決不同
bot-see-sheet = 查看記分紙
bot-rule = 裁決
bot-rule-anew = 重新裁決
bot-correct = 更正第 { $game } 局
bot-ruling-effect = 裁決的效果？
bot-ruling-anew = 因新理據，取代 { $ruling }。
bot-ruling-made-by = { $ruling } 由 { $by } 於{ $at }作出：
bot-ruling-supersede = 取代 { $ruling }
bot-ruling-other-rule = 另選規則
bot-ruling-rules-all = 全部規則（{ $count } 條）
bot-ruling-proposed = 依證據：{ $whose }
bot-effect-none = 維持成績
bot-effect-amend-game = 修訂賽局
bot-effect-void-game = 賽局作廢
bot-effect-replay-game = 重賽一局
bot-effect-charge = 罰分
bot-effect-warning = 口頭警告
bot-effect-disqualify = 取消資格
bot-effect-amend-game-in = 修訂第 { $game } 局
bot-effect-void-game-in = 第 { $game } 局作廢
bot-effect-replay-game-in = 重賽第 { $game } 局
bot-effect-charge-in = 第 { $game } 局罰分
bot-ruling-game = 哪一局？
bot-ruling-entrant = 何人？
bot-ruling-charge = 哪種罰分？
bot-figures-how = 請逐座寫上剩餘點數／牌數：{ $counted }；亦可如上寫得分。{ $endings ->
        [none] { "" }
       *[other] 如無人清空牌架，請在最後加上：{ $endings }。
    }{ $forfeits ->
        [none] { "" }
       *[other] 請標示棄權者：{ $wins } 20/5、✗{ $forfeits } 12/3（或 { $typed }）。
    }
bot-figures-winner = 以 { $endings } 結束時規則沒有訂明由誰勝出：請以 ★ 標示你裁決的勝方，例如：★A 8/3。
bot-figures-now = 第 { $game } 局現時得分／牌數：
bot-figures-none = 未有紀錄
bot-figures-counted = 點數：{ $counts }
bot-ending-cleared = 清空牌架、出清
bot-ending-time = 時間到、時間、夠鐘、時限到
bot-ending-pool-exhausted = 牌池取盡、牌池抽完、無牌可抽
bot-ending-blocked = 卡住、僵局、無人能出牌
bot-ending-forfeit = 棄權、放棄
bot-ruling-finding = 你的認定？首行寫認定，其後各行寫理由；只寫一行則兼作兩者。
bot-ruling-rule = { $rule }：{ $words }
bot-ruling-cites = 依據哪條規則？選擇或輸入。
bot-ruling-read-back =
    裁決：{ $effect }{ bot-ruling-replaces }
    認定：{ $finding }
    依據：{ $cites }
    理由：{ $reason }
    { $raised }
    裁決為最終決定。確認？
bot-ruling-replaces = { $replaces ->
        [none] { "" }
       *[other] （取代 { $replaces }{ $undone ->
            [none] ）
           *[other] ，其裁決一併撤銷：{ $undone }）
        }
    }
bot-confirm-ruling = 確認裁決
bot-ruled = 已就 { $dispute } 作出裁決 { $ruling }。{ $where ->
        [table] { $referee ->
            [none] 該桌沒有裁判即時告知，參賽者於場次結束後獲通知。
           *[other] 該桌裁判即時獲通知，參賽者於場次結束後獲通知。
        }
        [over] 參賽者{ bot-ruled-when }獲通知。
        [elsewhere] { $later ->
            [none] 參賽者{ bot-ruled-when }獲通知。
           *[other] 參賽者正在其他桌比賽。
        }
       *[case] { $later ->
            [none] 有關人士{ bot-ruled-when }獲通知。
           *[other] { $now ->
                [none] 有關人士正在比賽。
               *[other] 部分有關人士正在比賽。
            }
        }
    }{ $later ->
        [none] { "" }
       *[other] { $later } 於其所在場次結束後獲通知。
    }{ $now ->
        [none] { "" }
       *[other] { $now } 即時獲通知。
    }{ $night ->
        [none] { "" }
       *[other] 現為夜間，{ $night } 於{ $night_over }獲通知。
    }
bot-ruled-when = { $night_over ->
        [none] 即時
       *[other] 於{ $night_over }（現為夜間）
    }
bot-game = 第 { $game } 局
bot-impact-places = 名次（{ $stage }）：
bot-impact-cut = 晉級：增 { $came_in }，減 { $fell_out }
bot-impact-cut-tied = ⚠ 晉級線上同名次，只餘 { $places } 個名額：{ $tied }。下一步須決定由誰晉級。
bot-impact-cut-given-up = 已放棄名額，不再列入：{ $who }。如屬誤會，請在決定晉級名單前撤銷其退出。
bot-impact-award = 獎項 { $award }：{ $before } → { $after }
bot-impact-none = 名次不變。
bot-impact-game = { $place ->
        [none] { "" }
       *[other] { $place }
    }第 { $game } 局，現時 → 其後（得分／剩餘牌數）：
bot-impact-line = { $who }：{ $change }
bot-impact-ending = 結束方式：{ $before } → { $after }
bot-impact-in-game = { $place ->
        [none] { "" }
       *[other] { $place }
    }第 { $game } 局，{ $line }
bot-impact-evidence = 證據 { $line }
bot-impact-hears = 將告知{ $audience }：{ $kind }
bot-impact-more = 另 { $count } 人
bot-impact-no-place = 沒有名次
bot-impact-sign-again = 須簽署：{ $who }
bot-impact-notices = 通知：{ $count } 則{ $people ->
        [0] { "" }
       *[other] ，發給 { $people } 人
    }{ $now ->
        [none] { "" }
       *[other] ；即時：{ $now }
    }{ $later ->
        [none] { "" }
       *[other] ；場次結束後：{ $later }
    }{ $night ->
        [none] { "" }
       *[other] ；現為夜間，{ $night_over }：{ $night }
    }
bot-dispute-table = 哪一桌有爭議？
bot-parent-table = 需要家長的孩子在哪一桌？不在賽桌者請輸入 /parent 及其編號。
bot-parent-entrant = 請哪一位的家長前來？
bot-parent-grounds = 原因？
bot-parent-grounds-unwell = 不適
bot-parent-grounds-distressed = 情緒不安
bot-parent-grounds-withdrawn = 已退出比賽
bot-parent-grounds-disqualified = 被取消資格
bot-parent-grounds-other = 其他原因
bot-parent-unknown = 沒有參賽者 { $text }。號碼印在記分紙上，亦可用 /sheet 查看各桌的參賽者。如孩子不在任何一桌，請詢問主辦單位。
bot-parent-read-back =
    請 { $entrant } 的家長到場？原因：{ $grounds }。
    { $pushed ->
        [0] { $linked ->
            [0] 該孩子未連接任何對話：三分鐘後會請主辦單位致電。
           *[other] 即時通知 { $linked } 個對話。
        }
       *[other] 即時通知 { $linked } 個對話及 { $pushed } 個瀏覽器。
    }
bot-parent-told = 通知：{ $who }
bot-parent-called =
    { $pushed ->
        [0] { $linked ->
            [0] 已記錄。該孩子未連接任何對話：三分鐘後會請主辦單位致電。
           *[other] 已通知 { $linked } 個對話。三分鐘內如無人回覆，會請主辦單位致電。
        }
       *[other] 已通知 { $linked } 個對話及 { $pushed } 個瀏覽器。三分鐘內如無人回覆，會請主辦單位致電。
    }
bot-parent-answered = 謝謝：我們會告知場內你正前來。
bot-parent-heard = 謝謝：我們會告知場內。因這可能是參賽者本人的電話，呼叫仍然有效。如你是家長，請即前來或致電{ $contact ->
        [none] { "" }
       *[other] （{ $contact }）
    }。如你是參賽者，請留在工作人員身邊，他們會照顧你。
bot-parent-seen-to = 謝謝：已記錄孩子有人照顧。
bot-parent-no-number = 沒有電話
bot-parent-number = { $entrant }：{ $phone }
bot-heading-invite = 連接對話
bot-invite-counts = 已連接對話：{ $linked }；未連接：{ $pending }。
bot-invite-nobody = 各人均已連接對話。
bot-invite-send = 以電郵發出
bot-invite-file = 全部連結的檔案
bot-invite-letters =
    將以電郵發出 { $count } 封信，各附個人連結。沒有地址：{ $no_address }，其中未滿 18 歲：{ $no_guardian }；多人同用一個地址而非同一家庭：{ $shared }；曾獲邀而未連接：{ $invited }。第一封見上。
bot-invite-no-letters = 無人可寄：{ $no_address } 人沒有電郵地址（其中 { $no_guardian } 人未滿 18 歲），{ $invited } 人曾獲邀。
bot-invite-yes = 是，發出
bot-invite-sent = 邀請現正發出。/deliveries 可查看數目。
bot-invite-handed-over = { $count } 條連結，每條供一人使用一次，兩星期內有效。任何人取得均可使用：用後請刪除此檔案。
bot-heading-unreached = 待致電名單
bot-unreached-one =
    第 { $number } 位，共 { $count } 位（未能通知 { $nothing }、電話無人接聽 { $silent }、尚未閱讀 { $unread }）
    { $person }
    { $language ->
        [none] 請說：「{ $sentence }」
       *[other] 對方使用{ $language }，請說：「{ $sentence }」
    }{ $language ->
        [none] { "" }
       *[other] { bot-unreached-meaning }
    }
bot-unreached-meaning =
    { "" }
    意思是：「{ $meaning }」
bot-unreached-named = { $entrant }（{ $name }）
bot-unreached-yes = 已聯絡
bot-unreached-no = 無人接聽
bot-unreached-next = 下一位
bot-unreached-list = 待致電名單
bot-unreached-none = 最近一則安全訊息的所有相關人士已閱讀，或已以電話聯絡。
bot-unreached-reached = 已記錄：已聯絡。
bot-unreached-no-answer = 已記錄：無人接聽。
bot-warn-table = 被警告者在哪一桌？
bot-call-table = 請總裁判到哪一桌？
bot-table-of-session = { $session_label }第 { $table } 桌
bot-which-session = 哪一場？
bot-sheet-table = 哪一桌的記分紙？
bot-sheet-signed =
    { $closed ->
        [true] 記分紙已簽署
       *[false] 記分紙已有簽署
    }：此後由總裁判依紙本更正。
bot-sheet-open = 記分紙未完成：{ $points }。
bot-call-chief = 請總裁判到場
bot-dispute-game = 涉及哪一局？
bot-no-game = 不涉及個別賽局
bot-dispute-statement = 事由？請寫一句。
bot-dispute-read-back =
    爭議，{ $game ->
        [none] 不涉及個別賽局
       *[other] 第 { $game } 局
    }：「{ $statement }」
    確認提出？
bot-dispute-raised = 已提出 { $dispute }，{ $at ->
        [none] 即時通知總裁判
       *[other] 現為夜間，{ $at }才通知總裁判；如屬緊急，請致電總裁判
    }。
bot-warn-entrant = 警告何人？
bot-warn-breach = 事由？請寫一句。
bot-warn-number = 第 { $number }／{ $most } 次警告
bot-warn-read-back =
    向 { $entrant } 發出{ bot-warn-number }：「{ $breach }」
    確認？
bot-warn-further = 已有 { $number } 次口頭警告，次數已滿；再次違規須予調查。發生了甚麼事？請寫一句。
bot-further-read-back =
    { $entrant } 再次違規，上報調查：「{ $breach }」
    將列入待裁個案。是否上報？
bot-warned = 已警告 { $entrant }。
bot-called = { $muted ->
        [no] 已呼叫總裁判（{ $count } 人已連接）。如無人到場，請用對講機。
       *[yes] 呼叫已記錄。請用對講機。
    }
bot-call-nobody = 呼叫已記錄，但沒有總裁判連接對話。請用對講機。
bot-on-my-way = { $told ->
        [no] 已記錄你正前往。該桌沒有可供通知的裁判。
        [own] 已記錄你正前往。
       *[yes] 已通知裁判 { $referee } 你正前往。
    }
bot-correct-reason = 理由？請寫一句。
bot-correct-read-back =
    第 { $game } 局依紙本：{ $seats }
    理由：{ $reason }
    確認更正？
bot-corrected = 已更正第 { $game } 局。
bot-proposal =
    { $day }：{ $outcome }
    { $warnings }
    場次：{ $sessions }
bot-proposal-no-warning = 現正生效：–
bot-proposal-not-known = 現正生效：情況不明
bot-proposal-over = 警告曾於須計算的時間內生效，按規則仍須暫停。如要繼續比賽，請拒絕。
bot-proposal-in-part = 天文台其餘資料未能讀取（{ $whole ->
        [none] 未曾完整讀取
       *[other] 上次完整讀取為 { $whole }
    }）。
bot-weather-suspend = 全日暫停
bot-weather-suspend-remaining = 暫停當日餘下場次
bot-weather-proceed = 如常舉行
bot-weather-unknown = 情況不明，請親自查看
bot-no-proposal = 沒有待回覆的建議。
bot-storm-which-proposal = 哪一項建議？
bot-proposal-refused-then = 拒絕後不作任何公布。{ $stands }
bot-weather-decide = 就某日作出決定
bot-proposal-refused = 已拒絕，不作公布。{ $stands }
bot-proposal-stands-off = { $day }已暫停的場次維持暫停。
bot-proposal-stands = { $warned ->
        [none] { $ahead ->
            [true] { $day }的賽事如常舉行的公布維持有效。
           *[false] { $day }的場次不變。
        }
       *[other] { $day }的場次不變，網頁顯示：{ $warned }
    }
bot-announce-tournament = 哪一項賽事？
bot-announce-audience = 通知何人？
bot-audience-everyone = 所有人
bot-audience-finalists = 決賽參賽者
bot-audience-waiting = 候補者
bot-audience-referees = 所有工作人員
bot-audience-role-chief-referee = 總裁判
bot-audience-role-referee = 裁判
bot-audience-stage = 階段：{ $stage }
bot-audience-category = 組別：{ $category }
bot-announce-en = 請輸入英文內容，最多 { $most } 個字。
bot-announce-zh = 請輸入中文內容，最多 { $most } 個字。
bot-announce-insist = 照此採用
bot-announce-not-en = 此內容沒有英文字母。
bot-announce-not-zh = 此內容沒有中文字。
bot-announce-read-back = 將發送給 { $count } 人：經 Telegram { $linked } 人，{ bot-by-browser }只經電郵 { $mailed } 人，未能聯絡 { $unreached } 人。{ $seated ->
        [0] { "" }
       *[other] 其中 { $seated } 人正在比賽，場次結束後才收到；另請 { $officials } 名工作人員在各桌讀出，當中 { $in_chats } 人經 Telegram 收到。
    }發送？
bot-announce-night = 現為夜間，其中 { $night } 人於{ $night_over }才收到。
bot-announce-reaches = { $count ->
        [0] 沒有收件人。
       *[other] 收件人：{ $count } 人。
    }
bot-announce-read-out = 其中 { $seated } 人正在賽桌，場次結束後才會讀到；現場由 { $officials } 名工作人員讀出。
bot-by-browser =
    { $pushed ->
        [0] { "" }
       *[other] 經瀏覽器 { $pushed } 人，
    }
bot-storm-begin = 自行決定某日
bot-storm-otherwise = 另作決定
bot-storm-day = 哪一日？
bot-storm-no-day = 沒有未來的賽事日。
bot-storm-day-key = { $day }（{ $count } 場{ $suspended ->
        [0] { "" }
       *[other] ，{ $suspended } 場已暫停
    }）
bot-storm-held-key = { $day }（有人獲通知留在場內）
bot-storm-written = 你寫了：{ $text }
bot-storm-what = { $day }：如何決定？
bot-storm-what-suspend = 全日暫停
bot-storm-what-rest = 暫停餘下場次
bot-storm-what-ahead = 如常舉行
bot-storm-lifted = { $by } 已取消暫停（{ $at }）。
bot-storm-moved = { $by } 已將有關場次改期至{ $day }（{ $at }）。
bot-storm-suspended = { $by } 已暫停當日場次（{ $at }）。
bot-storm-what-word = 發出進一步通知
bot-storm-what-move = 決定新日期
bot-storm-what-lift = 取消暫停
bot-storm-grounds = 原因？
bot-storm-grounds-signal-8-or-above = 八號或以上信號
bot-storm-grounds-black-rainstorm = 黑色暴雨警告
bot-storm-grounds-other = 其他原因（自行填寫）
bot-storm-grounds-written = 「{ $reason }」
bot-storm-since = 警告自何時起生效？請按鈕，或輸入時間，例如 9:40。
bot-storm-since-observatory = { $at }（天文台）
bot-storm-since-now = 現在起
bot-storm-since-unsaid = 不註明
bot-storm-words-en = 請輸入英文內容，最多 { $most } 個字，將原文載於訊息中。
bot-storm-words-zh = 請輸入中文內容，最多 { $most } 個字，將原文載於訊息中。
bot-storm-by = 下次通知最遲何時？請按鈕，或輸入時間，例如 17:30。
bot-storm-new-day = 暫停的場次改於哪一日、以相同時間舉行？以下日子可行。請按鈕，或輸入日期，例如 2026-04-08 或 8/4。
bot-storm-reason = 為何取消暫停？請寫一句，以作紀錄。
bot-storm-text = { $language } · 共 { $count } { $officials ->
        [true] 名工作人員
       *[false] 人
    }收到，各按所選語言
bot-storm-alike = 其餘 { $count } 場收到相同內容
bot-storm-alike-session = { $session }{ $hours ->
        [none] { "" }
       *[other] ：{ $hours }
    }
bot-storm-more = 另有 { $texts } 種通知，發給 { $count } 人。
bot-storm-read-back =
    { $what }：{ $day }{ $new_day ->
        [none] { "" }
       *[other] { " " }→ { $new_day }
    }
    場次：{ $sessions }
bot-storm-because = { $grounds }{ $since ->
        [none] 。
       *[other] ，{ $until ->
            [none] 自 { $since } 起生效
           *[other] { $since } 至 { $until } 生效
        }。
    }
bot-storm-voided = ⚠ 正在比賽：{ $sessions }。一經確認，該{ $count ->
        [1] 場
       *[other] 些場次
    }成績作廢，另行重賽。
bot-storm-hour = 確認後即時生效，現在是{ $now }。最遲 { $next_word } 再通知各人。
bot-storm-word-tomorrow = ⚠ 承諾再通知的時間是明天：{ $next_word }。
bot-storm-reached = 通知 { $count } 人：經 Telegram { $linked } 人，{ bot-by-browser }只有電郵 { $mailed } 人，未能聯絡 { $unreached } 人。
bot-storm-send = 內容見上。發送？
bot-storm-sure = 確認？
bot-storm-done = { $muted ->
        [no] 已完成，即時通知所有相關人士。
       *[yes] 已完成。
    }
bot-nothing-goes-out = ⚠ 現時不會發出任何訊息：{ $by ->
        [none] { "" }
       *[other] { $by }
    }自{ $since }起停止發送{ $why ->
        [none] { "" }
       *[other] （{ $why }）
    }。{ $release ->
        [mine] 如要發出：/deliveries，或 `tileledger deliveries release`。
        [organizer] 主辦單位可以 /deliveries 恢復發送。請以電話或對講機通知主辦單位及有關人士。
       *[everything] 須由系統管理員以 `tileledger deliveries release` 恢復。在此之前請以電話或對講機通知各人。
    }
bot-read-back-changed = 上次讀出後情況已有改變，因此尚未執行。以下內容與讀出時不同：
bot-read-back-differs = { $before ->
        [none] { $after ->
            [none] 另有改變：原文可能涉及資料已刪除的人，不再顯示。
           *[other] 新增：{ $after }
        }
       *[other] { $after ->
            [none] 不再：{ $before }
           *[other] 原為：{ $before }
                現為：{ $after }
        }
    }
bot-read-back-more = 另有 { $count } 項。
bot-read-back-confirm = 確認？
bot-read-back-send = 發送？
bot-announced = { $muted ->
        [no] 公告正在發送。
       *[yes] 公告已記錄。
    }
bot-no-deliveries = 尚未有發送紀錄。
bot-deliveries-of = { $reference } { $kind } · { $people } 人，{ $messages } 個訊息：{ $counts }
bot-delivery-pending = 待發
bot-delivery-held = 暫緩
bot-held = 因長時間停止發送而暫緩的通知：{ $count } 則{ $messages ->
        [0] { "" }
       *[other] （{ $messages } 個訊息）
    }。是否仍然有用？
bot-muted = { $by ->
        [none] { "" }
       *[other] { $by }
    }自{ $since }起停止發送{ $why ->
        [none] { "" }
       *[other] （{ $why }）
    }，待你決定前不會發出。待發通知：{ $count } 則{ $messages ->
        [0] { "" }
       *[other] （{ $messages } 個訊息）
    }{ $before ->
        [yes] ，可能曾經發出。
       *[no] 。
    }
bot-changed-since = 上次詢問之後，待發的訊息已有變動，現為：
bot-held-kind = { $count } × { $kind }
bot-held-send-sure = 現在發出？
bot-held-send-yes = 是，發出
bot-held-drop-sure = 捨棄，不會發給任何人？
bot-held-drop-yes = 是，捨棄
bot-held-sent = 現已發出，已失效的除外。
bot-held-dropped = 已捨棄，不會發給任何人。
bot-nothing-held = 已沒有暫緩的通知。
bot-drop = 捨棄
bot-delivery-sent = 已發
bot-delivery-unknown = 未明
bot-delivery-failed = 失敗
bot-delivery-expired = 逾時
bot-delivery-cancelled = 不再發送
bot-delivery-declined = 已關閉
bot-delivery-unlinked = 未連接
bot-delivery-dead = 放棄
bot-delivery-acknowledged = 已讀

## The timeline: each event in plain words

event-warnings-reported = { $n_signals ->
        [0] 已能再次完整讀取天文台資料，於 { $fetched_at } 取得。
       *[other] 天文台警告有變（{ $signals }），於 { $fetched_at } 取得。
    }
event-observatory-silent = 自 { $since } 起未能完整讀取天文台資料。
event-parent-called = 呼叫 { $entrant } 的家長到場（{ $call }）。
event-parent-call-answered = 家長呼叫 { $call } 已獲回覆。
event-parent-call-heard = 孩子的對話回覆了家長呼叫 { $call }，呼叫仍然有效。
event-parent-call-escalated = 家長呼叫 { $call } 逾時未獲回覆。
event-weather-proposed = { $proposal }：{ $day } 天氣判斷為 { $outcome }（{ $codes }；{ $sessions }）。上次完整讀取天文台資料：{ $fetched_at }。
event-weather-proposal-answered = { $confirmed ->
        [true] { $proposal } 已獲確認。
       *[other] { $proposal } 已被拒絕。
    }
event-weather-proposal-escalated = { $proposal } 未獲及時答覆，已再次提出（第 { $step } 步）。
event-weather-watch-announced = 已公布 { $code } 或影響 { $day } 的賽事。
event-play-goes-ahead = { $day } 的賽事如常舉行。
event-reminder-due = { $session }（{ $day }）的提示到期（{ $kind }）。
event-people-invited = 已以電郵邀請未連接對話的人連接對話。
event-people-invited-again = 是時候提醒於 { $day } 獲邀而尚未連接對話的人。
event-retention-due = 賽事於 { $day } 結束，是時候檢視是否仍需保存個人資料。
event-announcement-made = 公告 { $announcement } 已向 { $audience } 發出。
event-tournament-defined = 賽事成立。
event-tournament-amended = 賽事計劃已更改：{ $changes }。改期場次：{ $moved }。
event-attachment-kept = 檔案已隨賽事計劃存入。
event-referee-appointed = 委任裁判 { $referee }。
event-referee-dismissed = 裁判 { $referee } 不再擔任。
event-entrant-registered = { $entrant_no } 報名 { $session }。
event-place-confirmed = { $entrant } { $from_waiting_list ->
        [true] 候補成功，獲
       *[false] 獲
    } { $session } 名額。
event-waiting-list-joined = { $entrant } 列入 { $session } 候補名單。
event-stage-entered = { $entrant } 以 { $session } 參加另一階段。
event-stage-left = { $entrant } 取消參加 { $stage }。
event-registration-cancelled = { $entrant } 取消報名。
event-question-asked = { $session ->
        [none] { $entrant } 寫信給主辦單位（{ $question }）。
       *[other] { $entrant } 希望改為參加 { $session }（{ $question }）。
    }
event-question-answered = 主辦單位已答覆 { $entrant }（{ $question }）。
event-entrant-moved = { $entrant } 由 { $from_session } 調往 { $to_session }。
event-entrants-merged = { $dropped } 與 { $kept } 為同一人，合併於後者。
event-details-amended = { $entrant } 的資料已修改（{ $fields }）。
event-language-chosen = { $entrant } 選擇訊息語言。
event-consent-changed = { $given ->
        [true] 可顯示 { $entrant } 的姓名
       *[other] 不得顯示 { $entrant } 的姓名
    }：{ $scopes }（表示者：{ $by }）。
event-person-forgotten = 個人資料已永久刪除（{ $grounds }）：參賽者 { $entrant }，裁判 { $referee }。成績不變。
event-family-unit-declared = { $child }（子女）與 { $parent }（家長）組成家庭組合。
event-family-unit-proposed = { $by } 提議 { $child }（子女）與 { $parent }（家長）組成家庭組合。
event-family-unit-declined = { $child } 與 { $parent } 組成家庭組合的提議被謝絕或撤回。
event-family-unit-dissolved = 家庭組合 { $unit } 已解散。
event-entrant-checked-in = { $entrant } 於 { $session } 報到。
event-check-in-undone = { $entrant } 於 { $session } 的報到已撤銷。
event-seats-drawn = { $session } 抽籤編桌：{ $n_tables } 桌；{ $n_forfeited } 人喪失參賽權。種子 { $seed }。
event-seat-draw-undone = { $session } 的編桌已撤銷。
event-seats-exchanged = { $first } 與 { $second } 在 { $session } 調換座位。
event-referees-assigned = { $n_assignments } 名裁判負責 { $session } 的賽桌。
event-session-started = { $session } 開始。
event-session-start-undone = { $session } 的開始已撤銷。
event-time-called = { $session } 時間到。
event-time-call-undone = { $session } 的「時間到」已撤銷。
event-session-ended = { $session } 結束。
event-session-reopened = { $session } 重新開放。
event-session-played-on-paper = { $session } 以紙本進行；已匯入 { $n_tables } 桌。
event-first-player-determined = { $sheet } 第 { $game } 局由 { $entrant } 先手。
event-incident-noted = { $sheet } 第 { $game } 局：{ $kind }（{ $entrant }）。
event-chief-referee-called = 已呼叫總裁判到 { $sheet }。
event-chief-referee-set-out = 負責裁決的人員已前往 { $sheet }。
event-game-result-recorded = { $sheet } 第 { $game } 局已記錄：{ $results }。
event-game-corrected = { $sheet } 第 { $game } 局已更正：{ $results }。
event-score-sheet-recorded = 已輸入 { $sheet } 的記分紙（{ $source }）。
event-sheet-conflict-found = { $sheet } 收到另一份不同的記分紙；兩份均保留。
event-sheet-conflict-settled = { $sheet } 兩份記分紙的差異已處理：採用 { $taken }。
event-sheet-signed = { $entrant } 簽署 { $sheet }（{ $medium }）。
event-signature-missing = { $entrant } 未簽署 { $sheet }（{ $kind }）。
event-signature-closed = 總裁判結束 { $entrant } 在 { $sheet } 的缺簽。
event-signatures-voided = { $sheet } 數字有變；{ $entrants } 須重新簽署。
event-signatures-rebound = { $sheet } 現與 { $entrants } 所簽紙本相符。
event-sheet-closed = { $sheet } 的記分紙已結束。
event-dispute-raised = { $dispute } 列入待裁事項（{ $kind }，{ $sheet }）。
event-evidence-presented = 已就 { $dispute } 提交證據：{ $judged }（{ $engine }）。
event-dispute-withdrawn = { $dispute } 已撤回。
event-ruling-made = 總裁判就 { $dispute } 作出裁決 { $ruling }，依據 { $cites }（{ $effects }）。
event-ruling-superseded = { $ruling } 由 { $by } 取代。
event-game-ruled = { $sheet } 第 { $game } 局依裁決 { $ruling }：{ $status } { $results }。
event-game-restored = { $sheet } 第 { $game } 局恢復至 { $ruling } 之前。
event-verbal-warning-given = { $entrant } 受第 { $number } 次口頭警告。
event-entrant-withdrew = { $entrant } 退賽（{ $grounds }）。
event-entrant-disqualified = { $entrant } 被取消資格（{ $grounds }）。
event-entrant-reinstated = { $entrant } 恢復參賽。
part-moved-to = { $day ->
        [none] { "" }
       *[other] （改於 { $day }）
    }
part-grounds-typed = { $grounds }：{ $typed }
part-warning-doubted = { $warning }未能確定（只有一項資料指已結束）
part-warning-ended = { $warning } 結束
part-with-tiles = { $result }（{ $tiles } 隻牌）
part-corrected-from = 原為：{ $results }。
part-corrected-because = 理由：「{ $typed }」。
event-sessions-suspended = { $sessions }{ part-moved-to } 暫停（{ $grounds }）。{ $n_voided ->
        [0] { "" }
       *[other] { $voided } 已賽部分作廢。
    }
event-next-word-due = 已提醒主辦單位：承諾於 { $by } 前再就 { $sessions } 的暫停通知各人。
event-further-word-given = 已就 { $sessions } 的暫停再通知各人；下次通知最遲於 { $next_word }。
event-suspension-lifted = { $sessions } 的暫停已取消。
event-sessions-rescheduled = { $sessions } 改於 { $day } 舉行。
event-results-published = 公布 { $stage } 成績第 { $version } 版：{ $n_rows } 人有名次，{ $n_changes } 項更改。
event-qualification-held = { $n_tied } 人在{ $stage }晉級線同名次，只餘 { $free_places } 個名額，須作決定。
event-cut-tie-decided = { $stage }晉級線同名次已作決定（{ $choice }{ $seed ->
        [none] { "" }
       *[other] ，種子 { $seed }
    }）：{ $admitted }。
event-qualification-concluded = { $n_qualified } 人晉級{ $stage }；{ $n_reserves } 人後備。
event-qualification-undone = { $stage }晉級名單已撤銷。
event-finalists-placed = 晉級{ $stage }者已編排場次。
event-qualifier-withdrew = { $entrant } 放棄{ $stage }名額。
event-reserve-moved-up = { $entrant } 遞補 { $replaces }，晉級{ $stage }。
event-reserve-passed-over = { $entrant } 本應遞補，但於 { $session } 的時間另有 { $other }；由下一順位遞補。
event-awards-made = 獎項頒定。
event-family-award-made = 家庭獎由 { $units } 獲得。
event-table-opened = { $entrants } 在 { $session }第 { $table } 桌入座。
event-table-closed = { $sheet } 結束。
event-games-forfeited = { $entrant } 離場，{ $sheet } 未進行的賽局判負；{ $winner } 獲勝。
event-sessions-dropped = { $sessions } 取消：無須該等場次，所有人已可互相對賽。
event-ratings-changed = { $n_ratings } 名參賽者的等級分有變。
event-awards-revoked = 獎項已撤回。

## Pages

page-home-title = Tileledger 賽事紀錄
page-home-lead = 魔力橋賽事：時間、地點、名次及成績。
page-tournaments = 賽事
page-no-tournaments = 尚未有賽事。
page-tournament-damaged = 現時未能顯示{ $title }。請稍後再試，或聯絡主辦單位。
page-more-tournaments = 更多賽事
page-further-pages = 其他頁面
page-api-docs = API 說明文件
page-openapi = OpenAPI 文件
page-problem-codes = 錯誤代碼
page-standings = 名次
page-no-standings = 尚未有名次。
page-standings-views = 名次的排列方式
page-view-places = 按名次
page-view-names = 按姓名
page-view-cross = 對賽表
page-view-families = 家庭
page-view-teams = 隊伍
page-goes-on = 晉級
page-goes-in = 晉級
page-goes-out = 未能晉級
page-goes-tied = 同名次待定
page-goes-open = 未定
page-cut = { $status ->
    [concluded] 下一階段（{ $stage }）的晉級名單已定。
    [held] 第 { $places } 名的晉級線待定：有 { $tied } 人同名次而跨線，誰可晉級（{ $stage }）尚待決定。
   *[open] { $places ->
        [none] 各桌勝者先晉級，其餘按成績補上（{ $stage }）。名單尚未決定。
       *[other] 首 { $places } 名晉級（{ $stage }）。名單尚未決定，此為目前形勢。
    }
}
page-cut-here = { $status ->
    [concluded] 晉級線：以上為晉級者。
    [held] 晉級線，有同名次者跨線：尚未決定。
   *[open] 目前的晉級線：尚未決定。
}
page-cut-go = 前往晉級線
page-hidden-so-far = 已完成的場次：{ $ended } / { $sessions }。
page-hidden-announced = { $day ->
        [none] 成績將於賽後公布。
       *[other] 成績將於{ $day }公布。
    }
page-hidden-own = 你自己的成績可在個人頁面（以 Telegram 或電郵中的連結開啟）及與機械人的對話中查看。
page-find = 按編號或姓名尋找
page-find-do = 尋找
page-session = 場次
page-all-sessions = 所有場次
page-category = 組別
page-all-categories = 所有組別
page-found = 顯示：{ $count } / { $total }
page-ranked = 已有名次：{ $count } 人。
page-printed-as-of = 截至{ $at }，第 { $seq } 項事件
page-results-announced-at = 成績公布於：
page-found-nobody = 找不到。可輸入編號、隊名，或同意公開姓名且不在比賽中者的中文或英文姓名。
page-found-nobody-of-all = 找不到。可輸入編號、隊名，或中文或英文姓名。
page-found-no-place = 在此沒有名次，或尚未有名次。
page-show-all = 全部顯示
page-exact-figures = 顯示準確分數值
page-names-index = 姓氏索引
page-names-order = 拉丁字母的姓名按字母排列，中文姓名按姓氏的部首及筆畫排列。
page-nameless = 此處不顯示姓名者，按編號
page-my-line = 你的一行
page-my-line-keep = 保持顯示
page-my-line-go = 前往該行
page-my-line-forget = 取消
page-my-line-missing = { $number } 不在此表中。
page-print = 列印
page-cross-columns = 對賽表的欄
page-by-round = 按輪次
page-by-opponent = 按對手
page-cross-against = 對
page-cross-bye = 輪空
page-cross-unpaired = 未獲編桌
page-cross-open = 進行中
page-cross-key = { $pointed ->
    [true] { $by ->
        [opponent] 每行顯示與欄首參賽者每次對賽的積分：1 為勝，½ 為平分，0 為負。輪空只計入總分。
       *[round] 每格顯示該輪積分及對手編號：1 為勝，½ 為平分，0 為負。
    }
   *[false] 每格顯示該桌的勝局數目及同桌其他人的編號。
}
page-family = 家庭
page-families-lead = 一名子女與一名家長，按兩人在以下階段的成績總和排列：{ $stage }。兩人同意後方會列出，兩人均已比賽後方會列出姓名。
page-no-families = 尚未列出任何家庭。
page-family-unnamed = 不公開姓名的家庭
page-place = 名次
page-entrant = 參賽者
page-name = 姓名
page-games-won = 勝局
page-match-points = 積分
page-median-buchholz = 中位 Buchholz
page-buchholz = Buchholz
page-progressive = 累進分
page-tie-break-score = 決勝分
page-head-to-head = 相互對賽
page-results-spread = 除去最佳的得分和
page-sonneborn-berger = Sonneborn-Berger
page-rounds-won = 勝輪
page-target = 目標分
page-medal = 獎牌
page-gold = 金
page-silver = 銀
page-bronze = 銅
page-rating = 等級分
page-mu = 實力
page-sigma = 不確定度
page-team = 隊伍
page-medal-table = 各隊獎牌
page-team-table = 隊伍成績（最佳成員合計）
page-members = 計分成員
page-score = 得分
page-average = 平均
page-tiles = 剩餘牌數
page-yes = 是
page-no = 否
page-tied = 同名次
page-names-by-consent = 姓名經同意後方會顯示。
page-state = 狀態
page-seq = 事件序號
page-head-hash = 該事件的雜湊值
page-hash-meaning = 此雜湊值可證明至此為止的每項事件：任何改動都會令其不同。
page-language-name = 中文
page-home = 主頁
page-skip = 跳至內容
page-to-tournament = 返回賽事
page-to-table = 前往該桌
page-refused = 未能完成
page-refused-code = 如需求助，請說出此代碼
page-refusal-parameter-wrong = 這個連結不完整或有錯字，未能得知要顯示甚麼。請按下面的按鈕繼續。
page-refusal-parameter-unknown = { page-refusal-parameter-wrong }
page-refusal-no-past-here = 此頁只顯示現況。請按下面的按鈕繼續。
page-refusal-not-found = 找不到{ $what } { $id }。可能是打錯字，或已不存在。請按下面的按鈕繼續。
page-refusal-route-unknown = 此網址沒有頁面。可能是打錯字，或頁面已不存在。請按下面的按鈕繼續。
page-refusal-method-not-allowed = 沒有作出任何更改：不能向此網址提交內容。請按下面的按鈕繼續。
page-refusal-request-refused = 沒有作出任何更改：未能讀取瀏覽器傳來的內容。請重新載入頁面，然後再試。
page-refusal-header-wrong = { page-refusal-request-refused }
page-refusal-body-empty = { page-refusal-request-refused }
page-refusal-body-type-unsupported = { page-refusal-request-refused }
page-refusal-body-encoded = { page-refusal-request-refused }
page-refusal-body-malformed = { page-refusal-request-refused }
page-refusal-body-misshapen = { page-refusal-request-refused }
page-refusal-headers-too-large = 沒有作出任何更改：瀏覽器傳來的內容過多。請清除此網站的瀏覽資料，然後再試。
page-refusal-body-too-large = 沒有作出任何更改：提交的內容太長。請在瀏覽器返回上一頁，所填內容仍在該頁；請縮短或分開提交。
page-refusal-body-too-slow = 沒有作出任何更改：提交的內容未能及時收到。請在網絡較佳時再試。
page-refusal-too-many-requests = 你的網絡連線開啟的頁面太多。請在 { $seconds } 秒後再試。
page-refusal-too-much-at-once = 你的網絡連線正同時載入太多頁面。請稍後再試。
page-refusal-database-damaged = 現時未能讀取此處的資料。這並非你的操作所致，亦沒有任何更改。請稍後再試，或聯絡主辦單位。
page-refusal-event-unreadable = { page-refusal-database-damaged }
page-refusal-event-unknown = { page-refusal-database-damaged }
page-refusal-log-damaged = { page-refusal-database-damaged }
page-refusal-log-missing = { page-refusal-database-damaged }
page-refusal-vault-missing = { page-refusal-database-damaged }
page-refusal-view-failed = { page-refusal-database-damaged }
page-refusal-unavailable = { page-refusal-database-damaged }
page-refusal-database-read-only = 現時未能儲存任何內容，因此沒有任何更改。這並非你的操作所致。請稍後再試，或聯絡主辦單位。
page-refusal-disk-full = { page-refusal-database-read-only }
page-refusal-vault-does-not-match-log = { page-refusal-database-read-only }
page-refusal-secret-does-not-fit = { page-refusal-database-read-only }
page-refusal-schema-changed = { page-refusal-database-read-only }
page-refusal-personal-data-unreadable = { page-refusal-database-read-only }
page-refusal-no-connection-left = 系統現正繁忙，因此沒有任何更改。請稍後再試。
page-refusal-database-busy = { page-refusal-no-connection-left }
page-refusal-took-too-long = 需時太長，已中止。請減少查詢範圍，或稍後再試。
page-to-the-present = 返回現在
page-tournament-pages = 本賽事各頁
page-too-long = 未有送出：內容超過每次可接收的 { $most } 千位元組。全部內容仍在此處，請分批送出。
page-aged = 以下為 { $time }（{ $seconds } 秒前）的資料，稍後會自動更新，其間可能不顯示姓名。
page-stale = { $time } 之後未有更新：連線中斷，恢復後會自動更新。
page-staff = 工作人員
page-staff-role-organizer = { bot-role-organizer }
page-staff-role-chief-referee = { bot-role-chief-referee }
page-staff-role-referee = { bot-role-referee }
page-staff-enter = 登入
page-staff-typed = 你所送出的內容尚未被接納，仍保留在此頁
page-staff-send-again-about = 請在另一分頁登入，然後返回此頁再次送出。
page-staff-send-again = 再次送出
page-staff-have-link = 在此貼上你的登入連結
page-staff-enter-press = 在此裝置登入
page-staff-enter-only-you = 此連結只可使用一次。如並非發給你，請關閉此頁。
page-staff-signed-in-as = 你的登入身分：
page-staff-until = 最遲至 { $ends } 有效；如三小時沒有使用，亦會登出。
page-staff-ways = 前往
page-staff-sessions = 場次
page-staff-cases = { $count } 宗個案待裁決
page-docket = 爭議個案
page-docket-calls = 各桌呼叫
page-docket-open = 等候裁決
page-docket-none = 沒有待決的個案。
page-docket-closed = 已結束的個案
page-docket-case-is = { $status ->
        [open] 待決
        [ruled] 已裁決
        [withdrawn] 已撤回
       *[moot] 無須裁決
    }
page-docket-table = 賽桌
page-docket-entrants = 涉及
page-docket-sheet-void = 其記分紙已不作準：該場次其後已暫停，或重新開始。
page-docket-waits = 等候
page-docket-waiting = { $minutes } 分鐘，自{ $since }起
page-docket-waiting-since = 自{ $since }起
page-docket-ruled-at = 裁決時間
page-docket-left = 剩餘時間
page-docket-minutes-left = 尚餘 { $minutes } 分鐘
page-docket-time-over = 本場時間已到
page-docket-session-is = { $state ->
        [scheduled] 本場尚未開始
        [drawn] 本場尚未開始
        [playing] 本場進行中
        [time_called] 已宣布時間到
        [suspended] 本場已暫停
       *[ended] 本場已結束
    }
page-docket-on-my-way = { bot-action-on-my-way }
page-docket-on-my-way-to = 正前往{ $table }
page-docket-coming = 正前往：{ $who }，{ $at }
page-docket-no-referee = 該桌沒有可供通知的裁判。
page-docket-what = 個案內容
page-docket-game = 第 { $game } 局
page-docket-ruling = 裁決
page-docket-evidence = 證據
page-docket-no-evidence = 未有提交證據。
page-docket-evidence-in = { $dispute } 的證據
page-docket-present-rack = 提交牌架
page-docket-present-turn = 提交該輪出牌
page-docket-had-melded = 該參賽者在該輪之前已完成首次出牌
page-docket-table-before = 該輪出牌前的桌面
page-docket-rack-before = 該輪出牌前的牌架
page-docket-table-after = 該輪出牌後的桌面
page-docket-rack = 牌架上的牌
page-docket-last-drawn = 最後抽的牌
page-docket-last-drawn-how = 該牌不計算在內。如不填寫，即無人知道是哪一隻。
page-docket-as-it-is = 按牌架現況判斷；最後沒有抽牌
page-docket-judge = 判斷
page-docket-verdict = 判斷結果
page-docket-sheet = 記分紙
page-clause-words = 規則內容
page-docket-case-files = 參賽者的個案檔案
page-docket-sheet-key = 得分／剩餘牌數；★ 勝出，▶ 先手
page-docket-rule = { bot-rule }
page-docket-rule-anew = { bot-rule-anew }
page-docket-rule-on = 裁決 { $dispute }
page-docket-step = 第 { $number } 步，共 { $count } 步
page-docket-in-place-of = 取代 { $ruling }
page-docket-step-back = 上一步
page-docket-leave = 稍後再處理
page-docket-drop = 刪除此草稿
page-docket-drop-lost = 已填寫的內容會全部失去，無法還原。
page-docket-drop-now = 確定刪除
page-docket-next = 繼續
page-docket-figures = 第 { $game } 局的點數或得分
page-figures-so-far = 暫計：{ $scores }
page-docket-figures-how = 請填寫每人牌架上剩餘的點數及牌數，例如 12 及 3；或連正負號的得分，例如 +30 及 −5。只有填寫得分，或規則未有說明勝者時，才需剔選勝者。
page-docket-points = 點數或得分
page-docket-won = 勝出
page-docket-forfeited = 棄權
page-docket-ended-by = 該局如何結束
page-docket-ended-as-before = 維持原樣，或清牌結束
page-docket-why = 認定、規則及理由
page-docket-finding = 認定
page-docket-effect-said = { page-docket-effect }：{ $words }
page-docket-finding-said = { page-docket-finding }：{ $words }
page-docket-cites-said = { page-docket-cites }：{ $words }
page-docket-reason-said = { page-docket-reason }：{ $words }
page-docket-finding-how = 請以一句說明發生何事，讓其他人日後能夠明白。
page-docket-cites = 規則
page-docket-rules-by-name = { $document }各部分
page-docket-rules-of-tournament = 本賽事規則
page-docket-reason = 理由
page-docket-reason-how = 如不填寫，即以認定為理由。
page-docket-to-read-back = 覆核
page-docket-read-back = 這是你的裁決嗎？
page-docket-you-rule = 你的裁決
page-docket-effect = 效果
page-docket-replaces = 取代
page-docket-undone = 撤回：{ $what }
page-docket-impact = 所帶來的更改
page-docket-for-good = 裁決為最終決定，不可修改；如有新理由，可另作裁決取代。
page-docket-confirm = 確認裁決
page-docket-cannot-be = 不能如此裁決
page-docket-answer-again = 重新回答
page-docket-ruled-already = 此裁決在上一次按下時已經作出，沒有再次裁決。
page-docket-draft-dropped = 沒有作出裁決：草稿已在另一頁刪除，或擱置超過一天。
page-docket-draft-changed = 沒有作出裁決：草稿已在另一頁更改。請由此繼續；作出裁決前會再讀出給你核對。
page-docket-read-all = 再看全部內容
page-docket-overtaken = 此個案已另有裁決
page-docket-overtaken-about = 你的草稿仍然保留。請先閱讀現行裁決；如有新理由，可以你的裁決取代。
page-docket-supersede = 以我的裁決取代
page-score-sheet = 記分紙
page-sheet-table = 第 { $table } 桌
page-sheet-tables = 該場的其他賽桌
page-sheet-on-paper = 以紙本進行，其後輸入。
page-sheet-closed = 已完成
page-sheet-open = 未完成
page-sheet-referee = 裁判
page-sheet-played = 比賽時間
page-sheet-written = 填寫方式
page-sheet-turn = 每輪出牌時限
page-sheet-seconds = { $count } 秒
page-sheet-game = 第 { $number } 局
page-sheet-ended = { $how }
page-sheet-won = 勝
page-sheet-drawn = 和
page-sheet-games-won = 勝 { $count } 局{ $drawn ->
    [0] { "" }
   *[other] 、和 { $drawn } 局
}
page-sheet-tiles = 剩 { $count } 隻
page-sheet-begins = 先手
page-sheet-struck = 已刪去：
page-sheet-sum = 總計
page-sheet-signature = 簽署
page-sheet-unsigned = 未簽署
page-sheet-taken-by = 由 { $by } 代記
page-sheet-ruling = 裁決 { $ruling }
page-sheet-ruled = { $effects }（{ $cited }）
page-sheet-correct = { bot-correct }
page-sheet-corrected = 更正
page-sheet-conflict = 此桌另收到一份不同的記分紙，由裁判決定以哪一份為準。
page-sheet-second = 第二張記分紙{ $count ->
        [1] { "" }
       *[other] （{ $number }）
    }
page-sheet-settle = { task-title-settle-sheet-conflict }
page-sheet-history = 此記分紙的所有改動
page-sheet-who-sat = 此桌參賽者
page-sheet-won-here = 此桌勝局
page-sheet-for-whom = 記分紙只供同桌參賽者及工作人員查閱。
page-sheet-of-another = 此桌由{ $referee } 負責；除同桌參賽者外，只有該裁判、總裁判及主辦單位可查閱及填寫記分紙。{ page-sheet-at-any-table }
page-sheet-of-no-referee = 此桌尚未有裁判負責；在此之前，記分紙由總裁判及主辦單位處理。{ page-sheet-at-any-table }
page-sheet-at-any-table = 無論在哪一桌，你都可以發出警告、報告違規及呼叫家長。
page-way-held = 報名
page-way-warnings = 警告
page-way-sessions = { $stage }各場
page-way-table = 賽桌
page-way-met = 對手
page-way-games = 各局
page-way-place-after = 其後名次
page-way-curve-table = 曲線上的名次
page-way-why = 名次的由來
page-way-nothing = 沒有可供查閱的成績。
page-way-family-open = 兩人均有名次並可公開後，方有合計成績。
page-way-to-entrant = 參賽者的賽程及成績
page-colon = ：
page-comma = ，
page-stop = 。
page-space = { "" }
page-between = 、
page-bracket-begin = （
page-bracket-within = （
page-bracket-end = ）
page-history = 賽事歷程
page-deliveries = 通知發送情況
page-staff-duplicates = 可能重複報名
page-staff-duplicates-about = 同一人可能有兩個編號。請查看雙方資料，如屬重複便取消其中一個編號；同住的人可共用地址或電話。
page-staff-duplicates-same = { $same }相同
page-staff-devices = 你的裝置
page-staff-changed-place = 名次為何改變？
page-staff-changed-place-hint = 時間，例如 { $day } 20:00，或事件序號。如不填寫，檔案只說明現時名次的由來。
page-staff-some-browser = 瀏覽器
page-staff-this-device = 此裝置
page-staff-since = 登入時間：{ $made }；最近使用：{ $seen }。
page-staff-another-device = 在另一裝置登入
page-staff-sign-out = 登出
page-staff-sign-out-everywhere = 在我的所有裝置登出
page-staff-sign-out-that = 登出該裝置
page-staff-sign-out-there = 登出 { $who }：{ $device }
page-staff-let-in = 讓工作人員登入
page-staff-let-in-about = 供未連接對話或手上沒有手機的工作人員使用：連結只可使用一次，請只向該人員展示或發送。
page-staff-whom = 人員
page-staff-make-link = 產生連結
page-staff-signed-in = 已登入人員
page-staff-signed-in-about = 把某人登出會即時生效，不論其裝置顯示甚麼。
page-staff-back = 返回
page-staff-left = 你已登出。
page-staff-left-about = 如要再次登入，請向賽事的機械人發送 /signin，或向主辦單位索取連結。
page-kept = 此裝置上
page-kept-saved = 已儲存，未送出
page-kept-queued = 等候網絡
page-kept-sent = 已送出
page-kept-refused = 未獲接受
page-kept-offline = 現時沒有網絡。請照常輸入：內容會保存在此裝置，網絡恢復後自動送出。
page-kept-unsent = 沒有網絡，未有傳送。你輸入的內容仍在本頁；網絡恢復後請再按一次。
page-kept-figures = 此桌的得分亦在等候網絡。送出後才簽署，以確保所簽的是已記錄的得分。
page-kept-unreached = 沒有網絡，無法開啟該頁。本頁及一併保存的各桌頁面仍可使用。
page-kept-out = 你已登出。你輸入的內容仍在此裝置。請再次登入，便會繼續。
page-kept-other = 現時有另一人在此裝置登入。你輸入的內容會保留在此，直至你再次登入。
page-kept-elsewhere = 此記分紙亦在另一部裝置開啟：{ $who }。請先商定由誰輸入；兩份不同的記分紙會一併保留。
page-kept-discard = 刪除
page-kept-lost = 刪除：{ $called }？已輸入的內容只存於此裝置，刪除後無法還原。
page-kept-mend = 開啟
page-kept-again = 再送一次
page-kept-leave = 尚未送出：{ $count } 項。登出後，這些內容會從此裝置刪除。仍要登出嗎？
page-staff-link-for = 登入：
page-staff-link-yours = 請以另一裝置的相機掃描此圖，或在該裝置開啟連結。
page-staff-link-other = 請讓該人員以相機掃描此圖，或把連結發給對方。
page-staff-link-holds = 只可使用一次，{ $minutes } 分鐘內有效。
page-link-picture = 供相機掃描的連結圖
page-link-copy = 複製連結
page-link-copied = 已複製
page-staff-link-code = 如對方已登入並被要求輸入驗證碼：{ $code }
page-staff-prove = 請確認仍是你本人
page-staff-proven = 已確認，你可以繼續剛才的操作。
page-staff-prove-about = 你登入已超過四小時，而接下來的操作無法還原。請向機械人發送 /signin，或向主辦單位索取連結，然後輸入隨連結附上的驗證碼。你已輸入的內容會保留。
page-staff-code = 八位數字驗證碼
page-staff-prove-press = 確認是我
page-staff-go-on = 繼續
page-overview = 概覽
page-programme = 賽程
page-entrants = 參賽者
page-rules = 如何比賽
page-news = 消息
page-course-coming = 即將舉行
page-course-under-way = 進行中
page-course-over = 已結束
page-being-played = 正在比賽
page-doubt-suspended = 賽事暫停：出發前請先查閱
page-doubt-undecided = 天氣關係，是否如常舉行尚待決定，出發前請先查閱
page-no-day-yet = 日期待定
page-check-in-hours = 報到：
page-next-session = 下一場：
page-off = 暫停：{ $day }{ $sessions }
page-off-moved = 改期：{ $day }{ $sessions }
page-off-in-force = 現正生效：{ $dangers }。
page-off-because = 原因：{ $grounds }。
page-off-what-to-do = { $what ->
        [online] 請勿開始新的賽局，進行中的賽局請即停止。
        [rain] 請勿前來，留在室內直至警告取消；已在場人士請留在場內。
        [hurricane] 請勿前來，留在室內，安全之前切勿外出；已在場人士請留在場內。
       *[other] 請勿前來；已在場人士請依工作人員指示。
    }
page-next-word-by = 最遲於以下時間再公布：
page-new-date-follows = 新日期將在此公布。
page-weather-watched = 天氣：{ $day }的賽事可能暫停
page-weather-decided = 可能發出令賽事暫停的警告；將於以下時間決定，並在此公布：
page-weather-undecided = 天氣：現正決定{ $day }的賽事是否如常舉行
page-weather-undecided-until = 因應天氣警告，賽事是否舉行尚未確定；將於以下時間決定，並在此公布：
page-weather-undecided-now = { $over ->
        [true] 警告已不再生效，但按規則賽事仍可能暫停，尚未確定；
       *[false] 因應天氣警告，賽事是否舉行尚未確定；
    }一經決定，即在此公布。
page-weather-warned = 天氣：警告生效，{ $day }的賽事仍然進行
page-goes-ahead = { $day }的賽事如常舉行。
page-now-on = 現時
page-next-on = 接着
page-whole-programme = 全部賽程
page-it-is-over = 賽事已結束
page-awards = 獎項
page-entrant-number = 參賽者 { $number }
page-and-also = 、
page-no-news = 暫時沒有消息。向所有人公布的事項會在此刊出。
page-all-news = 所有消息
page-older-news = 較早的消息
page-where = 地點
page-map = 地圖
page-registered = 已報名
page-places-in-all = 名額
page-waiting = 候補
page-who-plays = 誰參賽
page-rules-lead = 比賽流程、附出處的逐點規則，以及本賽事如何解讀規則沒有訂明之處。
page-timer-guide = 計時器使用說明
page-messages-on-phone = 在手機接收訊息
page-messages-how = { $telegram ->
        [true] 已報名者會從主辦單位取得個人連結（電郵或印在紙上的二維碼），用以連結 Telegram 對話{ $pushes ->
            [true] ；亦可在連結的網頁啟用瀏覽器訊息
           *[false] { "" }
        }。
       *[false] { $pushes ->
            [true] 已報名者會從主辦單位取得個人頁面的網址，可在該頁啟用訊息。
           *[false] 主辦單位會以電郵通知已報名者。
        }
    }其他人不能發出此類連結；如需新連結，請聯絡主辦單位。
page-calendar-of-all = 把場次加入日曆
page-contact = 聯絡
page-privacy = 個人資料
page-board = 大螢幕
page-board-view-alarm = 比賽中止
page-board-view-news = 消息
page-board-view-now = 比賽進行中
page-board-view-seats = 尋找座位
page-board-view-results = 成績收集進度
page-board-view-standings = 名次
page-board-view-day = 當日賽程
page-board-word-scheduled = 待開始
page-board-word-check-in = 請報到
page-board-word-closed = 報到已截止
page-board-word-seats = 請入座
page-board-word-delayed = 延遲
page-board-word-playing = 比賽進行中
page-board-word-time-up = 時間到
page-board-word-suspended = 暫停
page-board-word-moved = 改期
page-board-word-ended = 已結束
page-board-off = { $day }{ $sessions }
page-board-undecided = 天氣：{ $day }賽事待定
page-board-decided-by = 天氣：{ $day }賽事待定，最遲
page-board-stopped = 比賽中止
page-board-what-to-do = { $what ->
        [rain] 請留在場內，未通知警告取消前切勿離開。兒童須由接送者陪同離開。
        [cyclone] 請於交通安全時盡早回家；在此之前可留在場內。兒童須由接送者陪同離開。
        [hurricane] 請留在場內，未通知可安全外出前切勿離開。兒童須由接送者陪同離開。
        [online] 請勿開始新的賽局，進行中的賽局請即停止。
        [staff] 請依場內工作人員指示。兒童須由接送者陪同離開。
       *[other] 請留在原位，等候工作人員指示。兒童須由接送者陪同離開。
    }
page-board-next-word = 最遲再通知時間
page-board-new-date-follows = 新日期將在此公布。
page-board-no-alarm = 沒有中止的比賽。
page-board-no-seats = 尚未編桌。
page-board-no-results = 尚未開賽。
page-board-no-places = 尚未有名次。
page-board-seats-hidden = 請查看手機上的桌號，或向裁判查詢。
page-board-starts = 開賽
page-board-began = 已開賽
page-board-ends = 結束
page-board-starts-in = 距離開賽
page-board-time-left = 剩餘時間
page-board-tables = 桌數
page-board-tables-in = 已收成績
page-board-checked-in = 已報到
page-board-missing = 尚欠成績的桌
page-board-more = 另有 { $count } 桌
page-board-all-in = 成績已收齊。
page-board-last-in = 最近收到
page-board-number = 編號
page-board-table = 桌
page-board-seat = 座位
page-board-bye = 輪空
page-board-unpaired = 未獲編桌
page-board-session = 場次
page-board-state = 狀態
page-board-as-of = { $time } 的資料
page-board-set-up = 場內大螢幕
page-board-set-up-lead = 在此選擇大螢幕顯示的內容，再在螢幕上開啟連結。螢幕會自動換頁，網絡中斷後自行恢復，毋須有人看管。無論選擇甚麼，比賽中止時必先顯示。
page-board-views = 顯示內容
page-board-views-hint = 如全部不選，則按時間自動顯示：開賽前為座位，比賽期間為進度及成績，其後為名次及當日賽程。
page-board-langs-both = 中英輪流
page-board-langs-zh = 中文
page-board-langs-en = 英文
page-board-pace = 每頁顯示時間
page-board-seconds = { $seconds } 秒
page-board-make = 製作連結
page-board-open = 在螢幕上開啟
page-board-open-lead = 輸入網址，或以鏡頭對準圖像。網址最後一段不分大小寫，連字號可略去。連結並非鑰匙，只顯示任何人均可看到的內容。
page-board-show = 大螢幕顯示
page-times-are = 所有時間均為當地時間：{ $zone }。
page-planned-for = 已改期；原定 { $day }。
page-begins-when-called = 由工作人員宣布開始，或在上一場結束後隨即開始。
page-step-opens = 報到
page-step-seated = 入座
page-step-starts = 開賽
page-step-ends = 結束
page-phase-planned = 未開始
page-phase-open = 尚有名額
page-phase-full = 額滿
page-phase-check-in = 報到中
page-phase-closed = 報到已截止
page-phase-delayed = 延遲，尚未開始
page-phase-drawn = 已編桌
page-phase-playing = 比賽進行中
page-phase-time-called = 時間已到
page-phase-suspended = 已暫停
page-phase-ended = 已結束
page-people = { $count } 人
page-tables-count = { $count } 桌
page-places-left = 尚餘 { $count } 個名額
page-waiting-count = 候補 { $count } 人
page-news-announcement = 公告
page-news-results-published = 成績
page-news-suspended = 暫停
page-news-further-word = 暫停消息
page-news-suspension-lifted = 暫停已取消
page-news-rescheduled = 新日期
page-news-goes-ahead = 如常舉行
page-news-plan-changed = 賽程更改
page-news-venue-changed = 地點更改
page-register-contact = 如欲參加，請聯絡：
page-register-organizer = 如欲參加，請向{ $organizer }查詢。
page-register-ask = 如欲參加，請向主辦單位查詢。
page-named-here = 在此列名
page-entrants-by-consent = 只有同意者列出姓名，其餘只計人數。各人將在何時何處比賽不會列出；已完成的比賽則可看到。
page-more-names = 更多姓名
page-on-this-page = 本頁內容
page-course-of-play = 比賽流程
page-readings = 本賽事如何解讀規則
page-readings-lead = 規則文件沒有訂明之處，在此按以下方式決定；每項列出文件中的章節。
page-read-so = 我們的解讀
page-rules-of-stages = 適用於：{ $stages }
page-rules-sources = 依據：{ $document }。每點之後是文件中的章節；「{ page-read-so }」指文字沒有明確規定。
page-left-open = 文件沒有提及之處（{ $count } 項）
page-left-open-how = 如遇到其中一項，由總裁判裁決。
page-rules-start = 入座
page-rules-course = 局數與輪次
page-rules-time = 時間
page-rules-first-meld = 首次出牌
page-rules-jokers = 百搭牌
page-rules-sets = 牌組
page-rules-endings = 一局的結束
page-rules-scoring = 計分
page-rules-ranking = 名次
page-me-languages = 語言
page-outbox-announce = 發出公告
page-outbox-muted = 自{ $since }起，本賽事不發送任何訊息；到期的訊息會在此等候。
page-outbox-held = 長時間中斷後，有訊息等候你決定：部分內容可能已過時。
page-outbox-send = 發送
page-outbox-drop = 永不發送
page-outbox-sure = { $decision ->
    [send] 發送等候中的訊息？
   *[drop] 永不發送等候中的訊息？
}
page-outbox-meaning = { $decision ->
    [send] 等候中的訊息會立即發給所有收件人{ $pile ->
        [muted] ，之後到期的訊息照常發送
       *[held] { "" }
    }。
   *[drop] 等候中的訊息永不發送，原定收件人仍留有紀錄。此操作無法還原。
}
page-outbox-leave = 暫不處理
page-outbox-to-call = { $count } 人未確認已讀最近一則安全訊息。
page-outbox-none-to-call = 沒有需要致電的人。
page-outbox-calls = 需要致電
page-outbox-find = 按編號、姓名或電話尋找
page-outbox-shares = 分配名單
page-outbox-share = { $share ->
    [odd] 單數編號
    [even] 雙數編號
   *[all] 所有人
}
page-outbox-calls-shown = 顯示：{ $first }–{ $last } / { $count }
page-outbox-calls-next = 下一頁
page-outbox-calls-not-found = 名單上沒有此人。不在名單上的人已讀最近一則安全訊息，或未獲發該訊息。
page-outbox-calls-none-left = 這裏沒有餘下的人。
page-outbox-posted = { $channels ->
    [0] 已刊於網站的消息欄；沒有設定公開頻道。
   *[other] 已刊於網站的消息欄，並發送至 { $channels } 個公開頻道。
}
page-outbox-which = 顯示哪些通知
page-outbox-all = 全部
page-outbox-trouble = { $count } 則需要留意
page-outbox-look = 需要留意
page-outbox-progress = { $progress ->
    [open] 準備中
    [sending] 發送中
    [held] 暫停
    [superseded] 已被較新的通知取代
    [dropped] 已放棄
    [expired] 已過時
   *[done] 完成
}
page-outbox-status = { $status ->
    [sent] 已發送
    [acknowledged] 已讀
    [pending] 等候中
    [started] 發送中
    [held] 暫停
    [unknown] 未知是否送達
    [failed] 失敗
    [dead] 已停止重試
    [unlinked] 無法聯絡
    [expired] 已過時
    [declined] 收件人已關閉
   *[cancelled] 不再發送
}
page-outbox-what-to-do = { $status ->
    [unlinked] 沒有對話、瀏覽器或電郵：請致電，或交給對方個人頁面的連結。
    [unknown] 可能已送達。安全訊息會自動重發；其他訊息不重發，以免重複。
   *[failed] 未能送達。請再試一次，或致電對方。
}
page-outbox-channel = { $channel ->
    [telegram] Telegram
    [email] 電郵
    [web_push] 瀏覽器
    [phone] 電話
    [alert] 警報
   *[none] –
}
page-outbox-read = { $at }已讀
page-outbox-announced = 公告已作出。訊息會於一分鐘內發出，無須再次公告。
page-outbox-nothing = 尚未開始發送任何訊息。發送程式運行期間，到期的訊息會於一分鐘內發出。
page-outbox-counted = 按訊息計算：一家人或同一對話內的多名參賽者共用一則訊息。
page-outbox-older = 較舊的通知
page-outbox-more = 更多收件人
page-outbox-wording = 內容
page-outbox-again = 重新發送 { $count } 則已停止重試的訊息
page-outbox-messages = 收件人（未送達者在前）
page-outbox-to = 收件人
page-outbox-way = 途徑
page-outbox-became = 結果
page-outbox-when = 時間
page-outbox-back = 返回所有通知
page-outbox-missing = { $missing ->
    [unreached] 無法聯絡
    [no_answer] 無人接聽
   *[unread] 未讀
}
page-outbox-no-phone = 沒有電話號碼紀錄。
page-outbox-was-reached = 已聯絡
page-outbox-no-answer = 無人接聽
page-outbox-audience = 發給
page-outbox-text = { $language ->
    [zh] 中文
   *[other] 英文
}
page-outbox-text-hint = 最多 { $most } 字。{ $several ->
    [true] 賽事的每種語言均須填寫。
   *[other] 不可留空。
}
page-outbox-see = 查看會發給誰
page-outbox-to-whom = { $audience }：{ $count } 人
page-outbox-changed = 自你閱讀後收件人有變。以下內容已不同：
page-outbox-by-chat = 經 Telegram
page-outbox-by-browser = 經瀏覽器
page-outbox-by-email = 經電郵
page-outbox-by-none = 無法聯絡
page-outbox-seated = 其中 { $seated } 人正在比賽，會在該場結束後收到；已請 { $officials } 名工作人員在場內讀出。
page-outbox-send-to = 發送給 { $count } 人
page-outbox-change = 修改
page-me-title = 個人頁面
page-me-people = 此頁的人
page-me-next = 下一場
page-me-now = 進行中
page-me-table = 賽桌
page-me-seat = 座位
page-me-registration = 報到
page-me-play = 開賽
page-me-play-began = 已開賽
page-me-calendar = 加入日曆
page-me-data = 我的個人資料
page-me-where = 地點及安排
page-me-to-do = 請處理
page-value = { $value }
page-me-by = { $channel ->
    [telegram] 經 Telegram
    [email] 經電郵
   *[web_push] 經通知
}
page-me-messages = 最近通知
page-me-in-app = { $app ->
    [wechat] 你正在微信內閱讀，微信無法保存此頁{ page-me-in-app-pushes }。請按右上角 ⋯，再選「在瀏覽器開啟」。
    [line] 你正在 LINE 內閱讀，LINE 無法保存此頁{ page-me-in-app-pushes }。請按以下按鈕，或按 ⋮ 再選「以預設瀏覽器開啟」。
    [instagram] 你正在 Instagram 內閱讀，Instagram 無法保存此頁{ page-me-in-app-pushes }。請按右上角 ⋯，再選「在外部瀏覽器開啟」。
    [facebook] 你正在 Facebook 內閱讀，Facebook 無法保存此頁{ page-me-in-app-pushes }。請按右上角 ⋯，再選「在外部瀏覽器開啟」。
   *[telegram] 你正在 Telegram 內閱讀，Telegram 無法保存此頁{ page-me-in-app-pushes }。請按右上角 ⋮，再選以瀏覽器開啟。
}
page-me-in-app-pushes = { $pushes ->
    [false] { "" }
   *[true] 或顯示其通知
}
page-me-open-outside = 以瀏覽器開啟
page-me-acts = 你可以在此處理
page-me-acts-lead = 以下各項須輸入六位數字驗證碼。{ page-me-code-goes }
page-me-acts-code = 此項須輸入六位數字驗證碼。{ page-me-code-goes }
page-me-code-goes = 我們會發送至你已連接的對話，或你報名時提供的電郵地址。
page-me-family = 家庭組合
page-me-family-asked = 參賽者 { $by } 希望與 { $name } 組成家庭組合，參加{ $award }。如屬家人請確認，否則請拒絕。
page-me-family-answer = { $agreed ->
        [true] 確認
       *[false] 拒絕
    }
page-me-family-read = { $agreed ->
        [true] { $name } 與 { $by } 組成家庭組合。
       *[false] { $name } 拒絕與 { $by } 組成家庭組合。
    }
page-me-do-family = 是，如此回覆
page-me-contacts = 查看報名時提供的資料
page-me-export = 索取所持有的個人資料
page-me-forgotten = 本頁原有的參賽者中，{ $count } 人的個人資料已刪除。
page-me-forget-asked = 已為 { $name } 提出要求。主辦單位會處理，或經 Telegram、電郵回覆。刪除後不會另行通知，此頁會註明。
page-me-read-contacts = 顯示 { $name } 報名時提供的資料，包括聯絡方法。
page-me-read-export = 以檔案形式索取有關 { $name } 的全部資料。請勿轉交他人。
page-me-sheets = 記分紙
page-me-consents = 可在何處顯示姓名
page-me-consent-change = { $given ->
    [true] 同意
   *[false] 撤回同意
}
page-me-consent-wish = { $given ->
    [true] 同意顯示 { $name } 的姓名
   *[false] 不再顯示 { $name } 的姓名
}：{ $scope }。
page-me-consent-statement = 主辦單位有關個人資料的聲明（版本 { $version }）
page-me-consent-by = 由誰表示？
page-me-consent-left-out = 請選擇由誰表示。
page-me-consent-family-stays = 家庭名單亦在公開網頁上，會繼續顯示姓名，直至同時撤回「家庭獎」一項；該項在姓名設定中另列。
page-me-consent-guardian = 家長或監護人姓名
page-me-consent-guardian-more = 如報名時所填的姓名無誤，或由年滿 18 歲的參賽者本人表示，則毋須填寫。
page-me-consent-guardian-on-file = （報名時所填者）
page-me-consent-known = 先前已有相同紀錄，沒有更改。
page-me-consent-noted = 已為 { $name } 記錄。
page-me-code = 你的驗證碼
page-me-code-label = 驗證碼（六位數字）
page-me-code-send = 發送驗證碼
page-me-code-again = 發送新的驗證碼
page-me-code-holds = { $minutes } 分鐘內有效，只能使用一次。
page-me-sent-telegram = 驗證碼正發送至已連接的 Telegram 對話。
page-me-sent-email = 驗證碼正發送至 { $address }。
page-me-do-withdraw = 是，放棄名額
page-me-do-consent = 是，請記錄
page-me-do-contacts = 顯示
page-me-do-export = 索取檔案
page-me-writing = 查詢及爭議
page-me-question = { bot-absence-write }
page-me-dispute = { task-title-raise-dispute }
page-me-do-question = 發送
page-me-do-dispute = 提出
page-me-read-question = 以 { $name } 的名義致主辦單位：「{ $words }」
page-me-read-dispute = 以 { $name } 的名義向總裁判提出，由其裁決：「{ $words }」
page-me-question-sent = { bot-at-table }已以 { $name } 的名義轉交主辦單位，稍後有人閱讀，並經 Telegram 或電郵答覆。{ bot-urgent }
page-me-dispute-raised = 已以 { $name } 的名義提出，由總裁判裁決；在此之前，同桌各人無須簽署。
page-me-do-forget = 發送要求
page-me-withdraw = 已放棄名額
page-me-not-done = 沒有作出更改
page-me-done-already = 先前已經辦妥
page-me-done-already-lead = 這次沒有作出更改。你的個人頁面會顯示目前情況。
page-me-code-once = 每個驗證碼只能使用一次。如要再次索取，請在個人頁面要求新的驗證碼。
page-me-back = 返回個人頁面
page-me-devices = 在此裝置接收通知
page-me-devices-lead = 新時間、暫停、座位：以通知顯示，除非你選擇，否則不顯示姓名。Telegram 或電郵通知照常。
page-me-devices-insecure = 通知須使用以 https 開頭的網址，而此頁沒有。請告知主辦單位{ $contact ->
    [none] { "" }
   *[other] （{ $contact }）
}。
page-me-devices-script = 你的瀏覽器在此不執行程式，無法開啟通知；其他功能不受影響。
page-me-device-names = 在鎖定畫面顯示姓名及全文
page-me-device-on = 在此開啟通知
page-me-device-unable = 此瀏覽器無法接收通知。iPhone 或 iPad 請先按以下步驟把此頁加入主畫面，再從主畫面開啟。
page-me-device-denied = 此頁的通知被封鎖。請在瀏覽器或手機設定中允許，然後再試。
page-me-device-failed = 未能完成。請重新開啟此頁再試。
page-me-device = { $dead ->
    [true] 一個不再接收通知的瀏覽器（{ $service }）。
   *[false] 一個接收通知的瀏覽器（{ $service }）。
}{ $received ->
    [none] 尚未收到通知。
   *[other] 最近一次於 { $received } 收到。
}
page-me-device-test = 發送測試通知
page-me-device-off = 關閉
page-me-device-choices = 此裝置收甚麼、何時收
page-me-device-hear = 此裝置接收的訊息
page-me-device-quiet = 靜音時段
page-me-device-safety = 暫停、更改時間或地點的訊息一律即時送達。
page-me-device-keep = 保存選擇
page-me-device-chosen = 已保存，由下一則訊息起生效。
page-me-device-ended = 該瀏覽器不再接收通知（{ $service }）。
page-me-test-sent = 測試通知已發出，數秒內顯示；其後個人頁面會顯示收到的時間。
page-me-test-arrived = 此裝置已收到通知。
page-me-keep = 把此頁保存在手機
page-me-keep-lead = 加入主畫面後可隨時查看賽程{ $pushes ->
    [true] ；iPhone 必須如此才會顯示通知
   *[false] { "" }
}。
page-me-iphone-share = 在 Safari 按「分享」：方格加箭嘴的圖示。
page-me-iphone-add = 選「加入主畫面」，再按「加入」。
page-me-iphone-open = 從新圖示開啟此頁{ $pushes ->
    [true] ，並在該處開啟通知
   *[false] { "" }
}。
page-me-iphone = iPhone、iPad
page-me-android-menu = 在 Chrome 開啟選單：三點圖示。
page-me-android-add = 選「加到主畫面」或「安裝應用程式」。
page-past = 顯示第 { $seq } 項事件時的情況，並非現況。
page-results = 已公布成績
page-results-cut-made = 其後已有決定：
page-results-cut-open = 第 { $version } 版公布時，晉級下一階段的名單尚未決定。
page-differs-cut = 第 { $decided } 版載明誰晉級下一階段；第 { $undecided } 版公布時尚未決定。
page-nothing-published = 尚未公布成績。
page-number = 編號
page-won = 勝局
page-left = 剩餘牌數
page-stage = 階段
page-versions = 版本
page-version = 第 { $version } 版
page-proof = 證明
page-digest = 此表的摘要（SHA-256）
page-published-at = 載有此表的第 { $seq } 項事件的雜湊值
page-sealed-head = 封印時日誌第 { $seq } 項的雜湊值
page-seal = 封印（Ed25519）
page-not-sealed = 尚未封印。
page-published-when = 第 { $version } 版，公布於{ $at }
page-compare-versions = 與另一版比較
page-against-version = 與第 { $version } 版
page-differs-from = 與第 { $version } 版的不同
page-differs-nowhere = 兩版的表相同。
page-differs-gone = 不再列入名次（原第 { $place } 名）
page-differs-new = 新列入，第 { $place } 名
page-differs-place = 第 { $before } 名 → 第 { $after } 名
page-differs-same-place = 仍為第 { $place } 名
page-differs-several = 另有 { $count } 人
page-differs-moved = { $way ->
    [up] 上升 { $places } 名
    [down] 下降 { $places } 名
   *[none] 名次不變
}
page-seal-key-id = 封印所用的公鑰
page-check-title = 自行核實
page-check-lead = 你的瀏覽器會取得公布此版的事件，由其位元組計算雜湊值，並與上表及封印比對。
page-check-run = 立即核實
page-check-needs-script = 此功能需要執行程式碼。如未啟用，請用下方的終端機指令。
page-check-unable = 此瀏覽器只在網址以 https 開首的頁面計算雜湊值。請用下方的終端機指令。
page-check-no-answer = 未能取得證明。請於連線恢復後再試。
page-check-table = 上表與事件所載的表逐行相同。
page-check-digest = 由其位元組計算的摘要，與事件所載及此處所示相同。
page-check-hash = 由事件的位元組及前一雜湊值計算的雜湊值，與此處所示相同。
page-check-seal = 有封印指明此事件及此雜湊值。
page-check-signature = 封印由此伺服器的公鑰所屬的私鑰簽署。
page-check-says-holds = 成立
page-check-says-fails = 不成立
page-check-says-skipped = 未核實
page-check-says-all = 全部成立：此表的公布及封印與此處所示一致。
page-check-says-broken = 有不成立之處。請保留此頁並向主辦單位查詢。
page-check-says-partly = 可核實的均成立；其餘見旁邊說明。
page-check-why-line = { $number } 的一行不同。
page-check-why-missing = { $number } 只在其中一個表內。
page-check-why-order = 由 { $number } 起次序不同。
page-check-why-later = 封印較後，在第 { $seq } 項事件：該封印涵蓋整個日誌，只有匯出檔可顯示。
page-check-why-other-key = 封印所用的並非此伺服器現時的密鑰。
page-check-why-no-ed25519 = 此瀏覽器未支援這種簽署（Ed25519）。請用較新的瀏覽器或終端機。
page-check-why-no-key = 此伺服器沒有可提供的公鑰。
page-check-proves = 此核實證明甚麼，不證明甚麼
page-check-proves-table = 此表自公布以來未經改動：改動任何一個數字，摘要及雜湊值都會不同。
page-check-proves-seal = 簽署把該雜湊值及其之前的每項事件與密鑰綁定。公鑰的首幾個字可與主辦單位在別處張貼的比對。
page-check-proves-not = 不證明賽局是否如此進行，亦不證明此表如何得出：那需要整個日誌。此核實程式亦來自同一伺服器：不信任該伺服器者，請用檔案及終端機。
page-check-proves-names = 不包括姓名：姓名經同意列於編號旁，不在任何雜湊值之內。
page-check-file-title = 用整個日誌的匯出檔
page-check-file-lead = 獲提供匯出檔者（工作人員有之）可在此核實每項事件、每個雜湊值及每個封印。檔案不會離開此裝置。
page-check-file-export = 匯出檔
page-check-file-key = 公鑰，如非此伺服器的公鑰
page-check-file-run = 核實檔案
page-check-terminal-title = 在終端機上
page-check-terminal-public = 只核實此版，所用的小程式除檔案外無需其他：
page-check-terminal-export = 核實整個日誌，用主辦單位交出的匯出檔；之後 docs/recompute_standings.py 可由賽局重新計算各表：
page-check-proof-file = 證明此版的檔案
page-file-sound = 至第 { $events } 項的每項事件均如所寫。末項雜湊值 { $head }。封印至第 { $sealed } 項，簽署與此公鑰相符。
page-file-unsigned = 至第 { $events } 項，每個雜湊值均成立。末項雜湊值 { $head }。但未有簽署以此公鑰核實，因此全部內容仍可能是重新寫成。
page-file-bad = 並非如所寫：第 { $line } 行，應為第 { $seq } 項事件之處。
page-file-same = 上表載於其中。
page-file-other = 但上表並非其中所載的表。
page-file-elsewhere = 這是另一個賽事的日誌。
page-fault-changed = 該事件曾被改動。
page-fault-order = 該處應為另一項事件。
page-fault-elsewhere = 屬於另一個賽事。
page-fault-fingerprint = 有指令未完成。
page-fault-seal-moved = 被封印的是另一項事件。
page-fault-seal-forged = 封印並非以此密鑰所作，或曾被改動。
page-fault-seal-beyond = 缺少事件：日誌曾在更後處封印。
page-fault-after-seals = 有事件在封印之後。
page-fault-head = 事件被截去：結尾行所示的末項不同。
page-fault-cut = 檔案被截斷：缺少結尾行。
page-fault-more = 結尾行之後尚有內容。
page-fault-unsealed = 沒有任何封印。
page-fault-unreadable = 該行無法讀取。
page-fault-excerpt = 此檔案只證明一個版本；請選擇整個日誌的匯出檔。
page-public-export = 公開匯出檔（限可讀取事件者）
page-seal-key = 公鑰
page-all-seals = 所有封印
page-verification = 由此伺服器重新計算日誌
page-problem = 錯誤
page-status = HTTP 狀態
page-rule = 依據
page-sentence = 內容

## 時光機：讓工作人員回看過去的網頁

page-history-slider = 整個日誌，逐項事件
page-history-says = 第 { $seq } 項事件，共 { $last } 項：{ $event }，{ $moment }
page-history-happened = 發生於
page-history-play = 播放
page-history-pause = 暫停
page-history-event = 事件
page-history-back = 後退
page-history-forward = 前進
page-history-step = 每次移至
page-history-moment = 事件序號或時間
page-history-go = 前往
page-history-beyond = { $moment } 之後沒有任何紀錄；這是現在的狀況。
page-history-moment-hint = 由 1 至 { $last } 的序號，或時間，例如 { $moment }。
page-history-marks-listed = 所有標記的文字說明
page-history-show = 顯示內容
page-history-show-standings = { page-standings }
page-history-show-sessions = 場次
page-history-show-sheets = 記分紙
page-history-show-docket = { page-docket }
page-history-show-families = 家庭組合
page-history-mark-event = 每項事件
page-history-mark-plan = 賽事安排
page-history-mark-session = 場次
page-history-mark-suspension = 暫停
page-history-mark-weather = 天氣
page-history-mark-ruling = 裁決
page-history-mark-correction = 更正
page-history-mark-qualification = 晉級名單
page-history-mark-publication = 公布
page-history-mark-award = 獎項
page-history-curves = 名次變化
page-history-curves-table = 名次曲線，內容與下列各表相同。
page-history-curve-of = 名次變化：
page-history-no-curves = 不顯示曲線
page-history-recent = 事件經過
page-history-kind = 種類
page-history-every-kind = 全部
page-history-person = 參賽者編號
page-history-table = 賽桌
page-history-table-hint = 賽桌以場次及桌號表示，例如 { $table }。
page-history-filter = 顯示
page-history-further = 其他檢視
page-history-what-if = 假如
page-history-compare-with = 比較對象
page-history-compare = 比較
page-history-because-of = 因應
page-history-events-shown = 共 { $count } 項，列出 { $shown } 項
page-history-events-earlier = 較早的事件
page-history-events-latest = 最新的事件
page-history-nothing-so-far = 至今沒有此類事件。
page-history-as-of = 過去：第 { $seq } 項事件之後，共 { $last } 項。
page-history-at-present = 現在：第 { $last } 項事件之後。
page-history-rows = 各行
page-history-rows-shown = 第 { $first } 至 { $through } 行，共 { $count } 行
page-history-rows-before = 之前各行
page-history-rows-after = 之後各行
page-history-find = 編號或姓名
page-history-find-press = 尋找
page-history-find-nobody = 找不到「{ $text }」。
page-history-find-no-line = 以下各行中找不到「{ $text }」。
page-history-draw = 繪畫已選取者的曲線
page-history-curve = 曲線
page-history-draw-one = 繪畫曲線
page-history-child = 子女
page-history-parent = 家長
page-history-no-families = 沒有家庭組合。
page-history-session = 場次
page-history-day = 日期
page-history-registered = 已報名
page-history-checked-in = 已報到
page-history-tables = 賽桌
page-history-closed = 已結束
page-history-no-sheets = 此場次沒有記分紙。
page-history-no-cases = 沒有個案。
page-history-superseded = 已被取代：
page-history-of = 變化紀錄：{ $thing }
page-history-kind-entrant = 參賽者
page-history-kind-family = 家庭組合
page-history-kind-sheet = 記分紙
page-history-kind-session = 場次
page-history-kind-dispute = 爭議
page-history-only = 只顯示：
page-history-everything-of-it = 全部
page-history-what-place = 名次
page-history-what-games-won = 勝局
page-history-what-score = 得分
page-history-what-tiles = 剩餘牌數
page-history-what-status = 狀況
page-history-what-ended-by = 結束方式
page-history-what-ruling = 裁決
page-history-what-game-won = 該局勝出
page-history-what-charge = 罰分
page-history-what-signature = 簽署
page-history-what-conflict = 第二份記分紙
page-history-what-closed = 結束
page-history-what-day = 日期
page-history-what-start = 開始
page-history-what-end = 結束
page-history-what-tables = 賽桌
page-history-what-attempt = 次數
page-history-game = 賽局
page-history-older = 較早的變化
page-history-why = 為何是這個名次？
page-history-case-file = 個案檔案
page-history-to-machine = 返回時光機
page-history-why-of = { $entrant } 名次的由來
page-history-of-ranked = 共 { $count } 名
page-history-event-no = 第 { $seq } 項事件
page-history-changes-of = 何時有何變化
page-history-moved = { $count } 行有別，列出 { $shown } 行，本身成績有變者在前。
page-history-causes = 事件
page-history-not-ranked = 沒有名次
page-history-up = 上升 { $places }
page-history-down = 下降 { $places }
page-history-others-moved = 他人名次有變
page-history-compared = 比較兩個時刻
page-history-moment-one = 一個時刻
page-history-moment-two = 另一時刻
page-history-cut = 晉級名單
page-history-came-in = 新晉級：
page-history-fell-out = 不再晉級：
page-history-nobody-moved = 所有人的名次相同。
page-history-between = 期間共 { $count } 項事件
page-history-by-standing = 按現時名次
page-history-enter = { $count } 人晉級
page-history-tied-across = { $count } 人在晉級線上同名次
page-history-what-if-about = 略去所選事件，或以其他成績，重新推算經過。不會寫入任何紀錄，亦不會通知任何人。
page-history-supposed = 假設內容
page-history-left-out = 略去
page-history-otherwise = 改用與紀錄不同的成績
page-history-figure-otherwise = { $entrant } { $what }：原為 { $was }，假設為 { $supposed }
page-history-put-back = 取消此假設
page-history-basket-empty = 尚未有假設。請略去一項裁決或成績，或更改成績。
page-history-leave-out-seq = 事件
page-history-leave-out = 略去
page-history-change-seq = 記錄成績的事件
page-history-change = 更改成績
page-history-won = 勝出
page-history-suppose = 查看結果
page-history-ruling-on = 裁決個案
page-history-game-nr = 第 { $game } 局
page-history-suppose-ruling = 假設一項裁決
page-history-suppose-ruling-press = 假設裁決
page-history-ruling-replaced = 假設於最後一項裁決作出時，改為作出以下裁決。
page-history-ruling-new = 假設於所查看的時刻作出裁決。
page-history-ruling-game = 涉及賽局
page-history-ruling-entrant = 涉及參賽者
page-history-ruling-hint = 賽局、編號及罰分只在所選裁決需要時適用。如要假設其他成績，請更改成績本身。
page-history-rulings = 至今的裁決
page-history-effect = 影響
page-history-is = 實際結果
page-history-would-be = 假設結果
page-history-misfits = { $count } 項事實不再適用
page-history-changed-since = 自此時刻起的變化
page-history-first-passing = 以下只列出其中現時名次最高的 { $count } 人。
page-history-up-to = 截至
page-history-place-moved = { $before ->
        [none] 由沒有名次
       *[other] 由第 { $before } 名
    }至{ $after ->
        [none] 沒有名次
       *[other] 第 { $after } 名
    }
page-history-written = 與主辦單位的往來
page-history-asked = { $question }（參賽者）
page-history-answered = { $question } 的答覆
page-history-told = 曾向參賽者發出的通知
page-history-what-moved = 名次變化的原因
page-history-passed-by = { $count ->
        [0] 沒有人超前。
       *[other] { $count } 人超前。
    }
page-history-left-behind = { $count ->
        [0] 沒有超越他人。
       *[other] 超越 { $count } 人。
    }
page-history-place-hidden = 未公布
page-history-place-kept = 名次不變
page-history-still-no-place = 仍沒有名次
page-history-never-ranked = 當時沒有名次，現時亦沒有。
page-history-by-others = { $way ->
        [down] 除此以外，因他人成績而下降 { $places } 位。
        [up] 除此以外，因他人成績而上升 { $places } 位。
       *[none] 除此以外，他人成績沒有影響其名次。
    }
page-history-who-passed = 誰人超前
page-history-finding = 認定
page-history-reason = 理由
page-history-only-others = 本身成績沒有改變，只是他人名次有變。
page-history-why-now = 現時名次的由來
page-history-why-then = 當時名次的由來
page-history-evidence = 證據
page-history-published = 已公布的版本
page-history-version = 第 { $version } 版
page-history-events-cited = 依據的事件
page-history-recorded = 記錄時間
page-history-what-happened = 經過
page-history-hash = 雜湊值
page-history-proof = 證明
page-history-hash-of-moment = 此時刻的雜湊值
page-history-head = 日誌末端
page-history-seal = 封印
page-history-no-seal = 此時刻尚未有封印。
page-history-check-it = 任何人均可用以下指令核實日誌未被改動；首兩項只需公開檔案。
page-history-figures-changed = 成績因何改變
page-history-recorded-now = 現時的紀錄
page-history-recorded-then = 當時的紀錄
page-history-check-later = 成績公布後，你可在該頁以瀏覽器或程式自行核實。
page-history-check-there = 你可在已公布成績一頁，以瀏覽器或程式自行核實。
page-history-hand-over = 當事人可見的版本
page-history-hand-over-about = 連結開啟的個案檔案只包括該參賽者可見的內容，包括其與主辦單位的往來及所獲通知，不含他人的資料。持有連結者無須登入即可閱讀。
page-history-link-holds = 有效期
page-history-days = { $count } 日
page-history-make-link = 建立連結
page-history-link-read-first = 連結將開啟以下內容，文字一如原文。請先閱讀：工作人員及參賽者所寫的內容或會提及他人。
page-history-case-links = 個案檔案的連結
page-history-link-made = { $entrant } 的連結有效 { $count } 日。連結只顯示一次，請立即複製。
page-history-link-line = { $made }建立，有效至{ $expires }。
page-history-link-over = 已失效。
page-history-link-until = 此連結有效至{ $until }。
page-history-end-link = 終止
page-history-end-link-of = 終止 { $entrant } 的連結
page-history-no-links = 沒有連結。
page-history-an-entrant = 參賽者 { $number }
page-history-a-program = 程式

## The command line, beside refusals

shown-moment = 截至第 { $seq } 項事件
shown-moment-and = 截至第 { $seq } 項事件，{ $more }
shown-diff = 第 { $before } 項至第 { $after } 項：{ $events } 項事件（{ $kinds }）
shown-nothing-differs = 名次、晉級及獎項均沒有不同
shown-of-stage = { $stage }：
shown-heading-entrant = 參賽者
shown-heading-before = 之前
shown-heading-after = 之後
shown-heading-is = 現況
shown-heading-would-be = 假設
shown-heading-events = 事件
shown-heading-seq = 序號
shown-heading-event = 事件
shown-heading-why = 原因
shown-heading-change = 更改
shown-heading-entrants = 參賽者
shown-heading-officials = 工作人員
shown-cut = 晉級：{ $before } → { $after }
shown-cut-others = 晉級者有變：
shown-decided-by = （{ $who }）
shown-found = 認定：「{ $finding }」。理由：「{ $reason }」。依據：{ $cites }。
shown-count-of = { $count } × { $what }
shown-and-others = 另外 { $count } 人
shown-came-in = 新晉級：{ $entrants }
shown-fell-out = 不再晉級：{ $entrants }
shown-award = { $title }：{ $before } → { $after }
shown-what-if = 第 { $seq } 項：由第 { $since } 項起重新推算；{ $commands } 個指令之中有 { $differing } 個結果不同
shown-signatures-carried = { $count } 個簽署視為有效，雖然所簽數字不同
shown-does-not-fit = 不再相符：
shown-in-part = 部分
shown-and-more = 另有 { $more }
shown-places-confirmed = 候補獲名額：{ $count } 人
shown-notice-to = 通知 { $audience }：{ $count } 人
shown-post-in-channel = 公開頻道公告
shown-why-not = { $what }（{ $raised }）
shown-not-reached = 未能通知：{ $recipient }（{ $how }）
shown-waits-until = 等候至 { $at }
shown-remark = 備註：{ $remark }
shown-titled = { $title }（{ $id }）
shown-labelled = { $label }：{ $text }
shown-awards = 獎項
shown-heading-of-session-session = 場次
shown-heading-of-session-name = 名稱
shown-heading-of-session-day = 日期
shown-heading-of-session-registration = 報到
shown-heading-of-session-seating = 入座
shown-heading-of-session-start = 開始
shown-heading-of-session-end = 結束
shown-heading-of-session-tables = 桌數
shown-heading-of-session-room = 容量
shown-nothing-to-do = 無須作任何更改。
shown-game-changes = { $table }第 { $game } 局，現時 → 其後（得分／剩餘牌數）：
shown-people-told = 將通知 { $people } 人。
shown-would-follow = 會有以下事件：{ $events }。

## Refusals, by code: what is wrong, and the way out

problem-chat-for-someone-else = 此對話已不再代表該人士或職務。/help 查看現時可用指令。
problem-figures-unreadable = 看不懂「{ $part }」。請逐座寫上剩餘點數／牌數，例如：A 0、B 12/3、C 7/2、D 20/5；或如記分紙所示，寫上有正負號的得分及牌數。
problem-points-unreadable = 「{ $given }」既非點數亦非得分。請填寫牌架上剩餘的點數，例如 12；或連正負號的得分，例如 +30 或 −5。
problem-points-missing = 座位 { $seat } 欠缺點數。請填寫牌架上剩餘的點數，或連正負號的得分。
problem-tile-count-unreadable = 「{ $given }」並非牌數。請填寫剩餘多少隻牌，例如 3。
problem-tile-count-missing = 座位 { $seat } 欠缺牌數。填寫得分時，請為每座填寫剩餘多少隻牌。
problem-figures-unchanged = 沒有更改：第 { $game } 局正是這些數字。請更改有誤之處，或維持成績。
problem-winner-unticked = 《{ $ruleset }》沒有訂明以 { $ended_by } 結束的賽局由誰勝出，須由你裁決。請剔選勝方，或填寫連正負號的得分。
problem-figures-mixed = 「{ $signed }」有正負號，即為得分，但「{ $bare }」沒有牌數。請每座均寫剩餘點數及牌數（不會低於 0），或每座均寫有正負號的得分及牌數。
problem-finding-is-figures = 「{ $text }」是數字。請以文字寫明經過；數字在另一步驟輸入。
problem-finding-too-short = 有關人士只會讀到「{ $text }」。請以一句話寫明認定。
problem-winner-unmarked = 《{ $ruleset }》沒有訂明以 { $ended_by } 結束的賽局由誰勝出，須由你裁決。請以 ★ 標示勝方，例如：★A 8/3、B 10/2；或寫上有正負號的得分。
problem-parent-call-answered = 呼叫 { $call } 已獲回覆，毋須再處理。
problem-parent-called-already = 已呼叫 { $entrant } 的家長，尚未獲回覆。三分鐘後會請主辦單位致電。
problem-parent-call-grounds-untrue = 紀錄中沒有參賽者 { $entrant } { $grounds }，而家長會獲告知此原因。請選擇其他原因，或先作記錄。
problem-telegram-unreachable = TILELEDGER_TELEGRAM_API_URL 所指的 Telegram 沒有回應。請檢查後再試。
problem-telegram-token-invalid = Telegram 不接受此機械人憑證。請向 @BotFather 取得並設定 TILELEDGER_TELEGRAM_TOKEN。
problem-tiles-unreadable = 看不到任何牌。請寫成 R10 B10 K10 J；桌上的牌組之間以 | 分隔。
problem-schema-changed = { $what } 資料庫在本程序執行期間已升級至 { $current }，而本程序屬於 { $expected }，因此不再寫入。請以對應的版本重新啟動。
problem-database-unreachable = 無法使用 { $what } 資料庫：{ $detail }。請檢查 { $setting }，以及所指之處能否連接。
problem-database-not-migrated = { $what } 資料庫的版本是 { $current }，本版程式需要 { $latest }。請先備份，再執行 `tileledger migrate`。
problem-database-not-there = { $where } 沒有 { $what } 資料庫，此處無可讀取或更改。請檢查 { $setting } 及目前所在的資料夾；`tileledger migrate` 會建立資料庫，`tileledger up` 會啟動整個系統。
problem-database-lost = { $chain ->
        [log] { $where } 沒有{ $what }資料庫，但保管庫有其中人士的密鑰：資料庫被移走或移除，或 { $setting } 指向別處。程式未有另建。請還原資料庫，或以 `tileledger restore FILE` 載入其備份。只有確定永久遺失時，才執行 `tileledger migrate --new-log` 建立空的資料庫。
       *[vault] { $where } 沒有{ $what }資料庫，但日誌有個人資料從未刪除的人：資料庫被移走或移除，或 { $setting } 指向別處。程式未有另建。請還原資料庫，或以 `tileledger restore-vault FILE` 載入其備份。只有確定永久遺失時，才執行 `tileledger migrate --new-vault` 建立空的資料庫，之後須刪除所有人的個人資料。
    }
problem-database-newer = { $what } 資料庫由較新版本建立：{ $detail }。請更新本程式。
problem-database-pre-release = { $what } 資料庫由 1.0 之前的版本建立{ $at ->
        [none] { "" }
       *[other] （{ $at }）
    }，本程式不能讀取，亦沒有作任何更改。請以建立它的版本查看；該版本的匯出檔可在此驗證，但不能還原。如要重新開始，請把 TILELEDGER_DATABASE_URL 及 TILELEDGER_VAULT_URL 設為其他位址。
problem-token-expired = 此憑證已於 { $expired } 過期。請向主辦單位索取新的憑證。
problem-token-revoked = 此憑證已被撤銷。請向主辦單位索取新的憑證。
problem-token-unknown = 找不到憑證 { $token_id }。請以 `tileledger access list` 查看現有憑證。
problem-grant-refused = 無法發出此憑證：{ $detail }。請更正後再發出。
problem-office-ended = 此憑證所屬的職務或參賽資格現時在此賽事中無效，只能查看公開內容。請聯絡主辦單位重新委任，或索取另一憑證。
problem-signed-out = 你未在此登入，或登入已失效。請向賽事的機械人發送 /signin，或向主辦單位索取連結。
problem-founding-link-needed = 開辦賽事須另行登入。請貼上其連結：`tileledger up` 會列出，`tileledger access founding-link` 可另發一條。
page-refusal-founding-link-needed = 開辦賽事須用專用連結登入。請向本網站的管理者索取，並貼在下面。
problem-sign-in-link-invalid = 此連結不能登入：可能輸入有誤，或已過有效時間。請向賽事的機械人發送 /signin，或向主辦單位再索取連結。
problem-sign-in-link-used = 此連結已被使用；每個連結只可使用一次。如使用者並非你本人，請立即通知主辦單位把該裝置登出。如需另一連結，請向賽事的機械人發送 /signin。
problem-sign-in-code-alone = 這是隨登入連結附上的驗證碼，並非連結。驗證碼只適用於已登入之處。請貼上同一訊息中的連結。
problem-sign-in-code-wrong = 驗證碼無效：可能有誤、已使用，或已過有效時間。請向機械人發送 /signin 索取新的驗證碼；連續輸入錯誤 { $most } 次後，此裝置會被登出。
problem-sign-in-unknown = 沒有以 { $sign_in } 登入的人員。請以 `tileledger access sign-ins` 查看。
problem-draft-gone = 這裏沒有可繼續的工作：它可能已經完成、開始已超過一天，或由他人開始。可在對話中發送 /tasks，或在網頁「可處理事項」重新開始。
problem-stroke-wrong = 未有簽署：欄內沒有簽署。請用手指在欄內簽署；如未能簽署，請告知裁判代為記錄。
problem-form-outdated = 未有執行：此頁開啟過久，或你其後已重新登入。請再看一次，然後再按。
problem-form-cross-site = 未有執行：此表格並非由本網站的頁面發出。請開啟該頁，在頁內再按一次。
problem-token-for-another-tournament = 此憑證屬於賽事 { $tournament }，在此只能查看公開內容。請使用本賽事的憑證，或聯絡其主辦單位。
problem-not-asked = 沒有終端機可供確認，未作任何更改。請先以 --preview 查看，再加上 --yes。
problem-amendment-refused = 基於以上首先列出的原因，此檔案未能採用。請刪去已不可更改的部分，再執行一次。
problem-amending-declined = 未作任何更改。如確定請再執行。
problem-file-of-another = 此為賽事 { $named } 的檔案，該賽事在此存在，並非 { $id }。請以此更改 { $named }，或在檔案內寫上 id = "{ $id }"。
problem-simulator-port-taken = 模擬器無法使用連接埠 { $port }：已被占用。請另選一個，或不指定。
problem-nobody-to-invite = 尚未有人參賽或擔任裁判，無人可邀請。請先為參賽者報名或委任裁判。
problem-inviting-declined = 未發出任何邀請。如確定請再執行。
problem-no-mail-server = 未設定郵件伺服器，不會發出邀請。請設定 TILELEDGER_SMTP_URL。
problem-bot-not-set = 尚未設定 Telegram 機械人，連結無處可開啟。請系統管理員將 @BotFather 發出的憑證設定為 TILELEDGER_TELEGRAM_TOKEN。
problem-no-telegram = 尚未設定 Telegram 機械人。請將 @BotFather 發出的憑證設定為 TILELEDGER_TELEGRAM_TOKEN；如欲不用憑證試用，請以同一資料庫執行 `tileledger up`，或以 TILELEDGER_TELEGRAM_API_URL 指明模擬 Telegram 的地址{ $address ->
        [none] 。
       *[other] （{ $address } 沒有回應）。
    }
problem-input-too-large = 輸入超過 { $most } 位元組。請每次只提交一份文件。
problem-encoding-not-utf8 = 檔案並非 UTF-8，似為 { $encoding }。請另存為 UTF-8，試算表則另存為 CSV UTF-8。
problem-quote-open = 此行有以引號開始的儲存格未有閉合，或在閉合引號之後仍有文字。請補上引號；格內的引號請寫成 ""。
problem-columns-wrong = 標題列不符：{ $detail }。欄位應為{ $columns }。
problem-rows-missing = 名單沒有任何一行，或只有標題列。請逐行填寫，或選擇另一份名單。
problem-heading-missing = 第一行沒有寫上各欄名稱。請在最上方加上這一行，各欄按你的次序排列：「{ $heading }」。
problem-cells-wrong = 此行有 { $given } 格，標題列{ $unnamed ->
       *[none] 有 { $wanted } 格。請檢查是否欠缺或多出逗號。
        [other] 有名稱的只有 { $wanted } 欄：第 { $unnamed } 欄沒有名稱，而此行在該欄有 { $value }。請為該欄加上名稱，或留空。
    }
problem-board-choice-wrong = 大螢幕沒有{ $what }{ $given }。可選：{ $known }。
problem-board-link-invalid = 此連結並非為本賽事的大螢幕而設。請核對所輸入的內容，或在大螢幕設定頁重新製作。
problem-case-link-invalid = 此連結並不開啟任何個案檔案。請向主辦單位索取新的連結。
problem-case-link-over = 此連結已失效。請向主辦單位索取新的連結。
problem-cell-invalid = 「{ $field }」不可為{ $value }：{ $detail }。請更正該格。
problem-file-unreadable = 無法讀取檔案：{ $detail }。請檢查檔名及權限。
problem-file-unwritable = 無法寫入檔案：{ $detail }。請選擇存在且可寫入的資料夾。
problem-forgetting-not-confirmed = 此舉將永久刪除 { $tournament } 共 { $count } 人的個人資料，無法復原。如確定，請加上 --confirm { $tournament }。
problem-not-sealed = { $tournament } 前後一致，但沒有任何封印，無法證明從未整體改寫。請以 --seal 提供另行保存的封印。
problem-seals-unchecked = { $tournament } 的日誌與封印一致，但此處沒有封印密鑰，無法核對其中 { $count } 個簽署。請以 `--public-key FILE` 提供公鑰，或以 `--no-seals` 略過。
problem-copy-has-more-keys = { $file } 有 { $count } 條密鑰在此處的保管庫遺失或損壞，而並無個人資料刪除，因此未寫入任何內容，該檔保持不變。執行 `tileledger restore-vault { $file }` 即可還原。如這是另一套安裝的副本，請備份至另一資料夾。如仍要取代，請加上 --even-if-less。
problem-copy-has-more-events = { $file } 載有 { $tournament } 直至序號 { $seq } 的事件，此處的日誌沒有：這是較舊或另一份日誌。未寫入任何內容，該副本保持不變。請還原最新的日誌，或備份至另一資料夾。如仍要取代，請加上 --even-if-less。
problem-vault-lacks-keys = 日誌（首先是 { $tournament }）所需的 { $count } 條密鑰在保管庫遺失或損壞，因此未寫出副本。請保留上一份完好的副本：`tileledger restore-vault FILE` 可還原，`tileledger doctor` 會列出。如沒有副本載有這些密鑰，請加上 --even-if-less。
problem-dump-lacks-log = { $folder } 的密鑰載有 { $tournament } 的人，旁邊卻沒有該賽事的日誌。請從較早的副本取回該日誌，或再備份一次。
problem-not-a-dump = { $folder } 並無備份：沒有日誌，也沒有密鑰。請提供 `tileledger dump` 所寫的資料夾。
problem-drill-failed = 備份已還原，但結果未能通過「{ $check }」檢查：{ $detail }。請保留較早的完好副本；待 `tileledger doctor` 確認此安裝正常後，再備份一次。
problem-still-running = { $host } 上的{ $kind ->
        [worker] 背景程序
       *[other] 網頁程序
    }（程序 { $pid }）在半分鐘內仍有動靜，會寫入正在複製的內容。請停止各處的網頁及背景程序，等候半分鐘後再試。
problem-target-not-empty = 目標資料庫並非空白，已有 { $table }。未複製任何內容；請提供空資料庫的地址。
problem-database-shared = { $setting } 所指之處已是{ $other }資料庫，{ $what }資料庫須另置一處：兩者同處，密鑰便與其所開啟的內容放在一起。請提供另一地址。
problem-database-not-allowed = { $what }資料庫欠缺權限：{ $detail }。請以資料表擁有者的角色登入，並檢查 { $setting } 中的角色。
problem-copy-differs = 寫入 { $table } 的內容讀回時有出入，因此未保留任何內容。請確認目標資料庫以 UTF-8 儲存。
problem-file-exists = { $file } 已存在。請另選檔名或先刪除。
problem-view-failed = { $tournament } 的檢視 { $view } 無法由第 { $seq } 項的狀態產生：程式有錯。其他功能照常運作，已記錄的一項不失；可嘗試以 as_of 讀取之前的狀態。請更新程式，或回報日誌中的 view_failed 一行。
problem-worker-gone = 背景程序已停止運作；最後一次有訊息是 { $at }（UTC）。在重新啟動之前，不會有通知、提醒及天氣監察：請執行 `tileledger worker`，並查看上次停止的原因。
problem-worker-stuck = { $host } 上的背景程序仍在運作，但部分工作停頓：{ $what }。請重新啟動，並回報其日誌；重新啟動不會重複發送。
problem-channel-stopped = { $channel } 已停止發送：{ $why }。請更正設定並重新啟動背景程序；待發的訊息已保留。
problem-delivery-muted = 現已停止發送：{ $why }。待發的訊息或已發出。請先查看 `tileledger deliveries pending`，再執行 `tileledger deliveries release`。
problem-deliveries-held = { $tournament }：停止發送期間積壓了 { $count } 則通知（{ $kinds }）。有關安全的已即時發出；其餘待你決定是否仍然有用：請在此處，或以 `tileledger deliveries release { $tournament }` 或 `drop { $tournament }` 發送或捨棄。
problem-held-decided = { $by } 已於{ $at }{ $step ->
        [drop] 捨棄待發的訊息
       *[send] 發出待發的訊息
    }：此事已有決定，現在沒有任何更改。發送情況見 /deliveries 或 `tileledger deliveries`。
problem-links-unreadable = 連結副本第 { $line } 行無法讀取：{ $detail }。未還原任何內容；請取得完整副本，或移走該檔並請各人重新連結。
problem-destination-refused = 無法傳送至該網址：{ $detail }。請提供公開主機的 https 網址，或由系統管理員在 TILELEDGER_WEBHOOK_ALLOW 准許該主機。
problem-link-token-invalid = 此連結無效、已被使用或已過期。請在原處索取新的連結。
problem-personal-link-invalid = 此連結無法開啟：可能輸入有誤、已被新連結取代或已過期。請向主辦單位索取新的連結。
problem-personal-link-forgotten = 此頁所載的個人資料已按要求或因保存期屆滿而刪除，再無內容可供查看，亦不會再發出通知。
problem-form-from-elsewhere = 此表格並非由你現時的頁面發出。請以連結重新開啟頁面，再按一次。
problem-pages-not-public = 個人頁面未有對外網址。請系統管理員將 TILELEDGER_PUBLIC_URL 設定為公開頁面的網址。
problem-statement-changed = 主辦單位有關個人資料的聲明在你開啟此頁後已有更改。請重新開啟個人頁面，閱讀後再按一次。
problem-personal-links-over = 賽事已結束，個人資料的保存期亦已屆滿，個人連結無法開啟。如仍有需要，請調高 TILELEDGER_RETENTION_DAYS。
problem-code-wrong = 驗證碼無效：可能有誤、已使用、超過十分鐘、在另一瀏覽器索取，或其後已索取另一驗證碼。請在個人頁面查看是否已完成；如未完成，請再索取驗證碼。
problem-code-unfinished = 驗證碼共 { $digits } 位數字，請全部填寫；此次不計入嘗試次數。
problem-code-tried-out = 此驗證碼已試 { $most } 次，不再有效。請索取新的驗證碼；每日最多發送十個。
problem-code-under-way = 驗證碼已發出，尚有 { $minutes } 分鐘有效。請使用該驗證碼；如未收到，可於發出一分鐘後再索取。
problem-codes-enough = 此處索取驗證碼次數過多，今日不再向此瀏覽器發出。已連接的對話無須驗證碼：請在對話中傳送 /me 或 /schedule。主辦單位亦可給你新連結：新連結可即時索取驗證碼，此連結隨即失效。
problem-code-nowhere = 未有連接對話，亦未有提供電郵地址，無法發出驗證碼。請聯絡主辦單位{ $contact ->
    [none] { "" }
   *[other] （{ $contact }）
}。
problem-code-unsendable = 已有電郵地址，但本系統不發送電郵，亦未有連接對話，無法發出驗證碼。請聯絡主辦單位{ $contact ->
    [none] { "" }
   *[other] （{ $contact }）
}。
problem-kind-not-mutable = 不能關閉「{ $kind }」類通知。如不想再收到任何通知，請傳送 /stop。
problem-quiet-hours-unknown = 不能選擇靜音時段 { $hours }。請選擇 { $choices } 其中之一。
problem-push-off = 尚未設定瀏覽器推送通知。請系統管理員將 TILELEDGER_WEB_PUSH_CONTACT 設為推送服務可聯絡的地址。
problem-push-subscription-invalid = 這並非瀏覽器的推送訂閱：{ $detail }。請按瀏覽器所給的提供 `endpoint`、`p256dh` 及 `auth`。
problem-push-devices-too-many = 已有 { $most } 個瀏覽器為此人接收通知。請先停用其中一個。
problem-push-ended = 此瀏覽器已不再接收通知，其訂閱已結束。請在該瀏覽器重新開啟通知。
problem-push-just-tested = 剛剛已向此瀏覽器發送測試通知。請稍候數秒再試。
problem-push-not-taken = 推送服務未有接收通知（{ $detail }）。請於一分鐘後再試。
problem-too-many-questions = 一小時內最多可向主辦單位發出 { $most } 則訊息，這則沒有發出。請稍後再寫；如屬緊急，請致電{ $contact ->
        [none] { "" }
       *[other] （{ $contact }）
    }或親臨報到處。
problem-answered-already = { $question } 已有答覆。如需補充，請發出公告或以其他方式聯絡該參賽者。
problem-asker-forgotten = { $question } 的提問者已被刪除個人資料：內容已不再保存，亦無從通知。
problem-demo-exists = 賽事 { $id } 已存在。請以 --id 為示範賽事另選編號，或使用空白資料庫。
problem-demo-until-unknown = 示範賽事沒有 { $until } 這一點。請選用：{ $known }。
problem-written-enough = 你在 { $hours } 小時內已更改 { $most } 次，已達上限。請於 { $seconds } 秒後再試，或由裁判或主辦單位代為處理。
problem-command-id-reused = 指令編號 { $command_id } 已用於另一指令或由他人使用。請選用新編號。
problem-occurs-in-future = { $occurred_at } 在未來。請提供發生時間，或留空代表現在。
problem-occurs-long-past = { $occurred_at } 距今超過 { $minutes } 分鐘。請由裁判或主辦單位輸入，或留空代表現在。
problem-not-as-read = 讀出之後已有改變，現時結果會不同。請重新讀出，然後確認。
problem-precondition-failed = 本賽事的日誌現止於第 { $seq } 項事件，與你預期的不同。請重新讀取，如仍需要再提交指令。
problem-vault-does-not-match-log = { $holds ->
        [others] 保管庫有密鑰，但沒有 { $tournament } 所需的任何一條：這是另一套安裝的保管庫，因此不會寫入任何內容。請把它移開，並還原本安裝的保管庫，或以 `tileledger restore-vault FILE` 載入其備份。如保管庫無誤，則日誌屬另一套安裝：請檢查 TILELEDGER_DATABASE_URL。
       *[nothing] 保管庫沒有任何密鑰，但 { $tournament } 有個人資料從未刪除的人，因此不會寫入任何內容。請還原保管庫檔案，或以 `tileledger restore-vault FILE` 載入其備份。
    }
problem-vault-newer-than-log = 保管庫所知的 { $tournament } 日誌到第 { $seq } 項，但此處的日誌沒有該項，可能是較舊的版本，未載有其後的人。沒有移動任何密鑰。請還原最新的日誌；如這已是最新的，請加上 --logs-are-complete。
problem-moment-unclear = { $text } 既非事件序號亦非時間。請輸入序號，例如 4902，或時間，例如 2026-04-07 18:30。
problem-moment-before-start = { $text } 時尚未有任何紀錄；紀錄始於第 1 項事件（{ $start }）。請指明較後的時刻。
problem-moment-after-end = 尚未有第 { $text } 項事件，最後一項為第 { $last } 項。請指明較前的一項，或不填以取現況。
problem-event-later = 第 { $seq } 項事件的記錄時間後於所看的時刻（第 { $moment } 項事件）。請選較前的事件，或改看較後的時刻。
problem-no-result-there = 第 { $seq } 項事件是「{ $event }」，並非賽局成績。請選記錄成績的事件。
problem-no-seal-key = 此伺服器沒有封印密鑰，無法封印或核對封印。請設定 TILELEDGER_SEAL_KEY。
problem-log-touched = { $tournament } 的日誌與寫入時不同：第 { $seq } 項 { $detail }。之前 { $sound } 項完好。請從未經改動的副本還原。
problem-not-of-the-log = { $query } 並非讀取日誌，沒有過往狀態。請刪去 as_of。
problem-places-not-seen = 晉級名單尚未公開。{ $when }請屆時再辦理，或由主辦單位代辦。
problem-no-categories = { $count ->
        [0] 本賽事不設組別。請不要指定組別。
       *[other] 本賽事沒有此組別；現有：{ $known }。請選用其中之一，或不指定組別。
    }
problem-follows-from-another = 事件 { $seq }（{ $type }）由事件 { $root }（{ $root_type }）引致，會自行重新推算。請改為指明 { $root }。
problem-founding-stays = 事件 1 為賽事的成立，不能略去。請指明其他事件，或改用另一套規則。
problem-named-twice = 事件 { $seq } 同時被略去及取代，或重複指明。請只指明一次。
problem-time-ran-out-before = 第 { $move } 步在座位 { $seat } 的時間用完之後，賽局已經結束。請刪去其後各步。
problem-clock-reading-wrong = 座位 { $seat } 的計時不可能如此：{ $why }。請重新核對計時器。
problem-move-time-wrong = 一步用了 { $milliseconds } 毫秒。請以不少於 0 的整數毫秒輸入。
problem-clock-not-stated = 《{ $ruleset }》沒有訂明計時方法（{ $cite }）。請選用規則容許的時限，或不設計時。
problem-turn-limit-unknown = 《{ $ruleset }》沒有 { $seconds } 秒的出牌時限。請選用：{ $known }。
problem-score-not-exact = { $text } 不是準確的得分：{ $why }。請寫成 11、−12、11½、3⅓ 或 23/2。
problem-seats-wrong-number = 按《{ $ruleset }》，每局有 { $least } 至 { $most } 個座位，而不是 { $seats } 個。請列出該局每位參賽者一次。
problem-seat-twice = 座位 { $seat } 重複出現。每個座位請只列一次。
problem-seat-unnamed = 座位名稱須為 1 至 { $longest } 個可顯示的字。請用 A、B、C、D。
problem-seat-incomplete = 座位 { $seat } 欠缺 { $missing }。請提供牌架內容，或同時提供點數和牌數。
problem-seat-out-of-range = 座位 { $seat } 的 { $what } 不可能是 { $value }，須為 0 至 { $most } 的整數。請重新點算牌架。
problem-seat-contradictory = 座位 { $seat } 的資料自相矛盾：{ $why }。請更正其中一項。
problem-tiles-more-than-there-are = 各座位合共有 { $tiles } 隻牌，但全副只有 { $all } 隻。請重新點算各牌架。
problem-charge-unknown = 《{ $ruleset }》沒有 { $charge } 這項罰分（座位 { $seat }）。可用的有：{ $known }。
problem-ending-unknown = 賽局不會以 { $ended_by } 結束。請選用：{ $known }。
problem-ending-needed = 此局原記錄以{ $ended_by }結束，但按此數字沒有人剩 0 隻牌。請說明賽局如何結束：{ $known }。
problem-game-not-over = 按《{ $ruleset }》，{ $ended_by } 不會令賽局結束（{ $cite }）。請繼續該局，並在結束後再提交。
problem-ruling-required = 《{ $ruleset }》沒有訂明以 { $ended_by } 結束的賽局由誰勝出（{ $cite }）。請由總裁判裁決。
problem-nobody-cleared = 最多只有一個座位剩 0 隻牌；以清空牌架結束的賽局，則剛好一個。現有 { $cleared } 個。請寫明各牌架所剩的牌數，或說明賽局如何結束。
problem-somebody-cleared = 座位 { $seat } 剩 0 隻牌，即牌架已清空，賽局不會以 { $ended_by } 結束。請更正牌數，或說明賽局以清空牌架結束。
problem-count-impossible = 座位 { $seat } 的 { $tiles } 隻牌點數不可能是 { $count }，只可能是 { $possible }。請重新點算牌架。
problem-counts-impossible-together = 一副牌不足以同時組成座位 { $seats } 牌架上的點數。請重新點算各牌架。
problem-forfeiter-wrong = 以棄權結束的賽局應有剛好一個棄權座位，其他賽局則沒有；現標示了 { $seats } 個。請標明由誰棄權：在座位前加 ✗，或勾選其方格。
problem-forfeiter-won = 棄權者即為負方。請標示該局落敗的座位為棄權，或更正勝方。
problem-ranking-unknown = 不能按 { $word } 排列名次。請選用：{ $known }。
problem-too-hard = 搜尋這些牌需要超過 { $most } 步，超出單次請求的上限。請減少牌數，或在自己的電腦上使用 `tileledger rules`，它會搜尋到底。
problem-drawn-and-as-it-is = 既寫了最後抽到的牌為 { $tile }，又選了按現狀判斷、沒有抽牌。請刪去該牌，或取消勾選。
problem-last-drawn-not-on-rack = 最後抽到的 { $tile } 不在牌架上。請列出現時牌架上的所有牌，包括該牌。
problem-best-turn-not-free = 按《{ $ruleset }》，牌組及百搭牌不可自由移動（{ $cite }），故無法計算最佳的一輪出牌。請改為裁決已打出的牌。
problem-table-no-sets = 桌上的牌無法組成合法牌組。請重新核對桌面。
problem-ruleset-unknown = 沒有規則 { $id }。請選用：{ $known }。
problem-ruleset-invalid = 無法讀取規則 { $id }：{ $detail }。請更正檔案後重新載入。
problem-scores-not-zero-sum = 該局得分總和為 { $sum }，而不是 0。{ $signs ->
        [true] 請寫上正負號：勝方為 +，其他人為 −，如 A +39/0、B −12/3。
       *[false] 請在桌上重新計算。
    }
problem-scores-unequal-shares = 座位 { $seat } 得 { $score } 分，另一座位得 { $top } 分，但點數最低者應均分。請更正其中一項。
problem-score-impossible = 座位 { $seat } 不可能得 { $score } 分：{ $why }。請更正得分。
problem-game-won-not-a-flag = 勝局一欄須為 1 或 0，但座位 { $seat } 為 { $game_won }。請更正。
problem-game-won-wrong = 座位 { $seat } 的勝局為 { $game_won }，應為 { $should }：最高分（{ $top }）者中，剩餘牌數最少（{ $tiles }）者勝。請更正勝局、得分或牌數。
problem-tile-unknown = { $tile } 不是牌。請寫上顏色 R、B、K、O（或 Y）及 1 至 13 的數字，例如「R7」，百搭牌寫「J」。
problem-tiles-too-many-alike = { $tile } 出現了 { $times } 次，但全副牌只有 { $copies } 隻。請重新點算牌架。
problem-tournament-closed = 賽事已結束，計劃不再更改。請另立賽事。
problem-too-young-then = 參賽者 { $entrant } 於 { $day } 前一日未滿 { $minimum } 歲。請為 { $session } 選較後日期，或先調動該參賽者。
problem-definition-invalid = 賽事檔案無法使用：{ $detail }。請更正後再試。
problem-attachment-empty = 檔案沒有內容。請另選有內容的檔案。
problem-attachment-too-large = 檔案超過 { $most } 位元組。請縮小檔案（例如縮小圖片），或只提供網址。
problem-attachment-type-unknown = 檔案並非 PDF、PNG、JPEG 或 UTF-8 純文字。請另存為其中一種。
problem-attachment-not-base64 = 代替檔案的內容並非 base64。請寫上 `data:;base64,` 並緊接檔案的 base64 內容。
problem-attachment-missing = 未有收到 { $file } 的內容。在指令列請填寫賽事檔案旁的檔名；經 HTTP 請以內容代替檔名：寫上 `data:;base64,` 並緊接 base64 內容。
problem-attachment-elsewhere = { $file } 不在賽事檔案的資料夾內。請放入該資料夾或其子資料夾。
problem-logo-too-large = 標誌太大：最多 { $most } 位元組；如為 PNG，闊度及高度最多 { $pixels } 像素。請縮小標誌。
problem-logo-type-unknown = 標誌並非 SVG 或 PNG。請另存為其中一種；SVG 須用 UTF-8。
problem-logo-unsafe = 圖檔內有 { $found }，網頁不會顯示。請另存為不含程式碼、連結及外來內容的純 SVG，或另存為 PNG。
problem-already-defined = 賽事 { $id } 已存在。請選用另一個編號。
problem-tournament-unknown = 找不到賽事 { $id }。請檢查寫法。
problem-already-appointed = 裁判編號 { $referee } 已使用。請選用另一個編號。
problem-number-unfit = 編號 { $number } 不能用作登入。請選用以英文字母或數字開首，並只含英文字母、數字、點、連字號或底線的編號，例如 R01。
problem-still-assigned = 裁判 { $referee } 仍負責 { $session } 的賽桌。請先重新分派。
problem-not-played-yet = 本版本能讀取此賽事檔案，但尚未能按此進行：{ $what }。括號內為可用的設定；現階段請改用該設定，或以 `tournament new ID --like school-day` 開始。
problem-never-changes = 賽事的{ $field }不可更改。請保持不變，或另立賽事。
problem-change-too-late = { $what } 已不可行：{ $rests }。{ $way_out }。
problem-too-few-places = { $where }已有 { $registered } 人報名，新計劃只有 { $room } 個名額。請增加名額，或先調動或取消報名。
problem-template-unknown = 沒有範本 { $name }。請選用：{ $known }。
problem-tournament-id-invalid = { $id } 不可作為賽事 id。只可用小寫字母、數字、句點及連字號，最多 63 個。
problem-warnings-used-up = 參賽者 { $entrant } 已受 { $given } 次口頭警告。請將再次違規上報調查。
problem-warnings-first = 參賽者 { $entrant } 只受 { $given }／{ $most } 次口頭警告。請先給予警告。
problem-dispute-after-signature = 參賽者 { $entrant } 已簽署 { $sheet } 的記分紙；簽署後不再受理爭議。如屬輸入錯誤，可由總裁判依紙本更正。
problem-dispute-after-publication = 載有 { $sheet } 的成績已公布為第 { $version } 版；本階段無須簽署，爭議只於公布前受理。如屬筆誤，請向總裁判要求更正。
problem-dispute-not-open = 爭議 { $dispute } 現為 { $status }，已非待決。{ $ruling ->
        [none] { "" }
       *[other] 如有新理據，可另作裁決取代 { $ruling }。
    }
problem-needs-a-ruling = { $dispute } 並非參賽者提出的爭議，只可由裁決了結。
problem-game-began = { $sheet } 第 { $game } 局 { $status }，不可報告為未曾開始。
problem-no-sheet-in-dispute = 爭議 { $dispute } 不涉及記分紙，或該記分紙因場次重賽而作廢，裁決不能更改賽局。請就記分紙提出爭議。
problem-winner-not-there = { $winner } 沒有參與本局，或重複列出。請在 { $players } 之中指明勝者。
problem-counts-unknown = 第 { $game } 局{ $scores_alone ->
        [true] 只記錄了得分
       *[false] 沒有數字
    }，無法計入罰分。請以完整數字修訂該局。
problem-evidence-too-much = { $dispute } 已有 { $most } 項證據。請據此裁決，或另行提出爭議。
problem-all-games-played = 參賽者 { $entrant } 已完成 { $session } 全部賽局，離場不屬退賽。
problem-not-yet-seated = { $session } 現為 { $status }。編桌前請取消報名或放棄決賽名額。
problem-not-out = 參賽者 { $entrant } 仍在比賽中，無須恢復。
problem-superseded-already = 裁決 { $ruling } 已由 { $by } 取代。請取代後者。
problem-clause-unknown = 現用規則中沒有 { $cites }，或不只一條如此稱呼。請寫明文件、部分及編號，例如：{ $nearest }。
problem-wrong-dispute = 裁決 { $ruling } 所屬爭議為 { $own }，並非 { $dispute }。請更正。
problem-too-few-to-replay = { $sheet } 第 { $game } 局無法重賽：該桌仍可比賽的人數不足（已退出：{ $out }）。請先恢復其參賽資格，或改為修訂或作廢該局。
problem-game-left-open = 按此裁決（{ $dispute }），第 { $game } 局將沒有結果。請修訂、作廢或下令重賽。
problem-finalists-not-placed = { $stage }未有人獲編排場次。{ $cut ->
        [concluded] 請先編排晉級者（place-finalists）。
        [held] 請先決定晉級線上的同名次（decide-cut-tie）；如其後成績已有更改，請撤銷晉級名單（undo-qualification）。然後再編排晉級者（place-finalists）。
       *[other] 請先確定晉級名單（conclude-qualification），再編排晉級者（place-finalists）。
    }
problem-place-given-up = 參賽者 { $entrant } 已放棄{ $stage }的名額，不參加{ $stage }。{ $tied ->
        [true] 請先決定由誰補上（decide-cut-tie）。
       *[other] 請核對編號。
    }
problem-not-taking-part = 參賽者 { $entrant } 沒有參加{ $stage }的名額（{ $status }）。請先報名或調動。
problem-out-of-competition = 參賽者 { $entrant } { $out }，不能再參與。如屬錯誤，請恢復其資格。
problem-wrong-phase = { $session } { $status }；此操作只可在{ $expected }時進行。{ $way_out }
problem-session-not-in-play = { $stopped ->
    [true] { $session } 已於 { $at } 暫停；成績作廢。
   *[other] { $session } 現為 { $status }；開始後才可使用記分紙。
}
problem-stage-unknown = 本賽事沒有階段 { $stage }。現有階段：{ $stages }。
problem-session-full = { $session } 已滿（{ $capacity } 人）。請選擇另一場次。
problem-already-arrived = 參賽者 { $entrant } 在 { $session } { $presence }。如屬錯誤，請先撤銷。
problem-tournament-full = 賽事的 { $places } 個名額已滿。請等候空缺，或增加名額。
problem-no-longer-registered = 參賽者 { $entrant } 的狀態為 { $status }，無法更改。請重新報名。
problem-same-session = 參賽者 { $entrant } 已在 { $session }。請選擇另一場次。
problem-entered-already = 參賽者 { $entrant } 已參加{ $stage }。如需改為該階段另一場次，請調動該參賽者。
problem-several-entries = 參賽者 { $entrant } 參加多個階段（{ $stages }），未能確定由何者調動。請另行參加該階段，並指明取消其中一個。
problem-sessions-overlap = 參賽者 { $entrant } 不可同時出席 { $one } 及 { $other }：兩場時間重疊。請另選場次或時間，或取消其中一個名額。
problem-stage-needed = 參賽者 { $entrant } 參加多個階段：{ $stages }。請指明其中一個。
problem-merge-needs-two = 不能與自己合併。請分別指明保留及取消的編號。
problem-unit-stands = 參賽者 { $entrant } 仍屬家庭組合 { $unit }。請先解散該組合。
problem-person-forgotten = 參賽者 { $entrant } 的個人資料已永久刪除，不能再以該編號保存個人資料。請重新報名。
problem-consent-by-guardian = 未滿 { $age } 歲不能自行作出此項同意，請由家長或監護人作出，並填寫其姓名；或向主辦單位交回已簽署的表格，由主辦單位記錄。
problem-consent-by-whom = 參賽者只可記錄本人或家長、監護人的表示，程式只可記錄表格或監護人的表示。請不要指明由誰表示，或由主辦單位記錄。
problem-family-age = 作為家庭組合的{ $role }，參賽者於決賽日須為 { $range } 歲，而其時並不符合。請刪去身份或選擇另一組合。
problem-no-family-award = 本賽事不設家庭獎，無須組成家庭組合。請略去組合。
problem-already-in-unit = 參賽者 { $entrant } 已屬家庭組合 { $unit }；每人只可屬一個組合。請先解散該組合。
problem-family-role-taken = 家庭 { $family } 已有{ $role }（{ $entrant }）；一個組合只有一名子女及一名家長。請刪去身份或另立組合。
problem-birth-date-unknown = 未有參賽者 { $entrant } 的出生日期，無法核實年齡。請先補充資料。
problem-final-begun = 決賽已開始；家庭組合須於決賽前申報。
problem-asked-another = 你已提議家庭組合 { $unit }，尚待答覆。如要另提，請先撤回（decline-family-unit）。
problem-too-young = 參賽者於 { $session } 前一日未滿 { $minimum } 歲。如有較後日期，請報名參加該日。
problem-entrant-number-wrong = 參賽者編號須以英文字母或數字開頭，只可含英文字母、數字、點、連字號及底線，最多 20 個字。帶小數的數字（例如試算表寫成的 1.0）及 `bye` 均非編號。請另選編號，或留空由系統編配。
problem-entrant-number-taken = 參賽者編號 { $entrant } 已被使用。請選用另一編號，或修改該參賽者資料。檔案中同一人的另一行須填寫另一階段的場次，其餘各欄相同或留空。
problem-check-in-over = 未有登記任何人：{ $session } 的報到已於 { $seating } 截止。如到場者在此之前已到達，請填寫到達時間。
problem-no-place-left = 未有執行：{ $session }已無名額{ $waiting ->
        [0] { "" }
       *[other] ，另有 { $waiting } 人候補
    }。請改為登記參賽者候補，或選擇另一場次。
problem-registration-over = { $session } 現為 { $status }，已停止報名。請選擇另一場次。
problem-field-is-fixed = { $stage }採循環賽並已編桌，不可再加入參賽者。如尚未開賽，請先撤銷編桌。
problem-stage-closed = { $by ->
        [awards] 獎項已頒定，{ $stage }不可再加入參賽者。如過早頒定，請先撤回獎項（revoke-awards）。
       *[cut] { $stage }的晉級名單已決定，不可再加入參賽者。如過早決定，請先撤銷晉級名單（undo-qualification）。
    }
problem-session-needed = 有多個場次可供選擇：{ $sessions }。請指明其中一場。
problem-birth-date-wrong = 沒有人會是這個出生日期：日期在將來，或已超過 { $oldest } 年。請檢查年份，並以 2015-03-28 的格式填寫。
problem-name-wrong = { $name } 不是姓名：當中沒有任何文字。請按本人寫法填寫英文或中文姓名。
problem-birth-date-needed = 本賽事有按年齡決定的事項，必須提供出生日期。請以 2015-03-28 的格式填寫。
problem-not-a-preliminary-session = { $session } 屬於{ $stage }，由其他階段晉級。請報名參加以下階段的場次：{ $stages }。
problem-tournament-not-over = 最後比賽日 { $day } 尚未結束。請於其後再作提示。
problem-length-unknown = 不能按 { $word } 決定局數。請選用：{ $known }。
problem-games-incomplete = 記分紙須有第 1 至 { $games } 局各一次；此份有 { $given }。請補充完整。
problem-conflict-settled = { $sheet } 的差異 { $conflict } 已經處理。
problem-seats-do-not-match = 本局須有且只有 { $expected } 的結果，現有 { $given }。請更正座位。
problem-two-ways-at-once = 座位 { $seat } 須提供點數或牌架，或提供得分連同勝負及剩餘牌數；各座位方式須一致。
problem-starting-draw-wrong = 決定先手的抽牌不符：{ $detail }。請由 { $drawers } 重新抽牌。
problem-first-player-by-rules = 《{ $ruleset }》已訂明本局由誰先手（{ $cite }），毋須指定。請勿填寫參賽者，如須抽牌請填寫抽牌結果。
problem-not-still-at-table = 參賽者 { $entrant } 並非在 { $sheet } 作賽。請核對賽桌。
problem-nobody-waits = { $sheet } 已沒有人等候：沒有待裁決的個案，也沒有待回應的呼叫。沒有通知任何人你正前往。個案列表顯示現時有誰等候。
problem-called-already = 剛才已呼叫總裁判到 { $sheet }。如無人到場，請用對講機，或兩分鐘後再呼叫。
problem-tables-are-drawn = { $session } 的賽桌由編桌決定，不能自行開設。請進行編桌。
problem-not-in-session = 參賽者 { $entrant } 的場次為 { $own }，並非 { $session }。請調動該參賽者，或於其場次開設賽桌。
problem-turn-limit-wrong = 規則容許每輪出牌 { $known } 秒，並無 { $given } 秒。請選用其中之一。
problem-row-twice = { $sheet } 第 { $game } 局座位 { $seat } 有兩行。請刪去其一。
problem-row-missing = { $sheet } 座位 { $seat } 沒有第 { $game } 局的資料。請補上；退賽須另行輸入。
problem-seat-changes-hands = { $sheet } 座位 { $seat } 在不同局分別為 { $first } 及 { $second }。請更正。
problem-another-session = 參賽者 { $entrant } 報名的場次為 { $own }，並非 { $session }。請調動或更正該行。
problem-two-seats = 資料為參賽者 { $entrant } 編了兩個座位：{ $first } 及 { $second }；每人只有一個。請改為另一座位實際入座者的編號，或刪去該等行。
problem-seats-drawn-differ = { $sheet } 的抽籤座位為 { $drawn }，資料為 { $given }。請更正資料或調換座位。
problem-not-started = { $session } 現為 { $status }。請先開始，再匯入成績。
problem-already-recorded = { $sheet } 第 { $game } 局已有不同紀錄。請註明理由更正，或提交整張第二份記分紙以保留兩者。
problem-game-before-missing = { $sheet } 第 { $before } 局尚未記錄。請先輸入該局，再輸入第 { $game } 局。
problem-table-complete = { $sheet }已完成所有賽局。請更正其中一局，或簽署記分紙。
problem-table-closed = { $sheet }已結束，不再進行賽局。可更正其中一局；如屬自由開桌，請開設另一桌。
problem-awaits-ruling = { $sheet } 第 { $game } 局正待總裁判裁決，須由裁決處理。
problem-stands-just-so = { $sheet } 第 { $game } 局的記錄與所輸入的成績及結束方式相同，毋須更正。請輸入紙本上的數字，或返回。
problem-signed-already = { $sheet } 的記分紙已有簽署。輸入錯誤須由總裁判依據紙本更正。
problem-ruled-already = { $sheet } 第 { $game } 局按裁決 { $ruling } 為準，該裁決為最終決定，只可由具新理據的裁決取代。
problem-not-ready-to-sign = { $sheet } 的記分紙未可簽署：{ $points }。請先處理。
problem-not-on-sheet = 參賽者 { $entrant } 不在 { $sheet }。請核對賽桌。
problem-figures-changed = { $sheet } 上 { $entrant } 的數字與所示不符。請重新閱讀後簽署。
problem-signed-before = 參賽者 { $entrant } 已簽署 { $sheet } 的記分紙。除非數字被修訂，簽署有效。
problem-nothing-to-close = { $sheet } 未有 { $entrant } 拒簽或缺席的紀錄。請先記錄，再結束。
problem-tables-without-referee = { $session } 的賽桌 { $tables } 尚未有裁判。請先分派裁判。
problem-something-rests-on-it = 此步驟已不能撤銷：{ $what } 以此為依據。{ $way_out }。
problem-awards-made = 獎項已頒定。{ $published ->
        [true] 獎項已隨成績公布，以成績為準；賽局經更正（correct-game）或裁決後，方可重新評定。
       *[other] 如有錯誤，請先撤回（revoke-awards）。
    }
problem-no-awards = 尚未頒定獎項，無可撤回。
problem-stage-not-settled = { $stage }尚未完成：{ $points }。請先處理。
problem-nothing-new-to-publish = 成績與第 { $version } 版相同，沒有新內容可公布。
problem-reminded-already = { $session }（{ $day }）的{ $kind }已發出，無須再辦。
problem-session-not-on = { $session } 現為 { $status }，不發提示。請先改期。
problem-session-without-day = { $session } 尚未定日期，不發提示。請先定出日期（amend-tournament）。
problem-session-before-open = { $session } 的編桌以 { $before } 的成績為準，而該場{ $why }。請先處理。
problem-pairing-numbers-unknown = { $before } 以紙本進行，未有循環賽的對賽編號，不能為 { $session } 編桌。請同樣匯入該場的紙本成績。
problem-tables-wrong = 編桌不當：{ $detail }。請將每名到場者列出一次，每桌 { $fewest } 至 { $most } 人。
problem-tables-are-taken = 本階段由參賽者自行組桌，無須編桌。請為入座者開設賽桌。
problem-table-wrong = 每桌須有 { $fewest } 至 { $most } 名不同參賽者，現為 { $given }。請逐一列出。
problem-sits-elsewhere = { $entrant } 仍在{ $sheet }，該桌尚未結束。請先結束該桌。
problem-draw-unknown = 沒有編桌方法 { $word }。請選用：{ $known }。
problem-pairs-only = 循環賽須兩人對賽，不可每桌 { $most } 人。請將該階段改為兩人一桌，或改用其他編桌方法。
problem-sessions-too-few = { $entrants } 名參賽者互相對賽需要 { $needed } 場，本階段只有 { $sessions } 場。請增加場次或改用其他編桌方法。
problem-everyone-has-met = 經過 { $needed } 場，所有參賽者已互相對賽。請取消餘下場次。
problem-entered-too-late = { $entrants } 在循環賽首次編桌後才加入，已無空位。請為其辦理退賽，或撤銷編桌。
problem-cannot-be-seated = { $present ->
        [0] 沒有人已報到，不能編座。請先為到場者報到；如無須報到，請先為參賽者報名。
       *[other] { $present } 名參賽者無法編排為每桌 { $fewest } 至 { $most } 人。請調動參賽者往返其他場次{ $lower ->
            [none] { "" }
           *[other] ，或在賽事安排將每桌最少人數減為 { $lower } 人（amend-tournament）
        }。
    }
problem-tables-too-few = { $present } 名參賽者超出本場 { $tables } 張賽桌。請調動參賽者到其他場次。
problem-place-forfeited = 參賽者 { $entrant } 未於 { $seating } 前在 { $session } 報到，已喪失參賽權，不得進場。{ $way ->
        [time] 如確實準時到達，請填寫到達時間再報到。
        [draw] 如確實準時到達，請先撤銷編桌（undo-seat-draw），再填寫到達時間報到。
       *[none] { "" }
    }
problem-late-for-session = 參賽者 { $entrant } 未於 { $seating } 前在 { $session } 報到，將缺席該場。該場編桌後，可為其報到下一場。如確實準時到達，請填寫到達時間再報到。
problem-wrong-day = 參賽者 { $entrant } 參加的是 { $session }。請於 { $day } 報到，或調動場次。
problem-already-checked-in = 參賽者 { $entrant } 已在 { $session } 報到，無須再辦。
problem-nobody-checks-in = { $stage } 無須報到，所有報名者均會編桌。請為未能出席者辦理退賽。
problem-not-checked-in = 參賽者 { $entrant } 未在 { $session } 報到，無可撤銷。
problem-seats-stay-empty = 參賽者 { $entrants } 不在 { $session }，紀錄中的座位留空；不足 { $fewest } 人的賽桌不作賽。請一併略去其相關紀錄。
problem-nobody-drew-seats = 參賽者 { $entrants } 已在 { $session } 報到，但紀錄中沒有其座位。請以自訂的抽籤取代紀錄中的抽籤。
problem-nobody-to-seat = { $session } 紀錄中的賽桌均不足人數。請一併略去該次抽籤。
problem-too-early-to-draw = { $session } 仍有 { $missing } 名參賽者可於 { $seating } 前到達。請屆時才抽籤編桌。
problem-referees-too-few = { $tables } 張賽桌需要 { $needed } 名裁判（每人 { $each } 張），現有 { $have } 名。請增派裁判（appoint-referee）。
problem-assignment-wrong = 分派不當：{ $detail }。每桌須有一名裁判，每名裁判最多負責 { $each } 桌。
problem-not-at-a-table = 參賽者 { $entrant } 在 { $session } 沒有座位。請先抽籤編桌。
problem-no-cut-planned = 本賽事沒有由其他階段晉級的階段，故無晉級名單。請直接公布成績。
problem-not-entered-by-a-cut = 階段 { $stage } 由報名者參加，並非由其他階段晉級。請指明：{ $stages }。
problem-split-unknown = 沒有分場方法 { $word }。請選用：{ $known }。
problem-sessions-too-small = { $entrants } 名參賽者超出 { $room } 個名額（{ $sessions }）。請增加名額或減少人數。
problem-session-not-chosen = { $entrants } 尚未選定本階段的場次。請先逐一編入場次。
problem-tie-rule-unknown = 同名次不可按 { $word } 處理。請選用：{ $known }。
problem-tie-choice-unknown = 同名次不可按 { $choice } 決定。請選用：{ $known }。
problem-final-too-small = 全數接納 { $tied } 名同名次者將有 { $total } 人，該階段只容 { $room } 人。請選另一方式。
problem-play-off-wrong = 加賽須列明同名次者中剛好 { $free } 名，按名次排列；現列 { $given }。
problem-not-qualified = 參賽者 { $entrant } 不在晉級名單。請核對編號。
problem-cut-open = 晉級名單 { $status }。{ $cut ->
        [held] 請先決定晉級線上的同名次（decide-cut-tie）。
        [changed] 其後成績已有更改：請先撤銷晉級名單（undo-qualification），再重新確定（conclude-qualification）。
       *[other] 請先確定晉級名單（conclude-qualification）。
    }
problem-placed-already = 決賽者已編排。請個別調動，或撤銷晉級。
problem-final-full = { $finalists } 名決賽者超出決賽 { $capacity } 個名額。請重新決定晉級。
problem-nobody-qualified = 現已沒有晉級者，無人可編排。請撤銷晉級名單，再重新決定。
problem-cut-made = 晉級名單 { $status }。{ $cut ->
        [held] 請決定晉級線上的同名次（decide-cut-tie）；如過早決定，請撤銷晉級名單（undo-qualification）。
        [changed] 其後成績已有更改：請撤銷晉級名單（undo-qualification），再重新確定。
       *[other] 如過早決定，請先撤銷晉級名單（undo-qualification）。
    }
problem-no-tie-to-decide = 晉級線上沒有同名次者，無須決定。請直接完成晉級。
problem-cut-tie-decided = { $stage }晉級線上的同名次已由{ $by }作出決定（{ $how }）。如須更改，請先撤銷晉級名單（undo-qualification）。
problem-no-cut = 尚未決定晉級名單，無可撤銷。
problem-cut-changed = 發現同名次者後成績已有更改。{ $freed ->
        [true] 請重新確定晉級名單（conclude-qualification）。
       *[false] 請先撤銷晉級名單（undo-qualification），再重新確定（conclude-qualification）。
    }
problem-no-play-that-day = { $day } 沒有賽事，無須決定。比賽日：{ $days }。
problem-warning-unknown = 第 { $place } 項警告的代號 { $code } 並非天文台所用。可用代號：{ $known }。
problem-warning-wrong = 第 { $place } 項警告（{ $code }）於 { $until } 結束，早於開始時間 { $begin }。請更正。
problem-nothing-suspended = { $day }沒有暫停的場次，{ $wanted ->
        [word] 故無人等候進一步通知。如有其他事情要告知各人，請發出公告。
       *[other] 故無從取消暫停或改期。請先暫停該日，或修改賽事計劃。
    }
problem-play-suspended = { $day }的賽事已暫停，不能宣布如期進行。須先由主辦單位取消暫停或改期。
problem-sessions-moved = { $day }的場次已改期至{ $days }。{ $day }再無可決定的事；如有需要，請就新日期作決定。
problem-nothing-to-rehearse = { $id }：沒有尚未開始而有人參賽的比賽日。請指定賽事檔案或另一賽事。
problem-no-word-promised = { $day } 沒有尚未提醒的通知承諾。可隨時發出進一步通知（give-further-word）。
problem-next-word-wrong = 不能承諾於 { $next_word } 作下次通知。請填上未來 60 日內的時間。
problem-since-wrong = 令賽事暫停的警告不可能自 { $since } 起生效。請填上不遲於現在、且不早於一星期前的時間。
problem-nothing-to-suspend = { $day } 沒有可暫停的場次：{ $statuses }。
problem-not-suspended = { $session } 現為 { $status }，並未暫停。只有已暫停的場次可改期。
problem-new-date-clashes = { $day } 不可行：{ $why }。{ $way ->
        [first] 請先為 { $first } 定新日期，或將兩者一併改期。
       *[another] 請另選日期。
    }
problem-too-early-to-propose = { $day } 的天氣由 { $cutoff } 起判斷。請屆時提出。
problem-proposal-answered = 建議 { $proposal } { $status }{ $role ->
        [organizer] （主辦單位）
        [chief_referee] （總裁判 { $by }）
        [service] （程式按設定處理）
       *[none] { "" }
    }。如欲更改，請暫停該日或取消暫停。
problem-nothing-to-confirm = 建議 { $proposal } 只表示情況不明。請查看天氣，再宣布暫停或如常舉行。
problem-announced-already = { $day } 已作此公布，無須再辦。
problem-body-too-large = 內容超過 { $most } 位元組。請減少內容；列表可分批提交。
problem-body-empty = 內容為空。請提交 { $expected }；無須填寫時請提交空物件 { "{" }{ "}" }。
problem-body-type-unsupported = 此處不接受類型為 { $given } 的內容。請提交 { $expected }，並在 Content-Type 註明。
problem-body-encoded = 此處不讀取以 { $given } 編碼的內容。請直接提交原文，不要使用 Content-Encoding。
problem-body-malformed = 內容並非有效的 { $format }：{ $detail }。請檢查其寫法。
problem-body-misshapen = 內容不符要求：{ $detail }。請對照 /api/docs 的格式。
problem-calendar-feed-ended = 此日曆地址無效或已失效。請以有效的憑證重新取得。
problem-after-unclear = { $after } 並非可接續的序號。請提供已收到的最後一項的序號，或 0。
problem-body-too-slow = 內容未能及時送達：總共 { $seconds } 秒，無資料 { $pause } 秒。請在較佳的連線上重新提交。
problem-headers-too-large = 地址與標頭合共超過 { $most } 位元組或 { $count } 項標頭，或分塊傳送的內容中，內容以外的部分超過此數。請減少。
problem-too-many-requests = 此類請求在 { $window } 秒內超過 { $most } 次。請於 { $seconds } 秒後再試，並減少次數；未變更的內容請使用 If-None-Match。
problem-too-much-at-once = 你已有 { $most } 個同類請求正在處理。請待其完成後再試。
problem-server-busy = 系統現正繁忙。請稍後再試。
problem-too-many-streams = 此程序同時最多發送 { $most } 個長時間回應，現已全部佔用。請於 { $seconds } 秒後再試，或逐頁讀取事件。
problem-not-ready = 伺服器未就緒：{ $checks }。請在伺服器執行 `tileledger doctor`。
problem-parameter-wrong = 參數 { $name } 無法使用：{ $detail }。請更正或刪去。
problem-parameter-unknown = 此處沒有參數 { $name }。可用的有：{ $known }。
problem-no-past-here = 此處並非讀取賽事日誌，沒有過往狀態。請刪去 as_of。
problem-header-wrong = 標頭 { $name } 無法使用：{ $detail }。請更正或刪去。
problem-route-unknown = { $path } 沒有內容。請查閱 /api/docs。
problem-method-not-allowed = 此地址不接受 { $method }。請使用 { $allowed }。
problem-request-refused = 無法理解此請求：{ $detail }。請對照 /api/docs 檢查地址、標頭和內容。
problem-internal-error = 程式發生錯誤；沒有任何操作只完成一半。請再試一次；如再發生，請回報編號 { $error_id }。
problem-verifying-already = 此程序正在重新計算另一份日誌，每次只處理一份。請於 { $seconds } 秒後再試。
problem-address-in-use = 網頁伺服器無法在 { $address } 接聽：{ $detail }。請停止占用者，或設定 TILELEDGER_BIND。
problem-address-unusable = 網頁伺服器無法在 { $address } 接聽：{ $detail }。請把 TILELEDGER_BIND 設為本機的地址，連接埠須為 1024 或以上，除非程式有權使用較低的連接埠。
problem-database-busy = 資料庫正被占用，等候過久而放棄；沒有任何更改。請於 { $seconds } 秒後再試。
problem-no-connection-left = 資料庫連線已全部占用；沒有任何更改。請於 { $seconds } 秒後再試。如持續發生，請調低 TILELEDGER_DATABASE_CONNECTIONS 或提高伺服器的連線上限。
problem-unavailable = 暫時無法連接{ $what }資料庫。請於 { $seconds } 秒後再試。
problem-log-missing = 日誌資料庫已不存在：檔案被移除或清空。程式未有另建資料庫，亦未寫入任何內容。請從移往之處或備份還原，其後一切照常運作，無須重新啟動。
problem-vault-missing = 保管庫資料庫已不存在：檔案被移除或清空。程式未有另建資料庫，亦未寫入任何內容。請從移往之處或備份還原，其後一切照常運作，無須重新啟動。
problem-database-damaged = { $what }資料庫已損壞，有部分或全部內容無法讀取。請停止程式，保留副本，再由備份還原；`tileledger doctor` 會顯示何處損壞。
problem-disk-full = 資料庫所在的磁碟已滿；沒有任何更改。請先在伺服器騰出空間再試，無需修復。
problem-database-read-only = 此處的資料庫只可讀取；沒有任何更改。請讓本程式的使用者可寫入該檔案及其資料夾；`tileledger doctor` 會列出其位置。
problem-phone-invalid = 這不是可以撥打的電話號碼。請填寫一個 6 至 15 位數字的號碼，例如 9123 4567 或 +852 9123 4567，或留空；如使用試算表，請先將該欄設為文字格式。
problem-email-invalid = 這不是可以寄送的電郵地址。請更正或留空。
problem-commands-unreadable = 無效果指令副本第 { $line } 行不符：{ $detail }。未還原任何內容；請取得屬於此匯出檔的副本，或移走該檔（這些指令若延遲重送便會執行）。
problem-export-touched = 匯出檔第 { $line } 行（第 { $seq } 項）與寫入時不同：{ $detail }。不可信賴，亦不能還原；請取得未經改動的副本。
problem-export-cut-off = 匯出檔在第 { $line } 行（第 { $seq } 項）後中斷，缺少結尾行。不能還原；請重新匯出。
problem-export-excerpt = 此檔案只證明一個公布版本：請用 docs/verify_publication.py 核實，或改用整個日誌的匯出檔。
problem-restore-not-empty = 此處的 { $tournament } 已有 { $seq } 項事件。請還原到沒有該賽事的資料庫。
problem-restore-without-personal = 此匯出檔不含個人資料（第 { $line } 行，第 { $seq } 項），只能驗證，不能還原。請使用完整匯出檔。
problem-log-damaged = 日誌已損壞：第 { $seq } 項{ $detail }。請執行 `tileledger verify`，並從完好的副本還原。
problem-event-unknown = 日誌第 { $seq } 項為 { $type } 第 { $version } 版，本版本程式無法識別。請安裝寫入該項的版本或更新版本。
problem-event-unreadable = 日誌第 { $seq } 項（{ $type } 第 { $version } 版）與其結構不符：{ $detail }。請執行 `tileledger verify`：如發現損壞，請從完好的副本還原；如無損壞，請連同版本名稱回報。
problem-further-faults = 另有 { $count } 項錯誤未有列出。請先更正以上各項，然後再試。
problem-beyond-limit = 超出可接受的範圍：{ $detail }。請縮短，或分批提交。
problem-invalid-input = 輸入無效：{ $detail }。
problem-not-found = 找不到{ $what } { $id }。{ $there ->
        [none] 請檢查拼寫或查看列表。
       *[other] { $there }
    }
problem-forbidden = { $role } 無權{ $where }{ $action }。請聯絡有權限者：{ $allowed }。
problem-unauthenticated = 需要有效的憑證。請以 Authorization: Bearer 傳送，或向主辦單位索取新的憑證。
problem-seal-key-unusable = 無法使用封印密鑰：{ $detail }。請在 TILELEDGER_SEAL_KEY 提供 32 位元組（hex 或 base64）或存有它的檔案。
problem-seal-key-lost = 找不到封印密鑰 { $file }，但已有封印，因此未另行產生。請從備份還原該檔，或設定 TILELEDGER_SEAL_KEY；如已永久遺失，請以 `tileledger seal --new-key` 產生新的密鑰。
problem-seal-key-there = 已有封印密鑰：{ $where }。請先移走並妥善保存，舊封印須以它核對。
problem-secret-file-unusable = 無法使用密鑰檔 { $file }：{ $detail }。請從備份還原，或設定 TILELEDGER_SECRET_KEY。
problem-secret-lost = 找不到密鑰檔 { $file }，而{ $needed }需要其中的密鑰，因此未另行產生。請從備份還原該檔，或將 TILELEDGER_SECRET_KEY 設為其內容。
problem-setting-unknown = 本程式沒有 { $name }（{ $source }）這項設定。{ $hint }請執行 `tileledger doctor` 查看全部設定。
problem-setting-invalid = 無法使用 { $name }（{ $source }）：{ $detail }。請更正或刪除該設定。
problem-dotenv-unreadable = 無法讀取檔案 { $file }：{ $detail }。請以 UTF-8 儲存，每行一項 `NAME=value`。
problem-credential-unreadable = 無法讀取憑證檔案 { $file }：{ $detail }。請提供此使用者可以讀取的 UTF-8 檔案，內容只有該設定的值。
problem-vault-copy-unreadable = 保管庫副本第 { $line } 行無法讀取：{ $detail }。未載入任何內容；請取得完整副本。
problem-personal-data-unreadable = { $subject } 的個人資料密鑰遺失或損壞，無法加入內容。`tileledger doctor` 會列出損壞的項目；請以 `tileledger restore-vault FILE` 從備份修復。
problem-secret-does-not-fit = 保管庫由另一密鑰建立，與目前設定的密鑰不符，因此不會寫入任何內容。請將 TILELEDGER_SECRET_KEY 或密鑰檔還原為建立時的密鑰；如這是另一套安裝的保管庫，請還原正確的保管庫。`tileledger doctor` 會顯示目前密鑰的來源。
problem-took-too-long = 此項計算超過 { $most } 秒，已中止。請查詢較短的範圍或較近的時刻，於 { $seconds } 秒後再試，或使用不設時限的指令列。

## 指令列

sheet-title = { $title }：以手機接收通知
sheet-page-title = { $title }：個人頁面
sheet-family = { $family } 家庭
sheet-how = 以手機相機掃描二維碼，便會開啟 Telegram。按「開始」，再按「是，連接」。家長可將多名子女連接至同一對話：請逐一掃描各人的二維碼。
sheet-note = 每個二維碼只能使用一次，有效期至 { $until }，請勿轉交他人。不一定要使用 Telegram；如不使用，請向報到處查詢。
sheet-page = 無需應用程式：掃描此二維碼，即可在個人頁面查看賽程、地點及成績。此碼持續有效，請勿轉交他人。

## 計劃的更改

change-tournament-id = 編號
change-tournament-title = 名稱
change-tournament-ruleset = 規則
change-tournament-rules = 規則內容
change-tournament-zone = 時區
change-tournament-languages = 語言
change-tournament-organizer = 主辦單位
change-tournament-venue = 地點
change-tournament-privacy = 收集個人資料聲明
change-tournament-contact = 聯絡方法
change-tournament-timer-guide = 計時器使用說明
change-tournament-timer-guide-file = 計時器使用說明（檔案）
change-tournament-banner = 網頁顏色
change-tournament-logo-file = 標誌
change-tournament-quota = 總名額
change-tournament-minimum-age = 最低年齡
change-tournament-verbal-warnings = 口頭警告次數
change-tournament-tables-per-official = 每名裁判負責桌數
change-tournament-results-published-on = 公布成績日期
change-tournament-results-published-at = 公布成績地點
change-tournament-readings = 規則的解讀
change-tournament-order = 階段次序
change-category-added = 組別
change-category-removed = 組別
change-category-name = 組別名稱
change-category-ages = 組別年齡
change-category-order = 組別次序
change-stage-added = 階段
change-stage-removed = 階段
change-stage-name = 名稱
change-stage-enter = 參加資格
change-stage-ruleset = 規則
change-stage-attend = 出席
change-stage-split = 分場
change-stage-weather = 天氣
change-stage-draw = 編桌
change-stage-table = 每桌人數
change-stage-games = 賽局
change-stage-bye = 輪空
change-stage-ranked = 列入名次的資格
change-stage-check-in = 報到
change-stage-signatures = 簽署
change-stage-ranking = 名次準則
change-stage-carry = 前一階段成績計算在內
change-stage-places-seen = 名次
change-stage-apart = 分坐
change-stage-clock = 計時
change-stage-rating = 等級分
change-stage-order = 場次次序
change-session-added = 場次
change-session-removed = 場次
change-session-stage = 階段
change-session-day = 日期
change-session-registration = 報到
change-session-seating = 入座
change-session-start = 開始
change-session-end = 結束
change-session-tables = 桌數
change-session-capacity = 容量
change-session-name = 名稱
change-award-added = 獎項
change-award-removed = 獎項
change-award-titles = 獎項名銜
change-award-name = 獎項名稱
change-award-terms = 獎項條件
change-award-order = 獎項次序
change-family-added = 家庭獎
change-family-removed = 家庭獎
change-family-name = 家庭獎名稱
change-family-terms = 家庭獎條件
change-session = 場次 { $id }
change-of-session = { $session }
change-of-stage = { $stage }
change-in = { $place }：{ $what }
change-is-added = 新增 { $what }
change-is-removed = 刪去 { $what }
change-stage-named = 階段 { $stage }
change-said = { $short }：{ $values }
change-said-in = { $short }：{ $values }（僅{ $language }）
change-reads-the-same = { $short }：寫法不同，讀來一樣
change-award-places = { $of } 名次
change-award-family = { $of } 家庭
change-award-team = { $of } 隊伍
change-award-category = 組別 { $of }
change-adding = 新增 { $what }
change-removing = 刪去 { $what }
change-changing = 更改 { $what }
change-changing-of-stage = 更改 { $stage } 的 { $what }
change-changing-of-session = 更改 { $session } 的 { $what }
change-nothing = 無
change-day-planned = { $day }（原定 { $planned }）
change-rules = { $title }（{ $hash }）
change-value-yes = 是
change-value-no = 否
change-value-tables = { $count } 桌
change-value-file = { $kind }，{ $kilobytes } 千位元組（{ $hash }）
change-value-room = 容量 { $count } 人
change-value-from = 由 { $stage } 晉級
change-value-places = { $count } 名
change-value-per-table = 每桌 { $count } 名
change-value-no-reserves = 不設遞補
change-value-table = 每桌 { $most } 人
change-value-table-between = 每桌 { $fewest } 至 { $most } 人
change-value-ages = { $name }，{ $ages } 歲
change-value-ages-on = { $name }，{ $ages } 歲（{ $day }）
change-value-family = 子女 { $children } 歲，家長 { $parents } 歲起
change-value-family-on = 子女 { $children } 歲，家長 { $parents } 歲起（{ $day }）
change-value-best = 首 { $count } 名
change-value-target = 至 { $target } 分
change-value-bye = { $points } 分，最多 { $most } 次

## 時間線：場次、賽桌及資料的稱呼

timeline-sessions-of-day = { $day } 第 { $numbers } 場
timeline-sessions = 第 { $numbers } 場
timeline-table = { $session }第 { $table } 桌
word-language-en = 英文
word-language-zh = 中文
word-alike-name-and-birth-date = 姓名及出生日期
word-alike-name = 姓名
word-alike-email = 電郵地址
word-alike-phone = 電話號碼
word-written-en = 英文內容
word-written-zh = 中文內容
word-written-reason = 理由
word-written-finding = 認定
word-written-statement = 事由
word-written-breach = 違規事項
word-written-description = 說明
word-written-question = 問題
word-written-answer = 回覆
word-written-cites = 引用規則
word-column-entrant-no = 編號
word-column-name-en = 英文姓名
word-column-name-zh = 中文姓名
word-column-birth-date = 出生日期
word-column-family = 家庭
word-column-family-role = 家庭身分
word-column-email = 電郵
word-column-phone = 電話
word-column-language = 語言
word-column-team = 隊伍
word-column-consent = 同意顯示姓名
word-column-guardian = 家長或監護人
word-column-guardian-email = 家長或監護人電郵
word-column-session = 場次
word-column-table = 桌
word-column-game = 局
word-column-seat = 座位
word-column-game-won = 勝局
word-column-score = 得分
word-column-tiles = 剩餘牌數
word-detail-name-en = 英文姓名
word-detail-name-zh = 中文姓名
word-detail-birth-date = 出生日期
word-detail-email = 電郵
word-detail-phone = 電話
word-detail-guardian = 家長或監護人
word-detail-guardian-email = 家長或監護人電郵
word-detail-family = 家庭名稱
word-detail-language = 語言
word-family-role-child = 子女
word-family-role-parent = 家長
word-check-ok = 正常
word-check-warning = 留意
word-check-failed = 失敗
word-chain-log = 日誌
word-chain-vault = 保管庫
word-poll-unreachable = 無法連接
word-poll-unreadable = 無法讀取
word-muted-a-copy = 此資料庫並非最後發送的一個：它或保管庫由副本還原
word-muted-restored = 由匯出檔還原
word-muted-by-the-organizer = 主辦單位決定
word-muted-on-the-command-line = 以指令靜音
word-task-reminders = 提示
word-task-promises = 承諾的通知
word-task-invited = 邀請
word-task-parent-calls = 呼叫家長
word-task-weather = 天氣
word-task-webhooks = 網絡回呼
word-task-retention = 保存期限
word-task-left-over-keys = 遺留密鑰
word-task-unacknowledged = 未確認的通知
word-task-lease = 執行權
word-task-dispatcher = 發送程序
word-task-planning = 訊息編排
word-task-sending = 訊息發送
word-task-settling = 訊息結算
word-task-marking = 訊息標示
word-checked-log-database = 日誌資料庫
word-checked-vault-database = 保管庫資料庫
word-checked-databases-apart = 兩個資料庫分開
word-checked-log-pages = 日誌分頁
word-checked-vault-pages = 保管庫分頁
word-checked-append-only-triggers = 只可追加的觸發器
word-checked-vault-opens = 保管庫可開啟
word-checked-clock = 時鐘
word-checked-disk = 磁碟
word-checked-vault-matches-log = 保管庫與日誌相符
word-checked-seal-key = 封印密鑰
word-checked-worker = 背景程序
word-checked-dispatch = 發送
word-checked-weather-watch = 天氣監察
word-checked-notices = 通知
word-checked-secret = 主密鑰
word-checked-log-contents = 日誌內容
word-checked-vault-contents = 保管庫內容
word-checked-log-schema = 日誌結構
word-checked-vault-schema = 保管庫結構
word-checked-log = 日誌
word-checked-personal-data = 個人資料
word-checked-left-over-keys = 遺留密鑰
word-checked-seals = 封印
word-checked-web-push = 瀏覽器推送
word-checked-addresses = 地址
word-checked-views = 檢視
word-checked-listing = 賽事列表
word-checked-notice-rows = 通知的資料行
word-checked-folder = 資料夾
word-checked-private-files = 私人檔案
word-checked-zone-data = 時區資料
word-channel-telegram = Telegram
word-channel-email = 電郵
word-channel-web-push = 瀏覽器
word-channel-phone = 電話
word-delivery-pending = 待發
word-delivery-held = 暫存
word-delivery-started = 正在發送
word-delivery-sent = 已發送
word-delivery-unknown = 不明
word-delivery-failed = 失敗
word-why-not-cut-off = 發送中斷
word-why-not-dispatcher-stopped = 發送程序在此之前停止
word-why-not-not-in-setting = 設定中已沒有此地址
word-why-not-not-taken = 服務沒有接收
word-why-not-no-address = 並非電郵地址
word-why-not-password-refused = 郵件伺服器不接受用戶名稱及密碼
word-why-not-no-answer = 未收到回覆
word-why-not-no-connection = 無法連接
word-why-not-no-subscription = 並非推送訂閱
word-why-not-address-not-permitted = 不容許此地址
word-why-not-left-alone = 暫不連接此推送服務
word-why-not-keys-of-no-use = 瀏覽器的密鑰無法使用
word-why-not-no-chat = 並非對話，或並非經 Telegram 發送
word-why-not-answer-unreadable = 無法讀取回覆
word-why-not-no-message = 並非對話中的訊息
word-why-not-token-invalid = 機械人的憑證無效
word-why-not-not-usable = 無法使用
word-why-not-dropped = 主辦單位已捨棄
word-why-not-said-already = 已在此對話中說明
word-why-not-unchanged = 先前通知的內容仍然有效
word-why-not-stopped-since = 公布後比賽已中止
word-why-not-timed-out = 逾時
word-delivery-expired = 已過時
word-delivery-cancelled = 已取消
word-delivery-declined = 已關閉此類通知
word-delivery-unlinked = 沒有地址
word-delivery-dead = 已放棄
word-consent-scope-pages = 公開網頁
word-consent-scope-board = 場內大螢幕
word-consent-scope-posts = 公開帖文
word-consent-scope-family-award = 家庭獎
word-consent-by-self = 參賽者本人
word-consent-by-guardian = 家長或監護人
word-consent-by-form = 已簽署的表格
word-consent-by-unsaid = 未有記錄

## 天氣決定的依據

weather-in-force = { $codes } 於 { $begin } 生效，{ $until ->
        [none] 尚未取消
       *[other] 至 { $until }
    }，在首場報到前兩小時（{ $cutoff }）或以後仍然生效。
weather-over = 已於 { $at } { $rain ->
        [true] 取消
       *[false] 除下
    }
weather-short = { $code ->
        [WRAINB] 黑色暴雨警告
        [TC9] 九號信號
        [TC10] 十號信號
       *[other] 八號信號
    }
weather-since = { $danger }（自{ $since }起）
weather-played-on = 現正生效：{ $dangers }。{ $asked ->
        [true] 現正決定賽事是否繼續。
       *[false] 主辦單位決定賽事仍然進行。
    }
weather-ended = { weather-short }{ $over }
weather-line-in-force = { $doubt ->
        [none] { $last_read ->
            [true] 上次讀取時生效
           *[false] 現正生效
        }
       *[other] 未能確定
    }：{ $warning }（{ $rain ->
        [true] { "" }
       *[false] 八號或以上信號
    }自{ $since }起）{ $doubt ->
        [none] { "" }
       *[other] 。{ $doubt }。
    }
weather-doubted = { $answer ->
        [warnsum] 天文台的警告摘要指已結束，但詳情未能讀取
       *[warningInfo] 天文台的警告詳情指已結束，但摘要未能讀取
    }（{ $whole ->
        [none] 未曾完整讀取
       *[other] 上次完整讀取：{ $whole }
    }）
weather-when-last-read = { $short }（上次讀取時）
weather-not-certain = { $short }（未能確定）
weather-line-over = 不再生效：{ $warning }（{ $over }）
weather-began = { $code } 於 { $at } 生效，當時已開始報到；場次 { $sessions } 於其後結束。
weather-after-play = { $code } 於 { $at } 生效，其後已無場次。
weather-nothing = 由 { $cutoff } 起沒有黑色暴雨警告或八號或以上信號生效。
weather-pending = 於 { $cutoff } 決定。
weather-open-when-read = 上次讀取天文台資料（{ $read }）時，由 { $begin } 起生效的 { $code } 尚未取消。
weather-no-answer = 未能取得天文台資料。請親自查看並由人手決定。
weather-old-answer = 天文台最後資料已是 { $minutes } 分鐘前。請親自查看並由人手決定。

## 問題簡稱，按 HTTP 狀態

title-400 = 請求無效
title-401 = 需要憑證
title-403 = 沒有權限
title-404 = 找不到
title-405 = 不接受此方法
title-408 = 傳送逾時
title-409 = 與現況不符
title-410 = 已失效
title-412 = 現況已改變
title-413 = 內容過長
title-415 = 不接受此類內容
title-422 = 無法處理
title-429 = 次數過多
title-431 = 標頭過長
title-500 = 程式錯誤
title-503 = 暫時無法提供服務
title-507 = 儲存空間不足

## 日曆及其他

calendar-session = 第 { $number } 場
calendar-times-played = 比賽 { $start } 至 { $end }。
calendar-times-seated = { $seating } 前入座，比賽 { $start } 至 { $end }。
calendar-times = 報到 { $registration }，{ $seating } 前入座，比賽 { $start } 至 { $end }。
calendar-seat = 第 { $table } 桌 { $seat } 座。
calendar-entrant = 參賽者 { $entrant }。
calendar-waiting = 列入候補名單。
calendar-suspended = 暫停，日期另行公布。
calendar-cancelled = 已取消報名。
alert-title = Tileledger 需要你處理
push-open-to-read = 請開啟閱讀。
push-test = 測試：此裝置可接收通知
push-test-text = 此裝置可接收比賽通知。請開啟此通知，以示收到。
part-id-of-another = 是 { $named }；檔案現用於賽事 { $id }

## 事件名稱（列表及計數）

word-event-announcement-made = 發出公告
word-event-awards-made = 頒定獎項
word-event-awards-revoked = 撤回獎項
word-event-check-in-undone = 撤銷報到
word-event-chief-referee-called = 請總裁判到場
word-event-chief-referee-set-out = 正前往某桌
word-event-consent-changed = 更改同意
word-event-cut-tie-decided = 決定晉級線同名次
word-event-details-amended = 更正資料
word-event-dispute-raised = 提出爭議
word-event-dispute-withdrawn = 撤回爭議
word-event-entrant-checked-in = 報到
word-event-entrant-disqualified = 取消資格
word-event-entrant-moved = 調動參賽者
word-event-entrant-registered = 報名
word-event-entrant-reinstated = 恢復資格
word-event-entrant-withdrew = 退出比賽
word-event-entrants-merged = 合併重複報名
word-event-evidence-presented = 提交證據
word-event-family-award-made = 頒定家庭獎
word-event-family-unit-declared = 申報家庭組合
word-event-family-unit-declined = 婉拒家庭組合
word-event-family-unit-dissolved = 解散家庭組合
word-event-family-unit-proposed = 提議家庭組合
word-event-finalists-placed = 編排晉級者
word-event-first-player-determined = 決定先手
word-event-further-word-given = 發出進一步消息
word-event-game-corrected = 更正賽局
word-event-game-restored = 恢復賽局
word-event-game-result-recorded = 記錄賽局成績
word-event-game-ruled = 裁決賽局
word-event-games-forfeited = 判負賽局
word-event-incident-noted = 記錄事件
word-event-language-chosen = 選擇語言
word-event-next-word-due = 下次消息到期
word-event-observatory-silent = 天文台沒有更新
word-event-parent-call-answered = 家長已回覆
word-event-parent-call-escalated = 家長呼叫逾時
word-event-parent-call-heard = 孩子的對話已回覆
word-event-parent-called = 呼叫家長
word-event-people-invited = 發出邀請
word-event-people-invited-again = 再次邀請
word-event-person-forgotten = 刪除個人資料
word-event-place-confirmed = 確認名額
word-event-play-goes-ahead = 如常舉行
word-event-qualification-concluded = 決定晉級名單
word-event-qualification-held = 晉級名單待定
word-event-qualification-undone = 撤銷晉級名單
word-event-qualifier-withdrew = 放棄晉級
word-event-question-answered = 回覆提問
word-event-question-asked = 提問
word-event-ratings-changed = 等級分變動
word-event-referee-appointed = 委任裁判
word-event-referee-dismissed = 免任裁判
word-event-referees-assigned = 分派裁判
word-event-registration-cancelled = 取消報名
word-event-reminder-due = 提示
word-event-reserve-moved-up = 後備遞補
word-event-reserve-passed-over = 跳過後備
word-event-results-published = 公布成績
word-event-retention-due = 資料保存期滿
word-event-ruling-made = 裁決
word-event-ruling-superseded = 取代裁決
word-event-score-sheet-recorded = 記錄記分紙
word-event-seat-draw-undone = 撤銷編桌
word-event-seats-drawn = 抽籤編桌
word-event-seats-exchanged = 調換座位
word-event-session-ended = 場次結束
word-event-session-played-on-paper = 紙本場次
word-event-session-reopened = 重開場次
word-event-session-start-undone = 撤銷開賽
word-event-session-started = 場次開始
word-event-sessions-dropped = 刪減場次
word-event-sessions-rescheduled = 場次改期
word-event-sessions-suspended = 暫停場次
word-event-sheet-closed = 記分紙結束
word-event-sheet-conflict-found = 發現記分紙不符
word-event-sheet-conflict-settled = 處理記分紙不符
word-event-sheet-signed = 簽署
word-event-signature-closed = 了結欠缺的簽署
word-event-signature-missing = 欠缺簽署
word-event-signatures-rebound = 簽署沿用至更正
word-event-signatures-voided = 簽署作廢
word-event-stage-entered = 參加另一階段
word-event-stage-left = 離開階段
word-event-suspension-lifted = 取消暫停
word-event-table-closed = 自由桌結束
word-event-table-opened = 開設自由桌
word-event-time-call-undone = 撤銷時間到
word-event-time-called = 宣布時間到
word-event-attachment-kept = 存入檔案
word-event-tournament-amended = 更改計劃
word-event-tournament-defined = 開辦賽事
word-event-verbal-warning-given = 口頭警告
word-event-waiting-list-joined = 列入候補
word-event-warnings-reported = 天氣警告更新
word-event-weather-proposal-answered = 回覆天氣建議
word-event-weather-proposal-escalated = 再次提出天氣建議
word-event-weather-proposed = 提出天氣建議
word-event-weather-watch-announced = 公布天氣監察

## 判斷一輪出牌的理由

verdict-turn-complete = 所有牌組均合法，桌上的牌沒有減少，並從牌架打出了 { $placed }。
verdict-initial-meld-reached = 首次出牌共 { $points } 分（最少 { $least } 分），亦沒有觸及桌上的牌組。
verdict-set-too-small = { $set } 太少牌：一組最少三隻。
verdict-group-too-large = { $set } 太多牌：一個群組連百搭牌最多四隻。
verdict-group-colour-twice = { $set } 有重複的顏色：群組內的牌顏色必須不同。
verdict-run-past-thirteen = { $set } 在 13 之後接 1：1 只能是最小的數字。
verdict-run-not-consecutive = { $set } 不是順子：所列數字並非由小至大連續（1 至 13）。
verdict-not-a-set = { $set } 既不是群組，也不是順子。
verdict-tile-left-table = { $tiles } 離開了桌面：桌上的牌不可取回。
verdict-joker-taken-back = 百搭牌離開了桌面：必須在同一輪使用，不可放回牌架。
verdict-tile-not-from-rack = { $tiles } 出現在桌上，但並不在牌架上。
verdict-no-rack-tile = 沒有從牌架打出任何牌：每輪最少打出一隻，否則須抽牌。
verdict-two-jokers-in-a-set = { $set } 內有兩隻百搭牌。
verdict-joker-repeats-a-tile = { $set } 的百搭牌所代表的牌在桌上已有兩隻。
verdict-initial-meld-too-low = 首次出牌由牌架打出的只有 { $points } 分；最少要 { $least } 分。
verdict-initial-meld-touches-table = 在首次出牌之前或同時改動了桌上的牌組。
verdict-joker-before-initial-meld = 在首次出牌之前取用了桌上的百搭牌。
verdict-joker-not-replaced = { $set } 的百搭牌改為代表另一隻牌，但沒有以牌架上的 { $tiles } 替換。
verdict-joker-reuse-too-few = { $set } 的百搭牌已被替換，必須與牌架上另外 { $least } 隻牌一起使用。
verdict-joker-not-in-new-set = { $set } 的百搭牌已被替換，必須組成新的牌組，不可用來延長原有牌組。
verdict-joker-set-split = { $set } 仍有百搭牌時被拆開或減少。
verdict-hand-joker-alone = 牌架上的百搭牌放入 { $set } 時，沒有與牌架上另外 { $least } 隻牌一起使用。
verdict-same-turn-not-stated = 首次出牌成立，但規則沒有說明同一輪可否改動桌上的牌組。
verdict-moving-not-stated = 桌上的牌在牌組之間移動；規則沒有說明是否容許。
verdict-joker-set-not-stated = { $set } 仍有百搭牌時被改動；規則沒有說明是否容許。
verdict-joker-retrieval-not-stated = { $set } 的百搭牌被移作他用；規則沒有說明如何容許。
verdict-two-jokers-not-stated = { $set } 內有兩隻百搭牌；規則沒有說明是否容許。
verdict-joker-repeats-not-stated = { $set } 的百搭牌所代表的牌在桌上已有兩隻；規則沒有說明是否容許。

## 賽事檔案用詞的意思

meaning-enter-registration = 由報名者參加
meaning-attend-one = 每人參加該階段的其中一場
meaning-attend-all = 每人參加每一場，即各輪
meaning-attend-some = 每人自行選擇參加的場次
meaning-split-chosen = 報名時選擇場次
meaning-split-in-turn = 按名次依序編入各場
meaning-split-lot = 以抽籤編入各場
meaning-weather-none = 不受天氣影響
meaning-weather-hko = 香港天文台的警告會令場次暫停
meaning-draw-lot = 抽籤編桌
meaning-draw-swiss = 按積分編桌，盡量不重遇
meaning-draw-round-robin = 循環賽，每人互相對賽一次
meaning-draw-standing = 按名次編桌，首席者坐第 1 桌
meaning-draw-snake = 按名次蛇形分配各桌
meaning-draw-given = 由主辦單位指定編桌
meaning-draw-open = 到場者自行組桌
meaning-games-any = 局數不限
meaning-ranked-complete = 完成全部賽局者列入名次
meaning-ranked-played = 有成績或輪空者列入名次
meaning-check-in-each = 每場均須報到
meaning-check-in-first = 只於首場報到
meaning-check-in-none = 無須報到
meaning-signatures-required = 每名參賽者須簽署記分紙
meaning-signatures-optional = 場次結束時，完整的記分紙不論有否簽署均告結束
meaning-signatures-none = 記分紙完整後即告結束，無須簽署
meaning-places-seen-live = 隨時可見名次
meaning-places-seen-session = 沒有場次進行時可見名次
meaning-places-seen-published = 階段成績公布後可見名次
meaning-apart-family = 家庭成員分坐不同賽桌
meaning-apart-team = 同隊成員分坐不同賽桌
meaning-ties-decided = 末位名次相同時由總裁判或主辦單位決定
meaning-ties-all = 末位名次相同者全部晉級
meaning-ties-lot = 末位名次相同時以抽籤決定
meaning-count-medals = 先比金牌，再比銀牌，最後比銅牌
meaning-key-games-won = 勝局數
meaning-key-average-score = 平均分
meaning-key-total-score = 總分
meaning-key-tiles-left = 剩餘牌數最少
meaning-key-rounds-won = 勝輪數
meaning-key-match-points = 積分
meaning-key-median-buchholz = 對手分（去最高及最低）
meaning-key-buchholz = 對手分
meaning-key-progressive = 累進分
meaning-key-tie-break-score = 決勝分
meaning-key-rating = 等級分
meaning-key-head-to-head = 至此不分上下者之間的對賽成績
meaning-key-results-spread = 總分（去最高一局）
meaning-key-sonneborn-berger = 所勝對手分（Sonneborn-Berger）
meaning-language-en = 英文
meaning-language-zh = 繁體中文
meaning-ranking-ruleset = 按規則所訂的名次準則
list-in-turn = ，再比

## `tournament check` 列出的賽程

programme-no-limit = 不限
programme-minimum-age = 比賽日前已滿 { $age } 歲
programme-results = { $places ->
        [none] { $day }
       *[other] { $day }，{ $places }
    }
programme-rules = { $title }（{ $id }）
programme-category-as-registered = { $name }：按報名資料
programme-category-up-to = { $name }：{ $oldest } 歲或以下
programme-category-from = { $name }：{ $youngest } 歲或以上
programme-category-between = { $name }：{ $youngest } 至 { $oldest } 歲
programme-name-a-session = 須指明其場次
programme-enters-best = { $stage }首 { $places } 名
programme-enters-winners = { $stage }每桌首 { $winners } 名
programme-enters-winners-and-best = { $stage }每桌首 { $winners } 名，其後為其餘最佳者，共 { $places } 名
programme-reserves = 退出者由下一名遞補
programme-table = 每桌 { $most } 人
programme-table-between = 每桌 { $fewest } 至 { $most } 人
programme-until-target = 至有人達 { $target } 分
programme-games-each-session = 每場 { $games } 局
programme-games = { $games } 局
programme-carry = 前一階段成績計算在內
programme-award = { $of }：{ $text }
programme-family = { $name }，{ $child_from } 至 { $child_to } 歲子女及 { $parents } 歲或以上家長，{ $day ->
        [none] 以該階段首日計
       *[other] 以 { $day } 計
    }
programme-best = 首 { $count } 名總和
programme-label-rules = 規則
programme-label-time-zone = 時區
programme-label-organizer = 主辦單位
programme-label-venue = 地點
programme-label-places = 名額
programme-label-age = 年齡
programme-label-category = 組別
programme-label-results = 公布成績
programme-label-enters = 參加
programme-label-attends = 出席
programme-label-tables = 編桌
programme-label-games = 賽局
programme-label-ranking = 名次準則
programme-label-sheets = 記分紙
programme-label-check-in = 報到
programme-label-standings = 名次
programme-label-weather = 天氣
programme-label-award-places = 名次
programme-label-award-family = 家庭
programme-label-award-team = 隊伍
programme-label-award-category = 組別

## 終端機表格的欄位

column-place = 名次
column-entrant-no = 編號
column-games-won = 勝局
column-score = 總分
column-average = 平均
column-tiles = 剩餘牌數
column-qualified = 晉級
column-tied = 同名次
column-team = 隊伍
column-gold = 金牌
column-silver = 銀牌
column-bronze = 銅牌
column-members = 隊員
column-unit = 組合
column-child = 子女
column-parent = 家長
column-opponents = 對手
column-category = 組別
column-games = 局數
column-entrants = 參賽者
column-name = 姓名
column-session = 場次
column-day = 日期
column-play = 時間
column-status = 狀態
column-registered = 已報名
column-waiting = 候補
column-present = 到場
column-tables = 桌數
column-dispute = 爭議
column-kind = 類別
column-sheet = 記分紙
column-game = 局
column-ruling = 裁決
column-evidence = 證據
column-of = 屬於
column-verdict = 判斷
column-because = 理由
column-ruled-otherwise = 裁決不同
column-notice = 通知
column-progress = 進度
column-sent = 已發送
column-unknown = 不明
column-failed = 失敗
column-expired = 過期
column-unlinked = 未連接
column-acknowledged = 已確認
column-pending = 待發
column-cancelled = 已取消
column-tournament = 賽事
column-channel = 渠道
column-recipients = 收件人
column-award = 獎項
column-seq = 序號
column-average-score = 平均分
column-total-score = 總分
column-tiles-left = 剩餘牌數最少
column-rounds-won = 勝輪數
column-match-points = 積分
column-median-buchholz = 對手分（去最高及最低）
column-buchholz = 對手分
column-progressive = 累進分
column-tie-break-score = 決勝分
column-head-to-head = 相互對賽成績
column-results-spread = 總分（去最高一局）
column-sonneborn-berger = 所勝對手分（Sonneborn-Berger）

## `up`、`demo`、`access` 等所列出的

column-rating = 等級分
column-mu = μ
column-sigma = σ
column-target = 目標
column-medal = 獎牌
shown-evidence-turn = 該輪出牌
shown-evidence-rack = 牌架
shown-evidence-best = { $sets ->
        [none] 最高 { $best } 分
       *[other] 最高 { $best } 分（{ $sets }）
    }
shown-evidence-because = { $text }（{ $clause }）

## 「如何比賽」一頁的規則，逐點列出。文件沒有訂明的一點，以所關乎的事稱呼。

axis-deal-hand = 每人開局時有 { $value } 隻牌。
axis-deal-dealt-jokers = { $value ->
        [0] 百搭牌混在抽取的牌中，不會預先派發。
        [1] 每人預先獲派一隻百搭牌，計入上述隻數。
       *[other] 每人預先獲派 { $value } 隻百搭牌，計入上述隻數。
    }
axis-deal-reshuffle-pairs = { $value ->
        [unspecified] 起手對子多者可否要求重洗
       *[other] 起手有 { $value } 對或以上者，可要求重新洗牌。
    }
axis-seats-least = 每桌最少 { $value } 人。
axis-seats-most = 每桌最多 { $value } 人。
axis-seats-least-after-withdrawal = { $value ->
        [unspecified] 賽桌須餘下多少人方可繼續
       *[other] 有人離開時，只要餘下最少 { $value } 人，其他人繼續比賽。
    }
axis-seats-first-to-play = { $value ->
        [highest_tile_drawn] 各人抽一隻牌，最大者先出。
       *[unspecified] 第一局由誰先出
    }
axis-seats-next-to-begin = { $value ->
        [last_winner] 上一局的勝者於下一局先出。
        [highest_tile_drawn] 其後每局各人再抽一隻牌，最大者先出。
       *[unspecified] 其後各局由誰先出
    }
axis-seats-next-after-two-winners = { $value ->
        [winners_draw_again] 上一局有兩名勝者時，由兩人抽牌決定誰先出。
        [highest_tile_drawn] 上一局有兩名勝者時，各人抽一隻牌，最大者先出。
       *[unspecified] 上一局有兩名勝者時由誰先出
    }
axis-seats-drawn-tiles = { $value ->
        [any] 為此從牌池任意抽一隻牌。
        [one_to_players] 為此擺出 1 至人數的牌供各人抽取。
       *[unspecified] 決定先出時抽取甚麼牌
    }
axis-course-games-per-sheet = { $value ->
        [1] 每張記分紙記一局。
        [unspecified] 每張記分紙記多少局
       *[other] 每張記分紙記 { $value } 局。
    }
axis-course-rounds = { $value ->
        [1] 共一輪。
        [unspecified] 共多少輪
       *[other] 共 { $value } 輪。
    }
axis-course-session-minutes = { $value ->
        [unspecified] 每場多長時間
       *[other] 每場 { $value } 分鐘。
    }
axis-course-complete-when = { $value ->
        [games_played] 打完所有局數即告完成。
        [points_target_reached] 有人達到預先訂下的目標分即告完成。
        [swiss_rounds_played] 打完所有輪次即告完成。
        [rounds_played] 打完所有輪次即告完成。
        [each_game_by_itself] 每局獨立計算。
       *[unspecified] 何時算完成
    }
axis-clock-kind = { $value ->
        [per_turn] 每輪出牌有時限。
        [bronstein] 每人有整局的時間；每步所用時間在限額內歸還。
       *[unspecified] 是否使用計時器
    }
axis-clock-turn-seconds = { $value ->
        [unspecified] 每輪出牌可用多少時間
       *[other] 每輪出牌最多 { $value } 秒。
    }
axis-clock-bank-seconds = { $value ->
        [unspecified] 每人每局可用多少時間
       *[other] 每人每局有 { $value } 秒。
    }
axis-clock-delay-seconds = { $value ->
        [unspecified] 每步歸還多少時間
       *[other] 每步最多歸還 { $value } 秒。
    }
axis-overtime-table = { $value ->
        [restore] 超時須將桌面還原至該輪出牌之前。
        [game_forfeited] 超時者輸掉該局。
        [turn_ends] 超時即該輪出牌結束。
       *[unspecified] 超時如何處理
    }
axis-overtime-penalty-tiles = { $value ->
        [0] 超時不用抽牌。
        [unspecified] 超時抽多少隻牌
       *[other] 超時抽 { $value } 隻牌。
    }
axis-overtime-leftovers = { $value ->
        [to_the_rack] 無法放回原處的牌，歸入該參賽者的牌架。
        [must_be_played] 已放下的牌不可收回。
        [restore] 每隻牌放回原處。
       *[unspecified] 無法放回的牌如何處理
    }
axis-overtime-failed-manipulation-tiles = { $value ->
        [0] 重組不成功不用抽牌。
        [unspecified] 重組不成功抽多少隻牌
       *[other] 重組不成功抽 { $value } 隻牌。
    }
axis-initial-meld-points = 首次出牌須有 { $value } 分或以上，可分為一組或多組。
axis-initial-meld-from-rack-only = { $value ->
        [true] 只可用自己牌架的牌。
       *[false] 可連同桌上的牌一併使用。
    }
axis-initial-meld-table-in-same-turn = { $value ->
        [forbidden] 該輪不得觸動桌上的牌。
        [allowed] 該輪可繼續運用桌上的牌組。
       *[unspecified] 首次出牌的一輪可否運用桌上的牌組
    }
axis-initial-meld-joker-counts = 首次出牌中，百搭牌按所代替的牌計分。
axis-initial-meld-possibility-judged-on = { $value ->
        [rack_of_last_finished_turn] 能否首次出牌，以該參賽者最後完成的一輪出牌結束時的牌架為準。
       *[unspecified] 能否首次出牌以哪時的牌架為準
    }
axis-jokers-rack-value = 牌架上剩餘的百搭牌計 { $value } 分。
axis-jokers-two-in-a-set = { $value ->
        [allowed] 同一牌組可有兩隻百搭牌。
        [forbidden] 同一牌組不可有兩隻百搭牌。
       *[unspecified] 同一牌組可否有兩隻百搭牌
    }
axis-jokers-may-repeat-a-tile = { $value ->
        [allowed] 即使兩隻同樣的牌均已在桌上，百搭牌仍可代替該牌。
        [forbidden] 兩隻同樣的牌均已在桌上時，百搭牌不可代替該牌。
       *[unspecified] 兩隻同樣的牌均已在桌上時，百搭牌可否代替該牌
    }
axis-jokers-before-initial-meld = { $value ->
        [forbidden] 首次出牌之前，不得取用桌上的百搭牌。
       *[unspecified] 首次出牌之前可否取用桌上的百搭牌
    }
axis-jokers-retrieval = { $value ->
        [free_while_sets_stay_legitimate] 桌上的百搭牌可自由移動，只要該輪出牌結束時所有牌組均合規。
        [replaced_from_the_rack] 從牌架放入百搭牌所代替的牌，即可取走百搭牌。
       *[unspecified] 如何取走牌組中的百搭牌
    }
axis-jokers-reuse = { $value ->
        [same_turn_with_one_rack_tile] 取走的百搭牌須在同一輪連同最少一隻牌架的牌使用。
        [same_turn_with_two_rack_tiles] 取走的百搭牌須在同一輪連同兩隻牌架的牌使用。
       *[same_turn_new_set_with_two_rack_tiles] 取走的百搭牌須在同一輪連同最少兩隻牌架的牌組成新牌組。
    }
axis-jokers-sets-with-joker = { $value ->
        [like_any_set] 有百搭牌的牌組與其他牌組一樣。
        [add_split_or_reduce] 有百搭牌的牌組可添加、拆分或減少，只要百搭牌所代替的牌不變。
        [add_only] 有百搭牌的牌組只可添加，不可拆分或減少。
       *[unspecified] 有百搭牌的牌組可如何改動
    }
axis-jokers-back-to-rack = { $value ->
        [never] 百搭牌不可收回牌架。
        [only_as_overtime_leftover] 只有超時而無法放回原處的百搭牌才歸入牌架。
       *[unspecified] 百搭牌可否收回牌架
    }
axis-jokers-from-hand = { $value ->
        [anywhere] 牌架的百搭牌可放在任何位置。
        [with_two_hand_tiles] 牌架的百搭牌須連同牌架另外兩隻牌放下。
       *[unspecified] 牌架的百搭牌可放在何處
    }
axis-sets-ambiguous = 既可作群組亦可作順子的牌，以所稱為準；沒有稱呼則以點數較高者計。
axis-sets-manipulation = { $value ->
        [free] 桌上的牌組可拆開重組，只要該輪出牌結束時全部合規。
       *[unspecified] 桌上的牌組可否拆開
    }
axis-sets-rack-tile = 牌架的牌可放入任何牌組。
axis-endings-how = { $value ->
        [lowest_count] 點數最低者勝
        [forfeiter_loses] 棄權者負
        [play_on] 繼續比賽
        [play_on_unless_level] 繼續比賽；各人剩餘點數及牌數均相同，則為和局
       *[unspecified] 勝負未有訂明
    }
axis-endings-cleared = 有人清空牌架，該局即告結束：{ axis-endings-how }。
axis-endings-time = { $value ->
        [unspecified] 時間到時誰勝
       *[other] 時間到時：{ axis-endings-how }。
    }
axis-endings-pool-exhausted = { $value ->
        [unspecified] 牌池已空時誰勝
       *[other] 牌池已空時：{ axis-endings-how }。
    }
axis-endings-blocked = { $value ->
        [unspecified] 無人能再出牌時誰勝
       *[other] 無人能再出牌時：{ axis-endings-how }。
    }
axis-endings-forfeit = { $value ->
        [unspecified] 有人棄權的一局如何計算
       *[other] 有人棄權時：{ axis-endings-how }。
    }
axis-endings-pool-empty = { $value ->
        [game_ends] 抽完牌池最後一隻牌，該局即告結束。
        [play_on_until_nobody_can] 牌池已空後繼續，直至無人能出牌。
        [play_on_and_a_possible_move_is_compulsory] 牌池已空後繼續，能出牌者必須出牌。
       *[unspecified] 牌池已空後是否繼續
    }
axis-scoring-sharing = 其他人輸掉的分歸點數最低者；點數相同者平分。
axis-scoring-winners = 點數最低者當中，剩餘牌數最少的為勝者，可多於一人。
axis-scoring-charge-mode = { $value ->
        [replace] 罰分代替牌架的點數。
        [add] 罰分加在牌架的點數之上。
        [max] 罰分與牌架的點數取較大者。
       *[unspecified] 罰分是否加在牌架的點數之上
    }
axis-scoring-two-charges = { $value ->
        [larger] 有兩項罰分時取較大的一項。
        [sum] 兩項罰分相加。
       *[unspecified] 有兩項罰分時如何計算
    }
axis-scoring-tie-break-score = { $value ->
        [winner_nothing_loser_minus_count] 另計決勝分：勝者為零，負者為其點數的負值。
       *[none] 不另計決勝分。
    }
axis-scoring-rounding = 得分不作四捨五入，二分之一及三分之一均計算在內。
axis-scoring-voided-game = { $value ->
        [completed_with_nothing] 作廢的一局視為已完成，沒有得失。
       *[unspecified] 作廢的一局如何計算
    }
axis-scoring-charges-could-not-meld = 未曾出牌而無法出牌者：{ $value } 分。
axis-scoring-charges-could-have-melded = 未曾出牌但本可出牌者：{ $value } 分。
axis-scoring-charges-knocked-down = 故意推倒牌架者：{ $value } 分。
axis-scoring-charges-other = 罰分：{ $value } 分。
axis-ranking-keys = 名次依次按{ $value }決定。
axis-ranking-round-keys = { $value ->
        [unspecified] 一輪的勝者如何決定
       *[other] 一輪的勝者依次按{ $value }決定。
    }
axis-ranking-average-over = { $value ->
        [unspecified] 平均分以多少局計算
       *[other] 平均分以 { $value } 局計算。
    }
axis-ranking-equal-keys = { $value ->
        [share_the_place] 各項均相同者同名次。
       *[unspecified] 各項相同者的名次
    }
axis-ranking-ranked = { $value ->
        [all_games_completed_and_not_out] 完成所有局數而沒有退出者列入名次。
       *[unspecified] 誰列入名次
    }
axis-ranking-results-against-the-out = { $value ->
        [stand] 與離場者對賽的成績維持有效。
       *[unspecified] 與離場者對賽的成績如何處理
    }
axis-ranking-three-player-tables = { $value ->
        [as_played] 三人桌的成績按實際計算。
        [none] 沒有三人桌。
       *[unspecified] 三人桌的成績如何計算
    }
axis-ranking-after-two-champions = { $value ->
        [no_first_runner_up] 有兩名冠軍時不設亞軍。
        [medals_shared] 相同者共享獎牌。
       *[unspecified] 有兩名冠軍時其後的名次
    }

## 規則文件及其章節（引用時的名稱）

cited-tournament-file = 本賽事規則
cited-of = { $document } { $place }
cited-and-also = ；
cited-further = ，
cited-and = 、
cited-hk = 香港
cited-mso = 智力奧林匹克
cited-bsg = BSG
cited-pressman = Pressman
cited-online = 網上房間
cited-building-on-sets = 延長牌組
cited-contents = 內容
cited-contents-four-racks = 內容（四個牌架）
cited-example = 例
cited-examples = 例
cited-game-faq = 遊戲常見問題
cited-how-to-use-joker = 百搭牌用法
cited-incomplete-runs = 不完整的順子
cited-initial-meld = 首次出牌
cited-manipulation = 重組
cited-notes = 備註
cited-object = 目的
cited-playing = 玩法
cited-playing-the-game = 進行遊戲
cited-playing-the-game-two-lists = 進行遊戲（兩個列表）
cited-points-and-scoring = 得分與計分
cited-remark = 備註
cited-results = 成績
cited-scoring = 計分
cited-set-up = 開局
cited-sets = 牌組
cited-setup = 設定
cited-super-family-award = 超級家庭獎
cited-the-joker = 百搭牌
cited-the-winner = 勝者
cited-time-limit = 時限
cited-timing = 計時
cited-tournament-rules = 比賽規則
cited-winning = 勝出
cited-awards = 獎項
cited-clarifications = 說明
cited-code-of-conduct = 行為守則
cited-competition-format = 賽制
cited-description = 簡介
cited-eligibility = 參賽資格
cited-empty-pool = 牌池已空
cited-format = 賽制
cited-illegal-position = 不合法的局面
cited-joker = 百搭牌
cited-out-of-time = 超時
cited-placed-tiles = 已放下的牌
cited-qualifying-for-the-finals = 晉級決賽
cited-quotas = 名額
cited-quotas-25-tables-100-participants = 名額（25 桌、100 人）
cited-referee-and-supervision = 裁判及監督
cited-results-calculation = 成績計算
cited-rules = 規則
cited-score-sheet = 記分紙
cited-seating-arrangement = 座位安排
cited-special-arrangement-under-severe-weather = 惡劣天氣特別安排
cited-start = 開始
cited-tie-break-score = 決勝分
cited-tie-breaks = 決勝準則
cited-standard-tie-breaks = 標準決勝準則
cited-times = 時間
cited-categories = 組別
cited-house-rules = 家庭規則
cited-timetable = 時間表

## 日誌、匯出檔或封印有何不妥

fault-gap = 缺少此項，其位置為第 { $there } 項
fault-hash = 儲存的雜湊值與內容不符
fault-order = 記錄時間早於前一項
fault-type = 有欄位的類型從未如此寫入
fault-missing = 鏈首在第 { $head } 項，但由第 { $first } 項起的事件已不存在
fault-beyond = 鏈首在第 { $head } 項，但事件直至第 { $last } 項
fault-head-hash = 鏈首記錄的雜湊值與最後一項事件不符
fault-head-time = 鏈首記錄的時間與最後一項事件不符
fault-command = 其指令記錄不存在或曾被更改
fault-seal-unread = 有儲存的封印無法讀取：{ $why }
fault-seal-elsewhere = 有另一賽事 { $tournament } 的封印
fault-seal-key = 封印並非以此密鑰製作，或曾被更改
fault-sealed-beyond = 欠缺事件：日誌曾於第 { $seq } 項封印
fault-sealed-hash = 事件的雜湊值與封印時不同
fault-no-public-key = 並非 `PEM` 格式的 Ed25519 公鑰
fault-no-seal = 並非封印：{ $why }
fault-seal-not-canonical = 第 { $seq } 項封印的聲明並非標準 JSON
fault-seal-misplaced = 第 { $seq } 項的封印存於另一封印的位置
fault-line-not-canonical = 其資料並非標準 JSON
fault-line-not-json = 其資料並非 JSON
fault-line-contradicts = { $field } 與該行其餘內容矛盾
fault-closing-contradicts = 結尾行自相矛盾
fault-seal-contradicts = 封印自相矛盾
fault-fingerprint-changed = 指紋曾被更改
fault-fingerprint-cut-off = 指紋不完整
fault-after-closing = 結尾行之後還有內容
fault-event-after-seals = 封印之後還有事件
fault-no-fingerprint = 欠缺其指令的指紋
fault-no-last-fingerprint = 欠缺最後一項指令的指紋
fault-another-tournament = 屬於另一賽事
fault-no-events = 結尾行之前沒有事件
fault-another-head = 結尾行所指的鏈首不同
fault-of-tournament = 屬於 { $tournament }
fault-followed = 在第 { $seq } 項之後，而匯出檔止於第 { $last } 項
fault-command-there = 指令 { $command } 已經存在
fault-copy-cut-off = 副本不完整
fault-event-missing = 欠缺此項事件
fault-event-or-record-missing = 欠缺此項事件或其指令的記錄

## `tileledger doctor` 各項檢查的發現及處理方法

check-of = { $of } 的 { $name }
check-and-more = { $first } 等，另有 { $more } 項
check-from-to = { $first } 至 { $last }
check-the-credentials = 憑證檔案
check-the-database = { $chain ->
        [log] 日誌資料庫
       *[vault] 保管庫資料庫
    }
check-everything = 全部
check-not-made = 未能進行此項檢查：{ $what }
check-way-report = 請先看以上各項檢查；如均正常，請回報為程式錯誤
check-file-not-there = { $file } 並不存在
check-database-of-another-release = { $database } 並非此版本
check-database-reached-at = 可連接，版本為 { $at }
check-database-empty = 可連接，但未有內容
check-database-at-not-latest = 版本為 { $at }，此程式為 { $latest }
check-database-lost = { $found }，{ $chain ->
        [log] 但保管庫有其中人士的密鑰
       *[vault] 但日誌有個人資料從未刪除的人
    }
check-way-database-back = 請從移往之處或副本還原（{ $chain ->
        [log] `tileledger restore FILE`
       *[vault] `tileledger restore-vault FILE`
    }）；只有確定永久遺失時，才執行 { $chain ->
        [log] `tileledger migrate --new-log`
       *[vault] `tileledger migrate --new-vault`
    }
check-way-migrate-makes = `tileledger migrate` 會建立
check-way-migrate-sets-up = `tileledger migrate` 會設定
check-way-run-migrate = 請執行 `tileledger migrate`
check-way-newer-release = 由較新版本建立：請更新此程式
check-log-as-written = { $events } 項事件，均與寫入時相同
check-log-at = 第 { $seq } 項：{ $what }
check-way-restore-verified = 請以驗證無誤的副本還原
check-notices-lost = 有事件應發通知而沒有：第 { $seqs } 項
check-way-announce = 無人獲通知；請看 `tileledger replay --show timeline`，再以 `make-announcement` 告知各人
check-notices-none = 沒有任何通知，但有 { $count } 項事件應發通知，還原匯出檔後即如此
check-way-announce-unless-restored = 如非還原而來，則無人獲通知：請以 `make-announcement` 告知各人
check-notices-there = 應發通知的事件均有通知
check-views-failing = 第 { $seq } 項的狀態無法產生 { $views }
check-views-made = 所有檢視均可產生
check-listing-right = 與日誌相符
check-listing-wrong = 與日誌不符
check-way-listing = 請從資料表 `listing` 刪除該行：下次啟動 `tileledger web` 或 `up` 時會重新產生
check-way-update = 請更新程式，或將此回報為程式錯誤
check-from-setting = 來自 { $setting }
check-key-will-be-made = 未設定；首次需要時會建立 { $file }
check-open-to-others = 其他人可讀取 { $file }
check-way-chmod = `chmod 600 { $file }`
check-secret-kept-in = 存於 { $file }
check-way-back-up-secret = 請與資料庫分開備份，或把內容移至 TILELEDGER_SECRET_KEY
check-vault-empty = 尚未有內容
check-secret-fits = 密鑰相符
check-another-secret = 以另一密鑰建立
check-way-set-its-secret = 請設定建立時所用的密鑰，如這是另一套安裝的保管庫，請還原正確的保管庫；在此之前不會寫入任何內容
check-secret-lost = 內有密鑰，而主密鑰已遺失
check-way-restore-secret = 請還原
check-seal-key-gone = 找不到 { $file }，但已有封印；公布的成績不會封印
check-way-seal-key-back = 請還原該檔；如已永久遺失，請執行 `tileledger seal --new-key`
check-seal-key-from-setting = 來自 TILELEDGER_SEAL_KEY，編號為 { $id }
check-seal-key-kept-in = 存於 { $file }，編號為 { $id }；請另行備份
check-seal-at = 第 { $seq } 項：{ $what }
check-way-verify = `tileledger verify { $tournament }`；請以驗證無誤的副本還原
check-sealed-up-to = 封印至第 { $seq } 項
check-not-sealed = 沒有此密鑰的封印
check-seals-of-another-key = 另有 { $count } 個其他密鑰的封印與日誌相符
check-writable = 可寫入
check-not-writable = { $folder } 不可寫入
check-way-change-rights = 請更改擁有者或權限
check-files-open-to-others = 此機器上其他人可讀取 { $files }
check-files-private = 只供擁有者讀取
check-clock-apart = 與資料庫的時鐘相差 { $seconds } 秒
check-way-set-clock = 請用時間服務校準所有機器的時鐘（`timedatectl`、`chrony`）
check-no-answer = { $seconds } 秒內沒有回應
check-way-see-database = 請查看資料庫及通往它的網路是否正常：`tileledger doctor`
check-free = 尚餘 { $megabytes } 百萬位元組
check-way-free-space = 請騰出空間；無須修復任何內容
check-zone-unknown = 此處沒有 { $zone } 的時區資料
check-zone-known = 有 { $zone } 的時區資料
check-way-install-tzdata = 請安裝套件 `tzdata`
check-vault-matches = 已有密鑰，或無須密鑰
check-keys-without-log = 有密鑰，但日誌沒有任何賽事
check-way-log-back = 請還原日誌檔案，或執行 `tileledger restore FILE`；只有確定永久遺失時，才執行 `tileledger vault quarantine --logs-are-complete`
check-vault-of-another = 有密鑰，但沒有 { $tournament } 所需的任何一條：這是另一套安裝的保管庫
check-way-own-vault-back = 請把它移開，並還原本安裝的保管庫，或執行 `tileledger restore-vault FILE`；如保管庫無誤，請檢查 TILELEDGER_DATABASE_URL；在此之前不會寫入任何內容
check-vault-without-keys = 沒有任何密鑰，但 { $tournament } 有個人資料從未刪除的人
check-way-vault-back = 請還原該檔，或執行 `tileledger restore-vault FILE`；在此之前不會寫入任何內容
check-everything-opens = 全部可開啟
check-unreadable = { $count } 項無法讀取：{ $named }
check-unreadable-of = { $whose }（{ $why ->
        [key] 密鑰損壞，或以另一密鑰建立
        [record] 加密內容損壞
       *[missing] 欠缺密鑰，但未有人的個人資料已刪除
    }）
check-key-of-entrant = { $subject }，參賽者 { $entrant }
check-key-of-referee = { $subject }，裁判 { $referee }
check-way-restore-vault = `tileledger restore-vault FILE`，所用備份須完好
check-way-set-the-vaults-secret = 請設定建立保管庫時所用的密鑰
check-quarantined = { $count } 條仍在隔離
check-no-left-over-keys = 沒有
check-left-over-keys = 沒有事件提及 { $keys }
check-way-quarantine = `tileledger vault quarantine` 會移入隔離，{ $days } 日後銷毀
check-way-let-keys-be = 請保留：{ $tournament } 的日誌可能比保管庫舊
check-pushes-off = 已關閉
check-pushes-off-though = 已關閉，但有瀏覽器訂閱（{ $browsers }）
check-way-push-contact = 請設定 TILELEDGER_WEB_PUSH_CONTACT；在此之前各人收到電郵
check-pushes-need-https = 瀏覽器只在以 https 提供的網頁接收推送
check-way-public-url = 請把 TILELEDGER_PUBLIC_URL 設為網頁的 https 地址
check-nothing-follows-pushes = 推送無人開啟時，沒有其他方法跟進
check-way-smtp = 請設定 TILELEDGER_SMTP_URL，有關安全的訊息便會另發電郵
check-sender-inside = 電郵由 { $sender } 寄出，其他伺服器會拒收
check-way-sender = 請在 TILELEDGER_SMTP_URL 使用電郵地址作帳戶，例如 smtp://name%40example.org:password@host
check-pages-inside = 訊息中的連結指向 { $host }，只有此網絡可以連接
check-way-pages-inside = 如有人在別處閱讀訊息，請把 TILELEDGER_PUBLIC_URL 設為所有人都可連接的網頁地址
check-pushes-on = 已開啟，訂閱的瀏覽器：{ $browsers }；密鑰 { $key ->
        [secret] 由主密鑰衍生
       *[setting] 來自 TILELEDGER_WEB_PUSH_KEY
    }
check-process = { $host } 程序 { $pid }
check-way-start-worker = 請啟動 `tileledger worker` 或 `tileledger up`
check-no-worker-yet = 此處從未執行
check-worker-ended = 沒有；上一個於 { $at } UTC 結束
check-worker-last-heard = 沒有；上一個最後於 { $at } UTC 有訊號
check-since = { $what } 自 { $at } UTC
check-stands-still = 停頓：{ $since }
check-way-restart = 請重新啟動，並回報其日誌所記
check-failed-last = 上次失敗：{ $tasks }
check-way-see-log = 請看其日誌
check-all-goes-on = 一切正常進行
check-nothing-due = 沒有到期的訊息
check-due-since = 有訊息自 { $since } UTC 到期
check-way-see-pending = 背景程序是否正在執行，哪個渠道停止？請看其日誌及 `tileledger deliveries pending`
check-due-goes-out = 到期的訊息均已發出
check-never-asked = 從未向天文台查詢
check-way-worker-asks = 由 `tileledger worker` 負責
check-last-asked = 上次查詢於 { $at } UTC
check-way-worker-running = 背景程序是否正在執行？
check-asked-in-vain = { $outcome }：{ $detail }；上次正常回覆：{ $at ->
        [none] 從未
       *[other] { $at } UTC
    }
check-read-in-part = 已讀到 { $codes }，其餘未能讀取：{ $detail }；上次正常回覆：{ $at ->
        [none] 從未
       *[other] { $at } UTC
    }
check-way-observatory = 請檢查 TILELEDGER_HKO_URL 及網絡
check-muted = 自 { $since } UTC 起靜音：{ $why }
check-way-release = `tileledger deliveries pending`，然後 `tileledger deliveries release { $tournament }`
check-way-release-all = `tileledger deliveries pending`，然後 `tileledger deliveries release`
check-pages-read = 每一分頁均可讀取
check-database-damaged = { $what }資料庫已損壞，有部分或全部內容無法讀取
check-way-restore-database = 請停止程式，保留資料庫副本，再由備份還原
check-way-restore-file = 請停止程式，保留檔案副本，再由備份還原
check-pages-agree = 分頁與索引一致
check-triggers-there = 齊備
check-triggers-lacking = 欠缺、曾被更改或關閉：{ $triggers }
check-way-triggers-back = 請查明何人所為；`tileledger migrate` 會重設，`tileledger verify` 會顯示何處被改動
check-schema-part = { $kind ->
        [table] 資料表 { $name }
        [column] { $of } 的欄位 { $name }
        [index] { $of } 的索引 { $name }
        [trigger] { $of } 的觸發器 { $name }
       *[constraint] { $of } 的約束 { $name }
    }
check-schema-missing = 欠缺 { $part }
check-schema-differs = { $part } 為 { $there }，應為 { $wanted }
check-schema-unknown = { $part } 不屬於此版本
check-schema-not-tried = 未檢查：此角色不可建立用作比較的結構（{ $error }）
check-way-as-owner = 請以資料表擁有者的身分執行 `tileledger doctor`
check-schema-as-made = 與此版本建立的相同
check-way-undo-by-hand = 請撤銷人手所作的改動，或由備份還原；`tileledger migrate` 會修復觸發器
check-no-amcheck = 未檢查：未安裝擴充套件 `amcheck`；以超級使用者執行 `CREATE EXTENSION amcheck` 便可檢查
check-amcheck-not-allowed = 未檢查：此角色不可使用 `amcheck`；執行 `GRANT EXECUTE ON FUNCTION bt_index_check` 便可檢查
check-way-reindex = 請以 `REINDEX` 重建所列索引；如不成功，請由基礎備份還原
check-indexes-sound = `amcheck` 認為索引完好

## 指令的說明


## 權限所容許的事，接於「無權」之後

word-action-define-tournament = 開辦賽事
word-action-amend-tournament = 更改賽事安排
word-action-appoint-referee = 委任裁判
word-action-dismiss-referee = 免任裁判
word-action-register-entrant = 登記參賽者
word-action-register-walk-in = 登記到場人士並報到
word-action-import-entrants = 由檔案匯入參賽者
word-action-enter-stage = 為階段報名
word-action-cancel-registration = 取消此報名
word-action-move-entrant = 將此參賽者轉到另一場次
word-action-merge-entrants = 合併同一人的報名
word-action-amend-details = 更改這些個人資料
word-action-choose-language = 選擇此人的語言
word-action-set-consent = 決定此姓名是否公開
word-action-ask-organizer = 代此人向主辦單位提問
word-action-answer-question = 回答提問
word-action-forget-person = 刪除個人資料
word-action-declare-family-unit = 申報此家庭組合
word-action-agree-to-family-unit = 同意此家庭組合
word-action-decline-family-unit = 拒絕此家庭組合
word-action-dissolve-family-unit = 解散此家庭組合
word-action-call-parent = 呼叫家長
word-action-answer-parent-call = 回應此家長呼叫
word-action-escalate-parent-call = 將家長呼叫上報
word-action-check-in = 為參賽者報到
word-action-undo-check-in = 撤銷報到
word-action-draw-seats = 編桌
word-action-undo-seat-draw = 撤銷編桌
word-action-exchange-seats = 對調座位
word-action-assign-referees = 分派裁判到賽桌
word-action-start-session = 開始場次
word-action-undo-session-start = 撤銷場次開始
word-action-call-time = 宣布時間到
word-action-undo-time-call = 撤銷時間到的宣布
word-action-end-session = 結束場次
word-action-reopen-session = 重新開放場次
word-action-determine-first-player = 記錄此賽桌由誰開局
word-action-note-incident = 記下此賽桌的事故
word-action-call-chief-referee = 請總裁判到此賽桌
word-action-set-out-for-table = 通知某桌已有人動身
word-action-record-game-result = 記錄此賽桌的成績
word-action-correct-game = 更正此賽桌的成績
word-action-submit-sheet = 輸入此賽桌的記分紙
word-action-settle-sheet-conflict = 處理此賽桌的記分紙不符
word-action-import-results = 由檔案匯入成績
word-action-sign-sheet = 簽署此記分紙
word-action-record-missing-signature = 記錄此記分紙欠缺的簽署
word-action-close-signature = 了結欠缺的簽署
word-action-raise-dispute = 提出此爭議
word-action-withdraw-dispute = 撤回此爭議
word-action-present-evidence = 為此個案提交證據
word-action-report-game-not-begun = 報告此賽桌有賽局未能開始
word-action-make-ruling = 作出裁決
word-action-give-warning = 發出警告
word-action-report-breach = 報告違規
word-action-withdraw-entrant = 記錄此賽桌有人退出
word-action-disqualify-entrant = 取消參賽資格
word-action-reinstate-entrant = 恢復參賽資格
word-action-open-table = 開設賽桌
word-action-close-table = 關閉此賽桌
word-action-suspend-day = 全日暫停
word-action-suspend-remaining = 暫停當日餘下賽事
word-action-lift-suspension = 取消暫停
word-action-reschedule-sessions = 為場次另定日期
word-action-give-further-word = 發出進一步通知
word-action-remind-of-next-word = 提示暫停的下次通知
word-action-report-warnings = 報告天氣警告
word-action-report-silence = 報告天文台未有回應
word-action-propose-weather = 就天氣提出建議
word-action-answer-weather-proposal = 就天氣作出決定
word-action-escalate-weather-proposal = 將天氣決定上報
word-action-announce-weather-watch = 宣布正留意天氣
word-action-announce-play = 宣布賽事如常舉行
word-action-remind-of-session = 提示場次
word-action-remind-of-retention = 提示資料保存期滿
word-action-invite-people = 邀請人士
word-action-remind-invited = 提示獲邀人士
word-action-make-announcement = 發出公告
word-action-publish-results = 公布成績
word-action-conclude-qualification = 確定晉級名單
word-action-decide-cut-tie = 決定晉級線上的同名次
word-action-undo-qualification = 撤銷晉級名單
word-action-place-finalists = 編排晉級者的場次
word-action-withdraw-qualifier = 記錄晉級者退出
word-action-make-awards = 頒定獎項
word-action-revoke-awards = 撤回獎項
word-action-tournaments = 查看賽事列表
word-action-tournament = 查看賽事資料
word-action-standings = 查看名次
word-action-cross-table = 查看對賽表
word-action-families = 查看家庭組合
word-action-sessions = 查看場次
word-action-publications = 查看已公布的成績
word-action-awards = 查看獎項
word-action-posts = 查看公布文字
word-action-entrant-names = 查看公開的姓名
word-action-names = 查看此姓名
word-action-contacts = 查看這些聯絡資料
word-action-places = 查看尚未公開的名次
word-action-entrants = 查看參賽者列表
word-action-entrant = 查看此參賽者的資料
word-action-sheets = 查看此記分紙
word-action-tables = 查看此賽桌
word-action-officials = 查看工作人員列表
word-action-weather = 查看天氣決定
word-action-audience = 查看通知對象
word-action-duplicates = 查看可能重複的報名
word-action-questions = 查看向主辦單位的提問
word-action-whoami = 查看登入身分
word-action-docket = 查看這些個案
word-action-timeline = 使用時光機
word-action-marks = 查看紀錄的標記
word-action-moments = 查看事件的記錄時間
word-action-curves = 查看名次曲線
word-action-history = 查看更改紀錄
word-action-events = 逐項查看紀錄
word-action-notices = 查看通知
word-action-deliveries = 處理訊息送達
word-action-steer-deliveries = 更改訊息的送達方式
word-action-explain = 查看此名次的由來
word-action-case-file = 查看此個案檔案
word-action-case-links = 建立個案檔案的連結
word-action-diff = 比較兩個時刻
word-action-what-if = 作出假設推算
word-action-invitations = 查看邀請
word-action-invite = 發出邀請
word-action-verify = 核對紀錄
word-action-subject-data = 查看這些個人資料
word-action-calendar-feed = 查看此日曆
word-action-seals = 查看封印
word-action-seal = 封印紀錄
word-action-export = 匯出紀錄
word-action-tokens = 管理憑證
word-action-sign-in = 登入工作人員頁面
word-action-sign-ins = 管理登入
word-action-board-link = 設定大螢幕


## 匯出資料庫內的資料表及欄位

sql-table-readme = 此檔案各資料表及欄位的說明（以「表」及「表.欄」列出），以及所示的時刻。1 為是、0 為否；列表為 JSON 陣列，可用 `json_each()` 讀取。
sql-public = 是：任何人均可查閱的內容，只載同意在網頁公開姓名者的姓名
sql-not-public = 否：供工作人員使用，載有所有姓名
sql-table-standing = 在某階段有成績的參賽者及其總分；有名次者附名次。
sql-table-family = 親子組合：一名子女及一名家長，以及兩人的總和。
sql-table-session = 各場次：時間、進度及人數。
sql-table-seating = 各場次的桌及入座者。
sql-table-entrant = 參賽者（按編號）。
sql-table-entrant-entries = 參賽者在首個階段及其後續階段以外另行參加的階段。
sql-table-sheet = 記分紙，每桌一張。
sql-table-sheet-games = 每張記分紙上已記錄的局。
sql-table-sheet-games-figures = 每局每名參賽者的成績。
sql-table-sheet-totals = 每張記分紙的合計。
sql-table-sheet-signatures = 記分紙的簽署，或未簽署的原因。
sql-table-sheet-conflicts = 同一桌另行收到而內容不同的記分紙。
sql-table-sheet-conflicts-games = 該第二張記分紙上的局。
sql-table-sheet-conflicts-games-figures = 該第二張記分紙上每局每名參賽者的成績。
sql-table-sheet-first-players = 每局由誰先行。
sql-table-docket = 提交總裁判的個案。
sql-table-docket-rulings = 每宗個案的裁決。
sql-table-publication = 已公布的成績版本。
sql-table-publication-rows = 每個已公布版本所載的各行。
sql-table-award = 獎項及得獎者。
sql-column-stage = 階段編號。
sql-column-entrant-no = 參賽者編號。
sql-column-games-won = 勝出局數。
sql-column-score = 確切得分（文字），例如 23/2。
sql-column-score-numerator = 確切得分的分子。
sql-column-score-denominator = 確切得分的分母，最少為 1。
sql-column-tiles = 手上剩餘牌數。
sql-column-games = 已玩局數。
sql-column-sheet = 記分紙編號，與桌的編號相同：場次/桌號。
sql-column-standing-sheet = 最後一張有成績的記分紙；只曾輪空者為空白。
sql-column-qualified = 是否晉級；未定或未公開時為空白。
sql-column-place = 名次；各項均相同者同名次。
sql-column-standing-place = 該階段的名次，各項均相同者同名次；未有名次者為空白。
sql-column-family-place = 親子組合的名次；兩人均有名次前為空白。
sql-column-tied = 是否有其他人同名次。
sql-column-unit = 親子組合：子女+家長的編號。
sql-column-child = 子女的編號。
sql-column-parent = 家長的編號。
sql-column-ranked = 兩人是否均有成績；在此之前總和為 0。
sql-column-session = 場次編號。
sql-column-entrant-session = 報名階段所屬場次。
sql-column-day = 舉行日期；未定時為空白。
sql-column-number = 當日第幾場。
sql-column-seating-number = 該場次內的桌號。
sql-column-registration = 開始簽到的當地時間。
sql-column-seating = 入座的當地時間。
sql-column-start = 開賽的當地時間。
sql-column-end = 完賽的當地時間。
sql-column-session-status = `scheduled`（已編定）、`drawn`（已抽籤）、`playing`（進行中）、`time_called`（時間到）、`ended`（已結束）或 `suspended`（暫停）。
sql-column-capacity = 可容納人數；不限時為空白。
sql-column-registered = 有名額的人數。
sql-column-waiting = 候補人數。
sql-column-checked-in = 已簽到人數。
sql-column-tables = 桌數。
sql-column-on-paper = 是否以紙本進行並於事後輸入。
sql-column-attempt = 第幾次開始。
sql-column-seed = 抽籤的種子，任何人均可據此重做抽籤。
sql-column-table = 桌的編號：場次/桌號。
sql-column-entrant-table = 報名階段的桌。
sql-column-referee = 該桌裁判的編號。
sql-column-entrants = 有關參賽者的編號（JSON）。
sql-column-seating-entrants = 入座者的編號，按座位 A、B、C… 排列（JSON）。
sql-column-person = 個人資料庫內代表該人的隨機編號。
sql-column-entrant-status = `registered`（已報名）、`waiting`（候補）、`cancelled`（已取消）或 `merged`（已合併）。
sql-column-consent = 截至此檔案所示時刻，姓名可否在網頁公開。
sql-column-team = 隊伍（如有）。
sql-column-warnings = 警告次數。
sql-column-presence = `expected`（待到）、`checked_in`（已簽到）、`forfeited`（棄權）、`absent`（缺席）或 `bye`（輪空）。
sql-column-seat = 該桌的座位。
sql-column-out = 退出該階段的原因：`withdrawn`（退出）或 `disqualified`（取消資格）；仍在其中者為空白。
sql-column-final-session = 由首個階段晉級的最後階段所屬場次。
sql-column-final-presence = 在該場次的出席情況，同上。
sql-column-final-table = 在該場次的桌。
sql-column-final-seat = 在該場次的座位。
sql-column-final-out = 退出該最後階段的原因。
sql-column-merged-into = 此重複報名已併入的編號。
sql-column-name-en = 英文姓名（如有提供）；不可公開或已刪除者為空白。以現時的同意為準。
sql-column-name-zh = 中文姓名（如有提供）；不可公開或已刪除者為空白。以現時的同意為準。
sql-column-waits = 是否候補。
sql-column-source = 成績來源：`counts`（點算）、`self_recorded`（自行記錄）、`paper`（紙本）、`ruling`（裁決）或 `clerical`（更正筆誤）。
sql-column-sheet-source = 記分紙來源：`desk`（現場輸入）、`submitted`（整張提交）或 `paper`（紙本）。
sql-column-closed = 記分紙是否已封存。
sql-column-sheet-signatures-closed = 簽署或未簽署是否已有定論。
sql-column-seats = 入座者的編號，按座位排列（JSON）。
sql-column-open-points = 記分紙尚未完成的事項，英文（JSON）。
sql-column-turn-seconds = 該輪出牌秒數（如由參賽者選定）。
sql-column-game = 該張記分紙上的局數。
sql-column-docket-game = 所涉的局數。
sql-column-sheet-games-status = `recorded`（已記錄）、`voided`（作廢）或 `awaiting_ruling`（待裁決）。
sql-column-sheet-conflicts-games-status = `recorded`（已記錄）、`voided`（作廢）或 `awaiting_ruling`（待裁決）。
sql-column-ended-by = 該局如何結束。
sql-column-ruling = 裁決編號。
sql-column-seq = 載有此事的日誌項。
sql-column-game-won = 該局勝出者為 1，多人勝出則各為 1；以積分定名次時，兩人同勝的一局為和局，不計入任何勝出局數。
sql-column-count = 計入的點數（如已知）。
sql-column-charge = 代替點數的罰則（如有）。
sql-column-clock = 該座位計時器的讀數（JSON）。
sql-column-medium = `paper`（紙本）、`device`（裝置）、`refused`（拒絕）或 `absent`（缺席）。
sql-column-digest = 所簽成績的 SHA-256。
sql-column-publication-digest = 所公布各行的 SHA-256。
sql-column-conflict = 該桌第二張記分紙的序號。
sql-column-settled = `open`（未解決）、`kept_first`（保留第一張）或 `took_second`（採用第二張）。
sql-column-dispute = 個案編號。
sql-column-kind = 個案種類。
sql-column-status = 個案進度。
sql-column-raised-by = 提出者的編號；由工作人員提出時為空白。
sql-column-case = 個人資料庫內保存所述內容的隨機編號。
sql-column-cites = 裁決引用的條文。
sql-column-effects = 裁決的效果（JSON）。
sql-column-supersedes = 所取代的裁決。
sql-column-superseded-by = 取代它的裁決。
sql-column-publication = 已公布版本的編號：階段/版本。
sql-column-version = 該階段的版本號。
sql-column-award = 獎項。
sql-column-holders = 得獎者或親子組合的編號（JSON）。

## Tasks: what a question is called, and what its answers are
page-founding = 開辦賽事
page-founding-like = 賽事屬哪一類？其後一切均可更改。
page-founding-by-file = 以賽事檔案開辦
page-founding-others = 其他類別
page-founding-link-used = 此連結已被使用；每個連結只可使用一次。連結由網站管理人持有：`tileledger access founding-link` 可另發一條。
page-founding-who = 你將登入以開辦賽事。
page-founding-session = 第 { $number } 場
page-founding-write = 編輯檔案
page-founding-it = 開辦賽事
page-founding-file = 賽事檔案
page-founding-file-how = TOML 格式。如有錯誤，會逐一指出所在行。
page-founding-file-chosen = 或選擇檔案（TOML）
page-founding-as-understood = 系統理解如下。網址將為
page-founding-further = 其他
page-founding-tables = { $count } 桌
page-founding-room = 可容 { $count } 人
page-founding-concerns = 影響 { $entrants } 名參賽者及 { $officials } 名工作人員
page-founding-next = 下一步
page-founding-ask-id = 網址：小寫英文字母、數字、連字號
page-founding-ask-day = 首日
page-founding-ask-ruleset = 規則
page-founding-ask-en = 英文名稱
page-founding-ask-zh = 中文名稱
page-founding-ask-quota = 總名額
page-founding-ask-games = 每桌局數
page-founding-ask-signatures = 記分紙須否簽署
page-founding-ask-places-seen = 參賽者何時看到名次
page-founding-ask-places = 晉級人數
page-founding-ask-start = 開始
page-founding-ask-end = 結束
page-founding-ask-tables = 桌數
page-founding-signatures-required = 須全部簽署
page-founding-signatures-optional = 可自行決定
page-founding-signatures-none = 無須簽署
page-founding-places-seen-live = 即時
page-founding-places-seen-session = 每場結束後
page-founding-places-seen-published = 公布成績後
page-founding-like-categories = 公開同樂日
page-founding-about-categories = 兒童與成人同列一榜，各年齡組另設名次。
page-founding-like-divisions = 公開組及少年組
page-founding-about-divisions = 兩項賽事同時進行，各五輪瑞士制。
page-founding-like-hk = 大型公開賽
page-founding-about-hk = 如香港 2026：每場 25 桌，120 人進入決賽，設家庭獎，並按天氣安排。
page-founding-like-knock-out = 淘汰賽
page-founding-about-knock-out = 四人一桌，每桌勝者晉級：64 人、16 人、4 人。
page-founding-like-league = 會社聯賽
page-founding-about-league = 每週一晚，自由出席，全部賽局計分。
page-founding-like-round-robin = 循環賽
page-founding-about-round-robin = 兩人一桌，人人對賽一次；最多八人。
page-founding-like-school-day = 學校同樂日
page-founding-about-school-day = 一個下午：兩場小組賽，首八名進入決賽。
page-founding-like-swiss-final = 瑞士制及決賽
page-founding-about-swiss-final = 四輪瑞士制，兩人一桌，首四名同桌決賽。
page-founding-like-swiss = 瑞士制
page-founding-about-swiss = 五輪，兩人一桌，積分相近者對賽。
page-founding-like-teams = 隊際賽
page-founding-about-teams = 一個下午；隊員分桌，每隊首三名計分。
part-importing-needed-every-row = 每行都必須填寫
part-importing-there-no-such-day-check = 沒有這一天；請檢查月份及日期
part-importing-write-1-game-won-else = 勝局寫 1，否則寫 0
part-importing-write-child-parent-leave-empty = 寫子女或家長，或留空
part-importing-write-language-leave-empty = 寫 { $known } 其中之一，或留空
part-importing-write-whole-number-12 = 寫整數，例如 12
part-importing-write-year-month-day-2017 = 寫年-月-日，例如 2017 年 3 月 2 日寫 2017-03-02
part-importing-day-two-ways = 可以是{ $first }或{ $second }；請寫年-月-日，例如 2017 年 3 月 2 日寫 2017-03-02
part-importing-write-yes-no-leave-empty = 寫是或否，或留空
part-csv-cells-of-line = 一行有超過 { $most } 格
part-csv-rows-of-file = 檔案有超過 { $most } 行
part-csv-columns = { $kind }：{ $names }
part-csv-no-name = （沒有欄名）
part-csv-optional = { $name }（可選）
part-csv-empty = 空白
part-csv-separator-said = 上方的 sep={ $separator } 一行表示各格以 { $separator } 分隔，但檔案中沒有這個分隔符；請更正或刪去該行
part-csv-unknown = 不認得
part-csv-missing = 欠缺
part-csv-there-twice = 出現兩次
part-csv-no-encoding-known-here = 編碼無法辨認
part-csv-binary-utf-16-without-mark = 不是文字檔，或是沒有標記的 UTF-16
part-csv-file-empty = 檔案是空的
part-csv-cell-more-than-characters = 有一格超過 { $most } 個字
page-people-list = 名單
page-people-how = 每人一行，{ $dated ->
        [true] 寫上姓名及出生日期（如 2017-03-02），以逗號或定位鍵分隔；旁邊可加編號或電郵地址。
       *[false] 寫上姓名即可；旁邊可加編號、出生日期（如 2017-03-02）或電郵地址，以逗號或定位鍵分隔。
    }可由試算表直接複製貼上。
page-people-how-session = 每行可寫上場次，如「{ $session }」；如只有一個場次屬該號碼，只寫號碼亦可。
page-list-of-results-how = 照試算表的樣子，以逗號或定位鍵分隔：第一行寫各欄名稱（見下），之後每局每個座位一行。可由試算表直接複製貼上。
page-list-columns = 各欄及各場次的寫法
page-column-session = 場次，可寫下列名稱或其前的簡寫；如只有一個場次屬該號碼，只寫號碼亦可
page-column-table = 桌號
page-column-game = 記分紙上的第幾局：1、2、3
page-column-seat = A、B、C 或 D
page-column-entrant-no = 該座位參賽者的編號
page-column-game-won = 勝方寫 1，其他寫 0
page-column-score = 得分，連正負號
page-column-tiles = 架上剩下的牌數
page-list-file = 或選擇檔案（CSV）
page-people-session = 沒有註明場次的人，編入
page-people-share-out = 餘額最多的場次
page-people-each-names = 不編入：每行須註明場次
page-people-columns = 加上標題列，可載入所有資料
page-people-columns-about = 第一行可寫上各欄名稱，次序不限；{ $dated ->
        [true] 必須有姓名及出生日期。
       *[false] 只需有姓名。
    }
page-people-column-entrant-no = 英文字母及數字，如 0007；沒有編號者由系統給予下一個編號
page-people-column-name-en = 如 { $name }；中英文姓名有其一即可
page-people-column-name-zh = 如「陳大文」
page-people-column-birth-date = 年、月、日，如 2017-03-02
page-people-column-family = 家長與子女填相同代號，如 F1
page-people-column-family-role = 寫「子女」或「家長」
page-people-column-email = 如 { $email }
page-people-column-phone = 如 9123 4567
page-people-column-language = 收取訊息的語言：{ $languages }；可留空
page-people-column-team = 隊名，同隊者須填相同隊名
page-people-column-consent = 寫「是」或「否」：是否同意顯示姓名
page-people-column-guardian = 家長或監護人的姓名
page-people-column-guardian-email = 如 { $email }
page-people-column-session = 如「{ $session }」；如只有一個場次屬該號碼，只寫號碼亦可
page-list-faults = 有 { $count } 項須更正。未有作出任何更改；你提供的內容在下方。
page-list-line = 第 { $line } 行
page-list-lines = 第 { $lines } 行
page-list-at-table = { $line }，第 { $table } 桌{ $game ->
        [none] { "" }
       *[other] 第 { $game } 局
    }
page-people-new = 新登記
page-people-there = 已登記
page-people-waits = 候補名單
page-people-notes = 請留意以下各項；它們不會妨礙登記。
page-people-new-numbers = 新登記（{ $count } 人）：{ $numbers }
page-people-waits-numbers = 列入候補名單（{ $count } 人）：{ $numbers }
page-people-there-numbers = 已登記（{ $count } 人）：{ $numbers }
page-people-confirm = 登記 { $count } 人
page-people-more = 另有 { $count } 人
part-list-empty = 名單是空的；請填寫名單或選擇檔案
part-list-and-file = 同時有名單和檔案；請只留其一
part-list-two-of-one = 該行已有{ $first }；請只留其一，或在最上方加一行寫明各欄，例如 { $heading }
part-list-number-alone = 系統視之為編號，而該行沒有姓名；請加上姓名
page-tasks = 可處理事項
page-tasks-find = 尋找
page-waits = 等你處理：{ $count }
page-waits-since = 自{ $at }起
page-waits-tables = { $state }：{ $count }
page-tasks-find-what = 事項、編號、姓名、賽桌或個案
page-tasks-none = 沒有此事項。
page-task-look = 繼續
page-task-change = 修改
page-task-confirm = 確定執行
page-task-leave = 取消
page-task-in-chat = 轉到 Telegram 對話繼續
page-task-in-chat-kept = 你的回答會保留一天。你可在對話中接着做，亦可返回網頁繼續。
page-task-in-chat-open = 開啟對話
page-task-in-chat-here = 返回網頁繼續
page-task-impact = 結果
page-task-changed = 情況已有改變，請再核對。
page-task-done = 已完成。
page-task-no-change = 毋須再做：現況已是如此。
page-task-read-by-concerned = 當事人及其家人會讀到原文，請勿寫上他人的姓名或電話。
page-task-read-by-officials = 只有工作人員會讀到，參賽者只知道更正了甚麼。
page-task-written = 以 JSON 填寫，例如：
problem-answer-missing = 請填寫此項。
problem-answer-not-read = 無法讀取：{ $detail }。
page-task-already-at = 此項已於{ $at }完成。
page-task-already = 此項已經完成。
page-task-already-about = 不會重複執行。如其後已被撤銷而需要再做，請重新開始。
page-task-anew = 重新開始
page-task-no = 否
page-weather = 天氣
page-weather-none = 沒有未來的賽事日。
page-weather-other = 其他
page-weather-told = 各人將讀到的內容
page-weather-late = （已逾時）
page-weather-stop = { $grounds }：{ $rest ->
        [true] 暫停今日餘下場次
       *[false] 今日全日暫停
    }
page-weather-next-proposal = 有待決定（{ $day }）：{ $outcome }。自{ $at }起未有人回覆。{ $ended ->
        [none] { page-weather-still }
       *[other] { $still ->
            [none] 警告{ $over }，按規則仍須計算。
           *[other] 現正生效：{ $still }；{ $ended }。
        }
    }
page-weather-next-word = { $day }已暫停。{ page-weather-still }下次通知最遲於：
page-weather-still = { $still ->
        [none] { "" }
       *[other] 現正生效：{ $still }。
    }
page-weather-next-moved = { $day }的場次已改期；有人獲通知留在場內。{ page-weather-still }下次通知最遲於：
page-weather-next-date = { $day }已暫停，尚未定新日期。
page-weather-next-danger = { $day }仍有場次舉行，而按規則須暫停的警告生效。{ page-weather-still }
page-weather-next-cutoff = { $day }是否如常舉行，決定時間：
part-task-choice-wanted = 請寫出可選項目之一，並足以分辨
part-task-shares-wanted = 請每行寫一人及其號碼，例如 R01: 1 2 3
part-task-number-wanted = 請以數字填寫整數，例如 5 或 -5
part-task-one-person-wanted = 名稱相符的不只一人（{ $people }），請填寫其中一人的編號
part-task-moment-wanted = 請填寫日期及時間，例如 2026-03-28 13:00
task-title-appoint-referee = 委任裁判
task-title-dismiss-referee = 免任裁判
task-title-register-entrant = 登記參賽者
task-title-register-walk-in = 即場登記並報到
task-title-enter-stage = 為參賽者報名階段
task-title-cancel-registration = 取消報名
task-title-move-entrant = 將參賽者轉到另一場次
task-title-merge-entrants = 合併同一人的兩項報名
task-title-amend-details = 更改個人資料
task-title-choose-language = 選擇參賽者的語言
task-title-set-consent = 決定是否公開姓名
task-title-ask-organizer = 代參賽者向主辦單位提問
task-title-answer-question = 回答提問
task-title-forget-person = 刪除某人的個人資料
task-title-declare-family-unit = 申報家庭組合
task-title-agree-to-family-unit = 同意家庭組合
task-title-decline-family-unit = 拒絕家庭組合
task-title-dissolve-family-unit = 解散家庭組合
task-title-answer-parent-call = 回應家長呼叫
task-title-escalate-parent-call = 將家長呼叫上報
task-title-check-in = 為參賽者報到
task-title-determine-first-player = 記錄由誰開局
task-title-note-incident = 記下事故
task-title-call-chief-referee = 請總裁判到賽桌
task-title-record-game-result = 記錄賽局成績
task-title-correct-game = 更正賽局成績
task-title-submit-sheet = 輸入記分紙
task-title-settle-sheet-conflict = 處理記分紙不符
task-title-sign-sheet = 簽署記分紙
task-title-record-missing-signature = 記錄欠缺的簽署
task-title-raise-dispute = 提出爭議
task-title-withdraw-dispute = 撤回爭議
task-title-present-evidence = 為個案提交證據
task-title-report-game-not-begun = 報告未能開始的賽局
task-title-make-ruling = 作出裁決
task-title-give-warning = 發出警告
task-title-withdraw-entrant = 記錄參賽者退出
task-title-disqualify-entrant = 取消參賽資格
task-title-reinstate-entrant = 恢復參賽資格
task-title-open-table = 開設賽桌
task-title-decide-day = { bot-weather-decide }
task-title-close-table = 關閉賽桌
task-title-make-announcement = 發出公告
page-closing = 賽後程序
page-closing-open = 尚待處理
page-closing-cut = { $stage }的晉級名單
page-closing-places = { $stage }的出賽名單
page-closing-results = 成績
page-closing-awards = 獎項
page-closing-session = { $session }：{ $count } 名參賽者
page-closing-free = 有 { $count } 個空缺名額未有人補上。
page-closing-reserves = 後備按名次（共 { $count } 名）：{ $first }{ $more ->
        [0] { "" }
       *[other] 及另外 { $more } 名
    }
page-closing-version = 已公布第 { $version } 版。
page-closing-who-goes-on = 只有晉級名單不同。
page-closing-award = { $title }：{ $who }
page-console-step-check-in = 報到
page-console-step-draw = 編桌
page-console-step-start = 開始
page-console-step-time = 時間到
page-console-step-end = 結束
page-console-done = 已完成
page-console-next = 現在
page-console-later = 稍後
page-console-check-in = 報到
page-console-who = 編號或姓名
page-console-several = { $count ->
        [1] 有一人符合，如所指為此人請按下。
       *[other] 有多人符合，請按所指的一位。
    }
page-console-arrived = 到達時間（如在 { $seating } 或之前到達）
page-console-over = 已截止；準時到達者填寫到達時間報到
page-console-checked-in = { $who } 已報到。
page-console-undone = 已撤銷 { $who } 的報到。
page-console-seat = 第 { $table } 桌 { $seat } 座。
page-console-undo = 撤銷報到
page-console-undo-reason = 在報到處撤銷。
page-console-present = { $count } 人中 { $present } 人已到
page-console-missing = 未到：{ $count } 人
page-walk-in = 到場者未登記
page-walk-in-do = 登記並報到
page-walk-in-all-the-same = 仍然登記並報到
page-walk-in-done = { $who } 已登記並報到。
page-walk-in-full = 此場次已無名額{ $waiting ->
        [0] 。
       *[other] ，現有 { $waiting } 人候補。
    }
page-walk-in-stays = 撤銷報到後，登記仍然保留。
page-walk-in-over = 現時不可在此為此場次登記。未有執行。
page-walk-in-wait = 登記候補
page-walk-in-age = 參賽者於該場次前一天須年滿 { $age } 歲。
page-walk-in-likely-duplicate = 已有人以相同的{ $same }登記：{ $entrants }。
page-walk-in-same-contact = 已有人以相同的{ $same }登記，同住的人可能如此：{ $entrants }。
page-walk-in-same-name = 已有人以相同姓名登記，而兩人的出生日期未齊：{ $entrants }。
page-walk-in-alike = 尚未執行。如屬同一人，請改以已登記的號碼報到。
page-sign-here = 在此屏幕簽署
page-sign-title = 簽署第 { $table } 桌的記分紙
page-sign-how = 請核對上方你的一欄。簽署即確認這些得分。
page-sign-number = 你的參賽編號
page-sign-draw = 請用手指在此簽署
page-sign-wipe = 清除重簽
page-sign-do = 簽署
page-sign-press = 此處無須手寫，按「{ page-sign-do }」即為簽署。
page-sign-who = 簽署人：{ $number } { $called }
page-sign-not-you = 不是你？請立即告知裁判。簽署後不能在此收回，須由總裁判決定如何處理。
page-sign-changed = 這張記分紙的數字已更改。請重新閱讀，然後才簽署。
page-sign-waits = { $number } 已在此簽署，待網絡恢復後送出。
page-sign-nobody = 此記分紙現時無須簽署。
page-docket-strokes = 在屏幕上的簽署
page-docket-stroke = { $who }，{ $at }
page-docket-stroke-earlier = { $who }，{ $at }：已不再有效
page-docket-stroke-unreadable = 有一個簽署無法讀取：其密鑰已損壞。
page-console-starts = 開始時間：{ $at }
page-console-due = 時間到：{ $at }
page-console-tables = 賽桌
page-console-table = 第 { $table } 桌
page-console-games = { $of } 局中 { $games } 局
page-console-game = 第 { $game } 局
page-console-no-referee = 沒有裁判
word-wall-disputed = 有爭議
word-wall-conflict = 記分紙不符
word-wall-called = 欠成績
word-wall-unsigned = 未簽署
word-wall-playing = 進行中
word-wall-waiting = 等候開始
word-wall-in = 已交記分紙
word-wall-closed = 已完成
problem-nobody-called-so = { $session } 沒有此編號或姓名的參賽者：{ $typed }。請檢查寫法。
problem-not-of-session = { $entrant } 在 { $own } 出賽，並非 { $session }。未有為任何人報到。
task-of-session = { $session }：{ $status }
task-day = { $day }
task-named = { $id }：{ $called }
task-how-hour = 請寫成 12:25（場地時間）。
task-how-day = 請寫成 2026-03-28。
task-how-moment = 請寫成 2026-03-28 13:00（場地時間）。
task-how-several = 每行一項。
page-task-needed = （必填）
task-how-person = 編號或姓名均可。
task-how-people = 每行一人，編號或姓名均可。
task-how-rows = 每行一組，按次序：0001 0002 0003 0004。
task-how-shares = 每行一人及其賽桌：R01: 1 2 3。
task-how-figures = 請逐座寫上剩餘點數／牌數：A 0、B 12/3、C 7/2、D 20/5；或寫上得分：A +39/0、B −12/3、C −7/2、D −20/5。如無人清空牌架，請在最後加上：{ $endings }。請標示棄權者：A 20/5、✗B 12/3（或 !B）。
task-play-off = 須列明 { $places } 名，按名次排列：{ $tied }。
task-nothing-left = 現時沒有可供選擇的項目（{ $asked }），此操作暫時不能進行。
task-sheet-says = { $conflict ->
        [none] { "" }
       *[other] { $conflict }.{ " " }
    }{ $which ->
        [first] 第一張記分紙
       *[second] 第二張記分紙
    }：{ $games }
task-game-says = 第 { $game } 局：{ $seats ->
        [none] 未有紀錄
       *[other] { $seats }
    }{ $drawn ->
        [yes] ，{ page-sheet-drawn }
       *[no] { "" }
    }。
task-also-raise-dispute = 投訴、異議、抗議、反對、申訴、上訴
task-also-withdraw-dispute = 取消投訴、取消異議
task-also-make-ruling = 處理投訴、處理異議、判決、裁定、判罰
task-also-present-evidence = 證明、相片、照片
task-also-give-warning = 口頭警告、警誡、黃牌
task-also-report-breach = 犯規、作弊、違例
task-also-disqualify-entrant = 逐出、失格、紅牌
task-also-withdraw-entrant = 離開、離場、不適、棄權、退賽
task-also-reinstate-entrant = 返回比賽
task-also-check-in = 到場、簽到、點名
task-also-register-walk-in = 現場報名
task-also-register-entrant = 報名、新增參賽者
task-also-import-entrants = 名單、試算表
task-also-cancel-registration = 不能來、缺席、取消報名
task-also-move-entrant = 轉場、改場次
task-also-draw-seats = 抽籤、分桌、抽位、排位
task-also-exchange-seats = 換位、調位
task-also-start-session = 開賽
task-also-call-time = 夠鐘、鐘聲
task-also-end-session = 完結、完場
task-also-record-game-result = 分數、入分
task-also-submit-sheet = 分數、入分、成績
task-also-correct-game = 改分、錯分、修正
task-also-sign-sheet = 簽名
task-also-call-parent = 監護人、母親、父親
task-also-suspend-day = 黑雨、紅雨、暴雨、雷暴、打雷、打風、颱風、風球、八號風球、天氣、取消
task-also-suspend-remaining = 黑雨、紅雨、暴雨、雷暴、打雷、打風、颱風、風球、八號風球、天氣、中止
task-also-lift-suspension = 恢復賽事
task-also-reschedule-sessions = 改期、延期、押後
task-also-give-further-word = 最新消息
task-also-make-announcement = 廣播、訊息、通知
task-also-publish-results = 發布、公佈
task-also-conclude-qualification = 出線、晉級線
task-also-decide-cut-tie = 同分、抽籤、加賽
task-also-place-finalists = 決賽
task-also-make-awards = 頒獎、獎牌、冠軍
task-also-wish-forgotten = 忘記我、遺忘、刪除我、刪去我、移除我、刪除個人資料、刪除本人、刪除孩子、刪除小兒、刪除小女、删除我
task-also-forget-person = 私隱、遺忘、刪除資料
task-also-set-consent = 私隱、隱藏姓名
task-also-amend-details = 改名、電話、電郵、生日
task-also-appoint-referee = 評判、工作人員
task-also-invite-people = 邀請函、連結、二維碼
task-also-answer-question = 回覆、答覆
task-words-table = 第、桌
task-how-games = 每局一行，按次序。{ $figures }
task-how-results = 照試算表的樣子，以逗號或定位鍵分隔：第一行寫 { $columns }（次序不限），之後每局每個座位一行。「{ word-column-game-won }」一欄勝方寫 1，其他寫 0；得分須連正負號。
task-said-results = { $tables } 張桌的成績，共 { $lines } 行
task-how-written = 以 JSON 書寫，格式見 API 文件。
task-invited = 將發出 { $letters } 封電郵，收件 { $people } 人。沒有電郵地址而收不到的：{ $without } 人。
task-question-begins = { $urgent ->
        [true] 緊急：
       *[false] { "" }
    }{ $called }{ $words ->
        [none] { "" }
       *[other] 「{ $words }」
    }
task-erase-who = 人員
task-erase-goes = 刪除
task-erase-what-goes = { bot-forget-goes }。{ bot-forget-for-good }
task-erase-stays = 保留
task-events = 將記錄：{ $events }。
task-done-alike = 其後已於{ $at }由{ $by }執行：{ $event }。是否仍要再做一次？
question-referee = 裁判編號
question-name = 姓名
question-chief = 總裁判
question-reason = 理由
question-unit = 家庭組合
question-arrived = 到達時間（如較早）
question-session = 場次
question-birth-date = 出生日期
question-entrant-no = 參賽者編號
question-name-en = 英文姓名
question-name-zh = 中文姓名
question-family = 家庭：兩人填相同代號
question-family-role = 家庭身分
question-email = 電郵地址
question-phone = 電話
question-language = 語言
question-team = 隊伍
question-consent = 同意顯示姓名
question-guardian = 家長或監護人
question-guardian-email = 家長或監護人電郵
question-entrant = 參賽者編號
question-stage = 階段
question-keep = 保留的編號
question-drop = 刪除的編號
question-shown = 同意顯示姓名
question-scope = 顯示範圍
question-by = 由誰表示
question-child = 兒童編號
question-parent = 家長編號
question-sheet = 桌
question-medium = 簽署方式
question-digest = 所示數字的核對碼
question-kind = 類別
question-game = 局
question-seats = 各座成績
question-ended-by = 結束方式
question-statement = 爭議內容
question-dispute = 個案
question-breach = 違規內容
question-description = 違規內容
question-grounds = 原因
question-game-in-progress = 有一局正在進行
question-finding = 認定
question-cites = 所據規則
question-effects = 裁決內容
question-supersedes = 取代的裁決
question-person = 何人；工作人員填編號
question-entrants = 參賽者
question-lines = 檔案行號
question-question = 查詢
question-urgent = 緊急
question-beside = 其他有關參賽者
question-answer = 回覆
question-call = 呼叫
question-seed = 抽籤種子；留空則自動抽取
question-tables = 指定座位
question-first = 其中一人編號
question-second = 另一人編號
question-assignments = 各裁判負責的桌
question-games = 記分紙各局
question-conflict = 不符編號
question-take = 以哪張為準
question-draws = 各人所抽牌
question-target = 得分目標
question-turn-seconds = 每輪秒數
question-rows = 成績各行
question-turn = 該輪出牌
question-rack = 牌架
question-audience = 對象
question-category = 組別
question-en = 英文
question-zh = 中文
question-day = 日期
question-since = 由何時起
question-next-word = 下次通知時間
question-new-day = 新日期
question-sessions = 場次
question-fetched-at = 取得時間
question-body = 天文台回覆
question-signals = 生效信號
question-danger-read-at = 讀到危險的時間
question-proposal = 建議
question-what = 決定
question-step = 步驟
question-code = 警告
question-chosen = 各人場次
question-choice = 同分者如何決定
question-play-off = 加賽名次
answer-absent = 缺席
answer-admit-all = 全部晉級
answer-admit-none = 全部不晉級
answer-aid-found = 發現輔助物品
answer-black-rainstorm = 黑色暴雨
answer-blocked = 卡住
answer-board = 顯示屏
answer-break-over = 休息完畢
answer-break-permitted = 獲准休息
answer-child = 子女
answer-cleared = 清空牌架
answer-confirm = 同意
answer-day-before = 前一日
answer-device = 裝置
answer-disqualified = 已被取消資格
answer-distressed = 情緒不安
answer-en = 英文
answer-error = 誤錄
answer-everyone = 所有人
answer-expiry = 保存期已過
answer-family-award = 家庭獎名單
answer-finalists = 晉級者
answer-first = 第一張
answer-flipped-tile-exchanged = 已更換翻開的牌
answer-forfeit = 棄權
answer-form = 書面表格
answer-guardian = 家長或監護人
answer-health = 健康原因
answer-left = 已離場
answer-lot = 抽籤
answer-morning = 當日早上
answer-other = 其他
answer-overturned-tile-returned = 已放回翻倒的牌
answer-own-wish = 個人意願
answer-pages = 網頁
answer-paper = 紙本
answer-parent = 家長
answer-play-off = 加賽
answer-pool-exhausted = 牌池取盡
answer-pool-tile-touched = 觸碰牌池的牌
answer-posts = 公布帖文
answer-referees = 裁判
answer-refuse = 不同意
answer-refused = 拒絕
answer-registration-opens = 報到開始時
answer-request = 本人要求
answer-reshuffle-granted = 獲准重新洗牌
answer-role-chief-referee = 總裁判
answer-role-referee = 桌裁判
answer-second = 第二張
answer-self = 本人
answer-signal-8-or-above = 八號或以上信號
answer-time = 時間到
answer-timer-guide = 計時器指引
answer-unwell = 身體不適
answer-waiting = 輪候者
answer-withdrawn = 已退賽
answer-zh = 中文

## Handouts: what is printed for a day.

page-handouts = 列印
page-handout-both = 中英對照
page-handout-sheets = 記分紙
page-handout-sheets-about = 每桌一頁。已登入的工作人員以手機掃描二維碼，即可開啟該桌。
page-handout-seats = 座位表
page-handout-seats-about = 按編號排列的可張貼；按姓名排列的只供工作人員使用。
page-handout-badges = 名牌
page-handout-badges-about = 已登入的工作人員掃描二維碼，即可為該參賽者報到。只列出同意在場內顯示姓名的參賽者姓名。
page-handout-tables = 桌號
page-handout-tables-about = 每桌一頁。二維碼帶工作人員到該桌的待辦事項，其他人則到該桌的頁面。
page-handout-not-drawn = 尚未抽籤編排座位。現在可列印名牌和桌號。
page-handout-table = 桌
page-handout-player = 參賽者
page-handout-won = 勝
page-handout-score = 得分
page-handout-tiles = 牌數
page-handout-signing = 簽署即確認得分，其後不得再就得分提出爭議。
page-handout-chop = 主辦單位蓋章
page-handout-by-number = 按編號
page-handout-by-name = 按姓名
page-handout-officials-only = 只供工作人員使用，請勿張貼。
page-handout-seat = 第 { $table } 桌 { $seat } 座
page-handout-code-sheet = 工作人員輸入成績
page-handout-code-badge = 報到 { $number }
