/** Spanish remarks about the conversation before the topic changes: it is closed, excused or left, or something else came up. Folded. */
import { rawLines } from '../../text/raw-lines.ts';
import type { TopicTable } from '../topic-pack.ts';

export const ANNOUNCEMENTS: TopicTable = {
  parts: {
    other: rawLines`
    (?:otr[oa]s? (?:cosa|cosita|tema|asunto|cuestion|punto|duda|pregunta|consulta)s?(?: (?:importante|urgente|mas|pendiente|
    distint[oa]|diferente|nuev[oa]))?|algo (?:distinto|diferente|mas alegre|aparte|(?:completamente|totalmente) \p{L}+)|(?:un|
    una) (?:tema|cosa|asunto|cuestion|pregunta|duda|consulta) (?:(?:completamente|totalmente|muy|bien) )?(?:distint[oa]|
    diferente|aparte|ajen[oa]|nada que ver))
  `,
    same: rawLines`
    (?!.{0,20}\b(?:lo mismo|sobre (?:eso|esto)|del? (?:codigo|contrato|texto|log|archivo|error)|en el (?:log|codigo|archivo|
    contrato|carrito|texto))\b)
  `,
    asks: rawLines`
    (?=[\u00bf]|(?:que|como|cual|cuando|donde|cuant[oa]s?|quien|sabes|sabias|tenes|tienes|podes|puedes|conoces|me|te|hay|
    necesito|queria|quiero|viste|has)\b)
  `,
    next: rawLines`
    (?:ahora|pasemos|pasamos|vamos|vayamos|sigamos|seguimos|veamos|hablemos|paso a|lo siguiente|necesito|quiero|quisiera|toca|
    otra cosa|otro tema|otra (?:duda|pregunta|consulta)|y (?:el|la|los|las|lo de)|que hay (?:de|del|con)|sobre (?:el|la|los|
    las)|me (?:gustaria|ayudas|podes|puedes)|contame|cuentame)
  `,
  },
  rows: [
    {
      id: 'es.excused',
      kind: 'SHIFT',
      when: rawLines`
          (?:perdon|perdona|perdone|disculpa|disculpe|disculpen|lamento|siento)(?:me)?,? (?:que (?:me |te )?(?:cambie|salte|salga|
          desvie|interrumpa|vaya)|por (?:el cambio|cambiar|cambiarte|saltar|desviarme|irme|salirme)|el cambio) (?:(?:bruscamente|
          asi|de golpe) )?(?:de|del) (?:tema|asunto)(?![\p{L}])|me (?:desvio|salgo del tema|voy del tema) (?:un (?:segundo|toque|
          momento)|por un momento)|(?:dejando|dejo|cerrando|aparte de) (?:de lado )?(?:este|ese|el) tema(?=\s*[,.:])|no (?:tiene|
          guarda) (?:mucha |ninguna )?relacion(?: con (?:esto|eso|nada|lo anterior))?(?=\s*[,:]|\s+pero\b)|
          (?:y )?lo otro que (?:te )?(?:queria|quiero|tenia que|iba a) (?:preguntar|consultar|comentar|decir|pedir|contar)\p{L}*|
          y si (?:mejor )?hablamos de (?!(?:eso|esto|lo mismo|como)\b)\p{L}|(?:listo|resuelto|terminado|cerrado) (?:el|la|
          lo de(?:l)?) [\p{L} ]{3,25}[.,;] (?:bueno,? )?(?:ahora,? (?:el|la|los|las|lo)|pasemos|vamos (?:a|con)|sigamos con (?:el|
          la|los|las))\b|(?:corto|cortando|cierro|cerrando|termino|terminando) con (?:este|ese|el) tema|(?:una |un |esta )?(?:duda|
          pregunta|cosa|consulta|comentario) que no (?:viene al caso|viene a cuento|tiene (?:nada )?que ver|va con esto)|
          (?:aprovecho|aprovechando) (?:que|ahora que|y) (?:estas|te tengo|estamos|ya)?[^,.?]{0,15}(?:para |y )?(?:preguntarte|
          consultarte|te pregunto|te consulto|comentarte)(?! (?:eso|esto|lo mismo))|cambio (?:radical|total|brusco|
          completo) de (?:tema|asunto|tercio)|cambio de tema (?:radical|total|brusco|completo)|(?:quisiera|querria|preferiria|
          me gustaria) que (?:hablaramos|hablasemos|charlaramos|viera?mos) de {other}|te (?:cuento|comento|digo|pregunto|hago|
          planteo) {other}(?=\s*[,:])|(?:pasemos|vamos|pasamos|vayamos) al (?!(?:siguiente|proximo|ultimo|primer|segundo|tercer|
          parrafo|paso|codigo|archivo|cine|grano|parque|medico|super)\b)\p{L}{4,}(?= ?(?:$|[.!]|de (?:la|los|las|el)\b))|
          dejemos (?:el|la|los|las) \p{L}{4,},? por favor\s*$|(?:me|te) cambio (?:un (?:segundo|toque|momento) )?de (?:tema|
          asunto)(?![\p{L}])
      `,
      yes: ['bueno, pasemos al postre', 'dejemos la política, por favor'],
      no: ['pasemos la variable por referencia'],
    },
    {
      id: 'es.came-up',
      kind: 'SHIFT',
      when: rawLines`
          {same}(?:(?:me acorde|me acabo de acordar|me acuerdo|acabo de acordarme) de {other}|(?:se me (?:ocurrio|vino)|
          me (?:surgio|surge|vino|quedo|queda|aparecio)|tengo|traigo|hay|queda) (?:a la (?:mente|cabeza) )?{other}(?=\s*(?:[,.:;?]|
          $)|\s+(?:que (?:te )?(?:queria|quiero|quisiera|necesito|me gustaria|no tiene|tengo|tenia|hay que ver)|pendiente|
          por (?:ver|tratar)))(?! (?:que (?:pueda|podria|deba|probar|prob|hacer)))|(?:quiero|queria|quisiera|me gustaria|necesito|
          podemos|podriamos|puedo|vamos a) (?:tocar|tratar|plantear|abordar|sacar|comentar|proponer|agregar|meter|ver|
          discutir)(?:te)? {other}|{other}(?=\s*[:,]\s*)|(?:respecto (?:a|de)|en cuanto a|sobre|siguiendo con|sigamos con|
          seguimos con|pasando a|vamos a|continuemos con|continuando con|voy a) {other}(?=\s*(?:[,.:;?]|$))|(?:pasando|yendo|
          entrando) a (?:lo de(?:l)?|la|el|los|las) [\p{L} ]{3,30}\s*[,:]\s*{asks}|pasando a (?:temas|cosas|asuntos) mas \p{L}+|
          una mas y de otro tema|(?:y )?ahora (?:contame|cuentame|decime|dime|hablame) (?:de|sobre) (?!(?:eso|esto|lo mismo|ese|
          este)\b)[^,.]{3,40},? otra historia)
      `,
      yes: ['sigamos con otra cosa', 'quería tocar otro tema'],
      no: ['sigamos con esto'],
    },
    {
      id: 'es.closed-next',
      kind: 'SHIFT',
      when: rawLines`
          (?:con (?:eso|esto) (?:ya )?(?:estamos|esta)(?: (?:listos?|bien))?|ya fue (?:eso|esto)|eso (?:ya )?(?:esta|quedo|lo tengo|
          queda)(?: (?:listo|claro|resuelto|cerrado|hecho|bien|visto))?|ya (?:esta|quedo|estuvo)(?: (?:eso|listo))?|(?:listo|
          resuelto|cerrado|terminado|hecho|visto|zanjado|liquidado) (?:eso|esto|ese tema|este tema|lo de \p{L}+|con (?:eso|esto))|
          con eso (?:listo|resuelto|claro|terminamos|cerramos|acabamos)(?: [^,.;:]{2,30})?|(?:cierro|cerramos|corto|cortamos|
          termino|terminamos|paro|paramos) (?:aca|aqui|ahi)(?: con (?:eso|esto))?|dicho esto|hasta (?:ahi|aca|aqui) (?:eso|con eso|
          el tema)|(?:suficiente|basta|ya basta|bastante) (?:por hoy )?(?:de|con) [^,.;:]{3,30}?(?: por hoy)?|(?:suficiente|
          basta) por hoy|eso por un lado|punto y aparte|fin de(?:l| ese) tema)\s*[.,;:!]+\s*(?:bueno,? |ok,? |
          y )*(?:{next}(?![\p{L}])|[\u00bf](?:vemos|pasamos|vamos|hablamos|seguimos con|que (?:tal|hay)|y (?:el|la|los|las|lo de))|
          (?:decime|dime|contame|cuentame) (?:algo )?(?:de|sobre))(?! (?:otra vez|a probar|con esto|de nuevo|pasalo|hacelo|
          el (?:test|codigo)))
      `,
      yes: ['Corto acá con eso. Hablemos de la beca', 'terminado eso, sigamos con el itinerario'],
      no: ['sigamos con esto'],
    },
    {
      id: 'es.dropped',
      kind: 'SHIFT',
      when: rawLines`
          (?:olvidalo|olvidate(?: de (?:eso|esto))?|olvidemoslo|dejalo|deja (?:eso|esto)|dejemos (?:eso|esto|ese tema)|no importa|
          da igual|pasa de (?:eso|esto))\s*[,.;]\s*(?:y )?(?:mejor|hablemos|veamos|pasemos|vamos a|ayudame|contame|cuentame|
          ahora (?:necesito|quiero))(?! (?:usa|usar|hacelo|hazlo|asi|ponlo|pone|proba|prueba)\b)|(?:ya )?no quiero (?:hablar|saber|
          seguir (?:hablando|con)) (?:mas )?(?:de |sobre )?(?:eso|esto|ese tema)(?: mas)?(?=\s*[,.;])|dejemos (?:el|la|los|las|
          lo de(?:l)?) [^,.;]{2,30}? para (?:despues|luego|mas tarde|otro (?:dia|momento)),? [\u00bf]?(?:que|como|cual|cuando|donde|
          y|ahora|hablemos|vamos|necesito|quiero)\b|dejemos (?:el|la|los|las|lo de(?:l)?) [^,.;]{2,30}?(?: (?:por (?:ahora|hoy|
          un rato)|un rato|para despues))? y (?:veamos|hablemos|pasemos|vamos|ayudame|contame)
      `,
      yes: ['dejá eso, mejor veamos las fotos', 'olvidate de eso, hablemos de la fiesta'],
      no: ['hablemos más de eso'],
    },
    {
      id: 'es.parenthesis',
      kind: 'SHIFT',
      when: rawLines`
          (?:(?:hago|haciendo|abro|permitime|permiteme|un|una) (?:un |una )?(?:parentesis|inciso|digresion|pausa)|parentesis|
          inciso)(?=\s*[:,.]|\s+(?:rapido|corto|y)\b)|(?:a todo esto|de paso|aprovechando|aprovecho|dicho sea de paso|ya que estoy|
          ya que estas|hablando del rey de roma|casi (?:me olvido|se me olvida|se me pasa)|antes de (?:irme|cerrar|terminar|
          despedirnos)|antes de que (?:me olvide|se me olvide|se me pase))\s*,?\s*{asks}(?!que (?:estas|estoy))|en que (?:estabamos|
          quedamos|ibamos|nos quedamos)\s*[?,.]
      `,
      yes: ['un paréntesis: ¿qué significa SaaS?', 'de paso, ¿sabés cómo se hace el yogur?'],
      no: ['de paso, agregá un test'],
    },
    {
      id: 'es.turning-to',
      kind: 'SHIFT',
      when: rawLines`
          (?:te parece|que te parece|les parece) si (?:pasamos|vamos|saltamos) al (?:siguiente|proximo|otro) (?:punto|tema|asunto|
          item)|ahora (?:quiero|quisiera|necesito|me gustaria|toca|vamos a|pasemos a) (?:ver|tratar|revisar|hablar de|discutir|
          abordar|mirar) (?:el tema de|el asunto de|lo de) (?!(?:eso|esto|siempre)\b)\p{L}|por otro lado,?\s*[\u00bf]?(?:como|
          que) (?:era|iba|va|quedo|fue|hay) lo de
      `,
      yes: ['¿Te parece si pasamos al siguiente punto?', 'ahora quiero ver el tema de los impuestos'],
      no: ['ahora quiero verlo en rojo'],
    },
  ],
};
