/** `npm run release:pack`. */
import { billOfImage, pack } from './pack.ts';

for (const { name, tarball, files, unpackedBytes, bill } of await pack()) {
  const size = `${files} files, ${(unpackedBytes / 1e6).toFixed(1)} MB unpacked`;
  console.log(`${name}: ${size}, a bill of ${bill.components.length} materials, ${tarball}`);
}
console.log(`the image: a bill of ${billOfImage().components.length} materials`);
