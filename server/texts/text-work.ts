/** Work on texts whose time grows with their length. It gives the same results on the main thread and on a worker thread. */
import { buildPrompt, type BuiltPrompt, type PromptCommand } from '../domain/context/build-prompt.ts';
import { readTurn, stemsOf, topicSign } from '../domain/context/read-turn.ts';
import { turnEdges } from '../domain/conversation/topic-cut.ts';
import { turnDomain } from '../domain/conversation/turn-domain.ts';
import type { CountText, Encoding } from '../domain/context/tokens.ts';
import type { ReadTurn, Turn } from '../domain/context/turn.ts';
import { extractFacts } from '../domain/facts/extract-facts.ts';
import { forgetRequest } from '../domain/facts/forget-facts.ts';
import type { Scope } from '../domain/memory.ts';
import type { TurnReader } from '../language/reader.ts';
import { readTurn as readSpeech } from '../domain/speech/read-turn.ts';
import type { HeardText, ReadSpeech } from '../ports/context.ts';

export type TextParts = {
  /** Counts tokens in encodings that are loaded. */
  readonly count: CountText;
  readonly embed: (text: string) => Float32Array;
  readonly reader: TurnReader;
  readonly newUuid: () => string;
};

export type TurnsCommand = { readonly turns: readonly Turn[]; readonly scope: Pick<Scope, 'agentId' | 'sessionId'> };

/** The operations by name, so that a thread can be asked for each; each takes one argument. */
export interface TextWork {
  counts(command: { readonly texts: readonly string[]; readonly encoding: Encoding }): readonly ReturnType<CountText>[];
  turns(command: TurnsCommand): readonly ReadTurn[];
  speech(text: string): ReadSpeech;
  heard(text: string): HeardText;
  prompt(command: PromptCommand): BuiltPrompt;
}

export function textWork({ count, embed, reader, newUuid }: TextParts): TextWork {
  const reading = {
    count: (text: string): number => count(text, 'o200k_base').tokens,
    embed,
    reader,
    newFactId: (): string => `fa_${newUuid()}`,
  };
  return {
    counts: ({ texts, encoding }) => texts.map((text) => count(text, encoding)),
    turns: ({ turns, scope }) => turns.map((turn) => readTurn(turn, `tn_${newUuid()}`, { ...reading, scope })),
    speech(text) {
      const read = readSpeech(text);
      // A single text has no earlier decision to refer to.
      const facts = extractFacts(read, reader).filter(({ leans }) => leans !== true);
      return { text: read.text, facts, forget: forgetRequest(read) };
    },
    heard: (text) => ({
      vector: embed(text),
      stems: stemsOf(text),
      edges: turnEdges(text),
      sign: topicSign(readSpeech(text), reader),
      domain: turnDomain(text) ?? '',
    }),
    prompt: (command) => buildPrompt(command, count),
  };
}
