/**
 * Refuses a call without a key before its message is read, so that only the holders of keys can make the server receive
 * megabytes.
 */
import { type Metadata, ServerInterceptingCall, ServerListenerBuilder, type ServerInterceptor } from '@grpc/grpc-js';
import { ANYBODY, type Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import { certificateNames } from '../keys/certificate-names.ts';
import type { Sender } from '../keys/credentials.ts';
import { errorStatus } from './error-status.ts';

export type Keys = {
  /**
   * Returns the caller, or why there is none: CREDENTIAL_INVALID or BACKEND_UNAVAILABLE. Returns a promise if another
   * server must be asked. `certificate` returns the names in the client's certificate, if TLS has verified one. `sender` is given for
   * a new call, and absent when the credential of a call in progress is checked again.
   */
  readonly callerOf: (
    authorization: string | undefined,
    nowMs: number,
    certificate?: () => readonly string[],
    sender?: Sender,
  ) => Asked | Promise<Asked>;
};

type Asked = Caller | RecordaError;

/** The calls that load balancers make without a key. */
const HEALTH = '/grpc.health.v1.Health/';

/**
 * Returns an interceptor that the server adds to each call, and a function that identifies the caller. Without keys
 * everybody is ANYBODY.
 */
export function requireKey(keys: Keys | undefined): {
  readonly interceptors: readonly ServerInterceptor[];
  readonly callerOf: (metadata: Metadata) => Asked;
  readonly refusalOf: (metadata: Metadata) => Promise<RecordaError | undefined>;
} {
  if (keys === undefined) {
    return { interceptors: [], callerOf: () => ANYBODY, refusalOf: () => Promise.resolve(undefined) };
  }
  const callers = new WeakMap<Metadata, { readonly caller: Caller; readonly certificate: () => readonly string[] }>();
  const interceptor: ServerInterceptor = (method, call) => {
    if (method.path.startsWith(HEALTH)) return new ServerInterceptingCall(call);
    const certificate = (): readonly string[] =>
      certificateNames(call.getAuthContext().sslPeerCertificate?.subjectaltname);
    return new ServerInterceptingCall(call, {
      start(next) {
        const listener = new ServerListenerBuilder()
          .withOnReceiveMetadata((metadata, pass) => {
            const admit = (caller: Asked): void => {
              if (caller instanceof RecordaError) {
                call.sendStatus(errorStatus(caller));
                return;
              }
              callers.set(metadata, { caller, certificate });
              pass(metadata);
            };
            const sender = { address: addressOf(call.getPeer()), method: method.path.slice(1) };
            const asked = keys.callerOf(authorizationOf(metadata), Date.now(), certificate, sender);
            // This answers at once if it can, since otherwise what follows the metadata would have to wait.
            if (asked instanceof Promise) void asked.then(admit);
            else admit(asked);
          })
          .build();
        next(listener);
      },
    });
  };
  return {
    interceptors: [interceptor],
    callerOf(metadata) {
      const known = callers.get(metadata)?.caller;
      return known ?? new RecordaError('CREDENTIAL_INVALID', 'This call has no credential.');
    },
    async refusalOf(metadata) {
      const before = callers.get(metadata);
      const caller = await keys.callerOf(authorizationOf(metadata), Date.now(), before?.certificate);
      if (caller instanceof RecordaError) return caller;
      return before === undefined || isSame(caller, before.caller) ? undefined : changed(caller);
    },
  };
}

/** Tells whether a key still gives its holder the same rights. */
export function isSame(one: Caller, other: Caller): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the error that ends a stream whose key was changed or revoked. */
export function changed({ keyId }: Caller): RecordaError {
  return new RecordaError(
    'NOT_PERMITTED',
    `The permissions of key ${keyId} have changed since this call began. Start the call again.`,
  );
}

/** Returns the address of a peer, which grpc-js writes with its port behind it, also behind an IPv6 address. */
function addressOf(peer: string): string {
  const port = /:\d+$/.exec(peer);
  return port === null ? peer : peer.slice(0, port.index);
}

function authorizationOf(metadata: Metadata): string | undefined {
  const [value] = metadata.get('authorization');
  return typeof value === 'string' ? value : undefined;
}
