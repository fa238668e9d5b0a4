/** Answers of a backend's transaction to asks about what the backend does not have. */

const nothing = (): undefined => undefined;

/** Answers the asks that mean nothing to a backend without change log, outbox and collections. */
export const WITHOUT_LOG = {
  log: nothing,
  refuseBacklog: nothing,
  applyRemoteVersion: nothing,
  refuseUnfit: nothing,
} as const;

/** The same for a backend that also has no relationships and archives nothing. */
export const WITHOUT_ARCHIVE = {
  ...WITHOUT_LOG,
  relationshipsAt: (): readonly [] => [],
  isArchiving: (): boolean => false,
  archive: nothing,
} as const;
