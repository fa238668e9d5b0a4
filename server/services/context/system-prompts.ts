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

export function systemPrompts({ store, tokens }: ContextDependencies) {
  async function putSystemPrompt(
    { agentId, systemPrompt }: PutSystemPromptRequest,
    call: ServiceCall,
  ): Promise<PutSystemPromptResponse> {
    await tokens.load('o200k_base');
    const count = (text: string): number => tokens.count(text, 'o200k_base').tokens;
    const { identity, capabilities, rules, format } = systemPrompt!;
    const blocks = { identity, capabilities, rules, format };
    const faults = systemFaults(blocks, count);
    if (faults.length > 0) throw fieldErrors(faults);
    const compiled = compileSystem(blocks);
    const prompt = { ...blocks, version: systemVersion(compiled), tokens: count(compiled), createMs: call.nowMs };
    const kept = await store.putSystemPrompt({ tenant: call.tenant, agentId, prompt }, call);
    return { systemPrompt: fromSystemPrompt(kept), latencyMs: call.elapsedMs() };
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
