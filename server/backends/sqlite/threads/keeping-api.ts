/** What the main thread asks of the writer and of the readers for retention, the sleep cycle and the archive. */
import type { Whose } from '../../../domain/accounts.ts';
import type { RetentionOverride } from '../../../domain/retention.ts';
import type { RetiredType } from '../../../policy/retention.ts';
import type {
  ArchivedPage,
  ArchivedPlace,
  ArchivedQuery,
  ArchiveObject,
  Candidate,
  ExplainedLife,
  PoolOver,
  Uncompared,
  WeighedLife,
  Weight,
  WholeMemory,
} from '../../../ports/keeping.ts';
import type { EvictOrder } from '../writer/archive-shelf.ts';
import type { PackedTexts, Slices } from './slices.ts';

type SlicedArchive = Omit<ArchivedPage, 'archived'> & { readonly archived: Slices<ArchivedPage['archived']> };

export type KeepingWrites = {
  beginArchive(argument: { readonly object: string; readonly whose: Whose }): void;
  /** Which went. */
  evict(order: EvictOrder): readonly string[];
  completeArchive(argument: { readonly object: string }): void;
  forgetObject(argument: { readonly object: string }): void;
  replaceRows(argument: { readonly whose: Whose; readonly rows: PackedTexts; readonly nowMs: number }): void;
  /** How many it took. */
  putArchiveBack(argument: { readonly whose: Whose; readonly lines: PackedTexts }): number;
  setRetention(argument: {
    readonly tenant: string;
    readonly type: RetiredType;
    readonly days: number | undefined;
  }): void;
  noteRun(argument: { readonly job: string; readonly atMs: number }): void;
  weigh(weights: readonly Weight[]): void;
  noteCompared(memoryNos: readonly number[]): void;
};

export type KeepingReads = {
  retirable(argument: {
    readonly type: RetiredType;
    readonly cutoffMs: number;
    readonly after: Pick<Candidate, 'sinceMs' | 'memoryNo'> | undefined;
    readonly limit: number;
  }): readonly Candidate[];
  whole(argument: { readonly whose: Whose; readonly memoryNos: readonly number[] }): readonly WholeMemory[];
  looseObjects(argument: Record<string, never>): readonly ArchiveObject[];
  archived(query: ArchivedQuery): SlicedArchive;
  archivedPlaces(argument: { readonly whose: Whose; readonly ids: readonly string[] }): readonly ArchivedPlace[];
  retention(argument: Record<string, never>): readonly RetentionOverride[];
  lastRun(argument: { readonly job: string }): number | undefined;
  toWeigh(argument: { readonly afterNo: number; readonly limit: number }): readonly WeighedLife[];
  explain(argument: { readonly whose: Whose; readonly id: string }): ExplainedLife | undefined;
  poolsOver(argument: { readonly cap: number; readonly afterNo: number }): readonly PoolOver[];
  candidates(argument: { readonly memoryNos: readonly number[] }): readonly Candidate[];
  worthOf(argument: { readonly ids: readonly string[] }): readonly Candidate[];
  lowest(argument: {
    readonly poolNo: number;
    readonly after: Pick<Candidate, 'worth' | 'memoryNo'> | undefined;
    readonly limit: number;
  }): readonly Candidate[];
  uncompared(argument: { readonly afterNo: number; readonly limit: number }): readonly Uncompared[];
};
