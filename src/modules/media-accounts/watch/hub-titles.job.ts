import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PlexMediaServer, PlexSection, PlexTitle } from '../../../clients/plex/plex-media-server.js';
import { InjectLog } from '../../../core/core.module.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { type MediaServerRecord, HubInstancesService } from '../../instances/instances.public.js';
import type { LinkedServer } from '../access/server-rights.service.js';
import {
  findHubTitle,
  type HubFinding,
  type HubLibrary,
  type HubShare,
  type HubTitles,
  UNVERIFIED_FINDING,
} from './hub-titles.js';
import type { AskedTitle } from './watched-title.js';

/** Rows of a server that are read at most, about 200 bytes each. What isn't among them is unknown. */
const MOST_TITLES = 60_000;

/** By what a server is known: the hub, and the machine there. */
const serverKeyOf = ({ url, config }: Pick<MediaServerRecord, 'url' | 'config'>): string =>
  `${url} ${config.machineIdentifier}`;

export const HUB_TITLES_JOB = 'media-accounts.hub-titles';

const EVERY_MS = 15 * 60_000;
/** What nobody has asked for so long isn't read any more, and is forgotten. */
const FORGOTTEN_AFTER_MS = 6 * 60 * 60_000;
/** So long a server isn't read again for somebody of whose title nothing is known, in milliseconds. */
const UNKNOWN_REST_MS = 60_000;
/** And for somebody whose title was missing when it was read, and may be there by now. */
const MISSING_REST_MS = 5 * 60_000;

interface KeptIndex {
  titles: HubTitles | null;
  askedAt: number;
  triedAt: number | null;
  /** Somebody waits for a reading that is newer. */
  isDue: boolean;
}

/** Which titles servers behind the hub hold, read in the background as long as somebody asks. A look-up waits for nobody. */
@Injectable()
export class HubTitlesJob implements OnModuleInit {
  /** By instance: as many as administrators have connected. */
  private readonly kept = new Map<string, KeptIndex>();

  constructor(
    private readonly jobs: JobRunner,
    private readonly clock: Clock,
    private readonly hubs: HubInstancesService,
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
    const isOfServer = index.titles?.serverKey === serverKeyOf(server);
    const found = isOfServer && index.titles ? findHubTitle(index.titles, remoteUserId, wanted) : UNVERIFIED_FINDING;
    if (found.state === 'found') return found;
    // What a full reading leaves open, the next one leaves open, too.
    const restMs = isOfServer && index.titles ? MISSING_REST_MS : UNKNOWN_REST_MS;
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
      index.titles = await this.read(instanceId, signal);
    } catch (error) {
      index.titles = null;
      if (!signal.aborted)
        this.log.warn('the titles of a server could not be read', { instance_id: instanceId, error });
    }
  }

  /** Null where the hub names no address that answers. @throws UpstreamError; InstanceMissing; SecretUnreadable; StorageError */
  async read(instanceId: string, signal: AbortSignal): Promise<HubTitles | null> {
    const { server, account, owner } = await this.hubs.connect(instanceId);
    const { machineIdentifier } = server.config;
    const remote = await this.hubs.mediaServer(instanceId, signal);
    if (!remote) return null;
    const named = await account.libraries(machineIdentifier);
    const idOf = new Map(named.flatMap(({ id, key }) => (key === null ? [] : [[key, id] as const])));
    const { sections, isComplete } = await remote.sections(signal);
    const libraries: HubLibrary[] = [];
    let room = MOST_TITLES;
    for (const section of sections) {
      const library = await this.library(remote, section, idOf.get(section.key) ?? '', room, signal);
      libraries.push(library.read);
      room -= library.rows;
    }
    const shares = await account.sharing(machineIdentifier).shares(signal);
    const accepted = shares.flatMap(({ userId, isAccepted, ...share }): readonly (readonly [string, HubShare])[] =>
      userId !== null && isAccepted ? [[userId, { libraries: share.libraries, settings: share.settings }]] : [],
    );
    // A section of which the hub doesn't say which library it is may be one that a share covers.
    const isKnown = isComplete && sections.every(({ key }) => idOf.has(key));
    const shared = new Map(accepted);
    return {
      serverKey: serverKeyOf(server),
      libraries,
      isComplete: isKnown,
      shares: shared,
      ownerId: owner?.id ?? null,
    };
  }

  private async library(
    remote: PlexMediaServer,
    section: PlexSection,
    id: string,
    room: number,
    signal: AbortSignal,
  ): Promise<{ readonly read: HubLibrary; readonly rows: number }> {
    const [byTmdb, byTvdb] = [new Map<number, PlexTitle>(), new Map<number, PlexTitle>()];
    let isReadable = true;
    let [start, total] = [0, 1];
    while (start < total && start < room) {
      const page = await remote.titles(section, start, signal);
      for (const title of page.titles) {
        if (title.tmdbId !== null) byTmdb.set(title.tmdbId, title);
        if (title.tvdbId !== null) byTvdb.set(title.tvdbId, title);
      }
      isReadable &&= page.unknown === 0;
      total = page.total;
      // A list that ends before its end is read no further.
      if (page.rows === 0) break;
      start += page.rows;
    }
    const type = section.type === 'movie' ? 'movie' : 'tv';
    return { read: { id, type, byTmdb, byTvdb, isComplete: isReadable && start >= total }, rows: start };
  }
}
