/**
 * The beginning of the tokens that the server mints. It stands apart from the code that reads them, which is loaded only if there are
 * any.
 */
export const MINTED_PREFIX = 'rt_';
