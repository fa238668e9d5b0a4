/** Tests that rules do what their examples say, and that the build refuses rules that do not, naming them and the remedy. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ENGLISH } from '../../server/domain/languages/en/language.ts';
import type { FactPack } from '../../server/domain/languages/fact-pack.ts';
import type { Language } from '../../server/domain/languages/language.ts';
import { LANGUAGES } from '../../server/domain/languages/languages.ts';
import { ruleFaults } from '../../server/language/check/rule-faults.ts';
import { ROOT } from '../root.ts';

type Command = FactPack['commands'][number];

const SPARE: Command = {
  id: 'en.spare',
  asks: 'REMEMBER',
  when: 'stash away\\s+',
  yes: [['Stash away I am left-handed', 'I am left-handed']],
  no: ['stash the boxes'],
};

/** Returns English with one more command. */
const withCommand = (command: Command): Language => ({
  ...ENGLISH,
  facts: { ...ENGLISH.facts, commands: [...ENGLISH.facts.commands, command] },
});
const faultsWith = (changed: Partial<Command>): readonly string[] =>
  ruleFaults([withCommand({ ...SPARE, ...changed })]);

describe('rules of languages', () => {
  it('do what their examples say, in all languages at once', () => {
    const rows = LANGUAGES.flatMap(({ facts, forgetting, topics }) => [
      ...[facts.commands, facts.corrections, facts.plain, facts.slots, facts.subjects, facts.vetoes].flat(),
      ...forgetting.rows,
      ...topics.tables.flatMap((table) => table.rows),
    ]);
    expect(rows.length).to.be.greaterThan(100);
    expect(ruleFaults(LANGUAGES)).to.deep.equal([]);
    expect(faultsWith({})).to.deep.equal([]);
  });

  it('are refused if no example matches them, each with its id, the example and what to do', () => {
    const spare = 'server/domain/languages/en: en.spare';
    for (const [changed, fault] of [
      [
        { when: 'stash quietly\\s+' },
        `${spare} does not fire on "Stash away I am left-handed"; mend the pattern or the example, or take the rule out.`,
      ],
      [
        { when: 'remember that\\s+', yes: [['Remember that I ski', 'I ski']] },
        `${spare} does not fire on "Remember that I ski", as en.remember comes before it; narrow that, or take this rule out.`,
      ],
      [
        { yes: [['Stash away I am left-handed', 'left-handed']] },
        `${spare} finds "I am left-handed" in "Stash away I am left-handed", not "left-handed"; mend the pattern or the example.`,
      ],
      [{ yes: [] }, `${spare} has no example that fires it; give one, or take the rule out.`],
      [{ no: [] }, `${spare} has no example of what it must leave alone; give one that is near.`],
      [
        { no: ['stash away my boxes'] },
        `${spare} fires on "stash away my boxes", which it must leave alone; narrow the pattern.`,
      ],
      [{ when: 'stash {nowhere}\\s+' }, `${spare}: {nowhere} stands for nothing; name a part that its table has.`],
      [
        { when: 'stash (away' },
        `${spare} has a pattern that cannot be read: Invalid regular expression: /(?:stash (away)(?!(?!))/u: Unterminated group`,
      ],
    ] as const)
      expect(faultsWith(changed)).to.deep.equal([fault]);
  });

  it('are refused where an id is told twice, or a part is used by none', () => {
    const twice = faultsWith({ id: 'en.remember' });
    expect(twice).to.include(
      'server/domain/languages/en: en.remember names two rules; what is found is told by its id, so give one of them another.',
    );
    const { lexicon } = ENGLISH.facts;
    const idle = { ...ENGLISH, facts: { ...ENGLISH.facts, lexicon: { ...lexicon, idle: 'idle' } } };
    expect(ruleFaults([idle])).to.deep.equal([
      'server/domain/languages/en: {idle} is used by no rule beside en.remember; take it out.',
    ]);
  });

  it('stop the build', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect(scripts['build']).to.match(/ && node dist\/server\/language\/check\/main\.js$/);
    execFileSync(process.execPath, [join(ROOT, 'dist/server/language/check/main.js')]);

    const folder = mkdtempSync(join(tmpdir(), 'rules-'));
    try {
      for (const part of ['domain', 'language/check', 'policy'])
        cpSync(join(ROOT, 'dist/server', part), join(folder, 'server', part), { recursive: true });
      cpSync(join(ROOT, 'dist/contract'), join(folder, 'contract'), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      const commands = join(folder, 'server/domain/languages/en/commands.js');
      const broken = readFileSync(commands, 'utf8').replace("'en.remember'", "'en.no-such-rule'");
      writeFileSync(commands, broken.replace('yes: [', "yes: [['Nothing fires on this', ''],"));
      const { status, stderr } = spawnSync(process.execPath, [join(folder, 'server/language/check/main.js')], {
        encoding: 'utf8',
      });
      expect(status).to.equal(1);
      expect(stderr).to.equal(
        'server/domain/languages/en: en.no-such-rule does not fire on "Nothing fires on this"; ' +
          'mend the pattern or the example, or take the rule out.\n',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
