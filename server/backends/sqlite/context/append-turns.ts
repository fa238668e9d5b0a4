/** Appends turns to a session inside the writer's transaction: loads its state, decides, writes, and reads facts from the user's turns. */
import { decideAppend, settledTurns, type AppendChanges, type Sealing } from '../../../domain/context/append.ts';
import type { SaidFact } from '../../../domain/facts/fact-intents.ts';
import type { ForgetRequest } from '../../../domain/facts/forget-facts.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { Appended, SettledTurns, TurnFacts } from '../../../domain/context/intents.ts';
import { mentionsLeft } from '../../../domain/context/mentions.ts';
import { notesAfterTurns } from '../../../domain/context/notes.ts';
import { SESSIONS_ROLL } from '../../../policy/context.ts';
import { readText } from '../../stored-text.ts';
import type { WindowTurn } from '../../../domain/context/turn.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import type { requests } from '../records/requests.ts';
import type { heldStates } from './held-states.ts';
import type { recallTable } from './recall-table.ts';
import type { TurnSealer } from './seal-turns.ts';
import type { AppendCommand } from './session-commands.ts';
import type { sessionRolls } from './session-rolls.ts';
import type { sessionRows } from './session-rows.ts';
import type { sessionTable } from './session-table.ts';
import type { windowTurns } from './window-turns.ts';

/** A user's turn, from which facts are read. */
export type SaidInTurn = {
  readonly turn: number;
  /** The user's previous turn, while the window holds it. */
  readonly before: UserTurn | undefined;
  readonly content: () => string;
  readonly facts: readonly SaidFact[];
  readonly forget: ForgetRequest | undefined;
  /** The facts that earlier turns of the append said. */
  readonly saidBefore: readonly string[];
  /** The same as in AppendIntent. */
  readonly isWithinSession: boolean | undefined;
};

/** Applies a turn to the facts about its user. */
export type ApplyTurnFacts = (userNo: number, scope: Scope, said: SaidInTurn, nowMs: number) => TurnFacts;

export type UserTurn = Pick<WindowTurn, 'turn' | 'createMs'>;

/** The tables and accounts that an append works with. */
export type AppendParts = {
  readonly rows: ReturnType<typeof sessionRows>;
  readonly table: ReturnType<typeof sessionTable>;
  readonly held: ReturnType<typeof heldStates>;
  readonly window: ReturnType<typeof windowTurns>;
  readonly recall: ReturnType<typeof recallTable>;
  readonly sealer: TurnSealer;
  readonly rolls: ReturnType<typeof sessionRolls>;
  readonly quotaAccounts: QuotaAccounts;
  readonly remembered: ReturnType<typeof requests>;
  readonly factsOfTurn: ApplyTurnFacts;
};

