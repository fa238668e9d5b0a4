/**
 * The hot loops of a search, in AssemblyScript: WebAssembly with 128-bit SIMD. `npm run generate` compiles this folder to ../kernel.wasm.
 *
 * Addresses are bytes of the imported memory; columns have a number of four bytes for each slot, unless they say otherwise. These files
 * pass vectors to each other, but none to the host: hence the compiler's warning 112 is off.
 */
export { toFixedPoint, part, join, dot, byteDots } from './fixed-point';
export { putRow, takeRow, dots } from './tiles';
export { addFine, unseen } from './rescoring';
export { unpack, addOwn, gather, addGathered, sideBySide } from './words';
export { spread, addSpread } from './windows';
export { meaning, meaningAt, raiseBest, surroundings, surroundingsAt, closest } from './signals';
export { softmax, listRows } from './fields';
export { note, zoneMap, outside, reach, weightedSum, weightedSumAt, addRows, maxima } from './sums';
