import { AppError } from '../../core/errors/app-error.js';

/** Status and text of each refusal below /api/setboxes that has a code of its own. */
const REFUSALS = {
  invalid_pin: [400, 'the PIN is not the one on the screen'],
  not_available: [403, 'not available'],
  title_unavailable: [403, 'this title is in no library that you may use'],
  pairing_expired: [404, 'there is no such pairing any more, begin again'],
  confirmation_expired: [404, 'it is too late to confirm this, open the title again'],
  busy: [409, 'the box is busy, try again shortly'],
  identity_changed: [409, 'the box has changed, or another one has its address'],
  needs_pairing: [409, 'the box has to be paired again'],
  launch_failed: [502, 'the box did not open the title'],
  pairing_failed: [502, 'the box could not be paired'],
  player_missing: [502, 'the player is not installed on the box'],
  unavailable: [503, 'temporarily unavailable, retry shortly'],
  unsupported: [503, 'this server can not speak to set-top boxes'],
  lookup_unavailable: [503, 'a library can not be asked for the title now, retry shortly'],
  unreachable: [503, 'the box can not be reached'],
  timeout: [504, 'the box has not answered in time'],
} as const;

export type SetboxCode = keyof typeof REFUSALS;

/** @param cause for the log alone */
export function setboxRefusal(code: SetboxCode, { cause }: { readonly cause?: unknown } = {}): AppError {
  const [status, text] = REFUSALS[code];
  return new AppError(`setbox_${code}`, status, text, { body: { code }, cause });
}

/** The code on the wire of every fault of the input. */
const INVALID = { code: 'invalid_request' };

/** Is this a code of the routes of boxes, and not one that is sent elsewhere alone? */
export const isSetboxCode = (code: string): boolean => Object.hasOwn(REFUSALS, code) || code === INVALID.code;

/** 400: a box is granted to adults alone. */
export const adultsOnly = (): AppError =>
  new AppError('setbox_adults_only', 400, 'user_ids must name adult accounts', { body: INVALID });

/** 400: there are as many boxes as there can be. */
export const noRoomForBox = (most: number): AppError =>
  new AppError('setbox_no_room', 400, `there are ${most} boxes already: forget one first`, {
    params: { most },
    body: INVALID,
  });
