/** The dashboard: what is remembered, why it was found, and what it costs. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { askWhoWeAre } from './caller.ts';
import { apiKey } from './credentials.ts';
import { Frame, startFailure } from './frame.tsx';
import { applyPreferences } from './preferences.ts';
import { followLinks } from './router.ts';

applyPreferences();
followLinks();
effect(() => {
  // The caller is identified again with each key.
  void apiKey.value;
  startFailure.value = undefined;
  askWhoWeAre().catch((error: unknown) => (startFailure.value = error as Error));
});
const app = document.getElementById('app') as HTMLElement;
// Removes what is shown while the script loads.
app.replaceChildren();
render(<Frame />, app);
