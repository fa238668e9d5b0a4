import { expect } from 'chai';
import { cacheabilityOf } from '../../../server/domain/conversation/cacheability.ts';
import { normalisedQuestion } from '../../../server/domain/conversation/question.ts';

describe('a question as it is compared', () => {
  it('is the same however it is written and framed', () => {
    const same = [
      '¿Cuál es mi color favorito?',
      'cual es mi color favorito',
      'Hola, ¿me podés decir cuál es mi color favorito?',
    ];
    expect(new Set(same.map(normalisedQuestion)).size).to.equal(1);
    const english = ["What's my name?", 'what is my name', 'Hey, tell me what is my name please'];
    expect(new Set(english.map(normalisedQuestion)).size).to.equal(1);
  });

  it('is another where a word, a number or an order is', () => {
    for (const [left, right] of [
      ['¿Cuánto es 15% de 230?', '¿Cuánto es 15% de 23?'],
      ["What's my dog's name?", "What's my cat's name?"],
      ['1.5 kg', '15 kg'],
      ['¿Vivo en Lima?', '¿No vivo en Lima?'],
    ] as const)
      expect(normalisedQuestion(left), left).not.to.equal(normalisedQuestion(right));
  });

  it('is never empty where it says anything', () => {
    expect(normalisedQuestion('hola')).to.equal('hola');
    expect(normalisedQuestion('???')).to.equal('');
  });
});

describe('what may be cached', () => {
  it('says by which rule', () => {
    expect(cacheabilityOf('¿Cómo se llama mi perro?')).to.deep.equal({ kind: 'FACT_ABOUT_USER', rule: 'my-attribute' });
    expect(cacheabilityOf('How many days until my birthday?')).to.deep.equal({
      kind: 'NEVER',
      rule: 'time',
      refusal: 'TIME',
    });
    expect(cacheabilityOf('Manda un correo a mi jefe')).to.include({ rule: 'side-effect', refusal: 'SIDE_EFFECT' });
    expect(cacheabilityOf('What is the capital of Peru?')).to.include({ rule: 'unknown', needsCallersWord: true });
    expect(cacheabilityOf('¿Dónde trabajó?')).to.include({ rule: 'done-by-another', needsCallersWord: true });
    expect(cacheabilityOf('¿Te caigo bien?')).to.deep.equal({ kind: 'NEVER', rule: 'feeling' });
    expect(cacheabilityOf('Send an email to my boss')).to.include({ kind: 'NEVER', rule: 'side-effect' });
    expect(cacheabilityOf('What is 12 times 37?')).to.deep.equal({ kind: 'TOOL', rule: 'arithmetic' });
  });

  it("knows units and words of one language in another's question, but no joining words", () => {
    const tells = (text: string): string => cacheabilityOf(text).kind;
    expect(tells('¿Cuántos pounds son 5 kilos?')).to.equal('TOOL');
    expect(tells('How many metros are 3 yards?')).to.equal('TOOL');
    expect(tells("By the way, what's a good gift for a 5 year old?")).to.equal('NEVER');
    expect(tells('Hey, ¿me podés decir cuál es mi nombre, please?')).to.equal('FACT_ABOUT_USER');
    expect(tells('Please, ¿podés mandar un mail a my sister?')).to.equal('NEVER');
    expect(tells('y my sister?')).to.equal('NEVER');
  });

  it('is never what asks two things, or holds a quotation', () => {
    expect(cacheabilityOf('¿Dónde vivo? ¿Y mi mamá?').kind).to.equal('NEVER');
    expect(cacheabilityOf('What is my name in "Hamlet"?').kind).to.equal('NEVER');
  });
});
