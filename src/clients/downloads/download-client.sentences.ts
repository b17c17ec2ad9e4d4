import { sayFrom } from '../../core/errors/sentence.js';

/** What became of a call to a download client, of any product. */
const DOWNLOAD_CLIENT_SENTENCES = {
  session_ends_at_once: 'the session ends as soon as it has begun',
  download_unreadable: 'server listed a download that can not be read',
  download_list_unreadable: 'server answered with a list that can not be read',
  download_client_reported_error: 'server reported an error',
  credentials_refused: 'the user name or the password was refused',
  credentials_wanted: 'server asks for a user name and a password',
  download_call_refused: 'client refused the call',

  // Deluge.
  deluge_method_unknown: 'server does not know the method',
  deluge_password_refused: 'invalid password',
  deluge_sign_in_unexpected: 'server answered the sign-in with unexpected data',
  deluge_daemon_not_connected: 'server could not connect to its daemon',
  deluge_knows_no_daemon: 'server is connected to no daemon, and knows none',
  deluge_knows_several_daemons: 'server is connected to no daemon, and knows more than one',
  deluge_lists_no_torrents: 'server answered without a list of torrents',
  deluge_torrent_not_paused: 'server did not pause the torrent',
  deluge_torrent_not_removed: 'server did not remove the torrent',

  // NZBGet.
  nzbget_credentials_refused: 'invalid user name or password',
  nzbget_user_lacks_permission: 'the user lacks the permission',

  // qBittorrent.
  qbittorrent_address_refused: 'the address is refused after too many failed sign-ins',
  qbittorrent_key_refused: 'invalid API key, or a version that takes none: it takes keys since WebAPI 2.14.1',
  qbittorrent_takes_no_key:
    'server takes no API key: it does so since WebAPI 2.14.1, before it wants a user name and a password',
  qbittorrent_lets_anybody_in:
    'server lets this address in without a credential, so that none can be proved: leave them all empty, or switch that off in its settings',
  qbittorrent_action_unknown: 'server knows neither name of the action',
  qbittorrent_sign_in_unexpected: 'server answered the sign-in with something other than qBittorrent does',
  qbittorrent_answer_unexpected: 'server answered with something other than qBittorrent does',

  // rTorrent.
  rutorrent_credentials_refused: 'invalid username or password',
  rutorrent_credentials_wanted: 'server wants a username and a password',
  rutorrent_sign_in_not_basic: 'server wants a sign-in that is not Basic',
  rutorrent_version_not_told: 'server does not tell the version of rTorrent',

  // Transmission.
  transmission_call_refused: 'server refused the call',
  transmission_caller_not_allowed:
    'server allows no calls under this host name or from this address: see its whitelists',
  transmission_asks_for_no_credential:
    'server asks for no credential, so that none can be proved: leave user name and password empty, or have it ask for them',
  transmission_keeps_no_session: 'server keeps no session',
  transmission_answer_unexpected: 'server answered with something other than Transmission does',
} as const;

export const sayDownloadClient = sayFrom(DOWNLOAD_CLIENT_SENTENCES);
