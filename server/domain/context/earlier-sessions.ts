/**
 * Summaries of a user's last sessions, one line each: the day, what was decided, what is open, what was told. A prompt has such lines
 * only if the question refers to an earlier conversation, in Spanish or English.
 */
import { EARLIER_SESSIONS } from '../../policy/context.ts';
import { lazy } from '../lazy.ts';
import { anyOf } from '../text/any-of.ts';
import { fold } from '../text/fold.ts';
import { rawLines } from '../text/raw-lines.ts';
import { asDataLine, dayOf } from './clip.ts';
import { questionWords } from './question-words.ts';
import type { Segment, SegmentKey } from './segment.ts';

/** Another session of the user, and the summaries of its end, the oldest first. */
export type EarlierSession = {
  readonly sessionId: string;
  /** The time at which its last turn was said, in milliseconds since 1970. */
  readonly saidMs: number;
  readonly summaries: readonly Segment['keys'][];
  /** True if the question refers to it; otherwise it is left out. */
  readonly isAsked: boolean;
};

/** A session's line, as the prompt shows it. */
export type SessionLine = { readonly sessionId: string; readonly line: string };

/** Matches folded text that refers to an earlier conversation: where both of us were, what we said or settled. */
const GOES_BACK = lazy(() =>
  anyOf([
    new RegExp(rawLines`
      \b(?:where|what) (?:did|had|have|were|was) (?:we|i|you and i) (?:(?:leave|left) (?:off|it|things)|stop|at|get to|up to|land|end up|doing|
      talking|discuss\w*|decid\w*|agree\w*|settle\w*|cover\w*|work\w*|plan\w*|conclud\w*|say|said|talk\w*|go with|choose|pick)\b
    `),
    /\b(?:we|i) left (?:off|it|things)|\bpick(?:ing)? (?:up|it up|things up) (?:from |where|again)|\b(?:carry|go|keep going|continue|resume) (?:on )?(?:from|with|where) (?:where|what) we\b/,
    /\b(?:last|previous|prior|earlier|yesterday's|other) (?:session|conversation|chat|talk|discussion|time we (?:spoke|talked|chatted|met))\b/,
    /\bwhat(?:'s| is| was| are| were)? (?:still |left |our |the |we )*(?:open|pending|outstanding|undecided|left to (?:do|decide)|agreed|decided|next steps?|conclusions?|decisions?)\b/,
    /\b(?:catch me up|bring me up to (?:speed|date)|recap|refresh my memory|remind me (?:what|where|of what) (?:we|i)|sum up what we)\b/,
    new RegExp(rawLines`
      \b(?:did|have|had) (?:i|we|you|you and i) (?:ever |already |just )?(?:tell|told|say|said|mention\w*|promise\w*|agree\w*|decide\w*|choose|chose|
      chosen|pick\w*|settle\w*|conclude\w*|talk\w*|discuss\w*|recommend\w*|suggest\w*|go with|land on)\b
    `),
    /\bi (?:told|mentioned|said|promised|was telling)\b.{0,80}\?|\bwe (?:agreed|decided|settled|chose|picked|talked|discussed|said|concluded)\b.{0,80}\?/,
    /\bdid (?:the|my|our|his|her|dr\.?|mrs?\.?|ms\.?) ?[a-z.' ]{2,20} (?:say|tell|recommend|want|ask|suggest|promise|mention|quote)\b/,
    /\bin the end\b.{0,20}\?|\bal final\b.{0,40}\?/,
    /\b(?:que|cuanto|cuando|como) (?:dijo|dijeron|pidio|recomendo|prometio) (?:el|la|los|las|mi|tu|su)\b|\brecord\w*me (?:lo|el|la|que|en que|donde|cuanto)\b/,
    new RegExp(rawLines`
      \b(?:donde|en que|por donde|hasta donde|que) (?:nos |lo |la |habiamos |fue lo que |es lo que |era lo que )*(?:quedamos|quedado|resolvio|quedaste|
      dejamos|dejado|estabamos|ibamos|andabamos|decidimos|decidido|acordamos|acordado|dijimos|hablamos|hablado|charlamos|vimos|
      definimos|definido|resolvimos|elegimos|concluimos|quedo|habia quedado|avanzamos)\b
    `),
    /\b(?:lo|el|la|los|las|aquello) (?:de|que) (?:ayer|anoche|la otra vez|la ultima vez|el otro dia|decidimos|acordamos|hablamos|quedamos|dijimos|vimos|definimos|charlamos|veniamos)/,
    /\b(?:sesion|conversacion|charla|vez) (?:anterior|pasada|previa|de ayer)\b|\b(?:ultima|otra) (?:sesion|conversacion|charla|vez)\b/,
    /\b(?:retom(?:emos|amos|ar|ando)|sigamos|seguimos|continuemos|continuamos|seguir|continuar) (?:con |desde |por |donde )*(?:lo|donde|ayer|la)\b/,
    /\b(?:pone|pon|poner)me al (?:dia|corriente)|\brecapitul|\brefresca(?:me)?\b|\bhace(?:me)? (?:un )?(?:resumen|repaso) de lo\b|\bresum\w* (?:lo que|lo de ayer|donde)/,
    /\bque (?:nos |me )?(?:queda|quedaba|quedo|falta|faltaba|sigue) (?:pendiente|abierto|por (?:decidir|definir|hacer|resolver|ver)|decidir|definir)/,
    /\b(?:te|me) (?:dije|conte|comente|mencione|pedi|pregunte|pase|dijiste|contaste)\b.{0,40}\b(?:ayer|anoche|el otro dia|la semana pasada|esta manana)|\b(?:ayer|anoche|el otro dia|la semana pasada|esta manana)\b.{0,40}\b(?:te|me) (?:dije|conte|comente|mencione|pedi|pregunte|pase|dijiste|contaste)\b/,
  ]),
);

/** Matches the same if the user asks: "I was at the dentist yesterday" tells of another day, and of no conversation. */
const GOES_BACK_IF_ASKED = lazy(() =>
  anyOf([
    /\b(?:yesterday|last (?:night|week|time)|the other day|earlier today|this morning)\b.{0,60}\b(?:we|you and i|i (?:said|told|asked|mentioned|decided))\b/,
    /\b(?:we|did i|have i|i) [a-z' ]{0,40}\b(?:yesterday|last (?:night|week|time)|the other day|earlier today|this morning)\b/,
    /\b(?:ayer|anoche|el otro dia|la semana pasada|esta manana)\b.{0,60}\b[a-z]{2,}(?:amos|imos|emos)\b|\b[a-z]{2,}(?:amos|imos|emos)\b.{0,60}\b(?:ayer|anoche|el otro dia|la semana pasada|esta manana)\b/,
    /\b(?:te|le|les) (?:dije|conte|comente|mencione|prometi|pedi|pase|habia (?:dicho|contado|comentado))\b|\bme (?:dijiste|recomendaste|contaste|dijo|recomendo|pidio|dijeron|recomendaron)\b/,
  ]),
);

/** Tells whether a question asks about another session. */
export function asksForEarlier(question: string): boolean {
  const folded = fold(question.slice(0, EARLIER_SESSIONS.units)).replaceAll('’', "'");
  return GOES_BACK().test(folded) || (!questionWords(question).tells && GOES_BACK_IF_ASKED().test(folded));
}

/** The keys of each summary that a line shows, in order: the latest decisions come first. */
const LINE_KEYS = [
  ['decisions', 'decided'],
  ['open_questions', 'open'],
  ['discussed', 'said'],
  ['outcome', 'answered'],
  ['topic', 'about'],
] as const satisfies readonly (readonly [SegmentKey, string])[];

/** Returns the line with its line break: as many whole sentences as fit into the given tokens. */
export function sessionLine(
  { saidMs, summaries }: EarlierSession,
  most: number,
  count: (text: string) => number,
): string {
  const day = dayOf(saidMs);
  let line = `- ${day}`;
  let left = most - count(`${line}\n`);
  const newest = summaries.toReversed();
  for (const [key, name] of LINE_KEYS) {
    // Topics are bare words, used only if nothing else is known.
    if (key === 'topic' && !line.endsWith(day)) break;
    let isFirst = true;
    for (const keys of newest) {
      if (keys[key] === '') continue;
      const said = asDataLine(keys[key]).replace(/[.;,]+$/u, '');
      const part = `${isFirst ? `${separator(line, day)} ${name}:` : ';'} ${said}`;
      const tokens = count(part);
      if (tokens > left) continue;
      line += part;
      left -= tokens;
      isFirst = false;
    }
  }
  return `${line}\n`;
}

function separator(line: string, day: string): string {
  if (line.endsWith(day)) return ':';
  return /[?!…]$/u.test(line) ? '' : '.';
}
