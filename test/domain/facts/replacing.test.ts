import { expect } from 'chai';
import {
  CHANGE_MEASURES,
  chanceOfReplacing,
  changeFeatures,
  replacingText,
} from '../../../server/domain/facts/replacing.ts';
import { decideFact, type FactDecision } from '../../../server/domain/facts/decide-fact.ts';
import { comparedText } from '../../../server/domain/facts/telling-words.ts';
import type { Confidence, KnownFact } from '../../../server/domain/facts/fact.ts';
import { CHANGE_WEIGHTS } from '../../../server/policy/change-weights.ts';

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
): FactDecision => decideFact(facts, { domain: 'PROJECTS', text, said: text, replaces, confidence });
const chance = (said: string, fact: string, replaces: number): number => {
  const text = comparedText(said);
  return chanceOfReplacing(replacingText(text, text.folded, replaces), comparedText(fact));
};

describe('the model of replacements', () => {
  it('has a weight for each measure', () => {
    expect(Object.keys(CHANGE_WEIGHTS.measures)).to.deep.equal([...CHANGE_MEASURES]);
    const text = comparedText('The cache now expires after ten minutes');
    const found = changeFeatures(
      replacingText(text, text.folded, 0.5),
      comparedText('The cache expires after an hour'),
    );
    expect(found?.measures).to.have.lengthOf(CHANGE_MEASURES.length);
    expect(found?.measures.every(Number.isFinite)).to.equal(true);
  });

  it('says nothing of texts that share only words of time or number, or none', () => {
    expect(chance('I became a dad two weeks ago', 'We do two-week sprints', 0.9)).to.equal(0);
    expect(chance('The kettle is red', 'We host on Fly', 0.9)).to.equal(0);
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
    expect(chance('The drums are loud', 'I play the drums', 0.3)).to.be.lessThan(0.5);
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

  it('says nothing of a statement that says all of a fact and nothing against it', () => {
    expect(chance("I'm married to my work", "I'm married", 0.9)).to.equal(0);
    expect(chance('Estoy casado con el trabajo, ya', 'Estoy casada', 0.9)).to.equal(0);
    expect(chance('The boat has a new engine', 'I have a boat', 0.9)).to.equal(0);
    expect(chance('I am no longer married', 'I am married', 0.9)).to.be.greaterThan(0.8);
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
    const slotted = decideFact([known(text, { slot: 'my:newsletter' })], {
      domain: 'PROJECTS',
      text: said,
      slot: 'my:paper',
      replaces: 0.9,
    });
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
  });
});
