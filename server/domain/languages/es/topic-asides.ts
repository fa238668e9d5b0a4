/** Spanish turns to something else that do not mention the conversation: asides, things left undone, things that wait. Folded. */
import { rawLines } from '../../text/raw-lines.ts';
import type { TopicTable } from '../topic-pack.ts';

export const ASIDES: TopicTable = {
  parts: {
    while: rawLines`
    (?:(?:por )?un (?:segundo|segundito|momento|minuto|ratito|rato|toque)|por (?:ahora|hoy|el momento)|para (?:despues|
    mas tarde|otro (?:dia|momento)|luego|manana))
  `,
    thing: String.raw`(?:(?<=del )\p{L}+|el|la|los|las|lo|mi|mis|tu|ese|esa|este|esta|todo lo) (?:\p{L}+ ){0,3}\p{L}+`,
    notcode: rawLines`
    (?!(?:version|paso|pagina|inicio|principio|codigo|commit|archivo|pantalla|rama|original|anterior|menu|linea|borrador|modo|
    trabajo|oficina)\b)
  `,
    elsewhere: rawLines`
    (?:otr[oa]s? (?:cosas?|temas?|asuntos?|cuestion(?:es)?)|algo (?:distinto|diferente|nada que ver|totalmente \p{L}+|
    completamente \p{L}+)|un tema (?:distinto|diferente|aparte|totalmente \p{L}+|nada que ver|nuevo))
  `,
  },
  rows: [
    {
      id: 'es.aside-thing',
      kind: 'SHIFT',
      when: rawLines`
          (?:dejemos|dejamos) {thing} (?:en pausa|{while})(?=\s*[,.:;]|$)|(?:olvidate|olvidemonos|olvidemos|olvida|deja|deja|pausa|
          pausemos|aparca|aparquemos|aparcamos|para|paremos) (?:del? |con )?{thing} {while}|(?:dejemos|dejamos|aparquemos|aparcamos|
          aparco|aparcando|estacionemos|pausemos|pausamos|cortemos|cortamos) (?:esto|eso|aca|ahi|este tema|
          ese tema)(?: {while})?(?=\s*(?:[,.:;!]|$)|\s+(?:y|que)\b)
      `,
      yes: ['dejemos este tema', 'dejemos el CV para después, ¿qué película vemos?'],
      no: ['dejemos el texto como está'],
    },
    {
      id: 'es.question-aside',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:una |va |te hago una |tengo una |ahi va una )?(?:pregunta|preguntita|consulta|consultita|duda|cosa|comentario|
          dato)) (?:al margen|al pasar|random|aparte|suelta|nada que ver|de otr[oa] \p{L}+|de {elsewhere}|sobre {elsewhere}|
          (?:rapida|cortita|tonta|boluda|rapidita|breve|rarita?)(?: (?:de|sobre) {elsewhere}| aparte| nada que ver))(?=\s*(?:[,.:;!?\u2014]|$)|\s+-|\s+[\u00bf]|\s+(?:que|como|cual|cuando|donde|sabes|te)\b)|(?:pregunta|
          consulta|duda) (?:random|off ?topic)\b
      `,
      yes: ['pregunta al margen: ¿quién inventó el velcro?', 'tengo una duda de un tema totalmente distinto'],
      no: ['tengo una duda sobre eso'],
    },
    {
      id: 'es.something-else',
      kind: 'SHIFT',
      when: rawLines`
          te (?:venia|vengo|iba) a (?:preguntar|consultar|pedir|comentar|hablar)(?= (?:por|de|sobre|si|una|otra)\b)(?! (?:por|de|
          sobre) (?:eso|esto|lo mismo)\b)|(?:paso|voy|vamos|pasamos) a (?:mi|la) (?:siguiente|proxima|otra) (?:pregunta|duda|
          consulta|cosa)\b(?! del? )|(?:y |ah |ahora |tambien )*(?:dejame|deja que te|permiteme|permitime|puedo|te puedo|
          aprovecho (?:para|a)|queria|quisiera|quiero|me gustaria|necesito) (?:te )?(?:preguntar|consultar|comentar|contar|pedir|
          hacer)(?:te|le)? (?:por |sobre |de |acerca de )?(?:{elsewhere}|una (?:cosa|pregunta|consulta) (?:distinta|diferente|
          aparte|nada que ver|de otro tema))|(?:queria|quisiera|quiero|necesito|tenia que|iba a|venia a) (?:preguntarte|consultarte|
          hablarte|comentarte|pedirte|contarte) (?:por|de|sobre|acerca de) (?!(?:eso|esto|lo mismo|lo que (?:acab|dij|me dij)|ese|
          este|tu (?:ultima|respuesta))\p{L}*\b)\p{L}+|otr[oa] (?:cosa|tema|asunto|duda|pregunta) que (?:te )?(?:venia|vengo|ando|
          andaba|hace rato|estaba|estuve|tengo|tenia|queria|quiero|quedo|me quedo)\b|(?:tengo|me surge|me quedo|me surgio|te tiro|
          va|ahi va) (?:una|otra) (?:duda|pregunta|consulta|cosa) (?:de|sobre|por|en|acerca de) {elsewhere}|(?:sobre|en|pasando a|
          yendo a|por|de|a) {elsewhere}(?=\s*[,:])|(?:y )?ahora (?:si )?(?:{elsewhere}|por {elsewhere}|
          con {elsewhere})(?=\s*(?:[,.:;!\u2014]|$)|\s+-)|(?:ya )?(?:listo|cerrado|resuelto|terminado) (?:eso|esto|ese tema|
          el tema),? (?:y )?(?:ahora|vamos|pasemos|otra|otro|paso|quiero|necesito)\b
      `,
      yes: ['a otro tema: la huerta', 'dejame preguntarte algo distinto'],
      no: ['no pases a otro tema todavía'],
    },
    {
      id: 'es.not-this',
      kind: 'SHIFT',
      when: rawLines`
          (?:por|para) cambiar (?:un poco )?de (?:tema|aire|asunto)(?=\s*[,:.])|(?:sin (?:ninguna )?relacion|al margen|aparte|
          fuera) (?:con|de) (?:esto|eso|todo (?:esto|eso)|lo anterior|nada)(?=\s*[,:])(?!\s*[,:]\s*(?:[\u00bf]?(?:que|quien|donde|
          cuando) (?:mas|otr)|(?:todo|esta|muy|me gusta|quedo|va) ))|(?:ahi |aca |te )?(?:va|tiro|paso) (?:una|
          otra) (?:que )?(?:no tiene )?nada que ver(?=\s*[:,])|(?:y |bueno )?ahora,? (?:sobre|respecto (?:a|de)|en cuanto a|
          con respecto a) (?:el|la|los|las|lo|mi|mis)\b[^,.:?]{2,30}(?=[,:])|cambiemos (?:de|la) (?:marcha|velocidad|frecuencia|
          onda|registro)(?=\s*[,.:;]|$)|(?:(?:esto|es|se que|ya se que) )?no (?:tiene (?:nada )?que ver|va|viene) (?:con|a|
          por) (?:esto|eso|nada|cuento|lo (?:anterior|que hablamos|que veniamos)|este tema|lo de antes)(?=\s*[,;:.]|\s+pero\b)|
          (?:me )?(?:salgo|salimos|desvio|desviamos|fui|voy) (?:un poco |un toque |por completo )?(?:del?|por) (?:tema|las ramas|
          otro lado)|(?:medio |un poco |re |totalmente )?(?:descolgad[oa]|colgad[oa]|random|de la nada|
          nada que ver)(?: esto)?(?=\s*[,:] ?[\u00bf]|\s*,? pero\b)|(?:ya que|aprovechando que|ahora que|mientras) (?:estas|estamos|
          te tengo|andas|estan)(?: (?:aca|aqui|por aca|en linea|ahi))?,? (?=[\u00bf]|(?:que|como|cual|cuando|donde|cuant[oa]s?|
          quien|sabes|tenes|tienes|podes|puedes|me|te|necesito|queria|conoces|hay)\b)
      `,
      yes: ['Y ahora, sobre el coche,', 'Por cambiar de tema, hoy vi un zorro'],
      no: ['cambié el tema de WordPress y ahora no carga'],
    },
    {
      id: 'es.back-to-thing',
      kind: 'SHIFT',
      when: rawLines`
          (?:bueno,? |ok,? |dale,? )*(?:(?:quiero|quisiera|podemos|podriamos) (?:volver|retomar|regresar)|volvamos|volvemos|
          volviendo|vuelvo|retomemos|retomando|retomo|regresemos|regresando) (?:ahora |un (?:segundo|toque) )?(?:al|a (?:la|los|las|
          lo|mi|nuestr[oa]|tu)|con (?:el|la|lo|mi)|(?:el|la|lo|mi)(?= )) ?{notcode}\p{L}+(?:(?: (?!(?:perdi|se|me|vi|
          encontre)\b)\p{L}+){0,4}\s*(?:$|[,.:;?!\u2014]))|(?:despues|luego|mas tarde|en un rato|otro dia) (?:lo |la )?(?:volvemos|
          vuelvo|seguimos|retomamos|sigo|hablamos) (?:a|con|de|en) (?:esto|eso|este tema|ese tema)(?=\s*[,.;]|$)|(?:en que|
          donde) (?:estabamos|quedamos) (?:con|del?)\b
      `,
      yes: ['volvamos al viaje', '¿Podemos volver al viaje a Perú?'],
      no: ['volvamos a intentarlo'],
    },
    {
      id: 'es.onto-next',
      kind: 'SHIFT',
      when: rawLines`
          (?:eso|esto|lo otro|ese tema|este tema) (?:lo|la) (?:dejamos|dejemos|vemos|seguimos|retomamos|charlamos|
          hablamos) (?:para )?(?:despues|luego|mas tarde|otro (?:dia|momento)|manana|en otro momento)|(?:tengo|me queda|me surge|
          va) (?:una|otra) (?:consulta|pregunta|duda|cosa) que (?:no tiene (?:nada )?que ver|no va con|es de otr[oa]|
          es sobre otr[oa])\b|(?:(?:siguiente|proxim[oa]|nuev[oa]|segund[oa]|ultim[oa]) (?:tema|asunto|punto|consulta|duda|
          cuestion)|tema (?:siguiente|aparte|nuevo))(?:,? (?:por favor|porfa|dale|che))(?=\s*(?:[,.:;!]|$))|(?:vamos|pasemos|
          sigamos|seguimos|paso|pasamos) (?:ahora |ya )?(?:con|a) (?:el|la|los|las|lo|mi|mis) (?!(?:siguiente paso|segund[oa] parte|
          misma|mismo)\b){notcode}(?=\p{L}+(?: (?:de|del) [\p{L} ]{2,20})?\s*(?:$|[.,:;!?]))\p{L}+|cambiando (?:un poco |
          completamente |totalmente |radicalmente )?(?:de )?(?:aire|aires|rumbo|chip|onda|palo|frente)(?=\s*[,.:;]|$)|(?:cambio|
          cambio rotundo|giro|cambio brusco|cambio total) de (?:tema|tercio|asunto|rumbo)(?=\s*[,.:;!]|$)|en (?:otro|
          un) (?:orden de (?:cosas|ideas)|plano|registro)(?=\s*[,:])|por otr[oa] (?:parte|lado),? (?:cambiando|otro tema|otra cosa|
          nada que ver)
      `,
      yes: ['siguiente tema por favor', 'vamos ahora con el presupuesto'],
      no: ['resume el siguiente tema: fotosíntesis'],
    },
  ],
};
