/** Where the repository is, seen from the built tests. */
import { fileURLToPath } from 'node:url';

/** The repository's folder, without a slash at the end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
