/** The settings of the embedder of long-term memories. */
import { z } from 'zod';
import { OPENAI_URL, OPENAI_MODEL, AZURE_API_VERSION, ATTEMPT_TIMEOUT_MS, TEXT_BYTES } from '../policy/embedding.ts';
import { OWN, path, serviceUrl, setting, wholeNumber, word } from './setting.ts';

export const EMBEDDER_KINDS = ['static', 'onnx', 'openai', 'azure-openai'] as const;

const MAX_DIMENSIONS = 65_536;
const MAX_TEXT_BYTES = 1_048_576;
const HOUR_MS = 3_600_000;

export const EMBEDDER_SETTINGS = {
  embedder: setting({
    env: 'RECORDA_EMBEDDER',
    flag: '--embedder <kind>',
    meaning: `Embedder of long-term memories: ${EMBEDDER_KINDS.join(', ')}; a store stays with the one it was made with`,
    byDefault: 'static',
    schema: z.enum(EMBEDDER_KINDS, `must be one of ${EMBEDDER_KINDS.join(', ')}`),
    // The database knows which embedder made its vectors, and refuses another one. How it is reached is each server's own.
    shared: OWN,
  }),
  embedderFolder: setting({
    env: 'RECORDA_EMBEDDER_FOLDER',
    flag: '--embedder-folder <path>',
    meaning: 'onnx: folder of a sentence transformer, with model.onnx or onnx/model.onnx, and tokenizer.json',
    byDefault: undefined,
    schema: path,
    shared: OWN,
  }),
  embedderFile: setting({
    env: 'RECORDA_EMBEDDER_FILE',
    flag: '--embedder-file <path>',
    meaning: 'onnx: model file in that folder if it has several, for example onnx/model_int8.onnx',
    byDefault: undefined,
    schema: path,
    shared: OWN,
  }),
  embedderUrl: setting({
    env: 'RECORDA_EMBEDDER_URL',
    flag: '--embedder-url <url>',
    meaning: `openai: address up to and including the version, ${OPENAI_URL} if not set; azure-openai: https://NAME.openai.azure.com`,
    byDefault: undefined,
    schema: serviceUrl,
    shared: OWN,
  }),
  embedderModel: setting({
    env: 'RECORDA_EMBEDDER_MODEL',
    flag: '--embedder-model <name>',
    meaning: `openai: model, ${OPENAI_MODEL} if not set; azure-openai: deployed model, if its name differs from the deployment’s`,
    byDefault: undefined,
    schema: word,
    shared: OWN,
  }),
  embedderDeployment: setting({
    env: 'RECORDA_EMBEDDER_DEPLOYMENT',
    flag: '--embedder-deployment <name>',
    meaning: 'azure-openai: name of the deployment',
    byDefault: undefined,
    schema: word,
    shared: OWN,
  }),
  embedderApiVersion: setting({
    env: 'RECORDA_EMBEDDER_API_VERSION',
    flag: '--embedder-api-version <version>',
    meaning: `azure-openai: version of the API, ${AZURE_API_VERSION} if not set`,
    byDefault: undefined,
    schema: word,
    shared: OWN,
  }),
  embedderApiKeyFile: setting({
    env: 'RECORDA_EMBEDDER_API_KEY_FILE',
    flag: '--embedder-api-key-file <path>',
    meaning: 'openai, azure-openai: file that contains the API key and nothing else',
    byDefault: undefined,
    schema: path,
    shared: OWN,
  }),
  embedderApiKey: setting({
    env: 'RECORDA_EMBEDDER_API_KEY',
    flag: undefined,
    meaning: 'openai, azure-openai: API key; a file is safer',
    byDefault: undefined,
    schema: word,
    isSecret: true,
    shared: OWN,
  }),
  embedderDimensions: setting({
    env: 'RECORDA_EMBEDDER_DIMENSIONS',
    flag: '--embedder-dimensions <number>',
    meaning:
      'openai, azure-openai: length of the vectors, if the name of the model does not imply it or shorter ones are wanted',
    byDefault: undefined,
    schema: wholeNumber(1, MAX_DIMENSIONS),
    shared: OWN,
  }),
  embedderTextBytes: setting({
    env: 'RECORDA_EMBEDDER_TEXT_BYTES',
    flag: '--embedder-text-bytes <number>',
    meaning: `openai, azure-openai: maximum bytes of a text that are embedded, ${TEXT_BYTES} if not set; a token is at least one byte`,
    byDefault: undefined,
    schema: wholeNumber(1, MAX_TEXT_BYTES, ' of bytes'),
    shared: OWN,
  }),
  embedderTimeoutMs: setting({
    env: 'RECORDA_EMBEDDER_TIMEOUT_MS',
    flag: '--embedder-timeout-ms <number>',
    meaning: `openai, azure-openai: milliseconds that one request may take, ${ATTEMPT_TIMEOUT_MS} if not set`,
    byDefault: undefined,
    schema: wholeNumber(1, HOUR_MS, ' of milliseconds'),
    shared: OWN,
  }),
} as const;

export type EmbedderSettingName = keyof typeof EMBEDDER_SETTINGS;
