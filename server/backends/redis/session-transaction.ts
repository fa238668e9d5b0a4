/**
 * Answers the requests of domain/writes from a session as it was read, and collects their changes in a draft: one script commits it, if
 * nothing changed in between.
 */
import type { UserKey } from '../../domain/accounts.ts';
import type { RemoveIntent } from '../../domain/intents.ts';
import type { MemoryRecord, Scope } from '../../domain/memory.ts';
import type { Account, AwaitedTransaction } from '../../domain/writes/asks.ts';
import { newRecord, type RestoredRecord } from '../../domain/writes/records.ts';
import type { Quota } from '../../policy/memory-types.ts';
import { WITHOUT_ARCHIVE } from '../unasked.ts';
import { storedForm, storedText, type StoredText } from '../stored-text.ts';
import { bodyOf, headOf, type MessageRecord } from './message-form.ts';
import { sessionDigest } from './redis-keys.ts';
import {
  rememberedAdd,
  rememberedUpdate,
  repeatedAdd,
  repeatedRemove,
  repeatedUpdate,
  type AddMessage,
  type KeptBody,
  type UpdateMessage,
} from './session-answers.ts';
import { aliveAt, oldestFirst, type SessionDraft, type SessionState } from './session-state.ts';

export type MessageWrites = {
  readonly user: UserKey;
  readonly account: Account & { readonly expireMs: number };
  readonly add: AddMessage;
  readonly update: UpdateMessage;
  readonly remove: RemoveIntent;
  readonly putBack: RestoredRecord & { readonly text: StoredText };
  readonly stored: MemoryRecord;
};

export type SessionParts = {
  readonly nowMs: number;
  readonly quotaOf: (whose: UserKey) => Quota;
  /** Finds a message of the user, in any session. */
  readonly find: (scope: Scope, id: string) => Promise<MessageRecord | undefined>;
  readonly keptBody: KeptBody;
};

type Fields = readonly (readonly [string, string])[];

export function sessionTransaction(
  { nowMs, quotaOf, find, keptBody }: SessionParts,
  state: SessionState,
  draft: SessionDraft,
): AwaitedTransaction<MessageWrites> {
  const { usage, entries, expireMs } = aliveAt(state, nowMs);
  const isHere = (id: string): boolean => entries.some((entry) => entry.id === id);
  const put = (record: MessageRecord, text: StoredText, more: Fields): MessageRecord => {
    draft.written = { record, fields: [['head', headOf(record)], ['body', bodyOf(text)], ...more] };
    return record;
  };
  return {
    ...WITHOUT_ARCHIVE,
    user: (scope) => scope,
    openAccount: (_, __, untilMs = 0) => ({
      usage,
      expireMs: expireMs > nowMs ? Math.max(expireMs, untilMs) : untilMs,
    }),
    account: () => ({ usage, expireMs }),
    quota: (_, scope) => quotaOf(scope),
    refuseOverLimit: () => undefined,
    settle(account, _, after) {
      draft.usage = after;
      draft.expireMs = account.expireMs;
    },

    repeatedAdd: (write) => repeatedAdd(write, state.prior),
    repeatedUpdate: (write) => repeatedUpdate(write, state.prior, keptBody),
    repeatedRemove: (write) => repeatedRemove(write, state.prior),
    rememberAdd: (_, write, answer) => void (draft.request = rememberedAdd(write, answer)),
    rememberUpdate: (_, write, answer) => void (draft.request = rememberedUpdate(write, answer)),
    rememberRemove: (_, { requestId }, outcome) => void (draft.request = requestId && { requestId, outcome }),

    find: (scope, id) => (isHere(id) ? find(scope, id) : undefined),
    holderOf: async (scope, id) => (isHere(id) || (await find(scope, id)) !== undefined ? 'USER' : undefined),
    ofKey: () => [],
    firstToGo: () => oldestFirst(entries),
    ofOwner: () => [],
    metadataOf: ({ metadata }) => metadata,

    insert(account, write) {
      const { text } = write;
      const record = { ...newRecord(write), ...storedForm(text), expireTimeMs: account.expireMs } as MessageRecord;
      return put(record, text, [sessionField(record)]);
    },
    restore(account, { record: given, text }) {
      const record = { ...given, ...storedForm(text), expireTimeMs: account.expireMs } as MessageRecord;
      put(record, text, [sessionField(record), ...accessFields(record)]);
    },
    async replace(account, _, after, write) {
      const text = write?.text;
      const record = { ...after, ...(text && storedForm(text)), expireTimeMs: account.expireMs } as MessageRecord;
      return put(record, text ?? (await storedText(record.payload.content)), []);
    },
    remove(_, id) {
      draft.gone.push(id);
      return undefined;
    },
  };
}

/** Returns the field for the session that a message belongs to. */
function sessionField({ scope }: MessageRecord): Fields[number] {
  return ['session', sessionDigest(scope)];
}

function accessFields({ accessCount, lastAccessTimeMs = 0 }: MessageRecord): Fields {
  if (accessCount === undefined) return [];
  return [
    ['accesses', String(accessCount)],
    ['lastMs', String(lastAccessTimeMs)],
  ];
}
