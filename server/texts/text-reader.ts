/** Reads and counts texts: short ones in place, large ones on threads, so that they hold up no other call. */
import { Piscina } from 'piscina';
import { abortError, orAbort, type StopSignal } from '../domain/abort.ts';
import { unitsOfPrompt } from '../domain/context/build-prompt.ts';
import type { CountText, Encoding } from '../domain/context/tokens.ts';
import type { ReadTurn, Turn } from '../domain/context/turn.ts';
import { RecordaError } from '../domain/errors.ts';
import type { StaticTable } from '../embedders/static/static-table.ts';
import { loadReader } from '../language/load-reader.ts';
import { TEXT_THREADS, TEXTS } from '../policy/retrieval.ts';
import type { TextReader } from '../ports/context.ts';
import { inTurns } from '../ports/in-turns.ts';
import type { Log } from '../ports/telemetry.ts';
import { tokenCounter } from '../tokens/token-counter.ts';
import type { TokenTable } from '../tokens/token-table.ts';
import type { TextTask, TextThreadData } from './text-thread.ts';
import { textWork, type TextParts, type TextWork } from './text-work.ts';

export type TextReaderOptions = Pick<TextParts, 'embed' | 'newUuid'> & {
  readonly table: StaticTable;
  readonly log: Log;
  /** The total UTF-16 units of a call's texts from which they go to a thread; TEXTS.inPlaceUnits if absent. */
  readonly inPlaceUnits?: number;
};

export type OpenTextReader = TextReader & { close(): Promise<void> };

/** Tables are in shared memory, so a process makes each once. */
const tables = new Map<Encoding, TokenTable>();

export function textReader(options: TextReaderOptions): OpenTextReader {
  const { table, log, inPlaceUnits = TEXTS.inPlaceUnits } = options;
  const threadData: TextThreadData = { table };
  const threads = new Piscina<TextTask, unknown>({
    filename: new URL('./text-thread.bundle.cjs', import.meta.url).href,
    name: 'run',
    workerData: threadData,
    // Threads must not inherit the program's flags: with --input-type or --eval they would not start.
    execArgv: [],
    minThreads: 0,
    maxThreads: TEXT_THREADS,
    maxQueue: TEXTS.waiting,
    idleTimeout: TEXTS.idleMs,
    recordTiming: false,
  });
  threads.on('error', (err: Error) => log.error({ err }, 'a thread that reads large texts failed'));

  const tokens = tokenCounter(async (encoding) => {
    const made = tables.get(encoding) ?? ((await threads.run({ make: encoding })) as TokenTable);
    tables.set(encoding, made);
    return made;
  });
  const here = textWork({ ...options, reader: loadReader(table), count: tokens.count });

  /** Works on a thread, and stops when the call ends. */
  async function there<K extends keyof TextWork>(
    name: K,
    argument: Parameters<TextWork[K]>[0],
    signal: StopSignal,
  ): Promise<ReturnType<TextWork[K]>> {
    if (signal.aborted) throw abortError(signal);
    const { queueSize } = threads;
    if (queueSize >= TEXTS.waiting) throw overloaded();
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const work = threads.run({ name, argument, tables }, { signal: stop.signal });
      return (await orAbort(work, signal)) as ReturnType<TextWork[K]>;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  return {
    tokens,

    async readTurns(turns, scope, { signal }) {
      await tokens.load('o200k_base');
      if (unitsIn(turns, unitsOfTurn) < inPlaceUnits)
        return (await inTurns(turns, signal, (turn) => here.turns({ turns: [turn], scope }))).flat();
      const read: ReadTurn[] = [];
      for (const part of partsOf(turns, unitsOfTurn)) {
        const { agentId, sessionId } = scope;
        const ofPart = await there('turns', { turns: part, scope: { agentId, sessionId } }, signal);
        // The words were taken from `part`, so the results align with it.
        read.push(...ofPart.map((turn, at) => ({ ...turn, ...part[at]! })));
      }
      return read;
    },

    async readSpeech(text, { signal }) {
      return text.length < inPlaceUnits ? here.speech(text) : there('speech', text, signal);
    },

    async hear(text, { signal }) {
      return text.length < inPlaceUnits ? here.heard(text) : there('heard', text, signal);
    },

    async count(texts, encoding, { signal }) {
      await tokens.load(encoding);
      if (unitsIn(texts, unitsOfText) < inPlaceUnits)
        return inTurns(texts, signal, (text) => tokens.count(text, encoding));
      const counted: ReturnType<CountText>[] = [];
      for (const part of partsOf(texts, unitsOfText))
        counted.push(...(await there('counts', { texts: part, encoding }, signal)));
      return counted;
    },

    async buildPrompt(command, { signal }) {
      return unitsOfPrompt(command) < inPlaceUnits ? here.prompt(command) : there('prompt', command, signal);
    },

    close: () => threads.destroy(),
  };
}

const unitsOfText = (text: string): number => text.length;

function unitsOfTurn({ content, toolCalls }: Turn): number {
  return toolCalls.reduce((sum, { argumentsJson }) => sum + argumentsJson.length, content.length);
}

function unitsIn<T>(all: readonly T[], unitsOf: (one: T) => number): number {
  return all.reduce((sum, one) => sum + unitsOf(one), 0);
}

/** Splits a list, in order, into parts of as many units as a thread gets at once. */
function partsOf<T>(all: readonly T[], unitsOf: (one: T) => number): readonly (readonly T[])[] {
  const parts: T[][] = [];
  let units = Infinity;
  for (const one of all) {
    units += unitsOf(one);
    if (units > TEXTS.atOnceUnits) {
      parts.push([]);
      units = unitsOf(one);
    }
    parts.at(-1)!.push(one);
  }
  return parts;
}

function overloaded(): RecordaError {
  return new RecordaError(
    'OVERLOADED',
    `${TEXTS.waiting} calls with large texts wait to be read. Wait a little and repeat the call, or send less at a time.`,
    { retryAfterMs: TEXTS.retryAfterMs },
  );
}
