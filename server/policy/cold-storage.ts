/** How what is kept for long is sealed and stored. */
import { KB } from './limits.ts';

/** AES-256-GCM, and HKDF-SHA256 for the key of each object. */
export const SEALING = {
  keyBytes: 32,
  saltBytes: 32,
  nonceBytes: 12,
  tagBytes: 16,
  /** What is sealed at a time: little enough to hold up nobody. */
  frameBytes: 128 * KB,
  /** zlib's: more is slower by half and saves little. */
  compressionLevel: 5,
} as const;

export const COLD = {
  nameLength: 512,
  /** What a listing brings at most. */
  pageSize: 1000,
  /** What a crash left of an object that was being put goes after this time. */
  abandonedMs: 24 * 3600 * 1000,
  /** Users whose keys are held in memory, and for how long. */
  keysAtHand: 10_000,
  keysAtHandMs: 300_000,
} as const;
