/** How many lists and objects may stand in each other: more than any client means, fewer than any stack bears. */
const NESTING_LIMIT = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Do lists and objects stand at most 100 deep in each other in this JSON? It is asked of the bytes: to walk what was made of
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
