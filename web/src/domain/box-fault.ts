import { ApiFailure } from './failure.js';

/** Why a title isn't shown on a box; each has a sentence of its own. Source: doc 3 section 12.3. */
const OPENING = [
  'not_available',
  'title_unavailable',
  'busy',
  'identity_changed',
  'needs_pairing',
  'launch_failed',
  'player_missing',
  'unsupported',
  'lookup_unavailable',
  'unreachable',
  'timeout',
  'confirmation_expired',
  'rate_limited',
  'unavailable',
] as const;

/** Why a box isn't found, paired, checked or changed. */
const MANAGING = [
  'invalid_pin',
  'not_available',
  'pairing_expired',
  'busy',
  'identity_changed',
  'needs_pairing',
  'launch_failed',
  'pairing_failed',
  'player_missing',
  'unsupported',
  'unreachable',
  'timeout',
  'rate_limited',
  'unavailable',
] as const;

/** Why a title isn't shown on a box. */
export type OpeningFault = (typeof OPENING)[number];

/** Why something of administrators comes to nothing. */
export type ManagingFault = (typeof MANAGING)[number];

const among =
  <Name extends string>(names: readonly Name[]) =>
  (failure: unknown): Name | undefined =>
    failure instanceof ApiFailure ? names.find((name) => name === failure.code) : undefined;

/** Reads a refusal of showing a title; undefined for every other failure. */
export const openingFault = among(OPENING);

/** Reads a refusal of what administrators do with boxes; undefined for every other failure. */
export const managingFault = among(MANAGING);

/** Can only an administrator mend it? */
export const needsAdministrator = (fault: OpeningFault | undefined): boolean =>
  fault === 'identity_changed' || fault === 'needs_pairing' || fault === 'unsupported';

/** May the list of boxes be another one than the page has? */
export const isListOutdated = (fault: OpeningFault | ManagingFault | undefined): boolean =>
  fault === 'not_available' || fault === 'needs_pairing' || fault === 'unsupported';

/** Has the pairing ended with this answer to its PIN? One that never got to the box, or was lost, leaves it to be tried again. */
export const endsPairing = (fault: ManagingFault | undefined): boolean =>
  fault !== undefined && fault !== 'rate_limited' && fault !== 'busy';
