/** Who the server takes us for, which decides which pages there are. What may be done, the server decides at each call. */
import { computed, signal } from '@preact/signals';
import { call } from './call.ts';
import type { Answer } from './contract.ts';

export type Caller = Answer<'MemoryService/WhoAmI'>;

/** Absent until the server has said it. */
export const caller = signal<Caller | undefined>(undefined);

const RANKS: Readonly<Record<string, number>> = { CALLER_ROLE_AGENT: 1, CALLER_ROLE_ADMIN: 2, CALLER_ROLE_OPERATOR: 3 };
const rank = computed(() => RANKS[caller.value?.role ?? ''] ?? 0);

export const isAdmin = computed(() => rank.value >= 2);
export const isOperator = computed(() => rank.value >= 3);
/** The users that the key is for; empty: all of the tenant. */
export const ownUsers = computed(() => caller.value?.userIds ?? []);
/** Where the key is for one user alone, who that is: then it is that user who looks. */
export const onlyUser = computed(() => (ownUsers.value.length === 1 ? ownUsers.value[0] : undefined));

export async function askWhoWeAre(): Promise<void> {
  caller.value = undefined;
  caller.value = await call('MemoryService/WhoAmI', {});
}
