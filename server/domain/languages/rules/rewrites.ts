/** Compiles the packs' ways to ask into rewrites. */
import type { Form, Rewordings } from '../question-pack.ts';
import { lazy } from '../../lazy.ts';

/** A rewrite, compiled when a question is first read: each thread has its own, and few threads read questions. */
export type RewriteRule = { readonly from: RegExp; readonly to: string };

/** Compiles forms that must match the whole question. */
export const wholeForms = (parts: Rewordings['parts'], forms: readonly Form[]): readonly RewriteRule[] =>
  forms.map(([from, to]) => rewriteOf(`^(?:${spelledForm(from, parts)})$`, 'u', to));

/** Returns a form's pattern with its `{NAME}`s replaced; throws if one has no replacement. */
export function spelledForm(from: string, parts: Rewordings['parts']): string {
  return from.replaceAll(FORM_PART, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`{${name}} stands for nothing`);
    return part;
  });
}

/** Matches `{NAME}` in a form. */
export const FORM_PART = /\{([A-Z]{2,})\}/g;

/** Compiles forms that rewrite every match within the text. */
export const everywhere = (forms: readonly Form[]): readonly RewriteRule[] =>
  forms.map(([from, to]) => rewriteOf(from, 'gu', to));

/** Applies all rewrites to a text, one after the other. */
export const rewritten = (text: string, rewrites: readonly RewriteRule[]): string =>
  rewrites.reduce((plain, { from, to }) => plain.replace(from, to), text);

function rewriteOf(source: string, flags: string, to: string): RewriteRule {
  const compiled = lazy(() => new RegExp(source, flags));
  return {
    get from() {
      return compiled();
    },
    to,
  };
}
