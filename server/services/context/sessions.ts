/** AppendTurns, DetectShift, FlushTopic and EndSession. */
import { announcedShift, shiftOf } from '../../domain/context/append.ts';
import { continuity } from '../../domain/context/continuity.ts';
import { mentionsLeft } from '../../domain/context/mentions.ts';
import type { Appended } from '../../domain/context/intents.ts';
import type { Turn } from '../../domain/context/turn.ts';
import { RecordaError } from '../../domain/errors.ts';
import type { Scope } from '../../domain/memory.ts';
import { SESSION_IDLE } from '../../policy/context.ts';
import { READ_TURN_UNITS } from '../../policy/facts.ts';
import type {
  AppendTurnsRequest,
  AppendTurnsResponse,
  DetectShiftRequest,
  DetectShiftResponse,
  EndSessionRequest,
  EndSessionResponse,
  FlushTopicRequest,
  FlushTopicResponse,
} from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { requestIdOf } from '../request-id.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';
import { idleSessions } from './idle-sessions.ts';
import { isForSessions } from './own-session.ts';
import { summaries } from './summaries.ts';
import type { SessionEvent } from './session-events.ts';
import { fromAppendedTurn, fromSealed, fromTurnFact, fromShift, toTurn, toWindowPolicy } from './translate.ts';

export function keepSessions(dependencies: ContextDependencies) {
  return {
    appendTurns: appending(dependencies),
    detectShift: detecting(dependencies),
    ...sealing(dependencies),
  };
}

function appending(dependencies: ContextDependencies) {
  const { store, texts, sessionEvents, facts: known, prepared, sessionIdleMs, extraction, people } = dependencies;
  const idle = idleSessions(dependencies);
  const { ofAppend } = summaries(dependencies);

  /** The facts that the user's turns mention are looked up while the turns are read and written. */
  async function mentionedIn(
    turns: readonly Turn[],
    scope: Scope,
    call: ServiceCall,
  ): Promise<readonly (readonly string[])[] | undefined> {
    const said = turns.map(({ role, content }) => (role === 'USER' ? content.slice(0, READ_TURN_UNITS) : ''));
    if (said.every((text) => text === '')) return undefined;
    try {
      return await known.mentioned({ scope, texts: said, isWithinSession: isForSessions(call) }, call);
    } catch (error) {
      if (call.signal.aborted || !(error instanceof RecordaError)) throw error;
      // A mention only confirms facts: the turns are kept without it.
      return undefined;
    }
  }

  /** A new session begins: the summaries of the user's other sessions are then ready for its first prompt. */
  async function sealOthers(scope: Scope, call: ServiceCall): Promise<void> {
    try {
      if (Number.isFinite(sessionIdleMs)) await idle.seal(sessionIdleMs, SESSION_IDLE.ofUser, call, scope);
    } catch (error) {
      // The turns were appended; what could not be sealed now is sealed within a minute.
      if (!(error instanceof RecordaError)) throw error;
    }
  }

  return async function (request: AppendTurnsRequest, call: ServiceCall): Promise<AppendTurnsResponse> {
    const scope = toScope(call.tenant, request.scope);
    const { nowMs } = call;
    const given = request.turns.map((turn) => toTurn(turn, nowMs));
    const requestId = requestIdOf(request);
    const { recallOff } = request;
    const isWithinSession = isForSessions(call);
    const windowPolicy = toWindowPolicy(request.windowPolicy);
    const looking = mentionedIn(given, scope, call);
    const write = async () => {
      const turns = await texts.readTurns(given, scope, call);
      const summaries = await ofAppend({ scope, turns, windowPolicy }, call);
      // Repeats must get the same answer as the first call, with what was found then. Others do not wait for it.
      const mentioned = requestId === undefined ? undefined : await looking;
      const intent = { scope, turns, mentioned, recallOff, windowPolicy, nowMs, requestId, summaries };
      return { turns, mentioned, appended: await store.append({ ...intent, isWithinSession }, call) };
    };
    const [found, { turns, mentioned, appended }] = await Promise.all([looking, write()]);
    extraction?.note(scope, appended.settled, requestId);
    prepared.appended(scope, appended.facts.length + appended.forgottenIds.length > 0, nowMs);
    // The graph belongs to the user and to no session, so a caller for certain sessions adds nobody to it.
    if (!isWithinSession) await people.put(scope, turns, appended, call);
    if (appended.turns[0]?.turn === 1) await sealOthers(scope, call);
    const beside = mentioned === undefined ? mentionsLeft(found ?? [], turns, appended) : [];
    const mentionedIds = [...new Set([...beside, ...appended.mentionedIds])];
    // A mention confirms the fact, which is written with others later.
    for (const id of mentionedIds) known.confirm({ scope, id }, nowMs);
    const response = answerOf(appended, mentionedIds, call.elapsedMs());
    sessionEvents.publish(scope, eventsOf(response));
    return isWithinSession ? { ...response, ...NOTHING_DROPPED } : response;
  };
}

