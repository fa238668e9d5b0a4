/** A user's answers in Redis in the form of exports. */
import type { UserKey } from '../../domain/accounts.ts';
import type { PortableRow } from '../../domain/portable-rows.ts';
import type { RowsApart } from '../../ports/users.ts';
import type { Clock } from '../../ports/stores.ts';
import type { Breaker } from '../breaker.ts';
import type { RedisClient } from './connect-redis.ts';
import { keysOf } from './redis-keys.ts';
import { fieldOfAnswer, readAnswer, storeAnswer, type StoredAnswer } from './stored-answer.ts';

export type ResponseRowsOptions = { readonly redis: RedisClient; readonly outage: Breaker; readonly clock: Clock };

export function responseRows({ redis, outage, clock }: ResponseRowsOptions): RowsApart {
  async function putOne(whose: UserKey, { fields }: PortableRow): Promise<boolean> {
    const stored: StoredAnswer = {
      namespace: String(fields['namespace']),
      locale: String(fields['locale']),
      kind: fields['kind'] === 'TOOL' ? 'TOOL' : 'FACT',
      normalised: String(fields['normalised']),
      question: String(fields['question']),
      answer: String(fields['answer']),
      factIds: JSON.parse(String(fields['fact_ids'] ?? '[]')) as readonly string[],
      storedMs: Number(fields['create_ms']),
      expireMs: Number(fields['expire_ms']),
    };
    if (stored.expireMs <= clock.now()) return false;
    if ((await redis.hexists(keysOf(whose).responses.answers, fieldOfAnswer(stored))) === 1) return false;
    const { vector } = fields;
    return storeAnswer(redis, whose, stored, vector === null ? undefined : Buffer.from(String(vector), 'base64'));
  }

  return {
    /** All answers are one page: they are at most a thousand. */
    async page(whose, _after, { signal }) {
      const { answers, vectors } = keysOf(whose).responses;
      const [all, questions] = await outage.run(
        () => Promise.all([redis.hgetall(answers), redis.hgetallBuffer(vectors)]),
        signal,
      );
      const now = clock.now();
      const rows = Object.entries(all)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([field, text]) => ({ stored: readAnswer(text)!, vector: questions[field] }))
        .filter(({ stored }) => stored.expireMs > now)
        .map(({ stored, vector }) => toRow(stored, vector));
      return { rows };
    },

    async putBack(whose, rows, { signal }) {
      let taken = 0;
      for (const row of rows) if (await outage.run(() => putOne(whose, row), signal)) taken += 1;
      return { taken, skipped: rows.length - taken };
    },
  };
}

function toRow({ factIds, storedMs, expireMs, ...rest }: StoredAnswer, vector: Buffer | undefined): PortableRow {
  return {
    row: 'answer',
    fields: {
      namespace: rest.namespace,
      locale: rest.locale,
      kind: rest.kind,
      normalised: rest.normalised,
      question: rest.question,
      answer: rest.answer,
      vector: vector?.toString('base64') ?? null,
      fact_ids: factIds.length === 0 ? null : JSON.stringify(factIds),
      create_ms: storedMs,
      expire_ms: expireMs,
    },
  };
}
