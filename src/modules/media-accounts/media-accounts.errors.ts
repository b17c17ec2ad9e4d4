import { AppError, badRequest } from '../../core/errors/app-error.js';
import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';

/** 403: one body for servers that don't exist and for those that the person doesn't hold. */
export const serverNotGranted = (): AppError =>
  new AppError('media_server_not_granted', 403, 'you have no access to this media server', { isQuoted: true });

export const noMediaServer = (): AppError => badRequest('no_media_server', 'this instance is not a media server');

export const noAudiobookServer = (): AppError =>
  badRequest('no_audiobook_server', 'this instance is not an audiobook server');

export const wrongKind = (): AppError =>
  new AppError('wrong_kind', 400, 'this is not possible with this kind of server');

/** 400, never 401: the app takes that for the end of its own session. */
export const badCredentials = (): AppError =>
  new AppError('bad_credentials', 400, 'the server does not know this name with this password');

export const accountRefused = (): AppError => new AppError('account_refused', 400, 'the server refuses this account');

export const accountExists = (): AppError =>
  new AppError('account_exists', 409, 'an account on this server is linked already');

export const remoteAlreadyLinked = (): AppError =>
  new AppError('remote_already_linked', 409, 'that account on the server is linked with somebody else');

export const remoteAccountMissing = (): AppError =>
  new AppError('remote_account_missing', 404, 'the server has no such account');

export const noLinkedAccount = (): AppError => new AppError('no_linked_account', 404, 'no linked account');

export const administratorsNotManaged = (): AppError =>
  new AppError('administrator', 409, 'an administrator of the server can be linked, and not be managed');

export const linkChangedMeanwhile = (): AppError =>
  new AppError('changed_meanwhile', 409, 'the account was changed meanwhile, try again');

const serverFailed = (cause: UpstreamError): AppError =>
  new AppError('media_server_failed', 502, `the media server could not be asked: ${cause.reason}`, {
    params: { reason: cause.sentence },
    cause,
  });

/** What a failed call to a media server is to a caller; all else stays what it is. */
export const serverFault = (fault: unknown): unknown => (fault instanceof UpstreamError ? serverFailed(fault) : fault);

export const accountGone = (): AppError =>
  new AppError('media_account_gone', 502, 'the account could not be verified: the server has it no more');

export const nameTaken = (): AppError => new AppError('name_taken', 409, 'the name is taken on this server');

export const invalidName = (): AppError =>
  new AppError('invalid_name', 400, 'no account on this server can bear your name');

export const invalidEmail = (): AppError => new AppError('invalid_email', 400, 'this is not an e-mail address');

/** 502: an account without the limits of a kids account isn't made. */
export const limitsNotKept = (): AppError =>
  new AppError('media_limits_not_kept', 502, 'the server does not know a rating of the age limits of this account');

export const accountNotMade = (reason: Sentence): AppError =>
  new AppError('media_account_not_made', 502, `the media server did not make the account: ${reason.text}`, {
    params: { reason },
  });

export const pinExpired = (): AppError => new AppError('pin_expired', 404, 'this sign-in has run out: begin again');

export const serverListIncomplete = (): AppError =>
  new AppError('media_server_list_incomplete', 502, 'a part of the server’s list of accounts can not be read');

export const hubsUnreadable = (): AppError =>
  new AppError('hubs_unreadable', 503, 'the hub could not be read, retry shortly');
