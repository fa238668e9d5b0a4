/** The calls from the main thread to the thread of a backup. */
import type { UserKey } from '../../../domain/accounts.ts';
import type { BackupPart } from '../../../policy/lifecycle.ts';
import type { EmbedderIdentity } from '../../../ports/stores.ts';
import type { PartPage } from '../../../ports/backups.ts';

export type BackupApi = {
  openSnapshot(argument: { readonly file: string }): {
    readonly sequence: number;
    readonly embedder: EmbedderIdentity | undefined;
  };
  openScratch(argument: { readonly embedder: EmbedderIdentity | undefined }): void;
  users(argument: { readonly after: UserKey }): readonly UserKey[];
  part(argument: { readonly whose: UserKey; readonly part: BackupPart; readonly after: string | undefined }): PartPage;
  put(argument: { readonly whose: UserKey; readonly part: BackupPart; readonly lines: readonly string[] }): void;
  close(argument: Record<string, never>): void;
};
