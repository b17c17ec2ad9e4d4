import { sayFrom } from '../../../core/errors/sentence.js';

/** What is wrong with what a media server, or the hub, has made of a call: its answers are read by us. */
const SERVER_FAULT_SENTENCES = {
  media_server_too_slow: 'server did not answer in time',
  remote_account_gone_while_written: 'the account went while it was written to',
  remote_account_not_made: 'the new account is not there, or is an administrator’s',

  hub_invitation_not_listed: 'the hub has taken the invitation and lists none',
  hub_invitation_for_more_servers: 'the invitation is for more than this server: take it back at the hub',
  hub_shares_something_else: 'the hub has taken the share and shares something else',
  hub_share_not_changed: 'the hub took the change of the share and did not make it',
  hub_share_not_ended: 'the hub says that it has ended the share, and lists it',
  hub_account_lacks_server: 'the account at the hub does not list this server',
  hub_row_unreadable: 'a row in the list of the hub can not be read',
} as const;

export const sayServerFault = sayFrom(SERVER_FAULT_SENTENCES);
