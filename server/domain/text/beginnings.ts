/**
 * Reads from the source of a pattern with which letters its matches may begin, so that most patterns of a long table need not be
 * tried. It knows the syntax that the tables of rules use, and in doubt leaves the beginning open.
 */

/** The number of units at the beginning that are read. */
const UNITS = 2;
/** In place of a unit: anything may follow from here on. */
const OPEN = '\uffff';

/** Beginnings of UNITS units; shorter ones if a match may end there, or if the rest is open. */
type Beginnings = ReadonlySet<string>;

const NOTHING: Beginnings = new Set(['']);
const ANYTHING: Beginnings = new Set([OPEN]);

/** Returns the beginnings of a pattern that is anchored at its start. */
export function beginnings(source: string): Beginnings {
  let at = source.startsWith('^') ? 1 : 0;
  const whole = alternatives();
  return at < source.length ? ANYTHING : whole;

  function alternatives(): Beginnings {
    const all = new Set(sequence());
    while (source[at] === '|') {
      at++;
      for (const beginning of sequence()) all.add(beginning);
    }
    return all;
  }

  function sequence(): Beginnings {
    let whole = NOTHING;
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      whole = followed(whole, quantified(atom()));
      if (areWhole(whole)) skipSequence();
    }
    return whole;
  }

  /** Skips to the end of the alternative, since nothing there can be part of the beginning. */
  function skipSequence(): void {
    for (let depth = 0; at < source.length; at++) {
      const sign = source[at];
      if (depth === 0 && (sign === '|' || sign === ')')) return;
      if (sign === '\\') at++;
      else if (sign === '[') skipClass();
      else if (sign === '(') depth++;
      else if (sign === ')') depth--;
    }
  }

  function atom(): Beginnings {
    const sign = source[at++] ?? '';
    if (sign === '(') return group();
    if (sign === '[') return letterClass();
    if (sign === '.') return ANYTHING;
    if (sign === '^' || sign === '$') return NOTHING;
    if (sign !== '\\') return new Set([sign]);
    const escaped = source[at++] ?? '';
    if (escaped === 'b' || escaped === 'B') return NOTHING;
    if (escaped === 'p' || escaped === 'u' || escaped === 'k') {
      // An escape such as \p{L} or \u00a4.
      at += escaped === 'u' && source[at] !== '{' ? 4 : source.indexOf('}', at) + 1 - at;
      return ANYTHING;
    }
    return /\w/.test(escaped) ? ANYTHING : new Set([escaped]);
  }

  function group(): Beginnings {
    const looks = /^\?<?[=!]/.test(source.slice(at, at + 3));
    const opening = /^\?(?:<?[=!]|:|<\p{L}+>)/u.exec(source.slice(at));
    at += opening?.[0].length ?? 0;
    const inner = alternatives();
    at++;
    return looks ? NOTHING : inner;
  }

  /** Skips a class from its first character to the closing bracket. */
  function skipClass(): void {
    while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  }

  function letterClass(): Beginnings {
    const from = at;
    skipClass();
    const inside = source.slice(from, at++);
    return /[\\^-]/.test(inside) ? ANYTHING : new Set(inside);
  }

  function quantified(part: Beginnings): Beginnings {
    const found = /^(?:(?<sign>[*+?])|\{(?<least>\d+)[^}]*\})\??/.exec(source.slice(at));
    if (found === null) return part;
    at += found[0].length;
    const { sign, least } = found.groups ?? {};
    const again = sign === '?' ? part : new Set([...part, ...followed(part, part)]);
    return sign === '*' || sign === '?' || least === '0' ? new Set([...again, '']) : again;
  }
}

function followed(first: Beginnings, then: Beginnings): Beginnings {
  const all = new Set<string>();
  for (const start of first) {
    if (isWhole(start)) all.add(start);
    else for (const end of then) all.add((start + end).slice(0, UNITS));
  }
  return all;
}

function areWhole(all: Beginnings): boolean {
  for (const beginning of all) if (!isWhole(beginning)) return false;
  return true;
}

function isWhole(beginning: string): boolean {
  return beginning.length === UNITS || beginning.endsWith(OPEN);
}

/** Returns a function that finds the rules of a table that may match a text with its beginning, in the table's order. */
export function byBeginning<Rule extends { readonly pattern: RegExp }>(
  rules: readonly Rule[],
): (text: string) => readonly Rule[] {
  const beginningsOf = rules.map(({ pattern }) => beginnings(pattern.source));
  const known = new Map<string, readonly Rule[]>();
  const mayBe = (start: string): readonly Rule[] => {
    const cut = Array.from({ length: UNITS }, (_, units) => start.slice(0, units));
    const fitting = [start, ...cut, ...cut.map((units) => units + OPEN)];
    return rules.filter((_, at) => fitting.some((one) => beginningsOf[at]!.has(one)));
  };
  return (text) => {
    const start = text.slice(0, UNITS);
    const found = known.get(start) ?? mayBe(start);
    if (FEW.test(start)) known.set(start, found);
    return found;
  };
}

/** Matches beginnings whose rules are worth remembering. */
const FEW = /^[a-z][a-z' ]$/;
