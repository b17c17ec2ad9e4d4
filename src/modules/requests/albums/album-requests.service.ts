import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Clock, utcDay } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceAccessService, InstanceMissing } from '../../instances/instances.public.js';
import {
  AlbumLibraryService,
  type AlbumName,
  type ArrivalReading,
  type FoundAlbum,
  TitleArrivalsService,
  UNREAD_ALBUM,
} from '../../library/library.public.js';
import { albumUnit } from '../../quotas/quotas.public.js';
import { GLANCE_MS, LiveTitles } from '../kinds/live-titles.js';
import type {
  AskedTitle,
  PricedSelection,
  RequestKind,
  StatusReading,
  Submission,
  TitleState,
} from '../kinds/request-kind.js';
import { keptRecord, type LiveState, savedStateOf, statusNow, type StatusNow } from '../kinds/request-status.js';
import {
  type Glance,
  type WholeTitle,
  type WholeTitleLibrary,
  WholeTitlesService,
} from '../kinds/whole-titles.service.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import type { DispatchRow } from '../saved/job-rows.js';
import type { CatalogId } from '../saved/requests.repository.js';
import { LIBRARY_KINDS } from '../saved/work.js';
import { AlbumDeliveryService } from './album-delivery.service.js';

/** Its key is the id of its release group in lower case. */
export interface AlbumSelection extends AskedTitle {
  readonly mediaType: 'music';
  readonly foreignId: string;
  readonly title: string;
  readonly searchTerm: string | null;
  /** Where the id comes from; null when it wasn't sent. */
  readonly catalogRef: CatalogId | null;
}

/** The library is null once it has been removed. */
interface AlbumInLibrary extends AlbumName {
  readonly instanceId: string | null;
}

const UNPROVED: Glance = { live: UNREAD_ALBUM.live, needsNothing: false };

export class LiveAlbums extends LiveTitles<AlbumInLibrary, FoundAlbum, string> implements WholeTitleLibrary {
  constructor(
    access: InstanceAccessService,
    private readonly library: AlbumLibraryService,
    private readonly arrivals: TitleArrivalsService,
    private readonly patience: Clock,
  ) {
    super(access, patience, {
      availabilities: async (instanceId, albums) => {
        const judge = await library.judge(instanceId);
        return new Map(albums.map((album) => [nameOf(album), judge(album)]));
      },
      idOf: nameOf,
      unknown: UNREAD_ALBUM,
    });
  }

  arrival({ instanceId, ...album }: AlbumInLibrary): Promise<ArrivalReading> {
    return this.arrivalIn(instanceId, (id) => this.arrivals.album(id, album));
  }

  hasAll({ input: { instanceId, key } }: WholeTitle): boolean {
    return this.library.isWhole(instanceId, { foreignAlbumId: key, recordId: null });
  }

  async stateOf({ input: { instanceId, key } }: WholeTitle, { recordId }: DispatchRow): Promise<LiveState> {
    return (await this.readOne({ instanceId, foreignAlbumId: key, recordId })).live;
  }

  /** A delivery would change nothing where the library has all of the album or watches it. */
  async glanceAt({ input: { instanceId, key } }: WholeTitle, job: DispatchRow | null): Promise<Glance> {
    const album = { foreignAlbumId: key, recordId: job?.recordId ?? null };
    const answer = await within(this.patience, GLANCE_MS, this.proof(instanceId, album));
    return answer === TOO_LATE ? UNPROVED : answer;
  }

  private async proof(instanceId: string, album: AlbumName): Promise<Glance> {
    try {
      const read = [this.library.judge(instanceId), this.library.needsNothing(instanceId, album)] as const;
      const [judge, needsNothing] = await Promise.all(read);
      return { live: judge(album).live, needsNothing };
    } catch (fault) {
      if (fault instanceof InstanceMissing) return UNPROVED;
      throw fault;
    }
  }
}

const nameOf = ({ foreignAlbumId, recordId }: AlbumInLibrary): string => `${foreignAlbumId} ${recordId}`;

@Injectable()
export class AlbumRequestsService implements RequestKind<AlbumSelection> {
  readonly mediaType = 'music';
  private readonly live: LiveAlbums;

  constructor(
    readonly delivery: AlbumDeliveryService,
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    library: AlbumLibraryService,
    arrivals: TitleArrivalsService,
    private readonly titles: WholeTitlesService,
    private readonly clock: Clock,
  ) {
    this.live = new LiveAlbums(access, library, arrivals, clock);
  }

  async submit(caller: Caller, album: AlbumSelection): Promise<Submission> {
    return this.titles.submit(caller, await this.resolve(caller, album), this.live);
  }

  async preview(caller: Caller, album: AlbumSelection): Promise<PricedSelection> {
    return this.titles.preview(caller, await this.resolve(caller, album), this.live);
  }

  statuses(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading> {
    return this.live.statuses(tx, caller, requests, inLibrary, (one, live) => this.now(one.request.key, one, live));
  }

  arrival(one: SavedRequest): Promise<ArrivalReading> {
    return this.live.arrival(inLibrary(one));
  }

  async titleIn(instanceId: string, asked: AskedTitle, requests: readonly SavedRequest[]): Promise<TitleState> {
    const { key } = asked;
    const [saved = null] = requests;
    const recordId = asked.recordId ?? keptRecord(requests);
    const found = await this.live.readOne({ instanceId, foreignAlbumId: key, recordId });
    return { saved, now: this.now(key, saved, found), match: null };
  }

  private now(key: string, saved: SavedRequest | null, { live, filedAs }: FoundAlbum): StatusNow {
    const comesOut = live.known && live.releasedAt !== null && live.releasedAt > this.clock.now();
    return {
      ...statusNow(saved && savedStateOf(saved), live),
      ...(filedAs === null || filedAs === key ? {} : { canonicalForeignId: filedAs }),
      ...(comesOut ? { comesOutOn: utcDay(live.releasedAt) } : {}),
    };
  }

  /** Nothing is asked of anybody but the library before the request is saved. */
  private async resolve(caller: Caller, album: AlbumSelection): Promise<WholeTitle> {
    const { mediaType, key, title, foreignId, searchTerm, catalogRef } = album;
    const { id: instanceId } = await this.database.readOne((tx) =>
      this.access.resolveDestination(tx, caller, LIBRARY_KINDS[mediaType], album.instanceId),
    );
    const catalog = { catalogProvider: catalogRef?.provider ?? null, catalogId: catalogRef?.id ?? null };
    const subject = { userId: caller.userId, mediaType, key, instanceId };
    return {
      input: { ...subject, title, foreignId, searchTerm, ...catalog, qualityProfileId: 0 },
      unit: albumUnit(key),
    };
  }
}

function inLibrary({ request, deliveries: [job] }: SavedRequest): AlbumInLibrary {
  return { instanceId: request.instanceId, foreignAlbumId: request.key, recordId: job.recordId };
}
