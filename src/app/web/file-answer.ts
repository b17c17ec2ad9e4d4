import type { IncomingHttpHeaders } from 'node:http';
import type { HeaderPairs } from '../../core/http/raw-answer.js';

/** How a file may be compressed on the wire, the smallest first. */
export const ENCODINGS = ['br', 'gzip'] as const;

export type Encoding = (typeof ENCODINGS)[number];

export interface ServedFile {
  readonly type: string;
  /** Quotes included. */
  readonly etag: string;
  /** Its name carries a hash of its contents, so that it never changes. */
  readonly isImmutable: boolean;
  readonly plain: Buffer;
  readonly compressed: ReadonlyMap<Encoding, Buffer>;
  /** The policy of a page or a worker; other files have none of their own. */
  readonly policy: string | undefined;
}

/**
 * The smallest encoding that a client takes. `q=0` refuses a name, and `*` stands for every name that isn't listed. Source: RFC 9110
 * section 12.5.3.
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

/** A file that carries a hash of its contents never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

interface FileAnswer {
  readonly status: 200 | 304;
  readonly headers: HeaderPairs;
  readonly bytes?: Buffer;
}

/** A file as the client takes it: compressed if it can unpack it, and not at all if it has it. Source: RFC 9110. */
export function fileAnswer(file: ServedFile, asked: IncomingHttpHeaders): FileAnswer {
  const headers: (readonly [string, string])[] = [
    ['Cache-Control', file.isImmutable ? FOR_EVER : 'no-cache'],
    ['ETag', file.etag],
    ['Vary', 'Accept-Encoding'],
  ];
  if (file.policy !== undefined) headers.push(['Content-Security-Policy', file.policy]);
  if (namesTag(asked['if-none-match'], file.etag)) return { status: 304, headers };
  const encoding = acceptedEncoding(asked['accept-encoding'], new Set(file.compressed.keys()));
  const bytes = (encoding && file.compressed.get(encoding)) ?? file.plain;
  headers.push(['Content-Type', file.type], ['Content-Length', String(bytes.length)]);
  if (encoding) headers.push(['Content-Encoding', encoding]);
  return { status: 200, headers, bytes };
}

/** Weak tags count. */
function namesTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
