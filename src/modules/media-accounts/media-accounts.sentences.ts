import { sayFrom } from '../../core/errors/sentence.js';

/** What became of accounts on media servers, in words that may follow a colon. */
const MEDIA_ACCOUNT_SENTENCES = {
  account_not_changed: 'it could not be changed: {reason}',
  account_switched_off: 'it is switched off: {reason}',
  server_not_asked: 'the server could not be asked: {reason}',
  server_credential_unreadable: 'the stored credential can not be opened',
  account_of_administrator: 'the account is an administrator’s on the server, and is never changed from here',
  account_gone: 'the server has this account no more',

  account_name_unfit: 'no account can bear this name',
  account_name_taken: 'the name is taken there',
  hub_address_unfit: 'this can be no address at the hub',
  account_limits_unknown: 'the server does not know a rating of the account’s age limits',
  share_without_limits: 'the age limits can not be written to this share',

  account_went_while_made: 'the account went while it was made',
  account_list_incomplete: 'a part of its list of accounts can not be read',
  account_given_up: 'it took too long, and was given up',
  earlier_invitation_under_way: 'an earlier invitation is still under way',
} as const;

export const sayOfAccount = sayFrom(MEDIA_ACCOUNT_SENTENCES);
