/** The turns that appending-child.ts appends. */
export const SCOPE = { userId: 'ana', sessionId: 'killed' };
export const BATCH = 3;

export function batchOf(number: number) {
  return Array.from({ length: BATCH }, (_, at) => ({
    role: at % 2 === 0 ? ('ROLE_USER' as const) : ('ROLE_ASSISTANT' as const),
    content: `batch${number} part${at}: the tomatoes of the garden need water.`,
  }));
}
