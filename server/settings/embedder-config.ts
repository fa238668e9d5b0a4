/** Checks the settings of the embedder: which belong together, and what is missing. */
import { EMBEDDER_SETTINGS, type EMBEDDER_KINDS, type EmbedderSettingName } from './embedder-settings.ts';
import { modelDimensions } from '../embedders/endpoint/model-dimensions.ts';
import type { EmbedderConfig } from '../embedders/open-embedder.ts';
import { settingArea, type ValuesOf } from './setting.ts';
import { AZURE_API_VERSION, OPENAI_MODEL, OPENAI_URL } from '../policy/embedding.ts';

type Kind = (typeof EMBEDDER_KINDS)[number];

type EmbedderValues = ValuesOf<typeof EMBEDDER_SETTINGS>;

export type EmbedderSettingsConfig = {
  /** The embedder of long-term memories. */
  readonly embedder: EmbedderConfig;
};

const ENDPOINT: readonly EmbedderSettingName[] = [
  'embedderUrl',
  'embedderModel',
  'embedderApiKeyFile',
  'embedderApiKey',
  'embedderDimensions',
  'embedderTextBytes',
  'embedderTimeoutMs',
];

/** The settings that apply to each kind. Any other would silently have no effect. */
const HEEDED: Readonly<Record<Kind, readonly EmbedderSettingName[]>> = {
  static: [],
  onnx: ['embedderFolder', 'embedderFile'],
  openai: ENDPOINT,
  'azure-openai': [...ENDPOINT, 'embedderDeployment', 'embedderApiVersion'],
};

const REQUIRED: Readonly<Record<Kind, readonly EmbedderSettingName[]>> = {
  static: [],
  onnx: ['embedderFolder'],
  openai: [],
  'azure-openai': ['embedderUrl', 'embedderDeployment'],
};

function embedderConfig(
  values: EmbedderValues,
  given: ReadonlyMap<string, string>,
  faults: string[],
): EmbedderSettingsConfig {
  const names = Object.keys(EMBEDDER_SETTINGS) as EmbedderSettingName[];
  // An invalid setting has its own error already, and is not missing.
  if (names.some((name) => given.has(name) && values[name] === undefined)) return { embedder: { kind: 'static' } };
  const kind = values.embedder;
  const before = faults.length;
  for (const name of names) {
    const where = given.get(name);
    if (name === 'embedder' || where === undefined || HEEDED[kind].includes(name)) continue;
    faults.push(`${where}: does not apply to the ${kind} embedder; remove it, or choose another embedder`);
  }
  for (const name of REQUIRED[kind]) {
    if (values[name] === undefined) faults.push(`${EMBEDDER_SETTINGS[name].env}: the ${kind} embedder requires it`);
  }
  if (given.has('embedderApiKey') && given.has('embedderApiKeyFile')) {
    faults.push('RECORDA_EMBEDDER_API_KEY: RECORDA_EMBEDDER_API_KEY_FILE is set as well; set only one of them');
  }
  // Servers that are compatible with OpenAI may need none.
  const needsKey = kind === 'azure-openai' || (kind === 'openai' && !given.has('embedderUrl'));
  if (needsKey && !given.has('embedderApiKey') && !given.has('embedderApiKeyFile')) {
    const other = kind === 'openai' ? '; or set RECORDA_EMBEDDER_URL to a server that requires none' : '';
    faults.push(`RECORDA_EMBEDDER_API_KEY_FILE: the ${kind} embedder requires it, or RECORDA_EMBEDDER_API_KEY${other}`);
  }
  if (faults.length > before) return { embedder: { kind: 'static' } };
  const config = configOf(values);
  if (config.kind === 'openai' || config.kind === 'azure-openai') {
    const model = config.kind === 'openai' ? config.model : (config.model ?? config.deployment);
    try {
      modelDimensions(model, config.dimensions);
    } catch (error) {
      faults.push(`RECORDA_EMBEDDER_DIMENSIONS: ${(error as Error).message}`);
    }
  }
  return { embedder: config };
}

export const embedderArea = settingArea(EMBEDDER_SETTINGS, embedderConfig);

function configOf(values: EmbedderValues): EmbedderConfig {
  const endpoint = {
    dimensions: values.embedderDimensions,
    apiKey: values.embedderApiKey,
    apiKeyFile: values.embedderApiKeyFile,
    textBytes: values.embedderTextBytes,
    timeoutMs: values.embedderTimeoutMs,
  };
  switch (values.embedder) {
    case 'static':
      return { kind: 'static' };
    case 'onnx':
      return { kind: 'onnx', folder: values.embedderFolder ?? '', modelFile: values.embedderFile };
    case 'openai': {
      const { embedderUrl: baseUrl = OPENAI_URL, embedderModel: model = OPENAI_MODEL } = values;
      return { kind: 'openai', baseUrl, model, ...endpoint };
    }
    case 'azure-openai': {
      const { embedderUrl = '', embedderDeployment: deployment = '', embedderModel: model } = values;
      const { embedderApiVersion: apiVersion = AZURE_API_VERSION } = values;
      return { kind: 'azure-openai', endpoint: embedderUrl, deployment, apiVersion, model, ...endpoint };
    }
  }
}
