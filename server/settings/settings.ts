/**
 * Every setting: its names, its meaning, its allowed values, and the configuration that each area makes. .env.example
 * and `recorda serve --help` are generated from these tables.
 */
import { auditArea } from './audit-settings.ts';
import { callerLimitArea } from './caller-limit-settings.ts';
import { contextArea } from './context-settings.ts';
import { doorArea } from './door-settings.ts';
import { embedderArea } from './embedder-config.ts';
import { extractorArea } from './extractor-settings.ts';
import { graphArea } from './graph-settings.ts';
import { lifecycleArea } from './lifecycle-settings.ts';
import { limitArea } from './limit-settings.ts';
import { longTermArea } from './long-term-settings.ts';
import { mcpArea } from './mcp-settings.ts';
import { redisArea } from './redis-settings.ts';
import { secondEmbedderArea } from './second-embedder-settings.ts';
import type { ConfigOf } from './setting.ts';
import { storageArea } from './storage-settings.ts';
import { storeArea } from './store-settings.ts';
import { summarizerArea } from './summarizer-settings.ts';
import { tokenArea } from './token-settings.ts';

/** The areas in the order in which settings are listed. */
export const AREAS = [
  doorArea,
  tokenArea,
  callerLimitArea,
  mcpArea,
  storeArea,
  storageArea,
  auditArea,
  contextArea,
  redisArea,
  graphArea,
  lifecycleArea,
  longTermArea,
  embedderArea,
  secondEmbedderArea,
  summarizerArea,
  extractorArea,
  limitArea,
] as const;

export const SETTINGS = {
  ...doorArea.settings,
  ...tokenArea.settings,
  ...callerLimitArea.settings,
  ...mcpArea.settings,
  ...storeArea.settings,
  ...storageArea.settings,
  ...auditArea.settings,
  ...contextArea.settings,
  ...redisArea.settings,
  ...graphArea.settings,
  ...lifecycleArea.settings,
  ...longTermArea.settings,
  ...embedderArea.settings,
  ...secondEmbedderArea.settings,
  ...summarizerArea.settings,
  ...extractorArea.settings,
  ...limitArea.settings,
} as const;

export type SettingName = keyof typeof SETTINGS;

/** The configuration of what lies behind the ports. */
export type StoresConfig = ConfigOf<typeof storeArea> &
  ConfigOf<typeof storageArea> &
  ConfigOf<typeof auditArea> &
  ConfigOf<typeof contextArea> &
  ConfigOf<typeof redisArea> &
  ConfigOf<typeof graphArea> &
  ConfigOf<typeof lifecycleArea> &
  ConfigOf<typeof longTermArea> &
  ConfigOf<typeof embedderArea> &
  ConfigOf<typeof secondEmbedderArea> &
  ConfigOf<typeof summarizerArea> &
  ConfigOf<typeof extractorArea> &
  ConfigOf<typeof limitArea>;

export type Config = ConfigOf<typeof doorArea> &
  ConfigOf<typeof tokenArea> &
  ConfigOf<typeof callerLimitArea> &
  ConfigOf<typeof mcpArea> &
  StoresConfig;
