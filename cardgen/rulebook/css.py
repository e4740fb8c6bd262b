"""The style sheet of HTML rulebooks: narrow screens first, dark screens and paper as the reader wishes."""

from __future__ import annotations

from cardgen.rulebook.book import Book
from cardgen.rulebook.colours import WALL, mix, readable, roles
from cardgen.rulebook.look import numeral_font
from cardgen.rulebook.webfont import stack

_NIGHT = "#1c1917"
_DAY_TINT, _NIGHT_TINT = 0.11, 0.2  # tints of the accent in the ground of boxes

_RULES = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);
  font:1.0625rem/1.55 var(--text);overflow-wrap:break-word;
  hyphens:auto}
.skip{position:absolute;inset-inline-start:-999rem}.skip:focus{inset-inline-start:1rem;top:1rem;
  background:var(--paper);padding:.5rem 1rem;
  z-index:1}
header,main,nav,footer{max-width:40rem;margin:0 auto;padding:0 1.1rem}
header{text-align:center;padding-top:2.2rem}
h1,h2,h3,h4,.title{font-family:var(--display);line-height:1.2;color:var(--accent);
  hyphens:manual;text-wrap:balance}
h1{font-size:clamp(2.1rem,9vw,3.2rem);margin:.2em 0}
h2{font-size:1.7rem;margin:2.4em 0 .7em;padding-bottom:.2em;border-bottom:2px solid var(--second)}
h3{font-size:1.3rem;margin:1.8em 0 .5em}
h4{font-size:1.08rem;margin:1.5em 0 .4em;color:var(--ink)}
.tagline{font-style:italic;font-size:1.2rem;margin:.2em 0 1em}
.facts{color:var(--accent);font-weight:bold;margin:.8em 0 .2em}
.author{margin:.2em 0 1.5em}
nav{margin-top:1.5rem}
nav h2{margin-top:0;font-size:1.3rem}
nav ol{list-style:none;margin:0;padding:0}
nav ol ol{padding-inline-start:1.2rem}
nav a{display:block;padding:.3rem 0;color:var(--ink);text-decoration:none}
nav>ol>li>a{font-weight:bold}
nav a:hover,nav a:focus-visible{color:var(--accent);text-decoration:underline}
@media screen and (max-width:30rem){nav ol ol{display:none}}
:focus-visible{outline:3px solid var(--second);outline-offset:2px}
main ul,main ol{padding-inline-start:1.6em}
li{margin:.35em 0}
main ol>li::marker{color:var(--accent);font-weight:bold;font-family:var(--numeral);font-variant-numeric:lining-nums}
main ul>li::marker{color:var(--accent)}
aside{background:var(--tint);border-inline-start:.35rem solid var(--mark);border-radius:.2rem .5rem .5rem .2rem;
  padding:.9rem 1.1rem;margin:1.6em 0}
aside.rule{background:none;border:.1rem solid var(--mark);border-radius:.4rem}
[dir=rtl] aside{border-radius:.5rem .2rem .2rem .5rem}
aside>:first-child{margin-top:0}aside>:last-child{margin-bottom:0}
.title{font-weight:bold;margin:0 0 .4em}
figure{margin:1.6em 0;text-align:center}
.row{text-wrap:balance;line-height:0}
.row>svg,.row>div:not(.line){display:inline-block;vertical-align:top;margin:.3rem}
.row svg{height:auto;max-width:100%}
.line{display:flex;justify-content:center;align-items:flex-start;gap:.4rem}
.line>*{flex:0 1 auto;min-width:0;margin:0}
main a{color:inherit;text-decoration-color:var(--mark);text-underline-offset:.18em}
main a:hover,main a:focus-visible{color:var(--accent)}
@media screen and (min-width:46rem){main>figure>.row{margin:0 -2rem}}
.row p{margin:0;width:0;min-width:100%;font-size:.95em;line-height:1.3}
figcaption{font-style:italic;font-size:.95em;color:var(--grey);margin-top:.5em}
header .row{margin:1.4rem 0}
.scene{display:block;width:min(22rem,100%);height:auto;margin:1.4rem auto;border-radius:.6rem;
  background:var(--wall);border:2px solid var(--mark)}
header .row svg{flex:1 1 0;max-width:7.5rem}
.table{overflow-x:auto;margin:1.5em 0}
table{border-collapse:collapse;width:100%;font-size:.97em;line-height:1.35;
  font-variant-numeric:lining-nums tabular-nums;hyphens:manual}
th,td{padding:.45em .6em;text-align:start;vertical-align:middle;border-bottom:1px solid var(--line)}
thead th{background:var(--tint);color:var(--accent);border-bottom:2px solid var(--mark)}
tbody tr:last-child td{border-bottom:2px solid var(--mark)}
.right{text-align:end}.centre{text-align:center}
.icon{height:1.05em;width:auto;vertical-align:-.17em;color:inherit}
svg{direction:ltr}
.defs{position:absolute}
footer{padding:2rem 1.1rem;color:var(--grey);font-size:.9em;text-align:center}
@media print{
@page{size:A5;margin:14mm}
body{background:none;color:#000;font-size:10pt;line-height:1.35}
header,main,nav,footer{max-width:none;padding:0}
.skip{display:none}
h1,h2,h3,h4,.title{break-after:avoid}
aside,figure,tr{break-inside:avoid}
.page{break-before:page}
.table{overflow:visible}
aside,thead th{-webkit-print-color-adjust:exact;print-color-adjust:exact}
p,li{orphans:2;widows:2}
}
"""
CHANGES = """\
.changed:not(tr),tr.changed>:first-child{position:relative}
.changed:not(tr)::before,tr.changed>:first-child::before{content:"";position:absolute;inset-block:0;
  inset-inline-start:-.8rem;inline-size:.2rem;background:currentColor}
li.changed::before{inset-inline-start:-2.3rem}tr.changed>:first-child::before{inset-inline-start:0}
"""


def style_sheet(book: Book) -> str:
    """The rules, with the game's colours for light and dark screens, all of them readable on their ground."""
    ink, paper, accent, second = roles(book.colours)
    day = _theme(readable(ink, paper), paper, accent, second, _DAY_TINT)
    night = _theme(mix(paper, _NIGHT, 0.88), _NIGHT, accent, second, _NIGHT_TINT)
    inks = ".ink{color:var(--day)}", ".ink{color:var(--night)}"
    dark = f"{inks[0]}@media screen and (prefers-color-scheme:dark){{:root{{{night}}}{inks[1]}}}"
    uses = {"text": "text", "display": "display", "numeral": numeral_font(book)}
    fonts = ";".join(f"--{name}:{stack(*(face.name for face in book.fonts[use].faces))}" for name, use in uses.items())
    wall = mix(accent, paper, WALL)
    return f":root{{color-scheme:light dark;{fonts};--wall:{wall};{day}}}\n{dark}{_RULES}"


def grounds(book: Book) -> tuple[str, str]:
    """The grounds on which words are hardest to read, by day and on dark screens: the tints of boxes."""
    _, paper, accent, _ = roles(book.colours)
    return mix(accent, paper, _DAY_TINT), mix(accent, _NIGHT, _NIGHT_TINT)


def _theme(ink: str, paper: str, accent: str, second: str, tint: float) -> str:
    ground = mix(accent, paper, tint)
    theme = {
        "ink": ink,
        "paper": paper,
        "accent": readable(accent, ground),
        "mark": accent,
        "second": second,
        "tint": ground,
        "line": mix(ink, paper, 0.3),
        "grey": readable(mix(ink, paper, 0.72), paper),
    }
    return ";".join(f"--{name}:{value}" for name, value in theme.items())
