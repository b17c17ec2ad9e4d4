import { Injectable } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import type { CoverPicture } from '../../../clients/cover-art-archive/cover-art-archive.client.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { KeptAnswers } from '../kept/kept-answers.js';
import { albumOf, artistOf, type MusicAlbum, type MusicArtist } from './music-item.js';
import { MusicProvidersService } from './music-providers.service.js';

const DAY_MS = 24 * 60 * 60_000;
/** A cover that is waited for is held whole. */
const COVERS_AT_ONCE = 16;
/** An account may wait with half of them, and so fill a long page. */
const MOST_WAITING = 256;

/**
 * Albums, artists and covers by their ids. Kept for a day.
 *
 * Every method answers null for what the provider affirms not to have, and throws AppError as {@link
 * MusicProvidersService.ask}; failures are not kept.
 */
@Injectable()
export class MusicTitlesService {
  private readonly albums: KeptAnswers<MusicAlbum>;
  private readonly artists: KeptAnswers<MusicArtist>;
  private readonly covers: KeptAnswers<CoverPicture>;
  private readonly few = new FewAtATime(COVERS_AT_ONCE, MOST_WAITING);

  constructor(
    private readonly providers: MusicProvidersService,
    clock: Clock,
    meter: Meter,
    memory: ProviderMemory,
  ) {
    const kept = { clock, meter, memory, ttlMs: DAY_MS };
    this.albums = new KeptAnswers({ ...kept, name: 'music.albums' });
    this.artists = new KeptAnswers({ ...kept, name: 'music.artists' });
    this.covers = new KeptAnswers({ ...kept, name: 'music.covers', sizeOf: ({ bytes }) => bytes.length });
  }

  /** The answer has another id than this when the catalog has merged the two. */
  album(id: string, share: Share): Promise<MusicAlbum | null> {
    return this.albums.of(id, async () => {
      const group = await this.providers.ask(share, ({ catalog }) => catalog.releaseGroup(id));
      return group && albumOf(group);
    });
  }

  artist(id: string, share: Share): Promise<MusicArtist | null> {
    return this.artists.of(id, async () => {
      const artist = await this.providers.ask(share, ({ catalog }) => catalog.artist(id));
      return artist && artistOf(artist);
    });
  }

  /** @throws AppError 503 besides, when too many are waited for */
  cover(id: string, share: Share): Promise<CoverPicture | null> {
    return this.covers.of(id, () =>
      this.few.run(() => this.providers.ask(share, ({ covers }) => covers.front(id)), share),
    );
  }
}
