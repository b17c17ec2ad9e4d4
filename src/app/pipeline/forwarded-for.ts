import type { NextFunction, Request, Response } from 'express';
import { clientAddress } from '../../core/http/client-address.js';
import type { Log } from '../../core/logging/log.js';

type TrustedProxy = (address: string) => boolean;

const PROTO_PASSED_OVER =
  'X-Forwarded-Proto is passed over: if your proxy sends it, name its address in TRUSTED_PROXIES';
const CHAIN_UNREADABLE = 'X-Forwarded-For can not be read: its clients count as the proxy that has sent it';

/**
 * Writes X-Forwarded-For of a trusted proxy anew, without ports and brackets, no further than it can be read. Where it can't be, the client
 * is the proxy that has sent it. X-Forwarded-Proto from an address in none of TRUSTED_PROXIES is passed over, so that behind a proxy with TLS
 * passkeys and secure cookies don't work. The log says each of both once.
 */
export function readForwarded(log: Log) {
  const said = new Set<string>();
  const sayOnce = (text: string, address: string | undefined): void => {
    if (!said.has(text)) log.warn(text, { address: clientAddress(address) });
    said.add(text);
  };
  return (request: Request, _: Response, next: NextFunction): void => {
    const { 'x-forwarded-proto': proto } = request.headers;
    const addresses = request.get('x-forwarded-for');
    if (proto === undefined && addresses === undefined) return next();
    const peer = request.socket.remoteAddress;
    const judge = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
    const isTrusted: TrustedProxy = (address) => judge(address, 0);
    if (!isTrusted(peer ?? '')) {
      if (proto !== undefined) sayOnce(PROTO_PASSED_OVER, peer);
    } else if (addresses !== undefined) {
      const { chain, isReadable } = readChain(addresses, isTrusted);
      if (chain.length > 0) request.headers['x-forwarded-for'] = chain.join(', ');
      else delete request.headers['x-forwarded-for'];
      if (!isReadable) sayOnce(CHAIN_UNREADABLE, chain[0] ?? peer);
    }
    next();
  };
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
