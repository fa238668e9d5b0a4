/** A pipeline that behaves as a test prescribes, and records the calls that it gets. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DoorCall, Pipeline } from '../../server/pipeline/pipeline.ts';
import type { Log } from '../../server/ports/telemetry.ts';

export const ADD = 'recorda.v1.MemoryService/AddMemory';
export const STREAM = 'recorda.v1.MemoryService/StreamRetrieveMemories';

export type Asked = { readonly method: string; readonly request: Uint8Array; readonly call: DoorCall };

export function scriptedPipeline(script: Partial<Pipeline>): Pipeline & { readonly asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    unary(method, request, call) {
      asked.push({ method, request, call });
      return script.unary?.(method, request, call) ?? Promise.resolve(request);
    },
    stream(method, request, call) {
      asked.push({ method, request, call });
      return script.stream?.(method, request, call) ?? [];
    },
  } as Pipeline & { readonly asked: Asked[] };
}

export type Line = { readonly level: string; readonly fields: Record<string, unknown>; readonly message: string };

/** Returns a log that keeps every line. */
export function keptLog(): Log & { readonly lines: Line[] } {
  const lines: Line[] = [];
  const at =
    (level: string) =>
    (fields: object, message: string): void =>
      void lines.push({ level, fields: { ...fields }, message });
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Waits until `holds` returns true; the limit only ends a wait for something that never happens. */
export async function until(holds: () => boolean, ms = 120_000): Promise<void> {
  const end = Date.now() + ms;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`Did not come true within ${ms} ms: ${holds.toString()}`);
    // oxlint-disable-next-line no-await-in-loop
    await sleep(5);
  }
}
