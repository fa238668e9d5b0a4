/** Defines a setting, an area of settings, and the forms that several settings have. */
import { z } from 'zod';
import { isSealed } from '../runtime/loopback.ts';

/** Tells what several servers over one RECORDA_STORE do with a setting. */
export type SharedRule =
  /** Each server has a value of its own: its ports, how it reaches others, what its machine can carry. */
  | { readonly is: 'OWN' }
  /** All servers that run have the same value, since a call must have the same answer at each of them. */
  | { readonly is: 'SAME'; readonly compared?: Comparison }
  /** It must be set, and all servers that run have the same value. */
  | {
      readonly is: 'NEEDED';
      readonly why: string;
      readonly compared: Comparison;
      /** The name of another setting that does instead. */
      readonly or?: string;
      /** It is needed only if one of these is set. */
      readonly beside?: readonly string[];
    }
  | { readonly is: 'REFUSED'; readonly why: string };

/**
 * How values are compared, if not as their texts: an address without its credentials; keys by their ids, where each server must have the
 * first key of the others, so that they can be rotated; a folder not at all, since only a mark in it tells whether it is the same.
 */
export type Comparison = 'ADDRESS' | 'KEYS' | 'PLACE';

export const OWN: SharedRule = { is: 'OWN' };
export const SAME: SharedRule = { is: 'SAME' };
export const SAME_ADDRESS: SharedRule = { is: 'SAME', compared: 'ADDRESS' };

export type Setting<T> = {
  readonly env: `RECORDA_${string}`;
  /** The flag in commander's form; absent for secrets, which every process of the machine would see. */
  readonly flag: `--${string} <${string}>` | undefined;
  readonly meaning: string;
  /** The default as it would be written in the environment; if absent, the setting is off. */
  readonly byDefault: string | undefined;
  readonly schema: z.ZodType<T, string>;
  /** The value is never shown. */
  readonly isSecret?: true;
  readonly shared: SharedRule;
};

export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

/** The values of a table's settings once they are read. One without a default may be absent. */
export type ValuesOf<Table extends SettingTable> = {
  readonly [Name in keyof Table as Table[Name]['byDefault'] extends string ? Name : never]: z.output<
    Table[Name]['schema']
  >;
} & {
  readonly [Name in keyof Table as Table[Name]['byDefault'] extends string ? never : Name]?: z.output<
    Table[Name]['schema']
  >;
};

/** Settings that belong together, and the configuration that they make. */
export interface SettingArea<Table extends SettingTable, Config> {
  readonly settings: Table;
  /**
   * Combines the values. `given` tells for each setting that was set where that was, and `secretFiles` the path of the file that a secret
   * was read from. Adds a line to `faults` for each contradiction; if there is any, the result is not used. A value that is invalid by
   * itself is absent.
   */
  config(
    values: ValuesOf<Table>,
    given: ReadonlyMap<string, string>,
    faults: string[],
    secretFiles: ReadonlyMap<string, string>,
  ): Config;
}

export function settingArea<Table extends SettingTable, Config>(
  settings: Table,
  config: SettingArea<Table, Config>['config'],
): SettingArea<Table, Config> {
  return { settings, config };
}

/** The configuration that an area's settings make. */
export type ConfigOf<Area extends { config(...given: never): object }> = ReturnType<Area['config']>;

export function setting<T, Default extends string | undefined>(
  it: Setting<T> & { readonly byDefault: Default },
): Setting<T> & { readonly byDefault: Default } {
  return it;
}

export const OFF = 'off';

export const MAX_PORT = 65_535;

/** The path of a file or a folder. */
export const path = z.string().refine((text) => !text.includes('\0'), 'must be a path');

export const word = z.string().regex(/^[\x21-\x7e]+$/, 'must be one word');

/** The address of a service, up to its version; keys have settings of their own. */
export const serviceUrl = z
  .string()
  .refine(isServiceUrl, 'must be a URL that begins with http:// or https://, without a key in it');

/** An address whose content is trusted because of it. */
export const sealedUrl = serviceUrl.refine(
  (text) => URL.canParse(text) && isSealed(new URL(text)),
  'must begin with https://, unless it is on this machine',
);

function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username + password + search + hash === '';
}

/** An address that is posted to, which may have a query. */
export const webhookUrl = z
  .string()
  .refine(isHttp, 'must be a URL that begins with http:// or https://, without a password in it');

function isHttp(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username + password === '';
}

/** A whole number as people write it in a shell. */
export function wholeNumber(least: number, most: number, unit = ''): z.ZodType<number, string> {
  const message = `must be a whole number${unit} from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}

/** A whole number of any size that JavaScript represents exactly. */
export function largeNumber(least: number, unit: string): z.ZodType<number, string> {
  const message = `must be a whole number of ${unit}, at least ${least}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= least, message);
}

/** A price in dollars, as people write it. */
export function dollars(): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a number of dollars, for example 0.40')
    .transform(Number);
}
