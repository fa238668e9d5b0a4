/** Neo4j under load, compared with neo4j-driver alone. */
import neo4j from 'neo4j-driver';
import type { Recorda } from '../../client/index.ts';
import { AddMemoryRequest, TraverseEntitiesRequest } from '../../proto/gen/recorda/v1/memory.ts';
import { TYPE_TARGET_MS } from '../../server/policy/serving.ts';
import { startNeo4j } from '../with-backends/neo4j-process.ts';
import type { BackendCall, BackendLoad } from './backend-load.ts';
import { READER, WRITER, type LoadScope } from './calls.ts';
import { sentence } from './sentences.ts';

/** The graph that is walked: each entity knows this many of those after it. */
const ENTITIES = 200;
const KNOWN = 3;
const DISTINCT = 1000;
/** A user may have a thousand episodes. */
const USERS = 50;
/** A prime, so that walks begin all over the graph. */
const STRIDE = 7919;
const FILL_TIMEOUT_MS = 120_000;

const nameOf = (index: number): string => `Person ${index % ENTITIES}`;

export const neo4jLoad: BackendLoad = {
  name: 'neo4j',
  driver: 'neo4j-driver',

  async start() {
    const engine = await startNeo4j();
    const driver = neo4j.driver(engine.address.url);
    const run = (cypher: string, parameters: object) => driver.executeQuery(cypher, parameters);
    await run('CREATE INDEX bare IF NOT EXISTS FOR (n:Bare) ON (n.name)', {});
    const names = Array.from({ length: ENTITIES }, (_, index) => nameOf(index));
    await run('UNWIND $names AS name CREATE (:Bare {name: name})', { names });
    const known = names.flatMap((name, index) =>
      Array.from({ length: KNOWN }, (_, step) => ({ name, other: nameOf(index + step + 1) })),
    );
    await run('UNWIND $known AS k MATCH (a:Bare {name: k.name}), (b:Bare {name: k.other}) CREATE (a)-[:KNOWS]->(b)', {
      known,
    });

    return {
      env: { RECORDA_GRAPH: engine.address.url },

      calls(random) {
        const texts = Array.from({ length: DISTINCT }, () => sentence(random));
        const text = (index: number): string => texts[index % DISTINCT] ?? '';
        const calls: BackendCall[] = [
          {
            kind: 'add entity, known',
            method: 'recorda.v1.MemoryService/AddMemory',
            targetMs: TYPE_TARGET_MS.ENTITY,
            weight: 4,
            requests: () =>
              made(AddMemoryRequest, (index) => {
                const value = { name: nameOf(index), type: 'person', attributes: { says: text(index) } };
                return { memory: { scope: WRITER, payload: { $case: 'entity', value } } };
              }),
            bare: (index) =>
              run('MERGE (n:Bare {name: $name}) SET n.says = $says', { name: nameOf(index), says: text(index) }),
          },
          {
            kind: 'add episode',
            method: 'recorda.v1.MemoryService/AddMemory',
            targetMs: TYPE_TARGET_MS.EPISODIC,
            weight: 4,
            requests: () =>
              made(AddMemoryRequest, (index) => {
                const scope = { ...WRITER, userId: `load-episodes-${index % USERS}` };
                const value = { task: text(index), steps: [{ action: text(index + 1) }] };
                return { memory: { scope, payload: { $case: 'episode', value } } };
              }),
            bare: (index) =>
              run('CREATE (:BareTask {task: $task})-[:HAS_STEP]->(:BareStep {action: $action})', {
                task: text(index),
                action: text(index + 1),
              }),
          },
          {
            kind: 'walk two hops',
            method: 'recorda.v1.MemoryService/TraverseEntities',
            targetMs: TYPE_TARGET_MS.ENTITY,
            weight: 4,
            requests: () =>
              made(TraverseEntitiesRequest, (index) => ({
                scope: READER,
                starts: [{ start: { $case: 'named', value: { name: nameOf(index * STRIDE), type: 'person' } } }],
                maxHops: 2,
              })),
            bare: (index) =>
              run('MATCH (:Bare {name: $name})-[r:KNOWS*1..2]-(n) RETURN DISTINCT n, r', {
                name: nameOf(index * STRIDE),
              }),
          },
        ];
        return calls;
      },

      async fill(recorda, random) {
        for (const scope of [READER, WRITER]) await fillGraph(recorda, scope, random);
      },

      async stop() {
        await driver.close();
        await engine.stop();
      },
    };
  },
};

/** Adds the graph in batches, as an import would. */
async function fillGraph(recorda: Recorda, scope: LoadScope, random: () => number): Promise<void> {
  const add = async (payloads: readonly Payload[]): Promise<readonly string[]> => {
    const requests = payloads.map((payload) => ({ memory: { scope, payload } }));
    const { results } = await recorda.memory.batchAddMemories({ requests }, { timeoutMs: FILL_TIMEOUT_MS });
    return results.map(({ result }) => {
      if (result?.$case !== 'added') throw new Error(`Not added: ${result?.value.message ?? 'no answer'}`);
      return result.value.memory?.id ?? '';
    });
  };
  const named = Array.from({ length: ENTITIES }, (_, index): Payload => {
    const value = { name: nameOf(index), type: 'person', attributes: { says: sentence(random) } };
    return { $case: 'entity', value };
  });
  const ids = await add(named);
  await add(
    ids.flatMap((fromId, index) =>
      Array.from({ length: KNOWN }, (_, step): Payload => {
        const toId = ids[(index + step + 1) % ENTITIES] ?? '';
        return { $case: 'relationship', value: { fromId, toId, type: 'knows' } };
      }),
    ),
  );
}

type Payload = NonNullable<
  NonNullable<
    NonNullable<Parameters<Recorda['memory']['batchAddMemories']>[0]['requests']>[number]['memory']
  >['payload']
>;

type Codec<T> = {
  fromPartial(partial: Partial<T>): T;
  encode(message: T): { finish(): Uint8Array };
};

function made<T>(codec: Codec<T>, make: (index: number) => object): readonly Uint8Array[] {
  return Array.from({ length: DISTINCT }, (_, index) =>
    codec.encode(codec.fromPartial(make(index) as Partial<T>)).finish(),
  );
}
