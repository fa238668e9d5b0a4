/**
 * The forms of rows that servers share. A server reads and writes that of its own version of the tables, and that of the version before, so
 * that servers of both can run over one database while they are upgraded one after the other.
 */
import type { CellChange, ImageRow, StoreChange } from '../engine/store-change.ts';
import { NEWEST } from '../migrations/newest.ts';

/** The columns that a version adds to tables, each with its value in a row that was written without it. */
export type AddedColumns = Readonly<Record<string, ImageRow>>;

/** The step from the version before. */
export type FormStep = {
  readonly version: number;
  /**
   * The columns that the step adds; their contents are kept only once all servers have them. It is `undefined` if the step changes anything else:
   * then servers of the version before cannot run beside this one.
   */
  readonly added: AddedColumns | undefined;
};

/**
 * The steps, newest last: each migration adds its own, and a test compares it with what the tables have become. Earlier ones stay, since rows
 * remain as they were written until they are written again.
 */
export const FORM_STEPS: readonly FormStep[] = [
  {
    version: 36,
    // The last runs of retention, the sleep cycle and backups are kept once all servers keep them.
    added: { job_runs: { runs: null } },
  },
];

/** The versions whose rows this server reads and writes, newest first. */
export const SPOKEN: readonly number[] = spokenWith(FORM_STEPS.at(-1)!);

export function spokenWith({ version, added }: FormStep): readonly number[] {
  return added === undefined ? [version] : [version, version - 1];
}

/** Adds to the rows of a table what those of earlier versions are without. */
export function filledRows(table: string, rows: readonly ImageRow[]): readonly ImageRow[] {
  const steps = FORM_STEPS.filter(({ added }) => added !== undefined && table in added);
  if (steps.length === 0) return rows;
  const added = Object.assign({}, ...steps.map((step) => step.added![table])) as ImageRow;
  return rows.map((row) => ({ ...added, ...row }));
}

/** Returns a change in the form of a version: without what servers of that version do not know. */
export function inForm(change: StoreChange, version: number): StoreChange {
  const { added } = FORM_STEPS.at(-1)!;
  const isConcerned = ({ rows }: CellChange): boolean => rows.some(({ table }) => table in (added ?? {}));
  if (version === NEWEST.version || added === undefined || !change.cells.some(isConcerned)) return change;
  const without = (cell: CellChange): CellChange => {
    if (!isConcerned(cell)) return cell;
    const rows = cell.rows.map((image) =>
      image.table in added ? { ...image, rows: image.rows.map((row) => omit(row, added[image.table]!)) } : image,
    );
    return { ...cell, rows };
  };
  return { ...change, cells: change.cells.map(without) };
}

function omit(row: ImageRow, columns: ImageRow): ImageRow {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !(column in columns)));
}

/** Returns a change as every server has it once it was read: with the values of columns that its rows are without. */
export function filled(change: StoreChange): StoreChange {
  const cells = change.cells.map((cell) => ({
    ...cell,
    rows: cell.rows.map((image) => ({ ...image, rows: filledRows(image.table, image.rows) })),
  }));
  return { ...change, cells };
}
