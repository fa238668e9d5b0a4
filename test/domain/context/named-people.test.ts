import { expect } from 'chai';
import { namingTexts } from '../../../server/domain/context/named-people.ts';
import { questionReader } from '../../../server/domain/context/relevance.ts';
import { EMBED } from '../../fact-reader.ts';

const readQuestion = questionReader(EMBED);

function naming(question: string, ...texts: readonly string[]): readonly string[] {
  return namingTexts(question, readQuestion(question), texts, (text) => text);
}

describe('namingTexts', () => {
  const boss = 'Ingrid is leaving, my new boss is Tomasz';
  const party = "Mira's birthday is 3 November";
  const daughter = 'our daughter Mira is seven';

  it('finds what names the person for whom something is asked', () => {
    expect(naming('Draft an email to Tomasz asking for Friday off', boss, party)).to.deep.equal([boss]);
    expect(naming('Plan a party for Mira', boss, party, daughter)).to.deep.equal([party, daughter]);
    expect(naming('Redactá un mail para Gómez', 'el cliente es Gómez', boss)).to.deep.equal(['el cliente es Gómez']);
  });

  it('recognises a name that is typed without capital or accent', () => {
    expect(naming('draft an email to tomasz', boss)).to.deep.equal([boss]);
    expect(naming('redacta un mail para gomez', 'el cliente es Gómez')).to.deep.equal(['el cliente es Gómez']);
  });

  it('recognises a name that only begins sentences if the question writes it with a capital, too', () => {
    const owner = 'Bettina owns the kiln';
    const noted = 'Noted: Bettina';
    expect(naming('Tell me about Bettina', owner, noted, boss)).to.deep.equal([owner, noted]);
    expect(naming('Contame de Íñigo', 'Íñigo tiene el horno', boss)).to.deep.equal(['Íñigo tiene el horno']);
    expect(naming('tell me about bettina', owner)).to.deep.equal([]);
    expect(naming('Tell me about Glass', 'Glass is in stock', 'we melt glass')).to.deep.equal([]);
    expect(naming('Write a letter to The mayor', 'The kiln is hot')).to.deep.equal([]);
  });

  it('takes no other word for a name', () => {
    expect(naming('Plan a party for work', 'Work is fine')).to.deep.equal([]);
    expect(naming('Plan a party for work', 'Work is fine', 'I walk to work')).to.deep.equal([]);
    expect(naming('Write a plan for Friday', 'we meet on Friday')).to.deep.equal([]);
    expect(naming('Translate this to Spanish', 'I speak Spanish')).to.deep.equal([]);
    expect(naming('How do I sort a list in Rust?', 'our stack is Rust')).to.deep.equal([]);
  });

  it('finds nothing for a statement', () => {
    expect(naming('I talked to Tomasz', boss)).to.deep.equal([]);
  });

  it('reads a hostile text in little time', () => {
    const from = process.cpuUsage();
    naming('Draft an email to Mira', `${'\n'.repeat(200_000)}x Mira`, 'mira '.repeat(200_000));
    const { user, system } = process.cpuUsage(from);
    expect((user + system) / 1000).to.be.below(500);
  });
});
