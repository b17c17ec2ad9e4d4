/** What an authenticator writes in CBOR: whole numbers, texts, bytes, maps and lists. Source: RFC 8949. */
export type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor> | readonly Cbor[];

/** A value in CBOR, its lengths in the shortest form. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<number | string, Cbor>)];
    return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)])]);
  }
  const items = value as readonly Cbor[];
  return Buffer.concat([head(4, items.length), ...items.map(cbor)]);
}

function head(major: number, argument: number): Buffer {
  const kind = major << 5;
  if (argument < 24) return Buffer.from([kind | argument]);
  if (argument < 0x100) return Buffer.from([kind | 24, argument]);
  if (argument < 0x10000) return Buffer.from([kind | 25, argument >> 8, argument & 0xff]);
  const bytes = Buffer.alloc(5, kind | 26);
  bytes.writeUInt32BE(argument, 1);
  return bytes;
}
