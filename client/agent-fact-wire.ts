/** Converts facts between the contract and the handle. */
import type {
  ExtractedFact as ExtractedFactMessage,
  ExtractFactsResponse,
  Fact as FactMessage,
  FactEvent as FactEventMessage,
} from '../proto/gen/recorda/v1/facts.ts';
import type {
  AddFactOptions,
  ExtractedFact,
  Extraction,
  Fact,
  FactDomain,
  FactEvent,
  FactOperation,
  ListFactsOptions,
} from './agent-types.ts';

/** Returns the fields of a fact that were given, as the contract has them. */
export function givenOfFact({ domain, alsoDomain, confidence, source }: AddFactOptions) {
  return {
    ...(domain !== undefined && { domain: wireDomain(domain) }),
    ...(alsoDomain !== undefined && { alsoDomain: wireDomain(alsoDomain) }),
    ...(confidence !== undefined && { confidence: `FACT_CONFIDENCE_${upper(confidence)}` as const }),
    ...(source !== undefined && { source: `FACT_SOURCE_${upper(source)}` as const }),
  };
}

export function factFilter({
  domains = [],
  states = [],
  pinnedOnly = false,
  due = false,
  pageSize = 0,
}: ListFactsOptions) {
  return {
    domains: domains.map(wireDomain),
    states: states.map((state) => `FACT_STATE_${upper(state)}` as const),
    pinnedOnly,
    due,
    pageSize,
  };
}

/** Converts a name of the handle to one of the contract. */
const upper = <T extends string>(name: T): Uppercase<T> => name.toUpperCase() as Uppercase<T>;
export const wireDomain = (domain: FactDomain) => `FACT_DOMAIN_${upper(domain)}` as const;
/** Converts a name of the contract to one of the handle. */
const lower = <T extends string>(name: string, prefix: string): T => name.slice(prefix.length).toLowerCase() as T;
const domainOrNone = (name: string): FactDomain | undefined =>
  name === 'FACT_DOMAIN_UNSPECIFIED' ? undefined : lower(name, 'FACT_DOMAIN_');
export const operationOf = (operation: string): FactOperation => lower(operation, 'FACT_OPERATION_');

export function fact(message: FactMessage | undefined): Fact {
  const { domain, alsoDomain, confidence, source, state, createTime, lastConfirmedTime, ...rest } = message!;
  return {
    ...rest,
    domain: lower(domain, 'FACT_DOMAIN_'),
    alsoDomain: domainOrNone(alsoDomain),
    confidence: lower(confidence, 'FACT_CONFIDENCE_'),
    source: lower(source, 'FACT_SOURCE_'),
    state: lower(state, 'FACT_STATE_'),
    createTime: createTime!,
    lastConfirmedTime: lastConfirmedTime!,
  };
}

function extractedFact(message: ExtractedFactMessage): ExtractedFact {
  const { domain, alsoDomain, subject, text, confidence, source, rule, spanStart, spanEnd, operation, factIds } =
    message;
  return {
    domain: lower(domain, 'FACT_DOMAIN_'),
    alsoDomain: domainOrNone(alsoDomain),
    subject,
    text,
    confidence: lower(confidence, 'FACT_CONFIDENCE_'),
    source: lower(source, 'FACT_SOURCE_'),
    rule,
    from: spanStart,
    to: spanEnd,
    operation: operationOf(operation),
    factIds,
  };
}

export function factEvent({ kind, time, otherId, count }: FactEventMessage): FactEvent {
  return { kind: lower(kind, 'KIND_'), time: time!, otherId, count };
}

export function extraction({ facts, forget, mentionedIds }: ExtractFactsResponse): Extraction {
  return {
    facts: facts.map(extractedFact),
    forget: forget && {
      rule: forget.rule,
      from: forget.spanStart,
      to: forget.spanEnd,
      target: forget.target,
      factIds: forget.factIds,
    },
    mentionedIds,
  };
}
