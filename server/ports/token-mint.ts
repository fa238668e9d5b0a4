/** Declares how MintToken has a token made and signed. */
import type { Access } from '../domain/caller.ts';

/** The rights and the lifetime that a token is to have. */
export type MintOrder = {
  readonly tenant: string;
  /** The id of the key that mints it. */
  readonly key: string;
  readonly userId: string;
  readonly agent?: string;
  readonly session?: string;
  readonly namespace?: string;
  readonly access?: Access;
  readonly nowMs: number;
  readonly ttlSeconds: number;
};

/** A minted token. `text` is the token itself, which only its holder has. */
export type Minted = { readonly text: string; readonly id: string; readonly expireMs: number };

export type TokenMint = (order: MintOrder) => Promise<Minted>;
