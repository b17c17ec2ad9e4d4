import type { RefusalBody } from '../../core/errors/app-error.js';
import { isSetboxCode } from '../../modules/setbox/setbox.public.js';
import { behindBasePath } from './request-target.js';

/** The path of the compatibility interface, whose clients read another member. */
const COMPATIBILITY = /^\/api\/v1(?:[/?]|$)/;

/** Refusals of set-top boxes have codes of their own beside the text, and nothing else. */
const SETBOXES = /^\/api\/setboxes(?:[/?#]|$)/;

/** Of refusals that the routes themselves don't make. */
const CODES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'not_available',
  404: 'not_found',
  429: 'rate_limited',
};

/** Role, limits of a kids account, missing grant and missing box all get the same answer. */
const NOT_AVAILABLE = 'not available';

export type RefusalBodies = (target: string, status: number, body: RefusalBody) => object;

/** Judged by the target as it was asked for, routed or not. @param basePath empty, or `/usher` */
export function refusalBodies(basePath: string): RefusalBodies {
  return (target, status, body) => {
    const path = behindBasePath(basePath, target) ?? '';
    if (COMPATIBILITY.test(path)) return { message: body.error };
    return SETBOXES.test(path) ? setboxRefusal(status, body) : body;
  };
}

function setboxRefusal(status: number, { error, code = '', params: _, ...others }: RefusalBody): RefusalBody {
  if (isSetboxCode(code)) return { error, code, ...others };
  const general = CODES[status] ?? (status < 500 ? 'invalid_request' : 'unavailable');
  return { error: status === 403 ? NOT_AVAILABLE : error, code: general, ...others };
}
