import { expect } from 'chai';
import { describeDoors } from './doors.ts';

const HOUR_MS = 3_600_000;

describeDoors('Cached answers', (door) => {
  const context = () => door().recorda.context;
  const newScope = () => ({ userId: door().newUser() });
  type OfUser = ReturnType<typeof newScope>;
  const question = (value: string, locale = '') => ({ asked: { $case: 'question' as const, value }, locale });
  const tool = (argumentsJson: string) => ({
    asked: { $case: 'toolCall' as const, value: { name: 'rate', argumentsJson } },
  });
  const tell = async (scope: OfUser, text: string): Promise<string> =>
    (await context().addFact({ scope, text, confidence: 'FACT_CONFIDENCE_HIGH' })).fact!.id;
  const store = (scope: OfUser, asked: string, answer: string, factIds: string[] = []) =>
    context().storeResponse({ scope, key: question(asked), answer, factIds });
  const look = async (scope: OfUser, asked: string) =>
    (await context().lookupResponse({ scope, key: question(asked) })).match.replace('RESPONSE_MATCH_', '');

  it('are returned for the same question for a day, however it is phrased', async () => {
    const scope = newScope();
    const id = await tell(scope, 'Vivo en Lisboa');
    expect((await store(scope, '¿Dónde vivo?', 'En Lisboa.', [id])).isStored).to.equal(true);
    const found = await context().lookupResponse({ scope, key: question('Che, ¿me recordás dónde vivo?') });
    expect(found).to.include({ match: 'RESPONSE_MATCH_EXACT', answer: 'En Lisboa.', shown: 'En Lisboa.' });
    expect(await look(newScope(), '¿Dónde vivo?')).to.equal('UNSPECIFIED');
    const other = await context().lookupResponse({ scope, key: question('¿Dónde vivo?', 'pt') });
    expect(other.match).to.equal('RESPONSE_MATCH_UNSPECIFIED');
    door().advance(24 * HOUR_MS);
    expect(await look(scope, '¿Dónde vivo?')).to.equal('UNSPECIFIED');
  });

  it('are neither stored nor looked up for questions about time, feelings or side effects', async () => {
    const scope = newScope();
    for (const asked of [
      '¿Qué hora es?',
      'How am I feeling today?',
      'Mandale un mail a mi jefe',
      'What is the latest news?',
    ]) {
      const { isStored, rule } = await store(scope, asked, 'x');
      expect([asked, isStored]).to.deep.equal([asked, false]);
      expect(rule).not.to.equal('');
      expect(await look(scope, asked)).to.equal('UNSPECIFIED');
    }
  });

  it('are dropped when a fact that they depend on is superseded, forgotten or replaced by a restored one', async () => {
    const scope = newScope();
    const id = await tell(scope, 'I live in Lisbon');
    await store(scope, 'Where do I live?', 'In Lisbon.', [id]);
    await tell(scope, 'My dog is called Toto');
    expect(await look(scope, 'Where do I live?')).to.equal('EXACT');
    await context().contradictFact({ scope, id, text: 'I live in Porto' });
    expect(await look(scope, 'Where do I live?')).to.equal('UNSPECIFIED');
    const { fact: lisbon } = await context().getFact({ scope, id });
    await store(scope, 'Where do I live?', 'In Porto.', [lisbon!.supersededBy]);
    expect(await look(scope, 'Where do I live?')).to.equal('EXACT');
    await context().restoreFact({ scope, id });
    expect(await look(scope, 'Where do I live?')).to.equal('UNSPECIFIED');
    const dog = await tell(scope, 'My cat is called Misi');
    await store(scope, 'What is my cat called?', 'Misi.', [dog]);
    expect(await look(scope, 'What is my cat called?')).to.equal('EXACT');
    await context().forgetFact({ scope, id: dog });
    expect(await look(scope, 'What is my cat called?')).to.equal('UNSPECIFIED');
  });

  it('are dropped on any change of what is known if they name no facts', async () => {
    const scope = newScope();
    await store(scope, 'Where do I live?', 'In Lisbon.');
    expect(await look(scope, 'Where do I live?')).to.equal('EXACT');
    door().advance(1000);
    await tell(scope, 'I live in Porto');
    expect(await look(scope, 'Where do I live?')).to.equal('UNSPECIFIED');
  });

  it('are returned, marked as recovered, for another wording, but not if a significant word differs', async () => {
    const scope = newScope();
    await store(scope, 'What is the name of my dog?', 'Toto.');
    const found = await context().lookupResponse({ scope, key: question("What's the name of my dog?") });
    expect(found.answer).to.equal('Toto.');
    for (const asked of [
      'What is the name of my cat?',
      'What is not the name of my dog?',
      'What is the age of my dog?',
    ])
      expect([asked, await look(scope, asked)]).to.deep.equal([asked, 'UNSPECIFIED']);
    await store(scope, '¿Qué prefiero tomar, té o café?', 'Té.');
    for (const [asked, shown] of [
      ["What is my dog's name?", '[Answer recovered from an earlier conversation]\nToto.'],
      ['¿Qué es lo que prefiero tomar, té o café?', '[Respuesta recuperada de conversación anterior]\nTé.'],
    ] as const) {
      const similar = await context().lookupResponse({ scope, key: question(asked) });
      expect(similar).to.include({ match: 'RESPONSE_MATCH_SAME_INTENT', shown });
      expect(similar.similarity).to.be.within(0.645, 1);
    }
  });

  it('are found by a question in other words, but not for another person or time', async () => {
    const scope = newScope();
    await store(scope, 'Where do I work?', 'At Acme.');
    await store(scope, '¿Cómo se llama mi perro?', 'Toto.');
    for (const asked of ['Where am I working?', 'Which company do I work for?', '¿Cuál es el nombre de mi perro?'])
      expect([asked, await look(scope, asked)]).to.deep.equal([asked, 'SAME_INTENT']);
    for (const asked of [
      'Where did I work?',
      'Where does my wife work?',
      'Who works for me?',
      '¿Cómo se llamaba mi perro?',
      '¿Cuál es el nombre del perro de mi hermano?',
    ])
      expect([asked, await look(scope, asked)]).to.deep.equal([asked, 'UNSPECIFIED']);
    // Stored again under other words, it is the same answer, changed.
    await store(scope, 'Who is my employer?', 'Initech.');
    const changed = await context().lookupResponse({ scope, key: question('Where do I work?') });
    expect(changed).to.include({ answer: 'Initech.', match: 'RESPONSE_MATCH_SAME_INTENT', similarity: 1 });
  });

  it('are stored for an unclear question if the caller says that the answer lasts', async () => {
    const scope = newScope();
    const key = question('Which port does the staging database use?');
    const refused = await context().storeResponse({ scope, key, answer: '5433' });
    expect(refused).to.include({ isStored: false, refusal: 'RESPONSE_REFUSAL_NOT_REPEATABLE' });
    expect(await look(scope, key.asked.value)).to.equal('UNSPECIFIED');
    expect((await context().storeResponse({ scope, key, answer: '5433', isIdempotent: true })).isStored).to.equal(true);
    expect(await look(scope, "What is the staging database's port?")).to.equal('SAME_INTENT');
    expect(await look(scope, 'Which port does the production database use?')).to.equal('UNSPECIFIED');
    for (const asked of ['What time is it?', 'How am I feeling today?', 'Send an email to my boss']) {
      const stored = await context().storeResponse({ scope, key: question(asked), answer: 'x', isIdempotent: true });
      expect([asked, stored.isStored]).to.deep.equal([asked, false]);
    }
  });

  it('are returned for an idempotent tool for an hour, whatever the order of its arguments', async () => {
    const scope = newScope();
    const key = tool('{"from":"USD","to":"EUR"}');
    expect((await context().storeResponse({ scope, key, answer: '0.92' })).rule).to.equal('not-idempotent');
    await context().storeResponse({ scope, key, answer: '0.92', isIdempotent: true });
    const other = { scope, key: tool('{"to":"EUR","from":"USD"}') };
    expect((await context().lookupResponse(other)).answer).to.equal('0.92');
    expect((await context().lookupResponse({ scope, key: tool('{"from":"EUR","to":"USD"}') })).answer).to.equal('');
    door().advance(HOUR_MS);
    expect((await context().lookupResponse(other)).answer).to.equal('');
  });

  it('are never stored for a tool that acts or tells the time, whatever the caller says', async () => {
    const scope = newScope();
    for (const [name, refusal] of [
      ['send_email', 'SIDE_EFFECT'],
      ['deleteUser', 'SIDE_EFFECT'],
      ['push-notification', 'SIDE_EFFECT'],
      ['pagarFactura', 'SIDE_EFFECT'],
      ['enviar_correo', 'SIDE_EFFECT'],
      ['get_current_weather', 'TIME'],
      ['obtenerHoraActual', 'TIME'],
    ] as const) {
      const key = { asked: { $case: 'toolCall' as const, value: { name, argumentsJson: '{}' } } };
      const stored = await context().storeResponse({ scope, key, answer: 'done', isIdempotent: true });
      expect([name, stored.isStored, stored.refusal]).to.deep.equal([name, false, `RESPONSE_REFUSAL_${refusal}`]);
      const found = await context().lookupResponse({ scope, key });
      expect([name, found.match, found.rule]).to.deep.equal([name, 'RESPONSE_MATCH_UNSPECIFIED', stored.rule]);
    }
  });

  it('state as an enum why nothing was stored', async () => {
    const scope = newScope();
    const refusal = async (key: Parameters<ReturnType<typeof context>['storeResponse']>[0]['key']) =>
      (await context().storeResponse({ scope, key, answer: 'x' })).refusal.replace('RESPONSE_REFUSAL_', '');
    expect(await refusal(tool('{}'))).to.equal('NOT_IDEMPOTENT');
    expect(await refusal(question('¿Qué hora es?'))).to.equal('TIME');
    expect(await refusal(question('Mandale un mail a mi jefe'))).to.equal('SIDE_EFFECT');
    expect(await refusal(question('How do I feel?'))).to.equal('NOT_REPEATABLE');
    expect(await refusal(question('Where do I live?'))).to.equal('UNSPECIFIED');
  });
});
