import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import type { MediaType } from '../../requests/requests.public.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import { ContentAlertsService } from './content-alerts.service.js';
import { MissedContentService } from './missed-content.service.js';
import { contentCategory } from './new-content.js';

/** The name of the job that tells what was missed. */
export const CATCH_UP_JOB = 'notifications.catch-up';

const EVERY_MS = 5 * 60_000;

/** Source: doc 4 section 5.3, catch-up after a restart. */
const LONGEST_PAST_MS = 6 * 60 * 60_000;
const MOST_ALERTS = 10;

/** A library that can't be read for longer is left to what its manager reports. */
const TRIED_FOR_MS = 60 * 60_000;

const heardUntil = (key: string) => defineSetting({ key, schema: z.number(), fallback: 0 });

/**
 * Until when the server received the reports of managers of each kind, in epoch milliseconds; 0 before the first note. The key of
 * films is older than the others.
 */
const HEARD_UNTIL = {
  movie: heardUntil('content_heard_until'),
  tv: heardUntil('content_heard_until_tv'),
  book: heardUntil('content_heard_until_book'),
  music: heardUntil('content_heard_until_music'),
} as const satisfies Record<MediaType, unknown>;

const MEDIA_TYPES = Object.keys(HEARD_UNTIL) as readonly MediaType[];

/** A kind of content, and until when the server received the reports of its managers. */
type Heard = readonly [MediaType, number];

/**
 * Announces after a restart what came while the server was off, and notes every five minutes until when it received reports. When
 * no account wants new titles of a kind, its note is removed, so that the server announces nothing muted later.
 */
@Injectable()
export class ContentCatchUpJob implements OnModuleInit {
  private readonly caughtUp = new Set<MediaType>();
  private alertsLeft = MOST_ALERTS;
  private startedAt = 0;

  constructor(
    private readonly jobs: JobRunner,
    private readonly database: Database,
    private readonly settings: SettingsRepository,
    private readonly clock: Clock,
    private readonly missed: MissedContentService,
    private readonly alerts: ContentAlertsService,
  ) {}

  onModuleInit(): void {
    this.startedAt = this.clock.now();
    this.jobs.register({
      name: CATCH_UP_JOB,
      title: 'Tell of new content that has come meanwhile',
      purpose:
        'After a restart, sends push messages about films, episodes, books and albums that came while the server was off.',
      everyMs: EVERY_MS,
      run: (signal) => this.run(signal),
    });
    this.jobs.wake(CATCH_UP_JOB);
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { told, muted } = await this.database.read((tx) => this.heard(tx));
    for (const [mediaType, heard] of told) if (heard === 0 || heard >= this.startedAt) this.caughtUp.add(mediaType);
    const behind = told.filter(([mediaType]) => !this.caughtUp.has(mediaType));
    if (behind.length > 0) await this.catchUp(behind, signal);
    const noted = told.filter(([mediaType]) => this.caughtUp.has(mediaType));
    if (noted.length + muted.length === 0) return;
    await this.database.write(async (tx) => {
      for (const [mediaType] of noted) await this.settings.set(tx, HEARD_UNTIL[mediaType], this.clock.now());
      for (const [mediaType] of muted) await this.settings.remove(tx, HEARD_UNTIL[mediaType]);
    });
  }

  /** The kinds that an account wants to be told, and the other kinds that still have a note. */
  private async heard(tx: ReadTx): Promise<{ readonly told: readonly Heard[]; readonly muted: readonly Heard[] }> {
    const [told, muted]: [Heard[], Heard[]] = [[], []];
    for (const mediaType of MEDIA_TYPES) {
      const heard = await this.settings.get(tx, HEARD_UNTIL[mediaType]);
      if (await this.alerts.isTold(tx, contentCategory(mediaType, false))) told.push([mediaType, heard]);
      else if (heard !== 0) muted.push([mediaType, heard]);
    }
    return { told, muted };
  }

  /** Announces what could be read, once. Tries for an hour to read the rest. */
  private async catchUp(behind: readonly Heard[], signal: AbortSignal): Promise<void> {
    const { startedAt } = this;
    const spans = new Map(
      behind.map(([mediaType, heard]) => [
        mediaType,
        { from: Math.max(heard, startedAt - LONGEST_PAST_MS), to: startedAt },
      ]),
    );
    const { arrivals, unread } = await this.missed.between(spans, this.alertsLeft, signal);
    for (const arrival of arrivals)
      if (await this.database.write((tx) => this.alerts.add(tx, arrival))) this.alertsLeft -= 1;
    this.alerts.wake();
    const isOver = this.clock.now() - startedAt > TRIED_FOR_MS;
    for (const mediaType of spans.keys()) if (isOver || !unread.has(mediaType)) this.caughtUp.add(mediaType);
  }
}
