/**
 * The tools, resources and prompts that the official conformance suite expects of a server, with its texts
 * (https://github.com/modelcontextprotocol/conformance). Only tests use it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  completable,
  type ElicitRequestFormParams,
  type ContentBlock,
  fromJsonSchema,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A picture of one red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A sound without a sample. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const PAUSE_MS = 50;

const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, said: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text: said },
});

export function fixtureServer(): McpServer {
  const capabilities = { logging: {}, resources: { subscribe: true } };
  const server = new McpServer({ name: 'conformance', version: '1.0.0' }, { capabilities });
  addTools(server);
  addAskingTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addTools(server: McpServer): void {
  const tool = (
    name: string,
    content: readonly ContentBlock[] | ((context: ServerContext) => Promise<readonly ContentBlock[]>),
  ) =>
    server.registerTool(name, { description: `The suite's ${name}` }, async (context: ServerContext) => ({
      content: [...(typeof content === 'function' ? await content(context) : content)],
    }));
  tool('test_simple_text', [text('This is a simple text response for testing.')]);
  tool('test_image_content', [image]);
  tool('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]);
  tool('test_embedded_resource', [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]);
  tool('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]);
  tool('test_tool_with_logging', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started');
    await sleep(PAUSE_MS);
    await mcpReq.log('info', 'Tool processing data');
    await sleep(PAUSE_MS);
    await mcpReq.log('info', 'Tool execution completed');
    return [text('Logged.')];
  });
  tool('test_error_handling', () => Promise.reject(new Error('This tool intentionally returns an error for testing')));
  tool('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        // oxlint-disable-next-line no-await-in-loop
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      // oxlint-disable-next-line no-await-in-loop
      await sleep(PAUSE_MS);
    }
    return [text('Done.')];
  });
  const inputSchema = fromJsonSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  });
  const description = 'Tool with JSON Schema 2020-12 features';
  server.registerTool('json_schema_2020_12_tool', { description, inputSchema }, () => ({ content: [text('Fits.')] }));
}

/**
 * They ask the client during a call, on the stream of that call. Asked without `relatedRequestId`, the question is dropped if the
 * client has not opened its stream for messages of the server yet, and the call times out.
 */
function addAskingTools(server: McpServer): void {
  const description = 'Asks the client';
  server.registerTool(
    'test_sampling',
    { description, inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const asked = { role: 'user', content: { type: 'text', text: prompt } } as const;
      const { content } = await mcpReq.requestSampling(
        { messages: [asked], maxTokens: 100 },
        { relatedRequestId: mcpReq.id },
      );
      return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
    },
  );
  const asks = (name: string, requestedSchema: ElicitRequestFormParams['requestedSchema']): void =>
    void server.registerTool(name, { description }, async ({ mcpReq }: ServerContext) => {
      const { action, content } = await mcpReq.elicitInput(
        { mode: 'form', message: 'For the suite', requestedSchema },
        { relatedRequestId: mcpReq.id },
      );
      return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] };
    });
  server.registerTool(
    'test_elicitation',
    { description, inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const properties = { username: { type: 'string' }, email: { type: 'string' } } as const;
      const requestedSchema = { type: 'object', properties, required: ['username', 'email'] } as const;
      const answer = await mcpReq.elicitInput(
        { mode: 'form', message, requestedSchema: { ...requestedSchema, required: [...requestedSchema.required] } },
        { relatedRequestId: mcpReq.id },
      );
      return { content: [text(`User response: ${JSON.stringify(answer)}`)] };
    },
  );
  asks('test_elicitation_sep1034_defaults', {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  });
  const titled = (word: string) =>
    ['First', 'Second', 'Third'].map((place, at) => ({ const: `value${at + 1}`, title: `${place} ${word}` }));
  const plain = ['option1', 'option2', 'option3'];
  asks('test_elicitation_sep1330_enums', {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: plain },
      titledSingle: { type: 'string', oneOf: titled('Option') },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
      titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
    },
  });
}

function addResources(server: McpServer): void {
  const description = 'For the suite';
  const plain = { description, mimeType: 'text/plain' };
  const said = 'This is the content of the static text resource.';
  server.registerResource('static-text', 'test://static-text', plain, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: said }],
  }));
  server.registerResource('watched', 'test://watched-resource', plain, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'Watched.' }],
  }));
  const mimeType = 'image/png';
  server.registerResource('static-binary', 'test://static-binary', { description, mimeType }, ({ href: uri }) => ({
    contents: [{ uri, mimeType, blob: PNG }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { description }, ({ href: uri }, { id }) => ({
    contents: [
      {
        uri,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${[id].flat().join('')}` }),
      },
    ],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  const user = (content: ContentBlock) => ({ role: 'user' as const, content });
  const description = 'For the suite';
  server.registerPrompt('test_simple_prompt', { description }, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }));
  const starts = (part: string | undefined): string[] =>
    ['paris', 'park', 'party'].filter((word) => word.startsWith(part ?? ''));
  const argsSchema = z.object({
    arg1: completable(z.string().describe('First test argument'), starts),
    arg2: z.string().describe('Second test argument'),
  });
  server.registerPrompt('test_prompt_with_arguments', { description, argsSchema }, ({ arg1, arg2 }) => ({
    messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  }));
  const ofResource = { description, argsSchema: z.object({ resourceUri: z.string() }) };
  server.registerPrompt('test_prompt_with_embedded_resource', ofResource, ({ resourceUri }) => ({
    messages: [
      user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  }));
  server.registerPrompt('test_prompt_with_image', { description }, () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }));
}
