/** What a byte of a JSON text is to the scanner: what a value may begin with, and the flags of a byte inside of a string. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** Ends the fast walk through a string: the quotation mark, the backslash, control characters. */
export const STOPS = 1;
/** `@`: there may be a user before a host. */
const AT = 2;
/** `=`: there may be a parameter. */
const EQUALS = 4;
/** `?`, `&`, `;` and `#`, after which parameters begin. */
const OPENS_PARAMETER = 8;

/** A letter beyond ASCII. */
export const FOREIGN = 16;
/** There is an escape: the bytes are not yet the text. It's no flag of a single byte. */
export const ESCAPED = 32;

export const STRING_FLAGS = new Uint8Array(256);
STRING_FLAGS.fill(STOPS, 0, 0x20);
STRING_FLAGS.fill(FOREIGN, 0x80);
for (const [bytes, flag] of [
  ['"\\', STOPS],
  ['@', AT],
  ['=', EQUALS],
  ['?&;#', OPENS_PARAMETER],
] as const) {
  for (const byte of Buffer.from(bytes)) STRING_FLAGS[byte] = flag;
}

/** Could a text with these bytes hold an address with a credential? */
export function mayHoldAddress(flags: number): boolean {
  return (flags & AT) !== 0 || (flags & (EQUALS | OPENS_PARAMETER)) === (EQUALS | OPENS_PARAMETER);
}

/** The value of a hexadecimal digit, 255 for what is none. */
export const HEX = new Uint8Array(256).fill(255);
for (const [at, digit] of [...'0123456789abcdef'].entries()) {
  HEX[digit.charCodeAt(0)] = at;
  HEX[digit.toUpperCase().charCodeAt(0)] = at;
}

export const ESCAPES = new Uint8Array(256);
for (const byte of Buffer.from('"\\/bfnrt')) ESCAPES[byte] = 1;

export const WHITE_SPACE = new Uint8Array(256);
for (const byte of Buffer.from(' \t\n\r')) WHITE_SPACE[byte] = 1;
