/** Spanish: what a thing does to the speaker is a taste of theirs, and what suits them. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules } from './fact-rule.ts';
import { SPANISH_PARTS } from './spanish-parts.ts';

export const SPANISH_EXPERIENCE = [
  ...factRules(SPANISH_PARTS, 'PLAIN', undefined, [
    [
      'es.as-for-me',
      rawLines`
        (?:(?:entro|salgo|arranco|empiezo|termino) (?:a (?:laburar|trabajar|estudiar) )?(?:del? (?:laburo|trabajo|
        curro) )?a las? (?:\d|\p{L}+).*|(?:veo|miro|sigo|vemos|miramos) (?:mucho |mucha |muchas |muchos |solo |sobre todo |
        mas que nada )?(?:anime|series|pelis|peliculas|futbol|documentales|telenovelas|novelas|doramas|realities|tenis|basquet|
        f1)\b|no se (?:nadar|manejar|conducir|cocinar|andar en bici|ingles|leer musica|bailar)(?! (?:esto|eso))\b.*|(?:no puedo|
        no podemos) con (?:el|la|los|las) (?!(?:codigo|error|idea|bug|vida)\b)\p{L}.*|me toca (?:guardia|trabajar|turno|
        cuidar) .*\b(?:los|las|cada|todos|todas)\b.*|(?:estoy|estamos) (?:a punto de|por) (?:jubilar|mudar|cas|recibir|graduar|
        ser|tener|cumplir|terminar la (?:carrera|tesis))\p{L}*.*|se (?:lengua de|hablar|tocar|programar|cocinar|coser|nadar|
        bailar|manejar|conducir|tejer|leer|frances|ingles|portugues|italiano|aleman|quechua|guarani|catalan|euskera|gallego|
        python|excel|japones|chino)\b(?! (?:que|bien que)).*|tengo (?:la|el|las|los|mi) (?:espalda|rodillas?|cadera|hombro|
        cervicales|columna|tobillo|vista) (?:fatal|mal|hech\p{L}+|destrozad\p{L}+|jodid\p{L}+|operad\p{L}+)\b.*|
        somos tod[oa]s (?!(?:human|igual|loc|un)\p{L}*\b)\p{L}{4,}.*|lo mio (?:es|son) |lo que (?:mas|menos) (?:me gusta|
        disfruto|odio) (?:es|son) (?!(?:el|la|los|las|que|como)\b)|lo mejor para mi (?:es|son) |mi fuerte (?:es|
        son) )(?!(?:me parece|me da igual|tambien|tampoco|me pasa|no me|juicio|entender|criterio|ver)\b)\p{L}.+|(?:el|la|los|
        las) \p{L}{3,}(?: \p{L}{4,})? (?:no )?me (?:gusta|gustan|encanta|encantan|agota|agotan|cansa|cansan|relaja|relajan|
        estresa|estresan|cae mal|caen mal|da asco|dan asco|da alergia|dan alergia|hace mal|hacen mal|aburre|aburren|sienta mal|
        sientan mal|va|van|molesta|molestan|fascina|fascinan|apasiona|apasionan|interesa|interesan|divierte|divierten|inspira|
        inspiran|irrita|irritan|copa|copan|flipa|flipan)\b(?! (?:mas (?:asi|esta|este)|como|mucho mas|porque)).*|a mi (?:el|la|
        los|las) .{2,40} (?:no )?me (?:va|van|gusta|gustan|entra|entran|hace|hacen|cae|caen)\b.*
      `,
    ],
    [
      'es.taste-slang',
      rawLines`
        {slow}me (?:flipa|flipan|mola|molan|late|laten|chifla|chiflan|copa|copan|cabe|caben|cuadra|cuadran|tinca|tincan|rayan|
        priva|privan|pirra|pirran|vuelve loc[oa]|vuelven loc[oa])\s+(?:un monton |mucho |bastante |full |cantidad |
        que no veas )*(?!(?:esto|eso|est[eao]|es[eao]|tu|la idea|como|que (?:me|te) (?:digas|haya))\b)\p{L}.*|me (?:carga|
        cargan|emputa|encabrona|choca|chocan|enerva|enervan|saca de quicio|pone nervios[oa]|da cosa|da vertigo) (?:que (?:me|
        la gente)|el|la|los|las|cuando me) .+|no (?:me )?(?:soporto|aguanto|banco|trago|tolero) (?:el|la|los|las|a los|
        a las) (?!(?:idea|lunes)\b)\p{L}.+
      `,
    ],
    [
      'es.better-for-me',
      rawLines`
        me (?:viene|vienen|va|van|queda|quedan|resulta|resultan|sienta|funciona|funcionan|sirve|sirven) (?:mucho )?(?:mejor|
        mas comodo|comodo|bien) (?!(?:esto|eso|asi|esta|este|la (?:primera|segunda)|gracias)\b)\p{L}.+|me siento (?:mas|
        menos) comod[oa] (?:con|en|hablando|cuando)\b.+
      `,
    ],
  ]),
];
