/** A deployment of an embedding model in Azure OpenAI. */
import { ATTEMPT_TIMEOUT_MS, TEXT_BYTES } from '../../policy/embedding.ts';
import type { Embedder } from '../../ports/stores.ts';
import type { Log } from '../../ports/telemetry.ts';
import { endpointEmbedder } from '../endpoint/endpoint-embedder.ts';
import { modelDimensions } from '../endpoint/model-dimensions.ts';

export type AzureOpenAiConfig = {
  readonly kind: 'azure-openai';
  /** The resource: `https://NAME.openai.azure.com`. */
  readonly endpoint: string;
  readonly deployment: string;
  readonly apiVersion: string;
  /** The deployed model, whose name identifies the vectors, so that a deployment may be renamed; if absent, the deployment's name. */
  readonly model?: string | undefined;
  readonly dimensions?: number | undefined;
  readonly apiKey: string;
  readonly textBytes?: number | undefined;
  readonly timeoutMs?: number | undefined;
};

/** Makes the embedder; no request is made before the first text. */
export function azureOpenAiEmbedder(config: AzureOpenAiConfig, log: Log): Embedder {
  const { deployment, apiKey, model = deployment, textBytes = TEXT_BYTES, timeoutMs = ATTEMPT_TIMEOUT_MS } = config;
  const { dimensions, asked } = modelDimensions(model, config.dimensions);
  const path = `openai/deployments/${encodeURIComponent(deployment)}/embeddings`;
  const url = new URL(`${config.endpoint.replace(/\/+$/, '')}/${path}`);
  url.searchParams.set('api-version', config.apiVersion);
  return endpointEmbedder({
    identity: { name: model, version: '1', dimensions },
    endpoint: { url, headers: { 'api-key': apiKey }, body: { ...asked }, dimensions, timeoutMs },
    textBytes,
    settings: {
      address: 'RECORDA_EMBEDDER_URL',
      model: 'RECORDA_EMBEDDER_DEPLOYMENT',
      key: 'RECORDA_EMBEDDER_API_KEY or RECORDA_EMBEDDER_API_KEY_FILE',
    },
    log,
  });
}
