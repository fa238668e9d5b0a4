import { expect } from 'chai';
import {
  areFactsNear,
  questionReader,
  recallChance,
  recallRelevance,
  relevanceBesideShown,
  type Nearness,
  type ReadQuestion,
} from '../../../server/domain/context/relevance.ts';
import { formReader, questionForm } from '../../../server/domain/context/question-form.ts';
import { questionWords } from '../../../server/domain/context/question-words.ts';
import { FORM_WEIGHTS } from '../../../server/policy/form-weights.ts';
import { RELEVANCE } from '../../../server/policy/relevance.ts';
import { EMBED, EMBEDDER } from '../../fact-reader.ts';

const readQuestion = questionReader(EMBED);

describe('how near what is known comes to a question', () => {
  const far: Nearness = {
    lead: 0.3,
    score: 0.9,
    similarity: 0.25,
    bestSimilarity: 0.25,
    meanSimilarity: 0.2,
    coverage: 0,
    bestCoverage: 0,
    both: 0,
    phrase: 0,
    date: 0,
    words: 3,
    isNamed: false,
    asksForAdvice: false,
    count: 500,
  };
  const near: Nearness = {
    ...far,
    lead: 1.6,
    score: 3.2,
    similarity: 0.75,
    bestSimilarity: 0.75,
    meanSimilarity: 0.5,
    coverage: 0.8,
    bestCoverage: 0.8,
    both: 0.6,
    phrase: 0.4,
  };

  const shares = {
    ...far,
    similarity: 0.55,
    bestSimilarity: 0.6,
    meanSimilarity: 0.5,
    coverage: 0.4,
    bestCoverage: 0.5,
  };
  type Threshold = keyof typeof RELEVANCE.recall;
  /** Returns the question, with a form with which the chance that `shares` answer it is between two thresholds. */
  const withChance = (question: string, from: Threshold, to: Threshold): ReadQuestion => {
    const read = readQuestion(question);
    const forms = Array.from({ length: 1000 }, (_, at) => ({ ...read, form: at / 100 - 5 }));
    const found = forms.find((one) => recallChance(one, shares) >= RELEVANCE.recall[from])!;
    expect(recallChance(found, shares)).to.be.within(RELEVANCE.recall[from], RELEVANCE.recall[to]);
    return found;
  };

  it('is zero if nothing was found', () => {
    expect(recallRelevance(readQuestion('What did I say?'), undefined)).to.equal('NOTHING');
    expect(areFactsNear(readQuestion('What do I like?'), undefined)).to.equal(false);
  });

  it('reads the vector of a question, up to the length that is read of questions', () => {
    const embedded: string[] = [];
    const form = formReader({ bias: 1, grams: [['< when', 2]], vector: [3, -4] }, (text) => {
      embedded.push(text);
      return Float32Array.of(0.5, 0.25);
    });
    expect(form('when')).to.equal(1 + 2 + 3 * 0.5 - 4 * 0.25);
    form('a'.repeat(RELEVANCE.units + 1));
    expect(embedded).to.deep.equal(['when', 'a'.repeat(RELEVANCE.units)]);
  });

  it('is learnt with the vectors of the built-in embedder', () => {
    expect(FORM_WEIGHTS.embedder).to.equal(EMBEDDER);
    expect(FORM_WEIGHTS.vector).to.have.length(EMBED('').length);
  });

  it('takes a statement for a question only if more is near', () => {
    const read = withChance('The party is on Friday', 'little', 'littleStatement');
    expect(recallRelevance(read, shares)).to.equal('NOTHING');
    expect(recallRelevance({ ...read, tells: false, asksOfSelf: false }, shares)).not.to.equal('NOTHING');
  });

  it('is higher when a session begins, since only the past can answer then', () => {
    const likely = withChance('Does the party need a band?', 'allOpening', 'all');
    expect([false, true].map((isNew) => recallRelevance(likely, shares, isNew))).to.deep.equal(['LITTLE', 'ALL']);
    const unlikely = withChance('Does the party need a band?', 'opening', 'little');
    expect([false, true].map((isNew) => recallRelevance(unlikely, shares, isNew))).to.deep.equal(['NOTHING', 'GLANCE']);
  });

  it('depends on what the search measured', () => {
    expect(recallRelevance(readQuestion('When do the tomatoes get water?'), far)).to.equal('NOTHING');
    expect(recallRelevance(readQuestion('When do the tomatoes get water?'), near)).to.equal('ALL');
    expect(areFactsNear(readQuestion('Which dog digs in the garden?'), far)).to.equal(false);
    expect(areFactsNear(readQuestion('Where is my dog digging?'), near)).to.equal(true);
  });

  it('gives an order what it is to be made of, and one about the world nothing', () => {
    for (const order of ['Summarise the plan for the party', 'armame un resumen de lo de la cafetería'])
      expect(recallRelevance(readQuestion(order), { ...shares, both: 0.3 }), order).not.to.equal('NOTHING');
    for (const order of ['Write a poem about the sea', 'escribime un poema sobre el mar'])
      expect(recallRelevance(readQuestion(order), far), order).to.equal('NOTHING');
    expect(recallRelevance(readQuestion('The party is on Friday'), shares)).to.equal('NOTHING');
  });

  it('gives all to what asks without a question word, but a tail only a little', () => {
    const asked = 'that dal, how much lentil to how much everything else';
    expect(readQuestion(asked).tells, 'it does not read as a question').to.equal(true);
    const nearest = { ...near, lead: 3, similarity: 0.9, bestSimilarity: 0.9, coverage: 1, bestCoverage: 1, both: 0.9 };
    expect(recallRelevance(readQuestion(asked), nearest, true)).to.equal('ALL');
    expect(recallRelevance(readQuestion(asked, 'TAIL'), nearest, true)).to.equal('LITTLE');
    expect(recallRelevance(readQuestion(asked), far, true)).to.equal('NOTHING');
  });

  it('leaves no question of users about themselves without an answer', () => {
    for (const question of ["What is my dog's name?", '¿Cómo se llama mi perro?', '¿Cuándo compré la moto?'])
      expect(recallRelevance(readQuestion(question), far), question).to.equal('LITTLE');
  });

  it('is lower if the chat is nearer to the question, and zero if more of the chat is', () => {
    expect(
      (['ALL', 'LITTLE', 'NOTHING'] as const).map((relevance) =>
        relevanceBesideShown(readQuestion('And the oven?'), relevance, 0),
      ),
    ).to.deep.equal(['ALL', 'LITTLE', 'NOTHING']);
    expect(
      (['ALL', 'LITTLE', 'NOTHING'] as const).map((relevance) =>
        relevanceBesideShown(readQuestion('And the oven?'), relevance, 1),
      ),
    ).to.deep.equal(['LITTLE', 'NOTHING', 'NOTHING']);
    expect(relevanceBesideShown(readQuestion('Which oven did we decide on?'), 'LITTLE', 1)).to.equal('LITTLE');
    expect(relevanceBesideShown(readQuestion('And the oven?'), 'ALL', 2)).to.equal('NOTHING');
  });

  it('takes what users tell of themselves for no question', () => {
    for (const line of [
      'I work from eight to three',
      'tengo un perro y dos gatos',
      'soy profe de música, y doy clases',
    ])
      expect(recallRelevance(readQuestion(line), far), line).to.equal('NOTHING');
    for (const line of ['remind me what I bought', 'ok, thanks. and where did we park', 'bueno. cuándo compré la moto'])
      expect(recallRelevance(readQuestion(line), far), line).not.to.equal('NOTHING');
  });

  it('tells how one asks about what was said from how one asks about the world, whatever either is about', () => {
    const ofWhatWasSaid = [
      'When did we repaint the caravan?',
      'who was it that fixed the accordion',
      "what's the name of my brother's ferret?",
      '¿Cuándo repintamos la casilla?',
      'quién era el que arreglaba acordeones?',
      '¿Cómo se llama el hurón de mi hermano?',
    ];
    const ofTheWorld = [
      'What is the capital of Bhutan?',
      'how do ferrets sleep',
      'Write a poem about an accordion',
      'haha ok thanks',
      '¿Cuál es la capital de Bután?',
      '¿Qué es un acordeón?',
      'Escribe un poema sobre un hurón',
      'jaja gracias',
    ];
    const formOf = questionForm(EMBED);
    for (const question of ofWhatWasSaid) expect(formOf(question), question).to.be.above(0);
    for (const question of ofTheWorld) expect(formOf(question), question).to.be.below(0);
    expect(formOf(''), 'nothing').to.be.below(0);
    expect(formOf('what '.repeat(100_000))).to.equal(formOf('what '.repeat(200)));
  });

  it('reads for whom and for what a question is', () => {
    const read = (question: string): readonly string[] =>
      Object.entries(questionWords(question)).flatMap(([name, is]) => (is ? [name] : []));
    expect(read('When did I sell the bike?')).to.deep.equal(['isOfSelf', 'asksOfSelf', 'isOfPast', 'asks']);
    expect(read('¿Qué compré el martes?')).to.deep.equal(['asksOfSelf', 'isOfPast', 'asks']);
    expect(read('¿Adónde vamos de luna de miel?')).to.deep.equal(['asksOfSelf', 'asks']);
    expect(read('¿Cuántos somos el sábado?')).to.deep.equal(['asksOfSelf', 'asks']);
    expect(read('¿Vamos con otro tema?')).not.to.include('asksOfSelf');
    expect(read('¿Qué es un café?')).to.deep.equal(['asks']);
    expect(read('Remind me what we agreed on')).to.deep.equal(['isOfSelf', 'asksOfSelf', 'looksBack', 'isOfPast']);
    expect(read('How do I boil an egg?')).to.deep.equal(['isOfSelf', 'asksForHelp', 'asks']);
    expect(read('Write a poem')).to.deep.equal(['orders']);
    expect(read('Traducí este párrafo al inglés')).to.deep.equal(['orders', 'goesOn']);
    expect(read('and the other one')).to.deep.equal(['goesOn', 'tells']);
    expect(read('¿Y la otra?')).to.deep.equal(['asks', 'goesOn']);
    expect(read('¿Cuándo traducí el párrafo?')).to.deep.equal(['asksOfSelf', 'isOfPast', 'asks']);
    expect(read('thanks, good night!')).to.deep.equal(['tells', 'isCourtesy']);
    expect(read('Hi, my dog is ill')).to.deep.equal(['isOfSelf', 'tells']);
    expect(read('It is done now. what comes next')).to.deep.equal(['asks', 'goesOn']);
  });

  it('tells questions and orders from statements, however hurried', () => {
    const asked = [
      'a que hora abre',
      'en cuánto se fue la camioneta',
      'quiénes vienen',
      'desde cuando ando sin coca',
      'de qué club soy',
      'a q hora era',
      'would I ever emigrate',
      'am i flying anywhere this winter',
      'so with whom do we eat',
      'until which day',
    ];
    const ordered = [
      'hágame el menú de nochebuena',
      'mándame el ejercicio de hoy',
      'dime una cena',
      'escríbale a Kenji',
      'ok ahora armame la lista',
      'list every date ive got coming up',
      'ok now send the poem again',
      'ideas for a present',
      'the latin for the programme again pls',
    ];
    for (const text of asked) expect(questionWords(text), text).to.include({ asks: true, tells: false });
    for (const text of ordered) expect(questionWords(text), text).to.include({ orders: true, tells: false });
    const told = [
      'En cuanto llegue te aviso',
      'The list is on the fridge',
      'Shame about the rain',
      'Chile queda lejos',
      'a mi tía le operan la rodilla',
      'We will see the plan tomorrow',
    ];
    for (const text of told) expect(questionWords(text), text).to.include({ asks: false, orders: false, tells: true });
  });
});
