/** Builds the requests of the agent handle's searches, and the stream of their hits. */
import type { StreamRetrieveMemoriesResponse } from '../proto/gen/recorda/v1/memory.ts';
import type { AgentScope, Hit, HitStream, StreamOptions, TypeReport } from './agent-types.ts';
import { hit, typeReport } from './agent-wire.ts';
import { wireType } from './wire-names.ts';

export function retrieveRequest(scope: AgentScope, query: string, options: StreamOptions) {
  const {
    types = [],
    topK,
    filter = '',
    minSimilarity,
    explain = false,
    now,
    includeArchived = false,
    nearOnly = false,
  } = options;
  return {
    scope,
    query,
    types: types.map(wireType),
    topK,
    filter,
    minSimilarity,
    explain,
    now,
    includeArchived,
    nearOnly,
  };
}

/** Returns the hits of a stream of events; the other events make up their report. */
export function hitStream(events: AsyncIterable<StreamRetrieveMemoriesResponse>): HitStream {
  const types: TypeReport[] = [];
  let latencyMs = 0;
  let targetMs = 0;

  async function* hits(): AsyncGenerator<Hit, void> {
    for await (const { event } of events) {
      if (event?.$case === 'result') yield hit(event.value);
      if (event?.$case === 'typeDone') types.push(typeReport(event.value));
      if (event?.$case === 'done') ({ latencyMs, targetMs } = event.value);
    }
  }

  const found = hits();
  return {
    types,
    get latencyMs() {
      return latencyMs;
    },
    get targetMs() {
      return targetMs;
    },
    next: () => found.next(),
    return: () => found.return(),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
