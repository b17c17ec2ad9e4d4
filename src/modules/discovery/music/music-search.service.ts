import { Injectable } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import type { MbRows } from '../../../clients/musicbrainz/musicbrainz.client.js';
import type { MbReleaseGroup } from '../../../clients/musicbrainz/musicbrainz-schemas.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { KeptAnswers } from '../kept/kept-answers.js';
import { MUSIC_TTL } from './music-ttl.js';
import { artistOf, distinct, isAlbumOrEp, itemOf, type MusicArtist, type MusicItem } from './music-item.js';
import { MusicProvidersService } from './music-providers.service.js';
import type { MusicGenre } from './music-genres.js';
import { emptyMessageOf, nextPageOf, spanOf, type MusicPage } from './music-page.js';

const ALBUMS = ['album', 'ep'] as const;
const WITH_SINGLES = [...ALBUMS, 'single'] as const;

/**
 * What the catalog finds, page by page, twenty of its entries each. Searches are kept for an hour, those by genre for six.
 * Source: doc 2 §4 Music.
 *
 * Every method throws AppError as {@link MusicProvidersService.ask}; failures are not kept.
 */
@Injectable()
export class MusicSearchService {
  private readonly pages: KeptAnswers<MusicPage<MusicItem>>;
  private readonly artistPages: KeptAnswers<MusicPage<MusicArtist>>;
  private readonly genrePages: KeptAnswers<MusicPage<MusicItem>>;

  constructor(
    private readonly providers: MusicProvidersService,
    clock: Clock,
    meter: Meter,
    memory: ProviderMemory,
  ) {
    const kept = { clock, meter, memory, name: 'music.feeds', ttlMs: MUSIC_TTL.feed } as const;
    this.pages = new KeptAnswers(kept);
    this.artistPages = new KeptAnswers(kept);
    this.genrePages = new KeptAnswers({ ...kept, name: 'music.genres', ttlMs: MUSIC_TTL.genre });
  }

  /** Albums and EPs by title or artist; singles too where they are asked for. */
  search(text: string, page: number, withSingles: boolean, share: Share): Promise<MusicPage<MusicItem>> {
    const types = withSingles ? WITH_SINGLES : ALBUMS;
    return there(
      this.pages.of(`search ${withSingles} ${page} ${text}`, async () => {
        const found = await this.providers.ask(share, ({ catalog }) =>
          catalog.searchReleaseGroups(text, types, spanOf(page)),
        );
        const fits = (item: MusicItem): boolean => isAlbumOrEp(item) || (withSingles && item.releaseType === 'single');
        return pageOf(found, page, fits, 'No album or EP of that name or artist was found.');
      }),
    );
  }

  /** Albums and EPs that the catalog tags with a genre. */
  genre({ tag, name }: MusicGenre, page: number, share: Share): Promise<MusicPage<MusicItem>> {
    return there(
      this.genrePages.of(`${page} ${tag}`, async () => {
        const found = await this.providers.ask(share, ({ catalog }) =>
          catalog.releaseGroupsTagged(tag, ALBUMS, spanOf(page)),
        );
        return pageOf(found, page, isAlbumOrEp, `No album or EP of the genre ${name} was found.`);
      }),
    );
  }

  /** Artists by name, each once. */
  artists(text: string, page: number, share: Share): Promise<MusicPage<MusicArtist>> {
    return there(
      this.artistPages.of(`${page} ${text}`, async () => {
        const { count, rows } = await this.providers.ask(share, ({ catalog }) =>
          catalog.searchArtists(text, spanOf(page)),
        );
        const results = distinct(rows.map(artistOf));
        const nextPage = nextPageOf(page, { total: count, given: rows.length });
        const emptyMessage = emptyMessageOf({ results, nextPage }, 'No artist of that name was found.');
        return { results, page, nextPage, source: 'music_metadata', emptyMessage };
      }),
    );
  }

  /** Albums, EPs and singles of an artist; null when the catalog affirms that there is no such artist. */
  albumsOf(artistId: string, page: number, share: Share): Promise<MusicPage<MusicItem> | null> {
    return this.pages.of(`artist ${page} ${artistId}`, async () => {
      const found = await this.providers.ask(share, ({ catalog }) => catalog.releaseGroupsOf(artistId, spanOf(page)));
      const fits = (item: MusicItem): boolean => isAlbumOrEp(item) || item.releaseType === 'single';
      return found && pageOf(found, page, fits, 'The catalog has no release of this artist.');
    });
  }
}

function pageOf(
  { count, rows }: MbRows<MbReleaseGroup>,
  page: number,
  fits: (item: MusicItem) => boolean,
  nothing: string,
): MusicPage<MusicItem> {
  const results = distinct(rows.map((row) => itemOf(row)).filter(fits));
  const nextPage = nextPageOf(page, { total: count, given: rows.length });
  return {
    results,
    page,
    nextPage,
    source: 'music_metadata',
    emptyMessage: emptyMessageOf({ results, nextPage }, nothing),
  };
}

/** A search finds nothing or something, and is there either way. */
async function there<T>(page: Promise<T | null>): Promise<T> {
  const found = await page;
  if (found === null) throw new Error('a search has no page');
  return found;
}
