/** Lists the programs whose exports can be imported. */
import type { Source } from '../source.ts';
import { chatgpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { langgraph } from './langgraph.ts';
import { letta } from './letta.ts';
import { mcpMemory } from './mcp-memory.ts';
import { mem0 } from './mem0.ts';
import { zep } from './zep.ts';

export const SOURCES: Readonly<Record<string, Source>> = {
  mem0,
  zep,
  chatgpt,
  claude,
  'mcp-memory': mcpMemory,
  letta,
  langgraph,
};
