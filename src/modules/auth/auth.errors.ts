import { AppError, type RefusedSignIn } from '../../core/errors/app-error.js';
import type { SentenceParams } from '../../core/errors/sentence.js';

/** A refused sign-in, whose code is in the body and in the log. */
export function refusal(
  code: string,
  status: number,
  text: string,
  { account, params }: { readonly account?: string; readonly params?: SentenceParams } = {},
): AppError {
  return new AppError(code, status, text, { params, refusedSignIn: { reason: code, account } });
}

/** 429: the client has used up its budget. @param refusedSignIn for budgets of ways to sign in */
export const tooManyRequests = (refusedSignIn?: RefusedSignIn): AppError =>
  new AppError('too_many_requests', 429, 'too many requests, please try again later', {
    headers: { 'Retry-After': '60' },
    refusedSignIn,
  });

/** 401: wrong password, no such account, or no password sign-in for it. One text for all three. */
export const invalidCredentials = (refusedSignIn: RefusedSignIn): AppError =>
  new AppError('invalid_credentials', 401, 'invalid credentials', { refusedSignIn });

/** 401: the refresh token is unknown or has expired. */
export const invalidRefreshToken = (): AppError => new AppError('invalid_refresh_token', 401, 'invalid refresh token');

/** 401: the session's device is revoked, by this very refresh perhaps. */
export const deviceRevoked = (): AppError => new AppError('device_revoked', 401, 'device has been revoked');

/** 401: the browser has brought no session cookie. Nothing was refused, so it counts against no budget. */
export const noWebSession = (): AppError => new AppError(NO_WEB_SESSION, 401, 'there is no session in this browser');

/** The code of {@link noWebSession}. */
export const NO_WEB_SESSION = 'no_session';

/** 403: what called is no page of this server. */
export const foreignPage = (): AppError => new AppError('foreign_page', 403, 'only pages of this server may do this');

/** 403: the presented setup code is missing or another one. */
export const wrongSetupCode = (): AppError => refusal('wrong_setup_code', 403, 'wrong setup code');

/** 409: there has been a first administrator already. */
export const setupCompleted = (): AppError => new AppError('setup_completed', 409, 'setup already completed');

/** 409: another account has this name. */
export const usernameTaken = (): AppError => new AppError('username_taken', 409, 'username already taken');

/** 409: an invitation was to make an account, and there is one of its name. */
export const accountExists = (userId: number): AppError =>
  new AppError('account_exists', 409, 'there is an account of this name already', { body: { user_id: userId } });

/** 400: no account has exactly this name, and another one has a name that people take for the same. */
export const nameLikeAnother = (userId: number): AppError =>
  new AppError('user_failed', 400, 'another account has a name like this one', { body: { user_id: userId } });

/** 400: nobody was ever given this connect token, or it has been replaced. */
export const connectTokenNotFound = (): AppError =>
  new AppError('connect_token_not_found', 400, 'connect token not found', {
    refusedSignIn: { reason: 'unknown_link' },
  });

/** 400: the connect link has been redeemed. */
export const connectLinkUsed = (account?: string): AppError =>
  new AppError('connect_link_used', 400, 'this link has already been used', {
    refusedSignIn: { reason: 'used_link', account },
  });

/** 400: the connect link is older than it may be. */
export const connectLinkExpired = (account?: string): AppError =>
  new AppError('connect_link_expired', 400, 'this link has expired', {
    refusedSignIn: { reason: 'expired_link', account },
  });

/** 404: no link that could still be used has this id. */
export const noPendingLink = (): AppError => new AppError('no_pending_link', 404, 'connect token not found');

/** 400: there is no such attempt, its time is up, or its client has not proved itself: one text for all of them. */
export const attemptEnded = (): AppError =>
  refusal('attempt_ended', 400, 'this sign-in has expired or is unknown: begin again');

/** 403: only administrators use this way in while single sign-on is required. */
export const ssoRequired = (account?: string): AppError =>
  refusal('sso_required', 403, 'sign in with single sign-on', { account });

/** 409: an administrator with a password must be left while single sign-on is required. */
export const lastLocalAdmin = (): AppError =>
  new AppError(
    'last_password_admin',
    409,
    'the last admin who can sign in with a password must stay while single sign-on is required',
  );

/** 400: no client can be authorized on this server. */
export const noClientAuthorization = (): AppError =>
  new AppError('client_authorization_off', 400, 'this server authorizes no clients');

/** 503: no free name could be found for a new account. */
export const noFreeName = (): AppError =>
  new AppError('no_free_name', 503, 'no free name was found for the new account, try again');

/** 404: no such device, or it is revoked already. */
export const deviceNotFound = (): AppError => new AppError('device_not_found', 404, 'device not found');

/** 409: somebody must be left to administer the server. */
export const cannotDemoteLastAdmin = (): AppError =>
  new AppError('cannot_demote_last_admin', 409, 'cannot demote the last admin');

/** 409: a kids account stays what it is until its content policy is taken away. */
export const kidsAccountRole = (): AppError =>
  new AppError('kids_account_role', 409, 'kids account must be turned off first');

