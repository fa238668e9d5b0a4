/** Of the Azure AI Search backend. Its limits: https://learn.microsoft.com/azure/search/search-limits-quotas-capacity. */
const SECOND = 1000;
const MB = 1024 * 1024;

export const AZURE_SEARCH = {
  /** The interface that is spoken. */
  apiVersion: '2025-09-01',
  /** The service's own: documents of a batch, and of an answer. */
  batchDocuments: 1000,
  answerDocuments: 1000,
  /** The service takes 16 MB; this leaves room for what surrounds documents. */
  batchBytes: 15 * MB,
  /** What one request may take; under any deadline worth setting. */
  requestMs: 10 * SECOND,
  /** A server starts without a service that is not ready by then. */
  readyMs: 10 * SECOND,
  /** What passes is tried again so often, first after so long, at most so long apart. */
  retries: 5,
  firstRetryMs: 100,
  lastRetryMs: 5 * SECOND,
  /** A service that asks for a longer wait is taken to be away. */
  longestRetryAfterMs: 30 * SECOND,
  /** After so many failures in a row, calls are refused at once, and after so long one is let through to see. */
  breakerFailures: 8,
  breakerMs: 1 * SECOND,
  /** So many failures in a row and health says that it is away. */
  awayFailures: 2,
  /** What an unavailable answer tells the caller to wait. */
  unavailableRetryMs: 1 * SECOND,
  /** A service that nobody asks is asked whether it is there. */
  probeMs: 2 * SECOND,
  /** Writes remembered, so that one that comes late is known to be outdated while the index lags. */
  knownRevisions: 100_000,
  /** Facts of metadata that the index has of a memory, by which it filters; beyond them it leaves that to the domain. */
  facts: 500,
  /** Numbers of metadata likewise; the service takes 3,000 in all. */
  numbers: 200,
  /** A text of a fact that is longer stands there as its digest. */
  factBytes: 256,
  /** Conditions that a filter is sent with; more of them are left to the domain. */
  conditions: 300,
  /** Documents that a list reads of one page's scan, as the embedded store does. */
  listScan: 10_000,
  /** A page or an answer ends before it holds more content than this. */
  answerBytes: 12 * MB,
  /** Characters of a text's words that the index matches; the vector is of all. */
  searchedCharacters: 50_000,
  /** Distinct words of a question that are sent; the service takes 3,000 clauses. */
  queryWords: 200,
  /** While an erasure waits for the index to show what is gone. */
  erasedPollMs: 200,
  /** Documents that were read and are kept for searches that find them again: so many bytes, for so long. */
  seenBytes: 64 * MB,
  seenMs: 600 * SECOND,
  /** Of a document beside its text and vector, about. */
  documentBytes: 600,
  /** Of the graph that finds near vectors: the service's own, but for as many as are asked for. */
  hnsw: { m: 4, efConstruction: 400, efSearch: 1000 },
} as const;
