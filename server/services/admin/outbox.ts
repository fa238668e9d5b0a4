/** GetOutbox, ListOutboxDeadLetters and ReplayOutboxDeadLetters. */
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type { DeadLetter, Outbox } from '../../ports/outbox.ts';
import type { SearchIndex } from '../../ports/search.ts';
import type {
  GetOutboxRequest,
  GetOutboxResponse,
  ListOutboxDeadLettersRequest,
  ListOutboxDeadLettersResponse,
  OutboxDeadLetter,
  ReplayOutboxDeadLettersRequest,
  ReplayOutboxDeadLettersResponse,
} from '../../../proto/gen/recorda/v1/outbox.ts';
import type { ServiceCall } from '../call.ts';

export type OutboxDependencies = {
  readonly outbox: Outbox;
  /** Is absent if none is configured. */
  readonly index?: Pick<SearchIndex, 'isThere'> | undefined;
};

export function outboxCalls({ outbox, index }: OutboxDependencies) {
  async function getOutbox(_: GetOutboxRequest, call: ServiceCall): Promise<GetOutboxResponse> {
    const { waiting, sent, dead, oldestMs } = await outbox.state(call);
    return {
      mirrored: index !== undefined,
      indexAvailable: index?.isThere() ?? false,
      waitingCount: waiting,
      sentCount: sent,
      deadCount: dead,
      oldestChangeTime: oldestMs === undefined ? undefined : new Date(oldestMs),
    };
  }

  async function listOutboxDeadLetters(
    { userId, pageSize, pageToken }: ListOutboxDeadLettersRequest,
    call: ServiceCall,
  ): Promise<ListOutboxDeadLettersResponse> {
    const { tenant } = call;
    const sealed = ['dead letters', tenant, userId];
    const size = pageSize === 0 ? DEFAULTS.pageSize : pageSize;
    const { createTimeMs: sequence = 0, id = '' } = decodePageToken(pageToken, sealed) ?? {};
    const found = await outbox.deadLetters({ tenant, userId, after: { sequence, id }, limit: size + 1 }, call);
    const page = found.slice(0, size);
    const last = found.length > size ? page.at(-1) : undefined;
    return {
      deadLetters: page.map(fromDeadLetter),
      nextPageToken: last === undefined ? '' : encodePageToken({ createTimeMs: last.sequence, id: last.id }, sealed),
    };
  }

  async function replayOutboxDeadLetters(
    { memoryIds }: ReplayOutboxDeadLettersRequest,
    call: ServiceCall,
  ): Promise<ReplayOutboxDeadLettersResponse> {
    return { replayedCount: await outbox.replay({ tenant: call.tenant, ids: memoryIds }, call) };
  }

  return { getOutbox, listOutboxDeadLetters, replayOutboxDeadLetters };
}

function fromDeadLetter(letter: DeadLetter): OutboxDeadLetter {
  const { id, userId, isRemoved, reason, attempts, changedMs, deadMs } = letter;
  return {
    memoryId: id,
    userId,
    deleted: isRemoved,
    reason: `DEAD_LETTER_REASON_${reason}` as const,
    attempts,
    changeTime: new Date(changedMs),
    deadTime: new Date(deadMs),
  };
}
