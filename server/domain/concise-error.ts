/**
 * Limits errors to a size that every interface can carry: a gRPC client accepts 8 KB of headers in total, and in-process callers get
 * the same text.
 */
import { SERVING } from '../policy/serving.ts';
import { RecordaError, type ErrorDetail, type FieldViolation } from './errors.ts';

/** Returns the error, clipped if it quotes too much. Clipping a clipped error changes nothing. */
export function conciseError(error: RecordaError): RecordaError {
  const message = conciseText(error.message, SERVING.errorMessageBytes);
  const detail = conciseDetail(error.detail);
  if (message === error.message && detail === error.detail) return error;
  return Object.assign(new RecordaError(error.reason, message, detail), { cause: error });
}

function conciseDetail(detail: ErrorDetail): ErrorDetail {
  const { fields, quota, resource, precondition } = detail;
  const concise: ErrorDetail = {
    ...detail,
    ...(fields && { fields: fieldsThatFit(fields) }),
    ...(quota && { quota: { ...quota, subject: name(quota.subject) } }),
    ...(resource && { resource: { ...resource, name: name(resource.name) } }),
    ...(precondition && { precondition: { ...precondition, subject: name(precondition.subject) } }),
  };
  const same =
    concise.fields === fields &&
    concise.quota?.subject === quota?.subject &&
    concise.resource?.name === resource?.name &&
    concise.precondition?.subject === precondition?.subject;
  return same ? detail : concise;
}

/** Clips a name, since a caller can choose one of any length. */
function name(text: string): string {
  return conciseText(text, SERVING.errorNameBytes);
}

/** Keeps as many fields as there is room for; the last one then says how many are not shown. */
function fieldsThatFit(fields: readonly FieldViolation[]): readonly FieldViolation[] {
  const concise = fields.map(({ field, description }) => ({ field: name(field), description: name(description) }));
  const changed = concise.some(
    ({ field, description }, at) => field !== fields[at]?.field || description !== fields[at].description,
  );
  let room = SERVING.errorDetailBytes - SERVING.errorFieldRestBytes;
  const shown = concise.filter((violation) => (room -= size(violation)) >= 0);
  if (room + SERVING.errorFieldRestBytes >= 0) return changed ? concise : fields;
  return [...shown, { field: '', description: `and ${fields.length - shown.length} more` }];
}

/** Returns the size on the wire, including tags and lengths. */
function size({ field, description }: FieldViolation): number {
  return Buffer.byteLength(field) + Buffer.byteLength(description) + SERVING.errorFieldFrameBytes;
}

/** Makes a text well-formed, since percent-encoding throws on half a surrogate pair, and clips it if it would be too long once encoded. */
function conciseText(text: string, maxBytes: number): string {
  const wellFormed = Buffer.from(text).toString();
  if (wellFormed.length <= maxBytes && encodeURI(wellFormed).length <= maxBytes) return wellFormed;
  let room = maxBytes - 1;
  let cut = '';
  for (const character of wellFormed) {
    room -= encodeURI(character).length;
    if (room < 0) break;
    cut += character;
  }
  return `${cut}~`;
}
