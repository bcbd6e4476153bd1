"""The words of a secret, English or French, as the few words in capitals that its rules are written in.

`_LEXICON` puts words such as MULT, LESS or WIN in place of the phrases that people use, and `_TIDIED` drops those that
say nothing where they stand. A word that is left over in small letters is not understood.
"""

from __future__ import annotations

import re
import unicodedata

from cgt.core.language import _
from cgt.core.numbers import format_value
from cgt.errors import ParseError

LONGEST_SECRET = 400
"""The greatest number of characters of a secret."""

_DIGITS = (
    "one un une first|two deux second seconde deuxieme|three trois third troisieme|"
    "four quatre fourth quatrieme|five cinq fifth cinquieme|six sixth sixieme|"
    "seven sept seventh septieme|eight huit eighth huitieme|nine neuf ninth neuvieme|"
    "ten dix tenth dixieme|eleven onze eleventh onzieme|twelve douze twelfth douzieme|thirteen treize|"
    "fourteen quatorze|fifteen quinze|sixteen seize|seventeen|eighteen|nineteen|twenty vingt"
)
_WORDS = {word: number for number, words in enumerate(_DIGITS.split("|"), 1) for word in words.split()}
_TENS = {"twenty": 20, "vingt": 20, "thirty": 30, "trente": 30, "forty": 40, "quarante": 40, "fifty": 50}
_TENS |= {"cinquante": 50, "sixty": 60, "soixante": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_BELOW_20 = "|".join(word for word in _WORDS if not word.endswith(("ieme", "th", "st", "nd", "rd", "seconde")))
_WORDS |= {"zero": 0} | _TENS

_NO_WHOLE_NUMBER = re.compile(r"(?:^|[,;]) ?-\d+|(?<![\d.])\d+\.\d+(?![\d.])", re.ASCII)

_SIGNS = str.maketrans(
    {"\u2026": "...", "\u2019": "'", "\u207f": "^n", "\u00d7": "*", "\u00b7": "*", "\u2264": "<=", "\u2265": ">="}
    | {"\u2260": " not ", "\u2261": "=", "\u2295": " xor ", "\u2205": " none "}
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
)

Phrases = tuple[tuple[re.Pattern[str], str], ...]


def _phrases(*pairs: tuple[str, str]) -> Phrases:
    return tuple((re.compile(phrase), instead) for phrase, instead in pairs)


def _replace(words: str, phrases: Phrases) -> str:
    for phrase, instead in phrases:
        words = " ".join(phrase.sub(instead, words).split())
    return words


_ADVERBS = r"(?:(?:always|toujours|can|peut|will|va|does|do|is|est|you|i) )*"
_WIN, _LOSE = r"(?:wins?|gagn\w*)\b", r"(?:los\w+|perd\w*)\b"
_FIRST = r"\b(?:(?:first|premiere?)(?: player| person| joueur\w*)?|(?:player|joueur) (?:1|one|un|a))"
_BEGINNER = r"\b(?:(?:player|person|joueur) (?:who |qui ))?(?:begin\w*|start\w*|commence|go\w* first|joue en premier)"
_OTHER = r"(?:second|deuxieme|other|autre|opponent|adversaire)"
_SECOND = rf"\b(?:{_OTHER}(?: player| person| joueur\w*)?|(?:player|joueur) (?:2|two|deux|b))"
# Spellings that are changed before number words become digits.
_SPELLINGS = _phrases(
    (r"\bev\w{0,2}y\b", "every"),
    (r"!==?|<>", " not "),
    (r"=<", "<="),
    (r"=>", ">="),
    (r"==", "="),
    (r"\bcan't\b|\bcannot\b", "can not"),
    (r"n't\b", " not "),
    (rf"{_SECOND} {_ADVERBS}{_WIN}", "loses"),
    (rf"{_SECOND} {_ADVERBS}{_LOSE}", "wins"),
    (rf"(?:{_FIRST}|{_BEGINNER})(?: and)? (?={_ADVERBS}(?:not )?(?:{_WIN}|{_LOSE}))", ""),
    (r"= ?(\d+) ?\( ?(\d+) ?\)", r"= \1 mod \2"),
    (r"\b(\d+) ?\*? ?\( ?[nk] ?[-+] ?1 ?\)", r"\1n"),
    (r"(?<![a-z])[nk] ?\((?=[nk\d])|\) ?\(|\bn ?&", " a product "),
    (r"(?<=\d) \((?:\d+, ?)+\d+\)$", ""),
    (r"[()!?\"\u00ab\u00bb{}]", " "),
    (r"\b(\d+)[-/](\d+)[-/](?=\d)", r"\1,\2,"),
    (r"\bthan the first\b|\b(?:row above|first (?:heap|row|line|arm))\b", "than other"),
    (r"\bpremiere? (?:rangee|tas|bras)\b", "autre"),
    (r"\bfirst ones?\b", " a product "),
    (r"\b(second|third|fourth|fifth|sixth|seventh|last|next) ones?\b", r"\1"),
    (r"\bones\b|\bone (?=before|after|who|can\b)", ""),
    (r"\b(?:d|l|qu|c|n|s)'", ""),
    (r"\bquatre[- ]vingts?\b", "eighty"),
    (rf"\b({'|'.join(_TENS)})(?: et(?= une?\b| onze\b))? (?=(?:{_BELOW_20})\b)", r"\1-"),
)
_ENDING = re.compile(r"(\d)(?:st|nd|rd|th|e|er|eme)\b", re.ASCII)

_UNITS = r"(?:match(?:es)?|stones?|sticks?|counters?|coins?|pins?|allumettes?|cailloux?|jetons?|batons?)"
_PIECES = r"(?:heaps?|piles?|arms?|tas|bras)"
_SOME_NUMBER = (
    r"(?:a |any |some |1 |quelque |whole |other |autre )*(?:[nk]|numbers?|nombres?(?: WHOLE)?|something|thing|chose)"
)
_START_AT = (
    r"start\w*(?: (?:at|with|from))?|begin\w*(?: (?:at|with))?|(?:a |en )?part\w* de|(?:en )?commen\w+ (?:par|a)"
)
_STARTING = rf"(?:from|{_START_AT})"
_SAYS_NOTHING = (
    r"the|a|an|of|to|it|is|are|be|if|when\w*|in|at|on|by|for|with|you|we|i|there|that|than|which|who\w*|as|what"
    r"|they|them|n[uo]\w?b\w*|row|lines?|can|has|have|must|so|this|its|gets?|both|inclusive|including|time|each"
    r"|skip|count\w*|keep|size|length|amounts?|sequence|together|tall|wide|high|long|either|such|does|do|think"
    r"|guess|maybe|will|those|reckon|my|looks?|form|positions?|le|la|les|de|du|des|dans|en|au|aux|est|sont|si|quand"
    r"|lorsque|il|elle|ca|ce|ceux|celui|qui|que|case|rangee|y|ne|se|peut|ont|inclus|compris|compte\w*|chaque"
    r"|chacun|congr\w*|je|pour|tel|avec|taille|longueur|chose|suite|haut|large|auquel|vaut|faut|sur|crois|pense"
    r"|fait|donne|soit|avance|avis|mon|tombe|u|your|opponent|adversaire|make|should|goes|va"
)
# Phrases of either language, and what is read in their place; in this order, since a phrase may hold words of another.
_LEXICON = _phrases(
    (r"\b(?:numbers|positions) where\b|\blooks? like\b|\btombe juste\b|(?<!that)'s\b|\bafter (?=divi)", " "),
    (r"\bfor (?:any|all|some) [nk]$|\biff\b|\bif and only if\b", " "),
    (r"\b(but not|mais pas|except|sauf) (?:of|de) (?=\d)", r"\1 multiples of "),
    (r"\bsoit (.*) soit\b", r"\1 ou"),
    (r"\b(mu\w*p\w*) ((?:im)?pairs?) de\b", r"\2 \1 de"),
    (r"\bnul(?:le)?\b(?! part)", "0"),
    (r"\b(?:they|both|heaps) match\b", " SAME "),
    (r"\b(?:square numbers?|perfect squares?|nombres? carres?|carres? parfaits?)\b|\b[nk] ?\^ ?2\b", " SQUARE "),
    (r"\b(?<!\d )(?:squares|carres)\b|\ba square\b|\b1 carre\b(?! de moins)", " SQUARE "),
    (rf"\b{_UNITS}\b|(?<=\d )carres\b|\bcarre (?=de moins)|\bsquare (?=\d)", " "),
    (rf"\b[2-9] {_PIECES}(?: (?:of|de))?\b|\ball 3 (?=are)|\bdans les 2\b|\b{_PIECES}\b", " "),
    # who wins
    (r"\b(?:to|pour) (?:win|gagner)\b,?", ""),
    (r"\bn-positions?\b", " WIN "),
    (r"\bp-positions?\b", " LOSE "),
    (r"\bwins?\b|\bwinning\b|\bgagn\w*\b", " WIN "),
    (r"\b(?:lose[sr]?|losing|lost|perd\w*)\b", " LOSE "),
    # growth
    (r"\b(\d+) ?(?:\^|\*\*) ?[nk]\b", r" POW \1 "),
    (r"\b(\d+) (?:to|puissance|exposant)(?: the)?(?: power)?(?: of)? [nk]\b", r" POW \1 "),
    (r"\b(\d+) to (?:the |some |any |a )?power\b(?! of)|\b(?:powers?|puissances?) (?:off?|de) (\d+)", r" POW \1\2 "),
    (r"\bfib\w*", " FIB "),
    (r"\bprimes?(?: numbers?)?\b|\bnombres? premiers?\b", " PRIME "),
    (r"\b(?:doubl\w*|twice)\b", " 2 TIMES "),
    (r"\btripl\w*\b", " 3 TIMES "),
    (r"\b(?:half(?: of)?|moitie de) n\b", " N OVER 2 "),
    (r"\b[nk] ?/ ?(\d+)", r" N OVER \1 "),
    (r"\b(?:whole number|whole|integers?|entiers?)\b", " WHOLE "),
    (r"\bhalved\b", " BY 2 "),
    # digits
    (r"\b(?:sums?|total) (?:of )?(?:the |its |their )?digits?\b", " DIGITSUM "),
    (r"\bsommes? (?:des|de ses|de leurs) chiffres\b", " DIGITSUM "),
    (r"\bdigit sums?\b|\bdigits? (?:add|sum)(?: up)?(?: to)?\b", " DIGITSUM "),
    (r"\b(?:end\w*|fini\w*|termin\w*) (?:in|with|by|par|en)\b|\blast digits?\b|\bdernier chiffre\b", " ENDS "),
    # multiples
    (r"\b(\d+) (?:times |x )?tables?\b|\btables? (?:of |de |des |du )?(\d+)", r" MULT \1\2 "),
    (r"\bn ?\* ?(\d+)|\b[nk] ?x ?(\d+)|\b(\d+) ?[*x]? ?[nkx]\b", r" MULT \1\2\3 "),
    (r"(?:^| )[*x] ?(\d+)", r" TIMES \1 "),
    (r"\b(?:each|every|chaque|a chaque) (?:time|fois)\b|\bagain and again\b", " "),
    (r"\b1 fois (?=sur)", "1 "),
    (rf"\b(\d+) (?:times|fois) {_SOME_NUMBER}\b(?! (?:im)?paire?)", r" MULT \1 "),
    (r"\b(?:multipl(?:y|ied|ie\w*)) (?:by|par) (\d+)|\b(?:times|fois) (\d+)", r" TIMES \1\2 "),
    (r"\b(?:times|fois)\b", " TIMES "),
    (r"\b(\d+) ?(?:\||(?:does |ne )?(not )?(?:divides?|divise)\b(?: pas)?|goes into)(?: n\b)?", r" \2 BY \1 "),
    (r"\b(\d+) (?:is|est) (?:a |1 )?(?:factor|divisor|diviseur)\b(?: (?:of|de) n\b)?", r" BY \1 "),
    (r"\bwith (\d+) as (?:a |1 )?(?:factor|divisor)", r" BY \1 "),
    (r"\bindivisible\b", " NOT divisible "),
    (r"\bdivisibles? (?:ni par|by neither)\b", "ni divisible par"),
    (r"\b(?:divi|devi)\w*(?: (?!not\b|pas\b|n[ie]\b)\w+){0,3}? (?:by|par) (?:both )?(\d+)", r" BY \1 "),
    (r"\bmod\w* ?=? ?(\d+)|% ?(\d+)|\[ ?(\d+) ?\]", r" MOD \1\2\3 "),
    (r"\b(?:non|in ?between|between|entre)[- ]?(?:the |les )?(?=mu\w*p)", " NOT "),
    (r"\bmultiple (?:of|de) (\d+) (?:and|et) (?:of |de )?(\d+)$", r" BY \1 AND BY \2 "),
    (r"\bmu\w*p\w* of both (\d+) and", r" BY \1 AND BY "),
    (r"\bmu\w*[pb]\w*(?: (?:of|de))?\b", " MULT "),
    # from here to there
    (r"(?<![A-Z] )\b(\d+) ?- ?(\d+)", r"\1 TO \2"),
    (r"\b(\d+) ?(?:to|up to|through|till?|until|a|jusqu'?a|\.\.+) ?(\d+)", r"\1 TO \2"),
    # comparisons
    (r"\b(\d+) (?:at most|au (?:plus|max\w*))\b(?! \d)", r" LE \1 "),
    (r"\b(\d+) (?:at least|au (?:moins|min\w*))\b(?! \d)", r" GE \1 "),
    (r"\b(?:but not|mais pas|and not|et pas|et non)\b", " BUT "),
    (r"\b(?:no|not|pas) (?:more|greater|bigger|larger) than\b|\bpas plus de\b|\b(?:at most|au plus)\b", " LE "),
    (r"\b(?:up to(?: and including)?|until|till?|jusqu'?a)(?= \d)", " LE "),
    (r"\b(?:no|not|pas) (?:less|fewer|smaller) than\b|\bpas moins de\b|\b(?:at least|au moins)\b|>=", " GE "),
    (r"<=", " LE "),
    (r"\b(?:greater|more|larger|bigger|higher) than or equal to\b", " GE "),
    (r"\b(?:superieure?|plus grande?)s? ou ega\w+ a\b", " GE "),
    (r"\b(?:less|fewer|smaller|lower) than or equal to\b", " LE "),
    (r"\b(?:inferieure?|plus petite?)s? ou ega\w+ a\b", " LE "),
    (r"\b(\d+) ?(?:\+|(?:or|and|ou|et) (?:more|plus|up\w*|above|over|beyond)|upw?\w*)(?! ?\w)", r" GE \1 "),
    (r"\b(\d+) (?:or|ou|and) (?:less|fewer|moins|below|under)\b(?! (?:than|de|que|\d))", r" LE \1 "),
    (r"\b(\d+) ?< ?n\b", r" GT \1 n "),
    (r"\b(\d+) ?LE ?n\b", r" GE \1 n "),
    (r"\b(\d+) ?> ?n\b", r" LT \1 n "),
    (r"\b(\d+) ?GE ?n\b", r" LE \1 n "),
    (r">", " GT "),
    (r"<", " LT "),
    (r"\bmore than(?= \d)|\b(?:greater|bigger|larger|higher|over|above)(?: than)?(?= \d)", " GT "),
    (r"\b(?:plus (?:grande?s? )?(?:de|que)|superieure?s? a|au-dessus de)(?= \d)", " GT "),
    (r"\b(?:less|fewer) than(?= \d)|\b(?:smaller|lower|under|below)(?: than)?(?= \d)", " LT "),
    (r"\b(?:moins (?:de|que)|plus petite?s? que|inferieure?s? a|(?:au-|en )dessous de)(?= \d)", " LT "),
    (r"\b(?:strictly|strictement|exclu\w*)\b", " STRICT "),
    (r"\b(?:between|entre) (\d+) (?:and|et) (\d+)", r" BETWEEN \1 AND \2 "),
    # steps
    (rf"\b{_STARTING} (\d+)(?: ?,| on\b| onwards?\b| up\b| and)*", r" FROM \1 "),
    (r"\b(?:every|each) other\b", " STEP 2 "),
    (r"(?<!FROM )\b1 (?:\w+ )?(?:in|of|out of|sur) (?:every )?(\d+)", r" STEP \1 "),
    (r"\bde (\d+) en \d+|\b(\d+) par \2\b|\b(\d+) by \3\b", r" STEP \1\2\3 "),
    (r"\b(?:steps?|pas|jumps?|bonds?|gaps?|ecarts?|group\w*|paquets?) (?:of|de|by) (\d+)s?", r" STEP \1 "),
    (r"\b(?:(?:count\w*|going|goes|go|jump\w*)(?: up)?|up) (?:in|by|de) (\d+)s?", r" STEP \1 "),
    (r"\b(?:in |by )?(\d+)s\b|\b(?:every|each|all|chaque|tout?e?s?)(?: les)? (\d+)s?\b", r" STEP \1\2 "),
    (r"\b(?:by|par) (\d+)", r" BY \1 "),
    (r"\b(?:goes up|augmente|add\w*|ajout\w*)\b(?: (?:up|by|de))*", " ADD "),
    (r"\b(?:take away|remove|subtract|enleve|retire|soustra\w*)\b", " TAKE "),
    (r"\bnim.?(?:sum|somme)\b|\bxor\b|\^", " XOR "),
    (r"\b(?:sums?|somme)\b", " SUM "),
    # the rest of a division
    (r"\b1 (?=reste\b)", ""),
    (r"\b(?:remainders?|rests?|restes?|restent|left over|left|leav\w*|remain\w*|laiss\w*)\b", " REST "),
    # more and less
    (r"\bnext to (.*), above$", r" MORE \1"),
    (r"\b((?:or|and) \d+) (?:MORE|GT|more than) 1$", r"\1 MORE"),
    (r"\b(?:before|avant) (?=(?:each |1 |a )?MULT)", " LESS "),
    (r"\b(?:before|last|previous|prior|preced\w*|derniers?|avant)\b", " BEFORE "),
    (r"\b(?:less|fewer|short(?:er)?|smaller|below|under|minus|moins)\b|-(?= ?\d)", " LESS "),
    (r"\b(?:more|plus|above|after|apres|bigger|greater|larger|longer|over|suivant|extra)\b|\+", " MORE "),
    (r"\bau-dessus(?: de)?\b", " MORE "),
    (r"\b(?:next to|neighbou?rs? of|voisins? (?:de|des)|a cote(?: de| des)?)\b", " NEXT "),
    # heaps
    (r"\b(?:as well as|as well|too)\b", " AND "),
    (r"\b(?:same|equal\w*|identical|as many|alike|symm?etr\w*|(?:as|aussi) \w+ (?:as|que))\b", " SAME "),
    (r"\b(?:ega\w+|pareil\w*|memes?|autant|identiques?|comme)\b", " SAME "),
    (r"\bunequal\b|\bdifferent\w*\b(?: (?:from|than))?", " NOT SAME "),
    # logic
    (r"\b(?:odds?|impaire?s?|uneven)\b", " ODD "),
    (r"\b(?:evens?|paire?s?|pairs)\b", " EVEN "),
    (r"\b(?:neither|ni)\b(?=.*\b(?:nor|ni)\b)", " NOT "),
    (r"\b(?:nor|ni|or|ou)\b", " OR "),
    (r"\b(?:nothing else|no (?:MORE|others?)|that(?:'s| is) (?:all|it))\b", " ONLY "),
    (r"\b(?:est tout|MORE rien|rien autre|aucun autre)\b", " ONLY "),
    (r"\b(?:only|just|seuls?|seules?|seulement|uniquement|juste|exactly)\b|\bque (?=\d)", " ONLY "),
    (r"(?<!all )\b(?:but|mais) (?=(?:GT|GE|LT|LE)\b)", " AND "),
    (r"\b(?:except\w*(?: for)?|but|apart from|without|unless|other than)\b", " BUT "),
    (r"\b(?:sauf|hors|hormis|mais|autres? que)\b", " BUT "),
    (r"\b(?:others?|autres?)\b", " OTHER "),
    (r"\b(?:none|never|nothing|nowhere|nobody|empty|aucune?|jamais|rien|personne|nulle part)\b", " NONE "),
    (r"\b(?:not|no|non|pas|impossible|sans)\b", " NOT "),
    (r"\b(?:all|any\w*|every\w*|always|tous|tout|toutes?|toujours|partout|importe lequel)\b", " ALL "),
    (r"\b(?:etc|and so (?:on|forth)|et ainsi de suite)\b|\.\.+", " ETC "),
    (r"\b(?:and|et|also|aussi|egalement)\b|&", " AND "),
    (r"\b(?:then|puis)\b", " THEN "),
    (r"\b[nk]\b", " N "),
    (r"[;,/]", " , "),
    # what says nothing more
    (rf"(?<![A-Z] )\b(\d+)(?: (?:{_SAYS_NOTHING}))+ (?=\d)", r"\1 joined "),  # as in 2 sur 3: not a list
    (rf"\b(?:{_SAYS_NOTHING})\b|[.:=]", " "),
)

# Words in capitals that say nothing where they stand, or what others say.
_TIDIED = _phrases(
    (r"\bREST REST\b", "REST"),
    (r"(?:\bNOT|\bNONE|\bBUT|\b0)(?: 1)? REST\b(?! \d)|\bREST NONE\b", "REST 0"),
    (r"(?<!N MORE )(?<!N LESS )(?<!ADD )(?<!TAKE )(?<!FROM )\b1 (?=(?:MULT|POW|FIB|ODD|EVEN|SQUARE|PRIME)\b)", ""),
    (r"\bALL (?=(?:REST|MULT|POW|FIB|ODD|EVEN|BY|STEP|FROM|WHOLE|N|SQUARE|PRIME|\d+ TO)\b)|(?<=ADD )ALL ", ""),
    (r"\bALL (?=WIN|LOSE)|\b(WIN|LOSE) ALL\b|\bfrom (?=GE)", r"\1"),
    (r"\b(BY \d+) WHOLE\b|\b(ENDS .*)\bBY (?=\d)|(AND) AND\b", r"\1\2\3"),
    (r"\b(MULT|POW|BY|MOD|STEP) (\d+) TO (\d+)", r"\1 \2 LE \3"),
    (r"^(?!.*\b(?:SUM|ADD|TIMES)\b)(.*)\bBEFORE\b", r"\1LESS"),
    (r", (?=AND|OR|BUT|THEN|ETC|ONLY)|\bSTRICT (?=GT|LT)", ""),
    (r", NOT\b", "BUT"),
    (r"(?: AND| THEN| ,)* ONLY\b", " ONLY"),
    (r"\b(GE|LE) N (?=\d)", r"\1 "),
    (r"\bFROM (\d+) (?:TO|LE) (\d+)|(?<![A-Z] )\b(\d+) LE (\d+)", r"\1\3 TO \2\4"),
    (r"^(?:AND|THEN|,)+ | (?:AND|THEN|,)$", ""),
)


def secret_words(text: str) -> str:
    """The words of a secret, numbers as digits and phrases as words in capitals.

    Args:
        text: what was written; its first `LONGEST_SECRET` characters are read.

    Raises:
        ParseError: there is a word that is not understood, or a number below 0 or with a fraction.

    >>> secret_words("every third, mais pas les multiples de neuf")
    'STEP 3 BUT MULT 9'
    """
    plain = _plain(text)
    if other := _NO_WHOLE_NUMBER.search(plain):
        message = _("I read whole numbers of at least 0, such as 10, 20, 30, and not {text}")
        raise ParseError(message.format(text=other[0].strip(" ,;")))
    words = _replace(_replace(plain, _LEXICON), _TIDIED)
    left = {*re.findall("[a-z]+", words)}
    if unknown := [word for word in re.findall(r"[^\W\d_]+", text) if _without_accents(word.lower()) in left]:
        message = _("I read numbers, such as 10, 20, 30, and rules, such as multiples of 10, but not the word {word}")
        raise ParseError(message.format(word=format_value(unknown[0])))
    return words


def _plain(text: str) -> str:
    """The text in lower case without accents, number words as digits."""
    small = _replace(_without_accents(text[:LONGEST_SECRET].lower().translate(_SIGNS)), _SPELLINGS)
    small = re.sub(r"[a-z]+(?:-[a-z]+)*", lambda word: _as_digits(word[0]), small)
    return _ENDING.sub(r"\1", small).strip()


def _without_accents(text: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))


def _as_digits(word: str) -> str:
    """A number word as digits, "threes" as "3s"; any other word as it is."""
    parts = [_WORDS.get(part) for part in word.split("-") if part != "et"]
    if parts and all(part is not None for part in parts):
        return str(sum(filter(None, parts)))
    single = word.removesuffix("es" if word == "sixes" else "s")
    return f"{_WORDS[single]}s" if single in _WORDS else word
