/** Spanish words that begin clauses. */
import { rawLines } from '../../text/raw-lines.ts';

/** After a conjunction, a clause that begins with one of these is the speaker's own. */
export const CLAUSE_STARTS = rawLines`
  (?:yo|me|te|mi|mis|nos|nuestr[oa]s?|siempre|nunca|jamas|ya no|no me|no te|no (?:como|tomo|bebo|uso)|ahora|tambien|ademas|
  que (?:me|siempre|nunca|vivo|trabajo|soy|tengo|no)|recorda|recuerda|acordate|acuerdate|decidi|decidimos|prefiero|odio|
  detesto|amo|adoro|trabajo|trabajamos|vivo|vivimos|soy|somos|estoy|estamos|tengo|tenemos|uso|usamos|estudio|hago|nunca|
  quiero|necesito|por favor|de ahora|a partir|desde (?:ahora|hoy)|el|la|los|las|(?:le|lo|se) \w+|mejor|que|como|cual|cuando|
  donde|podes|puedes|podrias|nada|todavia|aun|voy|vamos)\b
`;

/** Words after which a verb or a subject continues the clause. */
const CONTINUED = rawLines`
  que|q|como|cuando|cdo|donde|quien|quienes|cual|si|porque|pq|xq|mientras|desde|hasta|aunque|y|e|o|u|pero|ni|no|yo|tu|el|ella|
  nosotros|me|se|te|le|lo|la|los|las|ya|ahora|tambien|siempre|nunca|solo|ahi|aca|aqui|asi|entonces|pues|bueno|tan|muy|mas|de|
  del|al|un|una|en|con|a|por|para|pa|sin|segun|casi|hoy|ayer|todavia|aun|claro|mi|su|soy|era|fui|conseguir|busco|mucho|todos|
  todo|nada|otro|nuevo|ademas|igual|dice|dijo|digo|dije|primer|ultimo|siendo|mira|(?:mi|entre) \p{L}+ y
`;

/** A statement of the speaker's own stands before, so that another such verb begins another one. */
const AFTER_A_CLAUSE = rawLines`
  (?<!(?<!\p{L})(?:${CONTINUED})\s+)(?<=(?:^|[\s,.;:!?])(?:me llamo|me llaman|soy|vivo|trabajo|tengo|somos|vivimos|estoy|estudio|
  llevo|vengo|naci|uso|cuido|mi (?:\p{L}+ ){1,2}(?:es|tiene|vive|trabaja|esta|se llama)|no (?:como|tomo|bebo|puedo))\s
  [^,.;:!?()]{2,}\s+)
`;

/** New subjects, requests and asides that nothing announces: "me llamo Ana soy de Lugo y yo no como carne dime qué ceno". */
export const CUTS = {
  first:
    'soy vivo trabajo tengo estoy somos vivimos tenemos trabajamos me no necesito quiero mi yo y asi asiq pero pues bueno ' +
    'oye mira eh viste che jaja jajaja por o osea en total de a que como cual cuanto cuanta donde dime decime hazme haceme ' +
    'armame ayudame buscame recomiendame recomendame explicame redactame mandame sugiereme sugerime',
  at: rawLines`
  (?=(?:soy|vivo|trabajo|tengo|estoy|somos|vivimos|tenemos|trabajamos|me llamo|me gustan?|no (?:me gusta|como|tomo|bebo|uso|puedo|
  tengo)|necesito|quiero|mi (?:\p{L}+ ){1,2}(?:es|tiene|vive|trabaja|esta|se llama))\s)${AFTER_A_CLAUSE}|
  (?=yo (?:no|ya|soy|vivo|trabajo|tengo|estoy|uso|como|tomo|hago|l[aeo]s?|me|siempre|nunca|voy|entro|salgo|cuido|llevo|toco|juego|
  doy|prefiero|con|a las)\s)(?<!(?<!\p{L})(?:${CONTINUED}|cocino|lo recojo)\s+)|
  (?=y (?:(?:este|mi|su|ella|nuestr[oa]) (?:\p{L}+ )?(?:es|esta|tiene|vive|trabaja|
  viene|no|come|anda|se llama)\s|(?:entonces|al final|resulta|hoy|entre semana|necesito|busco)\s))
  (?<!\b(?:mi|entre)(?: \p{L}+){1,3}\s+)|
  (?=(?:asi que|pero)\s)|(?=y (?:necesito|quiero|busco|llevo|entro|salgo|cuido|toco)\s)|
  (?=(?:pues|bueno|oye|mira|eh|jaja\p{L}*|viste|che) (?:yo|que|mi|a|no|me|ya|como|si|se|soy|tengo)\s)|
  (?=(?:asi q|asiq|por eso|o sea|osea|en fin|total que|por cierto|de paso|a ver si)\s+\p{L})|
  (?=(?:que|como|cual|cuanto|cuanta|donde|a que hora|por donde) (?:me recom\p{L}+|les? regalo|les? digo|puedo|hago|debo|deberia|
  se hace|lo hago|empiezo|lo pongo|opinas|harias|conviene|hacemos|regalo|pongo)\b)(?<!(?<!\p{L})(?:${CONTINUED}|creo|es|para|decir|
  hay|tiene|sabe|saber|quiere|ver|parece|vez|hace|eso|siento|cuenta|sea|pienso|supongo|cosa|antes|mejor|resulta|(?:el|la|los|las|
  un|una|su|unos|unas) \p{L}+|siempre)\s+)|
  (?=(?:dime|decime|hazme|haceme|armame|ayudame|me ayudas|me haces|me armas|me dices|me decis|buscame|recomiendame|recomendame|
  explicame|redactame|mandame|sugiereme|sugerime)\s)(?<!(?<!\p{L})(?:y|que|q|no|porfa|asi que|entonces|pero|cuando|si|siempre|
  pueda|vos|mas)\s+)
`,
};

