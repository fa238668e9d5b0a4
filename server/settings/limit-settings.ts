/** The settings of the whole server's limits, of prices, and of the address to which alerts are sent. */
import { z } from 'zod';
import type { WebhookConfig } from '../jobs/webhook.ts';
import { ALERTED_NAMES, PROMPT_COST, type AlertedName } from '../domain/accounts.ts';
import { RAISES_ALERTS, COST_RATES, type CostRates, GLOBAL_LIMITS, type GlobalLimits } from '../policy/limits.ts';
import { dollars, largeNumber, OWN, SAME, setting, settingArea, type ValuesOf, webhookUrl } from './setting.ts';

const alertedNames = z
  .string()
  .transform((text) =>
    text
      .toUpperCase()
      .split(/[\s,]+/)
      .filter((name) => name !== '' && name !== 'NONE'),
  )
  .refine(
    (names): names is AlertedName[] => names.every((name) => (ALERTED_NAMES as readonly string[]).includes(name)),
    {
      error: `must be names of quotas, or prompt_cost, separated by commas: ${ALERTED_NAMES.map((name) => name.toLowerCase()).join(', ')}`,
    },
  );

const LIMIT_SETTINGS = {
  limitLongTermBytes: setting({
    env: 'RECORDA_LIMIT_LONG_TERM_BYTES',
    flag: '--limit-long-term-bytes <number>',
    meaning: 'Maximum bytes of long-term memories of all users together',
    byDefault: `${GLOBAL_LIMITS.longTermBytes}`,
    schema: largeNumber(0, 'bytes'),
    shared: SAME,
  }),
  limitGraphNodes: setting({
    env: 'RECORDA_LIMIT_GRAPH_NODES',
    flag: '--limit-graph-nodes <number>',
    meaning: 'Maximum number of entities of all users together',
    byDefault: `${GLOBAL_LIMITS.graphNodes}`,
    schema: largeNumber(0, 'entities'),
    shared: SAME,
  }),
  limitGraphEdges: setting({
    env: 'RECORDA_LIMIT_GRAPH_EDGES',
    flag: '--limit-graph-edges <number>',
    meaning: 'Maximum number of relationships of all users together',
    byDefault: `${GLOBAL_LIMITS.graphEdges}`,
    schema: largeNumber(0, 'relationships'),
    shared: SAME,
  }),
  limitSystemPrompts: setting({
    env: 'RECORDA_LIMIT_SYSTEM_PROMPTS',
    flag: '--limit-system-prompts <number>',
    meaning:
      'Maximum number of versions of system prompts of all agents of a tenant; beyond it, the oldest versions that are not current are deleted',
    byDefault: `${GLOBAL_LIMITS.systemPrompts}`,
    schema: largeNumber(1, 'versions'),
    shared: SAME,
  }),
  limitSystemPromptBytes: setting({
    env: 'RECORDA_LIMIT_SYSTEM_PROMPT_BYTES',
    flag: '--limit-system-prompt-bytes <number>',
    meaning: 'Maximum bytes of these versions',
    byDefault: `${GLOBAL_LIMITS.systemPromptBytes}`,
    schema: largeNumber(1, 'bytes'),
    shared: SAME,
  }),
  costVectorGbUsd: setting({
    env: 'RECORDA_COST_VECTOR_GB_USD',
    flag: '--cost-vector-gb-usd <dollars>',
    meaning: 'Price of a GB of the vector store (long-term memory) per month, in dollars',
    byDefault: `${COST_RATES.vectorGbUsd}`,
    schema: dollars(),
    shared: SAME,
  }),
  costGraphNodesUsd: setting({
    env: 'RECORDA_COST_GRAPH_NODES_USD',
    flag: '--cost-graph-nodes-usd <dollars>',
    meaning: 'Price of 1,000 nodes of the graph (entities) per month, in dollars',
    byDefault: `${COST_RATES.graph1000NodesUsd}`,
    schema: dollars(),
    shared: SAME,
  }),
  costRedisGbUsd: setting({
    env: 'RECORDA_COST_REDIS_GB_USD',
    flag: '--cost-redis-gb-usd <dollars>',
    meaning: 'Price of a GB of Redis (short-term and working memory) per month, in dollars',
    byDefault: `${COST_RATES.redisGbUsd}`,
    schema: dollars(),
    shared: SAME,
  }),
  costDiskGbUsd: setting({
    env: 'RECORDA_COST_DISK_GB_USD',
    flag: '--cost-disk-gb-usd <dollars>',
    meaning: 'Price of a GB of the server’s disk (turns, facts, sessions and request ids) per month, in dollars',
    byDefault: `${COST_RATES.diskGbUsd}`,
    schema: dollars(),
    shared: SAME,
  }),
  alertQuotas: setting({
    env: 'RECORDA_ALERT_QUOTAS',
    flag: '--alert-quotas <names>',
    meaning: `Quotas that raise alerts, separated by commas, or none: ${ALERTED_NAMES.map((name) => name.toLowerCase()).join(', ')}; prompt_cost raises one if prompts stay costlier than the cached history. SetQuota takes precedence`,
    byDefault: ALERTED_NAMES.filter((name) => name === PROMPT_COST || RAISES_ALERTS[name].length > 0)
      .map((name) => name.toLowerCase())
      .join(','),
    schema: alertedNames,
    shared: SAME,
  }),
  alertWebhookUrl: setting({
    env: 'RECORDA_ALERT_WEBHOOK_URL',
    flag: '--alert-webhook-url <url>',
    meaning: 'Address to which alerts are posted as JSON; if not set, they are not posted',
    byDefault: undefined,
    schema: webhookUrl,
    // A server without it would mark alerts as delivered.
    shared: SAME,
  }),
  alertWebhookSecret: setting({
    env: 'RECORDA_ALERT_WEBHOOK_SECRET',
    flag: undefined,
    meaning: 'Secret that signs these messages (HMAC-SHA256), at least 16 characters',
    byDefault: undefined,
    schema: z.string().regex(/^[\x21-\x7e]{16,}$/, 'must be one word of at least 16 characters'),
    isSecret: true,
    shared: OWN,
  }),
} as const;

