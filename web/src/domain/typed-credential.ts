import type { CredentialShape } from './library-kinds.js';

/** What was typed to open an app. */
export interface TypedCredential {
  readonly key: string;
  readonly username: string;
  readonly password: string;
  /** Of an app that takes either: is it a key? */
  readonly hasKey: boolean;
}

/** Nothing was typed. */
export const EMPTY_CREDENTIAL: TypedCredential = { key: '', username: '', password: '', hasKey: false };

/** What is stored of an instance, as far as it is shown. */
interface Stored {
  readonly username?: string;
  readonly has_api_key?: boolean;
}

/** Which fields there are. */
export function fieldsOf(
  shape: CredentialShape,
  hasKey: boolean,
): { key: boolean; username: boolean; password: boolean } {
  const isKey = shape === 'key' || (shape === 'either' && hasKey);
  return { key: isKey, username: !isKey && shape !== 'password', password: !isKey };
}

/** What is sent of it. What is blank, or what it was before, stays what is stored. */
export function sentCredential(
  { key, username, password, hasKey }: TypedCredential,
  shape: CredentialShape,
  stored: Stored | undefined,
): { api_key?: string; username?: string; password?: string } {
  const fields = fieldsOf(shape, hasKey);
  const name = username.trim();
  // With its password a user name is sent again: another address needs both.
  const isNameSent = fields.username && name !== '' && (name !== stored?.username || password !== '');
  return {
    ...(fields.key && key.trim() !== '' ? { api_key: key.trim() } : {}),
    ...(isNameSent ? { username: name } : {}),
    ...(fields.password && password !== '' ? { password } : {}),
  };
}

/** Is something stored of this shape, which stays where nothing is typed? Another of the two credentials than the stored one is a new one. */
export function isKept(shape: CredentialShape, hasKey: boolean, stored: Stored | undefined): boolean {
  if (stored === undefined) return false;
  // Nothing says whether there is a password, but none is stored without its user name.
  if (mayBeOpen(shape, hasKey)) return stored.username !== undefined;
  return shape !== 'either' || (stored.has_api_key ?? false) === hasKey;
}

/** Is an app opened by nothing at all? Anybody in its network may be let in then. */
export const isOpen = (
  { username, password, hasKey }: TypedCredential,
  shape: CredentialShape,
  stored: Stored | undefined,
): boolean => mayBeOpen(shape, hasKey) && username.trim() === '' && password === '' && !isKept(shape, hasKey, stored);

/** May both the user name and the password stay empty? */
export const mayBeOpen = (shape: CredentialShape, hasKey: boolean): boolean =>
  shape === 'optional' || (shape === 'either' && !hasKey);

/** What has to be typed yet; undefined for nothing. */
export function missingOf(
  { key, username, password, hasKey }: TypedCredential,
  shape: CredentialShape,
  stored: Stored | undefined,
): 'key' | 'username' | 'password' | undefined {
  const fields = fieldsOf(shape, hasKey);
  const stays = isKept(shape, hasKey, stored);
  if (fields.key) return !stays && key.trim() === '' ? 'key' : undefined;
  if (isOpen({ key, username, password, hasKey }, shape, stored)) return undefined;
  const needsName = shape === 'optional' ? password !== '' : fields.username;
  if (needsName && username.trim() === '') return 'username';
  return shape !== 'optional' && !stays && password === '' ? 'password' : undefined;
}
