/**
 * Memory for Google's Agent Development Kit. What a runner of the kit does with a memory service is written out here, and the model's
 * answers are, too, so neither the kit nor a key is needed. With it:
 *
 *     npm install @google/adk
 *     new Runner({ appName, agent, sessionService, memoryService: new RecordaMemoryService(recorda) });
 *
 *     node dist/examples/adk.js                    # in this process, data in ./adk-memories
 *     node dist/examples/adk.js localhost:50051    # on a server: npm start serve
 */
import { connect, openEmbedded } from 'recorda';
import { RecordaMemoryService } from 'recorda/adk';

/** Reports whether it was shown anything about peanuts. */
const model = (shown: readonly string[]): string =>
  `I was ${shown.some((text) => text.includes('peanuts')) ? '' : 'not '}shown the peanuts.`;

const [address] = process.argv.slice(2);
const recorda = address === undefined ? await openEmbedded({ dataDir: './adk-memories' }) : connect(address);

try {
  const memoryService = new RecordaMemoryService(recorda);
  const [appName, userId] = ['kitchen', `ana-${Date.now()}`];
  const ask = async (sessionId: string, query: string): Promise<void> => {
    // The kit's PRELOAD_MEMORY searches for what the user says, and LOAD_MEMORY for what the model asks for.
    const { memories } = await memoryService.searchMemory({ appName, userId, query });
    const answer = model(memories.flatMap(({ content }) => content.parts.map(({ text }) => text)));
    console.log(`${sessionId}: ${query}\n${answer}`);
    const event = (author: string, text: string, at: number) => {
      return { id: `${sessionId}-${at}`, author, timestamp: Date.now(), content: { parts: [{ text }] } };
    };
    const events = [event('user', query, 1), event('cook', answer, 2)];
    // The kit adds the session after each turn; turns that are there already are not added again.
    for (const end of [1, 2, 2])
      await memoryService.addSessionToMemory({ id: sessionId, appName, userId, events: events.slice(0, end) });
  };
  await ask('monday', "I'm allergic to peanuts.");
  await ask('tuesday', 'Which food am I allergic to?');
  const { memories } = await memoryService.searchMemory({ appName, userId, query: 'peanuts' });
  console.log(`> peanuts\n${memories[0]?.author}: ${memories[0]?.content.parts[0]?.text}`);
} finally {
  await recorda.close();
}
