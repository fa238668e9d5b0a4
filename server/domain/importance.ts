/** Computes the importance of a memory from its age, its use, its links and what the caller stated. */
import {
  IMPORTANCE_FACTORS,
  IMPORTANCE_SCALES,
  IMPORTANCE_WEIGHTS,
  STATED_SHARE,
  type ImportanceFactor,
  SLEEP_CYCLE,
} from '../policy/lifecycle.ts';

/** The history of a memory that importance depends on. */
export type Life = {
  readonly updateMs: number;
  /** 1 when added, increased by one with each write. */
  readonly version: number;
  readonly uses: number;
  readonly useDays: number;
  readonly lastUseMs: number | undefined;
  /** The number of entities and relationships that name it as evidence, and of those entities' relationships. */
  readonly links: number;
  /** The importance that the caller stated. */
  readonly stated: number | undefined;
};

export type Importance = {
  readonly value: number;
  readonly factors: readonly { readonly factor: ImportanceFactor; readonly value: number; readonly weight: number }[];
};

/** Returns 0 for a count of 0, 1/2 for `half`, and approaches 1. */
function saturating(count: number, half: number): number {
  return count <= 0 ? 0 : count / (count + half);
}

/** Returns 1 now, 1/2 after the half-life, and approaches 0. */
function fading(agoMs: number, halfLifeMs: number): number {
  return 2 ** -(Math.max(0, agoMs) / halfLifeMs);
}

export function importanceOf(life: Life, nowMs: number): Importance {
  const { updateMs, version, uses, useDays, lastUseMs, links, stated } = life;
  const scales = IMPORTANCE_SCALES;
  const values: Readonly<Record<ImportanceFactor, number>> = {
    recency: fading(nowMs - Math.max(updateMs, lastUseMs ?? updateMs), scales.recencyHalfLifeMs),
    frequency: saturating(uses, scales.halfUses),
    centrality: saturating(links, scales.halfLinks),
    reflection: saturating(Math.max(0, useDays - 1) + (version - 1), scales.halfReflections),
    stability: 1 - fading(nowMs - updateMs, scales.stabilityHalfLifeMs),
  };
  const blend = IMPORTANCE_FACTORS.reduce((sum, factor) => sum + IMPORTANCE_WEIGHTS[factor] * values[factor], 0);
  return {
    value: stated === undefined ? blend : STATED_SHARE * stated + (1 - STATED_SHARE) * blend,
    factors: IMPORTANCE_FACTORS.map((factor) => ({
      factor,
      value: values[factor],
      weight: IMPORTANCE_WEIGHTS[factor] * (stated === undefined ? 1 : 1 - STATED_SHARE),
    })),
  };
}

/** Returns the importance of a memory that was just added. */
export function firstImportance(stated: number | undefined): number {
  return importanceOf({ updateMs: 0, version: 1, uses: 0, useDays: 0, lastUseMs: undefined, links: 0, stated }, 0)
    .value;
}

/** Tells whether a memory has proved to be needed. */
export function hasGraduated(life: Life, importance: number): boolean {
  return life.useDays >= SLEEP_CYCLE.graduateDays && importance > SLEEP_CYCLE.graduateAbove;
}
