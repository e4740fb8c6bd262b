"""The grammar of rules files: every form of a sentence, what it means, and an example. docs/reference prints them.

A form is written as it is said. `<zone>` is another form of that name, `<zone source>` the same under another name;
`@zone` a word that names a zone of the game, `%ending` any word, `#` a number; `@own:family` a word of the first sort
that the tree calls by the second; `[...]` may be left out, `a|an` is one of these words. A rule's forms are tried in
their order; the first that makes sense of a whole sentence is the one.

A peek needs no form: cards are moved to a zone that only its owner sees, looked at, chosen from, and put back.
"""

from __future__ import annotations

from cardgen.dataclass import dataclass

VERBS = "move|draw|deal|take|put|give|lay|play|discard|return|steal"  # which mean the same


@dataclass(frozen=True, slots=True)
class Form:
    """One way to say something. `name` is what its tree is called; an `example` is a whole sentence of its rule."""

    name: str
    said: str
    example: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """Things of one kind with words or signs between them, worked out from left to right."""

    of: str
    signs: tuple[str, ...]


STEP = (
    Form("if", "<do> if <condition>", "go again if no card in your hand", "is done only if that is so"),
    Form("unless", "<do> unless <condition>", "go again unless you are dealer", "is done only if that is not so"),
    Form("do", "<do>"),
)

DO = (
    Form("move", f"{VERBS} <moved> [from <zone source>] to|into|onto <zone target>",
         "draw 2 cards from stock to your hand",
         "cards go from one zone to another; the single card moved last is `it`"),
    Form("move", "turn up <moved> [from <zone source>] to|into|onto <zone target>",
         "turn up 1 card from stock onto offer", "likewise"),
    Form("shuffle", "shuffle <moved> [from <zone source>] into <zone target>", "shuffle all cards into stock",
         "the same, and the zone is shuffled; without a source, from wherever they are"),
    Form("shuffle_zone", "shuffle <zone target>", "shuffle stock", "its cards are put in an order by chance"),
    Form("set", "set <counter> to <value>", "set led to suit of card", "the counter is that from now on"),
    Form("add", "add <value> to <counter>", "add 1 to tricks", "the counter rises"),
    Form("subtract", "subtract <value> from <counter>", "subtract 1 from your passes", "the counter falls"),
    Form("pay", "pay <value> from <counter source> to <counter target>", "pay 1 from your chips to pot",
         "one counter falls and the other rises by as much"),
    Form("becomes", "<player> becomes|become @role", "left of dealer becomes dealer",
         "the role is that player from now on"),
    Form("pass_left", "pass each @zone to the left", "pass each hand to the left", "all at once"),
    Form("pass_right", "pass each @zone to the right", "pass each hand to the right", "all at once"),
    Form("choose", "choose @section", "choose turn", "whoever is to act takes one of these actions"),
    Form("effect", "do effect of <card>", "do effect of card", "what `effects` say of it or its kind, as `card`"),
    Form("reverse", "reverse the turns", "reverse the turns", "the innermost turns go on in the other direction"),
    Form("skip_next", "skip the next player", "skip the next player",
         "whoever comes next in the innermost turns is passed over once"),
    Form("again", "go again", "go again", "the same player has another turn"),
    Form("end_turn", "end the turn", "end the turn", "nothing more of this turn is done"),
    Form("end_game", "end the game [as %ending]", "end the game as stock",
         "the game is over; reports tell how it ended, in the words of the string `play.end.WORD`"),
    Form("end_phase", "end @section", "end course", "nothing more of that section is done"),
    Form("note", "note %case", "note no_fruit", "counts how often that comes about"),
    Form("nothing", "nothing", "nothing", "is done"),
    Form("phase", "@section", "course", "the steps of that section"),
)  # fmt: skip

