import { isUtf8 } from 'node:buffer';

/** A JSON object that ends with a list. */
interface SplitObject {
  /** The object, with the list emptied. */
  readonly rest: unknown;
  /** The bytes from the list's first bracket to its last; what is in between hasn't been looked at. */
  readonly list: Buffer;
}

const BACKSLASH = 0x5c;

/** What may stand between the name of a member and the list that is its value, and behind that list. */
const BEFORE = /^[ \t\r\n]*:[ \t\r\n]*\[/;
const BEHIND = /^\][ \t\r\n]*\}[ \t\r\n]*$/;

/** Nobody writes more space than so many bytes. */
const MOST_SPACE = 100;

/**
 * Takes an object apart whose last member is a list, such as a page of rows, so that the list can be read a slice at a time. The
 * bytes are such an object if the bytes of the list are a list, and only then.
 *
 * @param name of the member; letters alone
 * @returns null for bytes that are no such object, and for some that are: they are to be read as a whole
 */
export function splitAtList(json: Buffer, name: string): SplitObject | null {
  const quoted = `"${name}"`;
  const at = json.indexOf(quoted);
  // Behind a backslash it is the end of a longer name.
  if (at < 1 || json[at - 1] === BACKSLASH) return null;
  const behindName = at + quoted.length;
  const before = BEFORE.exec(json.toString('latin1', behindName, behindName + MOST_SPACE));
  if (!before) return null;
  const [start, end] = [behindName + before[0].length - 1, json.lastIndexOf(']')];
  if (end <= start || end + MOST_SPACE < json.length || !BEHIND.test(json.toString('latin1', end))) return null;
  const head = json.subarray(0, at);
  if (!isUtf8(head)) return null;
  try {
    // This can be parsed only where it is a member of the object itself, and of no other within it.
    return { rest: JSON.parse(`${head.toString()}${quoted}:[]}`) as unknown, list: json.subarray(start, end + 1) };
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}
