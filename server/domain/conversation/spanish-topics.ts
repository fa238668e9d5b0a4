/** How speakers of Spanish move a conversation on: verbs of moving and leaving, with the conversation as their object. Folded. */
import { rawLines } from '../text/raw-lines.ts';
import { topicRules, type Parts } from './topic-rule.ts';

const PARTS: Parts = {
  // No theme of an editor, no musical theme.
  end: rawLines`
    (?![\p{L}'])(?!\s+(?:oscur|clar|dark|light|visual|de(?:l)?\b|en (?!serio)|al?\s+(?:uno|otro|oscuro|claro|dark|light)|
    musical|por defecto|principal|con (?!esto|eso)|por un|a cada|cada|constantemente|todo el tiempo|a mitad|sin avisar))
  `,
  other: rawLines`
    (?:otr[oa]s?\s+(?:cosas?|temas?|asuntos?|cuestion(?:es)?|puntos?|topicos?)|algo\s+(?:mas\s+(?:importante|alegre|interesante|
    divertido|ligero|lindo|bonito|agradable|liviano|positivo|leve|light|ameno|feliz|urgente|practico)|distinto|diferente|
    completamente \p{L}+|totalmente \p{L}+|nuevo)|un tema\s+(?:distinto|diferente|nuevo|aparte)|(?:el|la|lo) (?:siguiente|
    proxim[oa])(?:\s+(?:tema|punto|cuestion|asunto)|(?!\s+\p{L})))
  `,
  subject: String.raw`(?:(?:el |un |al )?(?:tema|asunto|topico|tercio|registro|conversacion))`,
  slightly: rawLines`
    (?:\s+(?:un poco|un toque|un momento|un segundo|rapido|rapidito|radicalmente|totalmente|completamente|rotundamente|
    bruscamente|abruptamente|ya|mejor|por completo|ahora|entonces|drasticamente|si te parece))*
  `,
  that: rawLines`
    (?:es[oe]|esto|todo (?:eso|esto)|aquello|lo (?:otro|anterior|de (?:antes|recien)|del?\s[^,.:;]{1,40}?|que (?:veniamos|
    estabamos|hablabamos)[^,.:;]{0,30}?)|(?:est[ea]|es[ea]|el) (?:tema|asunto|cuestion|topico|
    conversacion)(?: del? [^,.:;]{1,40}?)?|la cuestion(?: del? [^,.:;]{1,40}?)?)
  `,
  wish: rawLines`
    (?:(?:quiero|queria|quisiera|prefiero|preferiria|me gustaria|necesito|podemos|podriamos|puedo|podes|te parece (?:si|que)|
    que (?:tal|te parece) si|te (?:molesta|importa|jode) si|y si|vamos a|vayamos a|dejame|deja que|permiteme|voy a|tenemos que|
    deberiamos|toca|hora de|es hora de|propongo|sugiero)\s+(?:que\s+)?)
  `,
};

