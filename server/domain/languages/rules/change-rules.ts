/** The packs' words of change, as patterns over folded text unless stated otherwise. */
import { EXCLUSIVE, type ChangePack } from '../change-pack.ts';
import type { Language } from '../language.ts';
import { lazyProperties } from '../../lazy.ts';
import { fold } from '../../text/fold.ts';

export type ChangeRules = {
  readonly tellsOfChange: RegExp;
  /** Matches what tells of a change in any of the packs' words. */
  readonly revises: RegExp;
  readonly denies: RegExp;
  readonly also: RegExp;
  readonly ends: RegExp;
  /** It matches the words of `ends` at the end of a text, and `endsAfter` matches them at the beginning. */
  readonly endsBefore: RegExp;
  readonly endsAfter: RegExp;
  readonly holdsNow: RegExp;
  readonly goesOver: RegExp;
  /** Its group `ended` captures the thing that no longer holds. */
  readonly ended: RegExp;
  /** Its group `old` captures the thing that was replaced. */
  readonly insteadOf: RegExp;
  /** Rows of patterns: a text that matches one pattern of a row contradicts a text that matches another. */
  readonly exclusive: readonly (readonly RegExp[])[];
  readonly meat: { readonly eaten: RegExp; readonly uneaten: RegExp; readonly words: string };
  readonly frames: ReadonlySet<string>;
  /** Words of time, number and sequence, which statements about different things share. */
  readonly incidental: ReadonlySet<string>;
  /** Folded names of days, months and numbers, each with its list and its value there. */
  readonly values: ReadonlyMap<string, { readonly list: string; readonly value: string }>;
  /** Matches text that is not folded. */
  readonly before: RegExp;
};

export function changeRules(languages: readonly Pick<Language, 'changes' | 'dates'>[]): ChangeRules {
  const packs = languages.map(({ changes }) => changes);
  const anyOf = (patternOf: (pack: ChangePack) => string | undefined): string =>
    packs.flatMap((pack) => patternOf(pack) ?? []).join('|') || '(?!)';
  const anywhere = (patternOf: (pack: ChangePack) => string | undefined): RegExp =>
    new RegExp(String.raw`\b(?:${anyOf(patternOf)})\b`);
  return lazyProperties<ChangeRules>({
    tellsOfChange: () => anywhere((pack) => pack.tellsOfChange),
    revises: () => anywhere(({ tellsOfChange, goesOver, revises }) => `${tellsOfChange}|${goesOver}|${revises}`),
    denies: () => anywhere(({ denies }) => denies),
    also: () => anywhere(({ also }) => also),
    ends: () => anywhere(({ ends }) => ends),
    endsBefore: () => new RegExp(String.raw`\b(?:${anyOf(({ ends }) => ends)})$`),
    endsAfter: () => new RegExp(String.raw`^(?:${anyOf(({ ends }) => ends)})\b`),
    holdsNow: () => anywhere(({ holdsNow }) => holdsNow),
    goesOver: () => anywhere(({ goesOver }) => goesOver),
    ended: () => {
      const of = (name: keyof ChangePack['ended']): string => anyOf(({ ended }) => ended[name]);
      return new RegExp(
        String.raw`^(?:(?:${of('before')}) )*(?:${of('ends')})\s+(?<ended>.+?)(?: (?:${of('after')}))?$`,
      );
    },
    insteadOf: () => {
      const of = (name: keyof ChangePack['insteadOf']): string => anyOf(({ insteadOf }) => insteadOf[name]);
      const word = String.raw`[\p{L}\d.+#-]+`;
      return new RegExp(
        String.raw`\b(?:${of('of')})\s+(?:(?:${of('articles')}) )?(?<old>${word}(?: (?!(?:${of('ends')})\b)${word}){0,2})`,
        'u',
      );
    },
    exclusive: () => EXCLUSIVE.map((row) => row.map((name) => anywhere(({ exclusive }) => exclusive[name]))),
    meat: () => ({
      eaten: anywhere(({ meat }) => meat.eaten),
      uneaten: anywhere(({ meat }) => meat.uneaten),
      words: packs.map(({ meat }) => meat.words).join(' '),
    }),
    frames: () => new Set(packs.flatMap(({ frames }) => frames.split(' '))),
    incidental: () => new Set(languages.flatMap(incidentalWords)),
    values: () => new Map(languages.flatMap(valueWords)),
    before: () => new RegExp(String.raw`^(?:(?:${anyOf(({ before }) => before)})\s+)+`, 'iu'),
  });
}

function incidentalWords({ changes, dates }: Pick<Language, 'changes' | 'dates'>): readonly string[] {
  const { months, weekdays, seasons, units, numbers, ordinals } = dates;
  const names = [...months, ...weekdays, ...seasons, ...[units, numbers, ordinals].flatMap(Object.keys)];
  return [...names, changes.incidental ?? ''].flatMap((name) => name.split(/[| ]/)).filter(Boolean);
}

/** The least length of a name: shorter ones mean something else as well, like `may` and `mar`. */
const LEAST_NAME = 4;

function valueWords({
  dates,
}: Pick<Language, 'dates'>): readonly (readonly [string, { list: string; value: string }])[] {
  const named = (list: string, names: readonly string[]): ReturnType<typeof valueWords> =>
    names.flatMap((alternatives, at) =>
      alternatives
        .split('|')
        .filter(({ length }) => length >= LEAST_NAME)
        .flatMap((name) => (name.endsWith('s') ? [name] : [name, `${name}s`]))
        .map((name) => [fold(name), { list, value: `${at}` }] as const),
    );
  // One is an article in many languages.
  const numbers = Object.entries(dates.numbers).filter(([, value]) => value > 1);
  return [
    ...named('day', dates.weekdays),
    ...named('month', dates.months),
    ...numbers.map(([name, value]) => [fold(name), { list: 'number', value: `${value}` }] as const),
  ];
}
