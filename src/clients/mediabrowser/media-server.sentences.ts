import { sayFrom } from '../../core/errors/sentence.js';

/** What became of a call to a media server, of any product. */
const MEDIA_SERVER_SENTENCES = {
  media_server_starting: 'it is starting or not available',
  media_server_other_product: 'another product answered',
  media_server_key_lacks_permission: 'the API key lacks the permission',

  // Nothing was sent.
  remote_account_id_unknown: 'no account has this id',
  remote_account_not_there: 'the server has no such account',
  remote_account_of_administrator: 'the account is an administrator’s',
  remote_account_name_does_not_fit: 'the name does not fit',
  remote_account_permissions_unreadable: 'the permissions of the account can not be read',
  remote_library_id_unknown: 'no library has this id',

  // What was answered.
  answer_about_another_account: 'server answered about another account',
  answer_without_account: 'server answered with no account',
  answer_list_incomplete: 'server answered with a list that can not be read in full',
  answer_account_list_incomplete: 'server answered with a list of accounts that can not be read in full',
  remote_account_presence_not_said: 'server has not said whether the account is there',
  remote_account_policy_not_said: 'server does not say what the account may do',
  remote_account_change_not_made: 'server took the change and did not make it',
  remote_account_not_changed: 'server said that it changed the account, and did not',
  remote_account_not_deleted: 'server said that it deleted the account, and did not',
  remote_account_is_another: 'server made another account than the one that it was asked for',
  sign_in_refused_by_another: 'something other than the server refused the sign-in',

  // What Audiobookshelf is known to say of a 400.
  audiobookshelf_name_taken: 'Username already taken',
  audiobookshelf_name_and_password_required: 'Username and password are required',
  audiobookshelf_account_type_invalid: 'Invalid account type',
} as const;

export const sayMediaServer = sayFrom(MEDIA_SERVER_SENTENCES);
