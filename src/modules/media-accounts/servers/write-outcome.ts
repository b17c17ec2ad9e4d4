import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { RefusalCode, WriteFailure, WritePermit } from './media-server.js';

/** A write that the server, or what we know of it, rules out. */
export const refused = (code: RefusalCode, reason: string): WriteFailure & { readonly outcome: 'refused' } => ({
  outcome: 'refused',
  code,
  reason,
});

/** Nobody judges once more. */
export const permitted: WritePermit = () => Promise.resolve();

/** The server is to be read before anybody knows more. */
const unknown = (error: UpstreamError): WriteFailure & { readonly outcome: 'unknown' } => ({
  outcome: 'unknown',
  error,
});

/**
 * What became of a write, with the faults of the server among its outcomes. A call that the server judged and refused is
 * refused; after any other fault it may have been made or not.
 */
export async function settled<T>(
  write: () => Promise<T>,
): Promise<T | (WriteFailure & { readonly outcome: 'refused' | 'unknown' })> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error.kind === 'rejected' ? refused('rejected', error.reason) : unknown(error);
  }
}

/** The fault of a server whose list of accounts can't be read in full where what isn't in it matters. */
export const incompleteList = (system: string, operation: string): UpstreamError =>
  new UpstreamError({
    system,
    operation,
    kind: 'malformed',
    definitelyNotSent: false,
    reason: 'server answered with a list of accounts that can not be read in full',
  });
