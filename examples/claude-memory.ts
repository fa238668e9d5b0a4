/**
 * Claude's memory tool over Recorda: what is noted on Monday is read on Friday, by another program. Claude's answers are written here, so
 * no key is needed; with one, leave `fetch` out.
 *
 *     npm install @anthropic-ai/sdk
 *     node dist/examples/claude-memory.js                    # in this process, data in ./claude-memories
 *     node dist/examples/claude-memory.js localhost:50051    # on a server: npm start serve
 */
import Anthropic from '@anthropic-ai/sdk';
import { connect, openEmbedded } from 'recorda';
import { recordaMemoryTool } from 'recorda/anthropic';

type Input = Readonly<Record<string, unknown>> & { readonly command: string };

const FILE = { path: '/memories/diet.md', file_text: 'Eats no gluten, and no nuts.' };
/** The command that this Claude uses for each message. */
const DOES: Readonly<Record<string, Input>> = {
  'What do you know of me?': { command: 'view', path: '/memories' },
  'I eat no gluten and no nuts.': { command: 'create', ...FILE },
  'What may I eat?': { command: 'view', path: FILE.path },
};

/** Stands in for the API: it asks for a command of the tool, then repeats the result. */
async function claude(_url: unknown, request?: RequestInit): Promise<Response> {
  const { messages } = JSON.parse(request?.body as string) as { messages: { content: unknown }[] };
  const { content } = messages.at(-1)!;
  const input = typeof content === 'string' ? DOES[content] : undefined;
  const [result] = Array.isArray(content) ? (content as { content: string }[]) : [];
  const said = result?.content.startsWith('File created')
    ? 'I have noted it.'
    : (result?.content ?? '').split('\n').at(-1);
  const block = input
    ? { type: 'tool_use', id: `use_${messages.length}`, name: 'memory', input }
    : { type: 'text', text: said };
  if (input?.command === 'view') console.log(`view ${String(input['path'])}`);
  if (result !== undefined && result.content.startsWith('Here')) console.log(result.content.split('\n')[0]);
  return Response.json({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [block],
    stop_reason: input ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  });
}

const [address] = process.argv.slice(2);
const recorda = address === undefined ? await openEmbedded({ dataDir: './claude-memories' }) : connect(address);

try {
  const ana = recorda.agent({ userId: `ana-${Date.now()}` });
  const anthropic = new Anthropic({ apiKey: 'none', fetch: claude });
  const ask = async (said: string): Promise<string> => {
    const tools = [recordaMemoryTool(ana)];
    const messages = [{ role: 'user' as const, content: said }];
    const answer = await anthropic.beta.messages.toolRunner({ model: 'claude', max_tokens: 1024, messages, tools });
    return answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  };

  await ask('What do you know of me?');
  console.log(`Monday: ${await ask('I eat no gluten and no nuts.')}`);
  console.log(`Friday: ${await ask('What may I eat?')}`);

  // Claude's files are memories like any other.
  const [hit] = await ana.retrieve('gluten and nuts', { types: ['structured'] });
  if (hit?.memory.type === 'structured') console.log(`${hit.memory.key} is found by a search`);
} finally {
  await recorda.close();
}
