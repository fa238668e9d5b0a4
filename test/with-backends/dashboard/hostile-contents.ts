/** Hostile contents, names and ids. */
import { jsonCaller } from '../../ui/seed.ts';

/**
 * Texts that do harm if they are interpreted as something else: markup, scripts, addresses, styles, templates, directions of writing.
 */
export const HOSTILE: readonly string[] = [
  '<img src=x onerror="globalThis.harmed=1">',
  '"><script>globalThis.harmed=1</script>',
  'javascript:globalThis.harmed=1',
  "</title><svg/onload='globalThis.harmed=1'>",
  '<iframe srcdoc="<script>parent.harmed=1</script>">',
  '{{constructor.constructor("globalThis.harmed=1")()}}',
  '<style>*{display:none}</style>',
  '<base href="https://example.invalid/">',
  '../../../etc/passwd',
  'constructor',
  '\u202Egnp.exe',
  '<math><mtext></p><img src=x onerror=globalThis.harmed=1>',
];

export async function seedHostile(url: string, scope: { readonly userId: string }): Promise<void> {
  const call = jsonCaller(url);
  let previous: string | undefined;
  for (const text of HOSTILE) {
    const add = (memory: object): Promise<{ memory: { id: string } }> =>
      call('MemoryService/AddMemory', { memory: { scope, ...memory } });
    await add({ text: { content: text, speaker: text }, metadata: { [text]: text } });
    await add({ trait: { key: text, value: { [text]: text } } });
    await add({ document: { collection: text, key: text, data: { [text]: text } } });
    const { id } = (await add({ entity: { name: text, type: text, attributes: { [text]: text } } })).memory;
    if (previous !== undefined) await add({ relationship: { fromId: previous, toId: id, type: text } });
    previous = id;
    await call('ContextService/AddFact', { scope, text: `I work at ${text}`, confidence: 'FACT_CONFIDENCE_HIGH' });
    await call('ContextService/AddFact', { scope, text, domain: 'FACT_DOMAIN_PROJECTS' });
    await call('ContextService/AppendTurns', { scope, turns: [{ role: 'ROLE_USER', content: text, speaker: text }] });
  }
}
