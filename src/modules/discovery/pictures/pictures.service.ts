import {
  PictureAddress,
  type PictureSource,
  PictureClient,
  type Picture,
} from '../../../clients/pictures/picture.client.js';
import { Injectable } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { InjectLog } from '../../../core/core.module.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { RawAnswer } from '../../../core/http/raw-answer.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { AppError } from '../../../core/errors/app-error.js';
import { ExternalNetworkService } from '../../settings/settings.public.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { KeptAnswers } from '../kept/kept-answers.js';

const pictureFailed = (cause: UpstreamError): AppError =>
  new AppError('picture_failed', 502, 'image could not be fetched', { cause });

/** What waits for a picture holds it whole, so there are few at once. */
const AT_ONCE = 16;
const MAX_WAITING = 256;

/** Kept apart, so that a page of posters pushes no answer out. With what each picture costs beside its bytes, it stays below 32 MiB. */
const MEMORY_MIB = 30;
const DAY_MS = 24 * 60 * 60_000;

interface NamedPicture {
  readonly host?: string;
  readonly segments: readonly string[];
}

/**
 * Passes on pictures of outside hosts. Who may not see one is to be turned away before. Nobody is asked for what may not be
 * fetched.
 *
 * Methods throw AppError 502 when the host fails or answers what is no picture, and 503 with Retry-After when too many wait;
 * `share` is in whose name a call waits.
 */
@Injectable()
export class PicturesService {
  private readonly client: PictureClient;
  private readonly few = new FewAtATime(AT_ONCE, MAX_WAITING);
  private readonly kept: KeptAnswers<Picture>;

  constructor(
    clock: Clock,
    @InjectLog() private readonly log: Log,
    meter: Meter,
    network: ExternalNetworkService,
  ) {
    this.client = new PictureClient({ clock, log, meter, path: () => network.path() });
    this.kept = new KeptAnswers({
      clock,
      meter,
      memory: new ProviderMemory(MEMORY_MIB),
      name: 'pictures.files',
      ttlMs: DAY_MS,
      sizeOf: ({ bytes }) => bytes.length,
    });
  }

  /** @throws AppError 404 "image not found" for what may not be fetched, and for what its host affirms not to have */
  async relay(source: PictureSource, named: NamedPicture, share: Share): Promise<RawAnswer> {
    const address = PictureAddress.judge(source, named);
    const picture = address && (await this.fetch(address, share));
    if (!picture) throw pictureNotFound();
    return pictureAnswer(picture, 'public, max-age=86400');
  }

  /** Kept for a day for all browsers of the household; null for what may not be fetched, and for what its host affirms not to have. */
  async read(source: PictureSource, named: NamedPicture, share: Share): Promise<Picture | null> {
    const address = PictureAddress.judge(source, named);
    if (!address) return null;
    return this.kept.of([address.host, ...address.segments].join('/'), () => this.fetch(address, share));
  }

  private fetch(address: PictureAddress, share: Share): Promise<Picture | null> {
    return this.few.run(async () => {
      try {
        return await this.client.get(address);
      } catch (fault) {
        if (!(fault instanceof UpstreamError)) throw fault;
        const { system, operation, kind, status, reason } = fault;
        this.log.warn('picture failed', { system, operation, kind, status, reason });
        throw pictureFailed(fault);
      }
    }, share);
  }
}

/** @param caching the header Cache-Control */
export function pictureAnswer({ type, bytes }: Picture, caching: string): RawAnswer {
  return new RawAnswer(
    200,
    [
      ['Content-Type', type],
      ['Content-Length', String(bytes.length)],
      ['Cache-Control', caching],
    ],
    [bytes],
  );
}

export const PRIVATE_FOR_A_DAY = 'private, max-age=86400';

export const pictureNotFound = (): AppError => new AppError('picture_not_found', 404, 'image not found');
