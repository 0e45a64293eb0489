# Турнир вокруг стола: жеребьёвка, места, фишки, пересадки, итоговые места.
# $place стол и место, 3/7; $player имя; $clause свод правил и номер.

draw-fault-commitment = Обязательство — не { $published }, опубликованное до жеребьёвки
draw-fault-seed = Секрет не тот, к которому обязывает извещение
draw-fault-word = Публичное слово объявлено, но его нет, или оно дано, хотя объявлено не было
draw-fault-place-twice = Одно место стоит дважды
draw-fault-seat = Место { $place }: выпало { $drawn }, в протоколе { $listed }
draw-fault-audit = Запись { $kind } журнала — о другой жеребьёвке

draw-verified = Мест: { $count }, как следует из секрета и слова. Обязательство { $commitment }
draw-compare = Сравните обязательство с тем, что опубликовано до жеребьёвки
draw-without-word = Публичного слова не было: организатор мог заранее выбирать среди секретов
draw-audit = Журнал: { $count ->
    [one] { $count } запись
    [few] { $count } записи
   *[other] { $count } записей
}, цепь цела. Последний хеш { $hash }
draw-changed = Изменил { $judge }: { $player } — на { $place }. { $reason }

draw-seat-wrong = Место { $seat }: { $player } — стол { $right_table }, место { $right_seat }; пересаживается туда со всеми фишками ({ $clause })
draw-seat-stranger = Место { $seat }: { $player } — в жеребьёвке такого нет. Позовите флора
draw-seat-misspelt = Место { $seat }: { $player } — в жеребьёвке такого нет. Это { $closest }?
draw-seat-absent = Место { $seat }: { $player } — отсутствует
draw-seats-right = Стол { $table }: все сидят там, где сказано в карточке

card-place = Стол { $table } · Место { $seat }
card-table = Стол
card-seat = Место
card-changed = Изменено главным судьёй
card-check = Жеребьёвка { $commitment }
cards-title = Карточки мест, { $event }

field-finished = Турнир окончен: победитель — { $player }
field-chips-differ = Фишек { $present }, а должно быть { $expected }
field-registration-closed = { $player }: регистрация закрыта
field-entered-already = { $player } уже в турнире
field-no-more-entries = { $player }: все входы использованы
field-not-waiting = { $player }: нет стека, который ждёт места
field-not-seated = { $player } не сидит ни за одним столом
field-no-such-seat = Места { $place } нет: за столом мест { $seats }
field-seat-taken = Место { $place } занято
field-level-not-next = Уровень { $level } не следует за уровнем { $now }
field-count-not-of-table = Подсчёт стола { $table } не сходится с игроками: ищите { $player }
field-count-without-chips = { $player } без фишек: сначала введите выбывание
field-count-differs = ПЕРЕСЧИТАЙТЕ — за столом { $table } насчитано { $counted }, а должно быть { $expected }
field-stack-impossible = ПЕРЕСЧИТАЙТЕ — у { $player } не может быть { $chips }: не меньше { $least }, не больше { $most }
field-hands-of-several-tables = Игроки разных столов не выбывают в одной раздаче: введите каждый стол, или раздача была синхронной
field-nobody-won = За столом { $table } не могут выбыть все: кто-то выиграл их фишки
field-had-too-much = ПЕРЕСЧИТАЙТЕ — у выбывших было столько, сколько за всем столом { $table }: { $total }
field-no-race-now = После этого уровня фишка { $chip } не разыгрывается
field-raced-already = Фишка { $chip } за столом { $table } уже разыграна
field-race-of-empty-seat = На месте { $seat } стола { $table } никто не сидит
field-race-winners = Разыгрывается фишек: { $expected }, по одной игроку; отдано { $won }
field-race-without-odd-chip = У места { $seat } нет лишней фишки, выиграть её оно не может
field-not-the-last = { $player } ещё не победитель: игроков осталось { $count }
field-winner-short = ПЕРЕСЧИТАЙТЕ — у победителя { $chips }, а в игре { $expected }
