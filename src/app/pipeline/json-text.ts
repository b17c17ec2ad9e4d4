/** How deep lists and objects may be nested: more than any client means, fewer than any stack bears. */
const NESTING_LIMIT = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const LETTER_D = 0x64;
const LOWER_CASE = 0x20;

/** `\u` and four digits. */
const ESCAPE_BYTES = 6;

/**
 * Are lists and objects nested at most 100 deep in this JSON? It is judged by the bytes: to walk what was made of
 * them costs more than to parse them.
 */
export function isShallow(json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (isText) continue;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > NESTING_LIMIT) return false;
  }
  return true;
}

/**
 * Is every text in this JSON one that UTF-8 can write? Half of a surrogate pair is none: it can come only as an escape, and
 * must be followed by the escape of its other half. The bytes themselves are UTF-8, and the JSON is to be parsed afterwards.
 */
export function isWellFormed(json: Uint8Array): boolean {
  for (let at = json.indexOf(BACKSLASH); at >= 0 && at < json.length; at += 1) {
    if (json[at] !== BACKSLASH) continue;
    const half = halfAt(json, at);
    if (half === 'low') return false;
    if (half === undefined) {
      at += 1;
      continue;
    }
    if (halfAt(json, at + ESCAPE_BYTES) !== 'low') return false;
    at += 2 * ESCAPE_BYTES - 1;
  }
  return true;
}

/** Which half of a pair is escaped here, if any: the high ones are D800 to DBFF, the low ones DC00 to DFFF. */
function halfAt(json: Uint8Array, at: number): 'high' | 'low' | undefined {
  if (json[at] !== BACKSLASH || json[at + 1] !== LETTER_U || ((json[at + 2] ?? 0) | LOWER_CASE) !== LETTER_D)
    return undefined;
  const digit = parseInt(String.fromCharCode(json[at + 3] ?? 0), 16);
  return digit >= 0xc ? 'low' : digit >= 0x8 ? 'high' : undefined;
}
