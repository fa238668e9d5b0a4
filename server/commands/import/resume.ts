/**
 * Keeps on this machine how far an import got, until it is complete: with `--resume` the next one begins after what the server has
 * accepted. Without it, the whole file is sent again, and the server skips what is there already.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** Identifies an import: the same file, by its content, from the same program, for the same user, into the same store. */
export type ImportOf = {
  readonly path: string;
  readonly from: string;
  readonly userId: string;
  /** The user of the program whose records are imported, if one was named. */
  readonly sourceUser?: string | undefined;
  /** The server's address, or the data folder. */
  readonly target: string;
};

export type Resuming = {
  /** Lines that an earlier run of the import is known to have sent; 0 if there was none. */
  readonly sent: number;
  /** Keeps the number of lines that the server has accepted so far. */
  note(sent: number): Promise<void>;
  /** Ends the import: it is complete, and there is nothing to resume. */
  end(): Promise<void>;
};

const noted = z.strictObject({ sent: z.int().nonnegative() });

/** Reads what an earlier run noted in `folder`. Rejects if that cannot be read, or was not written by this program. */
export async function resuming(of: ImportOf, folder = stateFolder()): Promise<Resuming> {
  const { path, ...whose } = of;
  const hash = createHash('sha256').update(JSON.stringify(whose));
  await pipeline(createReadStream(path), hash);
  const file = join(folder, `${hash.digest('hex')}.json`);
  return {
    sent: await sentIn(file),
    async note(sent) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.new`, JSON.stringify({ sent }), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
    end: () => rm(file, { force: true }),
  };
}

async function sentIn(file: string): Promise<number> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
  const read = noted.safeParse(JSON.parse(text));
  if (!read.success) throw new Error(`${file} was not written by an import. Remove it and import without --resume.`);
  return read.data.sent;
}

/** Returns the folder of the XDG Base Directory Specification 0.8. */
function stateFolder(): string {
  return join(process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'recorda', 'imports');
}
