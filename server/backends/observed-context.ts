/** The stores of the Context service, each call of theirs in a span, under the span of the call that made it. */
import type { CallContext } from '../ports/stores.ts';
import type { ContextStore, FactStore } from '../ports/context.ts';
import type { ObservedType } from '../telemetry/ports.ts';
import { inSpan } from './observed.ts';

const BACKEND = 'sqlite';

/** Every call in a span but the few that come from no call. Where nobody traces, the store's own promise comes back. */
function inSpans(type: ObservedType) {
  return <K extends keyof ContextStore | keyof FactStore, A extends readonly unknown[], R>(
      operation: K,
      work: (...given: readonly [...A, CallContext]) => Promise<R>,
      count: (result: R) => number = () => 1,
    ) =>
    (...given: readonly [...A, CallContext]): Promise<R> => {
      const { trace } = given.at(-1) as CallContext;
      const span = trace?.startStoreCall(operation, type, BACKEND);
      return span === undefined ? work(...given) : inSpan(span, () => work(...given), count);
    };
}

export function observedContext(store: ContextStore): ContextStore {
  const traced = inSpans('SESSION');
  return {
    append: traced('append', store.append, ({ turns }) => turns.length),
    flush: traced('flush', store.flush, ({ sealed }) => sealed.length),
    idle: traced('idle', store.idle, (scopes) => scopes.length),
    read: traced('read', store.read, ({ window }) => window.length),
    prepare: store.prepare,
    state: traced('state', store.state),
    notePricing: store.notePricing,
    reportOutput: traced('reportOutput', store.reportOutput),
    addUsage: store.addUsage,
    usage: traced('usage', store.usage),
    learnFactor: traced('learnFactor', store.learnFactor),
    factsHold: traced('factsHold', store.factsHold),
    putSystemPrompt: traced('putSystemPrompt', store.putSystemPrompt),
    systemPrompt: traced('systemPrompt', store.systemPrompt),
    systemPromptUse: traced('systemPromptUse', store.systemPromptUse),
  };
}

export function observedFacts(store: FactStore): FactStore {
  const traced = inSpans('FACT');
  return {
    say: traced('say', store.say, (outcomes) => outcomes.length),
    replace: traced('replace', store.replace),
    pin: traced('pin', store.pin),
    forget: traced('forget', store.forget),
    confirm: store.confirm,
    get: traced('get', store.get, (found) => (found === undefined ? 0 : 1)),
    list: traced('list', store.list, ({ facts }) => facts.length),
    find: traced('find', store.find, (hits) => hits.length),
    findForPrompt: traced('find', store.findForPrompt, (found) => found.length),
    counts: traced('counts', store.counts),
    mentioned: traced('mentioned', store.mentioned),
    judge: traced('judge', store.judge),
  };
}
