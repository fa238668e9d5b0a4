/** The form of a memory in the index: the fields that filters and orders need, and one text from which the memory is restored. */
import type { MemoryRecord } from '../../domain/memory.ts';
import { searchText } from '../../domain/search-text.ts';
import { foundWords } from '../../domain/text/found-words.ts';
import { AZURE_SEARCH } from '../../policy/backends.ts';
import { DEFAULT_IMPORTANCE } from '../../policy/lifecycle.ts';
import type { SearchDocument, SearchedRecord } from '../../ports/search.ts';
import { factsOf } from './metadata-facts.ts';
import { timeLiteral } from './odata.ts';
import { documentKey, idNumbers, ownerDigest, vectorField } from './search-keys.ts';

/** A document in the form that the client sends and returns. */
export type IndexDocument = Readonly<Record<string, unknown>> & { readonly key: string };

/** A document in the form that searches return: the fields from which it is restored. */
export type FoundDocument = {
  readonly memory: string;
  readonly revision: number;
  readonly embedder: string;
  readonly embedding: string;
};

export function indexDocument({ record, revision, vector, embedder }: SearchDocument): IndexDocument {
  const { id, scope, payload, metadata } = record;
  const { speaker, eventTimeMs, turn } = fieldsOf(payload);
  const [idHead, idMiddle, idTail] = idNumbers(id);
  const text = searchText(payload).slice(0, AZURE_SEARCH.searchedCharacters);
  return {
    key: documentKey(scope, id),
    owner: ownerDigest(scope),
    namespace: scope.namespace,
    id,
    agentId: scope.agentId,
    sessionId: scope.sessionId,
    taskId: scope.taskId,
    source: record.source?.toLowerCase() ?? '',
    speaker,
    createTime: timeLiteral(record.createTimeMs),
    updateTime: timeLiteral(record.updateTimeMs),
    eventTime: timeOrNull(eventTimeMs),
    expireTime: timeOrNull(record.expireTimeMs),
    turn: turn ?? null,
    importance: record.importance ?? DEFAULT_IMPORTANCE,
    sizeBytes: record.sizeBytes,
    ...factsOf(metadata),
    idHead,
    idMiddle,
    idTail,
    words: foundWords(text, speaker).join(' '),
    // It is one text, since the client converts texts that look like a date or `NaN`.
    memory: JSON.stringify(record),
    revision,
    embedder,
    embedding: vectorText(vector),
    [vectorField(embedder)]: Array.from(vector),
  };
}

function timeOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : timeLiteral(ms);
}

/** Returns the fields of a payload that filters see beside metadata. */
function fieldsOf(payload: MemoryRecord['payload']) {
  return payload.type === 'LONG_TERM' ? payload : { speaker: '', eventTimeMs: undefined, turn: undefined };
}

export function readRecord({ memory, revision }: Pick<FoundDocument, 'memory' | 'revision'>): SearchedRecord {
  return { record: JSON.parse(memory) as MemoryRecord, revision };
}

export function readDocument(found: FoundDocument): SearchDocument {
  return { ...readRecord(found), embedder: found.embedder, vector: readVector(found.embedding) };
}

function vectorText({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function readVector(text: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer);
}
