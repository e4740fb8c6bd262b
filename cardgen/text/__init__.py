"""Words: strings, plurals, inline icons, typography, hyphenation, fonts and line breaking.

- `strings.py` renders a string; `phrases.py` puts phrases into words, `articles.py` names with articles, `numbers.py`
  numbers, `typography.py` sets quotes, dashes and the spaces before signs;
- `titles.py`, `card_names.py`, `own_words.py`, `print_words.py` and `table_words.py` have words of games, of cards, of
  sheets and of tables, `cells.py` those of spreadsheets; `claims.py` finds what a text claims, `pseudo.py` makes longer
  texts in place of a translation;
- `inline.py` reads markup, `setting.py` makes pieces of it, `pieces.py` says what these draw; `hyphenation.py` divides
  words, by the dictionaries that `patterns.py` reads; `scripts.py` and `bidi.py` find the directions of texts;
- `breaking.py` breaks labels into lines, `justify.py` running text; `fitting.py` and `optical.py` make its lines even,
  `spacing.py` spaces letters;
- `fonts.py` measures and shapes texts; `families.py` and `free_fonts.py` choose a font, `font_file.py`, `letters.py`
  and `isolated_font.py` read it.
"""
