/**
 * Everyday chats with an assistant, written for this benchmark: a turn a line, the user's first. Half are in English, half in
 * Spanish.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../root.ts';

export type EverydayChat = { readonly name: string; readonly turns: readonly string[] };

const FOLDER = join(ROOT, 'test/bench/context/everyday');
const ENDING = '.txt';

export function readEveryday(): readonly EverydayChat[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -ENDING.length),
      turns: readFileSync(join(FOLDER, file), 'utf8').trim().split('\n'),
    }));
}
