### 繁體中文（香港）。鍵名與 en.ftl 相同。


## Lists and marks

list-between = 、
list-between-sentences = ；

## Notices: what one person or office is told. Under 400 characters, so that with name, reference and links it stays under 500.

notice-registration-received = 登記成功：{ $session_label }。{ $registration } 開始登記，{ $seating } 前入座，{ $start } 開賽。地點：{ notice-venue-line }{ notice-travel-line }
notice-place-from-waiting-list = 候補成功，你已獲名額：{ $session_label }。{ $registration } 開始登記，{ $seating } 前入座。地點：{ notice-venue-line }
notice-registration-on-waiting-list = { $session_label } 已滿。你在候補名單第 { $waiting_place } 位，一有名額即時通知。
notice-session-changed = 你的場次已更改為 { $session_label }。{ $registration } 開始登記，{ $seating } 前入座。地點：{ $venue }。
notice-seat-changed = 你的座位已更改：{ $session_label }，第 { $table } 桌 { $seat } 座。
notice-reminder-day-before = 明天比賽：{ $session_label }。{ $registration } 登記，{ $seating } 前入座，{ $start } 至 { $end } 比賽。{ notice-venue-line }{ notice-travel-line }{ $seating } 前未報到即喪失參賽權。
notice-reminder-morning = 今天比賽：{ $session_label }。{ $registration } 登記，{ $seating } 前入座。{ $venue }。{ notice-travel-line }
notice-reminder-opening = 你的場次於 { $registration } 開始登記，請於 { $seating } 前到 { $venue } 入座。{ $table_line }
notice-timer-guide = 參加 { $session_label } 前，請先閱讀計時器使用說明（Rummikub Timer – How to Use）；說明亦已電郵給你。
notice-weather-watch = 天氣提示：{ $session_label } 前可能發出令賽事暫停的警告。{ $cutoff } 作決定並會通知你，毋須查詢。
notice-goes-ahead = 賽事如常舉行：{ $session_label }。{ $registration } 登記，{ $seating } 前入座。地點：{ $venue }。
notice-suspended = 暫停：因{ $grounds_label }，{ $session_label } 暫停舉行，請勿前來。新日期決定後即時通知你。
notice-session-voided = 中止：因{ $grounds_label }，{ $session_label } 中止，成績作廢並將重賽。新日期決定後即時通知你。請留在安全地方。
notice-rescheduled = 新日期：你的場次改為 { $session_label }。{ $registration } 登記，{ $seating } 前入座。地點：{ $venue }。如未能出席請告知。
notice-plan-changed = 更改：請重新留意 { $session_label } 的時間及地點。{ $registration } 登記，{ $seating } 前入座，{ $start } 開賽。地點：{ notice-venue-line }如未能出席請告知。
notice-plan-changed-for-referees = 更改：以下場次的時間或地點有變：{ $sessions }。請查看賽程，如未能出席請告知。
notice-dispute-raised = { $table } 桌提出爭議 { $dispute }：{ $dispute_label }。該桌正在等候。
notice-chief-called = 請到{ $session_label }第 { $table } 桌：裁判（{ $referee }）呼叫總裁判。
notice-ruling = 總裁判已就 { $dispute } 作出裁決，依據 { $cites }。裁決為最終決定。如你的分數有更改，請重新簽署。
notice-session-results = 你在 { $session_label } 的成績：{ $figures }。以公布為準。
notice-round-drawn = 第 { $round } 輪：{ $round_line }
notice-results-published = { $stage_label }成績已公布。{ $own_line }全部成績：{ $link }
notice-correction-published = { $stage_label }成績已更正（第 { $version } 版）。{ $own_line }全部成績：{ $link }
notice-qualified = 恭喜晉級決賽！場次稍後通知，請預留 { $final_days }。
notice-reserve = 你是決賽後備第 { $reserve_place } 名，如獲遞補即時通知。
notice-moved-up = 你已遞補晉級決賽。{ $final_line }
notice-final-seat = 你的決賽：{ $session_label }。{ $registration } 登記，{ $seating } 前入座，{ $start } 開賽。地點：{ $venue }。成績重新計算。
notice-awards = 恭喜！你獲得{ $award_title }，請留步參加頒獎。
notice-family-award = 恭喜！你的家庭獲得{ $family_award_title }，請留步參加頒獎。
notice-family-asked = 參賽者 { $by } 希望與你組成家庭組合（{ $child } 為子女，{ $parent } 為家長），參加{ $family_award_title }。如屬家人請確認，否則請拒絕。除非你確認，{ $by } 不會得知你的任何資料。
notice-announcement = { $words }
notice-weather-suspend = { $proposal }：{ $day_label } 截止時 { $codes } 生效，建議全日暫停（{ $sessions }）。請確認或拒絕。
notice-weather-suspend_remaining = { $proposal }：{ $day_label } { $codes } 生效，建議暫停其後結束的場次（{ $sessions }）。請確認或拒絕。
notice-weather-proceed = { $proposal }：{ $day_label } 沒有令賽事暫停的警告，建議公布如常舉行。請確認或拒絕。
notice-retention-due = 賽事已於{ $day_label }結束，參賽者及裁判的姓名、出生日期及聯絡資料仍在保存。如已不再需要，請由系統管理員執行 `tileledger forget { $tournament } --everyone` 予以忘記。賽果及證明維持不變。
notice-post = { $words }
notice-weather-unknown = { $proposal }：天文台沒有回應，未知 { $day_label } 的警告情況。請親自查看並決定。尚未公布任何消息。
notice-observatory-silent = 自 { $since_label } 起未能取得天文台資料，仍會繼續查看。

