import type { NextFunction, Request, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * Headers that every answer carries: nothing may be loaded, framed or sniffed unless a page says otherwise for itself.
 * Strict-Transport-Security is left to the server that terminates TLS: it alone knows the household's other sites.
 */
const EVERYWHERE: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
  },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
};

const atSecureAddresses = helmet(EVERYWHERE);
const elsewhere = helmet({ ...EVERYWHERE, crossOriginOpenerPolicy: false, originAgentCluster: false });

/**
 * Two of the headers mean something at secure addresses alone; on plain HTTP in the house browsers ignore them and complain of
 * each in the console. Browsers send `Sec-Fetch-Mode` to the addresses that they hold for secure, so that no proxy need be
 * trusted for it. Source: issue 22, plain HTTP; HTML, cross-origin opener policies; W3C Fetch Metadata section 2.1
 */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  const isSecure = request.secure || request.get('sec-fetch-mode') !== undefined;
  (isSecure ? atSecureAddresses : elsewhere)(request, response, next);
}
