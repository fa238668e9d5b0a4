import { expect } from 'chai';
import { decideFlush, decideAppend, decideSeal } from '../../../server/domain/context/append.ts';
import { readTurn } from '../../../server/domain/context/read-turn.ts';
import { ruleSummary } from '../../../server/domain/context/rule-summary.ts';
import { newSession, type ReadTurn, type WindowPolicy } from '../../../server/domain/context/turn.ts';
import { SEGMENT } from '../../../server/policy/context.ts';
import { makeTokenTable } from '../../../server/tokens/encodings.ts';
import { tokenCounter } from '../../../server/tokens/token-counter.ts';
import { FACT_READER } from '../../fact-reader.ts';

describe('the summary of a segment', () => {
  const tokens = tokenCounter(makeTokenTable);
  before(() => tokens.load('o200k_base'));

  const read = (content: string, at: number): ReadTurn =>
    readTurn(
      {
        role: at % 2 === 0 ? 'USER' : 'ASSISTANT',
        content,
        speaker: '',
        timeMs: 0,
        toolCalls: [],
        toolCallId: '',
      },
      `tn_${at}`,
      {
        count: (text) => tokens.count(text, 'o200k_base').tokens,
        embed: () => Float32Array.of(1),
        newFactId: () => `fa_${at}`,
        reader: FACT_READER,
        scope: { agentId: '', sessionId: '' },
      },
    );
  /** Roles alternate, and the user speaks first. */
  const summaryOf = (...said: readonly string[]) =>
    ruleSummary(said.map((content, at) => ({ ...read(content, at), turn: at + 1, createMs: 0, startsTopic: false })))
      ?.keys;

  it('has what changed before other news with names and numbers', () => {
    const english = summaryOf(
      'Hiroshima is on day 4 and 5 of the trip, we sleep at the Hotel Granvia for 140 euros.',
      'Noted: Hiroshima, days 4 and 5.',
      'Change of plans: we skip Hiroshima and go to Kanazawa.',
      'Kanazawa has beautiful gardens.',
      'My flight KL861 leaves at 9:15 from Schiphol.',
      'Have a safe flight.',
    );
    expect(Object.values(english ?? {}).join(' ')).to.include('Kanazawa');
    const spanish = summaryOf(
      'El catering de Luigi sale 88 euros por persona y la torta de Ana otros 120.',
      'Anotado: Luigi y Ana.',
      'Cambio de planes: no viene Luigi, cocina mi tía Rosa.',
      'Qué bueno.',
      'La florista Marta pide una seña de 50 euros antes del 3 de mayo.',
      'Anotado.',
    );
    expect(Object.values(spanish ?? {}).join(' ')).to.include('Rosa');
  });

  it('does not end a sentence after a title', () => {
    const said = summaryOf(
      'My landlord Mr. Osei raised the rent to 1,150.',
      'That is a lot.',
      'Yes, from May on.',
      'Ok.',
    );
    expect(Object.values(said ?? {}).join(' ')).to.include('Mr. Osei raised the rent');
  });

  it('has what was decided, and the numbers and names that belong to it', () => {
    const english = summaryOf(
      'The translations are late again, so I talked to the whole team this morning.',
      'And what came out of it?',
      'We decided to move the launch to 18 March, and Priya runs the rollout.',
      'Good, that leaves some air for the reviews.',
    );
    expect(english?.decisions).to.equal('We decided to move the launch to 18 March, and Priya runs the rollout.');
    const spanish = summaryOf(
      'Llegaron los presupuestos de la pileta y los miré con mi hermana toda la tarde.',
      '¿Y cuál conviene?',
      'Bueno, al final vamos con Piletas del Sur, que piden 1.620.000.',
      'Buena elección, y además tienen garantía.',
    );
    expect(spanish?.decisions).to.equal('al final vamos con Piletas del Sur, que piden 1.620.000.');
  });

  it('has what is still open, and no question that was answered or only offers something', () => {
    const open = summaryOf(
      'For the party we have the music, and Lucía brings her big speakers along.',
      'What else is there to do?',
      'We still have to choose a caterer, Olive Tree or Banu.',
      'Do you want me to compare the two of them for you?',
    );
    expect(open?.open_questions).to.equal('We still have to choose a caterer, Olive Tree or Banu.');
    const asked = summaryOf(
      'Todavía no decidimos si cambiar la correa de distribución ahora o en marzo.',
      'Depende de los kilómetros: ¿cuántos tiene el auto ahora?',
    );
    expect(asked?.open_questions).to.match(/^Todavía no decidimos/);
    expect(asked?.decisions).to.equal('');
  });

  it('takes nothing for decided that is denied, doubted or asked', () => {
    for (const said of [
      'We have not decided on the blue tiles of Marazzi for the bathroom upstairs.',
      'Did we agree on the blue tiles of Marazzi for the bathroom upstairs?',
      'Quizás elegimos los azulejos azules de Marazzi para el baño de arriba.',
    ])
      expect(summaryOf(said, 'Marazzi has nice ones.')?.decisions ?? '', said).to.equal('');
  });

  it('is not written of turns that say nothing', () => {
    expect(summaryOf('Hola, ¿cómo andás?', 'Bien, ¿y vos?', 'Todo tranquilo por acá.', 'Me alegro.')).to.equal(
      undefined,
    );
    expect(summaryOf('Morning!', 'Good morning. How are you?', 'Fine, thanks.')).to.equal(undefined);
  });

  it('takes no more than its share of what it stands for', () => {
    const turns = ['We agreed on 3 beds.', 'Fine, 3 beds.'].map((content, at) => ({
      ...read(content, at),
      turn: at + 1,
      createMs: 0,
      startsTopic: false,
    }));
    const took = turns.reduce((sum, turn) => sum + turn.tokens, 0);
    expect(ruleSummary(turns)?.tokens ?? 0).to.be.at.most(took * SEGMENT.share);
  });

  describe('covers', () => {
    const talk = (count: number): ReadTurn[] =>
      Array.from({ length: count }, (_, at) =>
        read(`Box ${at} holds ${at + 3} cups of Delft that Wilma packed in paper and carried down the stairs.`, at),
      );
    const lengths = (count: number, policy: WindowPolicy): number[] => {
      const { state } = decideAppend({ ...newSession('CACHED'), policy: 'CACHED' }, talk(count), 'none', 0);
      const { sealed } = decideFlush({ ...state, policy }, 0);
      return sealed.map(({ turns }) => turns.length);
    };

    it('three turns or more, where there are so many', () => {
      for (let count = 3; count <= 12; count += 1) {
        for (const policy of ['CACHED', 'SLIDING'] as const) {
          const of = lengths(count, policy);
          expect(Math.min(...of), `${count} ${policy}`).to.be.at.least(SEGMENT.leastTurns);
          expect(of.reduce((sum, one) => sum + one, 0)).to.equal(count);
        }
      }
      expect(lengths(9, 'SLIDING')).to.deep.equal([3, 3, 3]);
      expect(lengths(2, 'SLIDING')).to.deep.equal([2]);
    });

    it('the whole window once it is idle, which stays, and later only of what came since', () => {
      const { state } = decideAppend(newSession('CACHED'), talk(6), 'none', 0);
      const idle = decideSeal(state, 0);
      expect(idle.sealed.flatMap(({ turns }) => turns.map(({ turn }) => turn))).to.deep.equal([1, 2, 3, 4, 5, 6]);
      expect(idle.state.window).to.equal(state.window);
      expect(decideSeal(idle.state, 0).sealed).to.deep.equal([]);
      const later = decideAppend(idle.state, talk(3), 'none', 0);
      const ended = decideFlush(later.state, 0);
      expect(ended.sealed.map(({ segment }) => [segment.firstTurn, segment.lastTurn])).to.deep.equal([[7, 9]]);
      expect(ended.left).to.have.length(9);
    });
  });
});
