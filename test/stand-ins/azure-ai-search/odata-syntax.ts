/**
 * Parses filters by the service's published grammar
 * (https://learn.microsoft.com/azure/search/search-query-odata-syntax-reference), without geography and full-text functions.
 */
import { ServiceError } from './service-error.ts';

export type Constant = string | number | boolean | null | Date;
export type Operator = 'eq' | 'ne' | 'gt' | 'lt' | 'ge' | 'le';

/** Names, outermost first; the first may be a range variable. */
export type Path = readonly string[];

export type Expression =
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly inner: Expression }
  | { readonly kind: 'compare'; readonly path: Path; readonly operator: Operator; readonly constant: Constant }
  | { readonly kind: 'in'; readonly path: Path; readonly values: readonly string[] }
  | { readonly kind: 'any' | 'all'; readonly path: Path; readonly variable: string; readonly inner: Expression }
  | { readonly kind: 'some'; readonly path: Path }
  | { readonly kind: 'flag'; readonly path: Path }
  | { readonly kind: 'literal'; readonly value: boolean };

type Token = { readonly kind: 'name' | 'text' | 'number' | 'time' | 'sign'; readonly text: string };

const TOKENS: readonly (readonly [Token['kind'] | undefined, RegExp])[] = [
  [undefined, /\s+/y],
  ['time', /\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)/y],
  ['number', /[+-]?(\d+(\.\d+)?(e[+-]?\d+)?|INF\b)|NaN\b/y],
  ['text', /'([^']|'')*'/y],
  ['name', /[a-zA-Z_][a-zA-Z_0-9]*(\.[a-zA-Z_][a-zA-Z_0-9]*)?/y],
  ['sign', /[()/:,]/y],
];

const OPERATORS: readonly string[] = ['eq', 'ne', 'gt', 'lt', 'ge', 'le'];
const MIRRORED: Readonly<Record<string, Operator>> = { eq: 'eq', ne: 'ne', gt: 'lt', lt: 'gt', ge: 'le', le: 'ge' };

function tokensOf(filter: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < filter.length;) {
    const found = TOKENS.map(([kind, form]) => {
      form.lastIndex = at;
      return { kind, text: form.exec(filter)?.[0] };
    }).find(({ text }) => text !== undefined);
    if (found?.text === undefined) throw invalid(`Syntax error at position ${at}`);
    if (found.kind !== undefined) tokens.push({ kind: found.kind, text: found.text });
    at += found.text.length;
  }
  return tokens;
}

export function invalid(why: string): ServiceError {
  return new ServiceError(400, 'InvalidRequestParameter', `Invalid expression: ${why}. Parameter name: $filter`);
}

export function parseFilter(filter: string): Expression {
  const tokens = tokensOf(filter);
  let at = 0;
  const peek = (ahead = 0): Token | undefined => tokens[at + ahead];
  const take = (text?: string): Token => {
    const token = tokens[at];
    if (token === undefined || (text !== undefined && token.text !== text)) {
      throw invalid(`expected ${text ?? 'more'} but found ${token?.text ?? 'the end'}`);
    }
    at += 1;
    return token;
  };
  const follows = (text: string): boolean => {
    const token = peek();
    if (token?.text !== text || token.kind === 'text') return false;
    at += 1;
    return true;
  };

  function disjunction(): Expression {
    let left = conjunction();
    while (follows('or')) left = { kind: 'or', left, right: conjunction() };
    return left;
  }

  function conjunction(): Expression {
    let left = negation();
    while (follows('and')) left = { kind: 'and', left, right: negation() };
    return left;
  }

  function negation(): Expression {
    return follows('not') ? { kind: 'not', inner: negation() } : primary();
  }

  function primary(): Expression {
    if (follows('(')) {
      const inner = disjunction();
      take(')');
      return inner;
    }
    const token = peek();
    if (token?.text === 'search.in') return searchIn();
    if (isConstant(token)) {
      const value = constant();
      const operator = peek()?.text ?? '';
      if (!OPERATORS.includes(operator) && typeof value === 'boolean') return { kind: 'literal', value };
      take();
      return { kind: 'compare', path: path(), operator: operatorOf(MIRRORED[operator] ?? ''), constant: value };
    }
    return onPath();
  }

  function searchIn(): Expression {
    take('search.in');
    take('(');
    const of = path();
    take(',');
    const list = textOf(take());
    const delimiters = follows(',') ? textOf(take()) : ' ,';
    take(')');
    const parts = delimiters === '' ? [list] : splitBy(list, delimiters);
    return { kind: 'in', path: of, values: parts.filter((part) => part !== '') };
  }

  function onPath(): Expression {
    const names = [nameOf(take())];
    while (follows('/')) {
      const name = nameOf(take());
      if ((name === 'any' || name === 'all') && follows('(')) return lambda(name, names);
      names.push(name);
    }
    const operator = peek()?.text ?? '';
    if (!OPERATORS.includes(operator)) return { kind: 'flag', path: names };
    take();
    return { kind: 'compare', path: names, operator: operatorOf(operator), constant: constant() };
  }

  function lambda(kind: 'any' | 'all', of: Path): Expression {
    if (kind === 'any' && follows(')')) return { kind: 'some', path: of };
    const variable = nameOf(take());
    take(':');
    const inner = disjunction();
    take(')');
    return { kind, path: of, variable, inner };
  }

  function path(): Path {
    const names = [nameOf(take())];
    while (follows('/')) names.push(nameOf(take()));
    return names;
  }

  function constant(): Constant {
    const token = take();
    if (token.kind === 'text') return textOf(token);
    if (token.kind === 'time') return new Date(token.text);
    if (token.text === 'null') return null;
    if (token.text === 'true' || token.text === 'false') return token.text === 'true';
    if (token.kind !== 'number') throw invalid(`${token.text} is not a constant`);
    return Number(token.text.replace('INF', 'Infinity'));
  }

  const expression = disjunction();
  if (at < tokens.length) throw invalid(`unexpected ${peek()?.text}`);
  return expression;
}

function isConstant(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (token.kind !== 'name' ? token.kind !== 'sign' : ['null', 'true', 'false'].includes(token.text))
  );
}

function nameOf({ kind, text }: Token): string {
  if (kind !== 'name') throw invalid(`${text} is not a name`);
  return text;
}

function textOf({ kind, text }: Token): string {
  if (kind !== 'text') throw invalid(`${text} is not a text`);
  return text.slice(1, -1).replaceAll("''", "'");
}

function operatorOf(text: string): Operator {
  if (!OPERATORS.includes(text)) throw invalid(`${text} is not an operator`);
  return text as Operator;
}

function splitBy(list: string, delimiters: string): readonly string[] {
  const parts: string[] = [''];
  for (const letter of list) {
    if (delimiters.includes(letter)) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}
