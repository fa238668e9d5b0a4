/** The language model that writes summaries, loaded only where one is asked for. */
import type { Summarizer } from '../ports/context.ts';
import type { Log } from '../ports/telemetry.ts';
import type { ChatSummarizerConfig } from './chat-summarizer.ts';

export async function openSummarizer(config: ChatSummarizerConfig, log: Log): Promise<Summarizer> {
  const { chatSummarizer } = await import('./chat-summarizer.ts');
  return chatSummarizer(config, log);
}
