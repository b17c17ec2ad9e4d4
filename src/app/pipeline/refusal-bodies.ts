import { behindBasePath } from './mount-path.js';

/** The member of an error's body that holds its text. */
type TextMember = 'error' | 'message';

/** The path of the compatibility interface, whose clients read another member. Source: doc 2 sections 4 and 9. */
const COMPATIBILITY = /^\/api\/v1(?:[/?]|$)/;

/** Under which member does a refusal of this target have its text? */
type TextMemberOf = (target: string) => TextMember;

/**
 * Judged by the target as it was asked for, so that a request which nothing has routed yet, or ever will, is answered as
 * its neighbours are. Source: doc 4 section 0, error body.
 *
 * @param basePath empty, or `/usher`
 */
export function textMemberFinder(basePath: string): TextMemberOf {
  return (target) => (COMPATIBILITY.test(behindBasePath(basePath, target) ?? '') ? 'message' : 'error');
}

/** What a refusal has beside its status: its text, and at times more. */
export type RefusalBody = Readonly<Record<string, unknown>> & { readonly error: string };

/** The body as its interface has it: on the compatibility interface the text under its member, and nothing else. */
function bodyUnder(member: TextMember, body: RefusalBody): Readonly<Record<string, unknown>> {
  return member === 'message' ? { message: body.error } : body;
}

/** The routes of set-top boxes, whose refusals all have a code beside the text. Source: doc 3 section 12.3. */
const SETBOXES = /^\/api\/setboxes(?:[/?#]|$)/;

/** What refusals are called that the routes themselves don't make: by guards, by what reads bodies, by the framework. */
const CODES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'not_available',
  404: 'not_found',
  429: 'rate_limited',
};

const codeOf = (status: number): string => CODES[status] ?? (status < 500 ? 'invalid_request' : 'unavailable');

/** Role, limits of a kids account, missing grant and missing box all get the same answer. */
const NOT_AVAILABLE = 'not available';

/** Gives a refusal of this target the body that its interface promises. */
type RefusalCoder = (target: string, status: number, body: RefusalBody) => RefusalBody;

/**
 * Judged by the target as it was asked for, as `textMemberFinder` does.
 *
 * @param basePath empty, or `/usher`
 */
export function refusalCoder(basePath: string): RefusalCoder {
  return (target, status, body) => {
    if (!SETBOXES.test(behindBasePath(basePath, target) ?? '') || 'code' in body) return body;
    const error = status === 403 ? NOT_AVAILABLE : body.error;
    return { ...body, error, code: codeOf(status) };
  };
}

/** The body of a refusal, as the interface has it that the target belongs to. */
export type RefusalBodies = (target: string, status: number, body: RefusalBody) => Readonly<Record<string, unknown>>;

/**
 * Judged by the target as it was asked for, so that a request which nothing has routed yet, or ever will, is answered as
 * its neighbours are.
 *
 * @param basePath empty, or `/usher`
 */
export function refusalBodies(basePath: string): RefusalBodies {
  const memberOf = textMemberFinder(basePath);
  const withCode = refusalCoder(basePath);
  return (target, status, body) => bodyUnder(memberOf(target), withCode(target, status, body));
}
