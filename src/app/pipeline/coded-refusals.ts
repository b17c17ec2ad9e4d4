import { behindBasePath } from './mount-path.js';
import type { RefusalBody } from './refusal-texts.js';

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
export type RefusalCoder = (target: string, status: number, body: RefusalBody) => RefusalBody;

/**
 * Judged by the target as it was asked for, as `textMembers` does.
 *
 * @param basePath empty, or `/usher`
 */
export function codedRefusals(basePath: string): RefusalCoder {
  return (target, status, body) => {
    if (!SETBOXES.test(behindBasePath(basePath, target) ?? '') || 'code' in body) return body;
    const error = status === 403 ? NOT_AVAILABLE : body.error;
    return { ...body, error, code: codeOf(status) };
  };
}
