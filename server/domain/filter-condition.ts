/** Conditions for engines that do not support CEL; domain/filter-bounds.ts derives them from filters. */

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** The path of a value in metadata, from the outermost name in. */
export type MetadataPath = readonly string[];

export type Scalar = string | number | boolean | null;

/** The variables that have exactly one value per memory. */
export const FIELDS = [
  'id',
  'source',
  'agent_id',
  'session_id',
  'task_id',
  'speaker',
  'turn',
  'event_time',
  'importance',
  'create_time',
  'update_time',
  'size_bytes',
] as const;
export type FieldName = (typeof FIELDS)[number];

export type Condition =
  | { readonly of: 'ANY' }
  | { readonly of: 'NONE' }
  | { readonly of: 'AND' | 'OR'; readonly parts: readonly Condition[] }
  /** Negates a condition on metadata, which is exact. */
  | { readonly of: 'NOT'; readonly part: MetadataCondition }
  | MetadataCondition
  /** `value` is a Date for times; null only with == and !=. */
  | { readonly of: 'FIELD'; readonly field: FieldName; readonly is: Comparison; readonly value: Scalar | Date };

export type MetadataCondition =
  | { readonly of: 'HAS'; readonly path: MetadataPath }
  /** The value equals this one. */
  | { readonly of: 'IS'; readonly path: MetadataPath; readonly value: Scalar }
  /** The value is a list that contains this one. */
  | { readonly of: 'HOLDS'; readonly path: MetadataPath; readonly value: Scalar }
  /** The value is a number and compares like this. */
  | {
      readonly of: 'NUMBER';
      readonly path: MetadataPath;
      readonly is: Exclude<Comparison, '==' | '!='>;
      readonly value: number;
    };
