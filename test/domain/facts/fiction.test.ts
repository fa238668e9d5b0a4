/**
 * What is said in a story, a game, a dream or for the sake of argument is no fact about the user. A language model wrote the sentences for
 * this project, in English and Spanish, one turn per line; none is trained on.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { extractFacts } from '../../../server/domain/facts/extract-facts.ts';
import { forgetRequest } from '../../../server/domain/facts/forget-facts.ts';
import { slotOfFact } from '../../../server/domain/facts/fact-slot.ts';
import { comparedFact, laterWords, saysOtherwise } from '../../../server/domain/facts/said-otherwise.ts';
import { readTurn } from '../../../server/domain/speech/read-turn.ts';
import { FACT_READER } from '../../fact-reader.ts';
import { ROOT } from '../../root.ts';

const linesOf = (name: string): readonly string[] =>
  readFileSync(join(ROOT, 'test/domain/facts/fiction', name), 'utf8')
    .split('\n')
    .filter(Boolean);
const forPrompts = (turn: string): readonly string[] =>
  extractFacts(turn, FACT_READER)
    .filter(({ confidence }) => confidence !== 'LOW')
    .map(({ text }) => text);

describe('fiction in turns', () => {
  it('becomes no fact in prompts, replaces no fact and forgets none', () => {
    for (const turn of linesOf('made-up.txt')) {
      expect(forPrompts(turn), turn).to.deep.equal([]);
      expect(forgetRequest(turn), turn).to.equal(undefined);
    }
  });

  it('does not include what users say about books, films and games, or about making them', () => {
    for (const turn of linesOf('not-made-up.txt')) {
      const framed = readTurn(turn).clauses.filter(({ fiction }) => fiction !== undefined);
      expect(framed, turn).to.deep.equal([]);
    }
    expect(forPrompts("I'm writing a novel")).to.deep.equal(["I'm writing a novel"]);
    expect(forPrompts('I work in film')).to.deep.equal(['I work in film']);
    expect(forPrompts('My favourite book is Dune')).to.deep.equal(['My favourite book is Dune']);
  });

  it('lasts until a sentence of the turn says that it is over', () => {
    for (const [turn, ...facts] of [
      ['In this story, my name is Zed. I live in Paris. I own two dogs.'],
      ['In this story I own two dogs. By the way, I live in Leeds.', 'I live in Leeds'],
      ['En mi novela soy rey. Tengo dos hijos. Fuera de bromas, soy celíaca.', 'soy celíaca'],
      ['En el juego vivo en Marte, pero por cierto, soy celíaca.', 'soy celíaca'],
      ['I live in Leeds. In my novel, I live on a comet.', 'I live in Leeds'],
      ['Vivo en Lugo. En mi novela, vivo en un cometa.', 'Vivo en Lugo'],
      ["Let's say I own a boat. I live in Leeds. What does it cost?", 'I live in Leeds'],
      ['Imagina que eres un abogado. Vivo en Lugo. ¿Qué me recomiendas?', 'Vivo en Lugo'],
    ]) {
      expect(forPrompts(turn!), turn).to.deep.equal(facts);
    }
  });

  it('is suspected after words that may begin it: facts are kept aside unless the user asks to remember them', () => {
    const sure = (turn: string): readonly string[] =>
      extractFacts(turn, FACT_READER).map(({ text, confidence }) => `${confidence} ${text}`);
    expect(sure("I'm writing a novel. My name is Zed and I live on Mars.").slice(1)).to.deep.equal([
      'LOW My name is Zed',
      'LOW I live on Mars',
    ]);
    expect(sure('Hagamos de cuenta que somos piratas. Nací en Tortuga.')).to.deep.equal(['LOW Nací en Tortuga']);
    expect(sure("I'm writing a novel. Remember that I'm coeliac.").at(-1)).to.equal("HIGH I'm coeliac");
    expect(sure('Estoy escribiendo un guion de cine. Por cierto, soy vegana.').at(-1)).to.equal('HIGH soy vegana');
    // A request to remember something about a story is explicit.
    expect(forPrompts('Remember that in my novel the heroine is called Vera.')).to.deep.equal([
      'in my novel the heroine is called Vera',
    ]);
    expect(forPrompts('In this story, remember that I am a wizard.')).to.deep.equal([]);
    // A request to forget is the user's, unless it is made within the story.
    expect(forgetRequest("I'm writing a novel. Forget that I live in Madrid.")?.target).to.equal('I live in Madrid');
    expect(forgetRequest('In this story, forget that I live in Madrid.')).to.equal(undefined);
  });

  it('contradicts no known fact', () => {
    const text = 'vivo en Madrid';
    const known = comparedFact({
      id: 'fa_1',
      domain: 'PERSONAL',
      text,
      confidence: 'HIGH',
      source: 'EXPLICIT',
      slot: slotOfFact(text),
      createTimeMs: 0,
      lastConfirmedTimeMs: 0,
      confirmations: 0,
    });
    expect(saysOtherwise(laterWords('Ahora vivo en Oslo.', false), known)).to.equal(true);
    expect(saysOtherwise(laterWords('En mi novela ahora vivo en Oslo.', false), known)).to.equal(false);
    expect(saysOtherwise(laterWords("Let's role-play. I live in Oslo now.", false), known)).to.equal(false);
  });
});
