/** Users that have much of everything. */
import type { Recorda } from '../../../client/recorda.ts';
import { KB } from '../../../server/policy/units.ts';
import { LIMITS, QUOTAS } from '../../../server/policy/limits.ts';
import { seededRandom, sentence } from '../../load/sentences.ts';
import { fillArchive } from './fill-archive.ts';
import { fillFew } from './few-rows.ts';
import { BIG } from './row.ts';
import { text } from './texts.ts';

const WIDE = 1000;
const DOCUMENTS = 2000;
const FACTS = 500;
const TRAITS = 500;

export async function fillUsers(recorda: Recorda): Promise<void> {
  await fillFew(recorda);
  const random = seededRandom(7);
  const scope = { userId: BIG, agentId: 'a', sessionId: 's' };
  const ids: string[] = [];
  const add = async (
    count: number,
    memory: (at: number) => object,
    batch: number = LIMITS.batchSize,
  ): Promise<void> => {
    for (let from = 0; from < count; from += batch) {
      const { results } = await recorda.memory.batchAddMemories({
        requests: Array.from({ length: Math.min(batch, count - from) }, (_, at) => ({ memory: memory(from + at) })),
      });
      for (const { result } of results) {
        if (result?.$case !== 'added') throw new Error(`Not added: ${result?.value.message}`);
        ids.push(result.value.memory!.id);
      }
    }
  };
  const saying = (at: number, bytes: number): string => {
    let said = `${at}`;
    while (said.length < bytes) said += ` ${sentence(random)}.`;
    return said;
  };
  await add(QUOTAS.LONG_TERM.count, (at) => ({
    scope,
    payload: { $case: 'text', value: { content: saying(at, KB) } },
    metadata: { at, kind: 'loop' },
  }));
  await add(
    WIDE,
    (at) => ({
      scope: { ...scope, userId: 'loop-wide' },
      payload: { $case: 'text', value: { content: `${at} ${saying(at, KB)} ${text('sentences', 14 * KB)}` } },
    }),
    WIDE / 2,
  );
  await add(DOCUMENTS, (at) => ({
    scope,
    payload: {
      $case: 'document',
      value: {
        collection: 'shop',
        key: `${at}`,
        data: { price: at, name: sentence(random), note: saying(at, KB), parts: Array.from({ length: 50 }, () => at) },
      },
    },
  }));
  await add(TRAITS, (at) => ({
    scope,
    payload: { $case: 'trait', value: { key: `trait ${at}`, value: saying(at, 500) } },
  }));
  ids.length = 0;
  await add(2000, (at) => ({
    scope,
    payload: {
      $case: 'entity',
      value: { name: `entity ${at}`, type: 'thing', aliases: [`e${at}`], attributes: { at } },
    },
  }));
  const entities = [...ids];
  await add(6000, (at) => ({
    scope,
    payload: {
      $case: 'relationship',
      value: {
        fromId: entities[at % entities.length],
        toId: entities[(at * 7 + 1 + Math.floor(at / entities.length)) % entities.length],
        type: `knows ${Math.floor(at / entities.length)}`,
      },
    },
  }));
  for (let from = 0; from < FACTS; from += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        recorda.context.addFact({
          scope: { userId: BIG },
          text: `Fact ${from + at}: ${saying(at, at % 5 === 0 ? 3800 : 50)}`,
        }),
      ),
    );
  for (let session = 0; session < 20; session += 1)
    await recorda.context.appendTurns({
      scope: { userId: 'loop-facts', agentId: 'a', sessionId: `${session}` },
      turns: Array.from({ length: 100 }, () => ({ role: 'ROLE_USER' as const, content: saying(0, 6 * KB) })),
    });
  await fillArchive(recorda);
}
