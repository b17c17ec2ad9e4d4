import type { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { DeliveryOutcome } from './delivery-outcome.js';

/**
 * What does a failed call to the library manager mean for the delivery? A manager that could not answer is tried
 * again; one that judged the title and refused it needs a person.
 */
export function judgeDeliveryFault(fault: UpstreamError): DeliveryOutcome {
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
