/** The order of documents within their sessions: by turn if given, else by arrival. */
import { INFERRED_SESSION } from '../policy/score-weights.ts';
import { grown } from './growable.ts';
import { isInferredSession } from './inferred-metadata.ts';
import type { Names } from './packed-documents.ts';

export interface SessionChains {
  /** The slots before and after in the session, or -1. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** The session's number, or -1 without one. A long inferred session has a number for each of its parts. */
  readonly session: Int32Array;
  /** All numbers of sessions are below this. */
  readonly sessionCount: number;
  /** True if no document is in a session. */
  readonly isEmpty: boolean;
  reserve(capacity: number): void;
  insert(slot: number, sessionId: string, turn: number, arrival: number): void;
  /** Returns the id of a session by its number; '' for -1. */
  id(session: number): string;
  turn(slot: number): number;
  /** Returns the slots that have the number, in the session's order. */
  slotsOf(session: number): readonly number[];
  remove(slot: number): void;
  /** Renumbers the slots, keeping their order. */
  renumber(newSlot: (slot: number) => number, count: number): void;
  /** Restores slots from 0 on; there must be none yet, and the capacity must be there. */
  restore(sessions: Names, turns: Float64Array, arrivals: Float64Array): void;
}

/** The turn number of a document without one, which comes after those that have one. */
export const NO_TURN = Infinity;

/** A session; `numbers` are those of its parts, of `partLength` documents each. */
type Session = {
  readonly id: string;
  readonly partLength: number;
  readonly numbers: number[];
  readonly slots: number[];
};

/** The keys by which documents of a session are ordered, by slot. */
type Order = { turns: Float64Array<ArrayBuffer>; arrivals: Float64Array<ArrayBuffer> };

export function sessionChains(): SessionChains {
  let before = new Int32Array(0);
  let after = new Int32Array(0);
  let session = new Int32Array(0);
  const order: Order = { turns: new Float64Array(0), arrivals: new Float64Array(0) };
  const sessions = sessionTable();

  function insert(slot: number, sessionId: string, turn: number, arrival: number): void {
    before[slot] = after[slot] = session[slot] = -1;
    order.turns[slot] = turn;
    order.arrivals[slot] = arrival;
    if (sessionId === '') return;
    const home = sessions.of(sessionId);
    const { slots } = home;
    const at = indexIn(slots, slot, order);
    link(slots[at - 1] ?? -1, slot, before, after);
    link(slot, slots[at] ?? -1, before, after);
    slots.splice(at, 0, slot);
    sessions.number(home, at, session);
  }

  return {
    get before() {
      return before;
    },
    get after() {
      return after;
    },
    get session() {
      return session;
    },
    get sessionCount() {
      return sessions.numbers;
    },
    get isEmpty() {
      return sessions.isEmpty;
    },
    reserve(capacity) {
      before = grown(before, capacity);
      after = grown(after, capacity);
      session = grown(session, capacity);
      order.turns = grown(order.turns, capacity);
      order.arrivals = grown(order.arrivals, capacity);
    },
    insert,
    id: (number) => sessions.numbered(number)?.home.id ?? '',
    turn: (slot) => order.turns[slot] as number,
    slotsOf: sessions.slotsOf,
    restore({ texts, numbers }, turnsOfSlots, arrivalsOfSlots) {
      for (const column of [before, after, session]) column.fill(-1, 0, numbers.length);
      order.turns.set(turnsOfSlots);
      order.arrivals.set(arrivalsOfSlots);
      if (texts.every((id) => id === '')) return;
      for (const [slot, number] of numbers.entries()) {
        insert(slot, texts[number] as string, turnsOfSlots[slot] as number, arrivalsOfSlots[slot] as number);
      }
    },
    remove(slot) {
      const home = sessions.numbered(session[slot] as number)?.home;
      link(before[slot] as number, after[slot] as number, before, after);
      before[slot] = after[slot] = session[slot] = -1;
      if (home === undefined) return;
      const at = indexIn(home.slots, slot, order);
      home.slots.splice(at, 1);
      sessions.number(home, at, session);
      if (home.slots.length === 0) sessions.forget(home);
    },
    renumber(newSlot, count) {
      const moved = (slot: number): number => (slot < 0 ? -1 : newSlot(slot));
      for (const { slots } of sessions.all()) for (const [at, slot] of slots.entries()) slots[at] = newSlot(slot);
      for (let old = 0, at = 0; at < count; old++) {
        if (newSlot(old) < 0) continue;
        before[at] = moved(before[old] as number);
        after[at] = moved(after[old] as number);
        session[at] = session[old] as number;
        order.turns[at] = order.turns[old] as number;
        order.arrivals[at++] = order.arrivals[old] as number;
      }
    },
  };
}

type Part = { readonly home: Session; readonly index: number };

/** Keeps the sessions that have documents. A number that is given up is used again. */
function sessionTable() {
  const byId = new Map<string, Session>();
  const byNumber: (Part | undefined)[] = [];
  const freeNumbers: number[] = [];

  function giveUp(number: number): void {
    byNumber[number] = undefined;
    freeNumbers.push(number);
  }

  return {
    get numbers() {
      return byNumber.length;
    },
    get isEmpty() {
      return byId.size === 0;
    },
    all: () => byId.values(),
    numbered: (number: number): Part | undefined => byNumber[number],
    of(id: string): Session {
      const known = byId.get(id);
      if (known) return known;
      const partLength = isInferredSession(id) ? INFERRED_SESSION.documents : Infinity;
      const created = { id, partLength, numbers: [], slots: [] };
      byId.set(id, created);
      return created;
    },
    slotsOf(number: number): readonly number[] {
      const part = byNumber[number];
      if (part === undefined) return [];
      const { slots, partLength, numbers } = part.home;
      if (numbers.length === 1) return slots;
      return slots.slice(part.index * partLength, (part.index + 1) * partLength);
    },
    /**
     * Sets the numbers of a session's slots in `session`, from one slot on: after an insertion or a removal, later slots may be in
     * another part.
     */
    number(home: Session, from: number, session: Int32Array): void {
      const { slots, partLength, numbers } = home;
      const parts = Math.max(Math.sign(slots.length), Math.ceil(slots.length / partLength));
      while (numbers.length < parts) {
        const number = freeNumbers.pop() ?? byNumber.length;
        byNumber[number] = { home, index: numbers.length };
        numbers.push(number);
      }
      while (numbers.length > parts) giveUp(numbers.pop() as number);
      const end = Math.min(slots.length, partLength < Infinity ? slots.length : from + 1);
      for (let at = from; at < end; at++) {
        session[slots[at] as number] = numbers[Math.floor(at / partLength)] as number;
      }
    },
    /** Forgets a session without slots, whose numbers are given up. */
    forget: ({ id }: Session): void => void byId.delete(id),
  };
}

function link(left: number, right: number, before: Int32Array, after: Int32Array): void {
  if (left >= 0) after[left] = right;
  if (right >= 0) before[right] = left;
}

function isBefore(left: number, right: number, { turns, arrivals }: Order): boolean {
  const leftTurn = turns[left] as number;
  const rightTurn = turns[right] as number;
  return leftTurn < rightTurn || (leftTurn === rightTurn && (arrivals[left] as number) < (arrivals[right] as number));
}

/** Returns the index of a document, or where it is to be inserted, among those of its session. */
function indexIn(slots: readonly number[], slot: number, order: Order): number {
  let low = 0;
  let high = slots.length;
  if (high > 0 && isBefore(slots[high - 1] as number, slot, order)) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(slots[middle] as number, slot, order)) low = middle + 1;
    else high = middle;
  }
  return low;
}
