/** What a turn is about, coarsely: a change of it closes a segment, and facts of it are the ones to inject. By its words. */
import type { FactDomain } from '../facts/fact.ts';
import { foldInPlace } from '../speech/read-turn.ts';
import { DOMAIN_WORDS, READ_TURN_UNITS } from '../../policy/facts.ts';

export const TURN_DOMAINS = [
  'CODE',
  'WORK',
  'PLANNING',
  'PROJECTS',
  'PREFERENCES',
  'DECISIONS',
  'PERSONAL',
  'HEALTH',
  'FOOD',
  'TRAVEL',
  'MONEY',
  'LEISURE',
  'LEARNING',
] as const;
export type TurnDomain = (typeof TURN_DOMAINS)[number];

/** Words by their beginnings; `word$` is a whole word. Folded, both languages. */
const WORDS: Readonly<Record<TurnDomain, string>> = {
  CODE:
    'codigo code$ coding bug$ bugs$ debug compil typescript javascript python rust$ golang java$ kotlin sql$ query queries regex api$ apis$ endpoint ' +
    'funcion$ funciones$ function clase$ class$ variable stacktrace exception excepcion null$ undefined$ git$ github commit branch merge docker ' +
    'kubernetes deploy despliegue backend frontend react$ node$ npm$ test$ tests$ testing refactor script librer library framework servidor server ' +
    'postgres mysql redis$ schema migracion migration linter ci$ pipeline terraform lambda$ html$ css$ json$ yaml$ async promise algoritmo algorithm',
  WORK:
    'trabaj labur empleo empresa oficina jefe$ jefa$ cliente reunion sueldo salario entrevista curriculum equipo$ work$ working$ job$ jobs$ company ' +
    'office boss$ client meeting salary interview resume$ team$ manager colleague coworker promotion ascenso contrato contract hiring despid fired',
  PLANNING:
    'plan$ planes$ planific planning planes organiz agenda calendario calendar schedule cronograma deadline fecha plazo hito milestone roadmap sprint ' +
    'recordatorio reminder prioridad priorit pendiente tarea task todo$ checklist semana week$ manana tomorrow lunes monday',
  PROJECTS:
    'proyecto project mvp$ lanzamiento launch producto product startup release prototipo prototype tesis thesis novela novel app$ sitio website',
  PREFERENCES: 'prefier prefer favorit favourit gusta$ gustan$ encanta odio$ detesto like$ love$ hate$ dislike enjoy',
  DECISIONS: 'decid decision elegi$ elegimos acordamos optamos chose$ choose choice agreed settled',
  PERSONAL:
    'familia family espos marido mujer$ wife husband hijo hija son$ daughter herman brother sister mama$ papa$ mother father mom$ dad$ novi girlfriend ' +
    'boyfriend perro gato dog$ cat$ pet$ mascota cumple birthday casa$ home$ mudanza mudar moving$ vivo$ live$ nombre name$ boda wedding',
  HEALTH:
    'salud health medic doctor dolor pain sintoma symptom enferm sick fiebre fever alergi allerg dieta diet$ gimnasio gym$ entrenamiento workout dormir ' +
    'sueno$ sleep terapia therapy ansiedad anxiety pastilla pill$ hospital dentista dentist embaraz pregnan correr$ running$',
  FOOD:
    'comida food receta recipe cocin cook cena$ cenar dinner almuerzo lunch desayun breakfast horno oven restauran vino$ wine cafe$ coffee pizza ' +
    'carne meat pollo chicken ensalada salad postre dessert torta cake ingredient arroz rice pasta vegan vegetarian',
  TRAVEL:
    'viaje viajar travel trip$ vuelo flight hotel pasaje ticket aeropuerto airport pasaporte passport visa$ playa beach turis touris valija luggage ' +
    'vacacion vacation holiday itinerar airbnb hostel mochila tren$ train$',
  MONEY:
    'plata$ dinero money banco bank$ tarjeta credito credit hipoteca mortgage impuesto tax$ taxes$ inversion invest accion$ acciones stock$ stocks$ ' +
    'ahorr saving presupuesto budget factura invoice precio price$ dolar$ dolares dollar euro$ euros$ prestamo loan alquiler rent$ deuda debt',
  LEISURE:
    'pelicula movie film$ serie$ series$ musica music$ cancion song$ concierto concert juego game$ games$ futbol soccer football partido match$ libro ' +
    'book$ books$ guitarra guitar fiesta party museo museum netflix podcast hobby anime$ playlist',
  LEARNING:
    'estudi study studying universidad university facultad college examen exam$ exams$ curso course clase$ clases$ lesson profesor teacher aprender ' +
    'learn idioma language ingles$ english japones matematica math$ historia history fisica physics tarea$ homework beca scholarship',
};

