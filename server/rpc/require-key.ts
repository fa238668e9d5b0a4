/** Refuses a call without a key before its message is read: only those who hold one may make the server take megabytes. */
import { type Metadata, ServerInterceptingCall, ServerListenerBuilder, type ServerInterceptor } from '@grpc/grpc-js';
import { ANYBODY, type Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import { certificateNames } from '../keys/certificate-names.ts';
import { errorStatus } from './error-status.ts';

export type Keys = {
  /**
   * Or why nobody holds it: CREDENTIAL_INVALID, or BACKEND_UNAVAILABLE. A promise where that must be asked elsewhere. `certificate` gives the
   * names in the client's certificate, where TLS has verified one.
   */
  readonly callerOf: (
    authorization: string | undefined,
    nowMs: number,
    certificate?: () => readonly string[],
  ) => Asked | Promise<Asked>;
};

type Asked = Caller | RecordaError;

/** What load balancers ask without a key. */
const HEALTH = '/grpc.health.v1.Health/';

/** What the server adds to each call, and who makes it. Without keys everybody is ANYBODY. */
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
            const asked = keys.callerOf(authorizationOf(metadata), Date.now(), certificate);
            // At once where it can be: what comes after the metadata would have to wait.
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
      return known ?? new RecordaError('CREDENTIAL_INVALID', 'This call came without a credential.');
    },
    async refusalOf(metadata) {
      const before = callers.get(metadata);
      const caller = await keys.callerOf(authorizationOf(metadata), Date.now(), before?.certificate);
      if (caller instanceof RecordaError) return caller;
      return before === undefined || isSame(caller, before.caller) ? undefined : changed(caller);
    },
  };
}

/** Whether a key still says the same of its holder. */
export function isSame(one: Caller, other: Caller): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Why a stream ends whose key may no longer do what it could. */
export function changed({ keyId }: Caller): RecordaError {
  return new RecordaError('NOT_PERMITTED', `Key ${keyId} may something else since this call began. Begin it anew.`);
}

function authorizationOf(metadata: Metadata): string | undefined {
  const [value] = metadata.get('authorization');
  return typeof value === 'string' ? value : undefined;
}
