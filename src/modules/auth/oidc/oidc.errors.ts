import { AppError, badRequest } from '../../../core/errors/app-error.js';
import { sayFrom, type Sentence } from '../../../core/errors/sentence.js';
import { refusal } from '../auth.errors.js';

/** 403: nothing is asked of any provider. */
export const oidcOff = (): AppError => refusal('sso_off', 403, 'single sign-on is switched off on this server');

/** 400: there is no provider to try. */
export const nothingConfigured = (): AppError => badRequest('sso_not_configured', 'save issuer and client_id first');

/** 503: nobody could be sent back to this server. */
export const externalAddressMissing = (): AppError =>
  new AppError(
    'external_address_missing',
    503,
    'single sign-on needs an external address of this server: https, or http on this machine',
  );

/** 400: not the browser that began, or it came back before. Shown as a page. No refused sign-in: any page can send a browser here. */
export const unknownReturn = (): AppError =>
  new AppError(
    'unknown_return',
    400,
    'this sign-in is unknown here, or it has expired: go back to the app and begin again',
  );

/** 400: the provider, or the person at it, said no. @param word OAuth's own code */
export const providerRefused = (word: string): AppError =>
  refusal('provider_refused', 400, `the provider refused the sign-in: ${word}`, { params: { word } });

/** 400: what the provider answered was judged and proves nothing. @param reason free of what it said */
export const providerAnswerUnfit = (reason: Sentence): AppError =>
  refusal('provider_answer_unfit', 400, reason.text, { params: { reason } });

/** 503: the provider could not be asked, or its answer not be read. @param reason free of addresses */
export const providerUnavailable = (reason: Sentence, cause?: unknown): AppError =>
  new AppError('provider_unavailable', 503, `the provider could not be used: ${reason.text}`, {
    params: { reason },
    cause,
  });

/** 403: the person is in no group that may sign in. @param seen the groups, for an administrator's test alone */
export const groupsMissing = (seen?: Sentence): AppError =>
  refusal(
    'groups_missing',
    403,
    `this account is in none of the groups that may sign in here${seen === undefined ? '' : `; ${seen.text}`}`,
    seen && { params: { seen } },
  );

/** 403: nobody is linked to this person, and no account is made for them. */
export const accountCreationOff = (): AppError =>
  refusal(
    'account_creation_off',
    403,
    'no account here is linked to this sign-in, and none is created: ask for an invitation',
  );

/** 400: the invitation is for another account than the one that is linked. */
export const invitationConflict = (account: string): AppError =>
  refusal('identity_conflict', 400, 'this sign-in and the invitation belong to different accounts', { account });

/** 409: one person at the provider is one account here. */
export const identityConflict = (): AppError =>
  new AppError(
    'identity_conflict',
    409,
    'this sign-in is linked to another account, or the account to another sign-in',
  );

/** 403: the session that began it has ended. Never 401, which would end another session. */
export const initiatorEnded = (): AppError =>
  refusal('session_ended', 403, 'the session that began this has ended: sign in and begin again');

/** 400: single sign-on is not required before it was tried. */
export const testRequired = (): AppError =>
  new AppError('sso_test_required', 400, 'save, test the sign-in with these settings, then require single sign-on');

/** 400: nobody could switch it off while the provider is gone. */
export const localAdminRequired = (): AppError =>
  new AppError('local_admin_required', 400, 'an administrator must have a password before single sign-on is required');

/** What checks and tests of a provider say. */
export const sayOidc = sayFrom({
  oidc_document_failed: 'the discovery document: {reason}',
  oidc_keys_failed: 'the keys: {reason}',
  oidc_secret_not_taken: 'the provider takes a client secret in no way that this server knows',
  oidc_answers: 'the provider answers; it signs by {algorithms}',
  oidc_answers_as: 'the provider answers, which spells itself {issuer}; it signs by {algorithms}',
  oidc_signs_in: 'this person signs in as {username}; {groups}',
  oidc_new_account: 'this person, {name} there, would get a new account; {groups}',
  oidc_new_account_unnamed: 'this person, who has no name there, would get a new account; {groups}',
  oidc_needs_invitation: 'this person, {name} there, has no account here and would need an invitation; {groups}',
  oidc_needs_invitation_unnamed:
    'this person, who has no name there, has no account here and would need an invitation; {groups}',
  oidc_no_groups: 'no groups were seen',
  oidc_groups: 'groups seen: {groups}',
  oidc_many_groups: 'groups seen: {groups} and {more} more',
});
