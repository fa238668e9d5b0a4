/**
 * The caller as the server identifies them, which decides which pages there are. The server decides at each call what is
 * allowed.
 */
import { computed, signal } from '@preact/signals';
import { call } from './call.ts';
import type { Answer } from './contract.ts';

export type Caller = Answer<'MemoryService/WhoAmI'>;

/** Is absent until the server has answered. */
export const caller = signal<Caller | undefined>(undefined);

const RANKS: Readonly<Record<string, number>> = { CALLER_ROLE_AGENT: 1, CALLER_ROLE_ADMIN: 2, CALLER_ROLE_OPERATOR: 3 };
const rank = computed(() => RANKS[caller.value?.role ?? ''] ?? 0);

export const isAdmin = computed(() => rank.value >= 2);
export const isOperator = computed(() => rank.value >= 3);
/** The users that the key is for; if empty, all of the tenant. */
export const ownUsers = computed(() => caller.value?.userIds ?? []);
/** The user, if the key is for one user alone, who is then the one looking. */
export const onlyUser = computed(() => (ownUsers.value.length === 1 ? ownUsers.value[0] : undefined));

/** The key is for one user alone and limited no further, so that it stands for that user; see server/pipeline/permissions.ts. */
const isOwner = computed(() => {
  const { agentIds = [], namespaces = [], sessionIds = [] } = caller.value ?? {};
  return onlyUser.value !== undefined && [...agentIds, ...namespaces, ...sessionIds].length === 0;
});
const access = computed(() => caller.value?.access);
/** The caller may export everything of its user. */
export const mayExport = computed(() => (isAdmin.value || isOwner.value) && access.value !== 'CALLER_ACCESS_WRITE');
/** The caller may erase its user. */
export const mayErase = computed(() => (isAdmin.value || isOwner.value) && access.value === 'CALLER_ACCESS_BOTH');

export async function askWhoWeAre(): Promise<void> {
  caller.value = undefined;
  caller.value = await call('MemoryService/WhoAmI', {});
}
