/**
 * Commands that call Recorda and print the answer. Each is a row of a table; this file has what they share: where Recorda is, whose
 * memory is meant, how the answer is printed, and how they end.
 */
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { AgentScope } from '../../../client/agent-types.ts';
import { WIRE } from '../../../contract/wire.ts';
import type { Recorda } from '../../../client/recorda.ts';
import type { CallOptions } from '../../../client/typed-client.ts';
import { LIMITS } from '../../policy/limits.ts';
import { readConfig, withCallSettings } from '../environment.ts';
import { EXIT } from '../exit-codes.ts';
import { jsonOption as jsonFlag } from '../json.ts';
import { openLocalOrRemote } from '../open-local-or-remote.ts';
import { outputOf, type Output } from './output.ts';

/** A command gets this to do its work with. `O` is the type of its own options, as their parsers give them. */
export type Run<O = object> = {
  readonly recorda: Recorda;
  readonly out: Output;
  /** The user of `--user`, or of the settings; the agent, session and namespace that were named. */
  readonly scope: AgentScope;
  /** The user of `--user`; '', which means everybody, if it was not given. */
  readonly userId: string;
  readonly args: readonly string[];
  readonly options: O;
  /** Is passed with every call: Ctrl+C ends it. */
  readonly call: CallOptions;
};

/** A command is about one of these, and has the options that go with it. */
export type Subject =
  /** One user's memory: the user of `--user`, or else that of the settings. */
  | 'USER'
  /** One user if `--user` is given, else everybody. */
  | 'USERS'
  /** The server. */
  | 'SERVER';

export type ClientCommand<O = object> = {
  /** Commander reads the name and the arguments from it, as in `get <id>`. */
  readonly usage: string;
  readonly description: string;
  /** Describes each argument, or lists the values that it may have. */
  readonly arguments?: Readonly<Record<string, string | readonly string[]>>;
  readonly options?: readonly Option[];
  readonly subject: Subject;
  /** The command does a job of any length: its call may take a day. */
  readonly isJob?: boolean;
  /** Throws if it fails. Returns an exit code if it does not end well and has printed why. */
  run(run: Run<O>): Promise<number | void>;
};

/** Makes a row of a command that has options of its own. */
export function withOptions<O extends object>(row: ClientCommand<O>): ClientCommand {
  return row;
}

const OPTIONS: Readonly<Record<Subject, readonly Option[]>> = {
  USER: [
    new Option('--user <id>', 'id of the user (RECORDA_MCP_USER, default me)'),
    new Option('--agent <id>', 'id of the agent'),
    new Option('--session <id>', 'id of the session'),
    new Option('--namespace <name>', 'name of the namespace'),
  ],
  USERS: [new Option('--user <id>', 'id of the user; default: all users')],
  SERVER: [],
};

/** Makes commander's command of a row. */
export function clientCommand(row: ClientCommand): Command {
  const command = new Command(row.usage.split(' ')[0]).description(row.description);
  for (const spelled of row.usage.split(' ').slice(1)) {
    const what = row.arguments?.[spelled.replaceAll(/[<>[\].]/g, '')] ?? '';
    const argument = new Argument(spelled, typeof what === 'string' ? what : undefined);
    command.addArgument(typeof what === 'string' ? argument : argument.choices(what));
  }
  for (const option of [...(row.options ?? []), ...OPTIONS[row.subject], jsonFlag()]) command.addOption(option);
  return withCallSettings(command).action(async () => {
    process.exitCode = await perform(row, command.processedArgs.flat() as string[], command.opts());
  });
}

/** Groups several rows under one name: `recorda sessions list`. */
export function commandGroup(name: string, description: string, rows: readonly ClientCommand[]): Command {
  const group = new Command(name).description(description);
  for (const row of rows) group.addCommand(clientCommand(row));
  return group;
}

/**
 * Returns the options that settings are read from. Settings are texts; options that are numbers, JSON or times belong to the row
 * alone.
 */
function texts(options: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value === 'string'));
}

type CommonOptions = {
  readonly user?: string;
  readonly agent?: string;
  readonly session?: string;
  readonly namespace?: string;
  readonly json?: boolean;
};

async function perform(row: ClientCommand, args: readonly string[], options: CommonOptions): Promise<number> {
  const { user, agent, session, namespace, json = false } = options;
  const { config } = readConfig(texts(options));
  const out = await outputOf(json);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt);
  const recorda = await openLocalOrRemote(config);
  const scope: AgentScope = {
    userId: config.mcp.user,
    ...(agent !== undefined && { agentId: agent }),
    ...(session !== undefined && { sessionId: session }),
    ...(namespace !== undefined && { namespace }),
  };
  const timeoutMs = row.isJob === true ? WIRE.deadlineMs : LIMITS.deadlineMs;
  try {
    const run = { recorda, out, scope, userId: user ?? '', args, options, call: { signal: stop.signal, timeoutMs } };
    return (await row.run(run)) ?? EXIT.ok;
  } catch (error) {
    if (stop.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    process.off('SIGINT', interrupt);
    await recorda.close();
  }
}

/** Takes a number from `least` to `most`. */
export function numberOption(flags: string, description: string, [least, most]: readonly [number, number]): Option {
  return new Option(flags, description).argParser((text: string) => {
    const number = Number(text);
    if (text.trim() !== '' && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  });
}

/** Takes a JSON object. */
export function jsonOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string) => {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    } catch {
      // The error below says what is wrong.
    }
    throw new InvalidArgumentError('It must be a JSON object, like \'{"topic": "travel"}\'.');
  });
}

/** Takes a day, or a time with its zone. */
export function timeOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string) => {
    const time = new Date(text);
    if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(time.getTime())) return time;
    throw new InvalidArgumentError('It must be a time, like 2026-11-26 or 2026-11-26T09:00:00Z.');
  });
}
