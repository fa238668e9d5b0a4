/**
 * The embedder that a running server is to change to: a file in its data folder. It may hold a key, and its embedder is sent every
 * memory, so it cannot be requested over the network: only by those who may write the folder, which is its owner.
 */
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EmbedderConfig } from './open-embedder.ts';

const FILE = 'recorda.reembed.json';
const OWNER_ONLY = 0o600;

/** Writes the file; paths are made absolute, since the server may run in another folder. */
export function leaveWanted(dataDir: string, config: EmbedderConfig): void {
  removeWanted(dataDir);
  const descriptor = openSync(join(dataDir, FILE), 'wx', OWNER_ONLY);
  writeFileSync(descriptor, JSON.stringify(absolute(config)));
  closeSync(descriptor);
}

/** Reads and removes the file; returns undefined if there is none. */
export function takeWanted(dataDir: string): EmbedderConfig | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as EmbedderConfig;
  } catch {
    return undefined;
  } finally {
    removeWanted(dataDir);
  }
}

export function removeWanted(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}

function absolute(config: EmbedderConfig): EmbedderConfig {
  if (config.kind === 'static') return config;
  if (config.kind === 'onnx') return { ...config, folder: resolve(config.folder) };
  return config.apiKeyFile === undefined ? config : { ...config, apiKeyFile: resolve(config.apiKeyFile) };
}
