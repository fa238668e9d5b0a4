/** "Forget that": which facts a turn asks to forget. `Forget it` and `don't forget` are none of it. */
import { rawLines } from '../text/raw-lines.ts';
import { ABOUT_FACT, SHARED_WORDS } from '../../policy/facts.ts';
import { readTurn, type ReadTurn } from '../speech/read-turn.ts';
import { standing, type Similarity } from './decide-fact.ts';
import type { KnownFact } from './fact.ts';
import { comparedText, sharedWords } from './telling-words.ts';

export type ForgetRequest = {
  /** What to forget, in the user's words; undefined: what was said last. */
  readonly target?: string | undefined;
  readonly rule: string;
  readonly from: number;
  readonly to: number;
};

const POLITE = rawLines`
  (?:(?:por favor|porfa|please|pls|just|mejor|ahora|now|actually|podes|puedes|podrias|can you|could you|would you|i want you to|
  i need you to|quiero que|necesito que)[ ,]+)*
`;
const WHAT_ES = rawLines`
  (?:(?:lo que (?:te )?(?:dije|conte|comente)|lo|el dato|la info(?:rmacion)?|todo lo que sabes|lo que sabes)(?: (?:de|sobre|del|
  acerca de))? |que |(?=(?:mi|mis|nuestr\p{L}+|el hecho|donde|quien(?:es)?|como|cuando|cuant\p{L}+|(?:a|con|de|en|para) (?:que|quien|
  donde)) ))
`;
const WHAT_EN = rawLines`
  (?:(?:what|everything|anything|all) (?:i|you|we) (?:said|told you|know|mentioned|have)(?: on file| stored| saved)? (?:about|
  on|regarding) |(?:the fact |the part |the thing )?(?:that|about) (?=\p{L})|(?=(?:my|our|where|who|how|what) ))
`;
const RULES: readonly { readonly rule: string; readonly pattern: RegExp }[] = [
  {
    rule: 'es.forget-what',
    pattern: new RegExp(
      rawLines`
        ^${POLITE}(?:(?:olvida(?:te|r|rte)?|olvides|olvide|borra(?:r|me)?|borres|elimina(?:r)?|elimines|saca|quita(?:r)?|
        descarta|no (?:recuerdes|guardes|tengas en cuenta)(?: mas)?|deja de recordar|dejes de recordar)(?: de)?(?: (?:tu|
        la) memoria)?) ${WHAT_ES}(?<target>.+)
      `,
      'du',
    ),
  },
  {
    rule: 'es.forget-that',
    pattern: new RegExp(
      rawLines`
        ^${POLITE}(?:olvida(?:te|r|rte)?|olvides|borra|elimina|no (?:recuerdes|guardes|tengas en cuenta)|
        descarta) ?(?:de )?(?:eso|ese(?! \p{L})|esto|ese dato|ese ultimo|lo ultimo|lo anterior|lo que (?:te )?(?:acabo de (?:decir|
        contar)(?:te)?|dije(?: recien)?))(?![\p{L}])(?! (?:ahora|tema|de (?:lado|tu (?!memoria))))
      `,
      'du',
    ),
  },
  {
    rule: 'en.forget-what',
    pattern: new RegExp(
      rawLines`
        ^${POLITE}(?:forget|delete|erase|remove|wipe|discard|stop remembering|don't remember|do not remember|don't keep|unlearn|
        drop)(?: from (?:your )?memory)? ${WHAT_EN}(?!(?:it|that|this)(?:[\s.!]*$|[,;.!]))(?<target>.+)
      `,
      'du',
    ),
  },
  {
    rule: 'en.forget-that',
    pattern: new RegExp(
      rawLines`
        ^${POLITE}(?:(?:forget|delete|erase|discard|don't remember|do not remember|disregard) (?:that|this|that (?:fact|
        one|last (?:bit|part|one))|what i (?:just )?said|the last (?:thing|one|fact))(?=[\s,.!]*$|[,.!]|\s+(?:please|i was|it's|
        it was))|scratch (?:that|this)(?=[\s.!]*$))
      `,
      'du',
    ),
  },
];

/** The turn's request to forget something of what is known of the user, if it makes one. */
export function forgetRequest(turn: string | ReadTurn): ForgetRequest | undefined {
  const read = typeof turn === 'string' ? readTurn(turn) : turn;
  for (const { start, from, sentenceTo, mood } of read.clauses) {
    if (mood === 'TEXT' || mood === 'REPORTED') continue;
    for (const at of start === from ? [start] : [start, from]) {
      const said = read.folded.slice(at, sentenceTo);
      for (const { rule, pattern } of RULES) {
        const found = pattern.exec(said);
        if (found === null) continue;
        const place = found.indices?.groups?.['target'];
        const target =
          place === undefined ? undefined : read.plain.slice(at + place[0], at + place[1]).replace(/[\s.,;!]+$/u, '');
        return { target, rule, from: read.at(at), to: read.at(at + found[0].length) };
      }
    }
  }
  return undefined;
}

/** The facts that it means; of several, those that share most words with it. `lastId`: what was last said. */
export function factsToForget(
  facts: readonly KnownFact[],
  { target }: ForgetRequest,
  lastId: string | undefined,
  similarity?: Similarity,
): readonly string[] {
  const known = standing(facts);
  if (target === undefined) return known.some(({ id }) => id === lastId) ? [lastId as string] : [];
  const wanted = comparedText(target);
  const scored = known.map(({ id, text }) => {
    const there = comparedText(text);
    return {
      id,
      shared: Math.max(sharedWords(wanted, there), sharedWords(there, wanted)),
      near: similarity?.(target, text) ?? 0,
    };
  });
  const most = Math.max(0, ...scored.map(({ shared }) => shared));
  if (most >= SHARED_WORDS.forget) return scored.filter(({ shared }) => shared === most).map(({ id }) => id);
  const nearest = Math.max(0, ...scored.map(({ near }) => near));
  return nearest >= ABOUT_FACT.forget ? scored.filter(({ near }) => near === nearest).map(({ id }) => id) : [];
}
