/** How much a randomised test does: a little in `npm test`, much in `npm run torture`. */
export function scaled<T>(little: T, much: T): T {
  return process.env['RECORDA_TEST_SCALE'] === 'full' ? much : little;
}

/** Ends the title of a test that `npm run torture` is to repeat with a larger figure, and that is an ordinary one otherwise. */
export const ALSO_TORTURE = scaled('', ' @torture');

/** The seed of a randomised test, which its title tells: RECORDA_TEST_SEED, or a random one. */
export function testSeed(): number {
  return Number(process.env['RECORDA_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
}
