/** The clients of servers and of the process. */
import { AdminServiceDefinition } from '../proto/gen/recorda/v1/admin.ts';
import { closingTransport } from './closing-transport.ts';
import type { Transport } from './transport.ts';
import { typedClient, type Calling, type TypedClient } from './typed-client.ts';
import { refusingOptions, type UserClient, usersOver } from './user-client.ts';

export type { ContextClient, MemoryClient } from './user-client.ts';

/** The calls of recorda.v1.AdminService. */
export type AdminClient = TypedClient<AdminServiceDefinition>;

/** A client of Recorda, the same over gRPC, HTTP and in process. Every failed call throws a RecordaError. */
export type Recorda = UserClient & {
  /** The calls for those who run the server: its limits, backups, retention, audit and whole users. */
  readonly admin: AdminClient;
};

/** Within a process no call is lost on the way. */
const ONE_TRY: Calling = { tries: 1 };

/** Creates the clients over a transport. */
export function recordaOver(transport: Transport, calling: Calling = ONE_TRY): Recorda {
  const closing = closingTransport(transport);
  const admin = typedClient(AdminServiceDefinition, closing, calling);
  return { ...usersOver(closing, calling), admin: refusingOptions('admin', admin, AdminServiceDefinition) };
}
