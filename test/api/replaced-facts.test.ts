import { expect } from 'chai';
import { all, describeDoors } from './doors.ts';

describeDoors('Facts that a later statement replaces', (door) => {
  /** Adds facts of a new user, says a turn, and returns the facts that stand then. */
  const standing = async (known: readonly string[], content: string): Promise<readonly string[]> => {
    const agent = door().recorda.agent({ userId: door().newUser(), sessionId: 'monday' });
    for (const text of known) await agent.facts.add(text);
    await door().recorda.context.appendTurns({ scope: agent.scope, turns: [{ content }] });
    return (await all(agent.facts.list())).map(({ text }) => text);
  };
  const OTHERS = ['I play chess on Thursdays', 'My sister is called Vera', 'I am allergic to walnuts'];

  it('need not share a word with it', async () => {
    const facts = await standing(['I study the violin', ...OTHERS], "I've taken up the viola instead.");
    expect(facts).to.have.members([...OTHERS, "I've taken up the viola instead"]);
  });

  it('may be about a person whom it calls by the name alone', async () => {
    const facts = await standing(['My lawyer is Grace', ...OTHERS], 'I fired Grace.');
    expect(facts).to.have.members([...OTHERS, 'I fired Grace']);
  });

  it('stay where it is about something else', async () => {
    const facts = await standing(['I work as a barista', ...OTHERS], 'We moved to Porto in spring.');
    expect(facts).to.have.members(['I work as a barista', ...OTHERS, 'We moved to Porto in spring']);
  });
});
