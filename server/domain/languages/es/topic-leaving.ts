/**
 * Spanish topic phrases that are recognised by their form alone: something, whatever it is, is left and the same sentence asks or
 * states something new; or what follows is called another matter, or said to have nothing to do with the one before. Folded.
 */
import { rawLines } from '../../text/raw-lines.ts';
import type { TopicTable } from '../topic-pack.ts';

/** Things in the conversation, on the screen or on the desk: leaving one of them aside does not change the topic. */
const MATTER = rawLines`
  \b(?:codigo|error(?:es)?|bugs?|script|archivos?|funcion(?:es)?|linea|logs?|build|tests?|query|consulta|boton|pestana|pantalla|
  pagina|menu|ventana|comando|servidor|deploy|commit|rama|parrafo|oracion|frase|titulo|texto|borrador|respuesta|opcion|capitulo|
  diapositiva|resultado|excepcion|consola|terminal|url|endpoint|variable|tabla|celda|formula|excel|documento|formulario|enlace|
  link|contrasena|clave|token|token|parametro|argumento|ejercicio|problema|ejemplo|pregunta|duda|mensaje|mail|correo|tarea|
  informe|receta|version|fondo|tablas|capas?|imagen|imagenes|copias?|filas?|columnas?|datos|pares|lados|lista|intro|
  introduccion|resumen|articulo|parte|historia|cuento|ecuacion|nota|celdas|clases?\b(?= (?:java|python|abstracta|hija|padre)))\b
`;

