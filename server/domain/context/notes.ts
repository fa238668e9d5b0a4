/** Notes on a session: what it has shown the model, and how the model's answers went. They decide what need not be sent again. */
import { NOTES } from '../../policy/context.ts';
import type { Extra } from './materials.ts';
import type { Omission } from './prompt.ts';
import { wordsOf, type Counter } from './tokens.ts';
import type { Turn } from './turn.ts';

export type SessionNotes = {
  /** Names of the tools that were called, the newest last. */
  readonly tools: readonly string[];
  /** True if any answer was ever valid. */
  readonly wasRight: boolean;
  readonly lastOutput: 'UNKNOWN' | 'RIGHT' | 'WRONG';
};

export const NO_NOTES: SessionNotes = { tools: [], wasRight: false, lastOutput: 'UNKNOWN' };

/** A report on an answer of the model. */
export type OutputReport = {
  readonly isValid: boolean;
  readonly fitsStructure: boolean;
  /** The parser's error; '' for none. */
  readonly parseError: string;
};

export function isRight({ isValid, fitsStructure, parseError }: OutputReport): boolean {
  return isValid && fitsStructure && parseError === '';
}

export function notesAfterTurns(notes: SessionNotes, turns: readonly Pick<Turn, 'toolCalls'>[]): SessionNotes {
  const called = turns.flatMap(({ toolCalls }) => toolCalls.map(({ name }) => name));
  if (called.length === 0) return notes;
  return { ...notes, tools: [...new Set([...notes.tools, ...called])].slice(-NOTES.tools) };
}

export function notesAfterOutput(notes: SessionNotes, report: OutputReport): SessionNotes {
  const right = isRight(report);
  return { ...notes, wasRight: notes.wasRight || right, lastOutput: right ? 'RIGHT' : 'WRONG' };
}

/**
 * Leaves out a tool's description once the tool was called, examples after a valid answer, and the format as long as the last answer
 * was valid. After an invalid answer all of them are included again.
 */
export function neededExtras(
  extras: readonly Extra[],
  { tools, wasRight, lastOutput }: SessionNotes,
  { atLeast }: Pick<Counter, 'atLeast'>,
): { readonly needed: readonly Extra[]; readonly omitted: readonly Omission[] } {
  const isNeeded = ({ kind, name }: Extra): boolean => {
    if (lastOutput === 'WRONG') return true;
    switch (kind) {
      case 'TOOL_DESCRIPTION':
        return !tools.includes(name);
      case 'EXAMPLE':
        return !wasRight;
      case 'FORMAT':
        return lastOutput !== 'RIGHT';
    }
  };
  return {
    needed: extras.filter(isNeeded),
    omitted: extras
      .filter((extra) => !isNeeded(extra))
      .map(({ kind, name, text }) => ({
        kind,
        source: name,
        reason: 'NOT_NEEDED_AGAIN',
        tokens: atLeast(wordsOf(text)),
      })),
  };
}
