/** Opens the embedder of long-term memories, and the caches that servers share. */
import type { RedisCaches } from '../backends/redis/open-cache.ts';
import { openEmbedder, type EmbedderConfig, type OpenedEmbedder } from '../embedders/open-embedder.ts';
import { staticEmbedder } from '../embedders/static/static-embedder.ts';
import type { OpenedSecondEmbedder, SecondEmbedderConfig } from '../embedders/second/open-second-embedder.ts';
import type { SecondVectors } from '../embedders/second/second-vectors.ts';
import type { RecordaOptions } from './recorda-options.ts';
import type { LiveEmbedder } from '../stores/middleware/embedded-texts.ts';
import type { Basics } from './basics.ts';
import { openCaches } from './open-shared.ts';
import type { OpenStack } from './open-stack.ts';

export type Embedders = {
  /** Ranks the results of searches again; absent if none is set. */
  readonly second: SecondVectors | undefined;
  readonly live: LiveEmbedder;
  /** Opens another embedder to change to. */
  readonly open: (config: EmbedderConfig) => Promise<OpenedEmbedder>;
  readonly caches: RedisCaches | undefined;
};

export async function openEmbedders(
  {
    embedder = { kind: 'static' },
    secondEmbedder,
    cache,
  }: Pick<RecordaOptions, 'embedder' | 'secondEmbedder' | 'cache'>,
  basics: Basics,
  opened: OpenStack,
): Promise<Embedders> {
  const { encoder, log } = basics;
  const caches = await openCaches(cache, basics);
  if (caches !== undefined) opened.use(caches);
  const embedders: OpenedEmbedder[] = [];
  // They close together and late, whenever each was opened, since writes in progress still need them.
  opened.defer(() => Promise.all(embedders.map(({ close }) => close())));
  const open = async (config: EmbedderConfig): Promise<OpenedEmbedder> => {
    const one = await openEmbedder(config, staticEmbedder(encoder), log, caches?.embeddings);
    embedders.push(one);
    return one;
  };
  const second = secondEmbedder && opened.use(await openSecond(secondEmbedder));
  return { live: { current: await open(embedder), next: undefined }, second: second?.vectors, open, caches };
}

async function openSecond(config: SecondEmbedderConfig): Promise<OpenedSecondEmbedder> {
  const { openSecondEmbedder } = await import('../embedders/second/open-second-embedder.ts');
  return openSecondEmbedder(config);
}
