/**
 * Fills a server with data for the dashboard: many users with a few memories each, and one, `ana`, with something of everything. All data
 * is made up, and the same in every run.
 */

export type SeedSizes = {
  readonly users: number;
  /** Long-term memories of all users together. */
  readonly memories: number;
  /** Turns of conversations of all users together. */
  readonly turns: number;
};

export type SeedOptions = {
  /** The address of the server's HTTP door, like `http://127.0.0.1:50052`. */
  readonly url: string;
  readonly apiKey?: string;
  readonly sizes: SeedSizes;
  /** Sets the server's clock, as `--clock` takes it, so that some facts are old; if absent, all are new. */
  readonly setClock?: (offset: string) => Promise<void>;
};

/** The user who has something of everything. */
export const RICH = 'ana';
export const RICH_SESSION = 'trip-to-lisbon';
export const AGENT = 'coach';
/** The number of memories in a batch. */
const BATCH = 500;
const TURNS_AT_ONCE = 50;

type Caller = <Answer = unknown>(name: string, request: object) => Promise<Answer>;

/** Calls in JSON, as the dashboard does. */
export function jsonCaller(url: string, apiKey?: string): Caller {
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return async <Answer>(name: string, request: object) => {
    const body = JSON.stringify(request);
    const response = await fetch(`${url}/recorda.v1.${name}`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
}

const PLACES = ['Lisbon', 'Oaxaca', 'Kyoto', 'Bilbao', 'Tromsø', 'Cusco', 'Valencia', 'Ghent', 'Montevideo', 'Split'];
const FOODS = ['ramen', 'empanadas', 'rye bread', 'mole', 'pickled herring', 'chickpea stew', 'figs', 'dark chocolate'];
const HOBBIES = ['climbing', 'choir', 'pottery', 'night photography', 'chess', 'kayaking', 'bookbinding', 'salsa'];
const TEMPLATES: readonly ((pick: (list: readonly string[]) => string) => string)[] = [
  (pick) => `Wants to visit ${pick(PLACES)} in spring and asked for quiet places to stay`,
  (pick) => `Likes ${pick(FOODS)}, and orders it whenever it is on the menu`,
  (pick) => `Goes to ${pick(HOBBIES)} on Thursdays after work`,
  (pick) => `Prefiere reunirse en ${pick(PLACES)} antes de las diez`,
  (pick) => `Se apuntó a clases de ${pick(HOBBIES)} con una amiga`,
  (pick) => `Compared two train connections to ${pick(PLACES)} and took the earlier one`,
  (pick) => `Cannot stand ${pick(FOODS)} since a bad evening in ${pick(PLACES)}`,
];

/** Questions that `ana` asks, which state no facts about her. */
const QUESTIONS: typeof TEMPLATES = [
  (pick) => `How long is the train from ${pick(PLACES)} to ${pick(PLACES)}?`,
  (pick) => `Where would one eat ${pick(FOODS)} near the station of ${pick(PLACES)}?`,
  (pick) => `Is there anything like ${pick(HOBBIES)} in ${pick(PLACES)} at the weekend?`,
  (pick) => `Could you compare ${pick(PLACES)} and ${pick(PLACES)} for three days in March?`,
  (pick) => `¿Qué tiempo suele hacer en ${pick(PLACES)} en primavera?`,
];
const ANSWERS: typeof TEMPLATES = [
  (pick) => `About four hours, with a change in ${pick(PLACES)}; the early one is cheaper.`,
  (pick) => `Two places are close: one known for ${pick(FOODS)}, and a market hall that closes at ten.`,
  (pick) => `There is ${pick(HOBBIES)} on Saturday morning; one has to book two days ahead.`,
  (pick) => `${pick(PLACES)} is smaller and on foot within a day, the other has more museums.`,
  () => 'Suele llover por la tarde; por la mañana hace unos quince grados.',
];

/** Deterministic, so that pictures taken again are the same. */
function picker(): (list: readonly string[]) => string {
  let state = 7;
  return (list) => {
    state = (state * 48_271) % 2_147_483_647;
    return list[state % list.length]!;
  };
}

export async function seed({ url, apiKey, sizes, setClock }: SeedOptions): Promise<void> {
  const call = jsonCaller(url, apiKey);
  await setClock?.('-170d');
  await addFacts(call, OLD_FACTS);
  await call('MemoryService/AddMemory', { memory: { scope: { userId: RICH }, text: { content: OLD_MEMORY } } });
  await setClock?.('-100d');
  await addFacts(call, AGED_FACTS);
  await setClock?.('-3d');
  await addCrowd(call, sizes);
  await addRich(call);
  await setClock?.('+0s');
  await addFacts(call, NEW_FACTS);
  await addConversations(call, sizes);
}

/** Adds the users besides `ana`, each with a few memories. */
async function addCrowd(call: Caller, { users, memories }: SeedSizes): Promise<void> {
  const pick = picker();
  const names = Array.from({ length: users - 1 }, (_, index) => `user-${String(index + 1).padStart(4, '0')}`);
  const requests = Array.from({ length: memories - RICH_MEMORIES.length - 1 }, (_, index) => ({
    memory: {
      scope: { userId: names[index % names.length], agentId: AGENT },
      source: index % 3 === 0 ? 'SOURCE_USER' : 'SOURCE_ASSISTANT',
      metadata: { category: pick(['travel', 'food', 'work', 'sports']) },
      text: { content: `${TEMPLATES[index % TEMPLATES.length]!(pick)} (${index})` },
    },
  }));
  for (let from = 0; from < requests.length; from += BATCH)
    await call('MemoryService/BatchAddMemories', { requests: requests.slice(from, from + BATCH) });
}

/** A memory as old as the clock was turned back, which retention removes first. */
export const OLD_MEMORY = 'Parks the car in the garage of the Calle Mayor';

const RICH_MEMORIES = [
  'Planning a trip to Lisbon by night train in March, with her sister Marta',
  'Is allergic to peanuts; carries an adrenaline pen',
  'Enjoys skiing, but avoids advanced slopes since the accident of 2021',
  'Her team decided to move the billing service to PostgreSQL',
  'Prefers answers short, with the numbers first',
  'Booked the guest house near the Miradouro da Graça for three nights',
  'Le gusta el café sin azúcar y muy temprano',
  'Runs ten kilometres every Sunday along the river',
  'Wants to learn Portuguese before the trip',
  'The night train from Madrid was cancelled, so she looks at flights via Porto',
];

async function addRich(call: Caller): Promise<void> {
  const scope = { userId: RICH, agentId: AGENT, sessionId: RICH_SESSION };
  const add = (memory: object) =>
    call<{ memory: { id: string } }>('MemoryService/AddMemory', { memory: { scope, ...memory } });
  for (const [turn, content] of RICH_MEMORIES.entries())
    await add({
      text: { content, speaker: 'Ana', turn },
      source: 'SOURCE_USER',
      importance: 0.3 + (turn % 7) / 10,
      metadata: { category: turn % 2 === 0 ? 'travel' : 'home' },
    });
  await add({ working: { key: 'current_destination', value: 'Lisbon' } });
  await add({ trait: { key: 'tone', value: 'warm, brief' }, source: 'SOURCE_ASSISTANT' });
  await add({ trait: { key: 'language.preferred', value: 'es' }, source: 'SOURCE_USER' });
  await add({ message: { role: 'ROLE_USER', content: 'Where shall we go in March?' } });
  await add({
    episode: {
      task: 'Find a connection to Lisbon under 200 euros',
      outcome: 'EPISODE_OUTCOME_SUCCESS',
      outcomeNote: 'Flight via Porto, 142 euros',
      steps: [
        {
          action: 'Asked for night trains',
          tool: 'rail.search',
          status: 'STEP_STATUS_ERROR',
          error: 'cancelled until May',
        },
        { action: 'Compared flights', tool: 'flights.search' },
      ],
    },
  });
  await add({
    document: { collection: 'bookings', key: 'guest-house', data: { nights: 3, price: 240, city: 'Lisbon' } },
  });
  const ids = new Map<string, string>();
  for (const [name, type, attributes] of ENTITIES)
    ids.set(name, (await add({ entity: { name, type, attributes } })).memory.id);
  for (const [from, type, to, validFrom, validTo] of RELATIONSHIPS)
    await add({ relationship: { fromId: ids.get(from), toId: ids.get(to), type, validFrom, validTo } });
}

const ENTITIES: readonly (readonly [name: string, type: string, attributes: object])[] = [
  ['Ana', 'person', { home: 'Madrid' }],
  ['Marta', 'person', { relation: 'sister' }],
  ['Diego', 'person', { relation: 'colleague' }],
  ['Lisbon', 'city', { country: 'Portugal' }],
  ['Madrid', 'city', { country: 'Spain' }],
  ['Porto', 'city', { country: 'Portugal' }],
  ['Nimbus Labs', 'company', { sector: 'software' }],
  ['Billing', 'project', { database: 'PostgreSQL' }],
  ['Casa Graça', 'guest house', { nights: 3 }],
  ['Delta Rail', 'company', { sector: 'travel' }],
  ['Tuesday choir', 'group', {}],
];
type Relation = readonly [from: string, type: string, to: string, validFrom?: string, validTo?: string];
const RELATIONSHIPS: readonly Relation[] = [
  ['Ana', 'sister_of', 'Marta'],
  ['Ana', 'works_at', 'Nimbus Labs', '2024-02-01T00:00:00Z'],
  ['Ana', 'worked_at', 'Delta Rail', '2019-06-01T00:00:00Z', '2024-01-31T00:00:00Z'],
  ['Ana', 'lives_in', 'Madrid', '2020-09-01T00:00:00Z'],
  ['Ana', 'travels_to', 'Lisbon', '2026-03-01T00:00:00Z'],
  ['Ana', 'sings_in', 'Tuesday choir'],
  ['Marta', 'lives_in', 'Porto'],
  ['Marta', 'travels_to', 'Lisbon'],
  ['Diego', 'works_at', 'Nimbus Labs'],
  ['Diego', 'leads', 'Billing'],
  ['Nimbus Labs', 'runs', 'Billing'],
  ['Casa Graça', 'is_in', 'Lisbon'],
];

type SeedFact = readonly [text: string, domain: string, confidence?: string];
const OLD_FACTS: readonly SeedFact[] = [
  ['My team writes its services in Go', 'FACT_DOMAIN_WORK'],
  ['I am training for a half marathon', 'FACT_DOMAIN_PROJECTS', 'FACT_CONFIDENCE_MEDIUM'],
];
const AGED_FACTS: readonly SeedFact[] = [
  ['I usually work from home on Fridays', 'FACT_DOMAIN_WORK', 'FACT_CONFIDENCE_MEDIUM'],
  ['I might move to Porto', 'FACT_DOMAIN_PERSONAL', 'FACT_CONFIDENCE_LOW'],
];
const NEW_FACTS: readonly SeedFact[] = [
  ['I am allergic to peanuts', 'FACT_DOMAIN_PERSONAL'],
  ['I prefer short answers with the numbers first', 'FACT_DOMAIN_PREFERENCES'],
  ['We decided to move the billing service to PostgreSQL', 'FACT_DOMAIN_DECISIONS'],
  ['I work at Nimbus Labs', 'FACT_DOMAIN_WORK'],
];

async function addFacts(call: Caller, facts: readonly SeedFact[]): Promise<void> {
  const scope = { userId: RICH, agentId: AGENT, sessionId: RICH_SESSION };
  for (const [text, domain, confidence = 'FACT_CONFIDENCE_HIGH'] of facts)
    await call('ContextService/AddFact', { scope, text, domain, confidence });
}

/** Half of the turns are one long conversation of `ana`, the others short ones of the first users. */
async function addConversations(call: Caller, { turns }: SeedSizes): Promise<void> {
  const pick = picker();
  const said = (userId: string, index: number): object => {
    const list = index % 2 === 0 ? (userId === RICH ? QUESTIONS : TEMPLATES) : ANSWERS;
    const content = list[Math.floor(index / 2) % list.length]!(pick);
    return index % 2 === 0 ? { role: 'ROLE_USER', content } : { role: 'ROLE_ASSISTANT', content };
  };
  const append = async (userId: string, sessionId: string, count: number): Promise<void> => {
    for (let from = 0; from < count; from += TURNS_AT_ONCE) {
      const length = Math.min(TURNS_AT_ONCE, count - from);
      const turnsNow = Array.from({ length }, (_, index) => said(userId, from + index));
      await call('ContextService/AppendTurns', { scope: { userId, agentId: AGENT, sessionId }, turns: turnsNow });
    }
  };
  const half = Math.floor(turns / 2);
  await append(RICH, RICH_SESSION, half);
  const each = 10;
  for (let index = 0; index * each < turns - half; index += 1)
    await append(`user-${String(index + 1).padStart(4, '0')}`, 'first', each);
  await call('ContextService/PutSystemPrompt', {
    agentId: AGENT,
    systemPrompt: {
      identity: 'You are a travel coach who knows the user well.',
      rules: 'Never suggest food the user cannot eat.',
    },
  });
}
