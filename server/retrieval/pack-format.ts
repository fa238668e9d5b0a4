import { createHash } from 'node:crypto';
import type { StaticEncoder } from '../embedders/static/static-encoder.ts';
import { inferredSession, withReadMetadata } from './inferred-metadata.ts';
import { memoryIndex } from './memory-index.ts';

/**
 * Sample texts with names, dates, numbers, irregular forms and accents in both languages: a change in how an index reads texts shows in
 * them.
 */
const PROBES = [
  'Caroline went hiking in the Alps last May and bought children’s boots for $1,250.50',
  'The user doesn’t like raw fish; prefers “The Old Man and the Sea” by Hemingway',
  'We’re meeting Dr. Smith at 10:30 on Friday, 12 March 2024, near Buenos Aires',
  'El usuario prefiere el té verde y no come pescado desde 2019',
  '¿Fuiste a las montañas con tus hermanas el próximo fin de semana?',
  'Mi número de teléfono cambió: ahora trabajo como médica en Córdoba',
  'Renewed on 13/05/2024 and 5/14/24',
  'Marta: nos mudamos el 3 de junio de 2021',
  'ok 👍 qqqzz ÀÉÎÕÜ ßtraße 東京 running ran runs',
  '',
];

/**
 * Returns a digest of how an index reads texts and lays them out: a pack of another format is not opened. It is computed from the index's
 * behaviour, so that nobody need remember to raise a version number.
 */
export function packFormat(encoder: StaticEncoder): string {
  let format = formats.get(encoder);
  if (format === undefined) formats.set(encoder, (format = formatOf(encoder)));
  return format;
}

/** Each format is computed once, and only where packs are used: reading the samples compiles the patterns for dates, which takes 250 ms. */
const formats = new WeakMap<StaticEncoder, string>();

function formatOf(encoder: StaticEncoder): string {
  const index = memoryIndex(encoder);
  index.put(
    PROBES.map((text, at) =>
      withReadMetadata({
        id: `${at}`,
        text,
        speaker: at % 2 === 0 ? '' : 'Caroline Smith',
        sessionId: at % 3 === 0 ? inferredSession({ agentId: '', namespace: '' }, at) : 'probe',
        turn: at % 4 === 0 ? at : undefined,
        eventTimeMs: at % 5 === 0 ? at : undefined,
        createTimeMs: at,
        vector: encoder.embed(text),
      }),
    ),
  );
  const { name, version } = encoder.identity;
  const hash = createHash('sha256').update(`${name} ${version} `).update(index.packed()).digest('hex');
  index.release();
  return hash;
}
