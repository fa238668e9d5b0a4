/** What the tokens begin with that the server mints. It stands apart from what reads them, which is loaded only where there are any. */
export const MINTED_PREFIX = 'rt_';
