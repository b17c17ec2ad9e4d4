/** How deep lists and objects may be nested. The deepest answer has a list of objects: three levels. */
const DEEPEST = 8;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The value of a JSON text that every reader understands alike. Refused are bytes that are no UTF-8, a byte order mark, anything
 * beside the one value, an object that names a member twice, and lists and objects nested more than eight deep.
 *
 * @throws SyntaxError or TypeError, whose messages may quote the text: they are for no log
 */
export function strictJson(bytes: Uint8Array): unknown {
  const text = UTF8.decode(bytes);
  const value: unknown = JSON.parse(text);
  if (!isPlain(text)) throw new SyntaxError('nested too deep, or a member is named twice');
  return value;
}

/** Is this JSON, which has been parsed, nested eight deep at most, and does every object name each member once? */
function isPlain(json: string): boolean {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const mark = json[at];
    if (mark === '{' || mark === '[') {
      if (open.push(mark === '{' ? new Set() : null) > DEEPEST) return false;
    } else if (mark === '}' || mark === ']') open.pop();
    else if (mark === '"') {
      const end = endOfText(json, at);
      if (isName(json, end) && !added(open.at(-1), JSON.parse(json.slice(at, end)) as string)) return false;
      at = end - 1;
    }
  }
  return true;
}

/** The place behind the quote that closes the text which begins here. */
function endOfText(json: string, from: number): number {
  let at = from + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

const SPACE = ' \t\r\n';

/** Is the text that ends here the name of a member? A colon follows it, and no other text. */
function isName(json: string, end: number): boolean {
  let at = end;
  while (SPACE.includes(json[at] ?? '.')) at += 1;
  return json[at] === ':';
}

/** Adds a name to those of its object; false when it is there already. */
function added(names: Set<string> | null | undefined, name: string): boolean {
  if (names?.has(name)) return false;
  names?.add(name);
  return true;
}
