/** Changes the store of a running server to another embedder. */
import type { StopSignal } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { embedderText } from '../embedders/embedder-key.ts';
import type { LiveEmbedder } from '../stores/middleware/embedded-texts.ts';
import type { EmbedderConfig, OpenedEmbedder } from '../embedders/open-embedder.ts';
import { persistent } from '../embedders/persistent.ts';
import { reembed, type TakeStep } from '../embedders/reembed.ts';
import { takeWanted } from '../embedders/wanted-embedder.ts';
import type { Reembedding } from '../services/admin/admin-service.ts';
import type { ReembedStep } from '../ports/reembedding.ts';

export type ChangeDependencies = {
  readonly dataDir: string;
  readonly live: LiveEmbedder;
  /** Rejects with an Error that says what to do. */
  readonly open: (config: EmbedderConfig) => Promise<OpenedEmbedder>;
  readonly take: TakeStep;
};

/**
 * Runs as long as somebody iterates; only one may run at a time. The previous embedder stays open for calls that still
 * use it.
 */
export function changeEmbedder({ dataDir, live, open, take }: ChangeDependencies) {
  let isRunning = false;

  async function openWanted(): Promise<OpenedEmbedder> {
    const wanted = takeWanted(dataDir);
    if (wanted === undefined) {
      throw refused(
        `No new embedder was requested in ${dataDir}: run \`recorda reembed\` there, with the settings of the new embedder.`,
      );
    }
    return open(wanted).catch((error: Error) => {
      throw error instanceof RecordaError ? error : refused(error.message);
    });
  }

  return async function* (signal: StopSignal): AsyncGenerator<Reembedding, void> {
    if (isRunning) throw refused('The embedder is already being changed: wait for that call, or cancel it.');
    isRunning = true;
    let target: OpenedEmbedder | undefined;
    try {
      const opened = (target = await openWanted());
      const embedder = embedderText(opened.embedder.identity);
      let resumed: number | undefined;
      const onStep = ({ changedOver, isLast }: ReembedStep): void => {
        // After this, only new writes could delay the end.
        if (isLast) live.next = opened.embedder;
        if (changedOver) live.current = opened;
      };
      for await (const { done, total, changedOver } of reembed(take, persistent(opened.embedder), signal, onStep)) {
        resumed ??= done;
        yield { embedder, done: changedOver ? total : done, total, resumed, changedOver };
      }
    } finally {
      isRunning = false;
      live.next = undefined;
      if (target !== undefined && live.current !== target) await target.close();
    }
  };
}

function refused(message: string): RecordaError {
  return new RecordaError('REEMBED_REFUSED', message);
}
