import { ApiFailure } from './failure.js';
import type { SentenceInside } from './sentence.js';

/** What is wrong with a proxy that was typed, and at which field that is said; `proxy` for one that doesn't work. */
export type ProxyFault =
  | { readonly at: 'url' | 'username' | 'password'; readonly name: 'address' | 'colon' | 'again' | 'unfit' }
  | { readonly at: 'proxy'; readonly reason: SentenceInside };

/** Reads the refusal of a proxy; undefined for what is no refusal. */
export function proxyFault(failure: unknown): ProxyFault | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 400) return undefined;
  const { code, reason, params } = failure;
  switch (code) {
    case 'proxy_test_failed':
      return reason && { at: 'proxy', reason };
    case 'invalid_proxy_address':
      return { at: 'url', name: 'address' };
    case 'colon_in_username':
      return { at: 'username', name: 'colon' };
    case 'proxy_password_required':
      return { at: 'password', name: 'again' };
    default:
      return params.name === 'username' || params.name === 'password' ? { at: params.name, name: 'unfit' } : undefined;
  }
}
