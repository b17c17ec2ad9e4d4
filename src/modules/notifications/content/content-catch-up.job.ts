import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import { ContentAlertsService } from './content-alerts.service.js';
import { MissedFilmsService } from './missed-films.service.js';

/** The name of the job that tells what was missed. */
export const CATCH_UP_JOB = 'notifications.catch-up';

const EVERY_MS = 5 * 60_000;

/** Source: doc 4 section 5.3, catch-up after a restart. */
const LONGEST_PAST_MS = 6 * 60 * 60_000;
const MOST_ALERTS = 10;

/** A library that can't be read for longer is left to what its manager reports. */
const TRIED_FOR_MS = 60 * 60_000;

/** Until when reports of managers were heard, in epoch milliseconds; 0 where nobody was told of any yet. */
const HEARD_UNTIL = defineSetting({ key: 'content_heard_until', schema: z.number(), fallback: 0 });

/**
 * Tells after a restart of films that have come while nobody heard their managers, and notes every five minutes until when they
 * were heard. While nobody is told of new films, nothing is noted, so that nothing muted is told later.
 */
@Injectable()
export class ContentCatchUpJob implements OnModuleInit {
  private isCaughtUp = false;
  private startedAt = 0;

  constructor(
    private readonly jobs: JobRunner,
    private readonly database: Database,
    private readonly settings: SettingsRepository,
    private readonly clock: Clock,
    private readonly films: MissedFilmsService,
    private readonly alerts: ContentAlertsService,
  ) {}

  onModuleInit(): void {
    this.startedAt = this.clock.now();
    this.jobs.register({
      name: CATCH_UP_JOB,
      title: 'Tell of films that have come meanwhile',
      purpose: 'After a restart, sends push messages about films that came while the server was off.',
      everyMs: EVERY_MS,
      run: () => this.run(),
    });
    this.jobs.wake(CATCH_UP_JOB);
  }

  private async run(): Promise<void> {
    const { isTold, heardUntil } = await this.database.read(async (tx) => ({
      isTold: await this.alerts.isTold(tx, 'new_movie'),
      heardUntil: await this.settings.get(tx, HEARD_UNTIL),
    }));
    if (!isTold) return;
    this.isCaughtUp ||= heardUntil === 0 || heardUntil >= this.startedAt || (await this.catchUp(heardUntil));
    if (this.isCaughtUp) await this.database.write((tx) => this.settings.set(tx, HEARD_UNTIL, this.clock.now()));
  }

  /** @returns whether that is all: what could be read is told in any case, and once */
  private async catchUp(heardUntil: number): Promise<boolean> {
    const { startedAt } = this;
    const from = Math.max(heardUntil, startedAt - LONGEST_PAST_MS);
    const { arrivals, isWhole } = await this.films.between(from, startedAt, MOST_ALERTS);
    for (const arrival of arrivals) await this.database.write((tx) => this.alerts.add(tx, arrival));
    this.alerts.wake();
    return isWhole || this.clock.now() - startedAt > TRIED_FOR_MS;
  }
}
