/** The commands about a session that the store sends to the writer's thread. */
import type { AppendIntent, FlushIntent } from '../../../domain/context/intents.ts';
import type { ReadTurn, WindowPolicy } from '../../../domain/context/turn.ts';
import type { StoredText } from '../../stored-text.ts';

/** A turn whose content is in stored form. */
export type TurnCommand = Omit<ReadTurn, 'content'> & { readonly text: StoredText; readonly sizeBytes: number };

/** A flush, and the window policy of sessions without one of their own. */
export type FlushCommand = FlushIntent & { readonly defaultPolicy: WindowPolicy };

export type AppendCommand = Omit<AppendIntent, 'turns'> & {
  readonly turns: readonly TurnCommand[];
  /** The embedder that made the turns' vectors. */
  readonly embedderName: string;
  /** The policy of sessions without one of their own. */
  readonly defaultPolicy: WindowPolicy;
};
