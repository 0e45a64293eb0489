# Обязанности дилера: банки, вскрытие, баттон, часы, ошибки. $seat чьё место; $pot, $back суммы.

pots = { $back ->
    [0] Банков: { $count }, всего { $pot }
   *[other] Банков: { $count }, всего { $pot } — { $back }, на которые никто не ответил, возвращаются
}
split = РАЗДЕЛИТЕ { $pot } на { $count }
showdown-one-hand = Место { $seat } выигрывает без показа
showdown-order = ВСКРЫТИЕ — первым показывает место { $seat }
showdown-right-to-see = ВСКРЫТИЕ — рука, о которой спросили, показывается
showdown-no-right = ВСКРЫТИЕ — показывать никто не обязан
showdown-discretion = ПОЗОВИТЕ ФЛОРА — показывать руку или нет?
showdown-collusion-judge = ПОЗОВИТЕ ГЛАВНОГО СУДЬЮ — подозрение на сговор
button = БАТТОН на место { $seat }
button-stands = Баттон остаётся на месте { $seat }
button-corrected = Исправьте баттон: место { $seat }
post = Место { $seat } ставит: блайнд { $blind }, анте { $ante }
clock-running = Время идёт
chip-race = Обменяйте фишки
no-misdeal = ПЕРЕСДАЧИ НЕТ — играем дальше
misdeal = ПЕРЕСДАЧА
substantial-action = Значимое действие было
no-substantial-action = Значимого действия ещё не было
dead-hand = { $back ->
    [0] МЁРТВАЯ РУКА, место { $seat }
   *[other] МЁРТВАЯ РУКА, место { $seat } — верните { $back }
}
amount-stands = Сумма остаётся
shared-place = Игроков на { $place }-м месте: { $count }
count-allowed = СЧЁТ — олл-ин места { $seat }: { $total }
count-refused = Сейчас счёта нет
floor-hidden-chips = ПОЗОВИТЕ ФЛОРА — спрятанные фишки
floor-skipped = ПОЗОВИТЕ ФЛОРА — игрока пропустили
skipped-in-time = ХОД ПРОПУЩЕННОГО ИГРОКА

rule-pots = Каждый банк разыгрывают те, кто в него вложил. { cited }
rule-split = Лишние фишки — первым победителям после баттона, в стаде — по карте. { cited }
rule-showdown-one-hand = Единственная оставшаяся рука выигрывает без показа. { cited }
rule-showdown-order = Первым показывает сделавший последнюю ставку, иначе первый после баттона. { cited }
rule-showdown-right-to-see = Уравнявший на ривере и сохранивший карты вправе увидеть руку ставившего. { cited }
rule-showdown-no-right = У кого нет карт или такого права, тот не спрашивает. { cited }
rule-showdown-discretion = Без такого права решает флор. { cited }
rule-showdown-collusion-judge = Сброшенную руку смотрит только главный судья. { cited }
rule-button = Большой блайнд не пропускает никто; малый блайнд и баттон идут следом, даже на пустые места. { cited }
rule-button-stands = После значимого действия неверный баттон остаётся. { cited }
rule-button-corrected = Неверный баттон исправляется. { cited }
rule-post = Короткий большой блайнд платит и анте: что из них первым. { cited }
rule-clock-running = Время и отсчёт идут с вызова часов. { cited }
rule-clock-expired = Время вышло: фолд, а без ставки — чек. { cited }
rule-chip-race = Не больше одной фишки каждому, и никто не выбывает. { cited }
rule-no-misdeal = После значимого действия пересдачи нет. { cited }
rule-misdeal = До значимого действия карты сдаются заново. { cited }
rule-substantial-action = Два действия, одно из них с фишками, или три — как считает свод. { cited }
rule-no-substantial-action = Два действия, одно из них с фишками, или три — как считает свод. { cited }
rule-dead-hand = Незащищённая рука мертва; неуравненное возвращается. { cited }
rule-amount-stands = Когда сдана следующая карта, неверная сумма остаётся. { cited }
rule-shared-place = Выбывшие в одной раздаче делят места. { cited }
rule-count-allowed = Игрок, чей ход и против кого олл-ин, слышит счёт. { cited }
rule-count-refused = Счёт слышит только игрок, чей ход и против кого олл-ин. { cited }
rule-floor-hidden-chips = Спрятанные фишки не оплачиваются и не спасают. { cited }
rule-skipped-in-time = Пропущенный игрок, сказавший вовремя, ходит сейчас. { cited }
rule-skipped-too-late = Позади пропущенного игрока произошло слишком много; если он сказал вовремя, отмените это. { cited }
