/**
 * Recorda's client: `connect` to a server. The package `recorda` also has `openEmbedded`, which returns the same client in this
 * process.
 */
export { connect } from './connect.ts';
export * from './shared.ts';
