/** Opens the language model that writes summaries, which is loaded only if the settings name one. */
import type { Summarizer } from '../ports/context.ts';
import type { Log } from '../ports/telemetry.ts';
import type { ChatSummarizerConfig } from './chat-summarizer.ts';

export async function openSummarizer(config: ChatSummarizerConfig, log: Log): Promise<Summarizer> {
  const { chatSummarizer } = await import('./chat-summarizer.ts');
  return chatSummarizer(config, log);
}
