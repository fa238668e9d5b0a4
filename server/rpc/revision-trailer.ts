/** The trailer of a call over gRPC that tells its user's revision. */
import { Metadata, type StatusObject } from '@grpc/grpc-js';
import { USER_REVISION_HEADER } from '../../contract/wire.ts';

export function revisionTrailer() {
  let told: string | undefined;
  return {
    set: (revision: string): void => void (told = revision),
    /** Returns the trailer of an answer; undefined if there is none. */
    metadata(): Metadata | undefined {
      if (told === undefined) return undefined;
      const metadata = new Metadata();
      metadata.set(USER_REVISION_HEADER, told);
      return metadata;
    },
    /** Adds the trailer to that of an error. */
    with(status: StatusObject): StatusObject {
      if (told !== undefined) status.metadata.set(USER_REVISION_HEADER, told);
      return status;
    },
  };
}