/** Words and phrases before a clause that add no meaning. */
export const OPENINGS = rawLines`
  che|eh+|total que|en fin|a lo que iba|vieras que|fijate que|na|nah|ufa?|pucha|ps|ja(?:ja)+j?|je(?:je)+|jsjs\w*|
  bueno|buenas|buen(?:os)? dias?|buenas (?:tardes|noches)|hola|oye|oi|mira|mire|miren|ey|dale|ok|oka|okey|okay|vale|listo|
  pues|entonces|igual|además|ademas(?! de )|encima|y|e|pero|osea|o sea|es que|asi que|porque|por eso|ya que|aunque|perdon|
  perdona|disculpa|gracias|genial|perfecto|barbaro|joya|buenisimo|de una|orale|guey|wey|tio|tia|boludo|loco|bro|dude|man|
  amigo|amiga|
  la verdad(?: es)?(?: que)?|la neta(?: es)?(?: que)?|la posta(?: es)?(?: que)?|posta(?: que)?|de hecho|en realidad|en verdad|
  por cierto|a proposito|de paso|a todo esto|por mi parte|en mi caso|personalmente|sinceramente|honestamente|francamente|
  obviamente|basicamente|resulta que|(?:la cosa|el tema|el asunto|lo que pasa|el problema|la cuestion|el caso) es que|
  pasa que|lo que ocurre es que|para ser sincer[oa]|ojo(?: que)?|importante|por las dudas|por si acaso|por si sirve|
  para que (?:lo )?(?:sepas|tengas en cuenta|te quede claro)|como (?:dato|contexto)(?: extra)?|un dato|dato|contexto|
  nota(?! que)|pd|ps|fyi|btw|nb|aclaro(?: que)?|aclaracion|(?:mi|mis) \p{L}+ y yo|(?:debo|deberia|tengo que|cabe|quiero|
  queria) (?:aclarar|mencionar|agregar|anadir|decir)(?:te)?(?: que)|(?:me )?(?:olvide|olvidaba|faltaba?) (?:de )?(?:decir|
  mencionar|contar|aclarar)(?:te)?(?: que)?|no te (?:dije|conte)(?: que)|conviene que sepas(?: que)?|te (?:cuento|aviso|
  comento|digo|aclaro)(?: que)?|sabes que(?= (?:me|mi|soy|vivo|trabajo|prefiero|siempre|nunca|decidi))|
  (?:como )?(?:ya )?te (?:dije|conte|comente|decia)(?: que)?|otra cosa(?=[:,] )|ademas de eso|(?:ademas|
  aparte) de [\p{L} ]{2,24}?,?(?= (?:tengo|tenemos|soy|somos|uso|toco|hablo|trabajo|vivo|hago)\b)|a mi,?(?= (?:habl|trat|llam|
  explic|respond|contest|dec)\p{L}+me\b)|desde hace \w+ (?:anos|meses|semanas|dias)|hace \w+ (?:anos?|mes|meses|semanas?|
  dias?)(?: que)?|desde (?:el |la )?(?:ano pasado|semana pasada|mes pasado|\d{4}|enero|febrero|marzo|abril|mayo|junio|julio|
  agosto|septiembre|octubre|noviembre|diciembre)|(?:despues|tras|luego) de (?:mucho|tanto) (?:pensar(?:lo)?|dudar(?:lo)?|
  analizar(?:lo)?|debatir(?:lo)?),?|al final|finalmente|por fin|hace (?:poco|un tiempo|rato)|ayer|anoche|hoy|esta (?:semana|
  manana|tarde)|la semana pasada|el (?:mes|ano|lunes|martes|miercoles|jueves|viernes|sabado|domingo|finde)(?: pasado)?|recien|
  actualmente|hoy en dia|hoy por hoy|tambien|yo(?: personalmente| tambien)?|nosotros|en (?:mi|el|la|nuestr[oa]) (?:trabajo|
  laburo|oficina|empresa|equipo)(?= (?:uso|usamos|trabaj|somos|hago|hacemos|tengo|tenemos|me|nos))|eso si|entre nosotros|
  en casa|en general|por lo general|normalmente
`;