## Parts of notices

notice-venue-line = { $address ->
        [none] { $venue }。
       *[other] { $venue }，{ $address }。
    }
notice-travel-line = { $travel ->
        [none] { "" }
       *[other] { $travel }。
    }
notice-place-as-announced = 按公布
notice-day-follows = 日期待定
notice-sessions-of-day = { $day ->
        [none] { notice-day-follows }，{ $sessions }
       *[other] { $day }{ $sessions }
    }
notice-sessions-numbered = 第 { $numbers } 場
notice-table-line = 座位：第 { $table } 桌 { $seat } 座。
notice-figures = 勝 { $won } 局，{ $score } 分，剩 { $tiles } 隻牌
notice-own-place = 你的名次：第 { $place } 名（{ $figures }）。
notice-not-ranked = 你沒有名次。
notice-round-table = 第 { $table } 桌，{ $seat } 座，同桌：{ $others }。
notice-round-bye = 你本輪輪空。
notice-round-not-drawn = 你未獲編桌。
notice-days = { $count ->
        [1] { $last }
       *[other] { $first }及{ $last }
    }
notice-session-follows = 場次稍後通知。
notice-session-and-seating = { $session_label }，{ $seating } 前入座。
notice-grounds-black-rainstorm = 黑色暴雨警告
notice-grounds-signal-8-or-above = 八號或以上熱帶氣旋警告信號
notice-grounds-other = 不能控制的情況
notice-for = { $names }：
notice-for-each = { $name }：{ $body }
notice-reference = 通知 { $reference }
notice-reference-replacing = 通知 { $reference }，取代 { $replaces }

## Words

word-stage-preliminary = 初賽
word-stage-final = 決賽
word-entrant-registered = 已登記
word-entrant-waiting = 候補中
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
word-source-paper = 紙本
word-source-ruling = 按裁決
word-source-clerical = 依紙本更正
word-charge-could-not-meld = 未能首次出牌
word-charge-could-have-melded = 能首次出牌而沒有出
word-charge-knocked-down = 推倒牌
word-effect-none = 維持結果
word-effect-amend-game = 修訂賽局
word-effect-void-game = 賽局作廢
word-effect-replay-game = 重賽一局
word-effect-charge = 罰分
word-effect-warning = 口頭警告
word-effect-disqualify = 取消資格
word-cut-open = 尚未確定
word-cut-held = 待同分者決定
word-cut-concluded = 已確定
word-dispute-dispute = 參賽者提出異議
word-dispute-game-interrupted = 賽局中斷
word-dispute-game-not-begun = 時間到時賽局尚未開始
word-dispute-breach = 兩次警告後再次違規

