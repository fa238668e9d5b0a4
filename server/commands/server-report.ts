/** The report of `recorda serve` to operators about the server: its settings, its keys, and what it stands on. */
import type { ParsedConfig } from '../config.ts';
import { readKeysFile } from '../keys/keys-file.ts';
import { DOCTOR_LIMIT_MS } from '../policy/serving.ts';
import type { ServerReport } from '../ports/server-report.ts';
import { shownSetting } from '../settings/shown-setting.ts';

export function serverReport({ config, origins }: ParsedConfig): ServerReport {
  const { apiKeysFile } = config;
  return {
    settings: origins.map(shownSetting),
    keys: () => (apiKeysFile === undefined ? [] : readKeysFile(apiKeysFile)),
    async checkBackends() {
      const [{ runChecks }, { checksBesideStore }] = await Promise.all([
        import('../doctor/check.ts'),
        import('../doctor/checks.ts'),
      ]);
      return runChecks(checksBesideStore(config), DOCTOR_LIMIT_MS);
    },
  };
}
