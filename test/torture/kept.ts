/** An acknowledged write of a child that adds memories and takes backups. */
export type Kept = { readonly id: string; readonly text: string } | { readonly backup: string };

export const KEEPING_SCOPE = { userId: 'ana', agentId: 'guide' };
export const KEEPING_CAP = 12;
