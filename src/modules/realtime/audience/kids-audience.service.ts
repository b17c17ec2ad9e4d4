import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { AppError } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { isOfProvider, type MediaType } from '../../requests/requests.public.js';
import { ContentPolicyChanged } from '../../users/users.public.js';

/** The title that a frame is about, by the metadata provider's id. */
export interface AnnouncedTitle {
  readonly mediaType: MediaType;
  readonly tmdbId: number;
}

/** May an account see a title? `unknown` when that can't be judged. */
export type KidsVerdict = 'shown' | 'hidden' | 'unknown';

/** Decides which kids accounts may see a title. Source: doc 4 decision on title events, security 19. */
@Injectable()
export class KidsAudienceService implements OnModuleInit {
  private changes = 0;

  constructor(
    private readonly limits: ContentLimitsService,
    private readonly events: EventBus,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.events.on(ContentPolicyChanged, () => void (this.changes += 1));
  }

  /**
   * Finds the receivers of a frame, again where somebody's limits were changed meanwhile: what is sent without
   * waiting any more comes before the account is sent the change, or obeys it. Each further round takes another
   * change by an administrator.
   */
  async steadily<T>(find: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = this.changes;
      const found = await find();
      if (this.changes === before) return found;
    }
  }

  /** The verdict on each of these accounts, by the limits that hold when it is there. */
  async of(title: AnnouncedTitle, userIds: ReadonlySet<number>): Promise<ReadonlyMap<number, KidsVerdict>> {
    return new Map(
      await Promise.all([...userIds].map(async (userId) => [userId, await this.judge(userId, title)] as const)),
    );
  }

  /** Titles without ratings are shown: for them, the grant of the library is the limit. */
  private async judge(userId: number, title: AnnouncedTitle): Promise<KidsVerdict> {
    if (!isOfProvider(title)) return 'shown';
    try {
      return (await this.limits.show(userId, title.mediaType, title.tmdbId)) ? 'shown' : 'hidden';
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault;
      this.log.warn('a title can not be judged for a kids account', { user_id: userId, error: fault });
      return 'unknown';
    }
  }
}
