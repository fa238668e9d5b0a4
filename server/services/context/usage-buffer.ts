/** Collects the accounts of prompts and writes them now and then, so that building a prompt waits for no write. */
import { LRUCache } from 'lru-cache';
import type { PromptCost } from '../../domain/context/prompt-cost.ts';
import type { Prompt } from '../../domain/context/prompt.ts';
import { addUsage, NO_USAGE, usageOf, type TokenUsage } from '../../domain/context/usage.ts';
import type { Scope } from '../../domain/memory.ts';
import { USAGE } from '../../policy/context.ts';
import type { ContextStore } from '../../ports/context.ts';
import type { Clock } from '../../ports/stores.ts';
import type { Log, Telemetry } from '../../ports/telemetry.ts';

export interface UsageBuffer {
  /**
   * Records that a prompt was built; `naive` is the number of tokens that the whole history would have taken. Its sums are
   * computed after it has been answered.
   */
  built(scope: Scope, prompt: Prompt, limit: number, naive: number, cost: PromptCost): void;
  /** Records that none could be built under the limit. */
  over(scope: Scope): void;
  /** Writes what was collected. What cannot be written now is kept for the next time. */
  write(): Promise<void>;
}

type Pending = { readonly scope: Scope; readonly usage: TokenUsage };
type Built = {
  readonly scope: Scope;
  readonly prompt: Prompt;
  readonly limit: number;
  readonly naive: number;
  readonly cost: PromptCost;
};

export type UsageParts = {
  readonly store: Pick<ContextStore, 'addUsage'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'promptBuilt'>;
  /** Is true if prompts that stay costlier than the cached history raise alerts. */
  readonly raisesAlerts: boolean;
};

export function usageBuffer({ store, clock, log, telemetry, raisesAlerts }: UsageParts): UsageBuffer {
  let pending = new Map<string, Pending>();
  let timer: NodeJS.Timeout | undefined;
  /** The facts that prompts of a session had. */
  const sent = new LRUCache<string, Set<string>>({ max: USAGE.sessions });
  /** Prompts that are not in the sums yet. */
  let unsummed: Built[] = [];
  /** The last write; if it fails, what it should have written is pending again. */
  let underWay = Promise.resolve();

  const add = (scope: Scope, usage: TokenUsage): void => {
    const key = keyOf(scope);
    pending.set(key, { scope, usage: addUsage(pending.get(key)?.usage ?? NO_USAGE, usage) });
    timer ??= setTimeout(() => void write().catch(() => undefined), USAGE.writeMs).unref();
  };
  const sumUpOne = ({ scope, prompt, limit, naive, cost }: Built): void => {
    const key = keyOf(scope);
    const facts = sent.get(key) ?? new Set();
    const usage = usageOf(prompt, limit, naive, cost, facts);
    add(scope, usage);
    telemetry.promptBuilt(usage);
    for (const { kind, sources } of prompt.blocks)
      if (kind === 'FACTS') for (const source of sources) facts.add(source);
    sent.set(key, facts);
  };
  /** This also runs in a turn of its own, where an error would end the process. */
  const sumUp = (): void => {
    const prompts = unsummed;
    unsummed = [];
    for (const built of prompts) {
      try {
        sumUpOne(built);
      } catch (error) {
        log.error({ err: error }, 'A prompt was not counted in the usage of tokens because of an internal error');
      }
    }
  };
  const writePending = async (): Promise<void> => {
    if (pending.size === 0) return;
    const sessions = [...pending.values()];
    pending = new Map();
    try {
      await store.addUsage({ sessions, raisesAlerts, nowMs: clock.now() });
    } catch (error) {
      for (const { scope, usage } of sessions) add(scope, usage);
      throw error;
    }
  };
  /** This waits for what another call is writing, since whoever asks for the sums next would miss it. */
  const write = (): Promise<void> => {
    sumUp();
    clearTimeout(timer);
    timer = undefined;
    underWay = underWay.catch(() => undefined).then(writePending);
    return underWay;
  };

  return {
    built(scope, prompt, limit, naive, cost) {
      if (unsummed.push({ scope, prompt, limit, naive, cost }) === 1) setImmediate(sumUp);
    },
    over: (scope) => add(scope, { ...NO_USAGE, over: 1 }),
    write,
  };
}

function keyOf({ tenant, userId, sessionId }: Scope): string {
  return JSON.stringify([tenant, userId, sessionId]);
}
