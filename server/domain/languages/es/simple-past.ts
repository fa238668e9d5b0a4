/** Turns the compound past of Spanish into the simple past: `he decidido` becomes `decidí`. */

type Have = 'he' | 'hemos' | 'ha' | 'han';
type Forms = Readonly<Record<Have, string>>;

const formsOf = (list: string): Forms => {
  const [he = '', hemos = '', ha = '', han = ''] = list.split(' ');
  return { he, hemos, ha, han };
};

const IRREGULAR: ReadonlyMap<string, Forms> = new Map(
  Object.entries({
    hecho: 'hice hicimos hizo hicieron',
    puesto: 'puse pusimos puso pusieron',
    vuelto: 'volví volvimos volvió volvieron',
    visto: 'vi vimos vio vieron',
    dicho: 'dije dijimos dijo dijeron',
    abierto: 'abrí abrimos abrió abrieron',
    roto: 'rompí rompimos rompió rompieron',
    escrito: 'escribí escribimos escribió escribieron',
    muerto: 'morí morimos murió murieron',
    tenido: 'tuve tuvimos tuvo tuvieron',
    ido: 'fui fuimos fue fueron',
    venido: 'vine vinimos vino vinieron',
    podido: 'pude pudimos pudo pudieron',
    querido: 'quise quisimos quiso quisieron',
    sabido: 'supe supimos supo supieron',
    dado: 'di dimos dio dieron',
    despedido: 'despedí despedimos despidió despidieron',
    pedido: 'pedí pedimos pidió pidieron',
    conseguido: 'conseguí conseguimos consiguió consiguieron',
    elegido: 'elegí elegimos eligió eligieron',
    traducido: 'traduje tradujimos tradujo tradujeron',
  }).map(([done, forms]) => [done, formsOf(forms)]),
);

/** Participles of lasting states, for which the compound past says more than the simple one. */
const LASTING: ReadonlySet<string> = new Set(['sido', 'estado', 'vivido', 'trabajado', 'usado', 'habido']);

const REGULAR: Readonly<Record<'a' | 'i', Forms>> = {
  a: formsOf('é amos ó aron'),
  i: formsOf('í imos ió ieron'),
};

/** Returns undefined if the words are no compound past, or one that means something else. */
export function simplePast(have: string, done: string): string | undefined {
  if (have !== 'he' && have !== 'hemos' && have !== 'ha' && have !== 'han') return undefined;
  const irregular = IRREGULAR.get(done);
  if (irregular !== undefined) return irregular[have];
  const regular = /^(?<stem>\p{L}{2,})(?<vowel>[aií])do$/u.exec(done)?.groups;
  if (regular === undefined || LASTING.has(done)) return undefined;
  const { stem = '', vowel } = regular;
  if (vowel !== 'a') return stem + REGULAR.i[have];
  return have === 'he' ? softened(stem) + REGULAR.a.he : stem + REGULAR.a[have];
}

/** Spells a stem as it is written before e: busc- becomes busqu-. */
function softened(stem: string): string {
  return stem.replace(/c$/, 'qu').replace(/g$/, 'gu').replace(/z$/, 'c');
}
