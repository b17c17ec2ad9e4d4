import { behindBasePath } from './mount-path.js';

/** The member of an error's body that holds its text. */
export type TextMember = 'error' | 'message';

/** The path of the compatibility interface, whose clients read another member. Source: doc 2 sections 4 and 9. */
const COMPATIBILITY = /^\/api\/v1(?:[/?]|$)/;

/** Under which member does a refusal of this target have its text? */
export type TextMemberOf = (target: string) => TextMember;

/**
 * Judged by the target as it was asked for, so that a request which nothing has routed yet, or ever will, is answered as
 * its neighbours are. Source: doc 4 section 0, error body.
 *
 * @param basePath empty, or `/usher`
 */
export function textMembers(basePath: string): TextMemberOf {
  return (target) => (COMPATIBILITY.test(behindBasePath(basePath, target) ?? '') ? 'message' : 'error');
}

/** What a refusal has beside its status: its text, and at times more. */
export type RefusalBody = Readonly<Record<string, unknown>> & { readonly error: string };

/** The body as its interface has it: on the compatibility interface the text under its member, and nothing else. */
export function writtenBody(member: TextMember, body: RefusalBody): Readonly<Record<string, unknown>> {
  return member === 'message' ? { message: body.error } : body;
}
