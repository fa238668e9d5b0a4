import { expect } from 'chai';
import {
  CHANGE_MEASURES,
  chanceOfReplacing,
  changeFeatures,
  replacingText,
} from '../../../server/domain/facts/replacing.ts';
import { candidateSpans } from '../../../server/domain/facts/extract-facts.ts';
import { readTurn } from '../../../server/domain/speech/read-turn.ts';
import { decideFact, type FactDecision } from '../../../server/domain/facts/decide-fact.ts';
import { comparedText } from '../../../server/domain/facts/telling-words.ts';
import type { Confidence, KnownFact } from '../../../server/domain/facts/fact.ts';
import { CHANGE_WEIGHTS } from '../../../server/policy/change-weights.ts';
import { REPLACES_FACT } from '../../../server/policy/facts.ts';
import { EMBED, FACT_READER } from '../../fact-reader.ts';

const known = (text: string, more: Partial<KnownFact> = {}): KnownFact => ({
  id: text,
  domain: 'PROJECTS',
  text,
  confidence: 'HIGH',
  source: 'EXPLICIT',
  createTimeMs: 0,
  lastConfirmedTimeMs: 0,
  confirmations: 0,
  ...more,
});
const say = (
  text: string,
  facts: readonly KnownFact[],
  replaces: number,
  confidence: Confidence = 'HIGH',
): FactDecision => decideFact(facts, { domain: 'PROJECTS', text, said: text, replaces, confidence }, EMBED);
const chance = (said: string, fact: string, replaces: number): number => {
  const text = comparedText(said);
  return chanceOfReplacing(replacingText(text, text.folded, replaces, EMBED), comparedText(fact));
};
/** Returns the reader's probability that a statement replaces something. */
const replacesAsRead = (said: string): number => FACT_READER.read(said, candidateSpans(readTurn(said)))[0]!.replaces();
const asRead = (said: string, fact: string): number => chance(said, fact, replacesAsRead(said));

