/** Tests that the build refuses question words that have no effect, naming them and the remedy. */
import { expect } from 'chai';
import { ENGLISH } from '../../server/domain/languages/en/language.ts';
import { LANGUAGES } from '../../server/domain/languages/languages.ts';
import type { QuestionPack, QuestionRow } from '../../server/domain/languages/question-pack.ts';
import { questionFaults } from '../../server/language/check/question-faults.ts';

const { questions } = ENGLISH;
const faultsWith = (changed: Partial<QuestionPack>): readonly string[] =>
  questionFaults([{ ...ENGLISH, questions: { ...questions, ...changed } }]);
const faultsWithRow = (row: QuestionRow): readonly string[] =>
  faultsWith({ lasting: { ...questions.lasting, told: [row] } });
const faultsWithRewordings = (changed: Partial<QuestionPack['rewordings']>): readonly string[] =>
  faultsWith({ rewordings: { ...questions.rewordings, ...changed } });

const EN = 'server/domain/languages/en: ';

describe('words with which languages ask', () => {
  it('can all match something', () => {
    expect(questionFaults(LANGUAGES)).to.deep.equal([]);
  });

  it('are refused where a rule is unnamed, empty or told twice, or its pattern can match nothing', () => {
    for (const [row, fault] of [
      [
        { rule: 'Told so', when: ['^what'] },
        'told has a rule "Told so"; name it in words with hyphens, as it is told by that.',
      ],
      [{ rule: 'told-so', when: [] }, 'told-so has no pattern; give one, or take the rule out.'],
      [
        { rule: 'told-so', when: ['what (did'] },
        'told-so has a pattern that cannot be read: Invalid regular expression: /what (did/u: Unterminated group',
      ],
      [
        { rule: 'told-so', when: ['^dónde \\p{L}+'] },
        'told-so asks for "dónde", which no folded text has; write "donde", or take it out.',
      ],
      [{ rule: 'told-so', when: ['^how many {nowhere}'] }, 'told-so: {nowhere} stands for nothing.'],
    ] as const)
      expect(faultsWithRow(row)).to.deep.equal([EN + fault]);
    const { lasting } = questions;
    expect(faultsWith({ lasting: { ...lasting, rows: [...lasting.rows, ...lasting.rows.slice(0, 1)] } })).to.deep.equal(
      [`${EN}lasting has my-attribute twice; put their patterns together.`],
    );
    expect(faultsWith({ frames: { ...questions.frames, openings: 'hi|Hello' } })).to.deep.equal([
      `${EN}openings asks for "Hello", which no folded text has; write "hello", or take it out.`,
    ]);
    expect(faultsWith({ requests: { ...questions.requests, orders: 'list|Hágame' } })).to.deep.equal([
      `${EN}orders asks for "Hágame", which no folded text has; write "hagame", or take it out.`,
    ]);
    expect(faultsWith({ ofPast: 'did|Was' })).to.deep.equal([
      `${EN}ofPast asks for "Was", which no folded text has; write "was", or take it out.`,
    ]);
  });

  it('are refused where a form puts what it does not find, or a part is unknown or idle', () => {
    const { parts, joining } = questions.rewordings;
    expect(faultsWithRewordings({ joining: [...joining, ['what (was)', '$2']] })).to.deep.equal([
      `${EN}what (was) has 1 groups, and puts $2; mend one of them.`,
    ]);
    expect(faultsWithRewordings({ joining: [...joining, ['what {THAT}', 'that']] })).to.deep.equal([
      `${EN}what {THAT} cannot be read: {THAT} stands for nothing`,
    ]);
    expect(faultsWithRewordings({ parts: { ...parts, IDLE: 'idle' } })).to.deep.equal([
      `${EN}{IDLE} is used by no form; take it out.`,
    ]);
    expect(faultsWithRewordings({ sameWords: 'mother mom;father' })).to.deep.equal([
      `${EN}sameWords has "father" alone; give it another word, or take it out.`,
    ]);
  });
});
