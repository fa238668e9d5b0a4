/** Shows the score of a result, and its parts. */
import type { JSX } from 'preact';
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import { Legend, StackedBar, type Part } from '../parts/drawings.tsx';
import { Badge } from '../parts/frames.tsx';
import { nameOf, t } from '../texts/text.ts';

export type Found = NonNullable<Answer<'MemoryService/RetrieveMemories'>['results']>[number];

/** The signals of a score, in the order of their colours; `server/policy/score-weights.ts` explains each. */
const SIGNALS = [
  'meaning',
  'own',
  'window',
  'wide',
  'coverage',
  'phrase',
  'information',
  'speaker',
  'date',
  'session',
  'when',
  'where',
  'title',
  'limit',
];

/** Returns the shares of a score; negative ones are shown apart. */
export function partsOf({ signals = [] }: Found): readonly Part[] {
  return signals
    .map(({ signal = '', share }) => ({
      name: nameOf(signal),
      value: Number(share ?? 0),
      text: format.number(share, 2),
      colour: Math.max(0, SIGNALS.indexOf(signal)),
    }))
    .filter(({ value }) => Math.abs(value) >= 0.005)
    .toSorted((one, other) => other.value - one.value);
}

/** Shows why something was found: each signal's share of its score. */
export function Explained({ of, most }: { of: Found; most: number }): JSX.Element {
  const parts = partsOf(of);
  return (
    <div class="explained">
      <div class="row small">
        <Badge tone="accent">{nameOf(of.memory?.type)}</Badge>
        {of.archive !== undefined && <Badge tone="warn">{t('recall.archive')}</Badge>}
        <span>
          {t('recall.similarity')} <b>{format.number(of.similarity, 2)}</b>
        </span>
        <span>
          {t('recall.score')} <b>{format.number(of.score, 2)}</b>
        </span>
        {of.inferred !== undefined && (
          <span class="muted">{t('recall.inferred', { what: of.inferred.map(nameOf).join(', ') })}</span>
        )}
        <code class="muted">{of.memory?.id}</code>
      </div>
      <StackedBar label={t('recall.why')} parts={parts} most={most} />
      <Legend parts={parts} />
    </div>
  );
}
