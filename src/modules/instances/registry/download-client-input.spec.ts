import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { DownloadClientType } from '../service-kinds.js';
import {
  type DownloadCredentials,
  judgeDownloadCandidate,
  judgeDownloadMove,
  judgeDownloadUpdate,
  judgeNewDownloadClient,
} from './download-client-input.js';
import type { InstanceInput } from './instance-input.js';

const URL = 'http://client.test:8080';
const KEY = { apiKey: 'a-key' };
const ACCOUNT = { username: 'mara', password: 'a password' };

/** The text of the 400 that an input earns. */
function complaint(judge: () => unknown): string {
  try {
    judge();
    return 'accepted';
  } catch (error) {
    return error instanceof AppError && error.status === 400 ? error.safeText : String(error);
  }
}

const opened = ({ apiKey, account }: DownloadCredentials): readonly string[] => [
  apiKey.reveal(),
  account.username,
  account.password.reveal(),
];

const fresh = (serviceType: DownloadClientType, sent: InstanceInput) =>
  judgeDownloadCandidate({ url: `${URL}/`, ...sent }, serviceType);

const kept = ([apiKey = '', username = '', password = '']: readonly string[]): DownloadCredentials => ({
  apiKey: Secret.of(apiKey),
  account: { username, password: Secret.of(password) },
});

function stored(serviceType: DownloadClientType, credentials: readonly string[]) {
  const record = { id: 'it', serviceType, name: 'It', url: URL, isDefault: false, sortOrder: 0, autoAddUsers: false };
  return { record, open: () => kept(credentials) };
}

describe('doc3 §3.1: what opens a download client', () => {
  it.each<[DownloadClientType, InstanceInput, readonly string[]]>([
    ['sabnzbd', KEY, ['a-key', '', '']],
    ['qbittorrent', KEY, ['a-key', '', '']],
    ['qbittorrent', ACCOUNT, ['', 'mara', 'a password']],
    ['qbittorrent', { ...KEY, username: 'mara' }, ['a-key', '', '']],
    ['qbittorrent', {}, ['', '', '']],
    ['nzbget', ACCOUNT, ['', 'mara', 'a password']],
    ['nzbget', { ...ACCOUNT, apiKey: ' ' }, ['', 'mara', 'a password']],
    ['transmission', {}, ['', '', '']],
    ['transmission', { username: '', password: '' }, ['', '', '']],
    ['transmission', { username: 'mara' }, ['', 'mara', '']],
    ['transmission', ACCOUNT, ['', 'mara', 'a password']],
    ['rutorrent', {}, ['', '', '']],
    ['rutorrent', ACCOUNT, ['', 'mara', 'a password']],
    ['deluge', { password: ' deluge ' }, ['', '', ' deluge ']],
  ])('%s takes %j', (serviceType, sent, credentials) => {
    const { url, ...connection } = fresh(serviceType, sent);
    expect([url, opened(connection)]).toEqual([URL, credentials]);
  });

  it.each<[DownloadClientType, InstanceInput, string]>([
    ['sabnzbd', {}, 'api_key is required'],
    ['sabnzbd', { ...KEY, username: 'mara' }, 'username is not for SABnzbd'],
    ['sabnzbd', { ...KEY, password: 'p' }, 'password is not for SABnzbd'],
    ['qbittorrent', { username: 'mara' }, 'password is required'],
    ['qbittorrent', { password: 'p' }, 'username is required'],
    ['qbittorrent', { ...KEY, ...ACCOUNT }, 'send api_key, or username and password, not both'],
    ['nzbget', {}, 'username is required'],
    ['nzbget', { username: 'mara' }, 'password is required'],
    ['nzbget', { ...ACCOUNT, ...KEY }, 'api_key is not for NZBGet'],
    ['transmission', { password: 'p' }, 'username is required'],
    ['rutorrent', KEY, 'api_key is not for rTorrent'],
    ['deluge', {}, 'password is required'],
    ['deluge', ACCOUNT, 'username is not for Deluge'],
    [
      'nzbget',
      { ...ACCOUNT, username: 'a:b' },
      'username must be at most 256 characters, without ":" and control characters',
    ],
    [
      'nzbget',
      { ...ACCOUNT, username: 'a\nb' },
      'username must be at most 256 characters, without ":" and control characters',
    ],
    [
      'nzbget',
      { ...ACCOUNT, password: 'a\r\nb' },
      'password must be at most 512 characters, without control characters',
    ],
    ['deluge', { password: 'p'.repeat(513) }, 'password must be at most 512 characters, without control characters'],
    ['deluge', { password: 'p', url: 'ftp://client.test' }, 'url must be an absolute http or https address'],
  ])('%s refuses %j', (serviceType, sent, text) => {
    expect(complaint(() => fresh(serviceType, sent))).toBe(text);
  });
});