MOVED = (
    Form("all_bound", "all @bound", "all fruit", "every copy of the card that was picked"),
    Form("all", "all <cards>", "all cards", "however many there are, in the order in which they lie"),
    Form("up_to", "up to <amount> <cards>", "up to 1 card", "as many as there are, if there are fewer"),
    Form("up_to_random", "up to <amount> random <cards>", "up to 1 random card", "likewise, drawn by chance"),
    Form("random", "<amount> random <cards>", "1 random card", "drawn by chance"),
    Form(
        "some",
        "<amount> <cards>",
        "laid cards",
        "so many; of ordered cards those on top, one after the other, so that they come to lie the other way round; of "
        "others any, by chance. Too few are a silence",
    ),
    Form("one", "a|an <cards>", "a card", "one of them"),
    Form("it", "it", "it", "the single card moved last"),
    Form("bound", "@bound", "chosen", "what was picked"),
    Form("bound", "the @named:bound", "the card", "likewise"),
)

CARDS = (
    Form("where", "@noun where <tight>", "cards where suit is led", "only those of which that holds before any moves"),
    Form("cards", "@noun", "fruits", "any card of that kind"),
)

AMOUNT = (
    Form("number", "#", "2"),
    Form("value", "( <value> )", "(value of card + 1)", "what is worked out"),
    Form("own", "your @counter", "your chips"),
    Form("name", "@number", "laid"),
    Form("counter", "@counter", "sold"),
    Form("rule", "@rule", "dealt"),
    Form("bound", "@bound", "chosen", "the number that was picked"),
    Form("bound", "the @named:bound", "the chosen", "likewise"),
)

ZONE = (
    Form("yours", "your @zone", "your hand", "that of the player to act"),
    Form("each", "each|any @zone", "each hand", "those of all players"),
    Form("of", "@zone of <player>", "won of leader", "that player's"),
    Form("zone", "@zone", "table", "the one on the table; in `any player has`, that player's"),
    Form(
        "one",
        "@family of <primary>",
        "pile of suit of card",
        "the one of that number or value; where there is none, it holds no card and takes none",
    ),
    Form("picked", "the @there:family", "the column", "the one that was picked under that name, or of `for each`"),
    Form("all", "each|any @family", "any column", "all of them"),
    Form("yours_one", "your @own:family of <primary>", "your path of suit of card"),
    Form("one_of", "@own:family of <primary> of <player>", "path of hearts of left of you"),
    Form("yours_all", "your @own:family", "your path", "all of yours"),
    Form("all_of", "@own:family of <player>", "path of dealer", "all of that player's"),
    Form("all", "each|any @own:family", "each path", "all of all players'"),
)

PLAYER = (
    Form("you", "you", "you", "the player to act, or the one for whom it is worked out"),
    Form("first", "first player", "first player", "who sits first, and begins where nothing else is said"),
    Form("next", "next player", "next player", "who comes next in the innermost turns; elsewhere left of you"),
    Form("left", "left of <player>", "left of you", "the next in the order of seats"),
    Form("right", "right of <player>", "right of dealer"),
    Form("most", "player with most <value>", "player with most strength", "the first such from the first player"),
    Form("fewest", "player with fewest|least <value>", "player with fewest cards in your hand"),
    Form(
        "most_from",
        "player with most <value> , first from <player> to the left",
        "player with most strength, first from dealer to the left",
    ),
    Form(
        "fewest_from",
        "player with fewest|least <value> , first from <player> to the left",
        "player with fewest your chips, first from left of dealer to the left",
    ),
    Form(
        "holding",
        "player holding <card> in @zone",
        "player holding card_2_clubs in hand",
        "the first player if nobody holds it",
    ),
    Form("role", "@role", "dealer", "whom it remembers"),
    Form("bound", "@bound", "chosen", "the player who was picked"),
    Form("bound", "the @named:bound", "the chosen", "likewise"),
)

CARD = (
    Form("it", "it", "it", "the single card moved last"),
    Form("bound", "@bound", "chosen", "the card that was picked"),
    Form("bound", "the @named:bound", "the card", "likewise"),
    Form("card", "@card", "card_2_clubs", "by its id; `-` is written `_`"),
    Form(
        "top",
        "top @noun of <zone>",
        "top card of stock",
        "the uppermost of that kind; a field of no card is 0, or no value at all",
    ),
)

