/** Lists the names of files under a folder, byte for byte in order, from any name on, without reading what comes before. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns names without `suffix`, parts joined by `/`, that begin with `prefix` and come after `after`. */
export async function listNames(
  folder: string,
  suffix: string,
  prefix: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const names: string[] = [];

  const walk = async (path: string, cursor: string): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    // A folder is sorted where the names in it belong.
    const found = entries
      .filter(({ name }) => !name.startsWith('.'))
      .flatMap((entry) => {
        if (entry.isDirectory()) return [{ name: `${cursor}${entry.name}/`, isFolder: true, entry: entry.name }];
        return entry.name.endsWith(suffix)
          ? [{ name: cursor + entry.name.slice(0, -suffix.length), isFolder: false, entry: entry.name }]
          : [];
      })
      // oxlint-disable-next-line no-nested-ternary -- the names are ASCII
      .sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
    for (const { name, isFolder, entry } of found) {
      if (names.length >= limit) return;
      if (isFolder) {
        const mayHold = name.startsWith(prefix) || prefix.startsWith(name);
        const isPassed = name < after && !after.startsWith(name);
        if (mayHold && !isPassed) await walk(join(path, entry), name);
      } else if (name.startsWith(prefix) && name > after) names.push(name);
    }
  };

  await walk(folder, '');
  return names;
}
