import { expect } from 'chai';
import { describeDoors } from './doors.ts';

/** Blocks with content that the window does not show. */
const MEMORY = ['FACTS', 'RECALL', 'SUMMARIES', 'EARLIER_SESSIONS'].map((kind) => `BLOCK_KIND_${kind}`);

describeDoors('The relevance floor', (door) => {
  const context = () => door().recorda.context;
  const say = (content: string, role: 'ROLE_USER' | 'ROLE_ASSISTANT' = 'ROLE_USER') => ({ role, content });
  const answer = (content: string) => say(content, 'ROLE_ASSISTANT');
  /** Returns the known facts that a prompt of a new session contains, and why it contains no more. */
  const known = async (scope: { userId: string; sessionId: string }, newTurn: string) => {
    const { blocks, omitted } = await context().assembleContext({ scope, newTurn, format: 'PROMPT_FORMAT_PLAIN' });
    const textOf = (...kinds: string[]): string =>
      blocks
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ text }) => text)
        .join('\n');
    return {
      facts: textOf('BLOCK_KIND_FACTS'),
      all: textOf('BLOCK_KIND_FACTS', 'BLOCK_KIND_RECALL'),
      reasons: new Set(omitted.map(({ reason }) => reason)),
    };
  };
  const garden = [
    say('My dog is called Toto and he digs up the whole garden.'),
    answer('Poor garden! What does he dig for?'),
    say('Decidimos regar los tomates los martes, con la manguera verde.'),
    answer('Anotado: los martes.'),
    say('I am allergic to peanuts, so nothing with peanuts for dinner.'),
    answer('No peanuts, understood.'),
    say('We deploy the shop on Fridays with blue-green switches.'),
    answer('A brave day for it.'),
    say('My sister Wren studies marine biology in Plymouth.'),
    answer('How interesting.'),
    say('La heladera nueva hace un ruido terrible de noche.'),
    answer('Quizá no está nivelada.'),
  ];
  const userWithGarden = async () => {
    const userId = door().newUser();
    await context().appendTurns({ scope: { userId, sessionId: 'monday' }, turns: garden });
    return { userId, sessionId: 'tuesday' };
  };

  it('leaves out all that is known for a greeting, a question about the world or a task, and reports it', async () => {
    const scope = await userWithGarden();
    for (const line of [
      'hello!',
      'hola, ¿qué tal?',
      'thanks a lot',
      'What is the capital of Portugal?',
      '¿Quién pintó La Gioconda?',
      'Write a haiku about rain',
      'Cambiemos de tema: ¿qué es un agujero negro?',
    ]) {
      const { all, reasons } = await known(scope, line);
      expect(all, line).to.equal('');
      expect([...reasons], line).to.deep.equal(['OMIT_REASON_NOT_NEAR']);
    }
  });

  it('includes what was said for questions about it, in both languages', async () => {
    const scope = await userWithGarden();
    for (const [question, wanted] of [
      ["What is my dog's name?", 'Toto'],
      ['¿Cómo se llama mi perro?', 'Toto'],
      ['¿Qué día regamos los tomates?', 'martes'],
      ['When do we deploy the shop?', 'Fridays'],
      ['What does Wren study?', 'marine biology'],
      ['¿Qué le pasa a mi heladera?', 'ruido'],
    ] as const) {
      expect((await known(scope, question)).all, question).to.include(wanted);
    }
    expect((await known(scope, 'Plan a dinner for my family')).facts).to.include('peanuts');
  });

  it('leaves out other sessions for a question that continues the chat, unless they answer it', async () => {
    const { userId } = await userWithGarden();
    const scope = { userId, sessionId: 'kitchen' };
    await context().appendTurns({
      scope,
      turns: [
        say('What can I cook on Friday for six, with pears at the end?'),
        answer('Chicken with lemon and olives, and the pears roasted with cardamom for forty minutes.'),
        say('My oven is old and has no fan. Both trays of chicken at once?'),
        answer('At 220 degrees then, the chicken above and the trays swapped halfway through.'),
      ],
    });
    for (const line of ['How many degrees did you say my old oven needs?', 'and when do we swap the trays?']) {
      const { blocks } = await context().assembleContext({ scope, newTurn: line });
      expect(
        blocks.map(({ kind }) => kind),
        line,
      ).not.to.include('BLOCK_KIND_RECALL');
    }
    expect((await known(scope, '¿Qué día decidimos regar los tomates?')).all).to.include('martes');
  });

  it('answers a user with three turns', async () => {
    const userId = door().newUser();
    await context().appendTurns({ scope: { userId, sessionId: 'monday' }, turns: garden.slice(0, 3) });
    const scope = { userId, sessionId: 'tuesday' };
    expect((await known(scope, "What is my dog's name?")).all).to.include('Toto');
    expect((await known(scope, 'good morning')).all).to.equal('');
  });

  for (const windowPolicy of ['WINDOW_POLICY_SLIDING', 'WINDOW_POLICY_CACHED'] as const)
    it(`leaves out a closed topic until the user asks about it: ${windowPolicy}`, async () => {
      const scope = { userId: door().newUser(), sessionId: 'monday' };
      const more = [
        say('Esta semana pinté la reja del patio de verde oscuro y todavía falta la puerta del fondo.'),
        answer('Quedaría bien del mismo verde, si te sobró algo de pintura.'),
      ];
      await context().appendTurns({ scope, turns: [...more, ...garden], windowPolicy });
      const talk = [
        say('Cambiemos de tema: ¿cómo se forma un tornado?'),
        answer('De aire cálido y frío que se encuentran.'),
      ];
      await context().appendTurns({
        scope,
        turns: [...talk, say('¿Y dónde hay más tornados?'), answer('En las llanuras.')],
      });
      const prompt = async (newTurn: string) =>
        (await context().assembleContext({ scope, newTurn, format: 'PROMPT_FORMAT_PLAIN' })).blocks;
      const told = async (newTurn: string) => (await prompt(newTurn)).filter(({ kind }) => MEMORY.includes(kind));
      expect(await told('¿Qué tan rápido gira un tornado?')).to.deep.equal([]);
      const asked = 'Volvamos al jardín: ¿qué día decidimos regar los tomates?';
      const recalled = (await told(asked)).filter(({ kind }) => kind === 'BLOCK_KIND_RECALL');
      expect(recalled.map(({ text }) => text).join('\n')).to.include('martes');
      const decided = say('Decidimos que la clase de tornados sea el 14 de marzo, con tres videos y una maqueta.');
      await context().appendTurns({ scope, turns: [decided, answer('Perfecto, anotado para el 14.')] });
      // What follows is summarised as usual, and the closed topic stays out when the window is cut.
      await context().flushTopic({ scope });
      const later = await prompt('¿Y un huracán?');
      const summaries = later.filter(({ kind }) => kind === 'BLOCK_KIND_SUMMARIES').map(({ text }) => text);
      expect(summaries.join('\n'))
        .to.include('tornado')
        .and.not.match(/tomate|reja|Toto/);
    });

  it('always includes pinned facts', async () => {
    const scope = await userWithGarden();
    const { userId } = scope;
    const { fact } = await context().addFact({
      scope: { userId },
      text: 'Call me Captain',
      confidence: 'FACT_CONFIDENCE_HIGH',
      pinned: true,
    });
    const { facts } = await known(scope, 'hello!');
    expect(facts).to.include('Call me Captain').and.not.to.include('peanuts');
    expect(fact?.pinned).to.equal(true);
  });
});
