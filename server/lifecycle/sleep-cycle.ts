/**
 * The nightly run over long-term memory: computes the importance of every memory, archives those below a threshold if one is set, cuts
 * agents to their cap if one is set, and keeps one of memories that say the same. What is removed is archived.
 */
import { comparable, duplicateComparer } from '../domain/duplicates.ts';
import type { Translate } from '../domain/meaning/saying.ts';
import { hasGraduated, importanceOf } from '../domain/importance.ts';
import { retainedMs, type RetentionOverride } from '../domain/retention.ts';
import { ARCHIVING, SLEEP_CYCLE, type ThresholdAge } from '../policy/lifecycle.ts';
import type { Candidate, Chosen, LifecycleStore, PoolOver, Uncompared, Weight } from '../ports/lifecycle.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import type { SleepCommand, SleepProgress, SleepSample } from '../ports/lifecycle-runs.ts';
import type { Archiver } from './archiver.ts';
import { cutToCap } from './cut-to-cap.ts';

export type SleepParts = {
  readonly store: LifecycleStore;
  readonly archiver: Archiver;
  readonly clock: Clock;
  /** The number of long-term memories that may share a pool (see ports/lifecycle.ts); absent or 0: any number. */
  readonly maxPerAgent: number | undefined;
  /** The importance below which memories are archived; absent or 0: none. */
  readonly threshold: number | undefined;
  /** The memories to which the threshold applies; if absent, those that are as old as retention allows. */
  readonly thresholdAge: ThresholdAge | undefined;
  /** Translates words so that memories in two languages can be compared. */
  readonly translate: Translate;
};

type Counts = Omit<{ -readonly [Key in keyof SleepProgress]: SleepProgress[Key] }, 'touched' | 'touchedUsers'> & {
  samples: SleepSample[];
};

/** Yields progress after each part of a phase. */
export async function* runSleepCycle(
  parts: SleepParts,
  command: SleepCommand,
  call: CallContext,
): AsyncGenerator<SleepProgress, void> {
  const { store, archiver, clock, maxPerAgent, threshold = SLEEP_CYCLE.threshold } = parts;
  const { force } = command;
  const cap = maxPerAgent === undefined || maxPerAgent === 0 ? undefined : maxPerAgent;
  const nowMs = clock.now();
  const counts = noCounts(cap);
  const went = touchedUsers();
  const progress = (): SleepProgress => ({ ...counts, samples: [...counts.samples], ...went.soFar() });
  const isMeant = ({ tenant, userId, agentId }: Pick<PoolOver, 'tenant' | 'userId' | 'agentId'>): boolean =>
    (command.tenant ?? tenant) === tenant &&
    (userId === undefined || (command.userId ?? userId) === userId) &&
    (command.agentId ?? agentId) === agentId;
  /** Memories that a dry run would have archived. */
  const wouldGo = new Map<string, Chosen>();
  /** Returns those that were archived, or would be. */
  const letGo = async (chosen: readonly Chosen[]): Promise<ReadonlySet<string>> => {
    const gone = new Set(force ? await archiver.archive(chosen, call) : chosen.map(({ id }) => id));
    const leaving = chosen.filter(({ id }) => gone.has(id));
    for (const one of force ? [] : leaving) wouldGo.set(one.id, one);
    for (const one of leaving) went.note(one);
    for (const { id, userId, agentId, importance, reason, duplicateOf } of leaving.slice(
      0,
      ARCHIVING.samples - counts.samples.length,
    ))
      counts.samples.push({ id, userId, agentId, importance, reason, duplicateOf });
    return gone;
  };

  const low: number[] = [];
  for await (const { weighed, graduated, under } of scoreAll(store, threshold, nowMs, call)) {
    counts.weighed += weighed;
    counts.graduated += graduated;
    low.push(...under);
    yield progress();
  }

  if (threshold > 0) counts.phase = 'THRESHOLD';
  const isOldEnough = parts.thresholdAge === 'any' ? () => true : isPastRetention(nowMs, await store.retention(call));
  for (let at = 0; at < low.length; at += ARCHIVING.candidatesAtOnce) {
    const found = await store.candidates(low.slice(at, at + ARCHIVING.candidatesAtOnce), call);
    const chosen = found
      .filter(
        (candidate) =>
          !candidate.isPinned &&
          isMeant(candidate) &&
          (candidate.importance ?? 1) < threshold &&
          isOldEnough(candidate),
      )
      .map((candidate): Chosen => ({ ...candidate, reason: 'THRESHOLD' }));
    counts.thresholdEvicted += (await letGo(chosen)).size;
    yield progress();
  }

  if (cap !== undefined) {
    counts.phase = 'CAPACITY';
    for await (const cut of cutToCap({ store, cap, isMeant, wouldGo: new Map(wouldGo), letGo }, call)) {
      counts.capacityEvicted = (counts.capacityEvicted ?? 0) + cut;
      yield progress();
    }
  }

  counts.phase = 'CONSOLIDATION';
  const gone = new Set(wouldGo.keys());
  const areDuplicates = duplicateComparer(parts.translate);
  for await (const some of uncompared(store, call)) {
    for (const memory of some) {
      if (!isMeant(memory) || gone.has(memory.id)) continue;
      const chosen = await duplicateOf({ store, areDuplicates }, memory, gone, call);
      if (chosen === undefined) continue;
      counts.consolidated += (await letGo([chosen])).size;
      gone.add(chosen.id);
    }
    if (force) await store.noteCompared(some.filter(isMeant), call);
    yield progress();
  }
  counts.isDone = true;
  yield progress();
}

