import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

/** The calls of {@link PlexMediaServerFake}, by the keys of its routes. */
export const PLEX_SERVER_CALLS = {
  identity: 'GET /identity',
  sections: 'GET /library/sections',
  titles: 'GET /library/sections/:key/all',
} as const;

/** What a test says of a title. */
interface PlexTitleGiven {
  readonly type: 'movie' | 'show';
  readonly tmdbId?: number;
  readonly tvdbId?: number;
  readonly contentRating?: string;
}

/** A Plex Media Server: its sections and what they hold, for who has its token. Source: plex facts, Media server (PMS). */
export class PlexMediaServerFake extends FakeServer {
  /** Rows as they are sent, by the key of the section. */
  readonly rows = new Map<string, unknown[]>([
    ['1', []],
    ['2', []],
  ]);
  /** Sections as they are sent. */
  readonly sections: unknown[] = [section('1'), section('2')];
  private made = 5_500;

  constructor(
    private readonly machineIdentifier: string,
    private readonly token: string,
  ) {
    super();
    const { identity, sections, titles } = PLEX_SERVER_CALLS;
    this.route(identity, () => ({
      body: { MediaContainer: { size: 0, claimed: true, machineIdentifier, version: '1.42.2.10156' } },
    }));
    this.route(sections, () => ({
      body: {
        MediaContainer: {
          size: this.sections.length,
          allowSync: false,
          title1: 'Plex Library',
          Directory: this.sections,
        },
      },
    }));
    this.route(titles, (request) => this.titles(request));
  }

  /** Puts a title into the section of its kind, and answers its key. */
  give({ type, tmdbId, tvdbId, contentRating }: PlexTitleGiven): string {
    this.made += 1;
    const ratingKey = String(this.made);
    const ids = [
      { id: 'imdb://tt9901010' },
      ...(tmdbId === undefined ? [] : [{ id: `tmdb://${tmdbId}` }]),
      ...(tvdbId === undefined ? [] : [{ id: `tvdb://${tvdbId}` }]),
    ];
    this.rows.get(type === 'movie' ? '1' : '2')?.push({
      ratingKey,
      key: `/library/metadata/${ratingKey}`,
      guid: `plex://${type}/${ratingKey}`,
      type,
      title: `Title ${ratingKey}`,
      year: 2024,
      addedAt: 1_740_000_000,
      librarySectionID: type === 'movie' ? 1 : 2,
      ...(contentRating === undefined ? {} : { contentRating }),
      Guid: ids,
    });
    return ratingKey;
  }

  protected override gate({ path, headers }: FakeRequest): FakeAnswer | undefined {
    if (path === '/identity' || headers['x-plex-token'] === this.token) return undefined;
    return { status: 401, body: '<html><head><title>Unauthorized</title></head></html>' };
  }

  private titles({ params, query, headers }: FakeRequest): FakeAnswer {
    const rows = this.rows.get(params.key ?? '');
    if (!rows) return { status: 404 };
    const start = Number(headers['x-plex-container-start'] ?? 0);
    const size = Number(headers['x-plex-container-size'] ?? rows.length);
    const sent = rows.slice(start, start + size).map((row) => (query.includeGuids === '1' ? row : withoutGuids(row)));
    return { body: { MediaContainer: { size: sent.length, totalSize: rows.length, offset: start, Metadata: sent } } };
  }
}

const section = (key: '1' | '2'): Readonly<Record<string, unknown>> => ({
  key,
  type: key === '1' ? 'movie' : 'show',
  title: key === '1' ? 'Movies' : 'TV Shows',
  agent: key === '1' ? 'tv.plex.agents.movie' : 'tv.plex.agents.series',
  scanner: key === '1' ? 'Plex Movie' : 'Plex TV Series',
  language: 'en-US',
  uuid: `d000000${key}`,
  Location: [{ id: Number(key), path: '/media' }],
});

function withoutGuids(row: unknown): unknown {
  const { Guid: _guid, ...rest } = row as Record<string, unknown>;
  return rest;
}
