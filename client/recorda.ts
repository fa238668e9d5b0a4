/** What the clients of servers and of the process give. */
import { AdminServiceDefinition } from '../proto/gen/recorda/v1/admin.ts';
import { closingTransport } from './closing-transport.ts';
import type { Transport } from './transport.ts';
import { typedClient, type Calling, type TypedClient } from './typed-client.ts';
import { refusingOptions, type UserClient, usersOver } from './user-client.ts';

export type { ContextClient, MemoryClient } from './user-client.ts';

/** The calls of recorda.v1.AdminService. */
export type AdminClient = TypedClient<AdminServiceDefinition>;

/** A way to Recorda; the same through gRPC, HTTP and in process. Every failed call throws a RecordaError. */
export type Recorda = UserClient & {
  /** For those who run the server: its limits, backups, retention, audit and whole users. */
  readonly admin: AdminClient;
};

/** Nothing is lost on the way within a process. */
const ONE_TRY: Calling = { tries: 1 };

/** The clients over a transport. */
export function recordaOver(transport: Transport, calling: Calling = ONE_TRY): Recorda {
  const closing = closingTransport(transport);
  const admin = typedClient(AdminServiceDefinition, closing, calling);
  return { ...usersOver(closing, calling), admin: refusingOptions('admin', admin, AdminServiceDefinition) };
}
