import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { AppError } from '../../../core/errors/app-error.js';
import type { Log } from '../../../core/logging/log.js';
import { ContentLimits } from '../../content-policy/content-policy.public.js';

/** The title that a frame is about, by the metadata provider's id. */
export interface ToldTitle {
  readonly mediaType: 'movie' | 'tv';
  readonly tmdbId: number;
}

/** Which kids accounts may be told of a title? Source: doc 4 decision on title events, security 19. */
@Injectable()
export class KidsAudience {
  constructor(
    private readonly limits: ContentLimits,
    @InjectLog() private readonly log: Log,
  ) {}

  /** Those of these accounts that may see it. Of whom that can't be told is not told: they read it when it can. */
  async of(title: ToldTitle, userIds: ReadonlySet<number>): Promise<ReadonlySet<number>> {
    const verdicts = await Promise.all(
      [...userIds].map(async (userId) => ((await this.maySee(userId, title)) ? [userId] : [])),
    );
    return new Set(verdicts.flat());
  }

  private async maySee(userId: number, { mediaType, tmdbId }: ToldTitle): Promise<boolean> {
    try {
      const judge = await this.limits.of(userId);
      return judge === null || (await this.limits.judge(judge, mediaType, tmdbId)).shown;
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault;
      this.log.warn('a kids account is not told of a title that can not be judged', { user_id: userId, error: fault });
      return false;
    }
  }
}