describe('the model of replacements', () => {
  it('has a weight for each measure', () => {
    expect(Object.keys(CHANGE_WEIGHTS.measures)).to.deep.equal([...CHANGE_MEASURES]);
    const text = comparedText('The cache now expires after ten minutes');
    const found = changeFeatures(
      replacingText(text, text.folded, 0.5, EMBED),
      comparedText('The cache expires after an hour'),
    );
    expect(found?.measures).to.have.lengthOf(CHANGE_MEASURES.length);
    expect(found?.measures.every(Number.isFinite)).to.equal(true);
  });

  it('stops early only where the chance is less than asked for, and gives the same chance elsewhere', () => {
    const texts = [
      'We host on Fly now',
      'I moved to Porto',
      'My dog is called Rex',
      'I have switched to tea',
      'I play the viola',
    ];
    const facts = [
      'We host on Render',
      'I live in Lisbon',
      'My dog is called Bruno',
      'I drink coffee',
      'I play the violin',
    ];
    const seen = { fully: 0, early: 0 };
    for (const said of texts)
      for (const fact of facts)
        for (const replaces of [0.01, 0.2, 0.5, 0.9, 0.99])
          for (const least of [0.1, REPLACES_FACT.doubted, REPLACES_FACT.sure]) {
            const text = comparedText(said);
            const statement = replacingText(text, text.folded, replaces, EMBED);
            const full = chanceOfReplacing(statement, comparedText(fact));
            const found = chanceOfReplacing(statement, comparedText(fact), least);
            const isEarly = found === 0 && full > 0;
            seen[isEarly ? 'early' : 'fully'] += 1;
            if (isEarly) expect(full, `${said} after ${fact}`).to.be.lessThan(least);
            else expect(found).to.equal(full);
          }
    expect(seen.early).to.be.greaterThan(0);
    expect(seen.fully).to.be.greaterThan(0);
  });

  it('says nothing of texts that share only words of time or number, or none', () => {
    expect(chance('I became a dad two weeks ago', 'We do two-week sprints', 0.9)).to.equal(0);
    expect(chance('The kettle is red', 'We host on Fly', 0.9)).to.equal(0);
  });

  it('says nothing of texts that share only the name of the one who is spoken to', () => {
    expect(chance('Way to go, Maria!', 'Wow, Maria', 0.9)).to.equal(0);
    expect(chance('Congrats, Caroline', 'Bye Caroline', 0.9)).to.equal(0);
    expect(chance('Bea, otra vez gracias', 'Trabajo con Bea', 0.9)).to.equal(0);
    expect(chance('Gracias por tu ayuda, Bea', 'Trabajo con Bea', 0.9)).to.equal(0);
    expect(chance('I no longer work with Bea', 'I work with Bea', 0.9)).to.be.greaterThan(0.5);
  });

  it('reads a name beside a person of the speaker as that person’s, and not as spoken to', () => {
    expect(chance('I broke up with my girlfriend, Sarah', "I'm dating Sarah", 0.9)).to.be.greaterThan(0.5);
    expect(chance('Corté con mi novia, Sara', 'Salgo con Sara', 0.9)).to.be.greaterThan(0.5);
  });

  it('compares texts that share no word if words of both are near', () => {
    expect(chance("I've taken up the viola instead", 'I study the violin', 0.9)).to.be.greaterThan(0.5);
    expect(chance("I've taken up the viola instead", 'My bakery is on Hill Street', 0.9)).to.equal(0);
  });

  it('finds it the likelier, the more the statement sounds like one, and the more they share', () => {
    const fact = 'The newsletter goes out on Mondays';
    const said = 'The newsletter goes out on Wednesdays now';
    expect(chance(said, fact, 0.9)).to.be.greaterThan(chance(said, fact, 0.05));
    expect(chance(said, fact, 0.5)).to.be.greaterThan(chance('The newsletter has 300 readers', fact, 0.5));
  });

  it('finds that what a fact names has ended', () => {
    for (const [said, fact] of [
      ['I sold the boat', 'I have a sailing boat'],
      ['I gave up the drums', 'I play the drums'],
      ['Vendí la lancha', 'Tengo una lancha'],
    ] as const)
      expect(chance(said, fact, 0.5), said).to.be.greaterThan(0.8);
    expect(asRead('The drums are loud', 'I play the drums')).to.be.lessThan(0.5);
  });

  it('finds it the likelier where another day or name takes the place of the one of the fact', () => {
    const [standup, manager] = ['Our standup is on Mondays', 'My manager is called Oscar'];
    expect(chance('Our standup is on Thursday now', standup, 0.5)).to.be.greaterThan(
      chance('Our standup on Monday is short now', standup, 0.5),
    );
    expect(chance('My manager is now called Ruth', manager, 0.5)).to.be.greaterThan(
      chance('My manager is now very tall', manager, 0.5),
    );
  });

  it('says nothing of a statement that says all of a fact, nothing against it, and sounds like no replacement', () => {
    expect(asRead("I'm married to my work", "I'm married")).to.equal(0);
    expect(asRead('Estoy casado con el trabajo, ya', 'Estoy casada')).to.equal(0);
    expect(asRead('The boat has a new engine', 'I have a boat')).to.equal(0);
    expect(chance('I am no longer married', 'I am married', 0.9)).to.be.greaterThan(0.8);
  });

  it('compares a statement that says all of a fact and sounds like a replacement', () => {
    const said = "I've lost weight, I wear size S now";
    expect(say(said, [known('I wear size M')], replacesAsRead(said)).does).to.equal('SUPERSEDE');
  });

  it('closes the one fact that is most probably replaced, and leaves the others', () => {
    const facts = [
      'The newsletter goes out on Mondays',
      'The newsletter has a blue header',
      'Ana writes the newsletter',
    ];
    expect(
      say(
        'The newsletter goes out on Wednesdays now',
        facts.map((text) => known(text)),
        0.9,
      ),
    ).to.deep.equal({
      does: 'SUPERSEDE',
      closes: ['The newsletter goes out on Mondays'],
    });
  });

  it('leaves pinned facts, those of others and those of another slot alone, and what is said to hold besides', () => {
    const text = 'The newsletter goes out on Mondays';
    const said = 'The newsletter goes out on Wednesdays now';
    expect(say(said, [known(text, { isPinned: true })], 0.9).does).to.equal('ADD');
    expect(say('The newsletter goes out on Wednesdays, too', [known(text)], 0.9).does).to.equal('ADD');
    expect(say("My sister's newsletter goes out on Wednesdays now", [known(text)], 0.9).does).to.equal('ADD');
    const slotted = decideFact(
      [known(text, { slot: 'my:newsletter' })],
      { domain: 'PROJECTS', text: said, slot: 'my:paper', replaces: 0.9 },
      EMBED,
    );
    expect(slotted.does).to.equal('ADD');
  });

  it('believes a doubtful statement only if it plainly replaces a fact', () => {
    const facts = [known('The newsletter goes out on Mondays')];
    expect(say('The newsletter goes out on Wednesdays now', facts, 0.95, 'LOW')).to.deep.equal({
      does: 'SUPERSEDE',
      closes: ['The newsletter goes out on Mondays'],
      isBelieved: true,
    });
    expect(say('The newsletter has readers', facts, 0.2, 'LOW')).to.deep.equal({ does: 'ADD', closes: [] });
    // Both say "week", and a pup is near a puppy: for a statement in doubt, that is not enough.
    const puppy = [known('I got a puppy two weeks ago')];
    const pup = 'I just adopted this cute pup from a shelter last week';
    expect(chance(pup, puppy[0]!.text, 0.29)).to.be.greaterThan(REPLACES_FACT.doubted);
    expect(say(pup, puppy, 0.29, 'LOW')).to.deep.equal({ does: 'ADD', closes: [] });
  });
});
