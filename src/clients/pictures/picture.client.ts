import { RASTER_TYPES, rasterTypeOf } from '../../core/http/raster-picture.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { PathNow } from '../../core/http/network-path.js';
import type { Log } from '../../core/logging/log.js';
import type { Meter } from '../../core/metrics/meter.js';
import type { Clock } from '../../core/time/clock.js';
import { HttpTransport, type HttpAnswer } from '../http/http-transport.js';
import type { PictureAddress } from './picture-address.js';

/** Source: doc 4 §3.5. */
const DEADLINE_MS = 15_000;
const MAX_BYTES = 8 * 1024 * 1024;

const OPERATION = 'picture.get';

/** Statuses by which a host says that it has no such picture. */
const ABSENT = [404, 410];

/** What a {@link PictureClient} needs to reach the hosts. */
interface PictureClientOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
  /** How connections leave the machine; straight to the host where nothing is said. */
  readonly path?: PathNow;
}

/** A raster picture, by its type and by its first bytes. */
export interface Picture {
  /** `image/webp`, without parameters. */
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Fetches pictures from judged addresses, and from nowhere else: no redirect is followed, no credential is sent. Whole
 * within 15 s and 8 MiB, or not at all. Source: doc 4 §3.5, security 8.
 */
export class PictureClient {
  constructor(private readonly options: PictureClientOptions) {}

  /**
   * The picture at this address; null when its host affirms that there is none.
   *
   * @throws UpstreamError for everything else that isn't a raster picture; what the choice of the network path threw
   */
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
    reason: 'server answered with something other than a raster picture',
  });
}
