/**
 * Adds people whom the user has named, and their relationship to the user, to the graph: `my sister Ana lives in Lima` makes Ana a person,
 * and a relationship `sister` from the user to her. Existing entities are merged.
 */
import type { Appended } from '../../domain/context/intents.ts';
import type { RecordaError } from '../../domain/errors.ts';
import type { ReadTurn } from '../../domain/context/turn.ts';
import { subjectOf } from '../../domain/facts/fact-subject.ts';
import type { AddIntent } from '../../domain/intents.ts';
import { memoryId, quotaName, type Scope } from '../../domain/memory.ts';
import type { EntityPayload, RelationshipPayload } from '../../domain/payloads.ts';
import { fold } from '../../domain/text/fold.ts';
import type { GraphStore } from '../../ports/stores.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { ServiceCall } from '../call.ts';

export type PeopleParts = {
  readonly graph: Pick<GraphStore, 'add'>;
  readonly log: Log;
  /** Returns a new UUID version 7, without dashes. */
  readonly newUuid: () => string;
};

export interface People {
  /** Adds the people whom new facts of an append name. Never rejects: failures are logged, and the append stands. */
  put(scope: Scope, turns: readonly ReadTurn[], appended: Pick<Appended, 'facts'>, call: ServiceCall): Promise<void>;
}

/** The entity of the user in their own graph. */
const USER_ENTITY = { name: 'user', entityType: 'user' } as const;
const PERSON = 'person';

type Named = { readonly relation: string; readonly name: string };

export function people({ graph, log, newUuid }: PeopleParts): People {
  function intentOf(scope: Scope, payload: EntityPayload | RelationshipPayload, nowMs: number): AddIntent {
    return { id: memoryId(quotaName(payload), newUuid()), scope, payload, nowMs, autoPrune: 'OFF' };
  }
  async function idOf(intent: AddIntent, call: ServiceCall): Promise<string> {
    const [outcome] = await graph.add([intent], call);
    if (!outcome!.ok) throw outcome!.error;
    return outcome!.value.record.id;
  }
  async function putOne(whose: Scope, { relation, name }: Named, call: ServiceCall): Promise<void> {
    const scope = { ...whose, agentId: '', sessionId: '', taskId: '' };
    const stated = { type: 'ENTITY', attributes: {}, evidence: [], versions: [] } as const;
    const entity = (of: Pick<EntityPayload, 'name' | 'entityType'>): AddIntent =>
      intentOf(scope, { ...stated, node: 'ENTITY', aliases: [], ...of }, call.nowMs);
    const fromId = await idOf(entity(USER_ENTITY), call);
    const toId = await idOf(entity({ name, entityType: PERSON }), call);
    const relationshipType = fold(relation).replaceAll(/[^\p{L}]+/gu, '_');
    await idOf(intentOf(scope, { ...stated, node: 'RELATIONSHIP', fromId, toId, relationshipType }, call.nowMs), call);
  }

  return {
    async put(scope, turns, { facts }, call) {
      const isNew = new Set(facts.filter(({ operation }) => operation !== 'CONFIRMED').map(({ id }) => id));
      for (const { id, text } of isNew.size === 0 ? [] : turns.flatMap((turn) => turn.facts)) {
        const { relation, name } = (isNew.has(id) ? subjectOf(text) : undefined) ?? {};
        if (relation === undefined || name === undefined) continue;
        try {
          await putOne(scope, { relation, name }, call);
        } catch (error) {
          const { reason = 'INTERNAL' } = error as Partial<RecordaError>;
          // A user whose graph is full can still talk.
          const level = reason === 'QUOTA_EXCEEDED' ? 'info' : 'warn';
          log[level]({ reason }, 'a person whom the user named could not be added to the graph');
        }
      }
    },
  };
}
