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
import { GLANCE_MS, LiveTitles } from '../kinds/live-titles.js';
import type { Glance } from '../kinds/whole-titles.service.js';

/** An album in a library; null once that library has been removed. */
export interface AlbumPlace extends AlbumName {
  readonly instanceId: string | null;
}

const UNPROVED: Glance = { live: UNREAD_ALBUM.live, needsNothing: false };

/** Reads the live state of albums, as far as the caller may see it. */
@Injectable()
export class LiveAlbumsService extends LiveTitles<AlbumPlace, FoundAlbum, string> {
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

  /** Does the cache show that the library has all of the album? The library is not asked. */
  isOwned({ instanceId, ...album }: AlbumPlace): boolean {
    return instanceId !== null && this.library.isWhole(instanceId, album);
  }

  /**
   * What the library says of the album within a quarter of a second: its state, and whether the library has all of it or
   * watches it, so that nothing would be changed. Unknown for a library that has been removed. Source: doc 2 section 4,
   * Requests rule 5.
   */
  async proof(instanceId: string, album: AlbumName): Promise<Glance> {
    const answer = await within(this.patience, GLANCE_MS, this.proofAtLast(instanceId, album));
    return answer === TOO_LATE ? UNPROVED : answer;
  }

  private async proofAtLast(instanceId: string, album: AlbumName): Promise<Glance> {
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
