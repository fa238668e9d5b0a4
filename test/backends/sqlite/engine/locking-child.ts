/** Locks the folder given as its argument until it is killed. */
import { lockFolder } from '../../../../server/backends/sqlite/engine/file/lock-folder.ts';

const unlock = lockFolder(process.argv[2] ?? '');
process.stdout.write('locked\n');
setTimeout(unlock, 60_000);
