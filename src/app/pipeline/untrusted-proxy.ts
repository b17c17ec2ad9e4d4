import type { NextFunction, Request, Response } from 'express';
import { clientAddress } from '../../core/http/client-address.js';
import type { Log } from '../../core/logging/log.js';
import { trustedProxies } from './forwarded-for.js';

/**
 * Says once, in the log, that X-Forwarded-Proto came from an address which is in none of TRUSTED_PROXIES: it is passed over,
 * so that behind a proxy with TLS passkeys and secure cookies don't work. Source: issue 19 section 6.
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
