import { lazy } from '../lazy.ts';

/** What english-question-forms.ts and spanish-question-forms.ts are made of. */

/** A way to ask, and the plain way to ask the same. In capitals and braces stand the parts that `formsOf` is given. */
export type Form = readonly [from: string, to: string];

export type Rewrite = { readonly from: RegExp; readonly to: string };

/** By what they do: order a question's words, tell by themselves that what is asked for stays, or join what is left. In this order. */
export type QuestionForms = {
  readonly ordering: readonly Rewrite[];
  readonly telling: readonly Rewrite[];
  readonly joining: readonly Rewrite[];
};

/** Patterns with their parts spelled out; each must be the whole question. */
export function formsOf(parts: Readonly<Record<string, string>>, forms: readonly Form[]): readonly Rewrite[] {
  return forms.map(([from, to]) => {
    const spelled = from.replaceAll(/\{([A-Z]{2,})\}/g, (_, name: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`There is no part {${name}}: ${from}`);
      return part;
    });
    const compiled = lazy(() => new RegExp(`^(?:${spelled})$`, 'u'));
    return {
      get from() {
        return compiled();
      },
      to,
    };
  });
}
