/** Reads a retrieval benchmark: `NAME.corpus.jsonl` and `NAME.queries.jsonl` in a folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type CorpusMemory = {
  readonly id: string;
  readonly namespace: string;
  readonly text: string;
  readonly speaker: string;
  readonly sessionId: string;
  readonly turn?: number | undefined;
  readonly eventTimeMs?: number | undefined;
};
export type CorpusQuery = {
  readonly qid: string;
  readonly namespace: string;
  readonly query: string;
  readonly category: number;
  readonly gold: readonly string[];
};
export type Corpus = {
  readonly name: string;
  readonly namespaces: ReadonlyMap<string, readonly CorpusMemory[]>;
  readonly queries: readonly CorpusQuery[];
};

type Line = {
  readonly id: string;
  readonly namespace: string;
  readonly text: string;
  readonly session?: number;
  readonly turn?: number;
  readonly speaker?: string;
  readonly date?: string;
  readonly caption?: string;
  readonly refs?: readonly string[];
};

/**
 * Reads every corpus of the folder. A fact takes session and date from the first turn that it refers to, in any corpus of the
 * folder.
 */
export function readCorpora(folder: string): readonly Corpus[] {
  const names = readdirSync(folder).flatMap((file) => /^(.+)\.corpus\.jsonl$/.exec(file)?.[1] ?? []);
  const lines = new Map(names.map((name) => [name, readLines<Line>(join(folder, `${name}.corpus.jsonl`))]));
  const turns = new Map([...lines.values()].flat().map((line) => [line.id, line]));
  return names.map((name) => {
    const namespaces = new Map<string, CorpusMemory[]>();
    for (const line of lines.get(name) ?? []) {
      const memories = namespaces.get(line.namespace) ?? [];
      memories.push(memoryOf(line, turns));
      namespaces.set(line.namespace, memories);
    }
    return { name, namespaces, queries: readLines<CorpusQuery>(join(folder, `${name}.queries.jsonl`)) };
  });
}

function memoryOf(line: Line, turns: ReadonlyMap<string, Line>): CorpusMemory {
  const source = line.refs === undefined ? line : turns.get(`${line.namespace}/${line.refs[0]}`);
  const photo = line.caption ? ` [shares a photo: ${line.caption}]` : '';
  return {
    id: line.id,
    namespace: line.namespace,
    text: line.text + photo,
    speaker: line.speaker ?? '',
    sessionId: source?.session === undefined ? '' : String(source.session),
    turn: line.turn,
    eventTimeMs: source?.date === undefined ? undefined : timeOf(source.date),
  };
}

/** Parses `1:56 pm on 8 May, 2023`. */
function timeOf(date: string): number | undefined {
  const parts = /^(\d+):(\d+) (am|pm) on (.+)$/.exec(date);
  const day = Date.parse(`${(parts?.[4] ?? date).replace(',', '')} UTC`);
  if (Number.isNaN(day)) return undefined;
  if (parts === null) return day;
  const hour = (Number(parts[1]) % 12) + (parts[3] === 'pm' ? 12 : 0);
  return day + (hour * 60 + Number(parts[2])) * 60_000;
}

function readLines<T>(path: string): readonly T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
