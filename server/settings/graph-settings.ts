/** The settings of the database of entities and episodes. */
import { z } from 'zod';
import type { Neo4jAddress } from '../backends/neo4j/connect-neo4j.ts';
import { OWN, SAME, setting, settingArea, type ValuesOf } from './setting.ts';

/** Names and passwords have their own settings, since this one is shown. */
const URL_OF_NEO4J = /^(bolt|neo4j)(\+s)?:\/\/[^@/\s]+\/?$/;

const GRAPH_SETTINGS = {
  graph: setting({
    env: 'RECORDA_GRAPH',
    flag: '--graph <url>',
    meaning:
      'Address of entities and episodes: bolt://host:port, or neo4j:// for a cluster; bolt+s:// and neo4j+s:// with TLS; if not set, the data folder',
    byDefault: undefined,
    schema: z
      .string()
      .regex(
        URL_OF_NEO4J,
        'must be like bolt://host:7687 or neo4j+s://host:7687; set the credentials as RECORDA_GRAPH_USER and RECORDA_GRAPH_PASSWORD',
      ),
    shared: SAME,
  }),
  graphUser: setting({
    env: 'RECORDA_GRAPH_USER',
    flag: '--graph-user <name>',
    meaning: 'User name for Neo4j; if not set, the server connects without logging in',
    byDefault: undefined,
    schema: z.string(),
    shared: OWN,
  }),
  graphPassword: setting({
    env: 'RECORDA_GRAPH_PASSWORD',
    flag: undefined,
    isSecret: true,
    meaning: 'Password of RECORDA_GRAPH_USER',
    byDefault: undefined,
    schema: z.string(),
    shared: OWN,
  }),
  graphDatabase: setting({
    env: 'RECORDA_GRAPH_DATABASE',
    flag: '--graph-database <name>',
    meaning:
      'Database in Neo4j, which must be used by Recorda alone; if not set, the home database of RECORDA_GRAPH_USER',
    byDefault: undefined,
    schema: z.string().regex(/^[A-Za-z][A-Za-z0-9.-]{2,62}$/, 'must be the name of a database of Neo4j'),
    shared: SAME,
  }),
  graphCaFile: setting({
    env: 'RECORDA_GRAPH_CA_FILE',
    flag: '--graph-ca-file <path>',
    meaning:
      'File of the certificates (PEM) that are trusted for bolt+s:// and neo4j+s://; if not set, those that Node trusts',
    byDefault: undefined,
    schema: z.string(),
    shared: OWN,
  }),
} as const;

export type GraphConfig = {
  /** The place of entities and episodes; if absent, the data folder. */
  readonly graph: Neo4jAddress | undefined;
};

function graphConfig(values: ValuesOf<typeof GRAPH_SETTINGS>): GraphConfig {
  const { graph: url, graphUser: user, graphPassword: password, graphDatabase: database, graphCaFile: caFile } = values;
  return { graph: url === undefined ? undefined : { url, user, password, database, caFile } };
}

export const graphArea = settingArea(GRAPH_SETTINGS, graphConfig);
