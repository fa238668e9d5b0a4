/** `recorda doctor`: checks that everything that a server with these settings needs is there. */
import { Command } from 'commander';
import type { Config } from '../config.ts';
import type { BackendFinding } from '../ports/server-report.ts';
import { sharingOf, sharingRules } from '../opening/sharing.ts';
import { BACKING_UP } from '../policy/lifecycle.ts';
import { SECOND_MS } from '../policy/units.ts';
import { DOCTOR_LIMIT_MS } from '../policy/serving.ts';
import { readConfig, withSettings } from './environment.ts';
import { EXIT } from './exit-codes.ts';
import { jsonOption, printDocument } from './json.ts';

type Flags = { readonly json?: true; readonly restoreDrill?: true } & Readonly<Record<string, string>>;

export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description(
      'Check everything that a server with these settings depends on, with round-trip time and version; exits with 5 if anything is missing',
    )
    .option(
      '--restore-drill',
      'Restore the standby into a temporary folder and compare it with the store; prints what a loss would cost, and exits with 5 if anything differs',
    )
    .addOption(jsonOption());
  return withSettings(command).action(async ({ json, restoreDrill, ...flags }: Flags) => {
    const { config } = readConfig(flags);
    if (restoreDrill === true) return drill(config, json === true);
    const [{ runChecks }, { checksOf }] = await Promise.all([
      import('../doctor/check.ts'),
      import('../doctor/checks.ts'),
    ]);
    const findings = await runChecks(checksOf(config), DOCTOR_LIMIT_MS);
    const isWhole = findings.every(({ isThere }) => isThere);
    if (json === true) printDocument({ isWhole, findings, ...sharing(config) });
    else process.stdout.write(`${table(findings)}\n${sharingText(sharing(config))}\n`);
    process.exitCode = isWhole ? EXIT.ok : EXIT.notFound;
  });
}

async function drill(config: Config, isJson: boolean): Promise<void> {
  const { restoreDrill } = await import('../doctor/restore-drill.ts');
  const found = await restoreDrill(config);
  const { rows, users, different, rpoMs, rtoMs } = found;
  const isSame = different.length === 0;
  process.exitCode = isSame ? EXIT.ok : EXIT.notFound;
  if (isJson) return printDocument({ isSame, ...found });
  process.stdout.write(
    [
      `${isSame ? '✓' : '✗'} ${rows} rows of ${users} users restored and compared, ${different.length} differ`,
      ...different.slice(0, BACKING_UP.faults).map((name) => `  ${name}`),
      `RPO: at most the last ${(rpoMs / SECOND_MS).toFixed(1)} s would be lost now`,
      `RTO: ${(rtoMs / SECOND_MS).toFixed(1)} s to restore the store`,
      '',
    ].join('\n'),
  );
}

function table(findings: readonly BackendFinding[]): string {
  const width = (of: (finding: BackendFinding) => string): number => Math.max(...findings.map((it) => of(it).length));
  const [roles, wheres] = [width(({ role }) => role), width(({ where }) => where)];
  const lines = findings.map(({ role, where, isThere, said, roundTripMs }) => {
    const verdict = isThere ? `✓ ${roundTripMs.toFixed(1).padStart(7)} ms` : '✗           ';
    return `${verdict}  ${role.padEnd(roles)}  ${where.padEnd(wheres)}  ${said}\n`;
  });
  return lines.join('');
}

/** Says what a second server would share with this one. */
function sharing({ shortTerm, working, longTerm, cache, graph, store }: Config) {
  const isSet = (address: object | undefined): boolean => address !== undefined;
  const roles = {
    working: isSet(working),
    shortTerm: isSet(shortTerm),
    longTerm: longTerm?.isSole === false,
    graph: isSet(graph),
    caches: isSet(cache),
    store: isSet(store),
  };
  return { ...sharingOf(roles), rules: sharingRules(roles) };
}

function sharingText({ shared, ofThisServer, rules }: ReturnType<typeof sharing>): string {
  return [
    shared.length === 0
      ? 'Everything is in this server’s data folder: a second server would have a separate memory.'
      : `Servers with the same settings share: ${shared.join(', ')}.`,
    `On this server only: ${ofThisServer.join(', ')}.`,
    ...rules,
  ].join('\n');
}
