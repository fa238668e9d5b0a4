/** The use cases of ContextService, one object. */
import type { AssembleContextRequest, AssembleContextResponse } from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { assemblePrompts } from './assemble.ts';
import { countTokens } from './count-tokens.ts';
import type { ContextDependencies } from './dependencies.ts';
import { takeReports } from './reports.ts';
import { keepFacts } from './facts.ts';
import { listConversations } from './list-sessions.ts';
import { readFacts } from './read-facts.ts';
import { cacheResponses } from './responses.ts';
import { keepSessions } from './sessions.ts';
import { systemPrompts } from './system-prompts.ts';
import { assembleTails } from './tail.ts';
import { watchSession } from './watch-session.ts';

export function contextService(dependencies: ContextDependencies) {
  const assemblePrompt = assemblePrompts(dependencies);
  const assembleTail = assembleTails(dependencies);
  return {
    ...keepSessions(dependencies),
    ...listConversations(dependencies),
    assembleContext: (request: AssembleContextRequest, call: ServiceCall): Promise<AssembleContextResponse> =>
      request.mode === 'ASSEMBLE_MODE_TAIL' ? assembleTail(request, call) : assemblePrompt(request, call),
    ...systemPrompts(dependencies),
    countTokens: countTokens(dependencies),
    ...cacheResponses(dependencies),
    ...takeReports(dependencies),
    watchSession: watchSession(dependencies),
    ...keepFacts(dependencies),
    ...readFacts(dependencies),
  };
}

export type ContextService = ReturnType<typeof contextService>;
