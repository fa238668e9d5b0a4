/** The address of a container in Azure Blob Storage, and the configuration of its client. */
import { AnonymousCredential, ContainerClient, newPipeline, StorageSharedKeyCredential } from '@azure/storage-blob';
import { BLOB } from '../../policy/backends.ts';

/** A container, and the credentials with write access. */
export type BlobAddress = {
  /** The container's address, without a query: `https://ACCOUNT.blob.core.windows.net/CONTAINER`; http on loopback alone. */
  readonly url: string;
  /** The name of the storage account. */
  readonly account: string;
  /** The account's key in base64, or a SAS token of the container. */
  readonly key: string;
};

/** Tells a SAS token, which has parameters, from a key in base64. */
function isToken(key: string): boolean {
  return /(^|[?&])sig=/.test(key);
}

export function connectBlob({ url, account, key }: BlobAddress): ContainerClient {
  const credential = isToken(key) ? new AnonymousCredential() : new StorageSharedKeyCredential(account, key);
  const pipeline = newPipeline(credential, {
    retryOptions: {
      maxTries: BLOB.tries,
      tryTimeoutInMs: BLOB.tryMs,
      retryDelayInMs: BLOB.firstRetryMs,
      maxRetryDelayInMs: BLOB.lastRetryMs,
    },
    keepAliveOptions: { enable: true },
  });
  return new ContainerClient(isToken(key) ? `${url}?${key.replace(/^\?/, '')}` : url, pipeline);
}
