/** Recorda's client: `connect` to a server. The package `recorda` has `openEmbedded` as well, which gives the same in this process. */
export { connect } from './connect.ts';
export * from './shared.ts';
