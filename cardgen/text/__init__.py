"""Words: strings, plurals, inline icons, typography, hyphenation, fonts and line breaking."""
