import type { UpstreamError, UpstreamFault } from '../../../core/errors/upstream-error.js';
import type { DeliveryOutcome } from './delivery-outcome.js';

/**
 * What does a failed call to the library manager mean for the delivery? A manager that could not answer is tried
 * again; one that judged the title and refused it needs a person. A call that we broke off hands the job back.
 */
export function judgeDeliveryFault(fault: UpstreamError): DeliveryOutcome {
  if (fault.kind === 'aborted') return { state: 'handed_back' };
  if (fault.kind === 'rejected')
    return {
      state: 'attention',
      code: 'library_unavailable',
      message: `The library manager refused it: ${fault.reason}`,
    };
  return {
    state: 'retry',
    code: 'service_unavailable',
    message: `The library manager could not take it yet: ${fault.reason}`,
    retryAfterMs: fault.retryAfterMs,
  };
}

/** Faults that concern the manager as a whole: whatever else is asked of it now meets the same. */
const MANAGER_WIDE: ReadonlySet<UpstreamFault> = new Set(['unreachable', 'timeout', 'unauthorized', 'rate_limited']);

/** Is it the manager that is out of order, and not this title? */
export function isManagerDown(fault: UpstreamError): boolean {
  return MANAGER_WIDE.has(fault.kind);
}
