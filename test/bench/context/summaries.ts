/**
 * Measures summaries: how long segments and their summaries are, and how many details of the repository's own talk survive in
 * them.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { decideAppend, decideFlush, type Sealing } from '../../../server/domain/context/append.ts';
import { readTurn } from '../../../server/domain/context/read-turn.ts';
import { renderSegment } from '../../../server/domain/context/segment.ts';
import { newSession, WINDOW_POLICIES, type WindowPolicy } from '../../../server/domain/context/turn.ts';
import { staticEncoder } from '../../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../../server/embedders/static/static-table.ts';
import { printTable } from '../../load/table.ts';
import type { Corpus } from '../corpus.ts';
import { mean } from './line-through.ts';
import { readDays } from './next-day.ts';
import { turnsOf } from './replayed.ts';
import { FACT_READER } from '../../fact-reader.ts';

type Said = { readonly role: 'ROLE_USER' | 'ROLE_ASSISTANT'; readonly content: string };
type Sealed = { readonly sealed: readonly Sealing[] };

const encoder = staticEncoder(loadStaticTable());
const reading = {
  count: (text: string) => countTokens(text),
  embed: (text: string) => encoder.embed(text),
  newFactId: () => 'fa_1',
  reader: FACT_READER,
  scope: { agentId: '', sessionId: '' },
};

export function printSummaries(corpora: readonly Corpus[]): void {
  const rows: string[][] = [];
  const days = readDays();
  for (const policy of WINDOW_POLICIES) {
    const sealed = days.map(({ turns }) => sealAll(turns, policy));
    const kept = days.filter(({ evidence }, at) => {
      const text = sealed[at]!.sealed.map(({ segment }) => renderSegment(segment.keys)).join('\n');
      return evidence.every((spellings) => spellings.some((spelling) => text.includes(spelling)));
    });
    rows.push(['next-day', policy, ...shape(sealed), `${kept.length} of ${days.length}`]);
    for (const { name, namespaces } of corpora) {
      const talks = [...namespaces.values()].map((memories) => sealAll(turnsOf(memories), policy));
      rows.push([name, policy, ...shape(talks), '']);
    }
  }
  printTable(['talk', 'window', 'summaries', 'of one turn', 'turns of each', 'tokens of each', 'details kept'], rows);
}

function sealAll(said: readonly Said[], policy: WindowPolicy): Sealed {
  const turns = said.map(({ role, content }, at) => {
    const of = { content, speaker: '', timeMs: 0, toolCalls: [], toolCallId: '' };
    return readTurn({ role: role === 'ROLE_USER' ? 'USER' : 'ASSISTANT', ...of }, `tn_${at}`, reading);
  });
  const appended = decideAppend(newSession(policy), turns, encoder.identity.name, 0);
  const ended = decideFlush(appended.state, 0);
  return { sealed: [...appended.sealed, ...ended.sealed] };
}

function shape(all: readonly Sealed[]): string[] {
  const sealed = all.flatMap((one) => one.sealed);
  return [
    String(sealed.length),
    String(sealed.filter(({ turns }) => turns.length === 1).length),
    mean(sealed.map(({ turns }) => turns.length)).toFixed(1),
    mean(sealed.map(({ segment }) => countTokens(renderSegment(segment.keys)))).toFixed(1),
  ];
}
