import { inspect } from 'node:util';
import { UpstreamError } from '../../src/core/errors/upstream-error.js';
import { errorOf } from './error-of.js';

/** The failure of a call to an outside system. Throws when the call succeeded, or failed in another way. */
export async function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  const error = await errorOf(call);
  if (!(error instanceof UpstreamError)) throw new Error(`expected an UpstreamError, got ${inspect(error)}`);
  return error;
}
