const EXACT = new Set([
  ...['auth', 'cookie', 'setcookie'],
  // How an audiobook server names the password of its mail server.
  'pass',
]);

const SUFFIXES = [
  'apikey',
  'password',
  'passwd',
  'passphrase',
  'privatekey',
  'secretaccesskey',
  'secretkey',
  'secret',
  'token',
  'authorization',
  'credential',
  'credentials',
  // What identifies an account to trackers and indexers; their addresses and settings have it by these names.
  'passkey',
  'rsskey',
  'torrentpass',
  'uploadpass',
  // What media servers keep of people and of services: a PIN that opens a profile, and a password that others take hashed.
  'profilepin',
  'passwordhash',
] as const;

/** Does a field of this name hold a credential? Case, `_`, `-` and every other mark make no difference. */
export function isCredentialName(name: string): boolean {
  const plain = plainName(name);
  return EXACT.has(plain) || SUFFIXES.some((suffix) => plain.endsWith(suffix));
}

/** A name as names of credentials are compared: lower case, letters and digits only. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
