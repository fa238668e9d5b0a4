/** The calls that the main thread makes of the thread that reads and seals changes for a standby. */
import type { ReadMoment, ReadCommand, SealCommand, ShipState } from '../../../ports/standby.ts';

export type ShipApi = {
  open(argument: { readonly file: string }): void;
  state(argument: Record<string, never>): ShipState | undefined;
  read(argument: ReadCommand): ReadMoment;
  seal(argument: SealCommand): Uint8Array;
  close(argument: Record<string, never>): void;
};
