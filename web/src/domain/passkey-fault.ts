/** Why a browser made or used no passkey, as far as people can do something about it. */
export type PasskeyFault = 'cancelled' | 'there' | 'unable' | 'address';

const FAULTS: Readonly<Record<string, PasskeyFault>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'there',
  NotSupportedError: 'unable',
  ConstraintError: 'unable',
  SecurityError: 'address',
};

/** What the fault of a browser means; undefined for every other failure. Source: Web Authentication Level 3, section 5.1 */
export const passkeyFault = (caught: unknown): PasskeyFault | undefined =>
  caught instanceof DOMException ? FAULTS[caught.name] : undefined;
