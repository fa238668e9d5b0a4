import { expect } from 'chai';
import { rulesFor } from '../../../server/domain/facts/fact-rules.ts';
import { readTurn } from '../../../server/domain/speech/read-turn.ts';
import { byFirstLetter, firstLetters } from '../../../server/domain/text/first-letters.ts';
import { readSentences } from '../read-sentences.ts';
import { SENTENCE_SETS } from '../sentence-tasks.ts';

const lettersOf = (source: string): string | undefined => {
  const letters = firstLetters(source);
  return letters && [...letters].toSorted().join('');
};

describe('the first letters of a pattern', () => {
  it('are those of all that may come first', () => {
    expect(lettersOf('^(?:i|we) work')).to.equal('iw');
    expect(lettersOf('^(?:(?:just|also)\\s+)*(?:i|my (?:dog|cat))')).to.equal('aijm');
    expect(lettersOf('^(?!no)(?<=x)(?<name>yes|ok)?[dt]one')).to.equal('doty');
    expect(lettersOf('^no{0,2}r')).to.equal('n');
    expect(lettersOf('^x{0}y')).to.equal('xy');
    expect(lettersOf('^(?:\\$|a)b')).to.equal('$a');
  });

  it('are any where it cannot tell', () => {
    for (const source of ['^\\p{L}+o', '^.a', '^(?:a)?', '^[^a]b', '^[a-c]d', '^\\s*a', '^a|', '^(?:a|\\d)'])
      expect(firstLetters(source), source).to.equal(undefined);
  });

  it('leave no rule out that a sentence matches, and the order as it is', () => {
    const rules = [/^b/, /^a/, /^(?:a|b)c/, /^\p{L}/u].map((pattern) => ({ pattern }));
    expect(byFirstLetter(rules)('bc')).to.deep.equal([rules[0], rules[2], rules[3]]);
    const all = [...new Set('abcdefghijklmnopqrstuvwxyz'.split('').flatMap((letter) => rulesFor(letter)))];
    for (const language of ['es', 'en'] as const) {
      for (const set of SENTENCE_SETS) {
        for (const { sentence } of readSentences(`facts/sentences/signals-${language}-${set}.tsv`)) {
          const { clauses, folded } = readTurn(sentence);
          for (const { from, sentenceTo } of clauses) {
            const said = folded.slice(from, sentenceTo);
            const tried = rulesFor(said);
            // A first word of one language leaves the other's rules out.
            const languages = new Set(tried.map(({ rule }) => rule.slice(0, 'en'.length)));
            const missed = all.filter(
              (rule) =>
                languages.has(rule.rule.slice(0, 'en'.length)) && !tried.includes(rule) && rule.pattern.test(said),
            );
            expect(
              missed.map(({ rule }) => rule),
              said,
            ).to.deep.equal([]);
          }
        }
      }
    }
  });
});
