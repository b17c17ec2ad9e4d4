import { z } from 'zod';
import { readJson } from '../http/json-answer.js';
import { lenient } from '../http/lenient-members.js';
import { redirectFault, REDIRECTS } from '../http/redirect-fault.js';
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
  throw redirectFault(transport.system, operation, answer, path);
}
