import { Injectable } from '@nestjs/common';
import { PictureAddress, type PictureSource } from '../../../clients/pictures/picture-address.js';
import type { Picture } from '../../../clients/pictures/picture.client.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Share } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import { KeptAnswers } from '../kept/kept-answers.js';
import { PictureRelayService } from './picture-relay.service.js';

/**
 * What pages of the web app show is kept apart, so that a page of posters pushes no answer out. With what each picture costs beside
 * its bytes, it stays below 32 MiB. Source: issue 22, Speed.
 */
const MEMORY_MIB = 30;
const DAY_MS = 24 * 60 * 60_000;

/** Pictures of outside hosts, kept for a day for all browsers of the household. */
@Injectable()
export class PictureCacheService {
  private readonly kept: KeptAnswers<Picture>;

  constructor(
    private readonly relay: PictureRelayService,
    clock: Clock,
    meter: Meter,
  ) {
    this.kept = new KeptAnswers({
      clock,
      meter,
      memory: new ProviderMemory(MEMORY_MIB),
      name: 'pictures.files',
      ttlMs: DAY_MS,
      sizeOf: ({ bytes }) => bytes.length,
    });
  }

  /**
   * The picture; null for what may not be fetched, of which nothing is asked, and for what its host affirms not to have.
   *
   * @throws AppError as {@link PictureRelayService.read}
   */
  async picture(
    source: PictureSource,
    named: { readonly host?: string; readonly segments: readonly string[] },
    share: Share,
  ): Promise<Picture | null> {
    const address = PictureAddress.judge(source, named);
    if (!address) return null;
    return this.kept.of([address.host, ...address.segments].join('/'), () => this.relay.read(address, share));
  }
}
