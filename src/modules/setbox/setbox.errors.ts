import { AppError } from '../../core/errors/app-error.js';

/** The codes of refusals below /api/setboxes that have one text each. */
export type SetboxCode =
  | 'invalid_pin'
  | 'not_available'
  | 'title_unavailable'
  | 'pairing_expired'
  | 'confirmation_expired'
  | 'busy'
  | 'identity_changed'
  | 'needs_pairing'
  | 'launch_failed'
  | 'pairing_failed'
  | 'player_missing'
  | 'unavailable'
  | 'unsupported'
  | 'lookup_unavailable'
  | 'unreachable'
  | 'timeout';

const STATUS: Readonly<Record<SetboxCode, number>> = {
  invalid_pin: 400,
  not_available: 403,
  title_unavailable: 403,
  pairing_expired: 404,
  confirmation_expired: 404,
  busy: 409,
  identity_changed: 409,
  needs_pairing: 409,
  launch_failed: 502,
  pairing_failed: 502,
  player_missing: 502,
  unavailable: 503,
  unsupported: 503,
  lookup_unavailable: 503,
  unreachable: 503,
  timeout: 504,
};

const TEXT: Readonly<Record<SetboxCode, string>> = {
  invalid_pin: 'the PIN is not the one on the screen',
  not_available: 'not available',
  title_unavailable: 'this title is in no library that you may use',
  pairing_expired: 'there is no such pairing any more, begin again',
  confirmation_expired: 'it is too late to confirm this, open the title again',
  busy: 'the box is busy, try again shortly',
  identity_changed: 'the box has changed, or another one has its address',
  needs_pairing: 'the box has to be paired again',
  launch_failed: 'the box did not open the title',
  pairing_failed: 'the box could not be paired',
  player_missing: 'the player is not installed on the box',
  unavailable: 'temporarily unavailable, retry shortly',
  unsupported: 'this server can not speak to set-top boxes',
  lookup_unavailable: 'a library can not be asked for the title now, retry shortly',
  unreachable: 'the box can not be reached',
  timeout: 'the box has not answered in time',
};

/** @param cause for the log alone */
export function setboxRefusal(code: SetboxCode, { cause }: { readonly cause?: unknown } = {}): AppError {
  return new AppError(`setbox_${code}`, STATUS[code], TEXT[code], { body: { code }, cause });
}

/** The code on the wire of every fault of the input. */
const INVALID = { code: 'invalid_request' };

/** Is this a code of the routes of boxes, and not one that is sent elsewhere alone? */
export const isSetboxCode = (code: string): boolean => Object.hasOwn(STATUS, code) || code === INVALID.code;

/** 400: a box is granted to adults alone. */
export const adultsOnly = (): AppError =>
  new AppError('setbox_adults_only', 400, 'user_ids must name adult accounts', { body: INVALID });

/** 400: there are as many boxes as there can be. */
export const noRoomForBox = (most: number): AppError =>
  new AppError('setbox_no_room', 400, `there are ${most} boxes already: forget one first`, {
    params: { most },
    body: INVALID,
  });
