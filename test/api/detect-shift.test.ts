import { expect } from 'chai';
import { describeDoors } from './doors.ts';

describeDoors('DetectShift', (door) => {
  const context = () => door().recorda.context;
  const newSession = () => ({ userId: door().newUser(), sessionId: 's' });
  const shiftOf = async (scope: ReturnType<typeof newSession>, text: string) => {
    const { shift } = await context().detectShift({ scope, text });
    return shift && [shift.rule.replace('SHIFT_RULE_', ''), shift.flushes];
  };

  it('recognises explicit phrases in a session without turns', async () => {
    for (const text of ['Cambiemos de tema', "Let's change the subject", 'Hablemos de otra cosa'])
      expect([text, await shiftOf(newSession(), text)]).to.deep.equal([text, ['PHRASE', true]]);
  });

  it('finds no other shift if there are no earlier turns, and writes nothing', async () => {
    const scope = newSession();
    for (const text of [
      'Where shall we go in January?',
      'The subject of the mail was changed',
      '¿Qué tema de conversación?',
    ])
      expect([text, await shiftOf(scope, text)]).to.deep.equal([text, undefined]);
    await shiftOf(scope, 'Cambiemos de tema');
    const { turns } = await context().appendTurns({
      scope,
      turns: [{ role: 'ROLE_USER', content: 'Cambiemos de tema' }],
    });
    expect(turns.map(({ shift }) => shift)).to.deep.equal([undefined]);
  });

  it('recognises the same phrase after turns', async () => {
    const scope = newSession();
    await context().appendTurns({ scope, turns: [{ role: 'ROLE_USER', content: 'I travel to Lisbon in May.' }] });
    expect(await shiftOf(scope, "Let's change the subject")).to.deep.equal(['PHRASE', true]);
  });
});
