/** What a statement does to what is known: repeats it, replaces it, adds to it. Pure: the writer decides by it inside its transaction. */
import { ABOUT_FACT, SHARED_WORDS } from '../../policy/facts.ts';
import { meaningDifference, type MeaningDifference } from '../same-meaning.ts';
import { fold } from '../text/fold.ts';
import { excludeEachOther } from './exclusive-words.ts';
import type { Fact, FactDomain } from './fact.ts';
import { languageOfTexts, sharedWords, tellingWords } from './telling-words.ts';

export type FactStatement = {
  readonly domain: FactDomain;
  readonly text: string;
  readonly slot?: string | undefined;
  /** The statement with its signal, as it was said: `also`, `no longer` and `instead of` stand there. */
  readonly said?: string | undefined;
};

export type FactDecision =
  /** `closes`: those that no longer hold, where it says more than that they do not. */
  | { readonly does: 'ADD' | 'SUPERSEDE'; readonly closes: readonly string[] }
  | { readonly does: 'CONFIRM'; readonly id: string };

/** Calibrated, 0 to 1. */
export type Similarity = (left: string, right: string) => number;

/** The facts that still stand: neither superseded nor forgotten. */
export function standing(facts: readonly Fact[]): readonly Fact[] {
  return facts.filter(
    ({ supersededBy, forgottenTimeMs }) => supersededBy === undefined && forgottenTimeMs === undefined,
  );
}

export function decideFact(facts: readonly Fact[], statement: FactStatement, similarity?: Similarity): FactDecision {
  const known = standing(facts);
  const said = fold(statement.said ?? statement.text);
  const same = known.find((fact) => isSame(fact, statement));
  if (same !== undefined) return { does: 'CONFIRM', id: same.id };
  const closes = known.filter((fact) => contradicts(statement, said, fact, similarity)).map(({ id }) => id);
  return { does: closes.length > 0 ? 'SUPERSEDE' : 'ADD', closes };
}

function isSame(fact: Fact, statement: FactStatement): boolean {
  return meaningDifference(bare(fact.text), bare(statement.text)) === undefined;
}

const ALSO =
  /\b(?:tambien|ademas|otr[oa]s?|also|too|as well|another|aparte|igual(?:mente)?|encima|as a second|segund[oa]|in addition|besides)\b/;
/** Of what is no more. */
const ENDED =
  /^(?:(?:por fin|ahora|desde \w+|recien|finally|now|hace \w+ \w+(?: que)?|i|we|i've|i have|we've|just|recently) )*(?:ya no|dej[eo]\w* de|deje|dejamos|abandone|renuncie (?:a|al)|no longer|stopped|quit|gave up|don't|do not|dont|left|ended|ditched|dropped)\s+(?<ended>.+?)(?: (?:anymore|any more|any longer))?$/;
/** Of what something else takes the place of. */
const INSTEAD_OF =
  /\b(?:en vez de|en lugar de|y no|instead of|rather than|in place of|replacing|reemplaza\w*(?: a)?|(?:pas\w+|cambi\w+|migr\w+|switched|migrated|moved|transitioned) (?:our \w+ |everything |all )?(?:de|desde|from))\s+(?:el |la |los |las |the |our |my )?(?<old>[\p{L}\d.+#-]+(?: (?!(?:a|to|al|en|in|for|para)\b)[\p{L}\d.+#-]+){0,2})/u;

function contradicts(statement: FactStatement, said: string, fact: Fact, similarity: Similarity | undefined): boolean {
  const known = fold(fact.text);
  const old = INSTEAD_OF.exec(said)?.groups?.['old'];
  if (old !== undefined && sharedWords(old, fact.text) === 1) return true;
  const ended = ENDED.exec(said)?.groups?.['ended'];
  if (ended !== undefined) return isEndedBy(ended, fact.text);
  if (ALSO.test(said)) return false;
  if (statement.slot !== undefined && statement.slot === fact.slot) return true;
  if (statement.domain !== fact.domain && !isNear(statement, fact, similarity)) return false;
  const difference = meaningDifference(bare(fact.text), bare(statement.text));
  if (difference === 'FIGURES') return haveSameWords(statement.text, fact.text);
  const shared = Math.max(sharedWords(statement.text, fact.text), sharedWords(fact.text, statement.text));
  if (shared < SHARED_WORDS.replace && !isNear(statement, fact, similarity)) return false;
  return CONTRADICTING.has(difference) || excludeEachOther(fold(statement.text), known);
}

const CONTRADICTING: ReadonlySet<MeaningDifference | undefined> = new Set(['NEGATION', 'OPPOSITES'] as const);

function isNear(statement: FactStatement, fact: Fact, similarity: Similarity | undefined): boolean {
  return similarity !== undefined && similarity(statement.text, fact.text) >= ABOUT_FACT.replace;
}

/** All that it says has ended stands in the fact. */
function isEndedBy(ended: string, fact: string): boolean {
  return sharedWords(ended, fact) === 1;
}

/** But for the figures. */
function haveSameWords(left: string, right: string): boolean {
  const language = languageOfTexts(left, right);
  const [one = [], other = []] = [left, right].map((text) =>
    [...tellingWords(text.replaceAll(/\d[\d.,]*/g, ' '), language)].toSorted(),
  );
  return one.length > 0 && one.join(' ') === other.join(' ');
}

/** Words that say when or that it is said, not what. */
function bare(text: string): string {
  return text
    .replace(
      /^(?:(?:y|and|pero|but|que|that|ahora|now|actualmente|currently|tambi[eé]n|also|yo|la verdad|actually)\s+)+/iu,
      '',
    )
    .replace(/[\s.,;!]+$/u, '');
}