## Posts: what everyone is told. No names of participants; the proof stands below.

post-results-published = { $title }：{ $stage_label }成績公布（第 { $version } 版，共 { $ranked } 人）。
post-suspended = { $title }：因{ $grounds_label }，{ $day_label }{ $sessions_label }暫停舉行，請勿前來。新日期將在此公布。
post-suspension-lifted = { $title }：原定 { $day_label }{ $sessions_label }並無暫停。先前的暫停公布有誤，現予收回；賽事如常舉行。
post-goes-ahead = { $title }：{ $day_label }的賽事如常舉行。
post-rescheduled = { $title }：原定 { $planned_label }{ $sessions_label }改期至 { $day_label }，時間不變。有關參賽者將收到通知。
post-plan-changed = { $title }：賽程有更改。現時安排：{ $sessions_label }。地點：{ $venue }。有關參賽者將收到通知。
post-venue-changed = { $title }：地點有更改。其後賽事於{ $venue }舉行。有關參賽者將收到通知。
post-day-and-hours = { $count ->
        [0] { $day }
       *[other] { $day } { $hours }
    }
post-more-days = …
post-proof = 賽事日誌第 { $seq } 項：{ $hash }

## The bot

bot-action-acknowledge = ✓ 已閱讀
bot-action-confirm = 確認
bot-action-refuse = 拒絕
bot-action-open = 開啟
bot-action-send-held = 發送
bot-action-drop-held = 捨棄
bot-for-each = { $name }：{ $body }
bot-welcome = 這是賽事機械人。請開啟確認通知內的連結以連接此對話，或向登記處索取連結。/help 查看可用指令。
bot-welcome-back = 歡迎回來。/schedule 查看比賽時間地點，/help 查看其他指令。
bot-link-entrant = { $tournament }：是否在此對話接收 { $name } 的通知？
bot-link-referee = { $tournament }：是否將此對話連接至裁判 { $name }？
bot-link-organizer = { $tournament }：是否將此對話連接至主辦單位？
bot-link-yes = 是，連接
bot-no = 否
bot-linked =
    已連接：{ $name }。
    { $commands }
bot-linked-already = 此對話已連接至 { $name }。
bot-not-linked = 沒有連接。
bot-stop-sure = 停止在此對話接收 { $names } 的所有通知？
bot-stop-yes = 是，停止
bot-stopped = 已停止，不會再收到通知。如要恢復，請開啟新連結。
bot-not-stopped = 維持不變。
bot-help = 可用指令
bot-commands-entrant =
    /me 你的資料
    /schedule 時間地點
    /standings 排名
    /family 家庭組合
    /results 公布成績
bot-commands-referee =
    /dispute 提出爭議
    /warn 口頭警告
    /call 呼叫總裁判
    /sheet 記分紙
    /docket 你桌上的爭議
bot-commands-chief =
    /docket 待決爭議：證據、預覽、裁決
    /sheet 查看及更正記分紙
    /dispute 提出爭議
    /warn 口頭警告
bot-commands-organizer =
    /weather 回覆天氣建議
    /announce 發出公告
    /deliveries 發送情況
    /docket 待決爭議
bot-commands-all =
    /language 中文／English
    /notifications 通知選項
    /stop 停止通知
