/** Schemas of the requests about the outbox. */
import { z } from 'zod';
import { LIMITS } from '../policy/limits.ts';
import { OUTBOX } from '../policy/backends.ts';
import { identifier, integer, listOf } from './fields.ts';

export const getOutboxRequest = z.object({});

export const listOutboxDeadLettersRequest = z.object({ userId: identifier, pageSize: integer(0, LIMITS.pageSize) });

export const replayOutboxDeadLettersRequest = z.object({
  memoryIds: listOf(identifier).refine((ids) => ids.length <= OUTBOX.replayed, {
    error: `has more than ${OUTBOX.replayed.toLocaleString('en-US')} ids; split them over several calls, or send no ids to replay all`,
  }),
});
