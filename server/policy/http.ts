/** How the server serves over HTTP. What both network doors hold to stands in serving.ts. */
import { KB, LIMITS } from './limits.ts';

export const HTTP = {
  /** Of a request, as it arrives and once it is unpacked; one over it is answered with 413. */
  bodyBytes: LIMITS.messageBytes,
  /** Answers over so many bytes are compressed for who takes it: below it costs more time than it saves. */
  compressFromBytes: 64 * KB,
  /** Of a request's line and headers: a GET carries its message in its address. */
  headerBytes: 64 * KB,
  /** How long a browser may go by what it was told of another origin. */
  preflightSeconds: 600,
} as const;