bot-language = 請選擇語言：
bot-language-name = 繁體中文
bot-language-set = 以後會用繁體中文。
bot-notifications = 按下以開啟或關閉。涉及安全、時間及地點的通知必定發送。
bot-rather-by-email = 改以電郵通知：{ $name }
bot-email-from-now = 今後以電郵通知。
bot-chat-from-now = 今後在此對話通知。
bot-email-not-on-file = 沒有電郵紀錄。請在場地或向主辦單位提供。
bot-switched-on = 已開啟。
bot-switched-off = 已關閉。
bot-kind-reminder-day-before = 前一天提示
bot-kind-reminder-morning = 當天早上提示
bot-kind-reminder-opening = 開始登記提示
bot-kind-timer-guide = 計時器說明
bot-kind-session-results = 場次成績
bot-kind-results-published = 成績公布
bot-kind-reserve = 後備名次
bot-kind-registration-received = 登記
bot-kind-weather-watch = 天氣預警
bot-kind-goes-ahead = 如常舉行
bot-kind-suspended = 暫停
bot-kind-rescheduled = 改期
bot-kind-seat-changed = 調位
bot-kind-round-drawn = 輪次編排
bot-kind-dispute-raised = 爭議
bot-kind-chief-called = 呼叫總裁判
bot-kind-ruling = 裁決
bot-kind-correction-published = 更正公布
bot-kind-qualified = 晉級
bot-kind-moved-up = 遞補
bot-kind-family-asked = 邀請組成家庭組合
bot-kind-final-seat = 決賽座位
bot-kind-awards = 獎項
bot-kind-announcement = 公告
bot-kind-retention-due = 個人資料保留
bot-kind-post-urgent = 公開帖文
bot-kind-post-results = 成績帖文
bot-kind-weather-proposal = 天氣建議
bot-kind-weather-unknown = 天氣不明
bot-not-for-you = 此對話所連接的身份不可使用此指令。請以 /help 查看可用指令。
bot-not-understood = 我不明白。/help 查看可用指令。
bot-stale = 此按鈕屬於較早步驟。請使用最新訊息的按鈕，或重新開始：/help
bot-unknown-button = 此按鈕已失效。請重新開始：/help
bot-done-already = 已經完成。
bot-failed = 系統出現問題，沒有任何更改，請再試一次。
bot-acknowledged = 多謝，已記錄你已閱讀。
bot-cancelled = 已取消，沒有任何更改。
bot-cancel = 取消
bot-confirm = 確認
bot-refuse = 拒絕
bot-back = 返回個案
bot-send = 發送
bot-role-referee = 裁判
bot-role-chief-referee = 總裁判
bot-role-organizer = 主辦單位
bot-heading-me = 你的資料
bot-heading-schedule = 時間地點
bot-heading-standings = 排名
bot-heading-results = 公布成績
bot-heading-family = 家庭組合
bot-heading-docket = 待決爭議
bot-heading-deliveries = 發送情況
bot-me = { $name }，編號 { $number }：{ $status }。
bot-status-registered = 已登記
bot-status-waiting = 候補中
bot-status-cancelled = 已取消
bot-status-merged = 已併入另一編號
bot-out-withdrawn = 已退賽。
bot-out-disqualified = 已被取消資格。
bot-is-qualified = 已晉級決賽。
bot-warnings = 口頭警告：{ $count } 次。
bot-when = { $day }第 { $session } 場。{ $registration } 登記，{ $seating } 前入座，{ $start } 開賽。{ $venue }
bot-when-suspended = { $day }第 { $session } 場：已暫停，請勿前來，新日期待定。
bot-day-follows = 日期待定，
bot-seat = 第 { $table } 桌 { $seat } 座。
bot-at = { $venue }。
bot-no-tables = 現時沒有進行中的賽桌。
bot-no-standings = 暫時未有排名。
bot-by-match-points = 積分 { $figure }
bot-by-rounds-won = 勝 { $figure } 輪
bot-by-rating = 評分 { $figure }
bot-figures = 勝 { $won } 局，{ $score } 分，剩 { $tiles } 牌
bot-place = 第 { $place } 名
bot-not-ranked = { $name }：未有排名。
bot-published = 已公布第 { $version } 版
bot-not-published = { $name }：尚未公布成績。
bot-no-family = 未有登記家庭組合，可向登記處辦理。
bot-family-open = { $name } 與 { $other }：家庭組合 { $unit }，兩人完成決賽後計算排名。
bot-family-agreed = { $child } 與 { $parent } 已組成家庭組合。
bot-family-declined = 已拒絕：{ $child } 與 { $parent } 並非家庭組合。
bot-family-place = { $name } 與 { $other }：第 { $place } 名，勝 { $won } 局，{ $score } 分。
bot-docket = 待決個案：{ $count } 宗，請選擇。
bot-docket-empty = 沒有待決個案。
bot-case =
    { $kind }
    { $sheet } 桌，第 { $game } 局
    涉及 { $entrants }
