/** The settings of the second embedder of long-term memories. */
import { z } from 'zod';
import { LANGUAGES, type Language } from '../domain/text/language.ts';
import type { SecondEmbedderConfig } from '../embedders/second/open-second-embedder.ts';
import { SAME, setting, settingArea } from './setting.ts';

const ONNX = 'onnx:';

const ALL = LANGUAGES.join(', ');

const languages = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine(
    (list): list is Language[] => list.every((one) => (LANGUAGES as readonly string[]).includes(one)),
    `must be one or more of ${ALL}, separated by commas`,
  );

const SECOND_EMBEDDER_SETTINGS = {
  secondEmbedder: setting({
    env: 'RECORDA_SECOND_EMBEDDER',
    flag: '--second-embedder <address>',
    meaning:
      'Model that scores the best long-term memories of a search again: onnx:FOLDER of a sentence transformer; if not set, there is none',
    byDefault: undefined,
    schema: z
      .string()
      .startsWith(
        ONNX,
        `must be ${ONNX} and the folder of a sentence transformer, for example ${ONNX}models/all-MiniLM-L6-v2`,
      )
      .transform((address) => address.slice(ONNX.length))
      .refine((folder) => folder !== '' && !folder.includes('\0'), `must name a folder after ${ONNX}`),
    shared: SAME,
  }),
  secondEmbedderLanguages: setting({
    env: 'RECORDA_SECOND_EMBEDDER_LANGUAGES',
    flag: '--second-embedder-languages <list>',
    meaning: `Languages that this model knows, from ${ALL}: queries and memories in other languages are scored by the embedder alone`,
    byDefault: 'en',
    schema: languages,
    shared: SAME,
  }),
} as const;

export const secondEmbedderArea = settingArea(
  SECOND_EMBEDDER_SETTINGS,
  (
    { secondEmbedder: folder, secondEmbedderLanguages },
    given,
    faults,
  ): { readonly secondEmbedder: SecondEmbedderConfig | undefined } => {
    if (folder !== undefined) return { secondEmbedder: { kind: 'onnx', folder, languages: secondEmbedderLanguages } };
    const where = given.get('secondEmbedderLanguages');
    if (where !== undefined && !given.has('secondEmbedder')) {
      faults.push(`${where}: RECORDA_SECOND_EMBEDDER is not set; set it, or remove this setting`);
    }
    return { secondEmbedder: undefined };
  },
);
