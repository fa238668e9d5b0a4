/**
 * Measures whether a stored answer is found for a question that asks for the same in other words, and for none that asks for
 * something else: `npm run bench -- rewordings`. One question of each group is stored, if it may be, as LookupResponse and
 * StoreResponse decide.
 */
import { questionKey, type ResponseKey } from '../../server/domain/context/responses.ts';
import { sameIntent } from '../../server/domain/context/same-intent.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { REWORDING_SETS, readRewordings } from '../domain/conversation/rewordings.ts';
import { printTable } from '../load/table.ts';

const encoder = staticEncoder(loadStaticTable());
const { name } = encoder.identity;

function isFound(stored: ResponseKey, asked: ResponseKey): boolean {
  if (stored.kind === undefined) return false;
  if (stored.normalised === asked.normalised) return true;
  const candidate = { question: stored.question, vector: encoder.embed(stored.question) };
  return (
    asked.kind === 'FACT' &&
    stored.kind === 'FACT' &&
    sameIntent(asked.question, encoder.embed(asked.question), [candidate], name) !== undefined
  );
}

const rows = REWORDING_SETS.flatMap((set) =>
  (['en', 'es'] as const).map((language) => {
    const groups = readRewordings(language, set).map((group) => ({ ...group, key: questionKey(group.asked) }));
    const count = (of: 'same' | 'others'): string => {
      const pairs = groups.flatMap(({ key, ...group }) => group[of].map((text) => [key, questionKey(text)] as const));
      return `${pairs.filter(([stored, asked]) => isFound(stored, asked)).length} of ${pairs.length}`;
    };
    const byWord = groups.filter(({ key }) => key.isCallersWord).length;
    const refused = groups.filter(({ key }) => key.kind === undefined).length;
    return [language, set, count('same'), count('others'), `${byWord}`, `${refused}`];
  }),
);
printTable(['language', 'set', 'rewordings found', 'others found', "stored by the caller's word", 'not stored'], rows);
