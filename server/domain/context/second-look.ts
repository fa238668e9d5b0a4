/** Two rankings of the same things made one. */
import { SECOND_LOOK } from '../../policy/context.ts';

/** Each place counts 1 / (1 + place), of the second ranking a share of that. Those of the first win ties. */
export function mergeRankings(first: readonly string[], second: readonly string[], topK: number): readonly string[] {
  const scores = new Map(first.map((id, place) => [id, 1 / (1 + place)]));
  second.forEach((id, place) => scores.set(id, (scores.get(id) ?? 0) + SECOND_LOOK.share / (1 + place)));
  return [...scores]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, topK)
    .map(([id]) => id);
}
