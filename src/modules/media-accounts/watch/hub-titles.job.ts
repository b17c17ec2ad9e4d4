import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import type { LinkedServer } from '../accounts/linked-servers.service.js';
import type { AskedTitle } from './asked-title.js';
import { findHubTitle, type HubFinding, type HubTitles, UNVERIFIED_FINDING } from './hub-titles.js';
import { HubTitleReadingService, placeOf } from './hub-title-reading.service.js';

/** The name of the job that reads what servers behind the hub hold. */
export const HUB_TITLES_JOB = 'media-accounts.hub-titles';

const EVERY_MS = 15 * 60_000;
/** What nobody has asked for so long isn't read any more, and is forgotten. */
const FORGOTTEN_AFTER_MS = 6 * 60 * 60_000;
/** So long a server isn't read again for somebody of whose title nothing is known, in milliseconds. */
const UNKNOWN_REST_MS = 60_000;
/** And for somebody whose title was missing when it was read, and may be there by now. */
const MISSING_REST_MS = 5 * 60_000;

/** What is kept of a server behind the hub that somebody has asked for. */
interface KeptIndex {
  titles: HubTitles | null;
  /** On the clock of the process. */
  askedAt: number;
  triedAt: number | null;
  /** Somebody waits for a reading that is newer. */
  isDue: boolean;
}

/**
 * Keeps which titles servers behind the hub hold: read in the background, every quarter of an hour as long as somebody asks.
 * A look-up waits for nobody. What was read of a server is of no use once its instance names another one.
 */
@Injectable()
export class HubTitlesJob implements OnModuleInit {
  /** By instance: as many as administrators have connected. */
  private readonly kept = new Map<string, KeptIndex>();

  constructor(
    private readonly jobs: JobRunner,
    private readonly reading: HubTitleReadingService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: HUB_TITLES_JOB,
      title: 'Read Plex libraries',
      purpose: 'Reads which titles Plex servers hold, so that their pages can link to them.',
      everyMs: EVERY_MS,
      run: (signal) => this.run(signal),
    });
  }

  /** What is known of a title by the latest reading. Where that says nothing, the server is read soon. */
  find({ server, remoteUserId }: LinkedServer<'hub'>, wanted: AskedTitle): HubFinding {
    const index = this.kept.get(server.id) ?? { titles: null, askedAt: 0, triedAt: null, isDue: true };
    this.kept.set(server.id, index);
    index.askedAt = this.clock.monotonic();
    const isOfPlace = index.titles?.place === placeOf(server);
    const found = isOfPlace && index.titles ? findHubTitle(index.titles, remoteUserId, wanted) : UNVERIFIED_FINDING;
    if (found.state === 'found') return found;
    // What a full reading leaves open, the next one leaves open, too.
    const restMs = isOfPlace && index.titles ? MISSING_REST_MS : UNKNOWN_REST_MS;
    index.isDue ||= index.triedAt === null || index.askedAt - index.triedAt >= restMs;
    if (index.isDue) this.jobs.wake(HUB_TITLES_JOB);
    return found;
  }

  private async run(signal: AbortSignal): Promise<void> {
    for (const [instanceId, index] of this.kept) {
      if (signal.aborted) return;
      const now = this.clock.monotonic();
      if (now - index.askedAt >= FORGOTTEN_AFTER_MS) this.kept.delete(instanceId);
      // One that was just read for somebody needn't be read for another server's sake.
      else if (index.isDue || now - (index.triedAt ?? 0) >= EVERY_MS / 2) await this.refresh(instanceId, index, signal);
    }
  }

  /** Where a server can't be read nothing is known of it from then on. */
  private async refresh(instanceId: string, index: KeptIndex, signal: AbortSignal): Promise<void> {
    index.triedAt = this.clock.monotonic();
    index.isDue = false;
    try {
      index.titles = await this.reading.read(instanceId, signal);
    } catch (error) {
      index.titles = null;
      if (!signal.aborted)
        this.log.warn('the titles of a server could not be read', { instance_id: instanceId, error });
    }
  }
}
