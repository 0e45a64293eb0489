# Решение, как его читает дилер. Итог всегда стоит после «до» или прямо после действия; прибавка
# над прежней ставкой всегда названа «рейз на».
# $seat кто действовал; $total его итог на этой улице; $by на сколько рейз; $chips что с фишками:
# back (вернуть $back), add (доставить $add), even.

ruling-fold = { $chips ->
    [back] ФОЛД — верните { $back }
   *[even] ФОЛД
}
ruling-check = { $chips ->
    [back] ЧЕК — верните { $back }
   *[even] ЧЕК
}
ruling-call = { $chips ->
    [back] КОЛЛ { $total } — верните { $back }
    [add] КОЛЛ { $total } — игрок доставляет { $add }
   *[even] КОЛЛ { $total }
}
ruling-bet = { $chips ->
    [back] БЕТ { $total } — верните { $back }
    [add] БЕТ { $total } — игрок доставляет { $add }
   *[even] БЕТ { $total }
}
ruling-raise = { $chips ->
    [back] РЕЙЗ ДО { $total } (рейз на { $by }) — верните { $back }
    [add] РЕЙЗ ДО { $total } (рейз на { $by }) — игрок доставляет { $add }
   *[even] РЕЙЗ ДО { $total } (рейз на { $by })
}
ruling-all-in = { $chips ->
    [back] ОЛЛ-ИН, итого { $total } (рейз на { $by }) — верните { $back }
    [add] ОЛЛ-ИН, итого { $total } (рейз на { $by }) — игрок доставляет { $add }
   *[even] ОЛЛ-ИН, итого { $total } (рейз на { $by })
}
ruling-all-in-call = { $chips ->
    [back] ОЛЛ-ИН, КОЛЛ { $total } — верните { $back }
    [add] ОЛЛ-ИН, КОЛЛ { $total } — игрок доставляет { $add }
   *[even] ОЛЛ-ИН, КОЛЛ { $total }
}
ruling-illegal = ТАК НЕЛЬЗЯ — игрок выбирает
ruling-released = ВНЕ ОЧЕРЕДИ — не обязывает; верните фишки
ruling-call-or-fold = КОЛЛ ИЛИ ФОЛД — без рейза
ruling-check-or-fold = ЧЕК ИЛИ ФОЛД — без ставки
ruling-hand-retrieved = РУКА ЖИВА — сброс не считается
ruling-pending = ЖДИТЕ
ruling-none = Действия ещё нет
ruling-no-change = Игра продолжается как есть

string-check = СТРИНГ-БЕТ: ЧЕК — верните { $back }
string-call = { $chips ->
    [back] СТРИНГ-БЕТ: КОЛЛ { $total } — верните { $back }
    [add] СТРИНГ-БЕТ: КОЛЛ { $total } — игрок доставляет { $add }
   *[even] СТРИНГ-БЕТ: КОЛЛ { $total }
}
string-bet = { $chips ->
    [back] СТРИНГ-БЕТ: БЕТ { $total } — верните { $back }
    [add] СТРИНГ-БЕТ: БЕТ { $total } — игрок доставляет { $add }
   *[even] СТРИНГ-БЕТ: БЕТ { $total }
}
string-raise = { $chips ->
    [back] СТРИНГ-БЕТ: РЕЙЗ ДО { $total } (рейз на { $by }) — верните { $back }
    [add] СТРИНГ-БЕТ: РЕЙЗ ДО { $total } (рейз на { $by }) — игрок доставляет { $add }
   *[even] СТРИНГ-БЕТ: РЕЙЗ ДО { $total } (рейз на { $by })
}
string-all-in = { $chips ->
    [back] СТРИНГ-БЕТ: ОЛЛ-ИН, итого { $total } — верните { $back }
   *[even] СТРИНГ-БЕТ: ОЛЛ-ИН, итого { $total }
}

ask-player = СПРОСИТЕ ИГРОКА, что значит жест
ask-which-came-first = ЧТО БЫЛО РАНЬШЕ, слово или фишки? Решает дилер
bound-to-call-or-raise = ЖДИТЕ — игрок обязан сделать колл или рейз
wait-for-amount = ЖДИТЕ — предыдущая ставка ещё не названа до конца
out-of-turn-pending = ВНЕ ОЧЕРЕДИ — ход за тем, чья очередь; действие ждёт
round-over = Круг торговли окончен, банк { $pot }
