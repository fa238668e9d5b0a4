/** Questions that ask for advice. All patterns read folded text. */

/**
 * How people ask for advice: by its own words, by what they should or could do, by an order to choose for them, and in Spanish by
 * the present of the first person after a question word. Looking back (`did`, `last`) is no such question, nor is asking for what
 * is known ("tell me about", "qué sabés de").
 */
const ADVICE: readonly RegExp[] = [
  /\b(recommend\w*|suggest\w*|advice|advise|tips?|ideas?|any thoughts|what would you|would you (get|pick|choose|go|try))\b/,
  /\b(should|can|could|shall|might) (i|we)\b|\bhow (do|would) (i|we)\b|\bis it worth\b|\bwould (suit|fit|go well)\b/,
  /\b(help|find|give|get|show|plan|pick|choose|make|build|tell) (me|us)\b|^(pick|choose|plan|find|design|put together|name)\b/,
  /\b(best|good|nice|cheap|fun|great) \w+( \w+)? (to|for|in|near|around)\b|^(something|anything|somewhere|anywhere) \b|^any \w+/,
  /\b(is there|are there) (a|an|any|some)\b|\bthings to (do|see|eat|try|buy)\b|\b(should|would) you (answer|write|reply|explain)\b/,
  /\bworth (it|a \w+|(watch|see|read|visit|try|buy|do|hear)ing)\b|\b(best|cheapest|fastest|easiest|quickest|nicest) (way|time|spot|place)\b/,
  /^(a|an|some) \w+( \w+)? (for|with)\b|^what (helps|works|goes) (with|for|against)\b|\b(book|order|buy|get|cook) (me|us)\b/,
  /^(what|which) \w+( \w+)? for (my|our|the|a|me|us)\b/,
  /\b(is|are|would be|works?) best\b|\bwould look good\b|\b(is|are) (good|right|best) for\b/,
  /\b(looking for|must[- ](see|try)|what to \w+|where to \w+|how to \w+|which \w+( \w+)? (next|to|for))\b/,
  /\b(recomi?end\w*|sugier\w*|suger\w*|aconsej\w*|consejos?|ideas?|conviene\w*|que (tal|me decis|opinas|opinan|harias|elegirias))\b/,
  /\b(deberia(mos)?|debo|debemos|podria(mos)?|tendria(mos)? que|vale la pena|me (sirve|ayuda|queda) mejor)\b/,
  /\b(arm|ayud|busc|organiz|recomend|propong?|pens|plane|planific|prepar|encontr|orient|gui)[aei]n?(me|nos)\b|\b(da|deci|di)(me|nos)\b|^(elegi|elige|propone|busca|arma|planea)\b/,
  /\b(estoy|estamos|ando) (buscando|pensando en)\b|\b(busco|buscamos|necesito|quiero) (un|una|algo|algun|alguna)\b|^algo (para|de|que)\b|^algun\w* \w+/,
  /\bhay (algun|alguno|alguna|algo|buen|buena)\b|\bque \w+( \w+)? hay (en|para|por|cerca|sobre)\b|\bme gustaria\b/,
  /^\W*((a|con|de|en|por|para) )?(que|cual(es)?|adonde|donde|como)\b.*\b(me|nos) \w+(o|amos|emos|imos)\b/,
  /^\W*((a|con|de|en|por|para) )?(que|cual(es)?|adonde|donde|como|cuando|cuanto)\b.*\b(hago|compro|uso|pongo|pido|veo|miro|leo|escucho|cocino|preparo|regalo|llevo|visito|elijo|tomo|saco|aprendo|mejoro|puedo|contrato|alquilo|adopto|estudio|sigo|festejo|celebro|organizo|empiezo|invierto|ahorro|juego|reservo|pruebo|encargo|planto|entreno|cuido|educo|arreglo|limpio|duermo|combino|decoro|pinto|instalo|cambio|mando|muevo|voy|entiendo|consigo|evito|bajo|subo|arranco|practico|manejo|armo|vendo|ofrezco|guardo|divido|planeo|planifico|conozco|acepto|sirvo|\w+(amos|emos|imos))\b/,
];
const LOOKS_BACK =
  /\b(did|was|were|had|have (i|you|we|they|been|ever)|last|ago|yesterday|ayer|anoche|pasad[oa]s?|hace|antes)\b/;
const ASKS_WHAT_IS_KNOWN =
  /\b((tell|remind) (me|us) (about|of|what|who|when|where|everything)|(do|did) you (know|remember)|i (said|told|mentioned))\b|\b(que|lo que) (\w+ )?(sab(es|e|emos)|dije|conte|mencione)\b|\bcomo ((voy|vamos|ando|andamos) con|llev(o|amos) lo)\b/;

/** Whether a folded query asks for advice, which a stored preference should shape. */
export function asksForAdvice(folded: string): boolean {
  return ADVICE.some((pattern) => pattern.test(folded)) && !LOOKS_BACK.test(folded) && !ASKS_WHAT_IS_KNOWN.test(folded);
}
