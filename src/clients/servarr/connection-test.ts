import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { parsedUrl } from '../../core/text/urls.js';
import { readJson } from '../http/json-answer.js';
import type { ServarrTransport } from './servarr-transport.js';

/** Who answers at an address. */
export interface SystemStatus {
  /** Product name as the server says it: `Radarr`. */
  readonly appName: string;
  /** Null where it is missing. */
  readonly version: string | null;
}

const systemStatusSchema = z.object({ appName: z.string(), version: lenient(z.string()) });

const DEADLINE_MS = 10_000;
const REDIRECTS = [301, 302, 303, 307, 308];
const NOWHERE = 'http://nowhere.invalid';

/**
 * Does a manager answer at this address, with this key? At most 10 s; a redirect is not followed but reported.
 *
 * @throws UpstreamError whose reason is a text for the administrator: `invalid API key`, `server redirected with
 *   status N to <location>`, `server returned status N`, `could not reach server: …`. Source: doc 3 §3.2.
 */
export async function testConnection(transport: ServarrTransport, signal?: AbortSignal): Promise<SystemStatus> {
  const operation = 'system.status';
  const path = ['system', 'status'];
  const call = { operation, method: 'GET', path, signal, deadlineMs: DEADLINE_MS, accept: REDIRECTS } as const;
  const answer = await transport.send(call);
  if (!REDIRECTS.includes(answer.status)) return readJson(transport.system, operation, answer, systemStatusSchema);
  throw new UpstreamError({
    system: transport.system,
    operation,
    kind: 'redirected',
    status: answer.status,
    definitelyNotSent: false,
    reason: `server redirected with status ${answer.status} to ${whereTo(answer.headers.location)}`,
  });
}

/** The target of a redirect without what may hold a credential: user info, query, fragment. */
function whereTo(location: string | undefined): string {
  const url = location ? parsedUrl(location, NOWHERE) : null;
  if (!url) return 'an unnamed place';
  const { origin, host, pathname } = url;
  return `${host === new URL(NOWHERE).host ? '' : origin}${pathname}`.slice(0, 200);
}