COUNTER = (
    Form("yours", "your @counter", "your chips", "that of the player to act"),
    Form("each", "each @counter", "each chips", "those of all players"),
    Form("of", "@counter of <player>", "chips of dealer"),
    Form("counter", "@counter", "pot", "the one on the table"),
)

VALUE = (
    Form("for_each", "for each @noun , <value>", "for each fruit, fruit on market", "added up over all of that kind"),
    Form(
        "for_each_field",
        "for each @field , <value>",
        "for each suit, 5 if 3 is at most cards in pile of the suit",
        "added up over all values that cards have there; `the suit` is each in turn",
    ),
    Form(
        "for_each_zone",
        "for each @family , <value>",
        "for each column, 1 if any card in the column",
        "added up over the numbers or values of the family",
    ),
    Form("for_each_zone", "for each @own:family , <value>", "for each path, 1 if no card in your path of the path"),
    Form("if_else", "<sum> if <condition> [,] else <value>", "1 if you are dealer, else 0"),
    Form("if", "<sum> if <condition>", "fruit in your hand if fruit on market is 0", "0 otherwise"),
    Form("sum", "<sum>"),
)

SUM, PRODUCT = Chain("product", ("+", "-")), Chain("unary", ("*", "/"))

UNARY = (Form("minus", "- <unary>", "-your chips"), Form("plain", "<primary>"))

PRIMARY = (
    Form("number", "#", "3"),
    Form("table", "( <list> ) at <primary>", "(0, 1, 3, 6) at cards in your won",
         "the value at that place, counted from 0; beyond the last one, the last"),
    Form("brackets", "( <value> )", "(2 + sold)"),
    Form("die", "a die of <amount>", "a die of 6", "1 to that many, by chance; only a step rolls it"),
    Form("sum_of", "sum of @field of <some>", "sum of rank of cards in your trick where suit is led"),
    Form("highest", "highest @field of <some>", "highest value of cards in your row"),
    Form("lowest", "lowest @field of <some>", "lowest value of cards in your row"),
    Form("different", "number of different @field of <some>", "number of different suit of cards in your hand"),
    Form("sum_picked", "sum of @field of @bound", "sum of value of chosen", "of all cards of one pick"),
    Form("highest_picked", "highest @field of @bound", "highest value of chosen", "likewise"),
    Form("lowest_picked", "lowest @field of @bound", "lowest value of chosen", "likewise"),
    Form("different_picked", "number of different @field of @bound", "number of different suit of chosen",
         "likewise: 1 where all are of one suit"),
    Form("runs", "lowest of each run of @field in|on <zone>", "lowest of each run of value in your row", "added up"),
    Form("highest_other", "highest of others ( <value> )", "highest of others (taken)", "of all players but you"),
    Form("lowest_other", "lowest of others ( <value> )", "lowest of others (taken)", "likewise"),
    Form("sum_other", "sum of others ( <value> )", "sum of others (your chips)", "likewise"),
    Form("smaller", "smaller of <primary one> and <primary two>", "smaller of limit and fruits on market"),
    Form("larger", "larger of <primary one> and <primary two>", "larger of 2 and laid"),
    Form("count", "<group>", "fruit in your hand", "how many there are"),
    Form("field", "@field of <card>", "suit of card"),
    Form("yours", "your @counter", "your chips"),
    Form("of", "@counter of <player>", "chips of dealer"),
    Form("number_of", "@number of <player>", "taken of leader", "worked out for that player"),
    Form("name", "@number", "laid", "worked out for `you`"),
    Form("counter", "@counter", "sold"),
    Form("rule", "@rule", "dealt"),
    Form("players", "players", "players", "how many play"),
    Form("bound", "@bound", "chosen", "the number or value that was picked"),
    Form("bound", "the @named:bound", "the suit", "what was picked under that name, or what `for each` has come to"),
    Form("card", "@card"),
    Form("field_here", "@field", meaning="of the card that `where` looks at"),
    Form("constant", "@constant", "hearts", "a field's value, or an option of a rule"),
)  # fmt: skip

LIST = (Form("more", "<value> , <list>"), Form("last", "<value>"))

