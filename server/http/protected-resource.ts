/** Describes /mcp as a protected resource (RFC 9728), so that hosts know whose tokens it accepts. */
import type { HttpOptions } from './serve-http.ts';

export const MCP_PATH = '/mcp';
export const METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

type Addressed = Pick<HttpOptions, 'publicUrl' | 'tls'>;

/** Returns the metadata for a request by this URL. */
export function protectedResource(tokenIssuer: string, options: Addressed): (url: string) => object {
  return (url) => ({
    resource: `${originOf(url, options)}${MCP_PATH}`,
    authorization_servers: [tokenIssuer],
    bearer_methods_supported: ['header'],
    resource_name: 'Recorda',
  });
}

/** Returns the URL of the metadata for a request by this URL. */
export function metadataUrl(url: string, options: Addressed): string {
  return `${originOf(url, options)}${METADATA_PATH}`;
}

function originOf(url: string, { publicUrl, tls }: Addressed): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  return `${tls === undefined ? 'http' : 'https'}://${new URL(url).host}`;
}
