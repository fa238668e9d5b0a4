/**
 * Separates a user's writes from the user's erasure: the erasure waits for writes under way, and later ones are refused until it is over.
 * So nothing that was decided before the erasure is written after it.
 */
import { userKeyText, type UserKey } from '../../domain/accounts.ts';
import { RecordaError } from '../../domain/errors.ts';
import { ERASING } from '../../policy/lifecycle.ts';
import type { UserImports } from '../../ports/users.ts';
import type { Layer } from './layer.ts';
import type { StoreLayer } from './store-middleware.ts';

export interface ErasureBarrier {
  /** Tells whether the user is being erased. */
  isErasing(whose: UserKey): boolean;
  /** Keeps imports apart from erasures from their beginning to their end. */
  readonly imports: Layer<UserImports>;
  /** Runs `erase` while nobody else writes for the user; two erasures of one user run one after the other. */
  alone<T>(whose: UserKey, erase: () => Promise<T>): Promise<T>;
  /** Returns the layer that guards a store's writes. */
  writes(): StoreLayer;
}

export function erasureBarrier(): ErasureBarrier {
  /** The users whose erasure is under way, each with a promise that settles at its end. */
  const closed = new Map<string, Promise<void>>();
  const underWay = new Map<string, number>();
  const waiting = new Map<string, () => void>();

  const leave = (key: string): void => {
    const left = (underWay.get(key) ?? 1) - 1;
    if (left > 0) return void underWay.set(key, left);
    underWay.delete(key);
    waiting.get(key)?.();
  };

  /** Runs a write of these users. */
  async function write<T>(users: readonly UserKey[], work: () => Promise<T>): Promise<T> {
    const keys = [...new Set(users.map(userKeyText))];
    if (keys.some((key) => closed.has(key))) throw beingErased();
    for (const key of keys) underWay.set(key, (underWay.get(key) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const key of keys) leave(key);
    }
  }

  return {
    isErasing: (whose) => closed.has(userKeyText(whose)),

    imports: {
      together: (next, whose, gather, call) => write([whose], () => next(whose, gather, call)),
    },

    async alone<T>(whose: UserKey, erase: () => Promise<T>): Promise<T> {
      const key = userKeyText(whose);
      while (closed.has(key)) await closed.get(key);
      let open: () => void = () => undefined;
      closed.set(key, new Promise((resolve) => (open = resolve)));
      try {
        if (underWay.has(key)) await new Promise<void>((resolve) => void waiting.set(key, resolve));
        return await erase();
      } finally {
        waiting.delete(key);
        closed.delete(key);
        open();
      }
    },

    writes: () => ({
      add: (next, intents, call) => write(scopesOf(intents), () => next(intents, call)),
      update: (next, intent, call) => write([intent.scope], () => next(intent, call)),
      remove: (next, intent, call) => write([intent.scope], () => next(intent, call)),
      ofUser: { putBack: (next, whose, memories, call) => write([whose], () => next(whose, memories, call)) },
    }),
  };
}

function scopesOf(intents: readonly { readonly scope: UserKey }[]): readonly UserKey[] {
  return intents.map(({ scope }) => scope);
}

function beingErased(): RecordaError {
  return new RecordaError(
    'OVERLOADED',
    'The data of this user is being erased. Repeat the call when the erasure has finished.',
    {
      retryAfterMs: ERASING.retryAfterMs,
    },
  );
}