bot-case-closed = 狀態：{ $status }。
bot-case-ruled = 已裁決
bot-case-withdrawn = 已撤回
bot-case-moot = 已無須處理
bot-evidence-add = 加入證據
bot-evidence-all = 全部證據（{ $count }）
bot-evidence-turn = 回合
bot-evidence-rack = 牌架
bot-evidence-kind = 提出甚麼證據？回合：是否合法；牌架：能否首次出牌。
bot-evidence-which-rack = 請寫出牌架上的牌：R10 B10 K10 J。R 紅、B 藍、K 黑、O 或 Y 橙／黃、J 百搭。
bot-evidence-last = 最後抽到哪隻牌？該牌不計算在內。請寫出，或選擇：不知道／按現狀判斷。
bot-evidence-not-known = 不知道
bot-evidence-as-it-is = 按現狀
bot-evidence-had-melded = 該參賽者在此回合前是否已完成首次出牌？
bot-evidence-melded = 已首次出牌
bot-evidence-not-melded = 未首次出牌
bot-evidence-before = 請寫出該回合前桌上的牌，以 | 分隔牌組，順子由小至大：R1 R2 R3 | B4 J B6。桌上沒有牌請寫 -。如百搭牌令牌組有兩種解讀，請在前面寫「順子」或「群組」。
bot-evidence-rack-before = 請寫出該回合前牌架上的牌：R10 B10 K10 J。
bot-evidence-after = 請以同樣方式寫出該回合後桌上的牌。
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
bot-verdict-legal = 合法
bot-verdict-illegal = 不合法
bot-verdict-ruling-required = 須由裁判決定
bot-verdict-possible = 能首次出牌
bot-verdict-impossible = 不能首次出牌
bot-verdict-referee-decides = 視乎最後抽到的牌，由裁判決定
bot-verdict-rack = { $answer }，最高 { $best } 分。
bot-charge-proposed = 罰分：{ $charge }，{ $points }。
bot-ruled-otherwise = ⚠ 裁決不同
bot-see-sheet = 查看記分紙
bot-rule = 裁決
bot-correct = 更正賽局
bot-ruling-effect = 一、裁決的效果？
bot-ruling-proposed = 依證據：{ $whose }
bot-effect-none = 維持結果
bot-effect-amend-game = 修訂賽局
bot-effect-void-game = 賽局作廢
bot-effect-replay-game = 重賽一局
bot-effect-charge = 罰分
bot-effect-warning = 口頭警告
bot-effect-disqualify = 取消資格
bot-ruling-game = 二、哪一局？
bot-ruling-entrant = 三、何人？
bot-ruling-charge = 四、哪種罰分？
bot-figures-how = 請逐座寫上剩餘點數／牌數：A 0, B 12/3, C 7/2, D 20/5。如無人出清，最後加上：time、blocked、pool exhausted 或 forfeit。
bot-ruling-finding = 五、你的認定？請寫一句。
bot-ruling-cites = 六、依據哪條規則？選擇或輸入。
bot-ruling-reason = 七、理由？請寫一句。
bot-ruling-read-back =
    裁決：{ $effect }
    認定：{ $finding }
    依據：{ $cites }
    理由：{ $reason }
    { $impact }
    裁決為最終決定。確認？
