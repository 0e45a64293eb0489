# О чём спрашивают флора и какие ответы есть.
# Суммы ответа: $total_bet итог, $must_add, $change_returned, $forfeit, $paid.

floor-several-chips = ПОЗОВИТЕ ФЛОРА — колл или рейз?
floor-undercall = ПОЗОВИТЕ ФЛОРА — меньше ставки
floor-tiny-chip = ПОЗОВИТЕ ФЛОРА — одна мелкая фишка
floor-misunderstanding = ПОЗОВИТЕ ФЛОРА — ставка понята неверно
floor-option-overchip = ПОЗОВИТЕ ФЛОРА — одна фишка от большого блайнда
floor-unheard = ПОЗОВИТЕ ФЛОРА — слова и фишки расходятся
floor-late-word = ПОЗОВИТЕ ФЛОРА — рейз сказан после фишек
floor-unclear-amount = ПОЗОВИТЕ ФЛОРА — сумма неясна
floor-conditional = ПОЗОВИТЕ ФЛОРА — слова «если — то»
floor-reopening = ПОЗОВИТЕ ФЛОРА — открыт ли игроку рейз?
floor-call-before-amount = ПОЗОВИТЕ ФЛОРА — колл до названной суммы
floor-forward-motion = ПОЗОВИТЕ ФЛОРА — на неотпущенные фишки ответили
floor-bounty-chip = ПОЗОВИТЕ ФЛОРА — баунти-фишка или жетон времени
floor-stack-cut = ПОЗОВИТЕ ФЛОРА — какие фишки считать?

option-call = Колл: итого { $total_bet }
option-raise = Рейз до { $total_bet }
option-check = Чек
option-all-in = Олл-ин: итого { $total_bet }
option-fold = Фолд
option-full-call = Полный колл: итого { $total_bet }, игрок доставляет { $must_add }
option-fold-forfeit = Фолд: { $forfeit } остаётся в банке, { $change_returned } возвращается
option-call-not-binding = Колл не обязывает: { $change_returned } возвращается
option-no-action = Это не действие
option-binding = Обязывает
option-penalty = Взыскание
option-discretion = На усмотрение флора
option-call-any-amount = Обязан уравнять любую сумму
option-words-stand = Считаются слова: итого { $total_bet }, игрок доставляет { $must_add }
option-chips-stand = Считаются фишки: итого { $total_bet }
option-words-first = Слово было раньше: итого { $total_bet }
option-chips-first = Фишки были раньше: итого { $total_bet }
option-released-chips = Считаются только отпущенные фишки: итого { $total_bet }
option-forward-motion = Считаются все вынесенные фишки: итого { $total_bet }
option-hand-dead = Рука мертва
option-call-or-fold = Колл или фолд, без рейза
option-not-paid = Спрятанные фишки не оплачиваются: выигрыш { $paid }
option-accepted-action = Колл покрывает все фишки: выигрыш { $paid }
option-hidden-to-winner = Спрятанные фишки уходят победителю: выигрыш { $paid }
option-show = Рука открывается
option-keep-hidden = Рука остаётся закрытой
option-judge-looks-alone = Карты смотрит только главный судья

# Как будет стоять раздача, когда ответ выбран.
standing-acts = { $owed ->
    [0] Банк { $pot }, ход места { $seat }: уравнивать нечего
   *[other] Банк { $pot }, ход места { $seat }: уравнять { $owed }
}
standing-round-over = Банк { $pot }, круг окончен
standing-hand-over = Банк { $pot }, раздача окончена

# Что изменила поправка; $line решение его собственным предложением.
changed-from = До сих пор: { $line }
changed-pot = Банк { $after }, до сих пор { $before }
changed-next = Теперь ход места { $seat }
changed-round-over = Теперь круг окончен
changed-hand-over = Теперь раздача окончена
changed-taken-back = Место { $seat } действует заново, было: { $line }
