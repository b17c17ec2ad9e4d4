import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { AppError } from '../../../core/errors/app-error.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import {
  ContentLimitsService,
  type KidsJudge,
  limitsUnreadable,
  titleNotAvailable,
} from '../../content-policy/content-policy.public.js';
import { HubClientsService, VideoServersService, type VideoServerType } from '../../instances/instances.public.js';
import { FilmMetadataService, SeriesMetadataService } from '../../metadata/metadata.public.js';
import { type LinkedServer, ServerRightsService } from '../access/server-rights.service.js';
import { LiveReadingsService, stateOfFault } from '../servers/live-readings.service.js';
import { HubTitlesJob } from './hub-titles.job.js';
import { type AskedTitle, hubTitleAddress, judgedTitle, type KnownTitle, titleAddress } from './watched-title.js';

export interface WatchedTitle {
  readonly judge: KidsJudge | null;
  /** Null where nothing is to be looked for, since what was asked is more than one title's. */
  readonly wanted: AskedTitle | null;
}

/** The metadata provider's failure means that limits can't be checked; what is busy says so itself. */
function throwLimitsUnreadable(fault: unknown): never {
  const isProviders = fault instanceof AppError && fault.status === 502;
  throw isProviders ? limitsUnreadable(fault) : fault;
}

/**
 * What a look-up on a video server has come to.
 *
 * | state | meaning |
 * |---|---|
 * | found | the server has the title, and the person sees it |
 * | missing | the server affirms that the person sees no such title |
 * | unreachable | the server couldn't be asked |
 * | unverified | nobody can say |
 */
export type WatchState = 'found' | 'missing' | 'unreachable' | 'unverified';

export interface TitleOnServer {
  readonly instanceId: string;
  readonly serviceType: VideoServerType | 'hub';
  readonly name: string;
  readonly state: WatchState;
  /** Where the title itself is opened; null where it wasn't found, and where the server has no address for people. */
  readonly url: string | null;
  /** The address of the hub, where no address of the title itself is known; null on other servers. */
  readonly fallbackUrl: string | null;
}

export type Lookup = Pick<TitleOnServer, 'state' | 'url' | 'fallbackUrl'>;

export const WATCH_KINDS = ['hub', 'video_server_a', 'video_server_b'] as const;

export const UNVERIFIED: Lookup = { state: 'unverified', url: null, fallbackUrl: null };

@Injectable()
export class WatchService {
  constructor(
    private readonly linked: ServerRightsService,
    private readonly servers: VideoServersService,
    private readonly hubTitles: HubTitlesJob,
    private readonly hubs: HubClientsService,
    private readonly readings: LiveReadingsService,
    private readonly limits: ContentLimitsService,
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
  ) {}

  /** On every server with an account of the caller at once, in at most four seconds. @throws AppError as {@link titleFor} */
  async findOnServers(caller: Caller, asked: AskedTitle): Promise<readonly TitleOnServer[]> {
    const title = await this.titleFor(caller.userId, asked);
    const eligible = await this.linked.linkedServers(caller, WATCH_KINDS);
    const lookups = eligible.map(async (one): Promise<TitleOnServer> => ({
      instanceId: one.server.id,
      serviceType: one.serviceType,
      name: one.server.name,
      ...(await this.lookUp(caller, one, title.wanted)),
    }));
    const found = await Promise.all(lookups);
    const still = await this.linked.stillLinked(caller, eligible);
    await this.requireStill(caller.userId, title);
    return found.filter(({ instanceId }) => still.has(instanceId));
  }

  private async lookUp(
    { userId }: Caller,
    { server, serviceType, remoteUserId }: LinkedServer<VideoServerType | 'hub'>,
    wanted: AskedTitle | null,
  ): Promise<Lookup> {
    const { publicAddress } = server.config;
    if (serviceType === 'hub') return this.lookUpAtHub({ server, serviceType, remoteUserId }, wanted);
    if (wanted === null) return UNVERIFIED;
    try {
      const { client } = await this.servers.connect(server.id);
      const asked = { instanceId: server.id, what: ['watch', server.url, remoteUserId, wanted] };
      const items = await this.readings.readFor(userId, asked, ({ signal, inTurn }) =>
        inTurn(() => client.findTitle(remoteUserId, wanted, signal)),
      );
      const urls = items.map((item) => titleAddress(serviceType, publicAddress, item));
      const url = urls.find((one) => one !== null) ?? null;
      return { state: items.length > 0 ? 'found' : 'missing', url, fallbackUrl: null };
    } catch (fault) {
      return { ...UNVERIFIED, state: stateOfFault(fault) };
    }
  }

  /** By what was read of the server last: nobody waits for it. Whether the caller has an account there is judged before. */
  lookUpAtHub(linked: LinkedServer<'hub'>, wanted: AskedTitle | null): Lookup {
    const { machineIdentifier, publicAddress } = linked.server.config;
    const finding = wanted && this.hubTitles.find(linked, wanted);
    if (finding?.state === 'found') {
      const url = hubTitleAddress(this.hubs.webUrl, machineIdentifier, finding.ratingKey);
      return { state: 'found', url, fallbackUrl: null };
    }
    return { ...UNVERIFIED, state: finding?.state ?? 'unverified', fallbackUrl: publicAddress || null };
  }

  /** Not inside a transaction. @throws AppError for a kids account alone: 404 outside of its limits; 503 where they can't be checked */
  async titleFor(userId: number, asked: AskedTitle): Promise<WatchedTitle> {
    const judge = await this.limits.of(userId);
    if (!judge) return { judge, wanted: asked };
    const { type } = asked;
    const tmdbId = await this.ratedBy(asked).catch(throwLimitsUnreadable);
    if (tmdbId === null) throw titleNotAvailable();
    const verdict = await this.limits.judge(judge, type, tmdbId, shareOf(userId)).catch(throwLimitsUnreadable);
    const known = verdict.shown ? await this.factsOf(type, tmdbId).catch(throwLimitsUnreadable) : null;
    if (!known) throw titleNotAvailable();
    return { judge, wanted: judgedTitle(asked, known) };
  }

  /** @throws AppError 503 where other limits hold by now */
  requireStill(userId: number, { judge }: WatchedTitle): Promise<void> {
    return this.limits.requireStill(userId, judge);
  }

  /** The id by which the title's ratings are looked up; null where the metadata provider affirms that there is none. */
  private async ratedBy({ type, tmdbId, tvdbId }: AskedTitle): Promise<number | null> {
    if (tmdbId !== null) return tmdbId;
    if (type === 'tv' && tvdbId !== null) return this.series.tmdbIdOfTvdb(tvdbId);
    throw limitsUnreadable(new Error('no ratings of a film can be looked up by its id of TheTVDB'));
  }

  private async factsOf(type: AskedTitle['type'], tmdbId: number): Promise<KnownTitle | null> {
    if (type === 'movie') {
      const film = await this.films.filmSummary(tmdbId);
      return film && { tmdbId, tvdbId: null, year: film.year, names: [film.title] };
    }
    const series = await this.series.seriesSummary(tmdbId);
    if (!series) return null;
    const { tvdbId, firstAiredYear: year, title, originalTitle } = series;
    return { tmdbId, tvdbId, year, names: [title, originalTitle] };
  }
}
