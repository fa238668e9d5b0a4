import { expect } from 'chai';
import { GRAMMAR } from '../../../server/domain/languages/grammar.ts';
import { readTurn } from '../../../server/domain/speech/read-turn.ts';
import { beginnings, byBeginning } from '../../../server/domain/text/beginnings.ts';
import { readSentences } from '../read-sentences.ts';
import { SENTENCE_SETS } from '../sentence-tasks.ts';

/** `…` stands for any continuation. */
const beginningsOf = (source: string): string =>
  [...beginnings(source)]
    .map((beginning) => beginning.replace('\uffff', '…'))
    .toSorted()
    .join();

describe('the beginnings of a pattern', () => {
  it('are those of all that may come first', () => {
    expect(beginningsOf('^(?:i|we) work')).to.equal('i ,we');
    expect(beginningsOf('^(?:(?:just|also) )*(?:i|my (?:dog|cat))')).to.equal('al,i,ju,my');
    expect(beginningsOf('^(?!no)(?<=x)(?<name>yes|ok)?[dt]one')).to.equal('do,ok,to,ye');
    expect(beginningsOf('^no{0,2}r')).to.equal('no,nr');
    expect(beginningsOf('^a+b|c?d')).to.equal('aa,ab,cd,d');
    expect(beginningsOf('^x{0}y')).to.equal('xx,xy,y');
    expect(beginningsOf('^(?:\\$|a)b')).to.equal('$b,ab');
  });

  it('are open where it cannot tell', () => {
    for (const source of ['^\\p{L}+o', '^.a', '^[^a]b', '^[a-c]d', '^\\d'])
      expect(beginningsOf(source), source).to.equal('…');
    expect(beginningsOf('^\\s*a')).to.equal('a,…');
    expect(beginningsOf('^a\\s|b')).to.equal('a…,b');
    expect(beginningsOf('^(?:a)?')).to.equal(',a');
  });

  it('leave no rule out that a text matches, and the order as it is', () => {
    const rules = [/^b/, /^a/, /^(?:a|b)c/, /^\p{L}/u, /^bd/, /^$/].map((pattern) => ({ pattern }));
    const matched = (text: string) => rules.filter(({ pattern }) => pattern.test(text));
    for (const text of ['bc', 'b', 'a', '', 'bd', '\u{10437}c']) {
      expect(byBeginning(rules)(text)).to.include.members(matched(text));
    }
    expect(byBeginning(rules)('bc')).to.deep.equal([rules[0], rules[2], rules[3], rules[5]]);
    const { all: topics, beginningLike } = GRAMMAR.topics;
    expect(topics).not.to.be.empty;
    for (const language of ['es', 'en'] as const) {
      for (const set of SENTENCE_SETS) {
        for (const { sentence } of readSentences(`conversation/sentences/topics-${language}-${set}.tsv`)) {
          const { clauses, folded } = readTurn(sentence);
          for (const { from, sentenceTo } of clauses) {
            const said = folded.slice(from, sentenceTo);
            const tried = beginningLike(said);
            const missed = topics.filter((rule) => !tried.includes(rule) && rule.pattern.test(said));
            expect(
              missed.map(({ id }) => id),
              said,
            ).to.deep.equal([]);
          }
        }
      }
    }
  });
});
