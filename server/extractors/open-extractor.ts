/** The language model that finds facts, loaded only where one is asked for. */
import type { FactExtractor } from '../ports/context.ts';
import type { ChatExtractorConfig } from './chat-extractor.ts';

export async function openExtractor(config: ChatExtractorConfig): Promise<FactExtractor> {
  const { chatExtractor } = await import('./chat-extractor.ts');
  return chatExtractor(config);
}
