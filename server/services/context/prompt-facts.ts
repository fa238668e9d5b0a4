/** Finds the facts that a prompt may have: those of the domains that the question is about. */
import type { PromptFact } from '../../domain/context/materials.ts';
import { outdatedBy, type Heard } from '../../domain/context/outdated-facts.ts';
import type { Degradation } from '../../domain/context/prompt.ts';
import { RecordaError } from '../../domain/errors.ts';
import type { FactForPrompt, PromptFactQuery } from '../../domain/facts/fact-intents.ts';
import type { Scope } from '../../domain/memory.ts';
import { factDay } from '../../domain/facts/fact-day.ts';
import { isDue } from '../../domain/facts/fact-state.ts';
import { PROMPT } from '../../policy/context.ts';
import type { FactStore } from '../../ports/context.ts';
import type { ServiceCall } from '../call.ts';
import { factsWithin } from './own-session.ts';

/**
 * Returns facts for a prompt; '' asks by what the user said last. Returns undefined if they could not be read:
 * the prompt is built without them.
 */
export async function factsFor(
  facts: FactStore,
  scope: Scope,
  text: string,
  call: ServiceCall,
  nearest: Pick<PromptFactQuery, 'leastChance' | 'leastShare' | 'keptAnyway' | 'allOf'> = {},
): Promise<readonly FactForPrompt[] | undefined> {
  try {
    const found = await facts.findForPrompt(
      { scope, text, topK: PROMPT.factsFound, nowMs: call.nowMs, ...nearest },
      call,
    );
    return factsWithin(found, scope.sessionId, call);
  } catch (error) {
    if (call.signal.aborted || !(error instanceof RecordaError)) throw error;
    return undefined;
  }
}

export function promptFacts(
  found: readonly FactForPrompt[] | undefined,
  heard: Heard & { readonly nowMs: number; readonly asksToConfirm?: boolean },
): {
  readonly facts: readonly PromptFact[];
  readonly degradations: readonly Degradation[];
} {
  if (found === undefined) return { facts: [], degradations: ['FACTS_UNAVAILABLE'] };
  const { sessionId, nowMs, asksToConfirm = false } = heard;
  const isOutdated = outdatedBy(heard);
  const facts = found.map(({ fact, why, mayHarm, isNear }): PromptFact => {
    const { id, domain, text, provenance } = fact;
    const isOwn = provenance.sessionId === sessionId && provenance.turn > 0;
    return {
      id,
      text,
      why,
      mayHarm,
      isNear,
      domain: domain.toLowerCase(),
      day: factDay(fact.lastConfirmedTimeMs, nowMs),
      ownTurn: isOwn ? provenance.turn : undefined,
      isDue: asksToConfirm && isDue(fact, nowMs),
      get isOutdated() {
        return isNear && isOutdated(fact);
      },
    };
  });
  return { facts, degradations: [] };
}
