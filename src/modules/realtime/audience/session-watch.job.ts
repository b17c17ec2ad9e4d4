import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { FollowedLibrariesService } from '../../library/library.public.js';
import { AccountChanged, AccountRemoved, DeviceRevoked } from '../../users/users.public.js';
import { ACCOUNT_CHANGED, SESSION_ENDED, TRY_AGAIN } from '../sessions/live-session.js';
import { LiveSessionsService } from '../sessions/live-sessions.service.js';
import { SessionAudienceService } from './session-audience.service.js';

const REVIEW_EVERY_MS = 60_000;

const FOLLOWING_JOB = 'realtime.follow-libraries';

/** Well within the ten minutes for which a library counts as looked at. */
const FOLLOW_EVERY_MS = 5 * 60_000;

/**
 * Ends sessions whose right has ended: at once by an event, within a minute without one; every frame judges too. Has the libraries polled
 * that somebody with an open session may use: they wait for changes without asking.
 */
@Injectable()
export class SessionWatchJob implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly events: EventBus,
    private readonly live: LiveSessionsService,
    private readonly audience: SessionAudienceService,
    private readonly followed: FollowedLibrariesService,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: 'realtime.review-sessions',
      title: 'Check live connections',
      purpose: 'Closes the live connection of anyone who has been signed out or lost access.',
      everyMs: REVIEW_EVERY_MS,
      run: () => this.review(),
    });
    this.jobs.register({
      name: FOLLOWING_JOB,
      title: 'Follow libraries in use',
      purpose: 'Keeps an eye on the libraries of people who have the app open, so that their pages stay up to date.',
      everyMs: FOLLOW_EVERY_MS,
      run: () => this.follow(),
    });
    this.events.on(DeviceRevoked, (gone) => {
      this.live.closeWhere(({ deviceId }) => deviceId === gone.deviceId, SESSION_ENDED);
    });
    this.events.on(AccountRemoved, (gone) => {
      this.live.closeWhere(({ userId }) => userId === gone.userId, SESSION_ENDED);
    });
    this.events.on(AccountChanged, (changed) => {
      this.live.closeWhere(({ userId }) => userId === changed.userId, ACCOUNT_CHANGED);
    });
  }

  /** A session was opened, perhaps by somebody whose libraries nobody follows yet. */
  sessionOpened(): void {
    this.jobs.wake(FOLLOWING_JOB);
  }

  private async review(): Promise<void> {
    if (this.live.size === 0) return;
    try {
      await this.audience.review();
    } catch (error) {
      this.log.error('open sessions could not be judged', { error });
      this.live.closeWhere(() => true, TRY_AGAIN);
    }
  }

  private async follow(): Promise<void> {
    if (this.live.size === 0) return;
    const libraries = await this.audience.libraries();
    const idsOf = (kind: string): string[] =>
      libraries.filter(({ serviceType }) => serviceType === kind).map(({ id }) => id);
    this.followed.note({
      films: idsOf('movie_manager'),
      series: idsOf('tv_manager'),
      books: idsOf('book_manager'),
      albums: idsOf('music_manager'),
    });
  }
}
