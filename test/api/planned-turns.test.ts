import { expect } from 'chai';
import { describeDoors } from './doors.ts';

/** Statements that users made in passing: not all of them are known as facts, and the plans below name none of them. */
const TOLD = {
  en: [
    'food q. coeliac so no bread at my place',
    'and the gym again, slipped disc in 2021 so my back decides',
    'We painted the fence on Sunday',
    'The bus was late again',
  ],
  es: [
    'jaja es que soy intolerante a la lactosa, cómo molesto',
    'El sábado pintamos la reja',
    'El colectivo vino tarde',
  ],
} as const;
const PLANS = [
  ['en', 'give me a quick breakfast for tomorrow', 'coeliac'],
  ['en', 'What should I cook tonight?', 'coeliac'],
  ['en', 'Make me a training routine', 'slipped disc'],
  ['es', '¿Qué cocino hoy?', 'lactosa'],
  ['es', 'Armame el menú de la semana', 'lactosa'],
] as const;
const QUIET = [
  'How do volcanoes erupt?',
  'Translate "good morning" into Italian',
  'Thanks, talk later!',
  'I bought a new lamp',
];

describeDoors('Turns about health and diet that concern a plan', (door) => {
  const context = () => door().recorda.context;
  const userOf = async (
    said: readonly string[],
    role: 'ROLE_USER' | 'ROLE_ASSISTANT' = 'ROLE_USER',
  ): Promise<string> => {
    const userId = door().newUser();
    const turns = said.map((content) => ({ role, content }));
    await context().appendTurns({ scope: { userId, sessionId: 'then' }, turns });
    await context().endSession({ scope: { userId, sessionId: 'then' } });
    return userId;
  };
  const recallIn = async (userId: string, newTurn: string, maxTokens?: number) => {
    const scope = { userId, sessionId: 'next' };
    const { blocks } = await context().assembleContext({
      scope,
      newTurn,
      maxTokens,
      explain: true,
      format: 'PROMPT_FORMAT_PLAIN',
    });
    return blocks.find(({ kind }) => kind === 'BLOCK_KIND_RECALL');
  };

  for (const [language, plan, wanted] of PLANS)
    it(`come with it, though it names none of them: ${plan}`, async () => {
      const recall = await recallIn(await userOf(TOLD[language]), plan);
      expect(recall?.text).to.include(wanted);
      const planned = recall!.items.filter(({ reason }) => reason === 'INCLUDE_REASON_PLANNED');
      expect(planned).not.to.have.length(0);
      const others = TOLD[language].flatMap((said, at) =>
        /fence|bus|reja|colectivo/.test(said) ? `recall:then/${at + 1}` : [],
      );
      expect(planned.map(({ source }) => source)).not.to.include.oneOf(others);
    });

  it('come in a small prompt, too', async () => {
    expect((await recallIn(await userOf(TOLD.es), 'Qué cocino hoy', 150))?.text).to.include('lactosa');
  });

  it('do not come with greetings, statements, and questions about the world', async () => {
    for (const language of ['en', 'es'] as const) {
      const userId = await userOf(TOLD[language]);
      for (const line of QUIET) expect((await recallIn(userId, line))?.text, line).to.equal(undefined);
    }
  });

  it('do not come with a statement, which plans nothing', async () => {
    const userId = await userOf(TOLD.en);
    for (const line of ['I cooked dinner for the family tonight', 'We ordered food for tonight']) {
      const recall = await recallIn(userId, line);
      expect(recall?.items.map(({ reason }) => reason) ?? [], line).not.to.include('INCLUDE_REASON_PLANNED');
    }
  });

  it('are of no other kind, though the plan is', async () => {
    const userId = await userOf(['my wife is called Ana and we have two kids', 'The bus was late again']);
    const recall = await recallIn(userId, 'Ideas for a gift for my wife?');
    expect(recall?.items.map(({ reason }) => reason) ?? []).not.to.include('INCLUDE_REASON_PLANNED');
  });

  it('are only what the user said', async () => {
    const userId = await userOf(
      ['Without gluten: rice, potatoes, corn. A coeliac can eat them all.'],
      'ROLE_ASSISTANT',
    );
    const recall = await recallIn(userId, 'What should I cook tonight?');
    expect(recall?.items.map(({ reason }) => reason) ?? []).not.to.include('INCLUDE_REASON_PLANNED');
  });
});
