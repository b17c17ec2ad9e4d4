/** How a file may be compressed on the wire, the smallest first. */
export const ENCODINGS = ['br', 'gzip'] as const;

/** One of {@link ENCODINGS}. */
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The smallest encoding that a client takes, out of those that are there; undefined for none. A name with `q=0` is refused,
 * and `*` stands for every name that isn't listed. Source: RFC 9110 section 12.5.3.
 *
 * @param header `Accept-Encoding` as it came
 */
export function acceptedEncoding(header: string | undefined, there: ReadonlySet<Encoding>): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    if (name !== '') weights.set(name, quality === undefined ? 1 : Number(quality));
  }
  const takes = (name: Encoding): boolean => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return ENCODINGS.find((name) => there.has(name) && takes(name));
}
