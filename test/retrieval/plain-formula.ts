/**
 * The formula of policy/score-weights.ts as documented there: plain loops over plain lists, without the kernel, postings or columns kept
 * between searches. Searches must give the same results. The words of texts and queries are read as an index reads them.
 */
import { askedCues, CUE } from '../../server/domain/text/cues.ts';
import { periodsIn } from '../../server/domain/dates/periods.ts';
import type { StaticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { DAY_MS } from '../../server/policy/units.ts';
import * as policy from '../../server/policy/score-weights.ts';
import { documents as documentColumns } from '../../server/retrieval/documents.ts';
import { isInferredSession } from '../../server/retrieval/inferred-metadata.ts';
import type { IndexDocument } from '../../server/retrieval/memory-index.ts';
import { queryTerms } from '../../server/retrieval/query-terms.ts';
import { speakerSignal } from '../../server/retrieval/signals/speaker.ts';

type Values = readonly number[];
type Query = { readonly text: string; readonly nowMs: number };
export type PlainScore = Readonly<Record<policy.Signal, number>> & { readonly score: number };

const rounded = (value: number, step: number): number => Math.round(value / step) * step;
const idf = (count: number, having: number): number => Math.log(1 + (count - having + 0.5) / (having + 0.5));
const dot = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);

function normalised(values: Values, top: number, low = Math.min(...values)): Values {
  const range = Math.max(...values) - low;
  return values.map((value) => (range > policy.FLAT_RANGE ? ((value - low) / range) * top : 0));
}

