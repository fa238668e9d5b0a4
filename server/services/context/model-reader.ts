/**
 * Extracts facts from turns with a language model: within the day's budget, recorded in the audit log before anything is sent, and
 * checked.
 */
import type { RecalledTurn } from '../../domain/context/intents.ts';
import { RecordaError } from '../../domain/errors.ts';
import type { LateFact } from '../../domain/facts/fact-intents.ts';
import { slotOfFact } from '../../domain/facts/fact-slot.ts';
import { borneOut } from '../../domain/facts/stated-facts.ts';
import type { Scope } from '../../domain/memory.ts';
import { EXTRACTOR } from '../../policy/facts.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import type { FactExtractor, TextReader, TokenBudget } from '../../ports/context.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { TimedCall } from './summaries.ts';

export type ModelReaderParts = {
  readonly extractor: FactExtractor;
  readonly budget: TokenBudget;
  readonly audit: Pick<AuditTrail, 'record'>;
  readonly texts: Pick<TextReader, 'tokens'>;
  readonly log: Log;
  /** Returns a new UUID version 7, without dashes. */
  readonly newUuid: () => string;
};

export interface ModelReader {
  /**
   * Returns what the user says about themselves in these turns, in order. Rejects with QUOTA_EXCEEDED if the day's budget does not
   * suffice, and with BACKEND_UNAVAILABLE if the model does not answer or the audit log cannot be written; then nothing, or nothing
   * further, was sent.
   */
  read(scope: Scope, turns: readonly RecalledTurn[], call: TimedCall): Promise<readonly LateFact[]>;
}

export function modelReader({ extractor, budget, audit, texts, log, newUuid }: ModelReaderParts): ModelReader {
  /** Returns an upper bound, since the answer may be shorter. */
  async function tokensOf(turns: readonly RecalledTurn[]): Promise<number> {
    await texts.tokens.load('o200k_base');
    const { turnUnits, turnTokens, instructionTokens, answerTokens } = EXTRACTOR;
    return turns.reduce(
      (sum, { content }) => sum + turnTokens + texts.tokens.count(content.slice(0, turnUnits), 'o200k_base').tokens,
      instructionTokens + answerTokens,
    );
  }

  /** Reads turns of one session. */
  async function readPart(scope: Scope, turns: readonly RecalledTurn[], call: TimedCall): Promise<readonly LateFact[]> {
    if (turns.every(({ role }) => role !== 'USER')) return [];
    const tokens = await tokensOf(turns);
    const take = (): void => {
      if (!budget.take(tokens)) throw spent(budget, call.nowMs);
    };
    take();
    const { tenant, userId } = scope;
    const { sessionId: id } = turns[0]!;
    const { origin = { credential: '', operation: 'extractFacts' }, nowMs } = call;
    const why = call.origin === undefined ? 'SERVER' : 'CALL';
    const sent = { tenant, userId, action: 'SEND', subject: 'TURN', id, count: turns.length } as const;
    await audit.record([{ ...sent, why, atMs: nowMs, origin }]);
    const asked = turns.map(({ role, content }) => ({ isUsers: role === 'USER', content }));
    const { stated, misshapen, tokens: used } = await extractor.extract(asked, call.signal, take);
    if (used !== undefined) budget.settle(tokens, used);
    const found = borneOut(asked, stated);
    const left = misshapen + stated.length - found.length;
    if (left > 0)
      log.warn(
        { left, kept: found.length },
        'the model stated facts that its turns do not support; they were left out',
      );
    return found.map(({ turnIndex, text, quote, domain }) => {
      const { id: turnId, agentId, sessionId, turn } = turns[turnIndex]!;
      return {
        id: `fa_${newUuid()}`,
        domain,
        text,
        slot: slotOfFact(text),
        said: quote,
        rule: extractor.identity,
        turnId,
        confidence: 'MEDIUM',
        source: 'INFERRED',
        provenance: { agentId, sessionId, turn },
      };
    });
  }

  return {
    async read(scope, turns, call) {
      const found: LateFact[] = [];
      const said = turns.filter(({ role, content }) => role !== 'TOOL' && content.trim() !== '');
      for (const part of partsOf(said)) found.push(...(await readPart(scope, part, call)));
      return found;
    },
  };
}

/** Groups consecutive turns of one session, up to a fixed number each. */
function partsOf(turns: readonly RecalledTurn[]): readonly (readonly RecalledTurn[])[] {
  const parts: RecalledTurn[][] = [];
  for (const turn of turns) {
    const last = parts.at(-1);
    const goesOn = last !== undefined && last.length < EXTRACTOR.turnsAtOnce && last[0]!.sessionId === turn.sessionId;
    if (goesOn) last.push(turn);
    else parts.push([turn]);
  }
  return parts;
}

function spent({ tokensADay, nextDayMs }: TokenBudget, nowMs: number): RecordaError {
  return new RecordaError(
    'QUOTA_EXCEEDED',
    `Too few of today's ${tokensADay} tokens for the language model of RECORDA_EXTRACTOR_URL are left. Repeat the call after midnight, UTC, or raise RECORDA_EXTRACTOR_TOKENS_A_DAY.`,
    { retryAfterMs: Math.max(0, nextDayMs() - nowMs) },
  );
}
