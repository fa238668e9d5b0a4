/** What MintToken asks of whoever signs tokens. */
import type { Access } from '../domain/caller.ts';

export type TokenMint = (order: {
  readonly tenant: string;
  /** The id of the key whose token it is. */
  readonly key: string;
  readonly userId: string;
  readonly agent?: string;
  readonly session?: string;
  readonly namespace?: string;
  readonly access?: Access;
  readonly nowMs: number;
  readonly ttlSeconds: number;
}) => Promise<{ readonly text: string; readonly id: string; readonly expireMs: number }>;
