/** Spanish words by which clauses ask, suppose, doubt and report. */
import { rawLines } from '../../text/raw-lines.ts';
import type { SpeechPack } from '../speech-pack.ts';
import { FICTION } from './fiction.ts';
import { CLAUSE_STARTS, CUTS, OPENINGS } from './openings.ts';
import { REWRITES, SPELLINGS, TELLING } from './spellings.ts';
import { TEXTS, TEXT_TASKS } from './texts.ts';

export const SPEECH: SpeechPack = {
  asking: {
    politely: rawLines`
      (?:(?:me |te )?(?:podes|puedes|podrias|puede|podria)(?: por favor)?|te puedo pedir que|me harias el favor de) (?:por favor )?
      (?:siempre |nunca )?(?:recordar|acordarte|tener (?:en cuenta|presente)|anotar|memorizar|guardar que|llamarme|
      decirme (?:\p{L}+)$|decir (?!(?:que|como|cual|donde|cuando|quien|algo|mas|esto|eso)\b)(?:\p{L}+)$|tratarme|hablarme|
      recuerdes|anotes|tengas en cuenta|siempre|nunca|de ahora en|a partir de)
    `,
    withMark: rawLines`
      (?:(?:a|de|en|con|por|para|desde|hasta|sobre) )?(?:que|cual(?:es)?|como|donde|adonde|cuando|cuant[oa]s?|quien(?:es)?)\b|
      (?:(?:me|te|se|nos|lo|la) )?(?:podes|puedes|puede|podrias|podria|puedo|podemos|sabes|sabias|conoces|crees|pensas|piensas|
      tenes|tienes|queres|quieres|recomendas|recomiendas|recordas|recuerdas|acordas|acuerdas|parece|conviene|ayudas|decis|dices|
      haces|das|pasas|explicas|deberia|es|son|esta|hay|existe|sera|seria|vale la pena)\b|(?:alguna?|algun|alguien|acaso|
      verdad que|no (?:es|te|deberia|seria|crees)|y si|que tal)\b
    `,
    withoutMark: rawLines`
      (?:(?:a|de|en|con|por|para) )?(?:que (?:tal|onda|opinas|pensas|piensas|me (?:recomendas|recomiendas|conviene|sugeris|
      sugieres|dices|decis)|puedo|hago|debo|deberia|es|son|significa|hora|dia|se)|cual(?:es)? (?:es|son|era|de|me|fue|prefer|
      conviene|recomend)\w*|como (?:hago|puedo|se (?:hace|dice|llama|escribe|usa|puede)|es|estas|andas|va|funciona|seria|era|
      quedo|te|le|deberia|les)|donde (?:queda|esta|estan|puedo|consigo|trabajo|vivo|es)|cuando (?:es|era|fue|empieza|termina|
      sale|puedo|llega)|cuant[oa]s? \w+|por que|quien(?:es)? (?:es|son|fue|era|dijo|me))\b|(?:(?:me|te) )?(?:podes|puedes|
      podrias|sabes (?:si|que|como|donde|cual|cuando|quien)|recordas|recuerdas|acordas|acuerdas|recomendas|recomiendas|
      conviene)\b|y si\b|(?:me pregunto|quisiera saber|quiero saber|me gustaria saber|dime (?:si|que|como|donde|cual)|
      decime (?:si|que|como|donde|cual))\b
    `,
    accented:
      '(?:(?:a|de|en|con|por|para|y|pero) )*(?:qué|cómo|cuál|cuáles|dónde|cuándo|cuánt[oa]s?|quién|quiénes|adónde)',
    relative:
      'que (?:es|era|son|eran|se llama|ya|tiene|tienen|vive|trabaja|esta|estan|viene)|quien(?:es)?|donde|cuando',
    ended: rawLines`
      (?:yo )?(?:soy|vivo|trabajo|tengo|estoy|somos|vivimos|tenemos|no (?:como|tomo|bebo|uso|tengo|puedo)|me (?:gusta|gustan|llamo)|
      prefiero|odio|siempre|nunca)|(?:mi|nuestr[oa]) \p{L}+(?: \p{L}+)? (?:es|tiene|no|vive|trabaja|esta)
    `,
    agreementTag: rawLines`
      dale|vale|si|estamos|entendido|entendiste|de acuerdo|te parece|por fa(?:vor)?|sabes|sabias|eh|puede ser|podes|puedes|
      me explico|claro
    `,
    truthTag: 'no|verdad|cierto|no es cierto|no es asi|es asi|o no|no crees',
  },
  moods: {
    hypothetical: rawLines`
      (?:si|aunque fuera|como si|en caso de|por si|ojala|ojal|quizas?|tal vez|talvez|a lo mejor|capaz|por ahi|puede (?:ser )?que|
      seguramente|probablemente|posiblemente|supon(?:e|ga|gamos|iendo|te|ete)?|supongo|supone que|pon(?:e|gamos) que|digamos que|
      imagina\w*|hipoteticamente|y si|creo que|pienso que|me parece que|quisiera|desearia|me encantaria|me gustaria|espero|dudo|
      no se(?! (?:conducir|manejar|cocinar|nadar|andar|bailar|coser|leer|programar|montar|esquiar|patinar|silbar|tocar|
      hablar)\b)|no estoy segur[oa]|estoy (?:pensando|viendo si|evaluando|dudando)|estamos (?:pensando|viendo|evaluando)|
      casi(?! (?:nunca|siempre|no|tod[oa]s|jamas))|estuve a punto|estaba por|iba a|cuando sea|el dia que|en (?:mi|
      un) (?:sueno|cuento|novela|juego)|sone que|actua como|haz de cuenta|hace de cuenta|hagamos de cuenta|(?:vamos a |
      hagamos (?:un )?)?(?:juego de rol|jugar a)|juguemos a|ahora sos un|ahora eres un|en otra vida|de chic[oa]|cuando era|
      en esa epoca|antes)\b
    `,
    but: 'pero',
    hedgedEnd: rawLines`
      creo(?: yo)?|supongo|quizas?|tal vez|talvez|capaz|no se|no estoy segur[oa]|calculo|me parece|o algo asi|es broma|es chiste|
      mentira|no,? mentira|por ahora no|pero (?:todavia|aun) no\b.*|(?:pero )?no (?:esta|es) (?:nada )?(?:decidido|definido|
      confirmado|seguro).*|(?:pero |aunque )?(?:todavia |aun )?lo estoy (?:pensando|dudando).*
    `,
    reporting: rawLines`
      (?:dice|dicen|decia|dijo|dijeron|contaba|conto|cuenta|cuentan|comento|menciono|opina|opinan|piensa|piensan|cree|creen|
      sostiene|afirma|insiste|repite|escribio|publico|pidio|pide|jura|pregunto|respondio|contesto|grito|segun)\b
    `,
    reportingEnd: rawLines`
      (?:segun|como) (?:dice |dijo |decia )?\p{L}+|(?:dice|dijo|dicen|decia|me dijo|pregunto|respondio) (?!que)\p{L}+.{0,40}|
      como (?:dice|decia|dijo) .{1,40}
    `,
    ownReport: rawLines`
      (?:yo |nosotros )?(?:ya |ahi |entonces )?(?:le|les) (?:digo|dije|decimos|dijimos|cuento|conte|explico|explique|aclaro|aclare|respondo|respondi|
      contesto|conteste|avise|comente)(?: (?:a|al) (?:(?:mi|la|el|los|las|todos|del) )*\p{L}+)?(?:,? (?:mira|mire|oye|no|si|pues|bueno))*(?:,? que(?! no\b))?|yo(?: no| si)?(?: (?:senora?|doctora?|hij[oa]|muchach[oa]|mujer|amig[oa]|claro|pues|mira|bueno),?)+(?: que| si)?
    `,
    storyGoesOn: 'total que|en fin|el caso es que|la cosa es que|a lo que iba',
    firstPerson: 'yo|nosotros',
    thirdPerson: rawLines`
      el|la|los|las|un|una|unos|unas|mi|mis|tu|tus|su|sus|este|esta|estos|estas|ese|esa|esos|esas|ella|ellos|ellas|eso|esto|
      todos|nadie|alguien|algunos|muchos|cada|nuestr[oa]s?
    `,
    notThirdPerson: 'partir|proxima|verdad',
  },
  clauses: {
    joins: 'y|e|pero|asi que|porque|aunque|ya que|entonces',
    starts: CLAUSE_STARTS,
    cuts: CUTS,
    openings: OPENINGS,
    conditions: '(?:y )?(?:si|cuando|siempre que|cada vez que)',
    orders: String.raw`(?:siempre|nunca|por favor)\s(?!que\b)`,
    subjects: 'yo',
    abbreviations: 'sr|sra|dr|dra|ing|lic|vs|etc|aprox|ej|p|av',
  },
  fiction: FICTION,
  textTasks: TEXT_TASKS,
  texts: TEXTS,
  spellings: SPELLINGS,
  telling: TELLING,
  rewrites: REWRITES,
};
