/** Spanish words by which a later statement contradicts a known fact. */
import { rawLines } from '../../text/raw-lines.ts';
import type { ChangePack } from '../change-pack.ts';

export const CHANGES: ChangePack = {
  tellsOfChange: rawLines`
    ya no|al final|finalmente|cambi(?:o|e|aron|amos|ado)|paso (?:a|al|para)|pas(?:aron|amos) (?:a|al|para|la|el|las|los)|se (?:pasa|paso|corre|
    corrio|movio|mudo)|movi(?:eron|mos|do)|(?:re)?program(?:aron|amos|ado)|pospu(?:so|sieron|simos)|adelant(?:o|aron|amos)|atras(?:o|aron|
    amos)|reemplaz(?:o|aron|amos)|(?:desde|a partir de) (?:ahora|hoy|este|esta|el|la)|dej[eo] de|dejamos de|vendi(?:mos)?|renuncie|
    cancel(?:e|amos|o|aron)|ahora (?:es|son|va|sera)
  `,
  revises: rawLines`
    cambio de planes?|cambiaron los planes|no (?:viene|vienen)(?! (?:mal|bien)\b)|no se hace|se (?:cancela|cancelo|suspende|suspendio|cayo)|mejor no|
    pas(?:ar|o|amos)(?:la|lo|las|los)? (?:al|para el) (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|\d+)|olvidate de|descartamos|
    volvemos a|subio (?:a|el) (?:\d|precio|alquiler)|bajo (?:a|el) (?:\d|precio|alquiler)|se demor\w+|me (?:echaron|despidieron)|
    cort(?:amos|e) con|pensandolo mejor
  `,
  denies: String.raw`no|nunca|dej[eo]\w*|dejamos|vend\w+|renunci\w+|cancel\w+`,
  ends: rawLines`
    ya no|no mas|nunca mas|deje|dejo|dejamos|dejaron|vendi|vendimos|vendio|largue|largamos|abandone|abandonamos|renuncie|renuncio|renunciamos|
    cerre|cerro|cerramos|cancel\w+|(?:di|dimos) de baja|me borre|se acabo|se termino|termine|terminamos|chau|adios|basta|cort[eo]|cortamos|separe|
    separamos|divorci\w+|murio|fallecio|jubile|fui de|fuimos de|se fue|saque|sacamos|sacaron|quitamos|quitaron|regale|regalamos|tire|
    cambie|cambiamos|reemplac\w+|reemplazamos|descart\w+|elimin\w+|desinstale|canse|olvidate|perdi|echaron|despedimos|afeite
  `,
  holdsNow: rawLines`
    ahora|hoy en dia|ultimamente|actualmente|desde|a partir de|de ahora en mas|de ahora en adelante|ya|otra vez|de nuevo|volvi|volvimos|por fin|
    al final|nuev[oa]s?|paso a|pase a|pasamos a|me pase|nos pasamos|est[ae] (?:semana|mes|temporada|ano)
  `,
  also: 'tambien|ademas|otr[oa]s?|aparte|igual(?:mente)?|encima|segund[oa]',
  goesOver: rawLines`
    me pase|nos pasamos|pase a|pasamos a|cambie|cambiamos|migre|migramos|ahora uso|ahora usamos|al final|finalmente|volvi a|volvimos a
  `,
  ended: {
    before: String.raw`por fin|ahora|desde \w+|recien|hace \w+ \w+(?: que)?`,
    ends: String.raw`ya no|dej[eo]\w* de|deje|dejamos|abandone|renuncie (?:a|al)|vendi|vendimos|cancele`,
  },
  insteadOf: {
    of: String.raw`en vez de|en lugar de|y no|reemplaza\w*(?: a)?|(?:pas\w+|cambi\w+|migr\w+) (?:de|desde)`,
    articles: 'el|la|los|las',
    ends: 'a|al|en|para',
  },
  exclusive: {
    'length short': 'cort[oa]s?|breves?|concis[oa]s?|direct[oa]s?|resumid[oa]s?',
    'length long': 'larg[oa]s?|detallad[oa]s?|extens[oa]s?|complet[oa]s?|profund[oa]s?',
    'manner formal': 'formal(?:es)?|usted',
    'manner informal': String.raw`informal(?:es)?|vos|tutea\w*|tu|relajad[oa]`,
    'theme dark': 'oscuro',
    'theme light': 'claro',
    'indent tabs': String.raw`tabulador\w*|tabulacion\w*`,
    'indent spaces': 'espacios',
    'seat window': 'ventanilla',
    'seat aisle': 'pasillo',
    'units metric': String.raw`metric\w*|kilomet\w*`,
    'units imperial': 'imperial|millas',
    'language en': 'ingles',
    'language es': 'espanol|castellano',
    'language fr': 'frances',
    'language pt': 'portugues',
    'language de': 'aleman',
    'language it': 'italiano',
    'time morning': 'por la manana|a la manana|de manana|mananas',
    'time afternoon': 'por la tarde|a la tarde|tardes',
    'marriage married': 'casad[oa]',
    'marriage single': 'solter[oa]',
    'marriage divorced': 'divorciad[oa]|separad[oa]',
    'emojis with': '(?:con|usa) emojis?',
    'emojis without': '(?:sin|no) emojis?',
    'place remote': 'remot[oa]|desde casa',
    'place office': 'presencial|en la oficina',
  },
  meat: {
    eaten: '(?<!(?:no|nunca|sin|dejamos de|deje de) )(?:como|comer|comiendo|comemos) carne',
    uneaten: 'vegan[oa]|vegetarian[oa]|(?:no|ya no|nunca) (?:como|comemos) carne',
    words: 'vegano vegana vegetariano vegetariana carne',
  },
  frames:
    'decid decidi decidimos decision prefiero gusta gustan encanta encantan adoro odio detesto mas quiero recorda recuerda siempre nunca ' +
    'ahora ya yo tambien ademas usar uso hecho dato',
  incidental:
    'ultimo ultima pasado pasada proximo proxima final vez veces otra desde aunque todavia pronto aca aqui ahi cosa cosas',
  before: 'y|pero|que|ahora|actualmente|tambi[eé]n|yo|la verdad',
};
