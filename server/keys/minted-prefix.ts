/** What tokens of the server begin with. Apart from what reads them, which is loaded only where there are any. */
export const MINTED_PREFIX = 'rt_';
