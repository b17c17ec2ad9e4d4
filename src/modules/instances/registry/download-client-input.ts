import { type AppError, badRequest } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { isSameOrigin } from '../../../core/text/urls.js';
import { notForProduct } from '../instances.errors.js';
import { type CredentialShape, type DownloadClientType, factsOf } from '../service-kinds.js';
import { parseInstanceAddress } from './instance-address.js';
import {
  type InstanceInput,
  type InstanceUpdate,
  judgeApiKey,
  judgeNewSettings,
  judgeNoMediaServer,
  judgeSettingsUpdate,
  type NewInstance,
  type StoredAccount,
} from './instance-input.js';
import type { InstanceRecord } from './instance-record.js';

/** What opens a download client. What a kind doesn't take is empty. */
export interface DownloadCredentials {
  readonly apiKey: Secret;
  readonly account: StoredAccount;
}

export interface DownloadConnection extends DownloadCredentials {
  readonly serviceType: DownloadClientType;
  readonly url: string;
}

export interface StoredDownloadClient {
  readonly record: InstanceRecord & { readonly serviceType: DownloadClientType };
  /** Opens what is stored; asked only where something of it is kept. @throws SecretUnreadable 503 */
  readonly open: () => DownloadCredentials;
}

/** A new download client out of what was sent. @throws AppError 400 naming the first fault */
export function judgeNewDownloadClient(
  input: InstanceInput,
  serviceType: DownloadClientType,
): NewInstance & DownloadConnection {
  judgeNoMediaServer(input);
  const connection = judgeDownloadCandidate(input, serviceType);
  return { ...judgeNewSettings(input, serviceType), ...connection, mediaServer: null };
}

/** What the test of a download client that is not stored dials. @throws AppError 400 naming the first fault */
export function judgeDownloadCandidate(input: InstanceInput, serviceType: DownloadClientType): DownloadConnection {
  const url = parseInstanceAddress(input.url ?? '');
  const credentials = overlay(judgeSent(input, serviceType), NO_CREDENTIALS);
  requireWhole(credentials, factsOf(serviceType).credential);
  return { serviceType, url, ...credentials };
}

/** `connection` is to be dialed before the changes are stored; null for nothing. @throws AppError 400; SecretUnreadable 503 */
export function judgeDownloadUpdate(
  input: InstanceInput,
  stored: StoredDownloadClient,
): { readonly changes: InstanceUpdate; readonly connection: DownloadConnection | null } {
  judgeNoMediaServer(input);
  const settings = judgeSettingsUpdate(input, stored.record);
  const url = parseInstanceAddress(input.url ?? '');
  if (url === stored.record.url && !isAnySent(judgeSent(input, stored.record.serviceType)))
    return { changes: { ...settings, url }, connection: null };
  const connection = judgeDownloadMove(input, stored);
  const { apiKey, account } = connection;
  return { changes: { ...settings, url, apiKey, account }, connection };
}

/** Where it is found from now on, and what opens it. What is stored goes to no other origin. @throws as {@link judgeDownloadUpdate} */
export function judgeDownloadMove(input: InstanceInput, { record, open }: StoredDownloadClient): DownloadConnection {
  const { serviceType } = record;
  const { credential } = factsOf(serviceType);
  const url = parseInstanceAddress(input.url ?? '');
  const sent = judgeSent(input, serviceType);
  const kept = isWhole(sent, credential) ? NO_CREDENTIALS : open();
  if (!isSameOrigin(url, record.url) && needsStored(sent, kept))
    throw badRequest('credential_required_again', 'the credential is required again when the address changes');
  const credentials = overlay(sent, kept);
  requireWhole(credentials, credential);
  return { serviceType, url, ...credentials };
}

const NO_CREDENTIALS: DownloadCredentials = {
  apiKey: Secret.of(''),
  account: { username: '', password: Secret.of('') },
};

interface SentCredentials {
  readonly apiKey: Secret | undefined;
  readonly username: string | undefined;
  readonly password: Secret | undefined;
}

/** The whole of what opens it: of what was sent, else of what is stored. The sent shape clears the other one. */
function overlay({ apiKey, username, password }: SentCredentials, stored: DownloadCredentials): DownloadCredentials {
  if (apiKey) return { ...NO_CREDENTIALS, apiKey };
  if (username === undefined && !password) return stored;
  const account = { username: username ?? stored.account.username, password: password ?? stored.account.password };
  return { ...NO_CREDENTIALS, account };
}

/** Was a whole credential sent, so that nothing stored is needed? */
const isWhole = ({ apiKey, username, password }: SentCredentials, credential: CredentialShape): boolean =>
  apiKey !== undefined || (password !== undefined && (username !== undefined || credential === 'password'));

/** Is something stored that would have to stand for what wasn't sent? A user name alone may be all that was stored. */
function needsStored({ username }: SentCredentials, { apiKey, account }: DownloadCredentials): boolean {
  const holdsSecret = apiKey.reveal() !== '' || account.password.reveal() !== '';
  return holdsSecret || (account.username !== '' && username === undefined);
}

function judgeSent(input: InstanceInput, serviceType: DownloadClientType): SentCredentials {
  const facts = factsOf(serviceType);
  const { credential } = facts;
  const apiKey = judgeApiKey(input.apiKey);
  const username = judgeUsername(input.username);
  const password = judgePassword(input.password);
  if (apiKey && credential !== 'api_key' && credential !== 'key_or_account') throw notForProduct('api_key', facts);
  if (username !== undefined && (credential === 'api_key' || credential === 'password'))
    throw notForProduct('username', facts);
  if (password && credential === 'api_key') throw notForProduct('password', facts);
  if (apiKey && password) throw badRequest('two_credentials', 'send api_key, or username and password, not both');
  return { apiKey, username, password };
}

function requireWhole(
  { apiKey, account: { username, password } }: DownloadCredentials,
  credential: CredentialShape,
): void {
  const [hasKey, hasName, hasPassword] = [apiKey.reveal() !== '', username !== '', password.reveal() !== ''];
  if (credential === 'api_key' && !hasKey) throw required('api_key');
  const mayBeOpen = credential === 'key_or_account' || credential === 'optional_account';
  if (hasKey || (mayBeOpen && !hasName && !hasPassword)) return;
  const needsName = credential !== 'password' && (credential !== 'optional_account' || hasPassword);
  if (needsName && !hasName) throw required('username');
  if (credential !== 'optional_account' && !hasPassword) throw required('password');
}

const required = (name: string): AppError => badRequest('required', `${name} is required`, { name });

const isAnySent = ({ apiKey, username, password }: SentCredentials): boolean =>
  apiKey !== undefined || username !== undefined || password !== undefined;

/** HTTP Basic ends a user name at its first colon. */
function judgeUsername(text: string | undefined): string | undefined {
  const name = text?.trim() ?? '';
  if (name === '') return undefined;
  if (name.length > 256 || /[\p{Cc}:]/u.test(name))
    throw badRequest(
      'invalid_username_of_client',
      'username must be at most 256 characters, without ":" and control characters',
      { most: 256 },
    );
  return name;
}

/** White space counts. */
function judgePassword(text: string | undefined): Secret | undefined {
  if (text === undefined || text === '') return undefined;
  if (text.length > 512 || /\p{Cc}/u.test(text))
    throw badRequest(
      'invalid_password_of_client',
      'password must be at most 512 characters, without control characters',
      { most: 512 },
    );
  return Secret.of(text);
}
