import { headerValues, type HeaderPairs } from '../../../core/http/raw-answer.js';
import { beginsLikePicture, PICTURE_HEAD_BYTES } from '../../../core/http/raster-picture.js';
import { UnsafeUpstreamResponse } from '../proxy.errors.js';

export interface AnswerHead {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: HeaderPairs;
  /** Where the instance's interface lies: managers have it below `/api`, beside their pages; media servers everywhere. */
  readonly api: 'below /api' | 'everywhere';
}

/**
 * What is to be done with an answer's body.
 *
 * | kind | meaning |
 * |---|---|
 * | bodiless | there is none; only the headers go on |
 * | json | it's held and scrubbed |
 * | uncertain | it could be JSON that doesn't say so; its first bytes decide |
 * | opaque | it's nothing that holds fields; it's passed on as it comes |
 */
export type AnswerKind = 'bodiless' | 'json' | 'uncertain' | 'opaque';

/** A media type and its parameters. White space is taken in one place at a time, so that there is one way to read it. */
const MEDIA_TYPE =
  /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*((?:;\s*(?:[\w!#$&^.+-]+=(?:"[^"\\]*"|[\w!#$&^.+:-]+)\s*)?)*)$/;

const JSON_TYPE = /^(?:application\/json|text\/json|[^/]+\/[^/]+\+json)$/;

/** Streams of records: they never end, or each line is a document of its own. */
const STREAMED = /^(?:text\/event-stream|.*(?:ndjson|jsonl(?:ines)?|json-seq|stream\+json|json-lines))$/;

/** Without a charset it is UTF-8, of which ASCII is a part. */
const UTF8 = /;\s*charset="?(?:utf-?8|us-ascii)"?\s*(?:;|$)/i;

const MEDIA = /^\s*(?:image|video|audio|font)\//i;
const XML = /^\s*[^/\s;]+\/(?:xml|[^\s;]+\+xml|xml-[^\s;]+)\s*(?:;|$)/i;

const UNDER_API = /\/api(?:\/|$)/i;
const LOG_FILE = /\/api\/v[13]\/log\/file\/[^/]+$/i;

/** The script by which an instance gives its own pages its key. It is no JSON that could be scrubbed. */
const TELLS_KEY = /(?:^|\/)initialize\.js\/*$/i;

const BODILESS_STATUS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Callers would read these as the end of their own session, which is not what they mean. */
const OUR_CREDENTIAL_REFUSED: ReadonlySet<number> = new Set([401, 407]);

/**
 * The kind of an answer, by its head alone; an unknown kind is refused.
 * @throws UnsafeUpstreamResponse for what can't be scrubbed: streams, parts, JSON that is compressed or only looks like it, the script with
 *   the key
 */
export function answerKind({ method, path, status, headers, api }: AnswerHead): AnswerKind {
  if (status < 200) throw new UnsafeUpstreamResponse('no final answer');
  if (OUR_CREDENTIAL_REFUSED.has(status)) throw new UnsafeUpstreamResponse('our credential was refused');
  if (TELLS_KEY.test(decodedPath(path))) throw new UnsafeUpstreamResponse('a script that contains the key');
  const types = headerValues(headers, 'content-type');
  if (types.length > 1) throw new UnsafeUpstreamResponse('more than one content type');
  const type = types[0] ?? '';
  const kind = jsonKind(type) ?? (api === 'everywhere' ? kindOfMedia(type) : kindBelowApi(decodedPath(path)));
  if (method === 'HEAD' || BODILESS_STATUS.has(status)) return 'bodiless';
  if (kind !== 'opaque') refuseWhatHidesFields(status, headers);
  return kind;
}

/** Undefined for what doesn't say that it is JSON. */
function jsonKind(type: string): AnswerKind | undefined {
  const [, essence, parameters = ''] = MEDIA_TYPE.exec(type) ?? [];
  const plain = (essence ?? type).trim().toLowerCase();
  if (STREAMED.test(plain)) throw new UnsafeUpstreamResponse('a stream of documents');
  if (essence !== undefined && JSON_TYPE.test(plain)) {
    if (/charset/i.test(parameters) && !UTF8.test(parameters)) throw new UnsafeUpstreamResponse('another charset');
    return 'json';
  }
  if (plain.includes('json') || /event-stream/i.test(type)) throw new UnsafeUpstreamResponse('a type like JSON');
  return undefined;
}

function kindBelowApi(path: string): AnswerKind {
  return UNDER_API.test(path) && !LOG_FILE.test(path) ? 'uncertain' : 'opaque';
}

/** Media servers also write the records of their interface as XML where somebody asks for it. */
function kindOfMedia(type: string): AnswerKind {
  if (MEDIA.test(type)) return 'opaque';
  if (XML.test(type)) throw new UnsafeUpstreamResponse('a document that is no JSON');
  return 'uncertain';
}

function refuseWhatHidesFields(status: number, headers: HeaderPairs): void {
  const encodings = headerValues(headers, 'content-encoding').join(',').toLowerCase().split(',');
  if (encodings.some((one) => !['', 'identity'].includes(one.trim())))
    throw new UnsafeUpstreamResponse('an encoded body');
  if (status === 206) throw new UnsafeUpstreamResponse('a part of a document');
}

function decodedPath(path: string): string {
  return path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

const WINDOW = 4 * 1024;

/** What may come before a document, and what readers of other encodings put between its letters. */
const SKIPPED = new Set<number>([...Buffer.from(' \t\r\n\0'), 0xef, 0xbb, 0xbf, 0xfe, 0xff]);

const BEGINS_JSON = new Set<number>(Buffer.from('{["-0123456789tfn'));

export interface SniffedBody {
  /** Could this be JSON? Also where the window holds nothing that would say so. */
  readonly looksLikeJson: boolean;
  /** The first twelve bytes; fewer of a body that has no more. */
  readonly head: Buffer;
  readonly chunks: AsyncIterable<Buffer>;
}

/** Does a JSON document begin here? A byte order mark, or zeros between the letters, hide none. */
export async function sniff(body: AsyncIterable<Buffer>): Promise<SniffedBody> {
  const chunks = body[Symbol.asyncIterator]();
  const seen: Buffer[] = [];
  let size = 0;
  let first: number | undefined;
  while ((first === undefined || size < PICTURE_HEAD_BYTES) && size < WINDOW) {
    const next = await chunks.next();
    if (next.done) break;
    const chunk = next.value;
    first ??= chunk.subarray(0, WINDOW - size).find((byte) => !SKIPPED.has(byte));
    seen.push(chunk);
    size += chunk.length;
  }
  const head = Buffer.concat(seen.map((chunk) => chunk.subarray(0, PICTURE_HEAD_BYTES))).subarray(
    0,
    PICTURE_HEAD_BYTES,
  );
  return { looksLikeJson: first === undefined || BEGINS_JSON.has(first), head, chunks: again(seen, chunks) };
}

async function* again(seen: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    yield* seen;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Letters, marks and white space alone, with what marks the encoding of a text before them. */
const WORDS = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\t\n\f\r\x20-\x7e\0]*$/;

/** An untyped one has to begin like a picture; one that says `image` must not begin like a document or words, which may hold a key. */
export function isPicture(headers: HeaderPairs, { head, looksLikeJson }: Omit<SniffedBody, 'chunks'>): boolean {
  const type = headerValues(headers, 'content-type').join(',');
  if (/^\s*image\/[^,]*$/i.test(type))
    return beginsLikePicture(head) || !(looksLikeJson || WORDS.test(head.toString('latin1')));
  return /^\s*(?:application\/octet-stream\s*)?$/i.test(type) && beginsLikePicture(head);
}
