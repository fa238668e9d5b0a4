/** Schemas of the requests of ContextService about facts. */
import { z } from 'zod';
import { CONFIDENCES, FACT_DOMAINS } from '../domain/facts/fact.ts';
import { FACT_STATES } from '../domain/facts/fact-state.ts';
import { FACT_TEXT_BYTES, FACTS_FOUND, REREAD_TURNS } from '../policy/facts.ts';
import { LIMITS } from '../policy/limits.ts';
import {
  boundedText,
  enumValue,
  identifier,
  integer,
  listOf,
  nameText,
  requiredIdentifier,
  saidText,
  userText,
} from './fields.ts';

const others = { sessionId: identifier, agentId: identifier, namespace: identifier, taskId: identifier };
const user = z.object({ userId: requiredIdentifier, ...others }, { error: 'is required' });
const anyone = z.object({ userId: identifier, ...others }).optional();

const requestId = nameText(LIMITS.requestIdBytes);
const factText = saidText(FACT_TEXT_BYTES, 'is empty; send the fact as a statement');
const confidence = enumValue('FACT_CONFIDENCE', CONFIDENCES, 'unset');
const source = enumValue('FACT_SOURCE', ['EXPLICIT', 'INFERRED'], 'unset');
const once = (values: readonly string[]): boolean => new Set(values).size === values.length;
const domains = listOf(enumValue('FACT_DOMAIN', FACT_DOMAINS, 'required')).refine(once, {
  error: 'lists a domain more than once',
});
const states = listOf(enumValue('FACT_STATE', FACT_STATES, 'required')).refine(once, {
  error: 'has the same state twice',
});
const isUnset = (domain: unknown): boolean => domain === 'FACT_DOMAIN_UNSPECIFIED';
const mostTurns = 2 ** 31 - 1;

export const extractFactsRequest = z.object({ text: userText, scope: anyone });

export const addFactRequest = z
  .object({
    scope: user,
    text: factText,
    domain: enumValue('FACT_DOMAIN', FACT_DOMAINS, 'unset'),
    alsoDomain: enumValue('FACT_DOMAIN', FACT_DOMAINS, 'unset'),
    confidence,
    source,
    turn: integer(0, mostTurns),
    requestId,
    pinned: z.boolean(),
  })
  .refine(({ domain, alsoDomain }) => isUnset(alsoDomain) || !(isUnset(domain) || domain === alsoDomain), {
    error: 'requires domain to be set, to another domain',
    path: ['alsoDomain'],
  });

export const updateFactRequest = z.object({
  scope: user,
  fact: z.object({ id: requiredIdentifier, pinned: z.boolean() }, { error: 'is required' }),
  updateMask: listOf(
    z.literal('pinned', { error: 'may only name pinned; use ContradictFact to change what a fact says' }),
  ).optional(),
  requestId,
});

export const listFactsRequest = z.object({
  scope: user,
  domains,
  states,
  pageSize: integer(0, LIMITS.pageSize),
  pageToken: z.string(),
  pinnedOnly: z.boolean(),
  due: z.boolean(),
});

export const getFactRequest = z.object({ scope: user, id: requiredIdentifier });

export const retrieveFactsRequest = z.object({
  scope: user,
  query: boundedText(LIMITS.queryBytes),
  domains,
  topK: integer(0, FACTS_FOUND.most),
  activeOnly: z.boolean(),
});

export const confirmFactRequest = z.object({ scope: user, id: requiredIdentifier });

export const contradictFactRequest = z.object({
  scope: user,
  id: requiredIdentifier,
  text: factText,
  confidence,
  source,
  requestId,
});

export const restoreFactRequest = z.object({ scope: user, id: requiredIdentifier, requestId });

export const rereadFactsRequest = z.object({
  userId: requiredIdentifier,
  sessionId: identifier,
  dryRun: z.boolean(),
  reader: enumValue('FACT_READER', ['BUILT_IN', 'MODEL'], 'unset'),
  pageSize: integer(0, REREAD_TURNS.most),
  pageToken: z.string(),
});

export const forgetFactRequest = z.object({ scope: user, id: requiredIdentifier, requestId });
