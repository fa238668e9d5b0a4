/** Tests which long-term memories the floor of get_context lets through, with questions that were written for this. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Recorda } from '../../client/index.ts';
import { recordaOver } from '../../client/recorda.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { getContext } from '../../server/mcp/read-tools.ts';
import { memoryOf } from '../../server/mcp/memory-of.ts';
import { openRecorda } from '../../server/recorda.ts';
import { FLOORS, type Asked, type Floor } from './floor-questions.ts';

/** The number of memories of a user who has hardly begun; the other case is a user who has them all. */
const FEW = 6;

describe('the floor of long-term memories', () => {
  let dataDir: string;
  let recorda: Recorda;
  let users = 0;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-floor-'));
    const { pipeline, close } = await openRecorda({ dataDir, isBrief: true, log: silentLog });
    recorda = recordaOver(pipelineTransport(pipeline, close));
  });
  after(async () => {
    await recorda.close();
    await rm(dataDir, { recursive: true });
  });

  /** Creates a user with this many of the memories, including the one that answers the question. */
  async function userWith({ memories }: Floor, count: number, answer?: number) {
    const others = memories.filter((_, at) => at !== answer).slice(0, answer === undefined ? count : count - 1);
    const agent = recorda.agent({ userId: `user ${(users += 1)}`, agentId: 'mcp' });
    const texts = answer === undefined ? others : [memories[answer]!, ...others];
    for (const text of texts) await agent.add(text);
    return agent;
  }

  /** One user per floor has all its memories, and is reused by all questions. */
  const whole = new Map<Floor, ReturnType<typeof userWith>>();
  const userOf = (floor: Floor, count: number, answer: number | undefined) => {
    if (count < floor.memories.length) return userWith(floor, count, answer);
    const known = whole.get(floor) ?? userWith(floor, count);
    whole.set(floor, known);
    return known;
  };

  /** Returns whether the answer was found, or, if there is none, whether anything was found. */
  async function came(floor: Floor, { question, memory }: Asked, count: number): Promise<boolean> {
    const agent = await userOf(floor, count, memory);
    const hits = await agent.retrieve(question, { topK: 8, nearOnly: true });
    return memory === undefined ? hits.length > 0 : hits.some(({ text }) => text === floor.memories[memory]);
  }

  for (const [half, rest, leastNear, mostFar] of [
    ['those that the floor was chosen by', 0, 32, 1],
    // When first asked, 24 of 28 and 0 of 32.
    ['those that were kept back', 1, 24, 0],
  ] as const)
    it(`lets through the memory that answers a question, and none for a question without an answer: ${half}`, async () => {
      const [near, far]: [string[], string[]] = [[], []];
      let asked = 0;
      for (const floor of FLOORS)
        for (const count of [FEW, floor.memories.length])
          for (const [at, one] of floor.questions.entries()) {
            if (at % 2 !== rest) continue;
            asked += 1;
            if (await came(floor, one, count)) (one.memory === undefined ? far : near).push(one.question);
          }
      expect(asked).to.equal(60);
      expect(near.length, near.join('\n')).to.be.at.least(leastNear);
      expect(far.length, far.join('\n')).to.be.at.most(mostFar);
    });

  it('lets through the memory that keywords name, and none for keywords that name no memory', async () => {
    const [near, far]: [string[], string[]] = [[], []];
    for (const floor of FLOORS)
      for (const count of [FEW, floor.memories.length])
        for (const one of floor.keywords)
          if (await came(floor, one, count)) (one.memory === undefined ? far : near).push(one.question);
    // Of 56 each; the results are the same as when they were first asked.
    expect(near.length, near.join('\n')).to.be.at.least(52);
    expect(far.length, far.join('\n')).to.be.at.most(0);
  });

  it('holds for get_context: a question about the Mona Lisa finds nothing about a colleague called Lisa', async () => {
    const [english] = FLOORS;
    const { scope } = await userWith(english!, 4);
    const memory = memoryOf(recorda, { userId: scope.userId, agentId: 'mcp' });
    const context = (question: string) => getContext.run(memory, { question, max_tokens: 800 }, {});
    expect(await context('Who painted the Mona Lisa?')).to.deep.equal({ text: '', tokens: 0, sources: [] });
    expect((await context('When does the team deploy?'))['text']).to.include('never on Fridays');
    expect((await context('How does Lisa like her coffee?'))['text']).to.include('without sugar');
  });
});
