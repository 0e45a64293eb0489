# Турнир вокруг стола: жеребьёвка, места, фишки, пересадки, итоговые места.
# $place стол и место, 3/7; $player имя; $clause свод правил и номер.

draw-fault-commitment = Обязательство — не { $published }, опубликованное до жеребьёвки
draw-fault-seed = Секрет не тот, к которому обязывает извещение
draw-fault-word = Публичное слово объявлено, но его нет, или оно дано, хотя объявлено не было
draw-fault-place-twice = Одно место стоит дважды
draw-fault-seat = Место { $place }: выпало { $drawn }, в протоколе { $listed }

draw-seat-wrong = Место { $seat }: { $player } — стол { $right_table }, место { $right_seat }; пересаживается туда со всеми фишками ({ $clause })
draw-seat-stranger = Место { $seat }: { $player } — в жеребьёвке такого нет{ $closest }. Позовите флора
draw-seat-absent = Место { $seat }: { $player } — отсутствует

card-place = Стол { $table } · Место { $seat }
card-table = Стол
card-seat = Место
card-changed = Изменено главным судьёй
card-check = Жеребьёвка { $commitment }
cards-title = Карточки мест, { $event }
