/** Recognises questions that ask for advice. Patterns match folded text, except for one that needs the accent of the past tense. */
import { lazy } from '../lazy.ts';
import { anyOf } from './any-of.ts';
import { rawLines } from './raw-lines.ts';
import { fold } from './fold.ts';

/**
 * Matches the ways in which people ask for advice: with its own words, by what they should or could do, by an order to choose for
 * them, and in Spanish by the present of the first person after a question word. Questions about the past (`did`, `last`) are no such
 * questions, nor are questions for what is known ("tell me about", "qué sabés de").
 */
const WISHES: readonly RegExp[] = [
  /\b(recommend\w*|suggest\w*|advice|advise|tips?|ideas?|any thoughts|what would you|would you (get|pick|choose|go|try))\b/,
  /\b(should|can|could|shall|might) (i|we)\b|\bhow (do|would) (i|we)\b|\bis it worth\b|\bwould (suit|fit|go well)\b/,
  /\b(help|find|give|get|show|plan|pick|choose|make|build|tell) (me|us)\b|^(pick|choose|plan|find|design|put together|name)\b/,
  /\b(best|good|nice|cheap|fun|great) \w+( \w+)? (to|for|in|near|around)\b|^(something|anything|somewhere|anywhere) \b|^any \w+/,
  /\b(is there|are there) (a|an|any|some)\b|\bthings to (do|see|eat|try|buy)\b|\b(should|would) you (answer|write|reply|explain)\b/,
  new RegExp(rawLines`
      \bworth (it|a \w+|(watch|see|read|visit|try|buy|do|hear)ing)\b|\b(best|cheapest|fastest|easiest|quickest|nicest) (way|
      time|spot|place)\b
    `),
  /^(a|an|some) \w+( \w+)? (for|with)\b|^what (helps|works|goes) (with|for|against)\b|\b(book|order|buy|get|cook) (me|us)\b/,
  /^(what|which) \w+( \w+)? for (my|our|the|a|me|us)\b/,
  /\b(is|are|would be|works?) best\b|\bwould look good\b|\b(is|are) (good|right|best) for\b/,
  /\b(looking for|must[- ](see|try)|what to \w+|where to \w+|how to \w+|which \w+( \w+)? (next|to|for))\b/,
  new RegExp(rawLines`
      \b(recomi?end\w*|sugier\w*|suger\w*|aconsej\w*|consejos?|ideas?|conviene\w*|que (tal|me decis|opinas|opinan|harias|
      elegirias))\b
    `),
  /\b(deberia(mos)?|debo|debemos|podria(mos)?|tendria(mos)? que|vale la pena|me (sirve|ayuda|queda) mejor)\b/,
  new RegExp(rawLines`
      \b(arm|ayud|busc|organiz|recomend|propong?|pens|plane|planific|prepar|encontr|orient|gui)[aei]n?(me|nos)\b|\b(da|deci|
      di)(me|nos)\b|^(elegi|elige|propone?|busca|arma|planea|planifica|cocina)\b|^cook (something|dinner|lunch|breakfast)\b
    `),
  new RegExp(rawLines`
      \b(estoy|estamos|ando) (buscando|pensando en)\b|\b(busco|buscamos|necesito|quiero) (un|una|algo|algun|alguna)\b|
      ^algo (para|de|que)\b|^algun\w* \w+
    `),
  /\bhay (algun|alguno|alguna|algo|buen|buena)\b|\bque \w+( \w+)? hay (en|para|por|cerca|sobre)\b|\bme gustaria\b/,
  /^\W*((a|con|de|en|por|para) )?(que|cual(es)?|adonde|donde|como)\b.*\b(me|nos) \w+(o|amos|emos|imos)\b/,
  new RegExp(rawLines`
      (^\W*|[,.;:] ?¿?)((a|con|de|en|por|para) )?(que|cual(es)?|adonde|donde|como|cuando|cuanto)\b.*\b(hago|compro|uso|pongo|pido|veo|miro|
      leo|escucho|cocino|preparo|regalo|llevo|visito|elijo|tomo|saco|aprendo|mejoro|puedo|contrato|alquilo|adopto|estudio|sigo|
      festejo|celebro|organizo|empiezo|invierto|ahorro|juego|reservo|pruebo|encargo|planto|entreno|cuido|educo|arreglo|limpio|
      duermo|combino|decoro|pinto|instalo|cambio|mando|muevo|voy|entiendo|consigo|evito|bajo|subo|arranco|practico|manejo|armo|
      vendo|ofrezco|guardo|divido|planeo|planifico|conozco|acepto|sirvo|\w+(amos|emos|imos))\b
    `),
  // A choice among what there is: of the best, of some, of what is in fashion.
  new RegExp(rawLines`
      ^(what|which|who|where|how)\b.*\b(good|best|great|top|ideal|suitable|popular|trendy|reliable|effective|worth|options|
      right|must-\w+)\b
    `),
  new RegExp(rawLines`
      \bwhat('s| is| are|'re| would be) (some|an? (good|\w+(ly|ble|ive|ful|able) )|my (options|choices))\b|\bwhat are some\b|
      \bi shouldn't miss\b|\b(where|how) (do|should) i (begin|start)\b
    `),
  /^(what|which|who|where|when|how)\b[^.?!]*\bshould\b|^(what|which) \w+( \w+)? (goes|go|suits?|fits?|pairs?|would (i|we|you))\b/,
  // A wish and then a question about it.
  new RegExp(rawLines`
      \bi( am|'m) (planning|looking|thinking|visiting|going|heading|travell?ing|considering|trying|hoping|ready)\b.*\?|
      \bi('d (like|love)| would (like|love)| need| want|'ve been wanting) (to|an?|some|new|ideas)\b.*\?
    `),
  new RegExp(rawLines`
      ^(please )?(explain|summari[sz]e|draft|write|create|design|organi[sz]e|translate|prepare|compose|rewrite|arrange|
      book)\b(?! (my|our|what|who|when|where|everything))
    `),
  new RegExp(rawLines`
      \b(can|could|would) you (please )?(create|make|put|write|build|come up|draft|plan|help|design|organi[sz]e|explain|
      summari[sz]e|translate)\b
    `),
  new RegExp(rawLines`
      (^|[.:,;] )\W*(cual(es)?|que|quien(es)?)\b.*\b(mejor(es)?|buen[oa]?s?|ideal(es)?|conveniente|popular(es)?|de moda|
      imperdibles?|confiables?|val(e|en) la pena|mas (conocid|recomend|popular|linda|lindo)\w*)\b
    `),
  new RegExp(rawLines`
      \bno me puedo perder\b|\b(vendri|convendri|quedari|aconsejari|recomendari)a[ns]?\b|\bque (puedo|podemos) (hacer|ver|comer|
      leer|comprar|visitar|probar)\b
    `),
  /^\W*(que|cuales) \w+( \w+){0,3} (hay|(me|nos) (sirve|conviene|queda|va)n?)\b(?! que)( ahora| hoy)?\W*$/,
  // A command, together with its beneficiary if it could also be a statement.
  new RegExp(rawLines`
      ^\W*((pasa|reserva|saca|redacta|explica|arma|recomenda|recomienda|busca|organiza|prepara|propone|pensa|piensa|planea|
      planifica|compra|cocina|disena|crea|compara|encontra|encuentra|aconseja|ayuda|orienta|guia)|(sugeri|sugiere|elegi|elige|
      escribi|escribe|resumi|resume|traduci|traduce|corregi|corrige|hace|haz|consegui|consigue|propon))(me|nos)(l[oa]s?)?\b|
      ^\W*(escribi|redacta|organiza|crea|disena|resumi|explica|planifica|traduci|propone)\b(?! (mis?|lo|que)\b)
    `),
  /\b(me|nos) (ayudas|sugeris|sugieres|recomendas|recomiendas|das|armas|podes|puedes|propones|aconsejas)\b/,
  // The present of the first person next to its question word, except for questions about oneself.
  new RegExp(rawLines`
      (^|[¿.,;:] ?)(como|a?donde) ((me|nos|les?|l[oa]s?) )?(?!(vivo|trabajo|tengo|guardo|estudio|mucho|duermo|como|quiero|
      ando)\b|\w+[aei]rl[aeo]s?\b)\w{2,}([^aeiou]o|io|amos|emos|imos)\b
    `),
  new RegExp(rawLines`
      (^|[¿.,;:] ?)((a|con|de|en|por|para) )?que ((les?|nos|me) (doy|\w+(o|amos|emos|imos))|\w*[^o\W]s? ((les?|nos|
      me) )?(?!(demasiado|mucho|poco|tengo|quiero|necesito|recuerdo|conozco|digo|\w+[ai]d?do|\w+(nd|st)o)\b)(doy|
      \w+[^aeiou]o)( (a|al|en|para|con|por|hoy|ahora|este|esta)\b|\W*$)|(?!(tengo|quiero)\b)\w{3,}[^aeiou]o (en|para|con|antes|
      hoy|ahora)\b)
    `),
  new RegExp(rawLines`
      ^\W*((me|nos) (anoto|inscribo|apunto|mudo|caso|jubilo|opero|vacuno|\w+(amos|emos|imos))|pongo|pido|empiezo|renuncio|hago|
      saco|vendo|contrato|acepto|cambio|invierto|adopto|alquilo)\b.*\?
    `),
];
const ADVICE = lazy(() => anyOf(WISHES));
const LOOKS_BACK =
  /\b(did|was|were|had|have (i|you|we|they|been|ever)|last|ago|yesterday|ayer|anoche|pasad[oa]s?|hace|antes)\b/;
