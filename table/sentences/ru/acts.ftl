# Действия и неисправности: чего нельзя определить, что решено и чего сейчас сделать нельзя.
# $seat место; $source имя источника; $reason и $remedy словами самого источника.

chips-unreadable = НЕ ОПРЕДЕЛИТЬ — разложите фишки места { $seat } ({ $reason })
chips-unknown = НЕ ОПРЕДЕЛИТЬ — перед местом { $seat } { $count ->
    [one] { $count } фишка не с этого стола
    [few] { $count } фишки не с этого стола
   *[other] { $count } фишек не с этого стола
}: уберите лишнее, остальное разложите
chips-uncertain = НЕ ОПРЕДЕЛИТЬ — разложите фишки места { $seat }
word-uncertain = НЕ ОПРЕДЕЛИТЬ — попросите место { $seat } повторить
gesture-uncertain = НЕ ОПРЕДЕЛИТЬ — спросите место { $seat }, что значит жест
tapped-out-of-turn = ВНЕ ОЧЕРЕДИ — место { $seat } постучало по столу: введите чек, если это был чек
act-not-watched = НЕ ОПРЕДЕЛИТЬ — за местом { $seat } не было наблюдения: подтвердите то, что лежит, или введите действие
cards-before-round-over = НЕ ОПРЕДЕЛИТЬ — лежат карты улицы «{ $street ->
    [flop] флоп
    [turn] тёрн
    [river] ривер
   *[other] следующая
}», но место { $seat } не действовало: введите его действие

cards-unverified = КАРТЫ НЕ ПРОВЕРЕНЫ — { $source }: { $reason }. Пересчитайте оставшиеся карты
cards-skipped = КАРТЫ НЕ ПРОВЕРЕНЫ — { $source } насчитал карты, о которых не сообщил. Пересчитайте оставшиеся карты
card-unread = КАРТЫ НЕ ПРОВЕРЕНЫ — { $source } не прочёл карту. Проверьте карты на вскрытии
cards-miscounted = КАРТЫ НЕ ПРОВЕРЕНЫ — осталось карт: { $remaining }, должно быть { $expected }, или известны не все: вызовите флора
card-twice = ТРЕВОГА — { $source } сообщил карту, которая уже вышла из колоды: прекратите сдачу, вызовите флора
card-too-many = ТРЕВОГА — { $source } сообщил больше карт, чем есть в колоде: прекратите сдачу, вызовите флора

source-not-live = НЕИСПРАВНОСТЬ — { $source }: { $reason }. { $remedy }
source-not-live-yet = НЕИСПРАВНОСТЬ — { $source } ещё ничего не передаёт: решайте вручную
source-never-live = НЕИСПРАВНОСТЬ — { $source } ни разу не сообщил о готовности: его сообщения не учитываются
source-late = НЕИСПРАВНОСТЬ — { $source } опоздал на { $milliseconds } мс: сообщение не учитывается

decided-by-dealer = Решение дилера. { $reason }
decided-by-floor = Решение флора. { $reason }

refused-nothing-to-confirm = Подтверждать нечего
refused-choose-an-option = Выберите один из вариантов или введите решение
refused-nothing-to-undo = В этой раздаче нет действия, которое можно отменить
refused-no-hand-to-retrieve = Место { $seat } не сбрасывало на этой улице руки, которую можно вернуть
refused-nothing-to-redo = Возвращать нечего: ничего не отменяли или с тех пор что-то произошло
refused-no-hand = Раздача не идёт: сначала начните её
refused-no-act-of-seat = Место { $seat } в этом круге не действовало, и ход не его
refused-unknown-action = «{ $action }» — не решение: введите фолд, чек, колл, бет, рейз или олл-ин
refused-check-facing-bet = Перед местом { $seat } ставка { $bet }, чек невозможен
refused-total-missing = Введите итог, до которого место { $seat } ставит или повышает
refused-total-out-of-reach = У места { $seat } не может стоять { $total }: не меньше { $least }, не больше { $most }
refused-option-not-shown = Варианта «{ $option }» среди показанных нет
refused-option-open = «{ $option }» оставляет действие открытым: введите, что делает игрок
refused-round-not-over = Круг не окончен: ход места { $seat }
refused-street-not-next = Следующая улица — { $next ->
    [flop] флоп
    [turn] тёрн
    [river] ривер
    [showdown] вскрытие
   *[other] та, что идёт за этой
}
refused-won-is-not-the-pot = Победители берут { $won }, а в банке { $pot }: исправьте суммы
refused-hand-needs-seats = Для раздачи нужно два места или больше, каждое по одному разу
refused-first-not-dealt-in = Первым ходит место { $seat }, но карт оно не получило
refused-seat-without-chips = Место { $seat } в раздаче, но фишек у него нет
