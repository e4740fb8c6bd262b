"""The same paragraphs set by LuaLaTeX with microtype: what its lines came to, read from the boxes that it ships."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from drawn import Drawn, Measured, Word

COMMAND = "lualatex"
MM = 72.27 / 25.4  # TeX's points
# Patterns, and the fewest letters before and after a hyphen, as babel has them
LANGUAGES = {"en": ("british", 2, 3), "fr": ("french", 2, 2), "it": ("italian", 2, 2)}
SIGNS = {sign: f"\\{sign}" for sign in "#$%&_{}"} | {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "\u00a0": "~",
    "\u202f": "\\penalty10000\\hskip.7\\fontdimen2\\font ",  # few fonts have it; as wide as cardgen's
}
# French signs have their spaces already. A paragraph that cannot be set within TeX's own tolerance is set again with
# room to spare, as people would do
HEAD = r"""\documentclass{article}
\usepackage{fontspec}
\usepackage[activate={true,nocompatibility},expansion=alltext,protrusion=alltext,stretch=20,shrink=20]{microtype}
\usepackage[british,french,italian,english]{babel}
\AtBeginDocument{\directlua{luatexbase.remove_from_callback("kerning", "frenchb.french_punctuation")}}
\parindent=0pt \emergencystretch=3em \frenchspacing \hfuzz=1pt
\directlua{dofile("measure.lua")}
"""
MEASURE = r"""
local told = io.open("told.txt", "w")
local GLYPH, GLUE, DISC = node.id("glyph"), node.id("glue"), node.id("disc")
luatexbase.add_to_callback("post_linebreak_filter", function(head)
  local lines = {}
  for line in node.traverse_id(node.id("hlist"), head) do
    local spaces, hyphen, least, most = {}, false, 0, 0
    for n in node.traverse(line.head) do
      if n.id == GLUE and (n.subtype == 13 or n.subtype == 14) then
        table.insert(spaces, string.format("%.5f", node.effective_glue(n, line) / n.width))
      elseif n.id == GLYPH then
        hyphen = n.char == 45 or n.char == 8208
        least, most = math.min(least, n.expansion_factor), math.max(most, n.expansion_factor)
      elseif n.id == DISC and n.replace == nil and n.pre then
        hyphen = true
      end
    end
    local own = string.format("%d %.5f %.5f ", hyphen and 1 or 0, 1 + least / 1e6, 1 + most / 1e6)
    table.insert(lines, own .. table.concat(spaces, " "))
  end
  told:write(table.concat(lines, "|"), "\n")
  told:flush()
  return true
end, "measure")
"""


def missing() -> bool:
    return shutil.which(COMMAND) is None


def measured(paragraphs: Sequence[Drawn], folder: Path) -> list[list[Measured]]:
    """The lines of each paragraph, set with the same font, size, width and language."""
    fonts = sorted({word.font for each in paragraphs for word in each.words if word.font})
    names = {font: f"\\F{chr(65 + index)}" for index, font in enumerate(fonts)}
    text = [HEAD]
    for font, name in names.items():
        text.append(f"\\newfontface{name}[Path={font.parent}/,Ligatures=NoCommon]{{{font.name}}}\n")
    text.append("\\begin{document}\n")
    for each in paragraphs:
        patterns, left, right = LANGUAGES[each.language.partition("_")[0]]
        text.append(
            f"{{\\begin{{hyphenrules}}{{{patterns}}}\\lefthyphenmin={left} \\righthyphenmin={right} "
            f"\\hsize={each.width * MM:.5f}pt \\fontsize{{{each.size * MM:.5f}pt}}{{{1.3 * each.size * MM:.5f}pt}}"
            f"\\selectfont {_source(each.words, names)}\\par\\end{{hyphenrules}}}}\n"
        )
    (folder / "text.tex").write_text("".join([*text, "\\end{document}\n"]), "utf-8")
    (folder / "measure.lua").write_text(MEASURE, "utf-8")
    ran = subprocess.run([COMMAND, "-interaction=batchmode", "text.tex"], cwd=folder, capture_output=True, check=False)
    lines = (folder / "told.txt").read_text("utf-8").splitlines() if ran.returncode == 0 else []
    if len(lines) != len(paragraphs):
        raise SystemExit(f"{COMMAND} set {len(lines)} of {len(paragraphs)} paragraphs; see {folder / 'text.log'}")
    return [_lines(line.split("|")) for line in lines]


def _source(words: Sequence[Word], names: dict[Path, str]) -> str:
    told = []
    for font, group in groupby(words, lambda word: word.font):
        if font is None:
            told += [_own(word) for word in group]
        else:
            said = "".join(SIGNS.get(sign, sign) for word in group for sign in word.said)
            told.append(f"{{{names[font]} {said}}}")
    return "".join(told)


def _own(word: Word) -> str:
    """Something that is no word of a font: a space, or room for a picture."""
    return " " if word.said else f"\\hbox to {word.width * MM:.5f}pt{{\\hss}}"


def _lines(told: Sequence[str]) -> list[Measured]:
    found = []
    for index, line in enumerate(told):
        hyphen, least, most, *spaces = map(float, line.split())
        found.append(Measured(tuple(spaces), bool(hyphen), index < len(told) - 1, (least, most)))
    return found