/** Matches questions for what is known; they include one's own best. */
const ASKS_WHAT_IS_KNOWN = new RegExp(rawLines`
      \b(my|our|his|her|their) (best|favou?rite)\b(?! (option|bet|choice|move|way|shot))|\b(mis?|
      nuestr[oa]s?) mejor(es)?\b(?! (opcion|alternativa|manera|forma))|\b((tell|remind) (me|us) (about|of|what|who|when|where|
      everything)|(do|did) you (know|remember)|i (said|told|mentioned))\b|\b(que|lo que) (\w+ )?(sab(es|e|emos)|dije|conte|
      mencione)\b|\bcomo ((voy|vamos|ando|andamos) con|llev(o|amos) lo)\b
    `);

/** Matches the past of the third person, which without its accent reads like the present of the first: `compró`, `compro`. */
const PAST_OF_OTHERS = /\p{L}ó(?!\p{L})/u;

/** The last query that was read: every index that is searched for a question needs the answer. */
let last: { readonly text: string; readonly asks: boolean } | undefined;

/** Tells whether a query asks for advice, which a stored preference should influence. `folded` is its folded form. */
export function asksForAdvice(text: string, folded = fold(text)): boolean {
  if (last?.text !== text) last = { text, asks: readsAsAdvice(text, folded) };
  return last.asks;
}

function readsAsAdvice(text: string, folded: string): boolean {
  if (!ADVICE().test(folded)) return false;
  return !LOOKS_BACK.test(folded) && !ASKS_WHAT_IS_KNOWN.test(folded) && !PAST_OF_OTHERS.test(text);
}
