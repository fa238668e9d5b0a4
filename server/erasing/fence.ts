/**
 * Keeps writes of a user apart from the erasure of that user: those under way are waited for, later ones refused until it is over. So
 * nothing that was decided before is written after.
 */
import type { Whose } from '../domain/accounts.ts';
import { RecordaError } from '../domain/errors.ts';
import { ERASING } from '../policy/erasing.ts';
import type { UserImports } from '../ports/users.ts';
import type { MemoryStore } from '../ports/stores.ts';

export type Fence = ReturnType<typeof userFence>;

export function userFence() {
  /** Of users with an erasure: it ends with its promise. */
  const closed = new Map<string, Promise<void>>();
  const underWay = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  const keyOf = ({ tenant, userId }: Whose): string => JSON.stringify([tenant, userId]);

  const leave = (key: string): void => {
    const left = (underWay.get(key) ?? 1) - 1;
    if (left > 0) return void underWay.set(key, left);
    underWay.delete(key);
    waiting.get(key)?.();
  };

  /** Runs a write of these users. */
  async function write<T>(users: readonly Whose[], work: () => Promise<T>): Promise<T> {
    const keys = [...new Set(users.map(keyOf))];
    if (keys.some((key) => closed.has(key))) throw beingErased();
    for (const key of keys) underWay.set(key, (underWay.get(key) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const key of keys) leave(key);
    }
  }

  return {
    /** Whether the user is being erased. */
    isErasing: (whose: Whose): boolean => closed.has(keyOf(whose)),

    /** The same imports, which keep apart from erasures from their beginning to their end. */
    aroundImports: ({ together }: UserImports): UserImports => ({
      together: (whose, gather, call) => write([whose], () => together(whose, gather, call)),
    }),

    /** Runs `erase` with nobody else writing of the user; two of one user run one after the other. */
    async alone<T>(whose: Whose, erase: () => Promise<T>): Promise<T> {
      const key = keyOf(whose);
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

    /** The same store, whose writes keep apart from erasures. */
    around<S extends MemoryStore>(store: S): S {
      return {
        ...store,
        add: (intents, call) => write(scopesOf(intents), () => store.add(intents, call)),
        update: (intent, call) => write([intent.scope], () => store.update(intent, call)),
        remove: (intent, call) => write([intent.scope], () => store.remove(intent, call)),
        ofUser: {
          ...store.ofUser,
          putBack: (whose, memories, call) => write([whose], () => store.ofUser.putBack(whose, memories, call)),
        },
      };
    },
  };
}

function scopesOf(intents: readonly { readonly scope: Whose }[]): readonly Whose[] {
  return intents.map(({ scope }) => scope);
}

function beingErased(): RecordaError {
  return new RecordaError('OVERLOADED', 'The data of this user is being erased. Repeat the call when that is over.', {
    retryAfterMs: ERASING.retryAfterMs,
  });
}
