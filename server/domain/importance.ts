/** How much a memory matters: what of it counts, and how. */
import {
  IMPORTANCE_FACTORS,
  IMPORTANCE_SCALES,
  IMPORTANCE_WEIGHTS,
  STATED_SHARE,
  type ImportanceFactor,
  SLEEP_CYCLE,
} from '../policy/lifecycle.ts';

/** What is known of a memory's life. */
export type Life = {
  readonly updateMs: number;
  /** 1 when added, one more with each write. */
  readonly version: number;
  readonly uses: number;
  readonly useDays: number;
  readonly lastUseMs: number | undefined;
  /** Entities and relationships that name it as evidence, and the relationships of those entities. */
  readonly links: number;
  /** What somebody said. */
  readonly stated: number | undefined;
};

export type Importance = {
  readonly value: number;
  readonly factors: readonly { readonly factor: ImportanceFactor; readonly value: number; readonly weight: number }[];
};

/** 0 for none, 1/2 for `half` of them, towards 1. */
function saturating(count: number, half: number): number {
  return count <= 0 ? 0 : count / (count + half);
}

/** 1 now, 1/2 after the half-life, towards 0. */
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

/** The importance of a memory that was added just now. */
export function firstImportance(stated: number | undefined): number {
  return importanceOf({ updateMs: 0, version: 1, uses: 0, useDays: 0, lastUseMs: undefined, links: 0, stated }, 0)
    .value;
}

/** Whether a memory has shown that it is needed. */
export function hasGraduated(life: Life, importance: number): boolean {
  return life.useDays >= SLEEP_CYCLE.graduateDays && importance > SLEEP_CYCLE.graduateAbove;
}