bot-confirm-ruling = 確認裁決
bot-ruled = 已就 { $dispute } 作出裁決 { $ruling }。受影響者於場次結束後獲通知。
bot-game = 第 { $game } 局
bot-impact-places = 名次
bot-impact-cut = 晉級：增 { $came_in }，減 { $fell_out }
bot-impact-awards = 獎項
bot-impact-none = 名次不變。
bot-impact-notices = 通知：{ $count } 則
bot-dispute-table = 哪一桌有爭議？
bot-warn-table = 被警告者在哪一桌？
bot-call-table = 請總裁判到哪一桌？
bot-which-session = 哪一場？
bot-sheet-table = 哪一桌的記分紙？
bot-dispute-game = 涉及哪一局？
bot-no-game = 不涉及個別賽局
bot-dispute-statement = 事由？請寫一句。
bot-dispute-read-back =
    爭議，第 { $game } 局：「{ $statement }」
    確認提出？
bot-dispute-raised = 已提出 { $dispute }，即時通知總裁判。
bot-warn-entrant = 警告何人？
bot-warn-breach = 事由？請寫一句。
bot-warn-read-back =
    向 { $entrant } 發出第 { $number }／{ $most } 次警告：「{ $breach }」
    確認？
bot-warned = 已警告 { $entrant }。
bot-called = 已呼叫總裁判（{ $count } 人已連接）。如無人到場，請用對講機。
bot-call-nobody = 呼叫已記錄，但沒有總裁判連接對話。請用對講機。
bot-nothing-to-correct = 此記分紙未有已記錄的賽局。
bot-correct-game = 哪一局與紙本不符？
bot-correct-reason = 理由？請寫一句。
bot-correct-read-back =
    第 { $game } 局依紙本：{ $figures }
    理由：{ $reason }
    { $impact }
    確認更正？
bot-corrected = 已更正第 { $game } 局。
bot-proposal =
    { $day }：{ $outcome }
    生效：{ $codes }
    場次：{ $sessions }
bot-weather-suspend = 全日暫停
bot-weather-suspend-remaining = 暫停其後結束的場次
bot-weather-proceed = 如常舉行
bot-weather-unknown = 情況不明，請親自查看
bot-no-proposal = 沒有待回覆的建議。
bot-proposal-confirmed = 已確認，即時通知所有相關人士。
bot-proposal-refused = 已拒絕，不作公布。
bot-announce-audience = 通知何人？
bot-audience-everyone = 所有人
bot-audience-finalists = 決賽選手
bot-audience-waiting = 候補者
bot-audience-referees = 裁判
bot-announce-en = 請輸入英文內容，最多 { $most } 字元。
bot-announce-zh = 請輸入中文內容，最多 { $most } 字元。
bot-announce-read-back = 將發送給 { $count } 人，其中 { $linked } 人已連接。發送？
bot-announced = 公告正在發送。
bot-no-deliveries = 尚未有發送紀錄。
bot-delivery-pending = 待發
bot-delivery-held = 暫緩
bot-held = 因長時間停止發送而暫緩：{ $count } 則（{ $kinds }）。是否仍然有用？
bot-held-sent = 現已發出，已失效的除外。
bot-held-dropped = 已捨棄，不會發給任何人。
bot-nothing-held = 已沒有暫緩的通知。
bot-drop = 捨棄
bot-delivery-sent = 已發
bot-delivery-unknown = 未明
bot-delivery-failed = 失敗
bot-delivery-expired = 逾時
bot-delivery-cancelled = 已取代
bot-delivery-declined = 已關閉
bot-delivery-unlinked = 未連接
bot-delivery-dead = 放棄
bot-delivery-acknowledged = 已讀
bot-menu-me = 你的資料
bot-menu-schedule = 時間地點
bot-menu-standings = 排名
bot-menu-family = 家庭組合
bot-menu-results = 公布成績
bot-menu-language = English 或中文
bot-menu-notifications = 通知選項
bot-menu-stop = 停止通知
bot-menu-help = 可用指令

## The timeline: each event in plain words

