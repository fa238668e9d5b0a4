/** The facts that a prompt may have: of the domains that the question is about, without those that the last turns say. */
import type { PromptFact } from '../../domain/context/materials.ts';
import type { Degradation, Omission } from '../../domain/context/prompt.ts';
import type { ShownTurn } from '../../domain/context/window-blocks.ts';
import { RecordaError } from '../../domain/errors.ts';
import type { FactForPrompt } from '../../domain/facts/fact-intents.ts';
import type { Scope } from '../../domain/memory.ts';
import { PROMPT } from '../../policy/context.ts';
import type { FactStore } from '../../ports/context.ts';
import type { ServiceCall } from '../call.ts';

/** Of '', what the user said last. Undefined where they could not be read: a prompt goes without. */
export async function factsFor(
  facts: FactStore,
  scope: Scope,
  text: string,
  call: ServiceCall,
): Promise<readonly FactForPrompt[] | undefined> {
  try {
    return await facts.findForPrompt({ scope, text, topK: PROMPT.factsFound, nowMs: call.nowMs }, call);
  } catch (error) {
    if (call.signal.aborted || !(error instanceof RecordaError)) throw error;
    return undefined;
  }
}

export function promptFacts(
  found: readonly FactForPrompt[] | undefined,
  window: readonly ShownTurn[],
  sessionId: string,
): {
  readonly facts: readonly PromptFact[];
  readonly omitted: readonly Omission[];
  readonly degradations: readonly Degradation[];
} {
  if (found === undefined) return { facts: [], omitted: [], degradations: ['FACTS_UNAVAILABLE'] };
  const last = new Set(window.slice(-PROMPT.saidRecently).map(({ turn }) => turn));
  const isSaid = ({ provenance }: FactForPrompt): boolean =>
    provenance.sessionId === sessionId && last.has(provenance.turn);
  return {
    facts: found
      .filter((fact) => !isSaid(fact))
      .map(({ id, domain, text }) => ({ id, domain: domain.toLowerCase(), text })),
    omitted: found.filter(isSaid).map(({ id }) => ({ kind: 'FACTS', source: `fact:${id}`, reason: 'SAID_RECENTLY' })),
    degradations: [],
  };
}
