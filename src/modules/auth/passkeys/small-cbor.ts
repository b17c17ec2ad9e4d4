/** An attestation object has a dozen values, and a statement of its maker's some more; they are nested four deep. */
const MOST_VALUES = 64;
const MOST_DEPTH = 6;

/** Kinds of values, in the upper three bits of their first byte. Source: RFC 8949 section 3. */
const BYTES = 2;
const TEXT = 3;
const LIST = 4;
const MAP = 5;
const TAG = 6;

/**
 * Where this value ends; null if it is larger than what authenticators write. Only heads are read: decoding a hostile value costs a hundred
 * times as much as parsing its body. @param from where the value begins
 */
export function smallCborEnd(cbor: Uint8Array, from = 0): number | null {
  /** How many values are still to come, by depth. */
  const open = [1];
  let at = from;
  for (let values = 0; open.length > 0;) {
    const left = open.at(-1) ?? 0;
    if (left === 0) {
      open.pop();
      continue;
    }
    values += 1;
    const head = values > MOST_VALUES ? null : headAt(cbor, at);
    if (!head) return null;
    open[open.length - 1] = left - 1;
    at = head.next;
    const inside = insideOf(head);
    if (inside > MOST_VALUES || (inside > 0 && open.push(inside) > MOST_DEPTH)) return null;
  }
  return at;
}

interface Head {
  readonly kind: number;
  readonly argument: number;
  /** Where the next value begins, if there are none inside this one. */
  readonly next: number;
}

function headAt(cbor: Uint8Array, at: number): Head | null {
  const first = cbor[at];
  if (first === undefined) return null;
  const [kind, short] = [first >> 5, first & 0x1f];
  const width = short < 24 ? 0 : short < 28 ? 2 ** (short - 24) : -1;
  if (width < 0 || at + 1 + width > cbor.length) return null;
  let argument = width === 0 ? short : 0;
  for (let byte = 1; byte <= width; byte += 1) argument = argument * 256 + (cbor[at + byte] ?? 0);
  const content = kind === BYTES || kind === TEXT ? argument : 0;
  const next = at + 1 + width + content;
  return next > cbor.length ? null : { kind, argument, next };
}

function insideOf({ kind, argument }: Head): number {
  if (kind === LIST) return argument;
  if (kind === MAP) return 2 * argument;
  return kind === TAG ? 1 : 0;
}
