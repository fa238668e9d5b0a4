/** What history-child.ts does, and what becomes of it. */
import type { OrderedCollection, OrderedDocument } from '../../client/index.ts';

export const SCOPE = { userId: 'ana', agentId: 'killed' };
export const WRITERS = 16;

/** One append of the act's own id, or one pop. */
export type Act = { readonly id: string; readonly kind: 'append' | 'pop'; readonly writer: number };

/** The id that was appended or popped, and where it stands or stood; undefined where there was nothing to pop. */
export type Outcome = { readonly act: Act; readonly document?: { readonly id: string; readonly sequence: number } };

export type Told = { readonly begun: Act } | { readonly done: Outcome };

/** Repeated, it comes to the same. */
export async function perform(history: OrderedCollection, act: Act): Promise<Outcome> {
  if (act.kind === 'append') {
    const [written] = await history.append({ id: act.id }, { requestId: act.id });
    return { act, document: { id: act.id, sequence: written!.sequence } };
  }
  const popped = await history.pop({ requestId: act.id });
  if (popped === undefined) return { act };
  return { act, document: { id: idOf(popped), sequence: popped.sequence } };
}

/** The id of the act that appended it. */
export function idOf({ data }: OrderedDocument): string {
  return data['id'] as string;
}
