/** Sorts the items of a list within a sentence, whose order does not matter. */
import { textOf, USER, type Part } from './parts.ts';
import type { WordTables } from './word-tables.ts';

type Item = { readonly from: number; readonly to: number };

/** Puts `tea, milk and juice` into alphabetical order, if each item is certainly complete. */
export function sortedLists(sentence: readonly Part[], tables: WordTables): readonly Part[] {
  const parts = [...sentence];
  parts.forEach((part, at) => {
    if (part.kind !== 'JOINING') return;
    const items = itemsAround(parts, at);
    if (items === undefined || !areWhole(parts, items, tables)) return;
    const texts = items.map(({ from, to }) => parts.slice(from, to));
    const sorted = texts.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
    items.forEach(({ from }, index) => parts.splice(from, sorted[index]?.length ?? 0, ...(sorted[index] ?? [])));
  });
  return parts;
}

/** Returns the items around a conjunction if all have the same form, a word and what stands before it: `two dogs`, `the tea`. */
function itemsAround(parts: readonly Part[], joining: number): readonly Item[] | undefined {
  const shape: string[] = [];
  let end = joining + 1;
  while (isBeforeWord(parts[end])) shape.push(shapeOf(parts[end++]));
  if (parts[end]?.kind !== 'WORD') return undefined;
  const items: Item[] = [{ from: joining + 1, to: end + 1 }];
  let at = parts[joining - 1]?.kind === 'COMMA' ? joining - 1 : joining;
  for (;;) {
    const from = at - 1 - shape.length;
    const isItem = parts[at - 1]?.kind === 'WORD' && shape.every((one, index) => shapeOf(parts[from + index]) === one);
    if (!isItem) return undefined;
    items.unshift({ from, to: at });
    if (parts[from - 1]?.kind !== 'COMMA') return items;
    at = from - 1;
  }
}

function isBeforeWord(part: Part | undefined): boolean {
  return part !== undefined && ['LINK', 'FIGURE', 'DETERMINER'].includes(part.kind);
}

function shapeOf(part: Part | undefined): string {
  return part === undefined ? '' : part.kind === 'LINK' ? part.text : part.kind;
}

/** Tells whether no word beside the list belongs to only one item, as in `black dogs and cats` or `gatos y perros negros`. */
function areWhole(parts: readonly Part[], items: readonly Item[], { times }: WordTables): boolean {
  const [first, last] = [items[0] as Item, items.at(-1) as Item];
  const before = parts[first.from - 1];
  const after = parts[last.to];
  const areNames = items.every(({ to }) => parts[to - 1]?.isName === true || times.has(parts[to - 1]?.text ?? ''));
  if (areNames && before === undefined) return true;
  if (after !== undefined && ['WORD', 'FIGURE', 'OWNER'].includes(after.kind)) return false;
  if (before?.kind === 'FIGURE' || before?.kind === 'DETERMINER') return false;
  if (areNames || before?.kind !== 'WORD' || last.to - last.from > 1) return true;
  // The verb is the first word, or the first after the subject.
  const subject = parts.slice(0, first.from - 1).filter(({ kind }) => kind !== 'DETERMINER');
  return subject.length === 0 || (subject.length === 1 && subject[0]?.text === USER);
}
