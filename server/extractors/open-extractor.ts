/** Opens the language model that extracts facts, which is loaded only if the settings name one. */
import type { FactExtractor } from '../ports/context.ts';
import type { ChatExtractorConfig } from './chat-extractor.ts';

export async function openExtractor(config: ChatExtractorConfig): Promise<FactExtractor> {
  const { chatExtractor } = await import('./chat-extractor.ts');
  return chatExtractor(config);
}
