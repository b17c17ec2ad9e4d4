import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { ReportedRecordsService, type RecentImport, type TimeSpan } from '../../library/library.public.js';
import { LIBRARY_KINDS, type MediaType } from '../../requests/requests.public.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import { ContentAlertClaimsRepository } from './content-alert-claims.repository.js';
import { ContentAlertsService, type Arrival } from './content-alerts.service.js';
import { alertKey, contentCategory } from './new-content.js';

export const CATCH_UP_JOB = 'notifications.catch-up';

const EVERY_MS = 5 * 60_000;

const LONGEST_PAST_MS = 6 * 60 * 60_000;
const MOST_ALERTS = 10;

/** A library that can't be read for longer is left to what its manager reports. */
const TRIED_FOR_MS = 60 * 60_000;

/** The most titles that are judged: each costs a call to a manager. */
const MOST_JUDGED = 100;

const heardUntil = (key: string) => defineSetting({ key, schema: z.number(), fallback: 0 });

/** Until when reports were received, in epoch milliseconds; 0 before the first note. The key of films is older than the others. */
const HEARD_UNTIL = {
  movie: heardUntil('content_heard_until'),
  tv: heardUntil('content_heard_until_tv'),
  book: heardUntil('content_heard_until_book'),
  music: heardUntil('content_heard_until_music'),
} as const satisfies Record<MediaType, unknown>;

const MEDIA_TYPES = Object.keys(HEARD_UNTIL) as readonly MediaType[];

type Heard = readonly [MediaType, number];

interface MissedImport {
  readonly mediaType: MediaType;
  readonly instanceId: string;
  readonly imported: RecentImport;
  readonly span: TimeSpan;
}

interface ImportsOfKind {
  readonly imports: readonly MissedImport[];
  readonly isWhole: boolean;
}

const UNREAD: ImportsOfKind = { imports: [], isWhole: false };

interface MissedContent {
  readonly arrivals: readonly Arrival[];
  /** The media types with a library or a history that couldn't be read. */
  readonly unread: ReadonlySet<MediaType>;
}

/**
 * Announces after a restart what came while the server was off, and notes every five minutes until when it received reports.
 * When no account wants new titles of a kind, its note is removed, so that the server announces nothing muted later.
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
    private readonly directory: InstanceDirectoryService,
    private readonly imports: ReportedRecordsService,
    private readonly claims: ContentAlertClaimsRepository,
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
    const { wanted, muted } = await this.database.read((tx) => this.heard(tx));
    for (const [mediaType, heard] of wanted) if (heard === 0 || heard >= this.startedAt) this.caughtUp.add(mediaType);
    const behind = wanted.filter(([mediaType]) => !this.caughtUp.has(mediaType));
    if (behind.length > 0) await this.catchUp(behind, signal);
    const noted = wanted.filter(([mediaType]) => this.caughtUp.has(mediaType));
    if (noted.length + muted.length === 0) return;
    await this.database.write(async (tx) => {
      for (const [mediaType] of noted) await this.settings.set(tx, HEARD_UNTIL[mediaType], this.clock.now());
      for (const [mediaType] of muted) await this.settings.remove(tx, HEARD_UNTIL[mediaType]);
    });
  }

  /** The kinds that an account wants messages about, and the other kinds that still have a note. */
  private async heard(tx: ReadTx): Promise<{ readonly wanted: readonly Heard[]; readonly muted: readonly Heard[] }> {
    const [wanted, muted]: [Heard[], Heard[]] = [[], []];
    for (const mediaType of MEDIA_TYPES) {
      const heard = await this.settings.get(tx, HEARD_UNTIL[mediaType]);
      if (await this.alerts.isWanted(tx, contentCategory(mediaType, false))) wanted.push([mediaType, heard]);
      else if (heard !== 0) muted.push([mediaType, heard]);
    }
    return { wanted, muted };
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
    const { arrivals, unread } = await this.missedBetween(spans, this.alertsLeft, signal);
    for (const arrival of arrivals)
      if (await this.database.write((tx) => this.alerts.add(tx, arrival))) this.alertsLeft -= 1;
    this.alerts.wake();
    const isOver = this.clock.now() - startedAt > TRIED_FOR_MS;
    for (const mediaType of spans.keys()) if (isOver || !unread.has(mediaType)) this.caughtUp.add(mediaType);
  }

  /**
   * The imported titles that were not announced, at most `limit`, by the histories of managers: new titles before better files, which only
   * administrators hear about, and the newest first in both.
   * @param signal once it is aborted no other manager is asked; what is left counts as unread
   */
  async missedBetween(
    spans: ReadonlyMap<MediaType, TimeSpan>,
    limit: number,
    signal: AbortSignal,
  ): Promise<MissedContent> {
    const unread = new Set<MediaType>();
    const imported: MissedImport[] = [];
    for (const [mediaType, span] of spans) {
      const found = signal.aborted ? UNREAD : await this.importsOf(mediaType, span);
      if (!found.isWhole) unread.add(mediaType);
      imported.push(...found.imports);
    }
    imported.sort((one, other) => other.imported.at - one.imported.at);
    const [added, better] = [new Map<string, Arrival>(), new Map<string, Arrival>()];
    for (const one of await this.dropAnnounced(imported)) {
      if (added.size >= limit) break;
      const { mediaType, instanceId, imported: file, span } = one;
      const isNew = signal.aborted ? null : await this.imports.isNewImport(mediaType, instanceId, file, span);
      if (isNew === null) unread.add(mediaType);
      else (isNew ? added : better).set(keyOf(one, !isNew), { ...titleIn(one), isUpgrade: !isNew });
    }
    return { arrivals: [...added.values(), ...better.values()].slice(0, limit), unread };
  }

  private async importsOf(mediaType: MediaType, span: TimeSpan): Promise<ImportsOfKind> {
    const libraries = await this.database.read((tx) => this.directory.ofKind(tx, LIBRARY_KINDS[mediaType]));
    const imports: MissedImport[] = [];
    let isWhole = true;
    for (const { id: instanceId } of libraries) {
      const found = await this.imports.importsBetween(mediaType, instanceId, span);
      isWhole &&= found !== null;
      for (const imported of found ?? []) imports.push({ mediaType, instanceId, imported, span });
    }
    return { imports, isWhole };
  }

  private dropAnnounced(imports: readonly MissedImport[]): Promise<readonly MissedImport[]> {
    return this.database.read(async (tx) => {
      const left: MissedImport[] = [];
      for (const one of imports) {
        if (left.length >= MOST_JUDGED) break;
        const keys = [false, true].map((isUpgrade) => keyOf(one, isUpgrade));
        const told = await Promise.all(keys.map((key) => this.claims.covers(tx, key, one.imported.at)));
        if (!told.includes(true)) left.push(one);
      }
      return left;
    });
  }
}

/** What is told once: formats of a book have one key. */
function keyOf(one: MissedImport, isUpgrade: boolean): string {
  const { title, name } = titleIn(one);
  return alertKey(contentCategory(one.mediaType, isUpgrade), title, name);
}

/** A record of a book is read by its own id, and named by its title: its formats are one. */
function titleIn({ mediaType, instanceId, imported }: MissedImport): Pick<Arrival, 'title' | 'name'> {
  const { titleId, recordId } = imported;
  if (mediaType !== 'book') return { title: { mediaType, instanceId, titleId } };
  return { title: { mediaType, instanceId, titleId: recordId }, name: String(titleId) };
}
