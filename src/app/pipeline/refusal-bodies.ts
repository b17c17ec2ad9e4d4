import type { RefusalBody } from '../../core/errors/app-error.js';
import { isSetboxCode } from '../../modules/setbox/setbox.public.js';
import { behindBasePath } from './request-target.js';

type TextMember = 'error' | 'message';

/** The path of the compatibility interface, whose clients read another member. */
const COMPATIBILITY = /^\/api\/v1(?:[/?]|$)/;

type TextMemberOf = (target: string) => TextMember;

export function textMemberFinder(basePath: string): TextMemberOf {
  return (target) => (COMPATIBILITY.test(behindBasePath(basePath, target) ?? '') ? 'message' : 'error');
}

function bodyUnder(member: TextMember, body: RefusalBody): object {
  return member === 'message' ? { message: body.error } : body;
}

/** Refusals of set-top boxes have codes of their own beside the text, and nothing else. */
const SETBOXES = /^\/api\/setboxes(?:[/?#]|$)/;

/** Of refusals that the routes themselves don't make. */
const CODES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'not_available',
  404: 'not_found',
  429: 'rate_limited',
};

const codeOf = (status: number): string => CODES[status] ?? (status < 500 ? 'invalid_request' : 'unavailable');

/** Role, limits of a kids account, missing grant and missing box all get the same answer. */
const NOT_AVAILABLE = 'not available';

type RefusalCoder = (target: string, status: number, body: RefusalBody) => RefusalBody;

export function refusalCoder(basePath: string): RefusalCoder {
  return (target, status, body) => {
    if (!SETBOXES.test(behindBasePath(basePath, target) ?? '')) return body;
    const { error, code = '', params: _, ...others } = body;
    if (isSetboxCode(code)) return { error, code, ...others };
    return { error: status === 403 ? NOT_AVAILABLE : error, code: codeOf(status), ...others };
  };
}

export type RefusalBodies = (target: string, status: number, body: RefusalBody) => object;

/** Judged by the target as it was asked for, routed or not. @param basePath empty, or `/usher` */
export function refusalBodies(basePath: string): RefusalBodies {
  const memberOf = textMemberFinder(basePath);
  const withCode = refusalCoder(basePath);
  return (target, status, body) => bodyUnder(memberOf(target), withCode(target, status, body));
}
