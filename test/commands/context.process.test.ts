import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AssembleContextResponse } from '../../proto/gen/recorda/v1/context.ts';
import { openEmbedded } from '../../server/embedded/open-embedded.ts';
import { startExecutable } from './executable.ts';

describe('recorda context explain', () => {
  let dataDir: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-explain-'));
    const recorda = await openEmbedded({ warmUp: false, dataDir });
    const chat = recorda.conversation({ userId: 'ana', sessionId: 'monday' });
    await chat.append({ content: 'Soy alérgica al maní.' });
    await recorda.close();
  });

  after(() => rm(dataDir, { recursive: true }));

  async function explain(...args: string[]) {
    const all = ['context', 'explain', 'ana', 'tuesday', ...args, '--data-dir', dataDir];
    const { exit, stdout, stderr } = startExecutable({ args: all });
    expect(await exit, stderr()).to.equal(0);
    return stdout();
  }

  it('prints each block with its cost, what it is worth and why it came', async () => {
    const text = await explain('¿Qué cocino hoy?');
    expect(text).to.match(/^\d+ tokens of \d+ at most/);
    expect(text).to.match(/^facts {2}\d+ tokens, costs \d+ {2}\(changing\)$/m);
    expect(text).to.match(/^ {2}fact:fa_\w+ {2}\d+ tokens, worth 1 {2}planned$/m);
    expect(text).to.match(/^ {2}\| - \d+ \w+ \(\w+\) Soy alérgica al maní$/m);
    expect(text).to.match(/^new turn /m);
  });

  it('prints what was left out, and everything as JSON', async () => {
    expect(await explain('¿Quién pintó La Gioconda?')).to.match(
      /left out:\n(?: {2}.*\n)*? {2}facts fact:fa_\w+ {2}\d+ tokens {2}not near/,
    );
    const answer = JSON.parse(
      await explain('¿Qué cocino hoy?', '--json', '--max-tokens', '500'),
    ) as AssembleContextResponse;
    expect(answer.maxTokens).to.equal(500);
    expect(answer.blocks.flatMap(({ items }) => items).map(({ reason }) => reason)).to.include(
      'INCLUDE_REASON_PLANNED',
    );
  });
});
