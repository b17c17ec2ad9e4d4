import { UpstreamError } from '../../core/errors/upstream-error.js';
import { RASTER_TYPES, rasterTypeOf } from '../../core/http/raster-picture.js';
import { type ClientOptions, type HttpAnswer, HttpTransport } from '../http/http-transport.js';
import { sayHttp } from '../http/http.sentences.js';

/** Where pictures of one kind may come from. Written by us, never by a caller. */
export interface PictureSource {
  /** Product name in lower case, for errors and logs: `trakt`. */
  readonly system: string;
  /** The one host, or the domain below which any host may be named; the domain itself is none of them. */
  readonly hosts: { readonly only: string } | { readonly below: string };
  /** What every path begins with, as a whole first segment; nothing where any path will do. */
  readonly folder?: string;
}

const LONGEST_HOST = 64;
const LONGEST_PATH = 512;

/** Labels of lower-case letters, digits and inner dashes. No port, no user, no final dot, nothing encoded. */
const HOST = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** Characters that mean themselves in every reading of an address; no step, nothing hidden, nothing encoded. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Made by {@link PictureAddress.judge} alone. Always https at its own port, so that only the provable host answers. */
export class PictureAddress {
  private constructor(
    readonly system: string,
    readonly host: string,
    /** Each of characters that no encoding changes. */
    readonly segments: readonly string[],
  ) {}

  /** Null when it may not be fetched. @param host not the caller's to name for a source of one host. @param segments decoded once */
  static judge(
    { system, hosts, folder }: PictureSource,
    { host, segments }: { readonly host?: string; readonly segments: readonly string[] },
  ): PictureAddress | null {
    const target = 'only' in hosts ? hosts.only : hostBelow(hosts.below, host);
    if (target === null || !isPlainPath(segments)) return null;
    const inside = folder === undefined || (segments[0] === folder && segments.length > 1);
    return inside ? new PictureAddress(system, target, segments) : null;
  }
}

function hostBelow(domain: string, host: unknown): string | null {
  if (typeof host !== 'string' || host.length > LONGEST_HOST) return null;
  return HOST.test(host) && host.endsWith(`.${domain}`) ? host : null;
}

function isPlainPath(segments: readonly string[]): boolean {
  if (segments.length === 0 || segments.join('/').length > LONGEST_PATH) return false;
  return segments.every((segment) => SEGMENT.test(segment) && !segment.includes('..'));
}

const DEADLINE_MS = 15_000;
const MAX_BYTES = 8 * 1024 * 1024;

const OPERATION = 'picture.get';

/** Statuses by which a host says that it has no such picture. */
const ABSENT = [404, 410];

type PictureClientOptions = Omit<ClientOptions, 'url'>;

/** A raster picture, by its type and by its first bytes. */
export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Fetches pictures from judged addresses: no redirect is followed, no credential is sent. Whole within 15 s and 8 MiB. */
export class PictureClient {
  constructor(private readonly options: PictureClientOptions) {}

  /** Null when the host affirms that there is none. @throws UpstreamError for what is no raster picture; what the path's choice threw */
  async get({ system, host, segments }: PictureAddress): Promise<Picture | null> {
    const transport = new HttpTransport({
      ...this.options,
      system,
      url: `https://${host}`,
      headers: { Accept: RASTER_TYPES.join(', ') },
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
    const answer = await transport.send({ operation: OPERATION, method: 'GET', path: segments, accept: ABSENT });
    return ABSENT.includes(answer.status) ? null : pictureOf(system, answer);
  }
}

function pictureOf(system: string, { status, headers, body }: HttpAnswer): Picture {
  const type = rasterTypeOf(headers['content-type'], body);
  if (status === 200 && type) return { type, bytes: body };
  throw new UpstreamError({
    system,
    operation: OPERATION,
    kind: 'malformed',
    status,
    definitelyNotSent: false,
    reason: sayHttp('answer_not_a_picture'),
  });
}
