/** A thread with a timer and nothing else: its delays are not caused by Recorda. */
import { watchTicks } from './occupations.ts';

watchTicks('idle');
// The timer that is measured would not keep the thread alive.
setInterval(() => undefined, 60_000);
