import type { UserMemories } from '../server/ports/users.ts';

const unasked = (): Promise<never> => Promise.reject(new Error('nobody asks this'));

/** For stores of which nobody asks for all of a user. */
export const UNASKED_OF_USER: UserMemories = {
  count: unasked,
  erase: unasked,
  page: unasked,
  putBack: unasked,
  importedBy: 'MEMORY',
};
