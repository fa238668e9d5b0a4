/** The packs' ways to ask, as rewrites. */
import type { Form, Rewordings } from '../languages/question-pack.ts';
import { lazy } from '../lazy.ts';

/** Compiled when a question is first read: each thread has its own, and few read questions. */
export type Rewrite = { readonly from: RegExp; readonly to: string };

/** Each must be the whole question. */
export const wholeForms = (parts: Rewordings['parts'], forms: readonly Form[]): readonly Rewrite[] =>
  forms.map(([from, to]) => rewriteOf(`^(?:${spelledForm(from, parts)})$`, 'u', to));

/** A form's pattern with what its `{NAME}`s stand for; throws where one stands for nothing. */
export function spelledForm(from: string, parts: Rewordings['parts']): string {
  return from.replaceAll(FORM_PART, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`{${name}} stands for nothing`);
    return part;
  });
}

/** `{NAME}` in a form. */
export const FORM_PART = /\{([A-Z]{2,})\}/g;

/** Rewrites wherever they match, each time. */
export const everywhere = (forms: readonly Form[]): readonly Rewrite[] =>
  forms.map(([from, to]) => rewriteOf(from, 'gu', to));

/** A text after all the rewrites, one after the other. */
export const rewritten = (text: string, rewrites: readonly Rewrite[]): string =>
  rewrites.reduce((plain, { from, to }) => plain.replace(from, to), text);

function rewriteOf(source: string, flags: string, to: string): Rewrite {
  const compiled = lazy(() => new RegExp(source, flags));
  return {
    get from() {
      return compiled();
    },
    to,
  };
}
