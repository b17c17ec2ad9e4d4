/** A list with more elements than this is written in slices. */
const SHORT = 500;

/**
 * The text of a JSON value in pieces, so that a list of thousands doesn't keep everybody else waiting while it is written;
 * null for a value without a long list, which is written as a whole. The pieces together are what JSON.stringify answers.
 *
 * Long lists are looked for in the value itself and in its own members.
 */
export function longJson(value: unknown): Iterable<Buffer> | null {
  if (isLong(value)) return buffers(listPieces(value));
  return isPlain(value) && Object.values(value).some(isLong) ? buffers(objectPieces(value)) : null;
}

const isLong = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > SHORT;

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function* objectPieces(value: object): Generator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    const text = isLong(member) ? '' : JSON.stringify(member);
    // A member that JSON has no word for is left out.
    if (text === undefined) continue;
    yield `${before}${JSON.stringify(name)}:${text}`;
    if (isLong(member)) yield* listPieces(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* listPieces(list: readonly unknown[]): Generator<string> {
  for (let from = 0; from < list.length; from += SHORT) {
    const slice = JSON.stringify(list.slice(from, from + SHORT)).slice(1, -1);
    yield `${from === 0 ? '[' : ','}${slice}`;
  }
  yield ']';
}

function* buffers(pieces: Iterable<string>): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}
