import type { SentenceParams } from '../errors/sentence.js';

/** Options of a decorator of class-validator: what a body is refused with that breaks its rule. */
export interface RefusedMember {
  readonly message: string;
  readonly context: { readonly code: string; readonly params?: SentenceParams };
}

/** What a body is refused with that breaks the rule of a decorator: `@IsString(refusedMember('not_a_text', …))`. */
export const refusedMember = (code: string, message: string, params?: SentenceParams): RefusedMember => ({
  message,
  context: { code, ...(params && { params }) },
});
