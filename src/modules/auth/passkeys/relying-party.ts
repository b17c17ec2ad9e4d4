import { isIP } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Settings } from '../../../core/config/settings.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { parsedUrl } from '../../../core/text/urls.js';

export interface ReachedBy {
  /** Over TLS, up to a trusted proxy at least. */
  readonly secure: boolean;
  /** The host that the client named, with the port where it named one. */
  readonly host: string;
}

/** For whom a passkey is good, as the request that asks for it has reached the server. */
export interface RelyingParty {
  /** The host without its port, in lower case. */
  readonly rpId: string;
  /** Scheme, host and port, as browsers write them: `https://media.example`. */
  readonly origin: string;
}

/** The configuration of native apps. */
type NativeApps = Pick<
  Settings,
  'appleAppIds' | 'androidPackageName' | 'androidCertSha256Fingerprints' | 'webauthnExtraOrigins'
>;

interface NativePasskeys {
  readonly apple: boolean;
  readonly android: boolean;
  readonly windows: boolean;
}

/** The most characters of a host name. Source: RFC 1035 section 2.3.4. */
const LONGEST_HOST = 253;

/** A name, an address, or an address in brackets, and perhaps a port. */
const HOST = /^(?:[^\s/\\?#@[\]:]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** What a request says of it. A client of HTTP/1.0 need not name a host, whatever the types of Express say. */
export const reachedBy = ({ secure, host = '' }: Pick<Request, 'secure'> & { readonly host?: string }): ReachedBy => ({
  secure,
  host,
});

/** A port belongs to the origin alone. @throws AppError 400 for a host that no browser could have named */
export function relyingParty({ secure, host }: ReachedBy): RelyingParty {
  const url = HOST.test(host) ? parsedUrl(`${secure ? 'https' : 'http'}://${host}`) : null;
  const rpId = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (!url || rpId === '' || rpId.length > LONGEST_HOST)
    throw badRequest('no_passkeys_here', 'passkeys can not be used at this address');
  return { rpId, origin: url.origin };
}

/** For whom a passkey of this request is good. What a proxy says of it counts where the proxy is trusted. */
export const CurrentRelyingParty = createParamDecorator((_: unknown, context: ExecutionContext): RelyingParty => {
  return relyingParty(reachedBy(context.switchToHttp().getRequest<Request>()));
});

/** Is it a secure context: TLS, or this very machine? Browsers offer passkeys nowhere else. */
export function isSecureContext({ secure, host }: ReachedBy): boolean {
  return secure || ['localhost', '127.0.0.1', '::1'].includes(hostName(host));
}

/** Only in a secure context; apps of Apple and Android under a DNS name, with their ids configured. */
export function nativePasskeys(reached: ReachedBy, apps: NativeApps): NativePasskeys {
  if (!isSecureContext(reached)) return { apple: false, android: false, windows: false };
  const named = isDnsName(hostName(reached.host));
  return {
    apple: named && apps.appleAppIds.length > 0,
    android: named && apps.androidPackageName !== undefined && apps.androidCertSha256Fingerprints.length > 0,
    windows: apps.webauthnExtraOrigins.includes(`https://${reached.host.toLowerCase()}`),
  };
}

/** Where passkeys may be used; each certificate of the Android app is an origin. @param own by which the request has reached the server */
export function acceptedOrigins(
  own: string,
  {
    webauthnExtraOrigins,
    androidCertSha256Fingerprints,
  }: Pick<NativeApps, 'webauthnExtraOrigins' | 'androidCertSha256Fingerprints'>,
): readonly string[] {
  return [own, ...webauthnExtraOrigins, ...androidCertSha256Fingerprints.map(androidOrigin)];
}

/** @param fingerprint 32 bytes in hex, parted by colons */
function androidOrigin(fingerprint: string): string {
  return `android:apk-key-hash:${Buffer.from(fingerprint.replaceAll(':', ''), 'hex').toString('base64url')}`;
}

const isDnsName = (name: string): boolean => name !== '' && name !== 'localhost' && isIP(name) === 0;

/** The host without port and brackets, in lower case. */
function hostName(host: string): string {
  const [, bracketed] = /^\[([^\]]*)\]/.exec(host) ?? [];
  return (bracketed ?? host.split(':', 1)[0] ?? '').toLowerCase();
}
