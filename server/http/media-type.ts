/** Describes the media type of a request: the protocol, and how messages are written. */
export type MediaType = {
  readonly codec: 'json' | 'proto';
  /** Whether messages come in envelopes, as those of streams and of gRPC-Web do. */
  readonly isEnveloped: boolean;
  /** The header that names the compression of a message. */
  readonly encodingHeader: string;
};

const UNARY = { isEnveloped: false, encodingHeader: 'content-encoding' };
const CONNECT_STREAM = { isEnveloped: true, encodingHeader: 'connect-content-encoding' };
const GRPC_WEB = { isEnveloped: true, encodingHeader: 'grpc-encoding' };

const MEDIA_TYPES: Readonly<Record<string, MediaType>> = {
  'application/json': { codec: 'json', ...UNARY },
  'application/proto': { codec: 'proto', ...UNARY },
  'application/connect+json': { codec: 'json', ...CONNECT_STREAM },
  'application/connect+proto': { codec: 'proto', ...CONNECT_STREAM },
  'application/grpc-web': { codec: 'proto', ...GRPC_WEB },
  'application/grpc-web+proto': { codec: 'proto', ...GRPC_WEB },
  'application/grpc-web+json': { codec: 'json', ...GRPC_WEB },
};

/** Returns the media types of a call with one answer, or of a call with many. */
export function takenTypes(isStream: boolean): readonly string[] {
  return Object.keys(MEDIA_TYPES).filter((name) => takes(name, isStream));
}

/** Returns undefined if such a call does not accept the media type. */
export function mediaTypeOf(contentType: string | undefined, isStream: boolean): MediaType | undefined {
  const [name = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const isUtf8 = parameters.every((text) => !/^\s*charset=/.test(text) || /^\s*charset="?utf-8"?\s*$/.test(text));
  const known = name.trim();
  return isUtf8 && takes(known, isStream) ? MEDIA_TYPES[known] : undefined;
}

/** Connect has media types of its own for each kind of call; gRPC-Web has the same for both. */
function takes(name: string, isStream: boolean): boolean {
  const type = Object.hasOwn(MEDIA_TYPES, name) ? MEDIA_TYPES[name] : undefined;
  return type !== undefined && (name.includes('grpc-web') || type.isEnveloped === isStream);
}
