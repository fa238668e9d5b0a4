/** Gives a user memories in every type and place: 2,000 and more, or a share of these. */
import type { Recorda } from '../../client/recorda.ts';
import { SQLITE } from '../../server/policy/backends.ts';
import { tellEverything } from '../api/everything-of-a-user.ts';

const LONG_TERM = 900;
const SESSIONS = 3;
const MESSAGES = 90;
const TRAITS = 150;
const DOCUMENTS = 200;
const EPISODES = 150;
const ENTITIES = 180;
const FACTS = 60;

export async function fillUser(
  recorda: Recorda,
  userId: string,
  mark: (place: string) => string,
  share = 1,
): Promise<void> {
  await tellEverything(recorda, userId, mark);
  const agent = recorda.agent({ userId, agentId: 'filler' });
  const many = async (count: number, one: (at: number) => Promise<unknown>): Promise<void> => {
    await Promise.all(Array.from({ length: Math.round(share * count) }, (_, at) => one(at)));
  };
  // However small the share is, closing the store packs their index.
  await many(Math.max(LONG_TERM, (SQLITE.packFromMemories + 20) / share), (at) => {
    const filling = 'and so on '.repeat(at % 40);
    return agent.add(`${filling}${mark('long_term')}`, {
      metadata: { note: mark('metadata') },
      ...(at % 10 === 0 && { requestId: `l${at}` }),
    });
  });
  for (let session = 0; session < SESSIONS; session += 1) {
    const ofSession = agent.with({ sessionId: `s${session}` });
    await many(MESSAGES, () => ofSession.add(`said ${mark('short_term')}`, { type: 'short_term' }));
  }
  await many(50, (at) => agent.set(`key ${at}`, mark('working')));
  await many(TRAITS, (at) => agent.persona.set(`trait ${at}`, mark('persona'), { requestId: `p${at}` }));
  await many(TRAITS / 3, (at) => agent.persona.set(`trait ${at}`, mark('persona again')));
  await many(DOCUMENTS, (at) =>
    agent.documents.put({ collection: `c${at % 4}`, key: `k${at}` }, { text: mark('document') }),
  );
  await many(EPISODES, () => agent.episodes.start(`Do ${mark('episode')}`));
  const people = await Promise.all(
    Array.from({ length: Math.round(share * ENTITIES) }, () =>
      agent.entities.upsert(mark('entity'), 'person', { attributes: { of: mark('attribute') } }),
    ),
  );
  await many(ENTITIES - 1 / share, (at) =>
    agent.entities.relate(people[at]!.memory.id, 'knows', people[at + 1]!.memory.id, {
      attributes: { for: mark('relationship') },
    }),
  );
  await many(FACTS, (at) =>
    recorda.context.addFact({
      scope: { userId },
      text: `I own the boat ${mark('fact')} ${at}`,
      confidence: 'FACT_CONFIDENCE_HIGH',
    }),
  );
}
