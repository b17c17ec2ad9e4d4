import { Injectable } from '@nestjs/common';
import type { MediaItem } from '../../../clients/mediabrowser/media-item.js';
import type { Caller } from '../../../core/access/caller.js';
import { AppError } from '../../../core/errors/app-error.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { type KidsJudge, limitsUnreadable } from '../../content-policy/content-policy.public.js';
import { VideoServersService, type VideoServerType } from '../../instances/instances.public.js';
import { SeriesMetadataService, type TitleKind } from '../../metadata/metadata.public.js';
import { type LinkedServer, ServerRightsService } from '../access/server-rights.service.js';
import { LiveReadingsService, stateOfFault } from '../servers/live-readings.service.js';
import { type Lookup, type TitleOnServer, UNVERIFIED, WATCH_KINDS, WatchService } from './watch.service.js';
import { type AskedTitle, titleAddress } from './watched-title.js';

export interface NumberedTitle {
  readonly type: TitleKind;
  readonly tmdbId: number;
}

export interface TitleOnServers extends NumberedTitle {
  readonly places: readonly TitleOnServer[];
}

/** A title with what servers may file it by. */
interface SoughtTitle extends NumberedTitle {
  readonly wanted: AskedTitle;
  /** False where a server may have the title by an id that isn't known. */
  readonly hasAllIds: boolean;
}

interface AllowedTitle extends SoughtTitle {
  readonly judge: KidsJudge | null;
}

/** So many titles are looked up with the metadata provider at once. */
const AT_ONCE = 4;
/** So long an answer waits for ids of series, in milliseconds. Mostly they are kept. */
const PATIENCE_MS = 2_000;
/** So long titles are judged for a kids account, in milliseconds. */
const LONGEST_JUDGED_MS = 20_000;

/** Places to watch of several titles, with one call for each server. */
@Injectable()
export class WatchManyService {
  constructor(
    private readonly watch: WatchService,
    private readonly linked: ServerRightsService,
    private readonly servers: VideoServersService,
    private readonly readings: LiveReadingsService,
    private readonly series: SeriesMetadataService,
    private readonly clock: Clock,
  ) {}

  /**
   * On every server with an account of the caller at once, in at most six seconds once limits are checked. Titles outside of them are
   * left out. @throws AppError 503 where limits can't be checked, or were changed meanwhile
   */
  async findOnServers(caller: Caller, asked: readonly NumberedTitle[]): Promise<readonly TitleOnServers[]> {
    const allowed = await this.withinLimits(caller.userId, asked);
    const eligible = await this.linked.linkedServers(caller, WATCH_KINDS);
    const sought = eligible.length > 0 ? await this.withTvdbIds(allowed) : allowed;
    const found = await Promise.all(eligible.map((one) => this.lookUp(caller, one, sought)));
    const still = await this.linked.stillLinked(caller, eligible);
    for (const judge of new Set(allowed.map((title) => title.judge)))
      await this.watch.requireStill(caller.userId, { judge, wanted: null });
    return sought.map(({ type, tmdbId }, at) => ({
      type,
      tmdbId,
      places: eligible.flatMap(({ server, serviceType }, place): readonly TitleOnServer[] => {
        const lookup = found[place]?.[at] ?? UNVERIFIED;
        return still.has(server.id) ? [{ instanceId: server.id, serviceType, name: server.name, ...lookup }] : [];
      }),
    }));
  }

  /** As GET /api/media-servers/watch judges one title; for others than kids accounts nothing is looked up. */
  private async withinLimits(userId: number, asked: readonly NumberedTitle[]): Promise<readonly AllowedTitle[]> {
    const allowed = new Map<NumberedTitle, AllowedTitle>();
    const judgeOne = async (title: NumberedTitle): Promise<void> => {
      try {
        const { judge, wanted } = await this.watch.titleFor(userId, { ...title, tvdbId: null });
        const hasAllIds = judge !== null || title.type === 'movie';
        if (wanted) allowed.set(title, { ...title, judge, wanted, hasAllIds });
      } catch (fault) {
        if (!(fault instanceof AppError) || fault.status !== 404) throw fault;
      }
    };
    if (!(await isDoneInTime(this.clock, LONGEST_JUDGED_MS, asked, judgeOne)))
      throw limitsUnreadable(new Error('titles are judged for too long'));
    return asked.flatMap((title) => allowed.get(title) ?? []);
  }

  /** A server may file a series by its id of TheTVDB alone. Of what isn't known in time, nobody says that it is missing. */
  private async withTvdbIds(titles: readonly SoughtTitle[]): Promise<readonly SoughtTitle[]> {
    const known = new Map<SoughtTitle, number | null>();
    const lookUp = async (title: SoughtTitle): Promise<void> => {
      known.set(title, (await this.series.seriesSummary(title.tmdbId))?.tvdbId ?? null);
    };
    const unknown = titles.filter(({ hasAllIds }) => !hasAllIds);
    await isDoneInTime(this.clock, PATIENCE_MS, unknown, lookUp).catch(throwUnlessProviders);
    return titles.map((title) => {
      const tvdbId = known.get(title);
      return tvdbId === undefined ? title : { ...title, wanted: { ...title.wanted, tvdbId }, hasAllIds: true };
    });
  }

  /** Of each title, in their order. */
  private async lookUp(
    { userId }: Caller,
    { server, serviceType, remoteUserId }: LinkedServer<VideoServerType | 'hub'>,
    sought: readonly SoughtTitle[],
  ): Promise<readonly Lookup[]> {
    if (serviceType === 'hub') {
      const found = sought.map(({ wanted }) => this.watch.lookUpAtHub({ server, serviceType, remoteUserId }, wanted));
      return found.map((lookup, at) => surely(lookup, sought[at]));
    }
    const wanted = sought.map((title) => title.wanted);
    try {
      const { client } = await this.servers.connect(server.id);
      const asked = { instanceId: server.id, what: ['watch-many', server.url, remoteUserId, wanted] };
      const found = await this.readings.readFor(userId, asked, ({ signal, inTurn }) =>
        inTurn(() => client.findTitles(remoteUserId, wanted, signal)),
      );
      const { publicAddress } = server.config;
      return found.map((items, at) => surely(placeOf(serviceType, publicAddress, items), sought[at]));
    } catch (fault) {
      const state = stateOfFault(fault);
      return sought.map(() => ({ ...UNVERIFIED, state }));
    }
  }
}

/** A few at once. None is begun once one has failed, or the time is over. @throws what the work throws in time */
async function isDoneInTime<T>(
  clock: Clock,
  ms: number,
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<boolean> {
  const waiting = [...all];
  const run = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  try {
    return (await within(clock, ms, Promise.all(Array.from({ length: AT_ONCE }, run)))) !== TOO_LATE;
  } finally {
    waiting.length = 0;
  }
}

/** The provider's failure leaves ids unknown. @throws what is a fault of ours */
function throwUnlessProviders(fault: unknown): void {
  if (!(fault instanceof AppError)) throw fault;
}

function placeOf(serviceType: VideoServerType, publicAddress: string, items: readonly MediaItem[] | null): Lookup {
  if (items === null) return UNVERIFIED;
  const urls = items.map((item) => titleAddress(serviceType, publicAddress, item));
  const url = urls.find((one) => one !== null) ?? null;
  return { state: items.length > 0 ? 'found' : 'missing', url, fallbackUrl: null };
}

const surely = (lookup: Lookup, title: SoughtTitle | undefined): Lookup =>
  lookup.state === 'missing' && title?.hasAllIds === false ? { ...lookup, state: 'unverified' } : lookup;
