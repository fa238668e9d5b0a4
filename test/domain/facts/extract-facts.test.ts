import { expect } from 'chai';
import { extractFacts, type ExtractedFact } from '../../../server/domain/facts/extract-facts.ts';
import type { CandidateSpan, FactReader } from '../../../server/domain/facts/fact-reader.ts';
import { FACT_READER } from '../../fact-reader.ts';

const brief = (text: string): readonly string[] =>
  extractFacts(text, FACT_READER).map(({ domain, text: fact }) => `${domain.toLowerCase()}: ${fact}`);
const only = (text: string): ExtractedFact => {
  const facts = extractFacts(text, FACT_READER);
  expect(facts, text).to.have.lengthOf(1);
  return facts[0] as ExtractedFact;
};

describe('facts of a turn', () => {
  it('are those of the three examples', () => {
    expect(brief('Trabajo en fintech, equipo de 5')).to.deep.equal(['work: Trabajo en fintech', 'work: equipo de 5']);
    expect(brief('Prefiero respuestas directas')).to.deep.equal(['preferences: Prefiero respuestas directas']);
    expect(brief('Decidí usar Kimi K2.5')).to.deep.equal(['decisions: usar Kimi K2.5']);
  });

  it("are the user's own words without the signal", () => {
    expect(only('Che, recordá que soy celíaco.').text).to.equal('soy celíaco');
    expect(only("Please remember that I'm allergic to nuts, ok?").text).to.equal("I'm allergic to nuts");
    expect(only('Remember: my meetings are in the morning').text).to.equal('my meetings are in the morning');
    expect(only('de ahora en más respondé en inglés').text).to.equal('respondé en inglés');
    expect(only('Don\u2019t forget my son is allergic to peanuts').text).to.equal('my son is allergic to peanuts');
  });

  it('name the rule and the span, signal and all', () => {
    const turn = 'Hola. Recordá que soy celíaco. ¿Qué ceno?';
    const { rule, from, to } = only(turn);
    expect(rule).to.equal('es.remember');
    expect(turn.slice(from, to)).to.equal('Recordá que soy celíaco');
  });

  it('are explicit where said, inferred where something changed, and of high confidence where plain', () => {
    expect(only('Vivo en Rosario')).to.include({ source: 'EXPLICIT', confidence: 'HIGH', slot: 'home' });
    expect(only('Me mudé a Córdoba')).to.include({ source: 'INFERRED', confidence: 'HIGH', slot: 'home' });
    expect(only('I got promoted to tech lead')).to.include({ source: 'INFERRED', confidence: 'HIGH' });
  });

  it('are of low confidence where they have nothing but a day, an hour or a figure', () => {
    for (const answer of ['5th October', 'el 14 de septiembre', 'el 1 de noviembre'])
      expect(only(answer).confidence, answer).to.equal('LOW');
    expect(only('Remember: 5th October').confidence).to.equal('HIGH');
    expect(only('Nací el 3 de mayo').confidence).not.to.equal('LOW');
    expect(only("I'm 34").confidence).not.to.equal('LOW');
  });

  it('are several where one sentence gives several, in whatever language', () => {
    expect(brief('Hola, soy Martina, trabajo en marketing y vivo en Rosario')).to.deep.equal([
      'personal: soy Martina',
      'work: trabajo en marketing',
      'personal: vivo en Rosario',
    ]);
    expect(brief("I'm a nurse and my husband's name is Leo")).to.have.lengthOf(2);
    expect(brief('Vivo en Austin, i work in logistics')).to.have.lengthOf(2);
  });

  it('come from whole classes of saying', () => {
    // The simple present of an action is a habit, except if it describes what happens on a screen.
    expect(only('I forage mushrooms in autumn').rule).to.equal(FACT_READER.identity);
    expect(brief('I click the button and nothing happens')).to.deep.equal([]);
    expect(brief('Corro el script y explota')).to.deep.equal([]);
    // The effect of a thing on the user is a taste; an opinion about the text at hand is not.
    expect(only('Crowded trains exhaust me').domain).to.equal('PREFERENCES');
    expect(brief("I don't like the title")).to.deep.equal([]);
    // What somebody does not eat is personal, however they say it, so no filter on domains hides it.
    for (const text of [
      'Soy alérgica a las nueces',
      "I'm allergic to walnuts",
      'Ya no comemos lácteos',
      'I no longer eat dairy',
    ])
      expect(only(text).domain, text).to.equal('PERSONAL');
    // An event in the user's life remains true.
    expect(only('Heredamos un terreno en Salta').source).to.equal('INFERRED');
    // Irony is not meant.
    expect(brief('Oh sure, I love waiting in line')).to.deep.equal([]);
    expect(brief('Sí, claro, me encanta esperar')).to.deep.equal([]);
    // Stories about others are not facts about the user.
    expect(brief('My neighbour forages mushrooms')).to.deep.equal([]);
  });

  it('end where the next thing begins, with all their letters', () => {
    expect(brief('I work at Google and live in NYC')).to.deep.equal([
      'work: I work at Google',
      'personal: live in NYC',
    ]);
    expect(brief('Vivo en Chile y tengo dos hijos')).to.deep.equal([
      'personal: Vivo en Chile',
      'personal: tengo dos hijos',
    ]);
    expect(brief('Me gusta el pan y el queso')).to.deep.equal(['preferences: Me gusta el pan y el queso']);
  });

  it('hold the last item of a list, and nothing that says something of its own', () => {
    for (const [turn, ...facts] of [
      ["I'm allergic to nuts, shellfish, and bee stings.", "I'm allergic to nuts, shellfish, and bee stings"],
      ["I'm allergic to nuts, shellfish, and I live in Leeds.", "I'm allergic to nuts, shellfish", 'I live in Leeds'],
      ["I can't eat eggs, milk, or anything with gluten.", "I can't eat eggs, milk, or anything with gluten"],
      ['Hablo inglés, francés, e italiano. ¿Y vos?', 'Hablo inglés, francés, e italiano'],
      ['I play guitar, piano, and drums, and my wife sings.', 'I play guitar, piano, and drums'],
    ] as const) {
      const found = extractFacts(turn, FACT_READER).filter(({ confidence }) => confidence !== 'LOW');
      expect(found.map(({ text }) => text)).to.deep.equal(facts);
      expect(turn.slice(found[0]!.from, found[0]!.to)).to.equal(facts[0]);
    }
  });

  it('are never what somebody else says of themselves, however sure the reader is', () => {
    for (const turn of [
      'Mi prima dijo no gracias, soy vegetariana',
      'mi suegra dice que no viene, soy alérgica a los gatos',
      'My boss said look, I live in Leeds, and I work from home',
      'my brother says hey, I quit smoking',
      "my flatmate goes sorry, I'm allergic to cats",
    ]) {
      const found = extractFacts(turn, FACT_READER).filter(({ confidence }) => confidence !== 'LOW');
      expect(
        found.filter(({ text }) => /soy|\bI\b/u.test(text)),
        turn,
      ).to.deep.equal([]);
    }
  });

  it('are what the user tells of their own words among those of others', () => {
    const turn = 'he goes get a dog mate and i said im allergic to dogs and he just laughed';
    expect(brief(turn)).to.deep.equal(['personal: im allergic to dogs']);
  });

  it('do not hold the remark that a relative clause adds', () => {
    expect(brief('I live in Leeds, which has been great')).to.deep.equal(['personal: I live in Leeds']);
  });

  it('are found beside a question, of which they are no part', () => {
    expect(brief('soy vegetariana, ¿qué puedo cocinar?')).to.deep.equal(['personal: soy vegetariana']);
    expect(brief("I'm vegan, what can I cook tonight?")).to.deep.equal(["personal: I'm vegan"]);
    expect(brief('Trabajo en logística. ¿Qué curso me recomendás?')).to.deep.equal(['work: Trabajo en logística']);
  });

  it('are standing instructions also on a condition', () => {
    expect(brief('Si te pido código, usá siempre TypeScript')).to.have.lengthOf(1);
    expect(brief('When I ask for code, always add tests')).to.have.lengthOf(1);
  });

  it('do not come from quotations, pasted mails, chats, code or texts to write', () => {
    for (const text of [
      'El cartel dice "vivo en Lima"',
      'Mirá este mail:\nHola, soy Pedro, trabajo en Telefónica.\nDecidimos aceptar.',
      'From: ana@x.com\nSubject: hi\nI live in Lima. I work at Acme.',
      'Ana: vivo en Quilmes\nLeo: yo trabajo en el centro',
      '```\nI always use tabs\n```',
      'Translate to Spanish: I live in Lima. I work at Acme.',
      'Traducí esto al inglés.\nTrabajo en una fábrica. Vivo en Lima.',
      'Write an email saying that I decided to resign',
    ])
      expect(brief(text), text).to.deep.equal([]);
  });

  it('are not what somebody else said, be it quoted or only introduced', () => {
    for (const text of [
      'Mi hermana me dijo: soy vegana',
      'Mi jefe escribió: trabajo en Acme desde 2010.',
      'Mi hermana me respondió ayer: vivo en Lugo.',
      'Mi primo me dijo "soy celíaco"',
      "My sister told me: I'm vegan",
      'My doctor wrote: I live in Leeds now',
      'My landlord replied: I own six flats',
      "My cousin said 'I have two sons'",
    ])
      expect(brief(text), text).to.deep.equal([]);
    expect(brief('Mi libro favorito es "Rayuela"')).to.deep.equal(['preferences: Mi libro favorito es "Rayuela"']);
    // What the user asks to remember is kept, even if it is about somebody else.
    for (const [text, kept] of [
      ['Remember that my sister told me: she is vegan', 'my sister told me: she is vegan'],
      ['Recordá que mi médico me dijo "nada de nueces"', 'mi médico me dijo "nada de nueces"'],
    ] as const)
      expect(only(text), text).to.include({ text: kept, confidence: 'HIGH' });
  });

  it('are not what nobody means', () => {
    for (const text of [
      'Soy alérgica a los lunes',
      'Soy alérgico al trabajo',
      'Vivo en el gimnasio',
      'La verdad, vivimos en el aeropuerto.',
      "I'm allergic to Mondays",
      "I'm allergic to small talk",
      'I live at the gym',
      'Honestly, I practically live at the library!',
    ])
      expect(brief(text), text).to.deep.equal([]);
    for (const text of [
      'Soy alérgica al polen de los olivos',
      'Vivo en un gimnasio reformado',
      "I'm allergic to cats",
      'I live at the beach',
    ])
      expect(only(text).confidence, text).to.equal('HIGH');
  });

  it('are the same with and without accents, and in NFD', () => {
    const [plain, accented, decomposed] = [
      'Decidi usar Redis',
      'Decidí usar Redis',
      'Decidí usar Redis'.normalize('NFD'),
    ];
    expect(brief(plain)).to.deep.equal(brief(accented));
    expect(brief(decomposed)).to.deep.equal(brief(accented));
    // The third person ("trabajó") is not the first.
    expect(brief('Trabajó en IBM')).to.deep.equal([]);
  });

  it('take no long time over texts made to take long', () => {
    for (const part of ['siempre ', 'I always ', 'recordá que ', '"', ', y ', 'no me ', '((', 'a'.repeat(50)]) {
      extractFacts(part.repeat(20_000), FACT_READER);
    }
  }).timeout(60_000);

  it('are as sure as the reader says, but for what is asked to be remembered', () => {
    const read = (turn: string, probability: number): readonly string[] =>
      extractFacts(turn, readerOf(probability)).map(({ confidence }) => confidence);
    expect(read('I keep three hives', 0.1)).to.deep.equal([]);
    expect(read('I keep three hives', 0.2)).to.deep.equal(['LOW']);
    expect(read('I keep three hives', 0.5)).to.deep.equal(['MEDIUM']);
    expect(read('I keep three hives', 0.7)).to.deep.equal(['HIGH']);
    // Rules also know attributes that exist only once, and choices.
    for (const turn of ['I live in Ghent', 'Decidí usar Redis']) {
      expect(read(turn, 0.1)).to.deep.equal([]);
      expect(read(turn, 0.2)).to.deep.equal(['MEDIUM']);
      expect(read(turn, 0.5)).to.deep.equal(['HIGH']);
    }
    expect(read('Remember that I live in Ghent', 0)).to.deep.equal(['HIGH']);
  });

  it('lean on what they take back if they mean nothing without it, whatever the reader says', () => {
    for (const turn of ['10 then, not 20', '10 entonces, no 20'])
      for (const probability of [0, 0.3]) {
        const [fact] = extractFacts(turn, readerOf(probability));
        expect([fact?.leans, fact?.corrects, fact?.confidence], turn).to.deep.equal([true, true, 'LOW']);
      }
  });

  it('are of low confidence if they are fragments: figures and days alone, or words that lead on to what is missing', () => {
    for (const turn of [
      'como 18',
      'unos 40',
      'about 30',
      'from March',
      'I keep hens but',
      'I keep hens and',
      'cocino para mi',
    ]) {
      const [fact] = extractFacts(turn, readerOf(1));
      expect(fact?.confidence, turn).to.equal('LOW');
    }
    expect(extractFacts('I keep hens', readerOf(1))[0]?.confidence).to.equal('HIGH');
  });

  it('are read as spans of their turn, and carry the identity of the reader', () => {
    const asked: CandidateSpan[] = [];
    const [fact] = extractFacts(
      'Hi there. By the way, I live in Ghent.',
      readerOf(1, (spans) => asked.push(...spans)),
    );
    expect(asked.map(({ text, from, to, mood }) => ({ text, from, to, mood }))).to.deep.equal([
      { text: 'I live in Ghent', from: 22, to: 37, mood: 'STATEMENT' },
    ]);
    expect(fact?.rule).to.equal('a reader');
  });

  it('are shown to the reader with shorthand spelled out, and stored as typed', () => {
    const asked: CandidateSpan[] = [];
    const [fact] = extractFacts(
      'im off dairy',
      readerOf(1, (spans) => asked.push(...spans)),
    );
    expect([asked[0]?.text, fact?.text]).to.deep.equal(["i'm off dairy", 'im off dairy']);
  });

  it('are asked for after they were said, too', () => {
    const none = readerOf(0);
    for (const turn of [
      "I'm off sugar. Keep that in mind.",
      'the ratio is fifty to one, save that',
      'mi talla es la 42, anotalo',
      'Vivo en Lugo. Tenlo en cuenta.',
    ])
      expect(extractFacts(turn, none), turn).to.have.lengthOf(1);
    expect(extractFacts('¿Vivo lejos? Anotalo', none)).to.deep.equal([]);
  });
});

function readerOf(probability: number, see: (spans: readonly CandidateSpan[]) => void = () => {}): FactReader {
  return {
    identity: 'a reader',
    read(_, spans) {
      see(spans);
      return spans.map(() => ({
        probability,
        said: () => ({ kind: 'plain', domains: ['PERSONAL'] }),
        replaces: () => 0,
      }));
    },
  };
}
