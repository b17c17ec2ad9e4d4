import { isLineFull } from '../../../core/errors/app-error.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { InstanceMissing } from '../../instances/instances.public.js';

/** Faults that say nothing of what was looked for, since the server couldn't be asked. */
const NOT_ASKED: ReadonlySet<UpstreamFault> = new Set([
  'unreachable',
  'timeout',
  'aborted',
  'unauthorized',
  'rate_limited',
  'failed',
]);

/**
 * What a failed look-up says: the server couldn't be asked, or it answered and what is looked for stays unknown. It is never
 * an absence.
 *
 * @throws what is no fault of the server: our own storage's
 */
export function stateOfFault(fault: unknown): 'unreachable' | 'unverified' {
  if (fault instanceof SecretUnreadable || fault instanceof InstanceMissing) return 'unreachable';
  // Too many wait for this server; the others may answer.
  if (isLineFull(fault)) return 'unreachable';
  if (!(fault instanceof UpstreamError)) throw fault;
  return NOT_ASKED.has(fault.kind) ? 'unreachable' : 'unverified';
}
