# Правило, на котором стоит решение, одной фразой с пунктом.
# $clause свод правил и номер; $source: printed — напечатано, assumed — в своде об этом нет.

cited = { $source ->
    [assumed] { $clause } (принято нами: в своде об этом нет)
   *[printed] { $clause }
}

rule-check = Игрок говорит чек. { cited }
rule-tap = Стук по столу в свою очередь — чек. { cited }
rule-check-facing-bet = Ставка уже есть: чек невозможен, только колл или фолд. { cited }
rule-call-said = Сказанный колл обязывает уравнять всю ставку. { cited }
rule-call-without-bet = Колл, когда ставки нет, — это чек. { cited }
rule-fold = Игрок сбросил карты. { cited }
rule-fold-before-amount = Фолд до названной суммы остаётся в силе; игрок получает замечание. { cited }
rule-fold-out-of-turn = Фолд вне очереди всегда обязывает. { cited }
rule-cards-forward = Карты, отодвинутые от себя вперёд, сброшены. { cited }
rule-mucked-bettor = Сделавшему ставку и сбросившему карты возвращается неуравненная часть. { cited }
rule-hand-retrieved = Рука, которую опознали и вернули без сомнений, жива. { cited }
rule-exposed-fold = Карты, показанные без ответа на ставку, — это фолд. { cited }
rule-exposed-penalty = Карты показаны до конца торговли: рука жива, возможно взыскание. { cited }
rule-one-chip = Одна фишка без слов — колл, каким бы ни был её номинал. { cited }
rule-chip-opens = Когда ставки нет, одна фишка — бет на весь её номинал. { cited }
rule-several-open = Когда ставки нет, фишки первого движения и есть бет. { cited }
rule-opening-minimum = Бет меньше минимального доводится до минимума. { cited }
rule-option-overchip = Одна фишка от большого блайнда, когда рейза не было, — чек. { cited }
rule-covered-overchip = Фишка крупнее вместо фишек, покрывавших колл, считается по номиналу. { cited }
rule-every-chip-needed = Для колла нужна каждая фишка: колл. { cited }
rule-exact-call = Ровно размер ставки: колл. { cited }
rule-half = Половина рейза и больше — рейз, меньше — колл. { cited }
rule-any-excess = Несколько фишек, больше колла: рейз. { cited }
rule-half-or-floor = Половина рейза набрана, но фишки могут значить и колл. { cited }
rule-same-denomination = Фишки одного номинала без слов — колл. { cited }
rule-several-chips-call = Несколько фишек без слов — колл. { cited }
rule-last-chips = Последние фишки, и не все нужны для колла: олл-ин. { cited }
rule-string-bet = Без слов считается только первое движение. { cited }
rule-string-call = Колл можно доставить несколькими движениями, рейз — нельзя. { cited }
rule-raise-in-motions = Рейз объявлен, фишки пришли несколькими движениями. { cited }
rule-raise-by-chips = Рейз объявлен до фишек: фишки — это итог. { cited }
rule-raise-without-amount = Рейз без суммы — минимальный рейз. { cited }
rule-raise-without-bet = Рейз, когда ставки нет, — минимальный бет. { cited }
rule-amount-is-total = Названная сумма — это итог. { cited }
rule-amount-only = Одна лишь сумма — то же, что молча выдвинутые фишки. { cited }
rule-no-raise-left = Рейз игроку закрыт: колл. { cited }
rule-reopening-consecutive = Короткие олл-ины с коллом между ними могут не открывать торговлю заново. { cited }
rule-all-in = Все фишки игрока, насколько позволяет лимит. { cited }
rule-whole-stack = Весь стек, выдвинутый вперёд, — олл-ин, насколько позволяет лимит. { cited }
rule-pot = Пот: сначала колл, затем рейз на весь банк. { cited }
rule-pot-word = Пот здесь не сумма: обязывает к минимальному бету или рейзу. { cited }
rule-conditional = Слова «если — то» могут обязать и могут быть наказаны. { cited }
rule-unclear-amount = Неясная сумма — наибольшая разумная, не больше банка. { cited }
rule-unheard = Слова были раньше, но слышали их не все. { cited }
rule-late-word = Фишки легли на стол раньше слова. { cited }
rule-which-came-first = Слово или фишки: решает то, что было раньше. { cited }
rule-call-before-amount = Колл до названной суммы может обязать к любой сумме. { cited }
rule-wait-for-amount = Никто не ходит, пока сумма не названа. { cited }
rule-undercall-made-full = Меньше ставки — доставляется до полного колла. { cited }
rule-undercall-floor = Меньше рейза, в раздаче несколько игроков: полный колл или фолд с потерей фишек. { cited }
rule-undercalls-in-a-row = Недоколлы подряд: сначала место { $first } доводит свой колл до полного. { cited }
rule-misunderstanding = Грубое непонимание ставки может быть прощено. { cited }
rule-tiny-chip = Одна мелкая фишка против крупной ставки — нестандартный колл. { cited }
rule-pulled-back = Забрал свои фишки перед рейзом — обязан сделать колл или рейз. { cited }
rule-unofficial-gesture = Неофициальный жест — на риск игрока: спросите, что он значит. { cited }
rule-bounty-chip = Баунти-фишка и жетон времени ничего не стоят: что это было, решает флор. { cited }
rule-forward-motion = Фишки в руке не обязывают, если никто на них не ответил. { cited }
rule-not-committed = Ничего обязывающего ещё не произошло. { cited }
rule-stack-cut = Стек вынесен и нарезан: клуб не выбрал правило. { cited }
rule-out-of-turn = Остаётся в силе, если действие до него не изменится. { cited }
rule-round-over = Все ответили на ставку.
