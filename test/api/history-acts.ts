/** The acts of history-child.ts, and their outcomes. */
import type { OrderedCollection, OrderedDocument } from '../../client/index.ts';

export const SCOPE = { userId: 'ana', agentId: 'killed' };
export const WRITERS = 16;

/** One append with the act's own id, or one pop. */
export type Act = { readonly id: string; readonly kind: 'append' | 'pop'; readonly writer: number };

/** The id that was appended or popped, and its place in the collection; undefined if there was nothing to pop. */
export type Outcome = { readonly act: Act; readonly document?: { readonly id: string; readonly sequence: number } };

export type Told = { readonly begun: Act } | { readonly done: Outcome };

/** Performs an act. A repeat has the same outcome. */
export async function perform(history: OrderedCollection, act: Act): Promise<Outcome> {
  if (act.kind === 'append') {
    const [written] = await history.append({ id: act.id }, { requestId: act.id });
    return { act, document: { id: act.id, sequence: written!.sequence } };
  }
  const popped = await history.pop({ requestId: act.id });
  if (popped === undefined) return { act };
  return { act, document: { id: idOf(popped), sequence: popped.sequence } };
}

/** Returns the id of the act that appended it. */
export function idOf({ data }: OrderedDocument): string {
  return data['id'] as string;
}
