import { isCredentialName, plainName } from '../../../core/secrets/credential-name.js';
import { isDownloadName } from './redact-download.js';

export type KeyKind =
  | 'plain'
  | 'secret'
  | 'download'
  /** `name` or `key` of a pair: it says what the `value` beside it is. */
  | 'label'
  | 'labelled';

const PAIR: ReadonlyMap<string, KeyKind> = new Map([
  ['name', 'label'],
  ['key', 'label'],
  ['value', 'labelled'],
]);

export function keyKind(name: string): KeyKind {
  if (isDownloadName(name)) return 'download';
  return PAIR.get(plainName(name)) ?? (isCredentialName(name) ? 'secret' : 'plain');
}

/** Letters and digits in lower case; 0 for every other byte. */
const FOLDED = new Uint8Array(256);
for (const byte of Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789')) FOLDED[byte] = byte;
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')) FOLDED[byte] = byte | 0x20;

/** The last three letters of every name that isn't plain: as one number, the last letter lowest. */
const TAILS = new Set(
  // oxfmt-ignore
  [
    'auth', 'cookie', 'apikey', 'password', 'passwd', 'passphrase', 'secret', 'token', 'authorization', 'credential',
    'credentials', 'torrentpass', 'profilepin', 'passwordhash', 'name', 'value', 'downloadurl',
  ].map((name) => tailOf(Buffer.from(name), 0, name.length)),
);

/** Is this name certainly plain, by its bytes? Spares most being decoded. Only for plain ASCII without escapes. */
export function isCertainlyPlain(bytes: Uint8Array, start: number, end: number): boolean {
  return !TAILS.has(tailOf(bytes, start, end));
}

function tailOf(bytes: Uint8Array, start: number, end: number): number {
  let tail = 0;
  let shift = 0;
  for (let at = end - 1; at >= start && shift < 24; at -= 1) {
    const folded = FOLDED[bytes[at] as number] as number;
    if (folded === 0) continue;
    tail |= folded << shift;
    shift += 8;
  }
  return tail;
}
