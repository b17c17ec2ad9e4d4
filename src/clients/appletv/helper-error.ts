export const NAMED_FAULTS = [
  'unreachable',
  'not_found',
  'auth_failed',
  'pin_wrong',
  'pairing_expired',
  'app_missing',
  'unsupported',
  'busy',
  'internal',
] as const;

type NamedFault = (typeof NAMED_FAULTS)[number];

/**
 * Why an operation failed. Beside the reasons that the helper names:
 * - `missing`: the program can't be started;
 * - `timeout`: no answer within 40 s;
 * - `aborted`: the caller, or the end of the server, gave the operation up;
 * - `ended`: the helper ended without an answer;
 * - `malformed`: it answered something that is no answer to this operation, more than one answer, or too much.
 */
export type HelperFault = NamedFault | 'missing' | 'timeout' | 'aborted' | 'ended' | 'malformed';

/** An operation of the helper that failed. It holds nothing that the helper wrote and nothing that it was given. */
export class HelperError extends Error {
  /** @param definitelyNotSent the helper can't have received the request, so nothing happened at the box */
  constructor(
    readonly fault: HelperFault,
    readonly definitelyNotSent: boolean,
  ) {
    super(`the set-top box helper failed: ${fault}`);
    this.name = 'HelperError';
  }
}
