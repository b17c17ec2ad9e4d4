import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { FollowedLibrariesService } from '../../library/library.public.js';
import { LiveSessionsService } from '../sessions/live-sessions.service.js';
import { SessionAudienceService } from './session-audience.service.js';

const JOB = 'realtime.follow-libraries';

/** Well within the ten minutes for which a library counts as looked at. */
const EVERY_MS = 5 * 60_000;

/**
 * Has the queues of those libraries polled that somebody with an open session may use: they wait for its changes without
 * asking. Source: doc 2 section 4 (Freshness), doc 4 section 5.2 (pollers).
 */
@Injectable()
export class LibraryFollowingJob implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly live: LiveSessionsService,
    private readonly sessionAudience: SessionAudienceService,
    private readonly followed: FollowedLibrariesService,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: JOB,
      title: 'Follow libraries in use',
      purpose: 'Keeps an eye on the libraries of people who have the app open, so that their pages stay up to date.',
      everyMs: EVERY_MS,
      run: () => this.follow(),
    });
  }

  /** A session has begun, perhaps of somebody whose libraries nobody follows yet. */
  begun(): void {
    this.jobs.wake(JOB);
  }

  private async follow(): Promise<void> {
    if (this.live.size === 0) return;
    const libraries = await this.sessionAudience.libraries();
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
