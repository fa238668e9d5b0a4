/** The errors for a system prompt that does not fit, even after all versions but the current one were removed. */
import type { Quota } from '../../policy/memory-types.ts';
import type { Usage } from '../decide/quota.ts';
import { byteQuotaExceeded, quotaExceeded, type RecordaError } from '../errors.ts';

/** `subject` names the owner: `agent:guide`, `tenant`. */
export type SystemPromptAccount = { readonly subject: string; readonly usage: Usage; readonly quota: Quota };

const ADVICE =
  'All are current versions, which never go. Use fewer agents, or have RECORDA_LIMIT_SYSTEM_PROMPTS and RECORDA_LIMIT_SYSTEM_PROMPT_BYTES raised by whoever runs the server.';
/**
 * An agent's quota cannot be configured, and its old versions are always removed to make room: a prompt that is refused is too large
 * by itself.
 */
const SMALLER_OF_AGENT = 'shorten it. An agent’s quota cannot be raised.';
const SMALLER_OF_TENANT = 'shorten it, or have RECORDA_LIMIT_SYSTEM_PROMPT_BYTES raised by whoever runs the server.';

/** `usage` includes the new prompt, which takes `addedBytes`. */
export function refuseSystemPrompt({ subject, usage, quota }: SystemPromptAccount, addedBytes: number): RecordaError {
  if (usage.bytes > quota.bytes) {
    const makeSmaller = subject.startsWith('agent:') ? SMALLER_OF_AGENT : SMALLER_OF_TENANT;
    const use = { used: usage.bytes - addedBytes, limit: quota.bytes, added: addedBytes };
    return byteQuotaExceeded(`${subject}/system_prompt.bytes`, 'system prompts', use, ADVICE, makeSmaller);
  }
  return quotaExceeded(`${subject}/system_prompt.count`, 'system prompts', usage.count - 1, quota.count, ADVICE);
}
