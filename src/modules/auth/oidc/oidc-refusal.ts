import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { ANSWER_JUDGED } from '../../../clients/oidc/grant-faults.js';
import { providerAnswerUnfit, providerRefused, providerUnavailable } from './oidc.errors.js';

/** Refusals by which a provider says that it is out of order. Source: RFC 6749 section 4.1.2.1. */
const OUT_OF_ORDER = new Set(['server_error', 'temporarily_unavailable']);

/**
 * What the client of an attempt learns of a fault at the provider: 400 where it refused or its answer proves nothing, 503
 * where it could not be used, our own registration with it included. Source: doc 3 section 12.2, statuses.
 *
 * @throws the fault itself, where the provider did not cause it
 */
export function refusalOf(fault: unknown): AppError {
  if (fault instanceof AppError) return fault;
  if (!(fault instanceof UpstreamError)) throw fault;
  if (fault.operation === ANSWER_JUDGED) return providerAnswerUnfit(fault.reason);
  const [word] = fault.refusals;
  if (fault.kind === 'rejected' && word !== undefined && !OUT_OF_ORDER.has(word)) return providerRefused(word);
  return providerUnavailable(fault.reason, fault);
}
