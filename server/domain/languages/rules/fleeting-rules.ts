/** The packs' questions whose answers are never kept, as rows. */
import type { FleetingQuestions, QuestionRow } from '../question-pack.ts';
import { word } from '../../text/word-edges.ts';

export function fleetingRows(packs: readonly FleetingQuestions[]): readonly QuestionRow[] {
  return [
    ...packs.flatMap(({ rows }) => rows),
    { rule: 'goes-on', when: [goesOn(packs.map((pack) => pack.goesOn))] },
    {
      rule: 'side-effect',
      refusal: 'SIDE_EFFECT',
      when: [requests(packs.map((pack) => pack.requests)), orders(packs.map((pack) => pack.orders))],
    },
  ];
}

/** A pattern that matches nothing, for when no pack has an alternative. */
const NOTHING = '(?!)';

/** Joins the alternatives that the packs have for one thing. */
function anyOf<Pack>(packs: readonly Pack[], patternOf: (pack: Pack) => string | undefined): string {
  return packs.flatMap((pack) => patternOf(pack) ?? []).join('|') || NOTHING;
}

/** Matches `So, and what about my sister`, unless it continues with a complete question. */
function goesOn(packs: readonly FleetingQuestions['goesOn'][]): string {
  const any = (patternOf: (pack: FleetingQuestions['goesOn']) => string | undefined): string => anyOf(packs, patternOf);
  return [
    String.raw`^[^\p{L}]*(?:(?:${any(({ openings }) => openings)}),? )*`,
    `(?:${any(({ and }) => and)}) (?:(?:${any(({ about }) => about)}) )?(?:(?:${any(({ of }) => of)}) )?`,
    `(?:(?:${any(({ articles }) => articles)}) )?(?:${any(({ whose }) => whose)}) `,
    String.raw`(?!\p{L}+(?: \p{L}+)?,? (?:${any(({ unless }) => unless)}))`,
  ].join('');
}

/** Matches `Please, can you …`, unless only an answer is asked for; a request to remember something is an action. */
function requests(packs: readonly FleetingQuestions['requests'][]): string {
  const any = (patternOf: (pack: FleetingQuestions['requests']) => string | undefined): string =>
    anyOf(packs, patternOf);
  return [
    String.raw`^[^\p{L}]*(?:(?:${any(({ openings }) => openings)})[\s,]+)*`,
    `(?:(?:${any(({ whom }) => whom)}) )?(?:${any(({ can }) => can)}) (?:(?:${any(({ please }) => please)}) )?`,
    String.raw`(?:(?:${any(({ remember }) => remember)}) (?:${any(({ that }) => that)})(?![\p{L}])|`,
    `(?!(?:${any(({ tell }) => tell)})(?: (?:${any(({ again }) => again)}))*`,
    String.raw`(?: (?:${any(({ asked }) => asked)})(?![\p{L}])|\s*\?)))`,
  ].join('');
}

/** Matches orders at the beginning of a sentence or clause. */
function orders(packs: readonly FleetingQuestions['orders'][]): string {
  const after = word(anyOf(packs, (pack) => pack.after));
  return String.raw`(?:^|[.,;:!?\u00bf\u00a1]|${after})[^\p{L}]*${word(anyOf(packs, ({ verbs }) => verbs))}`;
}
