/** Runs a case with the client in TypeScript. */
import { randomUUID } from 'node:crypto';
import { fromBinary, fromJson, toBinary, toJson, type DescMethod, type JsonValue } from '@bufbuild/protobuf';
import { connect } from '../../../client/connect.ts';
import { RecordaError } from '../../../client/errors.ts';
import type { AgentScope } from '../../../client/agent-types.ts';
import type { ConversationScope } from '../../../client/conversation.ts';
import type { Recorda } from '../../../client/recorda.ts';
import type { MessageCodec, ServiceDefinition } from '../../../client/typed-client.ts';
import { AdminServiceDefinition } from '../../../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../../../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../../../proto/gen/recorda/v1/memory.ts';
import { readContract } from '../../../server/http/contract.ts';
import type { Case, Json, JsonObject, Step } from './case-file.ts';
import { mismatches } from './match.ts';
import type { CaseServers } from './servers.ts';
import { VERBS } from './verbs.ts';

type Args = Readonly<Record<string, unknown>>;
type Call = (...given: readonly unknown[]) => unknown;

const SERVICES: Readonly<Record<string, ServiceDefinition>> = {
  memory: MemoryServiceDefinition,
  context: ContextServiceDefinition,
  admin: AdminServiceDefinition,
};

let contract: ReturnType<typeof readContract> | undefined;

/** Throws whatever does not match the case. */
export async function runCase({ name, server = 'open', key, scope, steps }: Case, servers: CaseServers): Promise<void> {
  const kept = new Map<string, unknown>([['user', randomUUID()]]);
  const apiKey = key === undefined ? undefined : (servers.keys[key] ?? key);
  const recorda = connect(servers.addresses[server], { apiKey });
  try {
    for (const [at, step] of steps.entries()) {
      const wrong = await stepMismatches(recorda, scope ?? DEFAULT_SCOPE, step, kept);
      if (wrong.length > 0) throw new Error(`${name}, step ${at + 1} (${step.call}):\n${wrong.join('\n')}`);
    }
  } finally {
    await recorda.close();
  }
}

const DEFAULT_SCOPE = { userId: '${user}', agentId: 'coach', sessionId: 'monday' };

async function stepMismatches(
  recorda: Recorda,
  caseScope: JsonObject,
  step: Step,
  kept: Map<string, unknown>,
): Promise<readonly string[]> {
  const scope = filled({ ...caseScope, ...step.scope }, kept) as JsonObject;
  let answer: unknown;
  try {
    answer = await called(recorda, scope, step, kept);
  } catch (error) {
    if (!(error instanceof RecordaError) || step.error === undefined) throw error;
    return mismatches(filled(step.error, kept) as Json, errorAnswer(error), 'error');
  }
  if (step.error !== undefined) return [`an answer where an error was expected: ${JSON.stringify(answer)}`];
  const wrong = step.expect === undefined ? [] : mismatches(filled(step.expect, kept, true) as Json, answer);
  for (const [name, path] of Object.entries(step.keep ?? {})) kept.set(name, valueAt(answer, path));
  return wrong;
}

/** Returns what a failed call reports, in the form of cases. */
function errorAnswer({ reason, code, message, retryable, detail }: RecordaError) {
  return { reason, code, message, retryable, ...detail };
}

function called(recorda: Recorda, scope: JsonObject, step: Step, kept: ReadonlyMap<string, unknown>): Promise<unknown> {
  const [service = '', method = ''] = step.call.split('.');
  const definition = SERVICES[service];
  return definition === undefined
    ? verbCall(recorda, scope, step, kept)
    : wholeCall(recorda, definition, method, step, kept);
}