export function turnAppender(parts: AppendParts) {
  const { rows, table, held, window, recall, sealer, rolls, quotaAccounts, remembered, factsOfTurn } = parts;

  /** Applies what the user's turns say about the user, one after another. */
  const applyFacts = (
    userNo: number,
    { scope, nowMs, turns, isWithinSession }: AppendCommand,
    changes: AppendChanges,
    window: readonly WindowTurn[],
  ): TurnFacts => {
    const saidBefore: string[] = [];
    let before: UserTurn | undefined = window.findLast(({ role }) => role === 'USER');
    const said = changes.appended.map((turn, at) => {
      const { facts, forget, text } = turns[at]!;
      if (turn.role !== 'USER') return NOTHING_SAID;
      const of = { turn: turn.turn, before, content: () => readText(text.body), facts, forget, saidBefore };
      const outcome = factsOfTurn(userNo, scope, { ...of, isWithinSession }, nowMs);
      before = turn;
      saidBefore.push(...outcome.facts.map(({ id }) => id));
      return outcome;
    });
    return together(said);
  };

  return (command: AppendCommand): Appended => {
    const { scope, nowMs, requestId, embedderName, windowPolicy, defaultPolicy } = command;
    const userNo = quotaAccounts.user(scope);
    const prior = remembered.find<Appended>(userNo, requestId, nowMs);
    if (prior !== undefined) return { ...NOTHING_DROPPED, ...prior.outcome };
    const row = rows.find(userNo, scope.sessionId);
    const sessionNo = row?.session_no ?? table.insert(userNo, scope.sessionId, nowMs);
    // The decision only needs to know whether a turn's content is empty.
    const turns = command.turns.map((turn) => ({ content: turn.sizeBytes === 0 ? '' : ' ', ...turn }));
    const known = held.of(row) ?? rows.state(row, defaultPolicy);
    const before = windowPolicy === undefined ? known : { ...known, policy: windowPolicy };
    const changes = decideAppend(before, turns, embedderName, nowMs, command.summaries);
    const sizes = changes.appended.map((turn, at) => window.put(sessionNo, command, turn, command.turns[at]!));
    const isRecallOff = command.recallOff ?? row?.is_recall_off === 1;
    let droppedTurns = 0;
    if (!isRecallOff) droppedTurns += sealer.makeFindable(userNo, sessionNo, changes.appended, nowMs);
    else if (row?.is_recall_off === 0) recall.removeWindow(userNo, sessionNo, nowMs);
    const sealing = sealer.seal(userNo, sessionNo, changes, isRecallOff, nowMs);
    const bytes = sizes.reduce((sum, size) => sum + size, sealing.bytes);
    const rolled = rolls.take(scope, { userNo, sessionNo, isNew: row === undefined, bytes }, nowMs);
    droppedTurns += sealing.droppedTurns + rolled.droppedTurns;
    if (rolled.gone.length > 0) held.forget();
    const addedTokens = changes.appended.reduce((sum, { tokens }) => sum + tokens, 0);
    table.save(sessionNo, changes.state, { isRecallOff, nowMs, endedMs: null, addedTokens });
    held.hold(sessionNo, changes.state);
    const notes = rows.notes(row);
    const after = notesAfterTurns(notes, turns);
    if (after !== notes) table.saveNotes(sessionNo, after);
    const facts = applyFacts(userNo, command, changes, known.window);
    const made = Object.assign(toAppended(changes, settledTurns(before, changes.state)), facts);
    const mentioned = mentionsLeft(command.mentioned ?? [], command.turns, made);
    const appended = {
      ...made,
      mentionedIds: [...new Set([...mentioned, ...made.mentionedIds])],
      droppedTurns,
      droppedSessionIds: rolled.gone.slice(0, SESSIONS_ROLL.mostIds),
      droppedSessions: rolled.gone.length,
    };
    remembered.remember(userNo, requestId, nowMs, `session:${sessionNo}`, appended);
    return appended;
  };
}

/** The default for fields that requests remembered by an older version lack. */
const NOTHING_DROPPED = { droppedTurns: 0, droppedSessionIds: [], droppedSessions: 0 };
const NOTHING_SAID: TurnFacts = { facts: [], forgottenIds: [], mentionedIds: [], refused: 0 };

function together(said: readonly TurnFacts[]): TurnFacts {
  return {
    facts: said.flatMap(({ facts }) => facts),
    forgottenIds: said.flatMap(({ forgottenIds }) => forgottenIds),
    mentionedIds: [...new Set(said.flatMap(({ mentionedIds }) => mentionedIds))],
    refused: said.reduce((sum, { refused }) => sum + refused, 0),
  };
}

function toAppended(
  { appended, sealed, shifts, state }: AppendChanges,
  settled: SettledTurns | undefined,
): Pick<Appended, 'turns' | 'sealed' | 'settled' | 'window'> {
  const shiftOf = new Map(shifts.map(({ turn, shift }) => [turn, shift]));
  return {
    turns: appended.map(({ turn, tokens, continuity }) => {
      const shift = shiftOf.get(turn);
      return { turn, tokens, ...(continuity !== undefined && { continuity }), ...(shift !== undefined && { shift }) };
    }),
    sealed: sealed.map(withoutWords),
    ...(settled !== undefined && { settled }),
    window: {
      turns: state.window.length,
      tokens: state.window.reduce((sum, { tokens }) => sum + tokens, 0),
      target: state.policy === 'SLIDING' ? state.target : 0,
    },
  };
}

/** Returns a segment as answers show it: without its key words. */
export function withoutWords({ segment: { keys: _, ...sealed } }: Sealing): Appended['sealed'][number] {
  return sealed;
}