export const LEAVING: TopicTable = {
  parts: {
    matter: MATTER,
    while: rawLines`
    (?:(?:por )?un (?:segundo|segundito|momento|momentito|minuto|ratito|rato|toque)|por (?:ahora|hoy|el momento|un rato)|
    para (?:despues|mas tarde|otro (?:dia|momento)|luego|manana)|de lado|a un lado|aparte|en paz|en pausa|quiet[oa]|ahi|ya)
  `,
    /** The topic that is left. */
    what: rawLines`
    (?:(?:con|de|del|a|en|por) )?(?:(?:el|la|los|las|lo|mi|mis|tu|tus|ese|esa|este|esta|todo|toda) )*(?:tema (?:del?|de la|
    de los|de las) |asunto (?:del?|de la) |lo (?:del?|de la|de los|de las|de mi) )?(?!(?:${MATTER}))(?!(?:comas|puntos|
    emojis|listas|vinetas|rodeos|ejemplos|tablas|chistes|preguntas|que|como|claro|saber|por|todo|puerta|luz|llave|agua|precio|
    costo|decimales|sal|azucar|ajo|cebolla|masa)\b)\p{L}+(?: (?:del?|de la|de los|de las|con|en|a|y|e) (?:mi |el |la |los |
    las )?\p{L}+){0,3}
  `,
    next: rawLines`
    \s*(?:[,.;:!\u2014]+|\by\b(?= (?:vamos|pasemos|hablemos|charlemos|veamos|contame|cuentame|sigamos con))|-)\s*(?:y |e |
    ahora |mejor |che |oye |bueno )*(?:[\u00bf](?! ?(?:que mas|cual (?:tiene|es mejor)|cuanto (?:da|es|queda)))|(?:que(?! mas)|
    como(?! (?:bastante|mucho|poco|sano))|cual(?! tiene)|cuando|donde|cuant[oa]s?(?! (?:da|queda))|quien|por que|sabes|sabias|
    tenes|tienes|podes|puedes|podrias|conoces|hay|me|te|necesito|quiero|quisiera|queria|tengo que|tengo (?:una|otra)|hablemos|
    hablame|hablanos|contame|cuentame|decime|dime|explicame|ayudame|recomendame|recomiendame|pasemos|vamos|vayamos|veamos|
    charlemos|sigamos con|viste|has|busco|estoy (?:buscando|pensando))(?![\p{L}]))
  `,
    another: rawLines`
    (?:otr[oa]s? (?:cosas?|cositas?|temas?|temitas?|asuntos?|cuestion(?:es)?|puntos?|frentes?|consultas?|dudas?|preguntas?|
    historias?|rollos?|pendientes?|orden de \p{L}+)|algo (?:que no|distinto|diferente|aparte|nuevo|nada que ver|
    (?:completamente|totalmente|bien|muy|re) (?:distinto|diferente|otro))|(?:un |una )?(?:tema|cosa|asunto|cuestion|pregunta|
    consulta|duda) (?:(?:muy |bien |totalmente |completamente )?(?:distint[oa]|diferente|aparte|nuev[oa]|ajen[oa])|nada que ver|
    que no (?:tiene|viene|guarda)))
  `,
    same: rawLines`
    (?!.{0,40}\b(?:lo mismo|sobre (?:eso|esto)|de lo que|del mismo|de lo mismo|de (?:esto|eso)\b|al? (?:codigo|archivo|texto|
    parrafo|funcion)))
  `,
    move: rawLines`
    (?:(?:perdon|perdona|perdone|disculpa|disculpe|lamento)(?:me)?,? (?:que |por |si )?)?(?:(?:quiero|quisiera|queria|puedo|
    podemos|podriamos|voy a|vamos a|dejame|permiteme|necesito|me gustaria|prefiero|toca|antes de seguir,?) )?(?:(?:me |te |nos |
    los |las |le )?(?:(?:salt|pas|cambi|desvi)(?:o|e|ar(?:me|nos)?|emos|ando)|muevo|voy|vamos|vayamos|ir(?:me|nos)?|yendo|
    vuelvo|volv(?:er|iendo|amos)|sigo|seguimos|sigamos|salgo|salir(?:me)?|hago|hacer(?:te)?|tengo|abro|abrir|meto|tiro|lanzo|
    suelto|(?:coment|pregunt|consult|mencion|plante)(?:o|ar(?:te|le)?)|pedir(?:te)?|recorde|acorde|acuerdo|surge|surgio|queda|
    quedo|ocurre|ocurrio|viene|vino|vengo|traigo|va)\b)
  `,
  },
  rows: [
    {
      id: 'es.leaves-for-next',
      kind: 'SHIFT',
      when: rawLines`
            (?:ya )?(?:dej(?:emos|amos|ando|o|a|ame|alo|emonos)|olvid(?:emos|emonos|ate|a|ando|o)|basta|suficiente|aparc(?:amos|o|
            ando)|aparquemos|paus(?:emos|amos)|estacion(?:emos|amos)|cerr(?:emos|amos|ando)|termin(?:emos|amos|ando)|pong(?:amos|o)|
            solt(?:emos|amos)|saqu?emos|me olvido|no (?:hablemos|sigamos|hablar|quiero hablar)(?: mas)?|ya (?:esta|estuvo|fue|
            hablamos (?:bastante|mucho|suficiente)))(?: ya| mejor)?(?: {while})? {what}(?: {while})?{next}(?! (?:si|no|ok)\b)
      `,
      yes: [
        'Ya basta del trabajo, cuéntame de la masa madre.',
        'olvidémonos del trabajo, quiero hablar de mis vacaciones',
      ],
      no: ['¿del 1 al 10?'],
    },
    {
      id: 'es.moves-to-another',
      kind: 'SHIFT',
      when: rawLines`
            {same}(?:{move}|(?:y |una |tengo |va |te hago )*{another} (?:de|sobre|por)(?= ))(?: (?:a|de|con|hacia|para|por|en|sobre|
            rapido|un momento|un segundo))* {another}(?=\s*(?:$|[,.:;!?\u2014]|-)|\s+(?:que|y|si|un|por|para|de (?!est|
            es[eao]))\b).*
      `,
      yes: [
        'Perdona que salte a otra cosa, ¿cómo limpio una plancha quemada?',
        'Che, te hago otra consulta que no tiene nada que ver: ¿cómo destapo la bacha?',
      ],
      no: ['una cosa lleva a la otra'],
    },
    {
      id: 'es.nothing-to-do',
      kind: 'SHIFT',
      when: rawLines`
            (?:a proposito de nada|sin (?:que )?(?:venir|venga) a cuento|(?:y )?(?:ya )?(?:fuera|aparte|ademas|independientemente|
            al margen|mas alla|dejando aparte|quitando|salvo) (?:de|del|por) (?:lo (?:del?|de la|de los|de las|de mi) |el tema |
            la cuestion |tema )?(?:(?:el|la|los|las|mi|mis|todo) )?(?!(?:{matter}))\p{L}+(?: (?:del?|
            de la) \p{L}+)?\s*,\s*(?:y )?(?![\u00bf]? ?(?:que (?:mas|otr|problema|dice)|cual|quien mas|donde mas))(?=[\u00bf]|
            (?:que|como|cual|cuando|donde|cuant[oa]s?|quien|sabes|tenes|tienes|podes|puedes|necesito|queria|quisiera|conoces)\b)|
            por otr[oa] (?:lado|parte),? (?:y )?(?:ya )?(?:fuera|aparte|nada que ver|cambiando|dejando|olvidando)|(?:es |una |
            un )?(?:pregunta|consulta|duda|cosa|comentario|tema) que no (?:tiene|viene|guarda|va)\b)
      `,
      yes: ['A propósito de nada, ¿por qué bostezamos?'],
      no: ['lo hizo a propósito'],
    },
  ],
};
