import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceAccessService, InstanceMissing } from '../../instances/instances.public.js';
import {
  AlbumLibraryService,
  TitleArrivalsService,
  UNREAD_ALBUM,
  type AlbumName,
  type ArrivalReading,
  type FoundAlbum,
} from '../../library/library.public.js';
import type { DispatchRow } from '../jobs/dispatch-row.entity.js';
import { GLANCE_MS, LiveTitles } from '../kinds/live-titles.js';
import type { LiveState } from '../kinds/request-status.js';
import type { Glance, WholeTitle, WholeTitleLibrary } from '../kinds/whole-titles.service.js';

/** An album in a library; null once that library has been removed. */
export interface AlbumPlace extends AlbumName {
  readonly instanceId: string | null;
}

const UNPROVED: Glance = { live: UNREAD_ALBUM.live, needsNothing: false };

/** Reads the live state of albums, as far as the caller may see it. */
@Injectable()
export class LiveAlbumsService extends LiveTitles<AlbumPlace, FoundAlbum, string> implements WholeTitleLibrary {
  constructor(
    access: InstanceAccessService,
    private readonly library: AlbumLibraryService,
    private readonly arrivals: TitleArrivalsService,
    private readonly patience: Clock,
  ) {
    super(access, patience, {
      availabilities: async (instanceId, places) => {
        const judge = await library.judge(instanceId);
        return new Map(places.map((place) => [nameOf(place), judge(place)]));
      },
      idOf: nameOf,
      unknown: UNREAD_ALBUM,
    });
  }

  /** How far an album has come. */
  arrival({ instanceId, ...album }: AlbumPlace): Promise<ArrivalReading> {
    return this.arrivalIn(instanceId, (id) => this.arrivals.album(id, album));
  }

  hasAll({ input: { instanceId, key } }: WholeTitle): boolean {
    return this.library.isWhole(instanceId, { foreignAlbumId: key, recordId: null });
  }

  async stateOf({ input: { instanceId, key } }: WholeTitle, { recordId }: DispatchRow): Promise<LiveState> {
    return (await this.readOne({ instanceId, foreignAlbumId: key, recordId })).live;
  }

  /**
   * Nothing would be changed where the library has all of the album or watches it. Unknown for a library that has been
   * removed. Source: doc 2 section 4, Requests rule 5.
   */
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

const nameOf = ({ foreignAlbumId, recordId }: AlbumPlace): string => `${foreignAlbumId} ${recordId}`;