/** A letter of the words' tree: those that go on from here, and the domains (as bits) of beginnings and of words that end here. */
type Letter = { readonly next: Map<string, Letter>; begins: number; ends: number };

const TREE: Letter = { next: new Map(), begins: 0, ends: 0 };
TURN_DOMAINS.forEach((domain, bit) => {
  for (const entry of WORDS[domain].split(' ')) {
    const isWhole = entry.endsWith('$');
    let at = TREE;
    for (const letter of isWhole ? entry.slice(0, -1) : entry) {
      const next = at.next.get(letter) ?? { next: new Map<string, Letter>(), begins: 0, ends: 0 };
      at.next.set(letter, next);
      at = next;
    }
    if (isWhole) at.ends |= 1 << bit;
    else at.begins |= 1 << bit;
  }
});

/** The domains of words that were looked up lately: people say the same few thousand again and again. */
const known = new Map<string, number>();

/** The domains of a word, as bits. */
function domainsOf(word: string): number {
  const before = known.get(word);
  if (before !== undefined) return before;
  const domains = lookUp(word);
  if (word.length > DOMAIN_WORDS.units) return domains;
  if (known.size >= DOMAIN_WORDS.known) known.clear();
  known.set(word, domains);
  return domains;
}

function lookUp(word: string): number {
  let at: Letter | undefined = TREE;
  let domains = 0;
  for (let index = 0; index < word.length; index += 1) {
    at = at.next.get(word.charAt(index));
    if (at === undefined) return domains;
    domains |= at.begins;
  }
  return domains | at.ends;
}

/** How many words of each domain a text has. */
function wordCounts(text: string): readonly number[] {
  const counts = TURN_DOMAINS.map(() => 0);
  for (const word of foldInPlace(text.slice(0, READ_TURN_UNITS)).match(WORD) ?? []) {
    const domains = domainsOf(word);
    for (let bit = 0; domains >> bit !== 0; bit++) counts[bit] = counts[bit]! + ((domains >> bit) & 1);
  }
  return counts;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** The domains whose words a text has, most first. */
function turnDomains(text: string): readonly TurnDomain[] {
  const counts = wordCounts(text);
  return TURN_DOMAINS.map((domain, at) => ({ domain, hits: counts[at]! }))
    .filter(({ hits }) => hits > 0)
    .toSorted((left, right) => right.hits - left.hits)
    .map(({ domain }) => domain);
}

/** The one domain that a turn is about; undefined where none leads. */
export function turnDomain(text: string): TurnDomain | undefined {
  const counts = wordCounts(text);
  const most = Math.max(...counts);
  return most === 0 || counts.indexOf(most) !== counts.lastIndexOf(most)
    ? undefined
    : TURN_DOMAINS[counts.indexOf(most)];
}

/** The domains of facts that a query may need: its own, and what is always worth knowing of a user. */
export function factDomainsFor(query: string): readonly FactDomain[] {
  const about = turnDomains(query);
  const domains = new Set<FactDomain>(['PREFERENCES']);
  for (const domain of about) for (const each of FACTS_FOR[domain]) domains.add(each);
  // A query about nothing in particular may be about anything.
  return about.length === 0 ? ['WORK', 'PREFERENCES', 'DECISIONS', 'PERSONAL', 'PROJECTS'] : [...domains];
}

const FACTS_FOR: Readonly<Record<TurnDomain, readonly FactDomain[]>> = {
  CODE: ['PROJECTS', 'DECISIONS', 'WORK'],
  WORK: ['WORK', 'DECISIONS', 'PROJECTS'],
  PLANNING: ['DECISIONS', 'PROJECTS', 'WORK'],
  PROJECTS: ['PROJECTS', 'DECISIONS', 'WORK'],
  PREFERENCES: ['PREFERENCES', 'PERSONAL'],
  DECISIONS: ['DECISIONS', 'PROJECTS', 'WORK'],
  PERSONAL: ['PERSONAL'],
  HEALTH: ['PERSONAL'],
  FOOD: ['PERSONAL'],
  TRAVEL: ['PERSONAL', 'DECISIONS'],
  MONEY: ['PERSONAL', 'WORK', 'DECISIONS'],
  LEISURE: ['PERSONAL'],
  LEARNING: ['PERSONAL', 'WORK', 'PROJECTS'],
};
