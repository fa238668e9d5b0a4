/**
 * The exports of the package `recorda`: the whole client, and Recorda in this process. Both have the same
 * calls.
 */
export * from '../../client/index.ts';
export { openEmbedded } from './open-embedded.ts';
export type { EmbeddedOptions } from './open-embedded.ts';