export type LimitConfig = {
  /** The limits of all users together. */
  readonly limits: GlobalLimits;
  /** The prices of shared backends. */
  readonly rates: CostRates;
  /** The quotas that raise alerts by default, and PROMPT_COST if the cost of prompts does. */
  readonly alertQuotas: readonly AlertedName[];
  /** The URL to which alerts are posted, in addition to the log; if absent, they are not posted. */
  readonly alertWebhook: WebhookConfig | undefined;
};

function limitConfig(
  values: ValuesOf<typeof LIMIT_SETTINGS>,
  given: ReadonlyMap<string, string>,
  faults: string[],
): LimitConfig {
  const { alertWebhookUrl: url, alertWebhookSecret: secret } = values;
  const [hasUrl, hasSecret] = [given.has('alertWebhookUrl'), given.has('alertWebhookSecret')];
  if (hasUrl && !hasSecret) faults.push('RECORDA_ALERT_WEBHOOK_SECRET: RECORDA_ALERT_WEBHOOK_URL requires it');
  if (hasSecret && !hasUrl)
    faults.push('RECORDA_ALERT_WEBHOOK_URL: RECORDA_ALERT_WEBHOOK_SECRET has no effect without it');
  return {
    limits: {
      longTermBytes: values.limitLongTermBytes,
      graphNodes: values.limitGraphNodes,
      graphEdges: values.limitGraphEdges,
      systemPrompts: values.limitSystemPrompts,
      systemPromptBytes: values.limitSystemPromptBytes,
    },
    rates: {
      vectorGbUsd: values.costVectorGbUsd,
      graph1000NodesUsd: values.costGraphNodesUsd,
      redisGbUsd: values.costRedisGbUsd,
      diskGbUsd: values.costDiskGbUsd,
    },
    alertQuotas: values.alertQuotas,
    alertWebhook: url === undefined || secret === undefined ? undefined : { url, secret },
  };
}

export const limitArea = settingArea(LIMIT_SETTINGS, limitConfig);
