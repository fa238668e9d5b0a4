/** PutSystemPrompt and GetSystemPrompt. */
import { compileSystem, systemFaults, systemVersion } from '../../domain/context/system-prompt.ts';
import { fieldErrors, systemPromptNotFound } from '../../domain/errors.ts';
import type {
  GetSystemPromptRequest,
  GetSystemPromptResponse,
  PutSystemPromptRequest,
  PutSystemPromptResponse,
} from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import type { ContextDependencies } from './dependencies.ts';
import { fromSystemPrompt } from './translate.ts';

export function systemPrompts({ store, texts }: ContextDependencies) {
  async function counts(all: readonly string[], call: ServiceCall): Promise<ReadonlyMap<string, number>> {
    const counted = await texts.count(all, 'o200k_base', call);
    return new Map(all.map((text, at) => [text, counted[at]!.tokens]));
  }

  async function putSystemPrompt(
    { agentId, systemPrompt }: PutSystemPromptRequest,
    call: ServiceCall,
  ): Promise<PutSystemPromptResponse> {
    const { identity, capabilities, rules, format } = systemPrompt!;
    const blocks = { identity, capabilities, rules, format };
    const compiled = compileSystem(blocks);
    const known = await counts([compiled, ...Object.values(blocks).map((text) => text.trim())], call);
    const count = (text: string): number => known.get(text)!;
    const faults = systemFaults(blocks, count);
    if (faults.length > 0) throw fieldErrors(faults);
    const prompt = { ...blocks, version: systemVersion(compiled), tokens: count(compiled), createMs: call.nowMs };
    const { prompt: kept, dropped } = await store.putSystemPrompt({ tenant: call.tenant, agentId, prompt }, call);
    return { systemPrompt: fromSystemPrompt(kept), droppedVersionCount: dropped, latencyMs: call.elapsedMs() };
  }

  async function getSystemPrompt(
    { agentId, version }: GetSystemPromptRequest,
    call: ServiceCall,
  ): Promise<GetSystemPromptResponse> {
    const kept = await store.systemPrompt({ tenant: call.tenant, agentId, version }, call);
    if (kept === undefined) throw systemPromptNotFound(agentId, version);
    return { systemPrompt: fromSystemPrompt(kept), latencyMs: call.elapsedMs() };
  }

  return { putSystemPrompt, getSystemPrompt };
}
