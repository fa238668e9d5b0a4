/** Idioms are said to a server that knows its user: none of them may remove a known fact. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../root.ts';
import { describeDoors } from './doors.ts';

const KNOWN = {
  en: [
    'My name is Ana. Call me Annie.',
    'I live in Lisbon.',
    'I work at Siemens.',
    "I'm married.",
    "I'm allergic to nuts.",
    'My favorite color is green.',
    "I'm 34 years old.",
    'My dog is called Toto.',
    'We decided to use Postgres for the billing service.',
  ],
  es: [
    'Me llamo Ana. Llamame Anita.',
    'Vivo en Rosario.',
    'Trabajo en Globant.',
    'Estoy casada.',
    'Soy alérgica a las nueces.',
    'Mi color favorito es el verde.',
    'Tengo 34 años.',
    'Mi perro se llama Toto.',
    'Decidimos usar Postgres para la facturación.',
  ],
} as const;
const TURNS_A_CALL = 50;

describeDoors('Idioms', (door) => {
  for (const [set, known] of [
    ['en', KNOWN.en],
    ['en-unseen', KNOWN.en],
    ['es', KNOWN.es],
    ['es-unseen', KNOWN.es],
  ] as const)
    it(`neither supersede nor forget a known fact (${set})`, async () => {
      const { context } = door().recorda;
      const user = { userId: door().newUser() };
      const append = (contents: readonly string[]) =>
        context.appendTurns({
          scope: { ...user, sessionId: 'a' },
          turns: contents.map((content) => ({ role: 'ROLE_USER' as const, content })),
        });
      const { facts } = await append(known);
      expect(facts).to.have.length.of.at.least(known.length);
      const path = join(ROOT, 'test/domain/facts/idioms', `${set}.txt`);
      const idioms = readFileSync(path, 'utf8').split('\n').filter(Boolean);
      for (let from = 0; from < idioms.length; from += TURNS_A_CALL)
        await append(idioms.slice(from, from + TURNS_A_CALL));
      const now = await Promise.all(facts.map(({ id }) => context.getFact({ scope: user, id })));
      const lost = now.map(({ fact }) => fact!).filter(({ supersededBy }) => supersededBy !== '');
      const by = await Promise.all(lost.map(({ supersededBy: id }) => context.getFact({ scope: user, id })));
      expect(by.map(({ fact }, at) => `${lost[at]!.text} gave way to ${fact!.text}`)).to.deep.equal([]);
    });
});
