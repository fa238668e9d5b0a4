/** Replays conversations as turns of a session, on a server whose clock follows them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipelineTransport } from '../../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../../client/recorda.ts';
import type { RecordaOptions } from '../../../server/opening/recorda-options.ts';
import { openRecorda } from '../../../server/recorda.ts';
import type { CorpusMemory } from '../corpus.ts';

export type SaidTurn = {
  readonly id: string;
  readonly role: 'ROLE_USER' | 'ROLE_ASSISTANT';
  readonly content: string;
  readonly speaker: string;
  readonly time: Date;
};

const DAY_MS = 24 * 3600 * 1000;
const TURN_MS = 30_000;
/** The retention under which questions are asked, since LoCoMo's conversations last for months. */
const RETENTION_DAYS = 400;

/** The system prompt of the replays: its four blocks are nearly full. */
export const SYSTEM_PROMPT = {
  identity:
    'You are Vera, the personal assistant of one person. You have known them for a long time, you remember what they told you, and you care how things turned out. You are warm, brief and concrete. You never pretend to be a person, and you say so when you are asked. You speak of what you know as a good friend would, without listing it.',
  capabilities:
    'You can search the calendar, read and draft mail, look up places and opening hours, keep lists, set reminders, and recall what was said in earlier conversations. You can compare options and lay out their costs. You can plan a day, a trip or a meal from what you know of tastes, allergies, habits and budget. You cannot pay, book or send anything by yourself: you prepare it and ask. You see the current time only where a tool gives it to you. You do not browse the web unless the search tool is offered, and you cannot hear or see.',
  rules:
    'Never invent an appointment, a price, a name or a date. Where you are not sure, say what you know and what you would need. Never give medical, legal or financial advice beyond common sense, and name who could. Keep what one person told you apart from what others said. Do not repeat secrets unless they are asked for by the one who told them. Refuse what would harm somebody, in one sentence, and offer what would help.',
  format:
    'Answer in the language of the last message. Begin with the answer itself, in one or two sentences. Use a short list only for three or more things that go together, and a table never. Give times with their day, and amounts with their currency. Ask at most one question, at the end, and only where the answer changes what you would do next. No headings, no emojis, no exclamation marks unless the person uses them first.',
} as const;

/** Two people talk: the first to speak counts as the user. */
export function turnsOf(memories: readonly CorpusMemory[]): readonly SaidTurn[] {
  const user = memories[0]?.speaker;
  return memories.map(({ id, text, speaker, eventTimeMs = 0 }, at) => ({
    id,
    role: speaker === user ? 'ROLE_USER' : 'ROLE_ASSISTANT',
    content: text,
    speaker,
    time: new Date(eventTimeMs + at * TURN_MS),
  }));
}

export type Replay = {
  /** Is replaced by another one after a restart. */
  readonly recorda: Recorda;
  setTime(time: Date): void;
  /** Closes the server and opens it again on the same folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a server of its own. */
export async function openReplay(options: Pick<RecordaOptions, 'windowPolicy'> = {}): Promise<Replay> {
  const folder = await mkdtemp(join(tmpdir(), 'recorda-context-'));
  let nowMs = 0;
  const clock = { now: () => nowMs };
  const open = async (): Promise<Recorda> => {
    const recallMs = RETENTION_DAYS * DAY_MS;
    const { pipeline, close } = await openRecorda({ ...options, dataDir: folder, warmUp: false, clock, recallMs });
    return recordaOver(pipelineTransport(pipeline, close));
  };
  let recorda = await open();
  return {
    get recorda() {
      return recorda;
    },
    setTime: (time) => {
      nowMs = Math.max(nowMs, time.getTime());
    },
    async restart() {
      await recorda.close();
      recorda = await open();
    },
    async close() {
      await recorda.close();
      await rm(folder, { recursive: true });
    },
  };
}
