import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { openRecorda } from '../../server/recorda.ts';
import { serve } from '../../server/rpc/serve.ts';
import { silentLog } from '../../server/ports/telemetry.ts';

const run = promisify(execFile);

/** The output of each example, whatever the transport. */
const EXAMPLES: Readonly<Record<string, readonly RegExp[]>> = {
  quickstart: [
    /^added lt_[0-9a-f]{32} in [\d.]+ ms$/m,
    /^0\.\d\d {2}User enjoys skiing\n0\.\d\d {2}User avoids advanced slopes\nfound in [\d.]+ ms, target 100 ms$/m,
    /^refused: ETAG_MISMATCH; it is now "User enjoys skiing with the children"$/m,
    /^the task is over: 1 working entry gone$/m,
  ],
  streaming: [
    /^working {4}Paris\n/,
    /^short_term The flight to Paris leaves on Friday$/m,
    /^long_term {2}User likes French cuisine$/m,
    /^long_term {2}1 found in [\d.]+ of 100 ms$/m,
    /^enough: /m,
  ],
  conversation: [
    /^yesterday: 4 turns; rule es\.\S+ kept fact fa_[0-9a-f]+…$/m,
    /^ {2}turns 1 to 4 are a summary of \d+ tokens now$/m,
    /^ {3}3\d\d tokens {2}system .*\n +\d+ tokens {2}summaries .*\n(?: +\d+ tokens {2}turn .*\n){2} +\d+ tokens {2}new_turn /m,
    /^ {3}4\d\d tokens in all of 4\d{3}, COUNT_KIND_EXACT$/m,
    /^ {2}> decisions: Decidimos hacer el deployment con Railway, los viernes no\.$/m,
    /^confirmed: "hacer el deployment con Railway, los viernes no", 1 time$/m,
  ],
  'claude-memory': [
    /^view \/memories\nHere're the files and directories/m,
    /^Monday: I have noted it\.$/m,
    /^Friday: {6}1\tEats no gluten, and no nuts\.$/m,
    /^diet\.md is found by a search$/m,
  ],
  adk: [
    /^monday: I'm allergic to peanuts\.\nI was not shown the peanuts\.$/m,
    /^tuesday: Which food am I allergic to\?\nI was shown the peanuts\.$/m,
    /^> peanuts\nuser: I'm allergic to peanuts\.$/m,
  ],
  langgraph: [
    /^> I eat no gluten and no nuts\.\nI have noted it\.$/m,
    /^remembered: I eat no gluten and no nuts\.\n> What may I eat\?\nThen no nuts, and no bread\.$/m,
    /^1 item is kept in memories\/food$/m,
  ],
  'ai-sdk': [
    /^monday: I'm allergic to peanuts\.\nI was shown 1 about peanuts\.$/m,
    /^tuesday: Which food am I allergic to\?\nI was shown 1 about peanuts\.$/m,
  ],
  'openai-agents': [
    /^> We go to Lisbon in May\.\nYou have said 1 thing in this session\.$/m,
    /^> And one in Porto\.\nYou have said 3 things in this session\.\n6 items are kept$/m,
  ],
  'agent-story': [
    /^10 steps, outcome partial\nMERGED: .*"email":"marta@example.com"/,
    /^Which language should I write to her in\?\n {2}persona: language: Spanish/m,
    /^¿Qué no puede comer\?\n {2}persona: diet: vegetarian/m,
    /^What happened when we last tried to organise a trip\?\n {2}episodic: Organise the team trip to Lisbon$/m,
    /^¿Por qué se canceló el paseo en barco\?\n {2}episodic: Organise the team trip to Lisbon$/m,
    /^Whose phone number do we have\?\n {2}entity: Marta Silva$/m,
    /^¿Quién conduce el autobús\?\n {2}entity: João Pereira$/m,
    /^Which flight did we book\?\n {2}structured: flight: .*TP1015/m,
    /^¿Cuántas noches nos quedamos en el hotel\?\n {2}structured: hotel: .*"nights":3/m,
    /^before: "Portuguese"$/m,
    /^failed: Book the boat tour on the Tagus: .*storm$/m,
    /^at the hotel: .*Marta Silva/m,
    /^paid: hotel 2760\npaid: flight 1980\n$/m,
  ],
};

describe('The examples', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-example-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const output = async (example: string, ...parameters: string[]): Promise<string> => {
    const file = fileURLToPath(new URL(`../../examples/${example}.js`, import.meta.url));
    const { stdout, stderr } = await run(process.execPath, [file, ...parameters], { cwd: folder });
    expect(stderr).to.equal('');
    return stdout;
  };

  for (const [example, lines] of Object.entries(EXAMPLES)) {
    it(`${example} runs in process, twice on the same folder`, async () => {
      for (let round = 0; round < 2; round += 1) {
        const text = await output(example);
        for (const line of lines) expect(text).to.match(line);
      }
    });

    it(`${example} runs over gRPC`, async () => {
      const { pipeline, close } = await openRecorda({ dataDir: join(folder, 'server'), warmUp: false });
      const serving = await serve({ pipeline, log: silentLog, host: '127.0.0.1', port: 0 });
      try {
        const text = await output(example, `127.0.0.1:${serving.port}`);
        for (const line of lines) expect(text).to.match(line);
      } finally {
        await serving.drain(0);
        await close();
      }
    });
  }
});
