/** How much a randomised test does: a little in CI, much in `npm run torture`. */
export function scaled(little: number, much: number): number {
  return process.env['RECORDA_TEST_SCALE'] === 'full' ? much : little;
}
