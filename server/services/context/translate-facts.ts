/** Translates between the contract's messages about facts and the domain's types. */
import { CONFIDENCES, FACT_DOMAINS, type Confidence, type Fact, type FactDomain } from '../../domain/facts/fact.ts';
import { subjectText } from '../../domain/facts/fact-subject.ts';
import type { FactEvent, FactHit } from '../../domain/facts/fact-intents.ts';
import { FACT_STATES, factStaleAtMs, factState, type FactState } from '../../domain/facts/fact-state.ts';
import type {
  Fact as FactMessage,
  FactEvent as FactEventMessage,
  FactHit as FactHitMessage,
} from '../../../proto/gen/recorda/v1/facts.ts';

export function toDomain(domain: string): FactDomain | undefined {
  return FACT_DOMAINS.find((name) => domain === `FACT_DOMAIN_${name}`);
}

export function toDomains(domains: readonly string[]): readonly FactDomain[] {
  return FACT_DOMAINS.filter((name) => domains.includes(`FACT_DOMAIN_${name}`));
}

export function toStates(states: readonly string[]): readonly FactState[] {
  return FACT_STATES.filter((name) => states.includes(`FACT_STATE_${name}`));
}

/** The default is HIGH. */
export function toConfidence(confidence: string): Confidence {
  return CONFIDENCES.find((name) => confidence === `FACT_CONFIDENCE_${name}`) ?? 'HIGH';
}

/** The default is EXPLICIT. */
export function toSource(source: string): Fact['source'] {
  return source === 'FACT_SOURCE_INFERRED' ? 'INFERRED' : 'EXPLICIT';
}

export function fromFact(fact: Fact, nowMs: number): FactMessage {
  const state = factState(fact, nowMs);
  const staleMs = factStaleAtMs(fact);
  return {
    id: fact.id,
    domain: `FACT_DOMAIN_${fact.domain}` as const,
    alsoDomain: `FACT_DOMAIN_${fact.alsoDomain ?? 'UNSPECIFIED'}` as const,
    text: fact.text,
    confidence: `FACT_CONFIDENCE_${fact.confidence}` as const,
    source: `FACT_SOURCE_${fact.source}` as const,
    state: `FACT_STATE_${state}` as const,
    createTime: new Date(fact.createTimeMs),
    lastConfirmedTime: new Date(fact.lastConfirmedTimeMs),
    confirmationCount: fact.confirmations,
    needsConfirmation: state === 'STALE',
    supersededBy: fact.supersededBy ?? '',
    subject: subjectText(fact.text),
    rule: fact.rule,
    pinned: fact.isPinned ?? false,
    staleTime: staleMs === undefined ? undefined : new Date(staleMs),
    ...fact.provenance,
  };
}

export function fromEvent({ kind, atMs, otherId, count }: FactEvent): FactEventMessage {
  return { kind: `KIND_${kind}` as const, time: new Date(atMs), otherId, count };
}

export function fromHit({ fact, score, similarity }: FactHit, nowMs: number): FactHitMessage {
  return { fact: fromFact(fact, nowMs), score, similarity };
}
