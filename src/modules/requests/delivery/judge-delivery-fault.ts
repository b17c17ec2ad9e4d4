import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import { attention, retryLater, type DeliveryOutcome } from '../kinds/delivery-outcome.js';
import { sayDelivery } from '../saved/delivery-sentences.js';

/** No answer is tried again; a refusal needs a person; a call that we aborted returns the job to the queue. */
export function judgeDeliveryFault(fault: UpstreamError): DeliveryOutcome {
  if (fault.kind === 'aborted') return { state: 'handed_back' };
  const reason = fault.sentence;
  if (fault.kind === 'rejected') return attention('library_unavailable', sayDelivery('delivery_refused', { reason }));
  const again = retryLater('service_unavailable', sayDelivery('delivery_not_taken', { reason }));
  return { ...again, retryAfterMs: fault.retryAfterMs };
}

/** Faults of the manager as a whole: any other call would fail in the same way. */
const MANAGER_WIDE: ReadonlySet<UpstreamFault> = new Set(['unreachable', 'timeout', 'unauthorized', 'rate_limited']);

export function isManagerDown(fault: UpstreamError): boolean {
  return MANAGER_WIDE.has(fault.kind);
}

const REFUSALS: ReadonlySet<UpstreamFault> = new Set(['rejected', 'unauthorized', 'not_found', 'rate_limited']);

/** Is it certain that the change was not made? It is when the manager refused it or never received it. */
export function isNotMade(fault: unknown): boolean {
  return fault instanceof UpstreamError && (fault.definitelyNotSent || REFUSALS.has(fault.kind));
}

/** Did the manager answer with an error? Then it did not put what was asked for into its queue of commands. */
export function wasAnswered(fault: unknown): boolean {
  return fault instanceof UpstreamError && fault.status !== undefined && fault.status >= 400;
}

export function managerFault(fault: unknown): UpstreamError | null {
  const beneath = fault instanceof AppError && fault.code === 'library_unreadable' ? fault.cause : fault;
  return beneath instanceof UpstreamError ? beneath : null;
}
