/**
 * Restricts callers who may act in certain sessions only: their prompts hold what was said in the session that they name, and nothing from
 * others.
 */
import type { SessionView } from '../../domain/context/intents.ts';
import type { Recalled } from '../../domain/context/recall-block.ts';
import type { FactForPrompt } from '../../domain/facts/fact-intents.ts';
import type { ServiceCall } from '../call.ts';

type Asked = Pick<ServiceCall, 'caller'>;

export function isForSessions({ caller: { sessionIds = [] } }: Asked): boolean {
  return sessionIds.length > 0;
}

/** Returns the view without turns and summaries of other sessions if the caller may not have them. */
export function viewFor(view: SessionView, sessionId: string, call: Asked): SessionView {
  if (!isForSessions(call)) return view;
  const isOwn = (turn: Pick<Recalled, 'sessionId'>): boolean => turn.sessionId === sessionId;
  return { ...view, recalled: view.recalled.filter(isOwn), far: view.far.filter(isOwn), earlierSessions: [] };
}

/** Returns the facts without those from other sessions if the caller may not have them. */
export function factsWithin(facts: readonly FactForPrompt[], sessionId: string, call: Asked): readonly FactForPrompt[] {
  return isForSessions(call) ? facts.filter(({ fact }) => fact.provenance.sessionId === sessionId) : facts;
}
