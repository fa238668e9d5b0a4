import { expect } from 'chai';
import { INFERRED_SESSION } from '../../server/policy/score-weights.ts';
import { inferredSession, withReadMetadata } from '../../server/retrieval/inferred-metadata.ts';

const ADDED = Date.UTC(2024, 8, 1);
const read = (text: string, sent: { readonly speaker?: string; readonly eventTimeMs?: number } = {}) =>
  withReadMetadata({ text, speaker: '', createTimeMs: ADDED, ...sent });

describe('the speaker of a text', () => {
  const SPEAKERS = {
    'Caroline: I joined a support group': 'Caroline',
    'María José: me mudé a Lisboa': 'María José',
    "Dr. O'Neill: take one a day": "Dr. O'Neill",
    '[2023-05-08] Melanie: the race was great': 'Melanie',
    '(1:56 pm on 8 May, 2023) Melanie: the race was great': 'Melanie',
    'Álvaro:hola': 'Álvaro',
    'Note: buy milk': '',
    'Reminder: the rent is due': '',
    'Nota: comprar leche': '',
    'Recordatorio: vence el alquiler': '',
    'the plan: go by train': '',
    'Meet at 10:30 with Ana': '',
    'See https://example.org': '',
    'Https://example.org': '',
    'Caroline:': '',
    'She said: no': '',
  };
  for (const [text, speaker] of Object.entries(SPEAKERS)) {
    it(`of "${text}" is ${speaker === '' ? 'nobody' : speaker}`, () => {
      expect(read(text).speaker).to.equal(speaker);
    });
  }

  it('is the one that was sent', () => {
    expect(read('Caroline: hi', { speaker: 'Tom' }).speaker).to.equal('Tom');
  });
});

describe('the time of what a text tells', () => {
  const day = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date, 12);
  const TIMES = {
    'We met on 5 May 2023': day(2023, 5, 5),
    'Nos conocimos el 5 de mayo de 2023': day(2023, 5, 5),
    'Paid on 2024-03-11': day(2024, 3, 11),
    'The flight leaves on 12 January 2025': day(2025, 1, 12),
    'We moved in June 2021': Date.UTC(2021, 5, 16),
    'From 5 May 2023 to 7 May 2023': day(2023, 5, 6),
    'We met on 5 May': undefined,
    'I have lived here since 2019': undefined,
    'It was in 2019': undefined,
    'Married on 5 May 2023, divorced on 6 June 2024': undefined,
    'The bill was 2023 euros': undefined,
  };
  for (const [text, time] of Object.entries(TIMES)) {
    it(`"${text}" is ${time === undefined ? 'not known' : new Date(time).toISOString()}`, () => {
      expect(read(text).eventTimeMs).to.equal(time);
    });
  }

  it('is the one that was sent', () => {
    expect(read('We met on 5 May 2023', { eventTimeMs: 7 }).eventTimeMs).to.equal(7);
  });
});

describe('the session of what is added without one', () => {
  const at = (ms: number, agentId = 'coach', namespace = '') => inferredSession({ agentId, namespace }, ms);

  it('is that of the same agent, namespace and half hour', () => {
    const { windowMs } = INFERRED_SESSION;
    expect(at(ADDED)).to.equal(at(ADDED + windowMs - 1));
    const others = [at(ADDED + windowMs), at(ADDED, 'chef'), at(ADDED, 'coach', 'home'), at(ADDED, '', 'coach')];
    expect(new Set([at(ADDED), ...others])).to.have.length(5);
  });
});