/** 409: administrators may use every way to sign in, whatever is stored. */
export const adminsCannotBeModified = (): AppError =>
  new AppError('admin_sign_in_methods', 409, 'admins cannot be modified');

/** 403: the account is not to have a password. */
export const passwordNotEnabled = (): AppError =>
  new AppError('password_not_enabled', 403, 'password sign-in is not enabled for this account');

/** 403: not 401, which would end the session of somebody who only mistyped. */
export const wrongCurrentPassword = (): AppError =>
  new AppError('wrong_current_password', 403, 'current password is wrong');

/** 400: administrators can't delete themselves. */
export const cannotDeleteOwnAccount = (): AppError => new AppError('own_account', 400, 'cannot delete own account');

/** 409: somebody must be left to administer the server. */
export const cannotDeleteLastAdmin = (): AppError =>
  new AppError('cannot_delete_last_admin', 409, 'cannot delete the last admin');

/** 403: no key, or a wrong one: one text for both. @param refusedSignIn where a wrong key was brought */
export const compatKeyRefused = (refusedSignIn?: RefusedSignIn): AppError =>
  new AppError('compat_key_refused', 403, 'You do not have permission to access this endpoint', { refusedSignIn });

/** 401: every failure of a sign-in with a passkey, so that nobody learns which passkeys there are. */
export const passkeyFailed = (refusedSignIn: RefusedSignIn): AppError =>
  new AppError('passkey_failed', 401, 'passkey authentication failed', { refusedSignIn });

/** 403: the account is not to have passkeys. */
export const passkeysNotEnabled = (): AppError =>
  new AppError('passkeys_not_enabled', 403, 'passkeys are not enabled for this account');

/** 400: what was begun is unknown, was finished before, took too long, or belongs to another client or address. */
export const ceremonyEnded = (): AppError =>
  new AppError('ceremony_ended', 400, 'this registration has expired or is unknown: begin again');

/** 400: the authenticator's answer was judged and refused, with the cause. */
export const passkeyRefused = (code: string, cause: string): AppError =>
  new AppError(code, 400, `the passkey was not accepted: ${cause}`);

/** 400: somebody has registered this passkey before. */
export const passkeyInUse = (): AppError => passkeyRefused('passkey_in_use', 'it is registered already');

/** 400: an account has only so many. */
export const tooManyPasskeys = (): AppError =>
  passkeyRefused('too_many_passkeys', 'the account has as many passkeys as it may have: delete one first');

/** 401 where a setup link is opened, 400 where it is used: unknown, used, expired or ended. */
export const setupTokenRefused = (status: 400 | 401): AppError =>
  refusal('setup_token_refused', status, 'invalid or expired token');

/** 404: the account has no such passkey. */
export const passkeyNotFound = (): AppError => new AppError('passkey_not_found', 404, 'passkey not found');

/** 403: nobody signs in by the hub here. */
export const hubSignInOff = (): AppError =>
  refusal('hub_sign_in_off', 403, 'sign-in by Plex is switched off on this server');

/** 403: the account at the hub is linked with none here, and none is made. */
export const accountCreationOff = (): AppError =>
  refusal(
    'account_creation_off',
    403,
    'this Plex account is linked with no account here, and sign-in by Plex makes no new ones: ask an administrator',
  );

/** 403: the identity was linked before, so it gets no new account by itself; an invitation or an administrator lets the person in. */
export const identityKnown = (): AppError =>
  refusal(
    'identity_known',
    403,
    'this sign-in belongs to an account of this server, or did once, and makes no other one: ask an administrator',
  );

/** 403: the account at the hub has a part in no server of the household. */
export const noSharedServer = (): AppError =>
  refusal(
    'no_shared_server',
    403,
    'this Plex account has access to no Plex server of this household: accept its invitation at Plex first',
  );

/** 403: the session that has begun to link an account has ended. Not 401, which would end another. */
export const linkingSessionEnded = (): AppError =>
  refusal('session_ended', 403, 'the session that began to link the account has ended: sign in and begin again');

/** 409: the account at the hub is linked with another account here. */
export const hubIdentityTaken = (): AppError =>
  new AppError('hub_identity_taken', 409, 'this Plex account is linked with another account here');

/** 409: the account here is linked with another account at the hub. */
export const hubAlreadyLinked = (): AppError =>
  new AppError('hub_already_linked', 409, 'the account is linked with another Plex account: unlink that one first');

/** 409: nothing shows, at this moment, that the two accounts are one person's. */
export const hubLinkUnproven = (): AppError =>
  new AppError('hub_link_unproven', 409, 'a mapping is not, or no longer, shown by a media account: review them again');

/** 409: nothing would be left to sign in by. */
export const lastWayIn = (): AppError =>
  new AppError('last_sign_in_method', 409, 'this is the last way to sign in: set a password or add a passkey first');

/** 503: the hub couldn't be asked, or its answer not be read. Nothing has ended. */
export const hubUnavailable = (cause: unknown): AppError =>
  new AppError('hub_unavailable', 503, 'Plex can not be reached for now, try again shortly', { cause });
