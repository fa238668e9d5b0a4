import { expect } from 'chai';
import { describeDoors } from './doors.ts';

/**
 * Facts of a user, and those that must be in a prompt about a plan of theirs whose words name none of them.
 */
const KNOWN = {
  en: [
    "I'm allergic to peanuts.",
    'I live in Lisbon.',
    'My daughter Sofia is four years old.',
    'I have a bad knee.',
    'I am afraid of flying.',
    'We decided to use Postgres for the database.',
    'I work in fintech.',
  ],
  es: [
    'Soy alérgica al maní.',
    'Vivo en Córdoba.',
    'Mi hija Sofía tiene cuatro años.',
    'Tengo una lesión en la rodilla.',
    'Tengo miedo a volar.',
    'Decidimos usar Postgres para la base de datos.',
    'Trabajo en fintech.',
  ],
} as const;

const PLANS: readonly (readonly ['en' | 'es', string, readonly string[]])[] = [
  ['en', 'Plan my weekend', ['peanuts', 'Lisbon', 'Sofia']],
  ['en', 'book a table', ['peanuts', 'Lisbon']],
  ['en', 'What could we have for supper?', ['peanuts']],
  ['en', 'I need plane tickets for March', ['flying', 'Lisbon']],
  ['en', 'Put together a gym programme for me', ['knee']],
  ['es', 'Planificame el fin de semana', ['maní', 'Córdoba', 'Sofía']],
  ['es', 'Qué cocino hoy', ['maní', 'Sofía']],
  ['es', 'me recomiendas un vuelo', ['volar', 'Córdoba']],
  ['es', '¿Adónde salimos a cenar mañana?', ['maní', 'Córdoba']],
  ['es', 'Armame algo para hacer el sábado', ['Sofía', 'Córdoba']],
  ['es', 'Necesito una rutina para el gimnasio', ['rodilla']],
];

const QUIET = [
  'hi there',
  'good evening',
  'What is the capital of Peru?',
  'How do planes fly?',
  'hola',
  'gracias, genial',
];
const QUIET_ES = [
  '¿Quién pintó La Gioconda?',
  '¿Cómo se hace el pan?',
  'Write a poem about cooking',
  'Arreglá este bug',
];

describeDoors('Facts that concern a plan', (door) => {
  const context = () => door().recorda.context;
  const users = new Map<string, string>();
  /** One user serves all tests: nothing is written after the facts. */
  const userOf = async (language: 'en' | 'es', pinned = false): Promise<string> => {
    const known = users.get(`${language} ${pinned}`);
    if (known !== undefined) return known;
    const userId = door().newUser();
    for (const text of KNOWN[language])
      await context().addFact({ scope: { userId }, text, pinned: pinned && text.includes('Postgres') });
    users.set(`${language} ${pinned}`, userId);
    return userId;
  };
  const factsIn = async (userId: string, newTurn: string, maxTokens?: number) => {
    const asked = { scope: { userId, sessionId: 'next' }, newTurn, maxTokens, format: 'PROMPT_FORMAT_PLAIN' as const };
    const { blocks } = await context().assembleContext(asked);
    return blocks.find(({ kind }) => kind === 'BLOCK_KIND_FACTS')?.text ?? '';
  };

  for (const [language, plan, wanted] of PLANS)
    it(`are included even if the plan does not name them: ${plan}`, async () => {
      const facts = await factsIn(await userOf(language), plan);
      for (const word of wanted) expect(facts).to.include(word);
      expect(facts).not.to.include('Postgres');
    });

  it('are included in a small prompt, too', async () => {
    expect(await factsIn(await userOf('es'), 'Qué cocino hoy', 150)).to.include('maní');
  });

  it('are not included for greetings and questions about the world', async () => {
    for (const language of ['en', 'es'] as const)
      for (const line of [...QUIET, ...QUIET_ES])
        expect(await factsIn(await userOf(language), line), line).to.equal('');
  });

  it('are included beside pinned facts', async () => {
    const facts = await factsIn(await userOf('en', true), 'Plan my weekend');
    expect(facts).to.include('Postgres').and.to.include('peanuts');
    const ofSpanish = await factsIn(await userOf('es', true), 'Planificame el fin de semana');
    expect(ofSpanish).to.include('Postgres').and.to.include('maní');
  });
});
