/** What the package `recorda` exports: the client whole, and Recorda in this process; both give the same. */
export * from '../../client/index.ts';
export { openEmbedded } from './open-embedded.ts';
export type { EmbeddedOptions } from './open-embedded.ts';
