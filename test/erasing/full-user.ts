/** Gives a user 2,000 memories and more, in every type and place. */
import type { Recorda } from '../../client/recorda.ts';
import { tellEverything } from '../api/everything-of-a-user.ts';

const LONG_TERM = 900;
const SESSIONS = 3;
const MESSAGES = 90;
const TRAITS = 150;
const DOCUMENTS = 200;
const EPISODES = 150;
const ENTITIES = 180;
const FACTS = 60;

export async function fillUser(recorda: Recorda, userId: string, mark: (place: string) => string): Promise<void> {
  await tellEverything(recorda, userId, mark);
  const agent = recorda.agent({ userId, agentId: 'filler' });
  const many = async (count: number, one: (at: number) => Promise<unknown>): Promise<void> => {
    await Promise.all(Array.from({ length: count }, (_, at) => one(at)));
  };
  await many(LONG_TERM, (at) => {
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
    Array.from({ length: ENTITIES }, () =>
      agent.entities.upsert(mark('entity'), 'person', { attributes: { of: mark('attribute') } }),
    ),
  );
  await many(ENTITIES - 1, (at) =>
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
