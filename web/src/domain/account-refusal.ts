import { ApiFailure } from './failure.js';

/** What the server refuses about accounts and signing in, each with a sentence of its own on the page. */
const BY_CODE = {
  passkeys_not_enabled: 'passkeysOff',
  passkey_failed: 'passkeyUnknown',
  passkey_in_use: 'passkeyThere',
  too_many_passkeys: 'passkeysFull',
  ceremony_ended: 'tookTooLong',
  attempt_ended: 'tookTooLong',
  pin_expired: 'tookTooLong',
  sso_required: 'ssoOnly',
  sso_off: 'switchedOff',
  hub_sign_in_off: 'switchedOff',
  account_creation_off: 'noNewAccounts',
  identity_known: 'knownBefore',
  no_shared_server: 'noSharedServer',
  hub_unavailable: 'hubAway',
  hub_identity_taken: 'linkedElsewhere',
  hub_already_linked: 'linkedAlready',
  identity_conflict: 'linkedElsewhere',
  last_sign_in_method: 'lastWayIn',
  unknown_return: 'tookTooLong',
  provider_refused: 'providerRefused',
  groups_missing: 'noGroup',
  provider_unavailable: 'providerAway',
  external_address_missing: 'noAddress',
  bad_credentials: 'wrongThere',
  account_refused: 'refusedThere',
  account_exists: 'accountThere',
  remote_already_linked: 'takenThere',
  administrator: 'administratorThere',
  changed_meanwhile: 'changedMeanwhile',
  name_taken: 'nameTaken',
  invalid_name: 'nameUnfit',
  invalid_email: 'noEmail',
  wrong_current_password: 'wrongPassword',
  password_not_enabled: 'passwordOff',
  cannot_demote_last_admin: 'lastAdmin',
  cannot_delete_last_admin: 'lastAdmin',
  last_password_admin: 'lastLocalAdmin',
  kids_account_role: 'childFirst',
  admin_kids_account: 'adminNoChild',
  own_account: 'ownAccount',
  admin_sign_in_methods: 'adminWays',
  rating_lists_unavailable: 'ratingsAway',
} as const;

/** The name of a sentence. */
export type AccountRefusal = (typeof BY_CODE)[keyof typeof BY_CODE];

/** Which sentence says what was refused? Undefined for every other failure. */
export function accountRefusal(failure: unknown): AccountRefusal | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const { code = '' } = failure;
  return Object.hasOwn(BY_CODE, code) ? BY_CODE[code as keyof typeof BY_CODE] : undefined;
}