/** Calls a verb of a handle. */
function verbCall(recorda: Recorda, scope: JsonObject, step: Step, kept: ReadonlyMap<string, unknown>) {
  const verb = VERBS[step.call];
  if (verb === undefined) throw new Error(`There is no call ${step.call}.`);
  const args = filled(step.args ?? {}, kept) as Args;
  const [root, ...path] = step.call.split('.');
  const handle =
    root === 'agent'
      ? recorda.agent(scope as unknown as AgentScope)
      : recorda.conversation(scope as unknown as ConversationScope);
  const names = new Set(verb.names);
  let at: unknown = handle;
  for (const name of path.slice(0, -1)) {
    at = (at as Args)[name];
    if (name !== 'ordered') continue;
    at = (at as Call)(args['collection']);
    names.add('collection');
  }
  const options = Object.fromEntries(Object.entries(args).filter(([name]) => !names.has(name)));
  const call = (at as Args)[path.at(-1)!] as Call;
  return settled(call(...verb.positions.map((position) => position(args)), options), step.take, verb.isSearch);
}

/** Collects what is listed or streamed; for searches the hits with the report. */
async function settled(answer: unknown, take: number | undefined, isSearch: boolean): Promise<unknown> {
  const value: unknown = await answer;
  const isStream = typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
  const list = isStream ? await taken(value as AsyncIterable<unknown>, take) : value;
  if (!isSearch) return list;
  const { types, latencyMs, targetMs } = value as Args;
  return { hits: list, types, latencyMs, targetMs };
}

async function taken(stream: AsyncIterable<unknown>, take = Infinity): Promise<readonly unknown[]> {
  const elements: unknown[] = [];
  for await (const element of stream) {
    elements.push(element);
    if (elements.length >= take) break;
  }
  return elements;
}

/** Makes a call of the contract: its request is read from JSON, its answer written as JSON. */
async function wholeCall(
  recorda: Recorda,
  definition: ServiceDefinition,
  name: string,
  step: Step,
  kept: ReadonlyMap<string, unknown>,
): Promise<unknown> {
  contract ??= readContract();
  const { methods, registry } = contract;
  const described = methods.get(`${definition.fullName}/${name}`);
  const key = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const method = definition.methods[key];
  if (described === undefined || method === undefined) throw new Error(`There is no call ${step.call}.`);
  const request = fromJson(described.input, filled(step.request ?? {}, kept) as JsonValue, { registry });
  const client = recorda[step.call.split('.')[0] as 'memory' | 'context' | 'admin'] as unknown as Readonly<
    Record<string, Call>
  >;
  const answer = client[key]!(method.requestType.decode(toBinary(described.input, request)));
  const json = (message: unknown): JsonValue => answerJson(described, method.responseType, message);
  if (!method.responseStream) return json(await answer);
  return (await taken(answer as AsyncIterable<unknown>, step.take)).map(json);
}

function answerJson({ output }: DescMethod, codec: MessageCodec, message: unknown): JsonValue {
  const { registry } = contract!;
  const bytes = codec.encode(message as never).finish();
  return toJson(output, fromBinary(output, bytes), { registry, alwaysEmitImplicit: true });
}

function valueAt(answer: unknown, path: string): unknown {
  const value = path.split('.').reduce<unknown>((at, name) => (at as Args | undefined)?.[name], answer);
  if (value === undefined) throw new Error(`The answer has no ${path} to keep.`);
  return value;
}

/**
 * Returns a value in which each `${name}` is replaced by what was kept under the name; in arguments also values that JSON
 * cannot express.
 */
function filled(value: Json, kept: ReadonlyMap<string, unknown>, isPattern = false): unknown {
  if (typeof value === 'string') return filledText(value, kept);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((part) => filled(part, kept, isPattern));
  const entries = Object.entries(value).map(
    ([key, part]) => [filledText(key, kept) as string, filled(part, kept, isPattern)] as const,
  );
  const [name, operand] = entries[0] ?? [];
  if (!isPattern && name === '$time') return new Date(operand as string);
  if (!isPattern && name === '$number') return Number(operand);
  if (name === '$repeat') {
    const [text, count] = operand as [string, number];
    return text.repeat(count);
  }
  return Object.fromEntries(entries);
}

function filledText(text: string, kept: ReadonlyMap<string, unknown>): unknown {
  const value = (name: string): unknown => {
    if (!kept.has(name)) throw new Error(`Nothing was kept as ${name}.`);
    return kept.get(name);
  };
  const [, whole] = /^\$\{(\w+)\}$/.exec(text) ?? [];
  if (whole !== undefined) return value(whole);
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(value(name)));
}