/**
 * What was dropped to make room was said in other sessions, about which a caller for certain sessions must learn
 * nothing.
 */
const NOTHING_DROPPED = { droppedTurnCount: 0, droppedSessionIds: [], droppedSessionCount: 0 };

function answerOf(appended: Appended, mentionedIds: readonly string[], latencyMs: number): AppendTurnsResponse {
  const { turns, tokens, target } = appended.window;
  return {
    turns: appended.turns.map(fromAppendedTurn),
    sealed: appended.sealed.map(fromSealed),
    window: { turnCount: turns, tokenCount: tokens, targetTurnCount: target },
    facts: appended.facts.map(fromTurnFact),
    forgottenFactIds: [...appended.forgottenIds],
    mentionedFactIds: [...mentionedIds],
    refusedFactCount: appended.refused,
    droppedTurnCount: appended.droppedTurns,
    droppedSessionIds: [...appended.droppedSessionIds],
    droppedSessionCount: appended.droppedSessions,
    latencyMs,
  };
}

/** Returns the events for those who watch the session. */
function eventsOf(answer: AppendTurnsResponse): readonly SessionEvent[] {
  return [
    ...answer.turns.map((value): SessionEvent => ({ $case: 'turn', value })),
    ...answer.facts.map((value): SessionEvent => ({ $case: 'fact', value })),
    ...answer.forgottenFactIds.map((value): SessionEvent => ({ $case: 'forgottenFactId', value })),
    ...answer.mentionedFactIds.map((value): SessionEvent => ({ $case: 'confirmedFactId', value })),
    ...answer.sealed.map((value): SessionEvent => ({ $case: 'sealed', value })),
  ];
}

function detecting({ store, texts, embedderName }: ContextDependencies) {
  return async function ({ scope, text }: DetectShiftRequest, call: ServiceCall): Promise<DetectShiftResponse> {
    const state = await store.state(toScope(call.tenant, scope), call);
    const heard = await texts.hear(text, call);
    const { domain } = heard;
    const likeness = continuity(heard, state.window, embedderName);
    const turn = { role: 'USER', ...heard } as const;
    // The first turn of a session shifts nothing when it is appended, but this call asks what its words announce.
    const shift = announcedShift(turn) ?? shiftOf(turn, state);
    return { shift: shift && fromShift(shift), continuity: likeness, domain, latencyMs: call.elapsedMs() };
  };
}

function sealing(dependencies: ContextDependencies) {
  const { store, sessionEvents, extraction } = dependencies;
  const { ofFlush } = summaries(dependencies);

  async function flushTopic({ scope }: FlushTopicRequest, call: ServiceCall): Promise<FlushTopicResponse> {
    const whose = toScope(call.tenant, scope);
    const intent = { scope: whose, ends: false, nowMs: call.nowMs, summaries: await ofFlush(whose, call) };
    const flushed = await store.flush(intent, call);
    extraction?.note(whose, flushed.settled);
    const sealed = flushed.sealed.map(fromSealed);
    sessionEvents.publish(
      intent.scope,
      sealed.map((value) => ({ $case: 'sealed', value })),
    );
    return { sealed, latencyMs: call.elapsedMs() };
  }

  async function endSession({ scope }: EndSessionRequest, call: ServiceCall): Promise<EndSessionResponse> {
    const whose = toScope(call.tenant, scope);
    const intent = { scope: whose, ends: true, nowMs: call.nowMs, summaries: await ofFlush(whose, call) };
    const { turnCount, ...flushed } = await store.flush(intent, call);
    extraction?.note(whose, flushed.settled);
    const sealed = flushed.sealed.map(fromSealed);
    const ended: SessionEvent = { $case: 'endedTurnCount', value: turnCount };
    sessionEvents.publish(intent.scope, [...sealed.map((value): SessionEvent => ({ $case: 'sealed', value })), ended]);
    return { sealed, turnCount, latencyMs: call.elapsedMs() };
  }

  return { flushTopic, endSession };
}
