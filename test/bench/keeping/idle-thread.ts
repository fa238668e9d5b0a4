/** A thread with a timer and nothing else: what it is late is not ours. */
import { watchTicks } from './occupations.ts';

watchTicks('idle');
// Its timer alone would not keep it.
setInterval(() => undefined, 60_000);
