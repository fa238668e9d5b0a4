/** What the main thread asks of the writer about the files beneath the store. */
export type WriterApiOfFile = {
  /** Rejects where the files beneath the store are no longer those that were opened. */
  look(argument: Record<string, never>): void;
  /** Nothing is written from now on: this is wrong with the store. */
  halt(argument: { readonly what: string }): void;
  /** `isWhole`: the reserve is there again. Answers whether calls wait for room, and whether the reserve is missing. */
  room(argument: { readonly isWhole: boolean }): { readonly isFull: boolean; readonly isTight: boolean };
};
