/** RereadFacts. */
import type { RecalledTurn } from '../../domain/context/intents.ts';
import type { LateFact } from '../../domain/facts/fact-intents.ts';
import { fieldError } from '../../domain/errors.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { REREAD_TURNS } from '../../policy/facts.ts';
import type { ContextStore, FactStore, TextReader } from '../../ports/context.ts';
import { turn as turnOfLoop } from '../../ports/in-turns.ts';
import type { RereadFactsRequest, RereadFactsResponse } from '../../../proto/gen/recorda/v1/facts.ts';
import type { ServiceCall } from '../call.ts';
import type { ModelReader } from '../context/model-reader.ts';
import { fromFact } from '../context/translate-facts.ts';
import { toScope } from '../scope.ts';

export type RereadDependencies = {
  readonly store: Pick<ContextStore, 'recalledTurns'>;
  readonly facts: Pick<FactStore, 'sayLate' | 'readIn'>;
  readonly texts: Pick<TextReader, 'readSpeech'>;
  /** The language model that extracts facts, if there is one. */
  readonly modelReader?: ModelReader | undefined;
  /** Returns a new UUID version 7, without dashes. */
  readonly newUuid: () => string;
};

const NO_MODEL =
  'is MODEL, but no model is configured; set RECORDA_EXTRACTOR_URL and RECORDA_EXTRACTOR_MODEL, or leave it out';

export function rereadCalls({ store, facts, texts, modelReader, newUuid }: RereadDependencies) {
  async function readBuiltIn(turns: readonly RecalledTurn[], call: ServiceCall): Promise<readonly LateFact[]> {
    const found: LateFact[] = [];
    const loop = turnOfLoop();
    for (const { id: turnId, role, content, agentId, sessionId, turn } of turns) {
      if (role !== 'USER') continue;
      if (loop.isOver()) await loop.next(call.signal);
      const { text, facts: read } = await texts.readSpeech(content, call);
      for (const fact of read) {
        const said = text.slice(fact.from, fact.to);
        found.push({ ...fact, id: `fa_${newUuid()}`, said, turnId, provenance: { agentId, sessionId, turn } });
      }
    }
    return found;
  }

  async function rereadFacts(request: RereadFactsRequest, call: ServiceCall): Promise<RereadFactsResponse> {
    const { userId, sessionId, dryRun, pageToken } = request;
    const { tenant, nowMs } = call;
    const isModel = request.reader === 'FACT_READER_MODEL';
    if (isModel && modelReader === undefined) throw fieldError('reader', NO_MODEL);
    const scope = toScope(tenant, { userId, sessionId, agentId: '', namespace: '', taskId: '' });
    const sealed = ['reread', tenant, userId, sessionId, `${dryRun}`, request.reader];
    const limit = request.pageSize === 0 ? REREAD_TURNS.usual : request.pageSize;
    const turns = await store.recalledTurns({ scope, after: decodePageToken(pageToken, sealed), limit }, call);
    const said = isModel ? await modelReader!.read(scope, turns, call) : await readBuiltIn(turns, call);
    const readIn = await facts.readIn({ scope, turns }, call);
    const outcomes = said.length === 0 ? [] : await facts.sayLate({ scope, facts: said, dryRun, nowMs }, call);
    const found = new Set(outcomes.flatMap(({ id, otherIds }) => [id, ...otherIds]));
    const last = turns.length < limit ? undefined : turns.at(-1);
    return {
      facts: said.map((fact, at) => {
        const { does, id, otherIds } = outcomes[at]!;
        return {
          sessionId: fact.provenance.sessionId,
          turn: fact.provenance.turn,
          domain: `FACT_DOMAIN_${fact.domain}` as const,
          text: fact.text,
          confidence: `FACT_CONFIDENCE_${fact.confidence}` as const,
          source: `FACT_SOURCE_${fact.source}` as const,
          rule: fact.rule,
          outcome: `REREAD_OUTCOME_${does}` as const,
          factId: id,
          otherIds: [...otherIds],
        };
      }),
      unfound: readIn.filter(({ id }) => !found.has(id)).map((fact) => fromFact(fact, nowMs)),
      turnCount: turns.length,
      nextPageToken: last === undefined ? '' : encodePageToken({ createTimeMs: last.createMs, id: last.id }, sealed),
      latencyMs: call.elapsedMs(),
    };
  }

  return { rereadFacts };
}
