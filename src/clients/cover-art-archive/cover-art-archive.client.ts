import { parsedUrl } from '../../core/text/urls.js';
import { joinUrl } from '../http/safe-address.js';
import { RASTER_TYPES, rasterTypeOf } from '../../core/http/raster-picture.js';
import { sayFrom, type Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { Deadline } from '../http/deadline.js';
import { REDIRECTS } from '../http/http-faults.js';
import type { ClientOptions, HttpAnswer } from '../http/http-transport.js';
import { sayHttp } from '../http/http.sentences.js';
import { PatientTransport } from '../http/patient-transport.js';

/** A host of covers, and what is asked of it: made of a redirect, and the only thing that is fetched. */
interface CoverStep {
  readonly origin: string;
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, readonly string[]>>;
}

const HOST = /^(?:coverartarchive\.org|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*archive\.org)$/;

/** Where a redirect leads, when that is the archive of covers or the archive behind it, by https at its own port; else null. */
function coverStep(location: string | undefined, from: string): CoverStep | null {
  const url = location === undefined ? null : parsedUrl(location, from);
  if (!url) return null;
  const { protocol, hostname, host, username, password, pathname, searchParams } = url;
  if (protocol !== 'https:' || host !== hostname || username !== '' || password !== '' || !HOST.test(hostname))
    return null;
  const segments = segmentsOf(pathname);
  if (!segments) return null;
  const query = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
  return { origin: `https://${hostname}`, segments, query };
}

/** Null where they are not well-formed. */
function segmentsOf(pathname: string): readonly string[] | null {
  try {
    return pathname
      .replace(/^\/+/, '')
      .split('/')
      .map((part) => decodeURIComponent(part));
  } catch {
    return null;
  }
}

const SYSTEM = 'cover-art-archive';
const OPERATION = 'front.get';
const DEADLINE_MS = 10_000;
/** For a cover altogether, the redirects before it and second attempts among it. */
const WHOLE_MS = 20_000;
const ATTEMPTS = 2;
const MAX_BYTES = 4 * 1024 * 1024;
const MOST_REDIRECTS = 4;
const SIZE = 500;
const OUT_OF_TIME = sayHttp('no_complete_answer_in_time', { seconds: WHOLE_MS / 1_000 });

const COVER_ART_SENTENCES = {
  cover_redirected_on_and_on: 'server sent us on and on',
  cover_redirected_elsewhere: 'server sent us to a host that has no covers',
} as const;

const sayCover = sayFrom(COVER_ART_SENTENCES);

const MBID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A raster picture, by its type and by its first bytes. */
export interface CoverPicture {
  /** `image/jpeg`, without parameters. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** Redirects are followed by https to the archive's own hosts alone, each address judged and built anew. At most 20 s altogether. */
export class CoverArtArchiveClient {
  constructor(private readonly options: ClientOptions) {}

  /** 500 pixels wide; null when the archive affirms that there is none, and for no MBID. @throws UpstreamError for all but a picture */
  async front(releaseGroupId: string): Promise<CoverPicture | null> {
    if (!MBID.test(releaseGroupId)) return null;
    const first = { origin: this.options.url, segments: ['release-group', releaseGroupId, `front-${SIZE}`], query: {} };
    const deadline = new Deadline(this.options.clock, WHOLE_MS);
    try {
      return await this.followRedirects(first, deadline.signal);
    } catch (error) {
      throw deadline.passed ? fault('timeout', OUT_OF_TIME) : error;
    } finally {
      deadline.end();
    }
  }

  private async followRedirects(first: CoverStep, signal: AbortSignal): Promise<CoverPicture | null> {
    let step = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const answer = await this.fetchStep(step, signal);
      if (answer.status === 404) return null;
      if (!REDIRECTS.includes(answer.status)) return pictureOf(answer);
      step = this.next(answer, step);
    }
    throw fault('redirected', sayCover('cover_redirected_on_and_on'));
  }

  private fetchStep({ origin, segments, query }: CoverStep, signal: AbortSignal): Promise<HttpAnswer> {
    const { url: _, ...rest } = this.options;
    const transport = new PatientTransport({
      ...rest,
      system: SYSTEM,
      url: origin,
      headers: { Accept: RASTER_TYPES.join(', ') },
      deadlineMs: DEADLINE_MS,
      wholeMs: WHOLE_MS,
      attempts: ATTEMPTS,
      maxBytes: MAX_BYTES,
    });
    return transport.send({
      operation: OPERATION,
      method: 'GET',
      path: segments,
      query: Object.fromEntries(Object.entries(query)),
      accept: [404, ...REDIRECTS],
      signal,
    });
  }

  private next({ headers, status }: HttpAnswer, { origin, segments, query }: CoverStep): CoverStep {
    const next = coverStep(headers.location, joinUrl(origin, segments, query));
    if (next) return next;
    throw fault('redirected', sayCover('cover_redirected_elsewhere'), status);
  }
}

function pictureOf({ status, headers, body }: HttpAnswer): CoverPicture {
  const type = rasterTypeOf(headers['content-type'], body);
  if (status === 200 && type) return { type, bytes: body };
  throw fault('malformed', sayHttp('answer_not_a_picture'), status);
}

function fault(kind: 'redirected' | 'malformed' | 'timeout', reason: Sentence, status?: number): UpstreamError {
  return new UpstreamError({ system: SYSTEM, operation: OPERATION, kind, status, definitelyNotSent: false, reason });
}