function noCounts(cap: number | undefined): Counts {
  return {
    phase: 'IMPORTANCE',
    weighed: 0,
    graduated: 0,
    thresholdEvicted: 0,
    capacityEvicted: cap === undefined ? undefined : 0,
    consolidated: 0,
    samples: [],
    isDone: false,
  };
}

/** Tells whether retention would archive a memory, too. */
function isPastRetention(nowMs: number, overrides: readonly RetentionOverride[]) {
  return ({ tenant, sinceMs }: Pick<Candidate, 'tenant' | 'sinceMs'>): boolean =>
    sinceMs <= nowMs - retainedMs('LONG_TERM', tenant, overrides);
}

/** Counts the archived memories of each user. */
function touchedUsers() {
  const counts = new Map<string, number>();
  return {
    note: ({ userId }: Pick<Candidate, 'userId'>): void => void counts.set(userId, (counts.get(userId) ?? 0) + 1),
    /** Users who lose most come first. */
    soFar(): Pick<SleepProgress, 'touched' | 'touchedUsers'> {
      const most = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, ARCHIVING.samples);
      return { touched: most.map(([userId, count]) => ({ userId, count })), touchedUsers: counts.size };
    },
  };
}

/** Stores the importance of each memory if it changed; also in a dry run, which archives nothing. */
async function* scoreAll(store: LifecycleStore, threshold: number, nowMs: number, call: CallContext) {
  let afterNo = 0;
  for (let isFull = true; isFull;) {
    const page = await store.toScore(afterNo, SLEEP_CYCLE.scoredAtOnce, call);
    isFull = page.length === SLEEP_CYCLE.scoredAtOnce;
    afterNo = page.at(-1)?.memoryNo ?? afterNo;
    const weights = page.map((life): Weight => {
      const importance = importanceOf(life, nowMs).value;
      return { memoryNo: life.memoryNo, importance, hasGraduated: life.hasGraduated || hasGraduated(life, importance) };
    });
    const changed = weights.filter(({ importance, hasGraduated: graduated }, at) => {
      const before = page[at];
      if (before === undefined) return false;
      const isPassed = importance < threshold !== before.importance < threshold;
      return (
        isPassed ||
        graduated !== before.hasGraduated ||
        Math.abs(importance - before.importance) >= SLEEP_CYCLE.leastChange
      );
    });
    for (let at = 0; at < changed.length; at += SLEEP_CYCLE.scoredInOneWrite) {
      await store.setImportance(changed.slice(at, at + SLEEP_CYCLE.scoredInOneWrite), call);
    }
    const under = weights.filter(({ importance }) => importance < threshold).map(({ memoryNo }) => memoryNo);
    yield { weighed: page.length, graduated: weights.filter((weight) => weight.hasGraduated).length, under };
  }
}

async function* uncompared(store: LifecycleStore, call: CallContext): AsyncGenerator<readonly Uncompared[]> {
  let afterNo = 0;
  for (let left: number = SLEEP_CYCLE.mostCompared; left > 0; left -= SLEEP_CYCLE.comparedAtOnce) {
    const page = await store.uncompared(afterNo, SLEEP_CYCLE.comparedAtOnce, call);
    if (page.length === 0) return;
    yield page;
    afterNo = page.at(-1)?.memoryNo ?? afterNo;
  }
}

/**
 * Chooses which of two memories that say the same is archived: never a pinned one, else the less important; of two equals the younger.
 */
async function duplicateOf(
  {
    store,
    areDuplicates,
  }: Pick<SleepParts, 'store'> & { readonly areDuplicates: ReturnType<typeof duplicateComparer> },
  memory: Uncompared,
  gone: ReadonlySet<string>,
  call: CallContext,
): Promise<Chosen | undefined> {
  const near = await store.near(memory, call);
  const same = near.filter((one) => !gone.has(one.id) && areDuplicates(memory.memory, comparable(one)));
  const found = await store.candidatesById(
    same.map(({ id }) => id),
    call,
  );
  const other = found.find(({ isApart, isPinned }) => !isApart && !(memory.isPinned && isPinned));
  if (other === undefined) return undefined;
  const [mine, theirs] = [memory.importance ?? 0, other.importance ?? 0];
  const mattersLess = mine < theirs || (mine === theirs && memory.memoryNo > other.memoryNo);
  const keepsOther = other.isPinned || (!memory.isPinned && mattersLess);
  const [kept, goes] = keepsOther ? [other, memory] : [memory, other];
  return { ...goes, reason: 'DUPLICATE', duplicateOf: kept.id };
}
