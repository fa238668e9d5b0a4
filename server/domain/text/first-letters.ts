/**
 * Which letters what a pattern matches may begin with, read off its source: most patterns of a long table need not be tried then.
 * It knows the syntax that the tables of rules are written in, and answers `undefined`, any, wherever it is in doubt.
 */

/** Undefined: any. Empty: none, the match may be empty. */
type Letters = ReadonlySet<string> | undefined;
type Part = { readonly letters: Letters; readonly mayBeEmpty: boolean };

const NOTHING: Part = { letters: new Set(), mayBeEmpty: true };
const ANY: Part = { letters: undefined, mayBeEmpty: false };

/** Of a pattern that is anchored at its beginning; undefined where it may begin with anything, or with nothing. */
export function firstLetters(source: string): Letters {
  let at = source.startsWith('^') ? 1 : 0;
  const whole = alternatives();
  return whole.mayBeEmpty || at < source.length ? undefined : whole.letters;

  function alternatives(): Part {
    let part = sequence();
    while (source[at] === '|') {
      at++;
      const other = sequence();
      part = { letters: joined(part.letters, other.letters), mayBeEmpty: part.mayBeEmpty || other.mayBeEmpty };
    }
    return part;
  }

  function sequence(): Part {
    let whole = NOTHING;
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const part = quantified(atom());
      whole = { letters: joined(whole.letters, part.letters), mayBeEmpty: part.mayBeEmpty };
      if (!whole.mayBeEmpty) skipSequence();
    }
    return whole;
  }

  /** To where its alternative ends: nothing there can come first. */
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

  function atom(): Part {
    const sign = source[at++] ?? '';
    if (sign === '(') return group();
    if (sign === '[') return letterClass();
    if (sign === '.') return ANY;
    if (sign === '^' || sign === '$') return NOTHING;
    if (sign !== '\\') return letter(sign);
    const escaped = source[at++] ?? '';
    if (escaped === 'b' || escaped === 'B') return NOTHING;
    if (escaped === 'p' || escaped === 'u' || escaped === 'k') {
      // \p{L}, \u00a4
      at += escaped === 'u' && source[at] !== '{' ? 4 : source.indexOf('}', at) + 1 - at;
      return ANY;
    }
    return /\w/.test(escaped) ? ANY : letter(escaped);
  }

  function group(): Part {
    const looks = /^\?<?[=!]/.test(source.slice(at, at + 3));
    const opening = /^\?(?:<?[=!]|:|<\p{L}+>)/u.exec(source.slice(at));
    at += opening?.[0].length ?? 0;
    const inner = alternatives();
    at++;
    return looks ? NOTHING : inner;
  }

  /** From its first sign to the one that closes it. */
  function skipClass(): void {
    while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  }

  function letterClass(): Part {
    const from = at;
    skipClass();
    const inside = source.slice(from, at++);
    return /[\\^-]/.test(inside) ? ANY : { letters: new Set(inside), mayBeEmpty: false };
  }

  function quantified(part: Part): Part {
    const found = /^(?:[*+?]|\{(?<least>\d+)[^}]*\})\??/.exec(source.slice(at));
    if (found === null) return part;
    at += found[0].length;
    const mayBeNone = found[0].startsWith('*') || found[0].startsWith('?') || found.groups?.['least'] === '0';
    return mayBeNone ? { letters: part.letters, mayBeEmpty: true } : part;
  }
}

function letter(sign: string): Part {
  return { letters: new Set([sign]), mayBeEmpty: false };
}

function joined(one: Letters, other: Letters): Letters {
  return one === undefined || other === undefined ? undefined : new Set([...one, ...other]);
}

/** Finds those of a table that a text's first letter lets be, in the table's order. */
export function byFirstLetter<Rule extends { readonly pattern: RegExp }>(
  rules: readonly Rule[],
): (text: string) => readonly Rule[] {
  const letters = rules.map(({ pattern }) => firstLetters(pattern.source));
  const known = new Map<string, readonly Rule[]>();
  return (text) => {
    const first = text.charAt(0);
    const found = known.get(first) ?? rules.filter((_, at) => letters[at]?.has(first) ?? true);
    if (/^[a-z]$/.test(first)) known.set(first, found);
    return found;
  };
}
