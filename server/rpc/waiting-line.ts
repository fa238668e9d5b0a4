/**
 * Keeps the calls that wait for their turn, in a line for each tenant. Tenants take turns by how long their calls took so far (start-time
 * fair queuing, Goyal and others 1996): the one that had least is next, so that a tenant that sends ten times as much only delays itself.
 * Within a line the call with the earliest deadline is first, until one has waited for half of the time that it had: then the newest are
 * first (adaptive LIFO).
 */

export type WaitingCall = {
  readonly tenant: string;
  readonly arrivedAt: number;
  readonly dueAt: number;
};

export interface WaitingLine<Call extends WaitingCall> {
  readonly size: number;
  /** Returns how many turns pass, at most, until a new call of this tenant has its own. */
  turnsBefore(tenant: string): number;
  /** Returns when the call arrived that has waited longest; undefined if none waits. */
  oldestAt(): number | undefined;
  join(call: Call): void;
  /** Removes the call whose turn it is and returns it; at least one must be waiting. `costOf` returns how long it is expected to take. */
  takeNext(at: number, costOf: (call: Call) => number): Call;
  /** Charges the tenant with the time that a call took beyond what was expected; a negative cost is given back. */
  correct(tenant: string, cost: number): void;
  leave(calls: readonly Call[]): void;
  filter(holds: (call: Call) => boolean): readonly Call[];
  /**
   * Returns the call that makes room for a new one of this tenant: of the tenant with the most waiting calls, one that is late, else its
   * newest; undefined if that is the new call itself.
   */
  leastHopeful(tenant: string, at: number): Call | undefined;
}

export function waitingLine<Call extends WaitingCall>(): WaitingLine<Call> {
  const lines = new Map<string, Call[]>();
  /** The time that each tenant was given; only tenants that wait, or have had more than others, are kept. */
  const given = new Map<string, number>();
  /** The least time that the next tenant has been given. */
  let share = 0;
  let size = 0;

  const shareOf = (tenant: string): number => Math.max(given.get(tenant) ?? 0, share);

  function take(tenant: string, line: Call[], index: number): Call {
    const [call] = line.splice(index, 1);
    size -= 1;
    if (line.length === 0) lines.delete(tenant);
    if (size === 0) {
      // No tenant is behind another.
      given.clear();
      share = 0;
    }
    return call!;
  }

  return {
    get size() {
      return size;
    },
    turnsBefore: (tenant) =>
      Math.min(size, ((lines.get(tenant)?.length ?? 0) + 1) * (lines.size + (lines.has(tenant) ? 0 : 1)) - 1),
    oldestAt() {
      let oldest: number | undefined;
      for (const [first] of lines.values()) oldest = Math.min(oldest ?? Infinity, first!.arrivedAt);
      return oldest;
    },
    join(call) {
      const line = lines.get(call.tenant);
      if (line === undefined) lines.set(call.tenant, [call]);
      else line.push(call);
      size += 1;
    },
    takeNext(at, costOf) {
      const [first, ...others] = lines.keys();
      let tenant = first!;
      for (const other of others) if (shareOf(other) < shareOf(tenant)) tenant = other;
      const line = lines.get(tenant)!;
      const call = line[nextOf(line, at)]!;
      share = shareOf(tenant);
      given.set(tenant, share + costOf(call));
      return take(tenant, line, line.indexOf(call));
    },
    correct(tenant, cost) {
      const before = given.get(tenant);
      if (before !== undefined) given.set(tenant, before + cost);
    },
    leave(calls) {
      for (const call of calls) {
        const line = lines.get(call.tenant) ?? [];
        const index = line.indexOf(call);
        if (index >= 0) take(call.tenant, line, index);
      }
    },
    filter: (holds) => Array.from(lines.values(), (line) => line.filter(holds)).flat(),
    leastHopeful(tenant, at) {
      let longest = tenant;
      for (const [other, { length }] of lines) {
        if (length > (lines.get(longest)?.length ?? 0)) longest = other;
      }
      const line = lines.get(longest) ?? [];
      return line.find((call) => isLate(call, at)) ?? (longest === tenant ? undefined : line.at(-1));
    },
  };
}

/** Tells whether half of the time that it had is over. */
function isLate({ arrivedAt, dueAt }: WaitingCall, at: number): boolean {
  return at - arrivedAt > dueAt - at;
}

/** Returns the index of the call that is next in a line. */
function nextOf(line: readonly WaitingCall[], at: number): number {
  let next = 0;
  for (const [index, call] of line.entries()) {
    if (isLate(call, at)) return line.length - 1;
    if (call.dueAt < line[next]!.dueAt) next = index;
  }
  return next;
}
