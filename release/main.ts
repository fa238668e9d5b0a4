/** `npm run release:pack`. */
import { pack } from './pack.ts';

for (const { name, tarball, files, unpackedBytes } of await pack()) {
  console.log(`${name}: ${files} files, ${(unpackedBytes / 1e6).toFixed(1)} MB unpacked, ${tarball}`);
}
