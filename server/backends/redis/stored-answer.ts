/** The form of an answer in Redis. */
import type { UserKey } from '../../domain/accounts.ts';
import type { ResponseKind } from '../../domain/context/responses.ts';
import { RESPONSES } from '../../policy/context.ts';
import { REDIS } from '../../policy/backends.ts';
import type { RedisClient } from './connect-redis.ts';
import { digest, keysOf } from './redis-keys.ts';
import { RESPONSE_SCRIPTS } from './response-scripts.ts';
import { runScript } from './run-script.ts';

export type StoredAnswer = {
  readonly namespace: string;
  readonly locale: string;
  readonly kind: ResponseKind;
  readonly normalised: string;
  readonly question: string;
  readonly answer: string;
  /** The facts that it depends on; if empty, all that is known of the user. */
  readonly factIds: readonly string[];
  readonly storedMs: number;
  readonly expireMs: number;
};

/** Returns the prefix of the fields of answers that are comparable. */
export function prefixOfAnswers({ namespace, locale }: Pick<StoredAnswer, 'namespace' | 'locale'>): string {
  return `${digest(namespace, locale)} `;
}

export function fieldOfAnswer(of: Pick<StoredAnswer, 'namespace' | 'locale' | 'normalised'>): string {
  return `${prefixOfAnswers(of)}${digest(of.normalised)}`;
}

export function readAnswer(text: string | null | undefined): StoredAnswer | undefined {
  return text === null || text === undefined ? undefined : (JSON.parse(text) as StoredAnswer);
}

export function keysOfAnswers(whose: UserKey): readonly string[] {
  const { answers, vectors, rests, order, closed } = keysOf(whose).responses;
  return [answers, vectors, rests, order, closed];
}

/** Stores an answer; returns false if it depends on a fact that is known to hold no longer. */
export async function storeAnswer(
  redis: RedisClient,
  whose: UserKey,
  stored: StoredAnswer,
  vector: Buffer | undefined,
): Promise<boolean> {
  const { factIds, storedMs } = stored;
  const args = [
    fieldOfAnswer(stored),
    JSON.stringify(stored),
    vector ?? '',
    factIds.length === 0 ? '*' : factIds.join(' '),
    storedMs,
    RESPONSES.most,
    RESPONSES.factMs + REDIS.expirySlackMs,
    ...factIds,
  ];
  return (await runScript(redis, RESPONSE_SCRIPTS.STORE, keysOfAnswers(whose), args)) === 1;
}