event-warnings-reported = 天文台警告有變（{ $n_signals } 項），於 { $fetched_at } 取得。
event-observatory-silent = 自 { $since } 起未能取得天文台資料。
event-weather-proposed = { $proposal }：{ $day } 天氣判斷為 { $outcome }（{ $codes }；場次 { $sessions }）。
event-weather-proposal-answered = { $proposal } 已獲答覆（確認：{ $confirmed }）。
event-weather-proposal-escalated = { $proposal } 未獲及時答覆，已再次提出（第 { $step } 步）。
event-weather-watch-announced = 已公布 { $code } 或影響 { $day } 的賽事。
event-play-goes-ahead = { $day } 的賽事如常舉行。
event-reminder-due = 場次 { $session }（{ $day }）的提示到期（{ $kind }）。
event-retention-due = 賽事於 { $day } 結束，是時候檢視是否仍需保存個人資料。
event-announcement-made = 公告 { $announcement } 已向 { $audience } 發出。
event-tournament-defined = 賽事成立。
event-tournament-amended = 賽事計劃已更改：{ $changes }。改期場次：{ $moved }。
event-referee-appointed = 委任裁判 { $referee }。
event-referee-dismissed = 裁判 { $referee } 不再擔任。
event-entrant-registered = { $entrant_no } 登記場次 { $session }。
event-place-confirmed = { $entrant } 獲場次 { $session } 名額。
event-waiting-list-joined = { $entrant } 列入場次 { $session } 候補名單。
event-registration-cancelled = { $entrant } 取消登記。
event-entrant-moved = { $entrant } 由場次 { $from_session } 調往 { $to_session }。
event-entrants-merged = { $dropped } 與 { $kept } 為同一人，合併於後者。
event-details-amended = { $entrant } 的資料已修改（{ $fields }）。
event-language-chosen = { $entrant } 選擇訊息語言。
event-consent-changed = { $entrant } 更改公開姓名的同意：{ $shown }。
event-person-forgotten = 個人資料已永久刪除（{ $grounds }）：參賽者 { $entrant }，裁判 { $referee }。成績不變。
event-family-unit-declared = { $child }（子女）與 { $parent }（家長）組成家庭組合。
event-family-unit-proposed = { $by } 提議 { $child }（子女）與 { $parent }（家長）組成家庭組合。
event-family-unit-declined = { $child } 與 { $parent } 組成家庭組合的提議被謝絕或撤回。
event-family-unit-dissolved = 家庭組合 { $unit } 已解散。
event-entrant-checked-in = { $entrant } 於場次 { $session } 報到。
event-check-in-undone = { $entrant } 於場次 { $session } 的報到已撤銷。
event-seats-drawn = 場次 { $session } 抽籤編位：{ $n_tables } 桌；{ $n_forfeited } 人喪失參賽權。種子 { $seed }。
event-seat-draw-undone = 場次 { $session } 的編位已撤銷。
event-seats-exchanged = { $first } 與 { $second } 在場次 { $session } 調換座位。
event-referees-assigned = { $n_assignments } 名裁判負責場次 { $session } 的賽桌。
event-session-started = 場次 { $session } 開始。
event-session-start-undone = 場次 { $session } 的開始已撤銷。
event-time-called = 場次 { $session } 時間到。
event-time-call-undone = 場次 { $session } 的時間到已撤銷。
event-session-ended = 場次 { $session } 結束。
event-session-reopened = 場次 { $session } 重新開放。
event-session-played-on-paper = 場次 { $session } 以紙本進行；已匯入 { $n_tables } 桌。
event-first-player-determined = { $sheet } 第 { $game } 局由 { $entrant } 先手。
event-incident-noted = { $sheet } 第 { $game } 局：{ $kind }（{ $entrant }）。
event-chief-referee-called = 已呼叫總裁判到 { $sheet }。
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
event-sessions-suspended = 場次 { $sessions } 暫停（{ $grounds }）。
event-suspension-lifted = { $sessions } 的暫停已撤銷。
event-sessions-rescheduled = 場次 { $sessions } 改於 { $day } 舉行。
event-results-published = 公布 { $stage } 結果第 { $version } 版：{ $n_rows } 人排名，{ $n_changes } 項更改。
event-qualification-held = { $n_tied } 人在晉級線同分，尚餘 { $free_places } 個名額，須作決定。
event-cut-tie-decided = 晉級線同分已決定（{ $choice }）：{ $admitted }。
event-qualification-concluded = { $n_qualified } 人晉級決賽；{ $n_reserves } 人候補。
event-qualification-undone = 晉級名單已撤銷。
event-finalists-placed = 決賽者已編排場次。
event-qualifier-withdrew = { $entrant } 放棄決賽席位。
event-reserve-moved-up = { $entrant } 遞補 { $replaces }。
event-awards-made = 獎項頒定。
event-family-award-made = 家庭獎由 { $units } 獲得。
event-table-opened = { $entrants } 在 { $session } 第 { $table } 桌就座。
event-table-closed = { $sheet } 桌結束。
event-games-forfeited = { $entrant } 離場，{ $sheet } 未進行的對局判負；{ $winner } 獲勝。
event-sessions-dropped = 場次 { $sessions } 取消：無須該等場次，所有人已可互相對賽。
event-ratings-changed = { $n_ratings } 名參賽者的評分有變。
event-awards-revoked = 獎項已撤回。

