/** Maps the arguments of the handles' verbs, which cases have by name, to their positions. */

type Args = Readonly<Record<string, unknown>>;

export type Verb = {
  /** Makes each positional argument from the named ones. */
  readonly positions: readonly ((args: Args) => unknown)[];
  /** The names that these use; the others are options. */
  readonly names: readonly string[];
  /** Whether its answer consists of hits and a report. */
  readonly isSearch: boolean;
};

/**
 * Positional arguments by their names; `a|b` is the one that is given, `{a,b}` an object of those that are given.
 */
const POSITIONS: Readonly<Record<string, string>> = {
  'agent.add': 'content',
  'agent.set': 'key value',
  'agent.retrieve': 'query',
  'agent.stream': 'query',
  'agent.list': '',
  'agent.get': 'id',
  'agent.update': 'target patch',
  'agent.pin': 'target',
  'agent.unpin': 'target',
  'agent.delete': 'target',
  'agent.deleteMatching': 'filter',
  'agent.watch': '',
  'agent.sessions': '',
  'agent.endTask': '',
  'agent.persona.set': 'key value',
  'agent.persona.get': 'key',
  'agent.persona.all': '',
  'agent.episodes.start': 'task',
  'agent.episodes.step': 'target step',
  'agent.episodes.end': 'target outcome',
  'agent.episodes.find': 'query',
  'agent.entities.upsert': 'name type',
  'agent.entities.relate': 'from type to',
  'agent.entities.get': 'name type',
  'agent.entities.traverse': 'from',
  'agent.entities.find': 'query',
  'agent.entities.delete': 'target',
  'agent.documents.put': '{collection,key} data',
  'agent.documents.get': 'target|{collection,key}',
  'agent.documents.find': 'collection',
  'agent.documents.patch': 'target|{collection,key} patch',
  'agent.documents.delete': 'target|{collection,key}',
  'agent.documents.collections.put': 'name',
  'agent.documents.collections.get': 'name',
  'agent.documents.collections.list': '',
  'agent.documents.collections.delete': 'name',
  'agent.documents.ordered.append': 'documents',
  'agent.documents.ordered.write': 'writes',
  'agent.documents.ordered.pop': '',
  'agent.documents.ordered.list': '',
  'agent.facts.extract': 'text',
  'agent.facts.add': 'text',
  'agent.facts.list': '',
  'agent.facts.get': 'id',
  'agent.facts.retrieve': 'query',
  'agent.facts.pin': 'id',
  'agent.facts.unpin': 'id',
  'agent.facts.confirm': 'id',
  'agent.facts.contradict': 'id text',
  'agent.facts.restore': 'id',
  'agent.facts.forget': 'id',
  'conversation.append': 'turns',
  'conversation.prompt': 'newTurn',
  'conversation.tail': 'newTurn',
  'conversation.instruct': '{identity,capabilities,rules,format}',
  'conversation.reportOutput': '{isRight,parseError,error}',
  'conversation.flush': '',
  'conversation.end': '',
  'conversation.turns': '',
  'conversation.usage': '',
};

const SEARCHES = new Set(['agent.retrieve', 'agent.stream', 'agent.episodes.find', 'agent.entities.find']);

export const VERBS: Readonly<Record<string, Verb>> = Object.fromEntries(
  Object.entries(POSITIONS).map(([name, positions]) => [
    name,
    {
      positions: positions === '' ? [] : positions.split(' ').map(argument),
      names: positions.match(/\w+/g) ?? [],
      isSearch: SEARCHES.has(name),
    },
  ]),
);

function argument(position: string): (args: Args) => unknown {
  const [, either, names] = /^(?:(\w+)\|)?\{([\w,]+)\}$/.exec(position) ?? [];
  if (names === undefined) return (args) => args[position];
  const parts = names.split(',');
  return (args) =>
    either !== undefined && either in args
      ? args[either]
      : Object.fromEntries(parts.filter((part) => part in args).map((part) => [part, args[part]]));
}
