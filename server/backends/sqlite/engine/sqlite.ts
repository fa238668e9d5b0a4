/**
 * Loads the version of better-sqlite3 that this Node supports. 12 aborts the process on Node 24.19 and later, when the garbage collector
 * meets one of its statements (WiseLibs/better-sqlite3#1515); 13 is built on Node-API, which cures that, and does not load on Node 20.
 */
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';

const require = createRequire(import.meta.url);

/** The first Node that uses version 13. */
const NODE_WITH_NAPI = 22;

function load(): typeof BetterSqlite {
  const [major] = process.versions.node.split('.');
  try {
    return (Number(major) >= NODE_WITH_NAPI ? require('better-sqlite3-napi') : require('better-sqlite3')) as never;
  } catch (cause) {
    throw new Error(
      `SQLite cannot be loaded on Node ${process.versions.node}: its package better-sqlite3 is not there for it, or was not built. Run npm ci --foreground-scripts with this Node, and see what it says: compiling takes Python 3, a C++ compiler and Node's headers. Where these cannot be downloaded, npm_config_nodedir names where Node is, for example /usr.`,
      { cause },
    );
  }
}

export const Sqlite: typeof BetterSqlite = load();
