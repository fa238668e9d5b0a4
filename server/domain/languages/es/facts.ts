import { rawLines } from '../../text/raw-lines.ts';
import type { FactPack } from '../fact-pack.ts';
import { COMMANDS } from './commands.ts';
import { CORRECTIONS } from './corrections.ts';
import { LEXICON } from './lexicon.ts';
import { PLAIN } from './plain.ts';
import { SLOTS, STATED_SLOTS } from './slots.ts';
import { SUBJECTS } from './subjects.ts';
import { VETOES } from './vetoes.ts';

export const FACTS: FactPack = {
  lexicon: LEXICON,
  commands: COMMANDS,
  slots: SLOTS,
  statedSlots: STATED_SLOTS,
  beforeSlots: 'y|pero|que|la verdad|ahora|actualmente|ya no',
  ofUser: {
    names: '(?:(?:el|la) )?usuari[oa]',
    asOwn: [
      ['vive', 'vivo'],
      ['trabaja', 'trabajo'],
      ['se mud[oó]', 'me mudé'],
      ['empez[oó]', 'empecé'],
      ['se llama', 'me llamo'],
      ['es', 'soy'],
      ['tiene', 'tengo'],
      ['est[aá]', 'estoy'],
    ],
  },
  subjects: SUBJECTS,
  beforeSubjects: 'y|pero|que|también|ahora',
  plain: PLAIN,
  vetoes: VETOES,
  corrections: CORRECTIONS,
  asksOfUser: 'soy|estoy|tengo|vivo|trabajo|puedo|debo|prefiero|me (?:gusta|gustan|llamo|conviene|toca)',
  asksOfOthers: 'mis?|nuestr[oa]s?|nos|nosotr[oa]s|ell[oa]s?|el|su|sus|familia|todos|alguien|quien|quienes',
  proposes: rawLines`
    (?:vamos|voy|usemos|usamos|hagamos|hacemos|pongamos|ponemos|elijamos|elegimos|lancemos|lanzamos|compremos|quedemonos|
    nos quedamos|me quedo|sigamos|seguimos|que sea|prefiero|dejemos)
  `,
  settles: 'entonces',
  endsOpen:
    '(?:y|o|pero) (?:a veces|siempre|ya)|y|e|o|pero|el|los|un|una|mi|mis|su|sus|porque|si|que|de|del|con|para|por',
  joinsValues: 'el la los las un una unos unas del al de a en por para desde hasta y o cada entre como casi hace',
  swaps: String.raw`(?:el |la |los |las |un |una )?(?:\S+?(?: \S+?)?)(?:(?:,? entonces)?, (?:y )?no|,? entonces (?:y )?no) (?:el |la |los |las |un |una |de )?(?<old>\S+(?: \S+)?)`,
  asksOfThat: rawLines`
    (?:por favor |porfa |me )*(?:(?:anota|apunta|guarda|recorda|recuerda|registra|agenda)(?:te)?(?:me)?(?:lo|la|los)|
    (?:ten|tene|tenga)(?:me)?(?:lo|la) (?:en cuenta|presente|en mente)|toma nota|que no se te olvide|no (?:te )?(?:lo )?olvides(?: de eso)?|
    (?:guarda|anota|apunta) (?:eso|esto)|acordate de eso|acuerdate de eso)(?: (?:por favor|porfa|para (?:siempre|la proxima|luego)))*
  `,
  begins: rawLines`
    (?:yo|mi|mis|nuestr[oa]s?|me|nos|ella|ellos|eso|esto|soy|somos|tengo|tenemos|vivo|vivimos|trabajo|trabajamos|estoy|estamos|
    uso|usamos|estudio|prefiero|odio|detesto|quiero|necesito|voy|vamos|podes|puedes|podrias|por favor|gracias|dale|ok|que|como|cual|
    ayuda\p{L}*|decime|dime|hace(?:me)?|haz(?:me)?|arma(?:me)?|pasa(?:me)?|siempre|nunca|recorda|recuerda|acordate|decidi|
    decidimos|equipo de|no (?:me|como|tomo|bebo|uso)|de ahora en)
  `,
  conditions: 'si|cuando|siempre que|cada vez que',
  listed: String.raw`(?:el|la|los|las|un|una|unos|unas) (?:\S+ ?){1,2}`,
  endsList: String.raw`(?:y|e|o|u) (?:\S+ ?){1,5}`,
  tails: rawLines`
    dale|por favor|porfa(?:vor)?|gracias|si|eh|che|jaja\p{L}*|entendido|para que (?:lo )?sepas|te parece|por cierto|viste|sabes|sabias|
    wey|guey|tio|jeje\p{L}*|sobre todo|en especial
  `,
};
