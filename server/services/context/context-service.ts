/** The use cases of ContextService, one object. */
import { assembleContext } from './assemble.ts';
import { countTokens } from './count-tokens.ts';
import type { ContextDependencies } from './dependencies.ts';
import { takeReports } from './reports.ts';
import { keepFacts } from './facts.ts';
import { readFacts } from './read-facts.ts';
import { cacheResponses } from './responses.ts';
import { keepSessions } from './sessions.ts';
import { systemPrompts } from './system-prompts.ts';
import { watchSession } from './watch-session.ts';

export function contextService(dependencies: ContextDependencies) {
  return {
    ...keepSessions(dependencies),
    assembleContext: assembleContext(dependencies),
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
