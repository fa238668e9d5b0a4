/** What a caller that is for certain sessions gets in prompts: what was said in the session that it names, and no other. */
import type { SessionView } from '../../domain/context/intents.ts';
import type { FactForPrompt } from '../../domain/facts/fact-intents.ts';
import type { ServiceCall } from '../call.ts';

type Asked = Pick<ServiceCall, 'caller'>;

export function isForSessions({ caller: { sessionIds = [] } }: Asked): boolean {
  return sessionIds.length > 0;
}

/** The same, without turns and summaries of other sessions where the caller may not have them. */
export function viewFor(view: SessionView, sessionId: string, call: Asked): SessionView {
  if (!isForSessions(call)) return view;
  const recalled = view.recalled.filter((turn) => turn.sessionId === sessionId);
  return { ...view, recalled, earlierSessions: [] };
}

export function factsWithin<F extends Pick<FactForPrompt, 'provenance'>>(
  facts: readonly F[],
  sessionId: string,
  call: Asked,
): readonly F[] {
  return isForSessions(call) ? facts.filter(({ provenance }) => provenance.sessionId === sessionId) : facts;
}
