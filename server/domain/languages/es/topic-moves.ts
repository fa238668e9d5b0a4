/** Spanish phrases that move a conversation on: verbs of moving and leaving with the conversation as their object. Folded. */
import { rawLines } from '../../text/raw-lines.ts';
import type { TopicTable } from '../topic-pack.ts';

export const MOVES: TopicTable = {
  parts: {
    // Excludes the theme of an editor and the theme of a piece of music.
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
  },
  rows: [
    {
      id: 'es.change-subject',
      kind: 'FLUSH',
      when: rawLines`
          cambia\s+de\s+tema{end}(?!\s+(?:el|la|los|las|al|del|en)\b)|(?:prefiero|preferiria|quisiera|me gustaria) que cambi(?:emos|
          aramos|asemos) de {subject}{end}|(?:{wish}(?:cambiar|cambiemos|cambiamos)|cambiemos|
          cambiamos)(?:nos)?{slightly}\s+(?:de\s+)?{subject}{end}
      `,
      yes: ['cambiemos de tema', 'Quiero cambiar de tema.'],
      no: ['no quiero cambiar de tema'],
    },
    {
      id: 'es.go-elsewhere',
      kind: 'FLUSH',
      when: rawLines`
          (?:{wish}(?:pas(?:ar|emos|amos)|ir|hablar|hablemos|hablamos|charlar|charlemos|conversar|ver|vayamos|saltar|salt(?:emos|
          amos)|mov(?:ernos|amonos|erme))|pasemos|pasamos|hablemos|hablamos|charlemos|conversemos|saltemos|vayamos|vamos|
          movamonos)(?:nos)?{slightly}\s+(?:a|de|con|sobre|hacia)\s+{other}{end}
      `,
      yes: ['vamos a otra cosa', 'saltemos a otro tema'],
      no: ['Vamos a otro bar'],
    },
    {
      id: 'es.start-over',
      kind: 'FLUSH',
      when: rawLines`
          (?:{wish}(?:empezar|arrancar|comenzar)|empecemos|arranquemos|comencemos|volvamos a empezar)(?: todo)? (?:de (?:cero|
          nuevo)|otra (?:conversacion|charla))(?![\p{L}])(?! (?:el|la|con el|con la|mi)\b)|borron y cuenta nueva(?=$|[\s,.:!])
      `,
      yes: ['Empecemos de nuevo', 'Arranquemos de cero'],
      no: ['explicalo de nuevo'],
    },
    {
      id: 'es.changing-subject',
      kind: 'SHIFT',
      when: rawLines`
          (?:pasemos|pasamos|vamos|vayamos|saltemos|pasando|paso)\s+al (?:siguiente|proximo|otro|ultimo) (?:tema|punto|asunto|
          item)(?![\p{L}])|(?:(?:te|los|las|nos) )?saco (?:de|del) tema|me voy por (?:otro lado|las ramas)|(?:cambiando|(?:(?:te|
          les|os) )?cambio|saltando|salto|pasando|paso|yendo|virando|girando|moviendonos|moviendome|saliendo|saliendonos|saliendome|
          salgo|me salgo|me voy|me fui|yendome|yendonos|vuelvo a cambiar|hagamos un cambio|un cambio|
          haciendo un cambio){slightly}\s+(?:(?:de|del)\s+{subject}{end}|(?:a|hacia)\s+{other}{end})
      `,
      yes: ['pasemos al siguiente punto', 'Pasando a otro punto: el postre'],
      no: ['pasemos a producción'],
    },
    {
      id: 'es.speaking-elsewhere',
      kind: 'SHIFT',
      when: rawLines`
          (?:hablando|ya que hablamos|ahora(?: que hablamos)?|pensando) (?:de|en|con) {other}{end}|en otro orden de cosas|
          cambiando el chip
      `,
      yes: ['cambiando el chip, ¿qué serie veo?', 'hablando de otra cosa, ¿viste el partido?'],
      no: ['cambiá otra cosa: el título'],
    },
    {
      id: 'es.leaving-that',
      kind: 'SHIFT',
      when: rawLines`
          (?:dejemoslo|dejamoslo|lo dejamos|lo dejemos) (?:ahi|aca|aqui|por (?:ahora|hoy)|para (?:despues|luego|otro dia|
          otro momento))(?=\s*(?:$|[.,;!]))|dejemos (?:ya )?(?:eso|esto|ese tema)(?=\s*[.,;!])|(?:aparcamos|aparquemos|aparco|
          aparcando|pausamos|pausemos|estacionemos|estacionamos) {that}(?:\s+(?:un (?:momento|segundo|rato)|por (?:ahora|
          hoy)))?(?=\s*(?:$|[.,:;!]|y ))|(?:dejando|dejemos|dejamos|dejo|deja|dejalo|dejemoslo|dejame dejar|poniendo|pongamos|
          apartando|apartemos|haciendo|hagamos)(?: ya| por (?:ahora|un momento|un rato|hoy))?\s+(?:{that}\s+(?:de lado|a un lado|
          al costado|aparte|por (?:ahora|hoy|un (?:rato|momento))|atras|ahi|aca|asi|para (?:despues|luego|mas tarde|otro (?:momento|
          dia|rato)|manana)|en (?:pausa|stand ?by|espera|paz)|estacionad[oa])|(?:de lado|a un lado|aparte|al costado|atras|
          en pausa)\s+{that})(?![\p{L}])
      `,
      yes: ['Dejemos esto. ¿Y la fiesta?', 'Dejémoslo ahí. ¿Y los vuelos?'],
      no: ['dejemos esto en producción'],
    },
    {
      id: 'es.done-with-that',
      kind: 'SHIFT',
      when: rawLines`
          (?:cerr(?:ando|emos|amos|ado)|aparquemos|aparcando|estacionemos|pausemos|pausamos|termin(?:emos|amos|ado)(?: ya)? con|
          olvidemos|olvidemonos de|olvidando|basta (?:de|con)|suficiente (?:de|con)|listo (?:con|lo de|el tema)|ya (?:esta|estuvo|
          fue) (?:con )?|resuelto|liquidado) ?(?:est[ea] tema|es[ea] tema|el tema(?: de[^,.:;]{1,40}?)?|con (?:eso|esto|ese tema)|
          (?<=(?:basta|suficiente) (?:de|con) )(?:hablar de )?(?!(?:que|ejemplos|explicaciones|rodeos|detalles|teoria|introduccion|
          vueltas|chistes|emojis)\b)\p{L}{3,}|eso|esto|lo anterior|lo del? [^,.:;]{1,40}?)(?:\s+por (?:ahora|hoy))?(?=$|
          [\s]*[,.:;!]|\s+(?:y (?:pasemos|vamos|hablemos|paso)|ahora|pasemos|vamos a))
      `,
      yes: ['basta de código, armemos la cena', 'ya fue eso. Decime algo de Borges'],
      no: ['Hablamos de eso ayer'],
    },
    {
      id: 'es.another-thing',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:una|un|y|tengo|va|ahi va|te tiro|te hago)\s+)?(?:otr[oa]\s+(?:cosa|cosita|tema|temita|asunto|cuestion|pregunta|
          preguntita|consulta|duda|punto|topico)|(?:cosa|tema|asunto|pregunta|consulta|duda|cuestion)\s+(?:nuev[oa]|aparte|
          distint[oa]|diferente|nada que ver)|(?:nuev[oa]|siguiente|proxim[oa]|ultim[oa])\s+(?:tema|pregunta|consulta|asunto|duda|
          topico|cuestion|punto))(?:\s+(?:mas|nada que ver|totalmente \p{L}+|completamente \p{L}+|distinta|diferente|aparte|rapida|
          rapidita))*(?=\s*(?:$|[,:.;!?\u2014]|-\s)|\s+(?:que\s+(?:te\s+)?(?:queria|quiero|quisiera|necesito|necesitaba|me (?:olvid|
          qued)|tengo|tenia|iba)|te\s+(?:quer|quier|hago|pregunt|consult)|queria|quiero|quisiera|necesito|necesitaba|me (?:ayud|pod|
          pued|recomend)|como|cuando|donde|cual|cuanto|por que|tenes|tienes|sabes|podes|puedes|conoces|hay|
          y es)(?![\p{L}]{4}))(?!.{0,14}(?:lo mismo|sobre (?:eso|esto|lo mismo)|del mismo))
      `,
      notAfterDenial: true,
      yes: ['tengo otra consulta aparte', 'Otro tema: el seguro dental'],
      no: ['dame otro tema de redacción', 'No, eso no: otra cosa'],
    },
    {
      id: 'es.wanted-to-ask',
      kind: 'SHIFT',
      when: rawLines`
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
      yes: ['Quería hablarte del jardín', 'te quería preguntar otra cosa'],
      no: ['Lo que te quería preguntar ya lo resolví'],
    },
    {
      id: 'es.unrelated',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:esto|es|una|un|va|te va|pregunta|consulta|duda|tema|algo)\s+)*(?:totalmente |completamente |
          medio )?(?:(?:no tiene )?nada que ver(?! (?:con (?:el|la|los|las|mi|tu)\b|tiene|hace))(?: con (?:esto|eso|lo (?:anterior|
          de antes|otro)))?|fuera de (?:tema|contexto)|off ?-?topic|sin relacion|de (?:otro|cualquier otro) (?:tema|asunto))(?=$|
          \s*[:;?]|\s*[,.!]?\s+(?:pero|che|y te|a (?:esto|lo)|[¿\u00bf]|te (?:quer|hago|pregunt|consult)|sab|tenes|tienes|como|cual|
          cuando|donde|cuant|que (?:tal|hora|opin|es|son|hay|onda)|necesit|queria|quiero|viste|vieron|conoc|pod[ei]s|puedes|
          me (?:pod|pued|recom)|hay))
      `,
      yes: ['nada que ver, ¿viste la luna?', 'che, off topic, ¿leíste Rayuela?'],
      no: ['nada que ver, estás equivocado'],
    },
    {
      id: 'es.by-the-way',
      kind: 'SHIFT',
      when: rawLines`
          (?:por cierto|a proposito|antes (?:de )?que me olvide|ahora que me acuerdo|ya que estamos|cambiando),?\s+(?:[¿\u00bf]|
          (?:que (?:tal|te|me|hora|opin|pens|pas|onda|dia|signif|hay|es|son)|(?:cual|como|cuando|donde|cuanto|quien|sabes|tenes|
          tienes|podes|puedes|me (?:pod|pued|recom|ayud)|te (?:quer|quier|acord)|necesito|queria|conoces|hay)(?![\p{L}]{5})))
      `,
      yes: ['por cierto, ¿qué hora es en Tokio?', 'a propósito, ¿qué fue de la demanda?'],
      no: ['por cierto, tenías razón'],
    },
    {
      id: 'es.back-to',
      kind: 'SHIFT',
      when: rawLines`
          (?:volviendo|volvamos|vuelvo|volvemos|retomando|retomemos|retomo|regresando|regresemos)\s+(?:a|al|con|
          el tema)?\s*(?:{that}|tema\b|asunto\b|lo que\b|(?:la|el|los|las)\s+(?:tema|charla|conversacion|pregunta|cuestion|punto)\b|
          hilo\b|el hilo\b)(?!\s+(?:original|por defecto|oscuro|claro))
      `,
      yes: ['volvamos a lo de antes', 'volvamos al tema de la dieta'],
      no: ['volvamos a intentarlo'],
    },
    {
      id: 'es.speak-of',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:ahora|mejor)\s+)?(?:hablemos|charlemos|conversemos|(?:quiero|quisiera|me gustaria|necesito|podemos|vamos a|
          vayamos a) (?:hablar|charlar|conversar|que hablemos)|pasemos|vamos|vayamos|pasamos|paso)\s+(?:ahora\s+)?(?:del?|sobre|
          acerca del?|al tema|al asunto|a lo|a la parte|con lo)\s+(?!(?:eso|esto|lo mismo|nuevo|como|cuando|el lunes|
          manana)\b)(?:del? |el |la |los |las |mi |mis |lo |un |una )?\p{L}{3,}(?!\p{L})(?! (?:con (?:el|ella|mi|tu|su|los|las)\b|
          a \p{L}+))
      `,
      yes: ['Hablemos de fútbol', 'Hablemos del viaje'],
      no: ['hablemos'],
    },
  ],
};
