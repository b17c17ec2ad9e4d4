import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
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

/** Answers by which a manager says that it has not done what it was told. */
const REFUSALS: ReadonlySet<UpstreamFault> = new Set(['rejected', 'unauthorized', 'not_found', 'rate_limited']);

/** Is it certain that the change was not made? So it is when the manager refused it, or never heard of it. */
export function isNotMade(fault: unknown): boolean {
  return fault instanceof UpstreamError && (fault.definitelyNotSent || REFUSALS.has(fault.kind));
}

/** The failed call to the library manager behind a fault, where there is one: it may have reached us wrapped. */
export function managerFault(fault: unknown): UpstreamError | null {
  const beneath = fault instanceof AppError && fault.code === 'library_unreadable' ? fault.cause : fault;
  return beneath instanceof UpstreamError ? beneath : null;
}
