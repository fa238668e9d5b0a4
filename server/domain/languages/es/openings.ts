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

/** Words and phrases before a clause that add no meaning. */
export const OPENINGS = rawLines`
  che|eh+|ja(?:ja)+j?|je(?:je)+|jsjs\w*|
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
