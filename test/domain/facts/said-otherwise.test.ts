import { expect } from 'chai';
import type { Fact } from '../../../server/domain/facts/fact.ts';
import { factDay } from '../../../server/domain/facts/fact-day.ts';
import { slotOfFact } from '../../../server/domain/facts/fact-slot.ts';
import { comparedFact, laterWords, saysAgain, saysOtherwise } from '../../../server/domain/facts/said-otherwise.ts';

function fact(text: string, over: Partial<Fact> = {}): Fact {
  return {
    id: 'fa_1',
    domain: 'PERSONAL',
    text,
    confidence: 'HIGH',
    source: 'EXPLICIT',
    slot: slotOfFact(text),
    createTimeMs: 0,
    lastConfirmedTimeMs: 0,
    confirmations: 0,
    rule: '',
    namespace: '',
    provenance: { agentId: '', sessionId: '', turn: 0 },
    ...over,
  };
}

/** A known fact, and what the user says later in passing, in turns that were read when they were appended. */
const OTHERWISE = [
  ['mi vuelo es el viernes', 'Che, mi vuelo se pasó al domingo.'],
  ['my flight is on Friday', 'By the way, my flight was moved to Sunday.'],
  ['the meeting with Marta is on Tuesday', 'Marta moved our meeting to Thursday.'],
  ['usar Postgres como base de datos', 'Cambiamos: la base de datos ahora es MySQL.'],
  ['use Postgres for the database', 'We talked it over. In the end we went with MySQL.'],
  ['soy vegetariana', 'Ya no soy vegetariana, ¿qué cocino hoy?'],
  ["I'm vegetarian", "I'm no longer vegetarian. What should I cook?"],
] as const;

const NOT_OTHERWISE = [
  ['vivo en Córdoba', 'Mi hermana se mudó a Madrid.'],
  ['I live in Lisbon', 'My sister lives in Madrid now.'],
  ['vivo en Córdoba', '¿Y si me mudo y vivo en Madrid?'],
  ['vivo en Córdoba', 'Todavía vivo en Córdoba.'],
  ['I live in Lisbon', 'I lived in Porto as a kid.'],
  ['I work at Acme', 'Now I work late most nights.'],
  ['trabajo en Globant', 'Ayer trabajé hasta tarde en la oficina.'],
  ['soy alérgica a las nueces', 'Cambié las nueces por almendras en la torta de mi hermano.'],
  ['I prefer short answers', 'That was a long answer.'],
  ['use Postgres', 'Should we move to MySQL?'],
] as const;

describe('what was said after a fact', () => {
  for (const [known, later] of OTHERWISE)
    it(`says otherwise than "${known}": ${later}`, () => {
      expect(saysOtherwise(laterWords(later, true), comparedFact(fact(known)))).to.equal(true);
    });

  for (const [known, later] of NOT_OTHERWISE)
    it(`says nothing against "${known}": ${later}`, () => {
      expect(saysOtherwise(laterWords(later, false), comparedFact(fact(known)))).to.equal(false);
    });

  it('counts by the rules of facts, too, where it was not appended yet', () => {
    const later = 'Desde mayo vivo en Rosario. ¿Qué colectivo me tomo?';
    expect(saysOtherwise(laterWords(later, false), comparedFact(fact('vivo en Córdoba')))).to.equal(true);
  });

  it('leaves a pinned fact to ContradictFact', () => {
    const later = laterWords('My flight was moved to Sunday.', false);
    expect(saysOtherwise(later, comparedFact(fact('my flight is on Friday', { isPinned: true })))).to.equal(false);
  });

  it('repeats a fact only where it states it', () => {
    const known = comparedFact(fact('la reunión de equipo es los martes'));
    expect(saysAgain(laterWords('Te confirmo que la reunión de equipo es los martes.', true), known)).to.equal(true);
    expect(saysAgain(laterWords('¿La reunión de equipo es los martes?', true), known)).to.equal(false);
  });
});

describe('the day of a fact', () => {
  const now = Date.UTC(2026, 10, 23, 12);

  it('is short, and has its year where it could be taken for another', () => {
    expect(factDay(now, now)).to.equal('23 Nov');
    expect(factDay(Date.UTC(2026, 0, 2), now)).to.equal('2 Jan');
    expect(factDay(Date.UTC(2025, 11, 1), now)).to.equal('1 Dec 2025');
    expect(factDay(Date.UTC(2026, 10, 24), now)).to.equal('24 Nov 2026');
  });
});