GROUP = (
    Form("bound", "@bound in|on <zone>", "fruit in your hand", "the copies of a card that was picked, or named before"),
    Form("bound", "the @named:bound in|on <zone>", "the fruit in your hand", "likewise"),
    Form("some", "<some>"),
    Form("card", "@card in|on <zone>", "card_12_spades in your won", "the copies of that card"),
)

SOME = (  # after a number, an article, any or no, a noun is any card of that kind
    Form(
        "where",
        "@noun in|on <zone> where <tight>",
        "cards in your trick where suit is led",
        "those of which that holds",
    ),
    Form("in", "@noun in|on <zone>", "fruits on market", "all of that kind there"),
)

CONDITION, BOTH = Chain("both", ("or",)), Chain("test", ("and",))

TEST = (
    Form("not", "not <test>", "not you are dealer"),
    Form("brackets", "( <condition> )", "(you are dealer or tricks is 0)"),
    Form("any_player", "any player has <having>", "any player has no cards in hand", "one of them, or more"),
    Form("every_player", "every player has <having>", "every player has no cards in hand", "all of them"),
    Form("has", "<player> has <having>", "left of you has any card in hand"),
    Form("can", "you can @action", "you can take", "that action is legal"),
    Form("having", "<having>"),
    Form("is_not_kind", "<card> is not [a|an] @noun", "it is not joker"),
    Form("is_kind", "<card> is [a|an] @noun", "it is joker"),
    Form("is_not_card", "<card one> is not @card", "card is not card_12_spades"),
    Form("is_card", "<card one> is @card", "card is card_2_clubs"),
    Form("is_not_player", "<player one> is not <player two>", "you are not leader"),
    Form("is_not_player", "<player one> are not <player two>"),
    Form("is_player", "<player one> is <player two>"),
    Form("is_player", "<player one> are <player two>", "you are dealer"),
    Form("most_of", "<sum one> is most of any <some>", "fruit on market is most of any fruit on market",
         "as much as the kind has of which there is most"),
    Form("fewest_of", "<sum one> is fewest of any <some>", "fruit on market is fewest of any fruit on market"),
    Form("at_least", "<sum one> is at least <sum two>", "sold is at least limit"),
    Form("at_most", "<sum one> is at most <sum two>", "fruit in your hand is at most fruit on market"),
    Form("more", "<sum one> is more than <sum two>", "tricks is more than 0"),
    Form("less", "<sum one> is less|fewer than <sum two>", "your chips is less than 3"),
    Form("is_not", "<sum one> is not <sum two>", "suit of card is not hearts"),
    Form("is", "<sum one> is <sum two>", "broken is 1"),
    Form("yes", "<primary>", "open_hands", "a rule of `no` and `yes`, or a number that is not 0"),
)  # fmt: skip

HAVING = (
    Form("no", "no <some>", "no card in stock"),
    Form("any", "any <some>", "any fruit on table"),
    Form("at_least", "at least <amount> <some>", "at least 2 cards in your hand"),
    Form("at_most", "at most <amount> <some>", "at most 7 cards in your hand"),
    Form("exactly", "exactly <amount> <some>", "exactly 1 card on offer"),
    Form("fewer", "fewer than <amount> <some>", "fewer than laid cards in stock"),
    Form("more", "more than <amount> <some>", "more than 7 cards in your hand"),
)

TIGHT = (  # where a sum needs brackets, so that none reaches beyond what it is meant for
    Form("brackets", "( <condition> )", "(suit is led or value is at least 3)"),
    Form("at_least", "<unary one> is at least <unary two>", "value is at least 3"),
    Form("at_most", "<unary one> is at most <unary two>", "value is at most 3"),
    Form("more", "<unary one> is more than <unary two>", "value is more than 3"),
    Form("less", "<unary one> is less|fewer than <unary two>", "value is less than 3"),
    Form("is_not", "<unary one> is not <unary two>", "suit is not led"),
    Form("is", "<unary one> is <unary two>", "suit is led"),
)

