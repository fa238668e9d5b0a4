/** Checks for the fields of a request, each with the sentence that its sender gets. */
import { z } from 'zod';
import { LIMITS } from '../policy/limits.ts';

/** C0, DEL and C1 control characters, and the character that stands for bytes that were not UTF-8. */
// eslint-disable-next-line no-control-regex -- controls are what it looks for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\ufffd]/;

const bytes = (text: string): number => Buffer.byteLength(text);

/** The most bytes that a character of a JavaScript string takes in UTF-8. */
const MOST_BYTES_A_CHARACTER = 3;

/** Returns why a text is not allowed, or undefined. */
type TextFault = (text: string) => string | undefined;

/** Accepts text without such a fault, in a single check, since every call makes a dozen of them. */
function textWithout(faultOf: TextFault): z.ZodType<string> {
  return z.string().refine((text) => faultOf(text) === undefined, {
    error: ({ input }) => faultOf(String(input)) ?? 'is not allowed',
  });
}

/** Returns the first of these faults. */
function firstOf(...faults: readonly TextFault[]): TextFault {
  return (text) => {
    for (const faultOf of faults) {
      const fault = faultOf(text);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

const over =
  (maxBytes: number): TextFault =>
  (text) =>
    text.length * MOST_BYTES_A_CHARACTER <= maxBytes || bytes(text) <= maxBytes
      ? undefined
      : `is ${bytes(text).toLocaleString('en-US')} bytes; at most ${maxBytes.toLocaleString('en-US')} are allowed`;

const unsafe: TextFault = (text) =>
  UNSAFE.test(text) ? 'has a control character or U+FFFD (bytes that were not UTF-8); send plain text' : undefined;

const missing =
  (why: string): TextFault =>
  (text) =>
    text === '' ? why : undefined;

const blank =
  (why: string): TextFault =>
  (text) =>
    text.trim() === '' ? why : undefined;

/** Accepts text of at most this many bytes, including the empty text. */
export function boundedText(maxBytes: number): z.ZodType<string> {
  return textWithout(over(maxBytes));
}

/** Accepts the same, except the empty text. */
export function saidText(maxBytes: number, why: string): z.ZodType<string> {
  return textWithout(firstOf(over(maxBytes), blank(why)));
}

/**
 * Accepts a name: bounded, without control characters and without U+FFFD, so that no two senders' names can become the same.
 */
export function nameText(maxBytes: number): z.ZodType<string> {
  return textWithout(firstOf(over(maxBytes), unsafe));
}

/** Accepts the same, except the empty text. */
export function requiredNameText(maxBytes: number): z.ZodType<string> {
  return textWithout(firstOf(over(maxBytes), unsafe, blank('is required')));
}

export const identifier = nameText(LIMITS.identifierBytes);

export const requiredIdentifier = textWithout(firstOf(over(LIMITS.identifierBytes), unsafe, missing('is required')));

export const content = saidText(LIMITS.contentBytes, 'is empty; send the text to remember');
/** Text that is read and not kept. */
export const userText = saidText(LIMITS.contentBytes, 'is empty; send what the user said');

/** The range of google.protobuf.Timestamp. */
const FIRST_MS = new Date('0001-01-01T00:00:00Z').getTime();
const LAST_MS = new Date('9999-12-31T23:59:59.999Z').getTime();

export const timestamp = z
  .custom<Date>((value) => value instanceof Date && value.getTime() >= FIRST_MS && value.getTime() <= LAST_MS, {
    error: 'is not a time between the years 1 and 9999',
  })
  .optional();

/** Returns why a value is not valid JSON that its text would preserve. */
function jsonFault(value: unknown, depthLeft: number): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'has a number that is not finite';
  if (typeof value !== 'object') return 'has a value that is not JSON';
  if (depthLeft === 0) return `is nested more than ${LIMITS.metadataDepth} levels deep`;
  for (const child of Object.values(value)) {
    const fault = jsonFault(child, depthLeft - 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Accepts JSON of at most this many bytes and LIMITS.metadataDepth levels. */
export function json(maxBytes: number): z.ZodType {
  return z.unknown().superRefine((value, context) => {
    if (value === undefined) return;
    const fault = jsonFault(value, LIMITS.metadataDepth);
    if (fault !== undefined) return context.addIssue({ code: 'custom', message: fault });
    const size = bytes(JSON.stringify(value));
    if (size > maxBytes)
      context.addIssue({
        code: 'custom',
        message: `is ${size.toLocaleString('en-US')} bytes as JSON; at most ${maxBytes.toLocaleString('en-US')} are allowed`,
      });
  });
}

export const metadata = json(LIMITS.metadataBytes).optional();

/** Accepts a whole number in a range. */
export function integer(min: number, max: number): z.ZodType<number> {
  const error = `must be a whole number from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`;
  return z.number({ error }).refine((value) => Number.isInteger(value) && value >= min && value <= max, { error });
}

/**
 * Accepts one of an enum's names, given without their prefix, and UNSPECIFIED if `unset` is allowed. ts-proto reads a number
 * that the enum does not have as UNRECOGNIZED.
 */
export function enumValue(prefix: string, names: readonly string[], unset: 'unset' | 'required'): z.ZodType<string> {
  const named = names.map((name) => `${prefix}_${name}`);
  const allowed = new Set(unset === 'unset' ? [...named, `${prefix}_UNSPECIFIED`] : named);
  return z.string().refine((value) => allowed.has(value), { error: `must be one of ${named.join(', ')}` });
}

/** Accepts a list. Its length is checked first, since each of its elements may be invalid. */
export function listOf<T>(element: z.ZodType<T>, most: number = LIMITS.listLength): z.ZodType<T[]> {
  return z
    .array(z.unknown())
    .refine((list) => list.length <= most, { error: `has more than ${most} elements` })
    .pipe(z.array(element));
}
