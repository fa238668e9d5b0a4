/**
 * Two days of an agent's life: on Monday it organises a trip and keeps whom it works for, what it did, whom it met and what it
 * booked; on Tuesday, in another session, it finds each of these again by asking in plain words.
 *
 *     node dist/examples/agent-story.js [localhost:50051]
 */
import { connect, openEmbedded, type Agent, type MemoryType, type Recorda } from 'recorda';

const [address] = process.argv.slice(2);
const open = async (): Promise<Recorda> =>
  address === undefined ? openEmbedded({ dataDir: './story-memories' }) : connect(address);

async function monday(ana: Agent): Promise<void> {
  // Keeps what the agent knows of her. Setting a trait again keeps its earlier value.
  await ana.persona.set('language', 'Portuguese');
  await ana.persona.set('language', 'Spanish, since she moved to Madrid');
  await ana.persona.set('tone', 'short and informal');
  await ana.persona.set('diet', 'vegetarian, allergic to nuts');
  await ana.persona.set('budget_per_trip', { amount: 5000, currency: 'EUR' });

  // Records what it does for her, step by step.
  const { memory: lunch } = await ana.episodes.start('Order lunch for the board meeting');
  await ana.episodes.step(lunch.id, 'Call the caterer');
  await ana.episodes.end(lunch.id, 'success', { note: 'Delivered at noon' });

  const { memory: trip } = await ana.episodes.start('Organise the team trip to Lisbon');
  await ana.episodes.step(trip.id, { action: 'Ask everyone for their dates', tool: 'mail.send', durationMs: 850 });
  await ana.episodes.step(trip.id, 'Settle on the second week of May');
  await ana.episodes.step(trip.id, { action: 'Compare flights from Madrid', tool: 'flights.search' });
  await ana.episodes.step(trip.id, { action: 'Book twelve seats on TP1015', tool: 'flights.book', durationMs: 4200 });
  await ana.episodes.step(trip.id, { action: 'Look for hotels with a meeting room', tool: 'web.search' });
  await ana.episodes.step(trip.id, { action: 'Call Hotel Miradouro and agree on a price', tool: 'phone.call' });
  await ana.episodes.step(trip.id, 'Send the deposit to the hotel');
  await ana.episodes.step(trip.id, {
    action: 'Book the boat tour on the Tagus',
    tool: 'web.book',
    status: 'error',
    error: 'the boat tour was cancelled because of the storm',
  });
  await ana.episodes.step(trip.id, 'Reserve the tile museum instead of the boat');
  const { steps } = await ana.episodes.step(trip.id, { action: 'Send everyone the plan', tool: 'mail.send' });
  const { outcome } = await ana.episodes.end(trip.id, 'partial', { note: 'All is booked but the boat' });
  console.log(`${steps.length} steps, outcome ${outcome}`);

  // Adds the entities that it met.
  const hotel = { name: 'Hotel Miradouro', type: 'hotel' };
  const marta = await ana.entities.upsert('Marta Silva', 'person', {
    attributes: { job: 'receptionist', phone: '+351 555 0101' },
  });
  await ana.entities.relate(marta.memory, 'works_at', hotel);
  await ana.entities.upsert('João Pereira', 'person', { aliases: ['Jota'], attributes: { job: 'bus driver' } });
  const again = await ana.entities.upsert('marta  silva', 'Person', { attributes: { email: 'marta@example.com' } });
  console.log(`${again.operation}: ${JSON.stringify(again.memory.attributes)}`);

  // Stores what it booked. Everything in this collection must have a price.
  const schema = { type: 'object', required: ['price'], properties: { price: { type: 'number' } } };
  await ana.documents.collections.put('bookings', { schema });
  await ana.documents.put(
    { collection: 'bookings', key: 'hotel' },
    { hotel: 'Miradouro', nights: 3, rooms: 6, price: 2760, paid: false },
  );
  await ana.documents.put(
    { collection: 'bookings', key: 'flight' },
    { flight: 'TP1015', seats: 12, price: 1980, paid: true },
  );
  await ana.documents.put(
    { collection: 'bookings', key: 'museum' },
    { museum: 'Azulejo', tickets: 12, price: 96, paid: true },
  );
  await ana.documents.patch({ collection: 'bookings', key: 'hotel' }, { paid: true, deposit: 500 });
}

const QUESTIONS: readonly (readonly [MemoryType, string])[] = [
  ['persona', 'Which language should I write to her in?'],
  ['persona', '¿Qué no puede comer?'],
  ['episodic', 'What happened when we last tried to organise a trip?'],
  ['episodic', '¿Por qué se canceló el paseo en barco?'],
  ['entity', 'Whose phone number do we have?'],
  ['entity', '¿Quién conduce el autobús?'],
  ['structured', 'Which flight did we book?'],
  ['structured', '¿Cuántas noches nos quedamos en el hotel?'],
];

async function tuesday(ana: Agent): Promise<void> {
  for (const [type, question] of QUESTIONS) {
    const [hit] = await ana.retrieve(question, { types: [type], topK: 1 });
    const memory = hit?.memory;
    const name = memory?.type === 'persona' || memory?.type === 'structured' ? `${memory.key}: ` : '';
    console.log(`${question}\n  ${type}: ${name}${hit?.text ?? 'nothing'}`);
  }

  // Reads exactly, where that is wanted.
  const language = await ana.persona.get('language');
  console.log(`before: ${language?.versions.map(({ value }) => JSON.stringify(value)).join(', ')}`);
  const [trip] = await ana.episodes.find('trip', { outcome: 'partial', topK: 1 });
  if (trip?.memory.type === 'episodic') {
    for (const { action, error } of trip.memory.steps) if (error !== '') console.log(`failed: ${action}: ${error}`);
  }
  const { entities } = await ana.entities.traverse({ name: 'Hotel Miradouro' });
  console.log(`at the hotel: ${entities.map(({ entity }) => entity.name).join(', ')}`);
  const dear = { filter: 'data.price > 100 && data.paid', orderBy: 'data.price desc' };
  for await (const { key, data } of ana.documents.find('bookings', dear))
    console.log(`paid: ${key} ${JSON.stringify(data['price'])}`);
}

const first = await open();
await monday(first.agent({ userId: 'ana', agentId: 'assistant', sessionId: 'monday' }));
await first.close();

const second = await open();
try {
  const ana = second.agent({ userId: 'ana', agentId: 'assistant', sessionId: 'tuesday' });
  await tuesday(ana);
  await ana.documents.collections.delete('bookings', { force: true });
  for (const type of ['persona', 'episodic', 'entity'] as const)
    await ana.deleteMatching('true', { type, force: true });
} finally {
  await second.close();
}
