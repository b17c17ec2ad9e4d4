import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { HubClientsService, type VideoServerType, VideoServersService } from '../../instances/instances.public.js';
import { type LinkedServer, LinkedServersService } from '../accounts/linked-servers.service.js';
import { LiveReadingsService } from '../servers/live-readings.service.js';
import { stateOfFault } from '../servers/lookup-fault.js';
import type { AskedTitle } from './asked-title.js';
import { HubTitlesJob } from './hub-titles.job.js';
import { hubTitleAddress, titleAddress } from './title-address.js';
import { WatchTitlesService } from './watch-titles.service.js';

/**
 * What a look-up on a video server has come to.
 *
 * | state | meaning |
 * |---|---|
 * | found | the server has the title, and the person sees it |
 * | missing | the server affirms that the person sees no such title |
 * | unreachable | the server couldn't be asked |
 * | unverified | nobody can say |
 *
 * Source: doc 1 §3, Watch lookup state.
 */
export type WatchState = 'found' | 'missing' | 'unreachable' | 'unverified';

/** A server on which somebody might watch a title. */
export interface WatchPlace {
  readonly instanceId: string;
  readonly serviceType: VideoServerType | 'hub';
  readonly name: string;
  readonly state: WatchState;
  /** Where the title itself is opened; null where it wasn't found, and where the server has no address for people. */
  readonly url: string | null;
  /** The address of the hub, where no address of the title itself is known; null on other servers. */
  readonly fallbackUrl: string | null;
}

type Lookup = Pick<WatchPlace, 'state' | 'url' | 'fallbackUrl'>;

const KINDS = ['hub', 'video_server_a', 'video_server_b'] as const;

const UNVERIFIED: Lookup = { state: 'unverified', url: null, fallbackUrl: null };

/** On which servers can somebody watch a title? Source: doc 1 §4, GET /api/media-servers/watch. */
@Injectable()
export class WatchService {
  constructor(
    private readonly titles: WatchTitlesService,
    private readonly linked: LinkedServersService,
    private readonly servers: VideoServersService,
    private readonly hubTitles: HubTitlesJob,
    private readonly hubs: HubClientsService,
    private readonly readings: LiveReadingsService,
  ) {}

  /**
   * Looks a title up on every server on which the caller has an account, on all of them at once, in at most four seconds. The
   * servers answer by what that account sees.
   *
   * @throws AppError 404 and 503 as {@link WatchTitlesService.of}; 503 for faults of our own storage
   */
  async places(caller: Caller, asked: AskedTitle): Promise<readonly WatchPlace[]> {
    const title = await this.titles.of(caller.userId, asked);
    const eligible = await this.linked.of(caller, KINDS);
    const lookups = eligible.map(async (one): Promise<WatchPlace> => ({
      instanceId: one.server.id,
      serviceType: one.serviceType,
      name: one.server.name,
      ...(await this.lookUp(caller, one, title.wanted)),
    }));
    const places = await Promise.all(lookups);
    const still = await this.linked.still(caller, eligible);
    await this.titles.requireStill(caller.userId, title);
    return places.filter(({ instanceId }) => still.has(instanceId));
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

  /** By what was read of the server last: nobody waits for it. */
  private lookUpAtHub(linked: LinkedServer<'hub'>, wanted: AskedTitle | null): Lookup {
    const { machineIdentifier, publicAddress } = linked.server.config;
    const finding = wanted && this.hubTitles.find(linked, wanted);
    if (finding?.state === 'found') {
      const url = hubTitleAddress(this.hubs.webUrl, machineIdentifier, finding.ratingKey);
      return { state: 'found', url, fallbackUrl: null };
    }
    return { ...UNVERIFIED, state: finding?.state ?? 'unverified', fallbackUrl: publicAddress || null };
  }
}
