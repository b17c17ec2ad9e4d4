import { Injectable } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import { PictureAddress, type PictureSource } from '../../../clients/pictures/picture-address.js';
import { PictureClient, type Picture } from '../../../clients/pictures/picture.client.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { InjectLog } from '../../../core/core.module.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { RawAnswer } from '../../../core/http/raw-answer.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { AppError } from '../../../core/errors/app-error.js';
import { ExternalNetworkService } from '../../settings/settings.public.js';
import { pictureAnswer, pictureNotFound } from './picture-answer.js';

/** 404: this picture may not be fetched, or isn't there. Source: doc 4 §3.5. */

/** 502: the host of the picture failed, or answered something that is no picture. Source: doc 4 §3.5. */
const pictureFailed = (cause: UpstreamError): AppError =>
  new AppError('picture_failed', 502, 'image could not be fetched', { cause });

/** What waits for a picture holds it whole, so there are few at once. */
const AT_ONCE = 16;
const MAX_WAITING = 256;

/**
 * Passes pictures of outside hosts on to clients that hold no keys and dial nobody themselves: artwork of the list
 * provider, covers of the book catalog. Source: doc 4 §3.5, security 7 and 8.
 *
 * How to use it: say once where the pictures come from ({@link PictureSource}), and give each call what the caller wrote:
 *
 * ```ts
 * const COVERS: PictureSource = { system: 'hardcover', hosts: { only: 'covers.example' } };
 * const ARTWORK: PictureSource = { system: 'trakt', hosts: { below: 'trakt.tv' }, folder: 'images' };
 *
 * relay.picture(COVERS, { segments }, share);        // `segments`: what the router made of `*path`, an array
 * relay.picture(ARTWORK, { host, segments }, share);
 * ```
 *
 * `share` says in whose name it waits for its turn. A handler returns what it answers; it needs no header of its own. Whoever may not see a picture is to be turned away
 * before.
 */
@Injectable()
export class PictureRelayService {
  private readonly client: PictureClient;
  private readonly few = new FewAtATime(AT_ONCE, MAX_WAITING);

  constructor(
    clock: Clock,
    @InjectLog() private readonly log: Log,
    meter: Meter,
    network: ExternalNetworkService,
  ) {
    this.client = new PictureClient({ clock, log, meter, path: () => network.path() });
  }

  /**
   * The picture with its headers: a raster type, for a day in anybody's cache, never to be taken for anything else.
   *
   * @throws AppError 404 "image not found" for what may not be fetched, of which nothing is asked, and for what its host
   *   affirms not to have; 502 when the host fails or answers something else; 503 with Retry-After when too many are
   *   waiting
   */
  async picture(
    source: PictureSource,
    named: { readonly host?: string; readonly segments: readonly string[] },
    share: Share,
  ): Promise<RawAnswer> {
    const address = PictureAddress.judge(source, named);
    if (!address) throw pictureNotFound();
    const picture = await this.read(address, share);
    if (!picture) throw pictureNotFound();
    return pictureAnswer(picture, 'public, max-age=86400');
  }

  /**
   * The picture itself; null for what its host affirms not to have.
   *
   * @throws AppError as {@link picture}, but for 404
   */
  read(address: PictureAddress, share: Share): Promise<Picture | null> {
    return this.few.run(() => this.fetched(address), share);
  }

  private async fetched(address: PictureAddress): Promise<Picture | null> {
    try {
      return await this.client.get(address);
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      const { system, operation, kind, status, reason } = fault;
      this.log.warn('picture failed', { system, operation, kind, status, reason });
      throw pictureFailed(fault);
    }
  }
}
