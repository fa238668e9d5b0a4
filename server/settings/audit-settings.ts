/** The settings of where the audit log is shipped to. */
import { z } from 'zod';
import type { AuditOtlpConfig, AuditWebhookConfig } from '../auditing/receivers.ts';
import { isSealed } from '../runtime/loopback.ts';
import { OWN, SAME, serviceUrl, setting, settingArea, type ValuesOf, webhookUrl } from './setting.ts';

const HEADERS_FORM = 'must be like OTEL_EXPORTER_OTLP_HEADERS: name=value, with commas between several';

/** Values are percent-encoded where they have other characters than those of a word. */
const headers = z.string().transform((text, context) => {
  const found = text.split(',').map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(\S.*?)\s*$/.exec(pair));
  try {
    return Object.fromEntries(found.map((match) => [match![1]!.toLowerCase(), decodeURIComponent(match![2]!)]));
  } catch {
    context.addIssue(HEADERS_FORM);
    return z.NEVER;
  }
});

const AUDIT_SETTINGS = {
  auditWebhookUrl: setting({
    env: 'RECORDA_AUDIT_WEBHOOK_URL',
    flag: '--audit-webhook-url <url>',
    meaning:
      'Address to which the records of the audit log are posted as lines of JSON, in order, at least once and from the first one on; if not set, they are not posted',
    byDefault: undefined,
    schema: webhookUrl,
    shared: SAME,
  }),
  auditWebhookSecret: setting({
    env: 'RECORDA_AUDIT_WEBHOOK_SECRET',
    flag: undefined,
    meaning: 'Secret that signs them (HMAC-SHA256), at least 16 characters',
    byDefault: undefined,
    schema: z.string().regex(/^[\x21-\x7e]{16,}$/, 'must be one word of at least 16 characters'),
    isSecret: true,
    shared: OWN,
  }),
  auditOtlpUrl: setting({
    env: 'RECORDA_AUDIT_OTLP_URL',
    flag: '--audit-otlp-url <url>',
    meaning:
      'Address that accepts logs by OTLP over HTTP, like https://collector.example.org:4318/v1/logs, to which the records are sent in the same way; if not set, they are not sent',
    byDefault: undefined,
    schema: serviceUrl,
    shared: SAME,
  }),
  auditOtlpHeaders: setting({
    env: 'RECORDA_AUDIT_OTLP_HEADERS',
    flag: undefined,
    meaning:
      'Headers that this address requires, like authorization=Bearer%20TOKEN, separated by commas; if not set, there are none',
    byDefault: undefined,
    schema: headers,
    isSecret: true,
    shared: OWN,
  }),
} as const;

export type AuditConfig = {
  /** The address to which the audit log is posted; if absent, it is not. */
  readonly auditWebhook: AuditWebhookConfig | undefined;
  /** The receiver of OTLP to which it is sent; if absent, it is not. */
  readonly auditOtlp: AuditOtlpConfig | undefined;
};

function auditConfig(
  values: ValuesOf<typeof AUDIT_SETTINGS>,
  given: ReadonlyMap<string, string>,
  faults: string[],
): AuditConfig {
  const { auditWebhookUrl, auditWebhookSecret: secret, auditOtlpUrl, auditOtlpHeaders } = values;
  const [hasUrl, hasSecret] = [given.has('auditWebhookUrl'), given.has('auditWebhookSecret')];
  if (hasUrl && !hasSecret) faults.push('RECORDA_AUDIT_WEBHOOK_SECRET: the webhook needs it');
  if (hasSecret && !hasUrl) faults.push('RECORDA_AUDIT_WEBHOOK_URL: there is a secret for it, but no address');
  if (given.has('auditOtlpHeaders') && !given.has('auditOtlpUrl')) {
    faults.push('RECORDA_AUDIT_OTLP_URL: there are headers for it, but no address');
  }
  if (auditOtlpUrl !== undefined && auditOtlpHeaders !== undefined && !isSealed(new URL(auditOtlpUrl))) {
    faults.push(
      'RECORDA_AUDIT_OTLP_URL: must begin with https:// where headers are sent, unless it is on this machine',
    );
  }
  const url = auditWebhookUrl;
  return {
    auditWebhook: url === undefined || secret === undefined ? undefined : { url, secret },
    auditOtlp: auditOtlpUrl === undefined ? undefined : { url: auditOtlpUrl, headers: auditOtlpHeaders ?? {} },
  };
}

export const auditArea = settingArea(AUDIT_SETTINGS, auditConfig);
