/** What is asked about answers that may be given again. */
import type { FactsHold, FindResponse, FoundResponse, StoreResponse } from '../../../domain/context/intents.ts';

export type WriterApiOfResponses = {
  storeResponse(intent: StoreResponse): void;
};

export type ReaderApiOfResponses = {
  findResponse(query: FindResponse): FoundResponse | undefined;
  /** Of an answer that is kept elsewhere. */
  factsHold(query: FactsHold): boolean;
};
