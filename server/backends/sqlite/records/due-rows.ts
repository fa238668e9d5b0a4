/** Chooses which of the rows that are due are deleted by one step of a sweep. */

/** Chooses among rows that are due, the longest due first. `userOf` tells whose a row is: a number, or an owner's. */
export type ChooseDue = <T>(due: readonly T[], userOf: (row: T) => number) => readonly T[];

export const everyonesDue: ChooseDue = (due) => due;

/** In a copy of a store, each step is an act of one user. */
export const firstUsersDue: ChooseDue = (due, userOf) => {
  const [first] = due;
  return first === undefined ? due : due.filter((row) => userOf(row) === userOf(first));
};