export const SPANISH_TOPICS = topicRules(PARTS, [
  [
    'FLUSH',
    'es.change-subject',
    rawLines`
      cambia\s+de\s+tema{end}(?!\s+(?:el|la|los|las|al|del|en)\b)|(?:prefiero|preferiria|quisiera|me gustaria) que cambi(?:emos|
      aramos|asemos) de {subject}{end}|(?:{wish}(?:cambiar|cambiemos|cambiamos)|cambiemos|
      cambiamos)(?:nos)?{slightly}\s+(?:de\s+)?{subject}{end}
    `,
  ],
  [
    'FLUSH',
    'es.go-elsewhere',
    rawLines`
      (?:{wish}(?:pas(?:ar|emos|amos)|ir|hablar|hablemos|hablamos|charlar|charlemos|conversar|ver|vayamos|saltar|salt(?:emos|
      amos)|mov(?:ernos|amonos|erme))|pasemos|pasamos|hablemos|hablamos|charlemos|conversemos|saltemos|vayamos|vamos|
      movamonos)(?:nos)?{slightly}\s+(?:a|de|con|sobre|hacia)\s+{other}{end}
    `,
  ],
  [
    'FLUSH',
    'es.start-over',
    rawLines`
      (?:{wish}(?:empezar|arrancar|comenzar)|empecemos|arranquemos|comencemos|volvamos a empezar)(?: todo)? (?:de (?:cero|
      nuevo)|otra (?:conversacion|charla))(?![\p{L}])(?! (?:el|la|con el|con la|mi)\b)|borron y cuenta nueva(?=$|[\s,.:!])
    `,
  ],
  [
    'SHIFT',
    'es.changing-subject',
    rawLines`
      (?:pasemos|pasamos|vamos|vayamos|saltemos|pasando|paso)\s+al (?:siguiente|proximo|otro|ultimo) (?:tema|punto|asunto|
      item)(?![\p{L}])|(?:(?:te|los|las|nos) )?saco (?:de|del) tema|me voy por (?:otro lado|las ramas)|(?:cambiando|(?:(?:te|
      les|os) )?cambio|saltando|salto|pasando|paso|yendo|virando|girando|moviendonos|moviendome|saliendo|saliendonos|saliendome|
      salgo|me salgo|me voy|me fui|yendome|yendonos|vuelvo a cambiar|hagamos un cambio|un cambio|
      haciendo un cambio){slightly}\s+(?:(?:de|del)\s+{subject}{end}|(?:a|hacia)\s+{other}{end})
    `,
  ],
  [
    'SHIFT',
    'es.speaking-elsewhere',
    rawLines`
      (?:hablando|ya que hablamos|ahora(?: que hablamos)?|pensando) (?:de|en|con) {other}{end}|en otro orden de cosas|
      cambiando el chip
    `,
  ],
  [
    'SHIFT',
    'es.leaving-that',
    rawLines`
      (?:dejemoslo|dejamoslo|lo dejamos|lo dejemos) (?:ahi|aca|aqui|por (?:ahora|hoy)|para (?:despues|luego|otro dia|
      otro momento))(?=\s*(?:$|[.,;!]))|dejemos (?:ya )?(?:eso|esto|ese tema)(?=\s*[.,;!])|(?:aparcamos|aparquemos|aparco|
      aparcando|pausamos|pausemos|estacionemos|estacionamos) {that}(?:\s+(?:un (?:momento|segundo|rato)|por (?:ahora|
      hoy)))?(?=\s*(?:$|[.,:;!]|y ))|(?:dejando|dejemos|dejamos|dejo|deja|dejalo|dejemoslo|dejame dejar|poniendo|pongamos|
      apartando|apartemos|haciendo|hagamos)(?: ya| por (?:ahora|un momento|un rato|hoy))?\s+(?:{that}\s+(?:de lado|a un lado|
      al costado|aparte|por (?:ahora|hoy|un (?:rato|momento))|atras|ahi|aca|asi|para (?:despues|luego|mas tarde|otro (?:momento|
      dia|rato)|manana)|en (?:pausa|stand ?by|espera|paz)|estacionad[oa])|(?:de lado|a un lado|aparte|al costado|atras|
      en pausa)\s+{that})(?![\p{L}])
    `,
  ],
  [
    'SHIFT',
    'es.done-with-that',
    rawLines`
      (?:cerr(?:ando|emos|amos|ado)|aparquemos|aparcando|estacionemos|pausemos|pausamos|termin(?:emos|amos|ado)(?: ya)? con|
      olvidemos|olvidemonos de|olvidando|basta (?:de|con)|suficiente (?:de|con)|listo (?:con|lo de|el tema)|ya (?:esta|estuvo|
      fue) (?:con )?|resuelto|liquidado) ?(?:est[ea] tema|es[ea] tema|el tema(?: de[^,.:;]{1,40}?)?|con (?:eso|esto|ese tema)|
      (?<=(?:basta|suficiente) (?:de|con) )(?:hablar de )?(?!(?:que|ejemplos|explicaciones|rodeos|detalles|teoria|introduccion|
      vueltas|chistes|emojis)\b)\p{L}{3,}|eso|esto|lo anterior|lo del? [^,.:;]{1,40}?)(?:\s+por (?:ahora|hoy))?(?=$|
      [\s]*[,.:;!]|\s+(?:y (?:pasemos|vamos|hablemos|paso)|ahora|pasemos|vamos a))
    `,
  ],
  [
    'SHIFT',
    'es.another-thing',
    rawLines`
      (?:(?:una|un|y|tengo|va|ahi va|te tiro|te hago)\s+)?(?:otr[oa]\s+(?:cosa|cosita|tema|temita|asunto|cuestion|pregunta|
      preguntita|consulta|duda|punto|topico)|(?:cosa|tema|asunto|pregunta|consulta|duda|cuestion)\s+(?:nuev[oa]|aparte|
      distint[oa]|diferente|nada que ver)|(?:nuev[oa]|siguiente|proxim[oa]|ultim[oa])\s+(?:tema|pregunta|consulta|asunto|duda|
      topico|cuestion|punto))(?:\s+(?:mas|nada que ver|totalmente \p{L}+|completamente \p{L}+|distinta|diferente|aparte|rapida|
      rapidita))*(?=\s*(?:$|[,:.;!?\u2014]|-\s)|\s+(?:que\s+(?:te\s+)?(?:queria|quiero|quisiera|necesito|necesitaba|me (?:olvid|
      qued)|tengo|tenia|iba)|te\s+(?:quer|quier|hago|pregunt|consult)|queria|quiero|quisiera|necesito|necesitaba|me (?:ayud|pod|
      pued|recomend)|como|cuando|donde|cual|cuanto|por que|tenes|tienes|sabes|podes|puedes|conoces|hay|
      y es)(?![\p{L}]{4}))(?!.{0,14}(?:lo mismo|sobre (?:eso|esto|lo mismo)|del mismo))
    `,
  ],
  [
    'SHIFT',
    'es.wanted-to-ask',
    rawLines`
      (?:(?:yo\s+)?te\s+(?:queria|quiero|quisiera|iba a|tengo que|tenia que|necesito|necesitaba|aprovecho para|
      aprovecho a)\s*(?:preguntar|consultar|comentar|contar|pedir|hablar|hacer (?:una|otra) (?:pregunta|consulta))|(?:queria|
      quisiera|quiero|necesito|necesitaba|me gustaria|tenia que|tengo que|iba a|venia a|aprovecho para|
      aprovecho a)\s+(?:preguntarte|consultarte|hablarte|comentarte|pedirte|contarte|preguntarle|consultarle|hacerte (?:una|
      otra) (?:pregunta|consulta))|te (?:hago|puedo hacer) (?:una|otra) (?:pregunta|consulta)(?: (?:de|sobre(?! (?:lo mismo|eso|
      esto))|nada|distinta|aparte))|tengo (?:una|otra) (?:pregunta|duda|consulta) (?:sobre(?! (?:eso|esto|lo mismo|ese|este|
      lo que|tu))|de otra|de otro|distinta|diferente|aparte|nada que ver|acerca|con respecto|
      respecto))(?![\p{L}])(?!\s+(?:lo mismo|de nuevo|otra vez|(?:el|la|los|las|mi|su) |(?:mas )?(?:sobre|por|de|
      acerca de) (?:eso|esto|lo mismo|lo anterior|lo que (?:dij|me dij|acab)|ese|este|tu respuesta)|que (?:siempre|nunca|
      respond|us|no)|a (?:el|ella|mi|tu)\b|mas sobre))
    `,
  ],
  [
    'SHIFT',
    'es.unrelated',
    rawLines`
      (?:(?:esto|es|una|un|va|te va|pregunta|consulta|duda|tema|algo)\s+)*(?:totalmente |completamente |
      medio )?(?:(?:no tiene )?nada que ver(?! (?:con (?:el|la|los|las|mi|tu)\b|tiene|hace))(?: con (?:esto|eso|lo (?:anterior|
      de antes|otro)))?|fuera de (?:tema|contexto)|off ?-?topic|sin relacion|de (?:otro|cualquier otro) (?:tema|asunto))(?=$|
      \s*[:;?]|\s*[,.!]?\s+(?:pero|che|y te|a (?:esto|lo)|[¿\u00bf]|te (?:quer|hago|pregunt|consult)|sab|tenes|tienes|como|cual|
      cuando|donde|cuant|que (?:tal|hora|opin|es|son|hay|onda)|necesit|queria|quiero|viste|vieron|conoc|pod[ei]s|puedes|
      me (?:pod|pued|recom)|hay))
    `,
  ],
  [
    'SHIFT',
    'es.by-the-way',
    rawLines`
      (?:por cierto|a proposito|antes (?:de )?que me olvide|ahora que me acuerdo|ya que estamos|cambiando),?\s+(?:[¿\u00bf]|
      (?:que (?:tal|te|me|hora|opin|pens|pas|onda|dia|signif|hay|es|son)|(?:cual|como|cuando|donde|cuanto|quien|sabes|tenes|
      tienes|podes|puedes|me (?:pod|pued|recom|ayud)|te (?:quer|quier|acord)|necesito|queria|conoces|hay)(?![\p{L}]{5})))
    `,
  ],
  [
    'SHIFT',
    'es.back-to',
    rawLines`
      (?:volviendo|volvamos|vuelvo|volvemos|retomando|retomemos|retomo|regresando|regresemos)\s+(?:a|al|con|
      el tema)?\s*(?:{that}|tema\b|asunto\b|lo que\b|(?:la|el|los|las)\s+(?:tema|charla|conversacion|pregunta|cuestion|punto)\b|
      hilo\b|el hilo\b)(?!\s+(?:original|por defecto|oscuro|claro))
    `,
  ],
  [
    'SHIFT',
    'es.speak-of',
    rawLines`
      (?:(?:ahora|mejor)\s+)?(?:hablemos|charlemos|conversemos|(?:quiero|quisiera|me gustaria|necesito|podemos|vamos a|
      vayamos a) (?:hablar|charlar|conversar|que hablemos)|pasemos|vamos|vayamos|pasamos|paso)\s+(?:ahora\s+)?(?:del?|sobre|
      acerca del?|al tema|al asunto|a lo|a la parte|con lo)\s+(?!(?:eso|esto|lo mismo|nuevo|como|cuando|el lunes|
      manana)\b)(?:del? |el |la |los |las |mi |mis |lo |un |una )?\p{L}{3,}(?!\p{L})(?! (?:con (?:el|ella|mi|tu|su|los|las)\b|
      a \p{L}+))
    `,
  ],
]);