## Pages

page-home-title = Tileledger 賽事紀錄
page-home-lead = 以只可新增的事件日誌舉辦牌類賽事。
page-tournaments = 賽事
page-no-tournaments = 尚未有賽事。
page-more-tournaments = 更多賽事
page-for-programs = 程式介面
page-api-docs = API 說明文件
page-openapi = OpenAPI 文件
page-problem-codes = 錯誤代碼
page-standings = 名次
page-no-standings = 尚未有名次。
page-place = 名次
page-entrant = 編號
page-name = 姓名
page-games-won = 勝局
page-match-points = 積分
page-median-buchholz = 中位 Buchholz
page-buchholz = Buchholz
page-progressive = 累進分
page-tie-break-score = 決勝分
page-head-to-head = 相互對局
page-results-spread = 除去最佳的得分和
page-sonneborn-berger = Sonneborn-Berger
page-rounds-won = 勝輪
page-target = 目標分
page-medal = 獎牌
page-gold = 金
page-silver = 銀
page-bronze = 銅
page-rating = 評分
page-mu = 實力
page-sigma = 不確定度
page-team = 隊伍
page-medal-table = 各隊獎牌
page-team-table = 隊伍成績（最佳成員合計）
page-members = 計分成員
page-score = 得分
page-average = 平均
page-tiles = 剩餘牌數
page-qualified = 晉級
page-yes = 是
page-no = 否
page-tied = 同分
page-names-by-consent = 姓名經同意後方會顯示。
page-state = 狀態
page-seq = 事件序號
page-head-hash = 該事件的雜湊值
page-hash-meaning = 此雜湊值可證明至此為止的每項事件：任何改動都會令其不同。
page-other-language = English
page-home = 主頁
page-skip = 跳至內容
page-past = 顯示第 { $seq } 項事件時的情況，並非現況。
page-results = 公布結果
page-nothing-published = 尚未公布結果。
page-number = 編號
page-won = 勝局
page-left = 剩牌
page-stage = 階段
page-versions = 版本
page-version = 第 { $version } 版
page-proof = 證明
page-digest = 此表的摘要（SHA-256）
page-published-at = 載有此表的第 { $seq } 項事件的雜湊值
page-sealed-head = 封印時日誌第 { $seq } 項的雜湊值
page-seal = 封印（Ed25519）
page-not-sealed = 尚未封印。
page-how-to-check = 如欲自行核實，請向主辦單位索取公開匯出檔，連同下方的公鑰，以 docs/verify_export.py 檢查每個雜湊值及封印，再以 docs/recompute_standings.py 由賽局重新計算以上各表。
page-public-export = 公開匯出檔（限可讀取事件者）
page-seal-key = 公鑰
page-all-seals = 所有封印
page-verification = 由此伺服器重新計算日誌
page-problem = 錯誤
page-status = HTTP 狀態
page-rule = 依據
page-sentence = 內容
