/** A list with more elements than this is written in pieces. */
const SHORT = 500;

/**
 * Elements of a piece. Of half a kilobyte each they make a text that V8 keeps among others: one of more than 128 KiB is kept apart,
 * where making and freeing it costs more than writing it.
 */
const PIECE = 100;

const COMMA = 0x2c;

/**
 * The text of a JSON value in pieces, so that a list of thousands doesn't keep everybody else waiting while it is written;
 * null for a value without a long list, which is written as a whole. The pieces together are what JSON.stringify answers.
 *
 * Long lists are looked for in the value itself and in its own members.
 */
export function longJson(value: unknown): Iterable<Buffer> | null {
  if (isLong(value)) return listPieces(value);
  return isPlain(value) && Object.values(value).some(isLong) ? objectPieces(value) : null;
}

const isLong = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > SHORT;

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function* objectPieces(value: object): Generator<Buffer> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    const text = isLong(member) ? '' : JSON.stringify(member);
    // A member that JSON has no word for is left out.
    if (text === undefined) continue;
    yield Buffer.from(`${before}${JSON.stringify(name)}:${text}`);
    if (isLong(member)) yield* listPieces(member);
    before = ',';
  }
  yield Buffer.from(before === '{' ? '{}' : '}');
}

/** The brackets of a piece are changed in its bytes: to change them in its text would copy it. */
function* listPieces(list: readonly unknown[]): Generator<Buffer> {
  for (let from = 0; from < list.length; from += PIECE) {
    const piece = Buffer.from(JSON.stringify(list.slice(from, from + PIECE)));
    if (from > 0) piece[0] = COMMA;
    yield from + PIECE < list.length ? piece.subarray(0, -1) : piece;
  }
}