/** Returns the signals and score of each document, in order. */
export function plainFormula(encoder: StaticEncoder, list: readonly IndexDocument[], query: Query): PlainScore[] {
  const read = documentColumns(encoder);
  for (const document of list) read.put(document);
  const count = list.length;
  const places = list.map((_, index) => index);
  const coded = places.map((slot) => [...read.terms.values.subarray(read.terms.start(slot), read.terms.end(slot))]);
  const words = coded.map((codes) => codes.map((code) => code >> 1));
  const kinds = list.map(({ speaker, sessionId }) => {
    const { fact, turn, note } = policy.DOCUMENT_KIND;
    if (isInferredSession(sessionId)) return note;
    return speaker === '' ? fact : turn;
  });
  const reachOf = (index: number): 0 | 1 => (kinds[index] === policy.DOCUMENT_KIND.turn ? 1 : 0);

  /** The documents of each session, in order; a document without a session is alone. */
  const sessions = new Map<string, number[]>();
  for (const rank of places) {
    const key = list[rank]?.sessionId === '' ? `alone ${rank}` : `in ${list[rank]?.sessionId}`;
    sessions.set(key, [...(sessions.get(key) ?? []), rank]);
  }
  const turn = (index: number): number => list[index]?.turn ?? Infinity;
  const sessionOf = new Map<number, readonly number[]>();
  for (const session of sessions.values()) {
    session.sort((left, right) => (turn(left) === turn(right) ? left - right : turn(left) - turn(right)));
    for (const rank of session) sessionOf.set(rank, session);
  }
  const around = (index: number, back: readonly number[], forward: readonly number[]): readonly number[] => {
    const session = sessionOf.get(index) ?? [];
    const at = session.indexOf(index);
    const kind = reachOf(index);
    return session.slice(Math.max(0, at - (back[kind] ?? 0)), at + 1 + (forward[kind] ?? 0));
  };

  const terms = queryTerms(query.text, read);
  const vector = encoder.embedQuery(query.text, {
    count,
    frequency: read.rows.of,
    leaveOut: terms.namedWords,
    asksForAdvice: terms.asksForAdvice,
    mainLanguage: read.mainLanguage,
  });

  const bm25 = (asked: readonly number[], back: readonly number[], forward: readonly number[]) => {
    const texts = places.map((index) => around(index, back, forward).flatMap((near) => words[near] ?? []));
    const mean = Math.max(1, texts.reduce((sum, text) => sum + text.length, 0) / count);
    const norm = (length: number): number => policy.BM25_K1 * (1 - policy.BM25_B + (policy.BM25_B * length) / mean);
    const scores = places.map(() => 0);
    const covered = places.map(() => 0);
    let all = 0;
    for (const term of new Set(asked)) {
      const times = texts.map((text) => text.filter((word) => word === term).length);
      const weight = idf(count, times.filter((time) => time > 0).length);
      all += weight;
      for (const [rank, time] of times.entries()) {
        if (time === 0) continue;
        scores[rank] =
          (scores[rank] ?? 0) + (weight * time * (policy.BM25_K1 + 1)) / (time + norm(texts[rank]?.length ?? 0));
        covered[rank] = (covered[rank] ?? 0) + weight;
      }
    }
    return { scores, covered, all };
  };

  const cosines = list.map((document) => dot(document.vector, vector));
  const plainMeanings = normalised(
    places.map((rank) => {
      const session = sessionOf.get(rank) ?? [];
      const at = session.indexOf(rank);
      const kind = kinds[rank] ?? 0;
      const parts = [
        [rank, 1],
        [session[at - 1], policy.BEFORE_MIX[kind]],
        [session[at + 1], policy.AFTER_MIX[kind]],
      ] as const;
      const mixed = new Float32Array(vector.length);
      let cosine = 0;
      for (const [near, share] of parts) {
        if (near === undefined) continue;
        cosine += share * (cosines[near] ?? 0);
        for (const [index, value] of (list[near]?.vector ?? mixed).entries())
          mixed[index] = (mixed[index] ?? 0) + share * value;
      }
      const length = Math.sqrt(dot(mixed, mixed));
      return length > 0 ? cosine / length : 0;
    }),
    1,
  );

  const [from, to] = policy.NEARLY_NEAREST;
  const near = plainMeanings.reduce((sum, value) => sum + Math.min(1, Math.max(0, (value - from) / (to - from))), 0);
  const isFlat = plainMeanings.every((value) => value === 0);
  const clear = isFlat ? 0 : 1 - Math.min(1, Math.max(0, near - 1) / policy.CLEAR_AMONG);
  const meanings = plainMeanings.map((value) => value * (1 + policy.CLEAR_MEANING_GAIN * clear));

  const inLanguage = Math.min(1, read.languageShare(terms.language) / policy.WORDS_TRUST_LANGUAGE_SHARE);
  const advice = terms.asksForAdvice ? policy.WORDS_TRUST_ADVICE : 1;
  const trust = (count / (count + policy.WORDS_TRUST_N0)) * inLanguage * advice;
  const none = [0, 0];
  const own = bm25(terms.terms, none, none);
  const window = bm25(terms.topicTerms, [1, 2], [1, 0]);
  const reach = [policy.WIDE_REACH, policy.WIDE_REACH];
  const wide = bm25(terms.topicTerms, reach, reach);
  const heard = window.all > 0 ? Math.min(1, Math.max(...window.covered) / (policy.WORDS_HEARD_SHARE * window.all)) : 0;
  const owns = normalised(own.scores, trust);
  const windows = normalised(window.scores, trust * heard);
  const wides = normalised(wide.scores, trust * heard);

  const phrases = places.map(() => 0);
  const pairs = terms.topicTerms.slice(1).map((second, at) => [terms.topicTerms[at] ?? 0, second] as const);
  for (const [first, second] of new Map(pairs.map((pair) => [pair.join(), pair])).values()) {
    const holders = places.filter((index) =>
      words[index]?.some((word, at) => word === first && words[index]?.[at + 1] === second),
    );
    for (const rank of holders) {
      phrases[rank] = Math.min(
        trust,
        (phrases[rank] ?? 0) + (trust * idf(count, holders.length)) / policy.PHRASE_SCALE,
      );
    }
  }

  const having = new Map<number, number>();
  for (const text of words) for (const word of new Set(text)) having.set(word, (having.get(word) ?? 0) + 1);
  const ofIndex = rounded(Math.log(count + 1), policy.INFORMATION_STEPS.index);
  const informations = words.map((text) => {
    const all = [...new Set(text)].reduce((sum, word) => {
      const ofWord = rounded(Math.log((having.get(word) ?? 0) + 0.5), policy.INFORMATION_STEPS.word);
      return sum + ofIndex - ofWord;
    }, 0);
    return Math.min(1, Math.max(0, all / policy.INFORMATION_SCALE));
  });

  const speakers = new Float32Array(count);
  speakerSignal(terms, read, speakers);
  const periods = periodsIn({ text: query.text, ...terms, nowMs: query.nowMs }, read);
  const days = (ms: number): number => Math.max(0, Math.ceil(ms / DAY_MS));
  const dates = list.map(({ eventTimeMs, createTimeMs }) => {
    const time = eventTimeMs ?? createTimeMs;
    const gaps = periods.map(({ fromMs, toMs }) =>
      time < fromMs ? policy.DAYS_BEFORE_COUNT * days(fromMs - time) : days(time - toMs),
    );
    return Math.max(0, ...gaps.map((gap) => 1 - gap / policy.DATE_FADE_DAYS));
  });
  const asked = askedCues(terms.folded, terms.language);
  const cue = (name: 'when' | 'where' | 'title', index: number): number =>
    (asked & CUE[name] & (read.cues[index] ?? 0)) === 0 ? 0 : 1;

  const guesses = places.map((index) => {
    const { own: ofOwn, window: ofWindow, meaning, speaker, date } = policy.SESSION_WEIGHTS;
    const words = ofOwn * (owns[index] ?? 0) + ofWindow * (windows[index] ?? 0);
    return words + meaning * (meanings[index] ?? 0) + speaker * (speakers[index] ?? 0) + date * (dates[index] ?? 0);
  });
  const lowest = Math.min(...guesses);
  /** A long inferred session is counted in parts. */
  const partOf = (index: number): readonly number[] => {
    const session = sessionOf.get(index) ?? [];
    if (kinds[index] !== policy.DOCUMENT_KIND.note) return session;
    const { documents: length } = policy.INFERRED_SESSION;
    const first = Math.floor(session.indexOf(index) / length) * length;
    return session.slice(first, first + length);
  };
  const bests = places.map((index) => Math.max(...partOf(index).map((near) => guesses[near] ?? 0)));
  const range = Math.max(...guesses) - lowest;

  read.release();
  return places.map((index) => {
    const meaning = meanings[index] ?? 0;
    const signals = {
      meaning,
      own: owns[index] ?? 0,
      window: windows[index] ?? 0,
      wide: sessionOf.get(index)?.length === 1 ? meaning : (wides[index] ?? 0),
      coverage: window.all > 0 ? ((window.covered[index] ?? 0) / window.all) * trust : 0,
      phrase: phrases[index] ?? 0,
      information: (informations[index] ?? 0) * meaning,
      speaker: speakers[index] ?? 0,
      date: dates[index] ?? 0,
      session: range > policy.FLAT_RANGE ? ((bests[index] ?? 0) - lowest) / range : 0,
      when: cue('when', index),
      where: cue('where', index),
      title: cue('title', index),
      limit:
        (terms.asksForAdvice || terms.asksForLimit) && ((read.cues[index] ?? 0) & CUE.limit) !== 0
          ? (plainMeanings[index] ?? 0)
          : 0,
    };
    const score = policy.SIGNALS.reduce((sum, name) => sum + policy.SCORE_WEIGHTS[name] * signals[name], 0);
    return { ...signals, score };
  });
}