describe('doc3 §3.1: settings of a download client', () => {
  const judge = (more: InstanceInput) =>
    judgeNewDownloadClient({ name: 'It', url: URL, password: 'p', ...more }, 'deluge');

  it('it is no default, and nobody is granted it, whatever was sent', () => {
    expect(judge({ isDefault: true, autoAddUsers: false, mediaPathMappings: [] })).toMatchObject({
      isDefault: false,
      autoAddUsers: false,
      mediaPathMappings: [],
      mediaServer: null,
    });
    expect(judge({})).toMatchObject({ autoAddUsers: false });
  });

  it.each<[InstanceInput, string]>([
    [{ autoAddUsers: true }, 'auto_add_users is for library managers only'],
    [
      { mediaPathMappings: [{ arrPath: '/a', servicePath: '/b' }] },
      'media_path_mappings are for library managers only',
    ],
    [{ mediaServerConfig: { public_address: 'https://x.test' } }, 'media_server_config is for media servers only'],
    [{ hubLinkPin: 4 }, 'hub_link_pin is for Plex only'],
  ])('%j is refused', (more, text) => {
    expect(complaint(() => judge(more))).toBe(text);
  });
});

describe('doc3 §3.1: the change of a download client', () => {
  const change = (serviceType: DownloadClientType, before: readonly string[], sent: InstanceInput) =>
    judgeDownloadUpdate({ name: 'It', url: URL, ...sent }, stored(serviceType, before));

  it.each<[DownloadClientType, readonly string[], InstanceInput]>([
    ['sabnzbd', ['k', '', ''], {}],
    ['sabnzbd', ['k', '', ''], { apiKey: ' ', username: '', password: '' }],
    ['transmission', ['', '', ''], {}],
  ])('%s keeps its credential where a blank one was sent, and nobody is dialed', (serviceType, before, sent) => {
    const { changes, connection } = change(serviceType, before, sent);
    expect([changes.apiKey, changes.account, connection]).toEqual([undefined, undefined, null]);
  });

  it('opens nothing that is stored for it', () => {
    const { record } = stored('nzbget', []);
    const open = () => {
      throw new Error('opened');
    };
    const whole = { name: 'It', url: URL, ...ACCOUNT };
    expect(judgeDownloadUpdate({ name: 'New', url: URL }, { record, open }).connection).toBeNull();
    expect(opened(judgeDownloadMove({ ...whole, url: 'http://x.test' }, { record, open }))).toEqual([
      '',
      'mara',
      'a password',
    ]);
    expect(() => judgeDownloadMove({ url: URL, username: 'ben' }, { record, open })).toThrow('opened');
  });

  it.each<[string, DownloadClientType, readonly string[], InstanceInput, readonly string[]]>([
    ['a key takes the place of an account', 'qbittorrent', ['', 'mara', 'p'], KEY, ['a-key', '', '']],
    ['an account takes the place of a key', 'qbittorrent', ['k', '', ''], ACCOUNT, ['', 'mara', 'a password']],
    ['a new user name keeps the password', 'nzbget', ['', 'mara', 'p'], { username: 'ben' }, ['', 'ben', 'p']],
    ['a new password keeps the user name', 'nzbget', ['', 'mara', 'p'], { password: 'q' }, ['', 'mara', 'q']],
    ['a new path keeps both', 'nzbget', ['', 'mara', 'p'], { url: `${URL}/below` }, ['', 'mara', 'p']],
    ['nothing goes to another origin', 'rutorrent', ['', '', ''], { url: 'http://x.test' }, ['', '', '']],
  ])('%s', (_, serviceType, before, sent, after) => {
    const { changes, connection } = change(serviceType, before, sent);
    expect(connection && opened(connection)).toEqual(after);
    expect([changes.apiKey?.reveal(), changes.account?.username, changes.account?.password.reveal()]).toEqual(after);
  });

  it.each<[DownloadClientType, readonly string[], InstanceInput]>([
    ['sabnzbd', ['k', '', ''], {}],
    ['nzbget', ['', 'mara', 'p'], { username: 'mara' }],
    ['transmission', ['', 'mara', 'p'], { username: 'mara' }],
    ['transmission', ['', 'mara', ''], {}],
    ['nzbget', ['', 'mara', 'p'], { password: 'q' }],
    ['qbittorrent', ['k', '', ''], { username: 'mara' }],
  ])('security 33: %s is asked for its credential again at another origin', (serviceType, before, sent) => {
    const text = 'the credential is required again when the address changes';
    expect(complaint(() => change(serviceType, before, { ...sent, url: 'http://x.test' }))).toBe(text);
  });

  it('an account without a password goes with its user name alone', () => {
    const { connection } = change('transmission', ['', 'mara', ''], { username: 'mara', url: 'http://x.test' });
    expect(connection && opened(connection)).toEqual(['', 'mara', '']);
  });

  it('a user name is no credential where a key is stored', () => {
    expect(complaint(() => change('qbittorrent', ['k', '', ''], { username: 'mara' }))).toBe('password is required');
  });
});
