/** Schemas of requests about tokens. */
import { z } from 'zod';
import { MINTING } from '../policy/serving.ts';
import { enumValue, identifier, integer, requiredIdentifier } from './fields.ts';

export const mintTokenRequest = z.object({
  userId: requiredIdentifier,
  agentId: identifier,
  sessionId: identifier,
  namespace: identifier,
  access: enumValue('CALLER_ACCESS', ['BOTH', 'READ', 'WRITE'], 'unset'),
  ttlSeconds: integer(0, MINTING.mostTtlSeconds),
});
