/** One setting, and the forms that several take. */
import { z } from 'zod';

export type Setting<T> = {
  readonly env: `RECORDA_${string}`;
  /** As commander takes it; absent for secrets, which every process of the machine would see. */
  readonly flag: `--${string} <${string}>` | undefined;
  readonly meaning: string;
  /** As it would be written in the environment; absent: off. */
  readonly byDefault: string | undefined;
  readonly schema: z.ZodType<T, string>;
  /** Is never shown. */
  readonly isSecret?: true;
};

export const setting = <T>(it: Setting<T>): Setting<T> => it;

/** A whole number as people write it in a shell. */
export function wholeNumber(least: number, most: number, unit = ''): z.ZodType<number, string> {
  const message = `must be a whole number${unit} from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}

/** A whole number of any size that is counted exactly. */
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
