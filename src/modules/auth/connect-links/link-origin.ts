import { badRequest } from '../../../core/errors/app-error.js';
import { parsedUrl } from '../../../core/text/parsed-url.js';

/** Where a link sends an app, and who said so. Source: doc 3 section 1.9. */
export interface LinkOrigin {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The configured external address, or the one that the administrator's app uses. */
  readonly source: 'external_address' | 'app';
}

/**
 * Which address of this server do links carry? The external address where one is configured, else the one that the
 * administrator's app uses. Of both only the origin counts.
 *
 * @param externalAddress null when none is configured
 * @param serverUrl empty when the app says nothing
 * @throws AppError 400
 */
export function linkOrigin(externalAddress: string | null, serverUrl: string): LinkOrigin {
  if (externalAddress !== null) return { origin: originOf(externalAddress), source: 'external_address' };
  if (serverUrl === '') throw badRequest('server_url required');
  return { origin: originOf(serverUrl), source: 'app' };
}

function originOf(address: string): string {
  const url = parsedUrl(address);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw badRequest('server_url must be an http or https address');
  return url.origin;
}
