import type { NextFunction, Request, Response } from 'express';
import { clientAddress } from '../../core/http/client-address.js';
import type { Log } from '../../core/logging/log.js';

type TrustedProxy = (address: string) => boolean;

/**
 * Writes X-Forwarded-For of a trusted proxy anew, without ports and brackets, no further than it can be read. Where it can't be, the client
 * is the proxy that has sent it.
 */
export function readableForwardedFor(log: Log) {
  let isNoted = false;
  return (request: Request, _: Response, next: NextFunction): void => {
    const header = request.get('x-forwarded-for');
    const isTrusted = trustedProxies(request);
    const peer = request.socket.remoteAddress ?? '';
    if (header !== undefined && isTrusted(peer)) {
      const { chain, isReadable } = readChain(header, isTrusted);
      if (chain.length > 0) request.headers['x-forwarded-for'] = chain.join(', ');
      else delete request.headers['x-forwarded-for'];
      if (!isReadable && !isNoted) {
        isNoted = true;
        const address = clientAddress(chain[0] ?? peer);
        log.warn('X-Forwarded-For can not be read: its clients count as the proxy that has sent it', { address });
      }
    }
    next();
  };
}

function trustedProxies(request: Pick<Request, 'app'>): TrustedProxy {
  const judge = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return (address) => judge(address, 0);
}

/**
 * The last addresses, from the last that is no trusted proxy on. Those before one that can't be read don't count; `isReadable` is false
 * then.
 */
export function readChain(
  header: string,
  isTrusted: TrustedProxy,
): { readonly chain: readonly string[]; readonly isReadable: boolean } {
  const chain: string[] = [];
  const named = header.split(',').flatMap((text) => text.trim() || []);
  for (const text of named.reverse()) {
    const address = clientAddress(text);
    if (address === 'unknown') return { chain, isReadable: false };
    chain.unshift(address);
    if (!isTrusted(address)) break;
  }
  return { chain, isReadable: true };
}

/**
 * X-Forwarded-Proto from an address in none of TRUSTED_PROXIES is passed over, so that behind a proxy with TLS passkeys and secure cookies
 * don't work.
 */
export function noteUntrustedProxy(log: Log) {
  let isNoted = false;
  return (request: Request, _: Response, next: NextFunction): void => {
    if (
      !isNoted &&
      request.headers['x-forwarded-proto'] !== undefined &&
      !trustedProxies(request)(request.socket.remoteAddress ?? '')
    ) {
      isNoted = true;
      const address = clientAddress(request.socket.remoteAddress);
      log.warn('X-Forwarded-Proto is passed over: if your proxy sends it, name its address in TRUSTED_PROXIES', {
        address,
      });
    }
    next();
  };
}