PICK = (
    Form(
        "card",
        "a|an <some>",
        "a fruit on table",
        "one of the cards there, and none that was picked before; equal cards are one choice",
    ),
    Form(
        "cards",
        "<amount> <some>",
        "2 cards in your hand",
        "so many of them, at most four; where it comes to more, or to none, the action cannot be taken",
    ),
    Form("other", "a|an other player", "an other player", "anybody but you"),
    Form("player", "a player", "a player"),
    Form("number", "a number from <amount one> to <amount two>", "a number from 1 to 3"),
    Form("kind", "a kind of @noun", "a kind of card", "a card by its name, wherever it lies"),
    Form("value", "a|an @field", "a suit", "any value that cards have there"),
    Form("zone", "a|an @family", "a column", "any of that family; the pick is its number or value"),
    Form("zone", "a|an @own:family", "a path"),
    Form(
        "value_where",
        "a|an @field where <condition>",
        "a suit where any card in your path of the suit",
        "only values of which that holds",
    ),
    Form("zone_where", "a|an @family where <condition>", "a column where no card in the column"),
    Form("zone_where", "a|an @own:family where <condition>", "a path where any card in your path of the path"),
    Form(
        "other_who",
        "a|an other player who has <having>",
        "an other player who has any card in hand",
        "only players of whom that holds",
    ),
    Form("player_who", "a player who has <having>", "a player who has at most 2 cards in row"),
)

REPEAT = (
    Form("forever", "forever", "forever", "until the game or its section is ended"),
    Form("while", "while <condition>", "while it is joker", "asked before each time"),
    Form("until", "until <condition>", "until no card in stock", "likewise"),
    Form("times", "<amount> times", "13 times"),
)

PLAYERS = (
    Form("in_turn", "in turn from <player>", "in turn from dealer", "to the left"),
    Form("in_turn_right", "in turn from <player> to the right", "in turn from dealer to the right"),
    Form(
        "by_most",
        "in order of most <value>",
        "in order of most strength",
        "as it is when the turns begin; equals in their order from the first player",
    ),
    Form("by_fewest", "in order of fewest|least <value>", "in order of fewest cards in your won"),
    Form(
        "at_once",
        "all at once",
        "all at once",
        "each chooses without knowing what the others chose: of cards, where they are laid in zones that only their "
        "owner sees; of counters, where turns change nothing else",
    ),
)

TIE = (
    Form("most", "most <value>", "most cards in your won", "those with most are left"),
    Form("fewest", "fewest|least <value>", "fewest discarded", "those with fewest are left"),
    Form(
        "from_left",
        "first from <player> to the left",
        "first from starter to the left",
        "whoever comes first, beginning with the starter",
    ),
    Form(
        "from_right",
        "first from <player> to the right",
        "first from right of first player to the right",
        "likewise, the other way round; this is whoever sits last",
    ),
    Form("shared", "shared", "shared", "all who are left win; this is no silence"),
    Form("nobody", "nobody", "nobody", "nobody wins"),
)

RULES: dict[str, tuple[Form, ...] | Chain] = {
    "step": STEP, "do": DO, "moved": MOVED, "cards": CARDS, "amount": AMOUNT, "zone": ZONE, "player": PLAYER,
    "card": CARD, "counter": COUNTER, "value": VALUE, "sum": SUM, "product": PRODUCT, "unary": UNARY,
    "primary": PRIMARY, "list": LIST, "group": GROUP, "some": SOME, "condition": CONDITION, "both": BOTH, "test": TEST,
    "having": HAVING, "tight": TIGHT, "pick": PICK, "repeat": REPEAT, "players": PLAYERS, "tie": TIE,
}  # fmt: skip

CALLED = {  # the words of a game that sentences name, as messages call them
    "zone": "zone", "family": "zone family", "own": "zone family of players", "role": "role", "counter": "counter",
    "number": "number", "rule": "rule", "section": "section",
    "action": "action", "noun": "kind of card", "card": "card", "field": "field of cards", "bound": "thing picked",
    "named": "thing picked or gone through", "there": "zone picked or gone through", "constant": "value",
}  # fmt: skip
SELDOM = ("family", "own", "named", "there")  # expected only where there are any
