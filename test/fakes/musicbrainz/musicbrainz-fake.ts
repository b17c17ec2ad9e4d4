import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

const HELP = 'For usage, please see: https://musicbrainz.org/development/mmd';
const TYPE_IDS: Readonly<Record<string, string>> = {
  Album: 'f529b476-6e62-324f-b0aa-1f3e33d313fc',
  Single: 'd6038452-8ee0-3f68-affc-2de9a1ede0b9',
  EP: '6d0c5bf6-7a33-3420-a519-44fc63eedebf',
};
const GROUP = 'e431f5f6-b5d2-343d-8b36-72607fffb74b';

const NOT_FOUND: FakeAnswer = { status: 404, body: { error: 'Not Found', help: HELP } };
const BAD_MBID: FakeAnswer = { status: 400, body: { error: 'Invalid mbid.', help: HELP } };
const TOO_FAST: FakeAnswer = {
  status: 503,
  body: {
    error:
      'Your requests are exceeding the allowable rate limit. ' +
      'Please see http://wiki.musicbrainz.org/XMLWebService for more information.',
  },
};

/** An artist of the catalog. */
export interface MusicbrainzArtist {
  readonly id: string;
  readonly name: string;
  readonly disambiguation?: string;
}

/** A release group of the catalog. */
export interface MusicbrainzGroup {
  readonly id: string;
  readonly title: string;
  /** Album where nothing is said; null where the database knows none. */
  readonly type?: string | null;
  readonly secondary?: readonly string[];
  readonly date?: string;
  readonly artist: MusicbrainzArtist;
  readonly disambiguation?: string;
  readonly tags?: readonly string[];
}

/** So many zeros and this number: ids for tests. */
export const groupId = (number: number): string => `7c9d2e10-0000-4aaa-8bbb-${String(number).padStart(12, '0')}`;

/** The same of artists. */
export const artistId = (number: number): string => `1f0e5b7a-0000-4aaa-8bbb-${String(number).padStart(12, '0')}`;

/** The artist of whatever names none. */
export const GLASS_MERIDIAN: MusicbrainzArtist = {
  id: artistId(1),
  name: 'Glass Meridian',
  disambiguation: 'demo band',
};

/**
 * MusicBrainz WS/2 with a state of artists and release groups. It refuses who doesn't say who they are, and who comes
 * within a second of the call before, by the clock it is given. Rows come in the order in which they were given.
 */
export class MusicbrainzFake extends FakeServer {
  private readonly groups = new Map<string, MusicbrainzGroup>();
  private readonly artists = new Map<string, MusicbrainzArtist>();
  private readonly merged = new Map<string, { readonly into: string; readonly status: number }>();
  private lastAt = -Infinity;
  /** When each call came, by the clock. */
  readonly cameAt: number[] = [];

  /** Puts the state in place. */
  readonly given = {
    artist: (artist: MusicbrainzArtist): void => void this.artists.set(artist.id, artist),
    /** The catalog holds this release group, and its artist. */
    group: ({
      artist = GLASS_MERIDIAN,
      ...group
    }: Omit<MusicbrainzGroup, 'artist'> & Partial<MusicbrainzGroup>): void => {
      this.artists.set(artist.id, artist);
      this.groups.set(group.id, { ...group, artist });
    },
    noGroup: (id: string): void => void this.groups.delete(id),
    /** One id has been merged into another: answered with the other, or by a redirect to it. */
    merger: (from: string, into: string, status: 200 | 301 = 200): void => void this.merged.set(from, { into, status }),
  };

  constructor(private readonly now: () => number = () => Date.now()) {
    super();
    this.route('GET /ws/2/release-group', (request) =>
      request.query.artist === undefined ? this.searchGroups(request) : this.browse(request),
    );
    this.route('GET /ws/2/artist', (request) => this.searchArtists(request));
    this.route('GET /ws/2/release-group/:id', ({ params, query }) => {
      const id = params.id ?? '';
      const { into, status } = this.merged.get(id) ?? { into: id, status: 200 };
      if (status !== 200) return { status, headers: { location: `${this.url}/ws/2/release-group/${into}?fmt=json` } };
      const group = this.groups.get(into);
      const parts = String(query.inc ?? '').split(/[+ ]/);
      return group ? { body: detailOf(group, parts) } : isMbid(id) ? NOT_FOUND : BAD_MBID;
    });
    this.route('GET /ws/2/artist/:id', ({ params }) => {
      const artist = this.artists.get(params.id ?? '');
      return artist ? { body: artistOf(artist) } : isMbid(params.id ?? '') ? NOT_FOUND : BAD_MBID;
    });
  }

  /** Base address with the version, as a client is given it. */
  get apiUrl(): string {
    return `${this.url}/ws/2`;
  }

  /** Makes the next calls of a route meet a busy database. */
  beBusy(key: string, { retryAfterSeconds, times = 1 }: { retryAfterSeconds?: number; times?: number } = {}): void {
    const headers: Record<string, string> =
      retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    this.fail(key, { ...TOO_FAST, headers }, times);
  }

  protected override gate(request: FakeRequest): FakeAnswer | undefined {
    const now = this.now();
    const tooFast = now - this.lastAt < 1_000;
    this.lastAt = now;
    this.cameAt.push(now);
    if (tooFast || !/^\S+\/\S+/.test(String(request.headers['user-agent'] ?? ''))) return TOO_FAST;
    return undefined;
  }

  protected override unknownRoute(): FakeAnswer {
    return NOT_FOUND;
  }

  private searchGroups({ query }: FakeRequest): FakeAnswer {
    const found = [...this.groups.values()].filter((group) => matches(group, String(query.query ?? '')));
    return this.searched(query, 'release-groups', found.map(searchRowOf));
  }

  private searchArtists({ query }: FakeRequest): FakeAnswer {
    const wanted = phrasesIn(String(query.query ?? ''));
    const found = [...this.artists.values()].filter(({ name }) => wanted.every((one) => has(name, one)));
    return this.searched(
      query,
      'artists',
      found.map((artist) => searchedArtistOf(artist)),
    );
  }

  private searched(query: FakeRequest['query'], name: string, rows: readonly object[]): FakeAnswer {
    const [limit, offset] = [Number(query.limit ?? 25), Number(query.offset ?? 0)];
    const created = new Date(this.now()).toISOString();
    return { body: { created, count: rows.length, offset, [name]: rows.slice(offset, offset + limit) } };
  }

  private browse({ query }: FakeRequest): FakeAnswer {
    const id = String(query.artist);
    if (!isMbid(id)) return BAD_MBID;
    if (!this.artists.has(id)) return NOT_FOUND;
    const types = String(query.type).split('|');
    const [limit, offset] = [Number(query.limit ?? 25), Number(query.offset ?? 0)];
    const theirs = [...this.groups.values()].filter(
      ({ artist, type }) =>
        artist.id === id && types.includes((type === undefined ? 'Album' : (type ?? '')).toLowerCase()),
    );
    return {
      body: {
        'release-group-count': theirs.length,
        'release-group-offset': offset,
        'release-groups': theirs
          .slice(offset, offset + limit)
          .map((group) => plainOf(group, query.inc === 'artist-credits')),
      },
    };
  }
}

const isMbid = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text);
const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** The phrases of a query, their escapes undone. */
const phrasesIn = (query: string): readonly string[] =>
  [...query.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text.replace(/\\(.)/g, '$1'));

/** As much of Lucene as our queries use: ids, a tag, primary types, and phrases in title or artist. */
function matches({ id, title, artist, tags = [], type = 'Album' }: MusicbrainzGroup, query: string): boolean {
  const ids = [...query.matchAll(/rgid:([0-9a-f-]{36})/g)].map(([, one]) => one);
  if (ids.length > 0) return ids.includes(id);
  const types = [...query.matchAll(/primarytype:(\w+)/g)].map(([, one]) => one);
  if (types.length > 0 && !types.includes((type ?? '').toLowerCase())) return false;
  const tag = /tag:"([^"]+)"/.exec(query);
  if (tag) return tags.includes(tag[1] ?? '');
  return phrasesIn(query).every((one) => has(title, one) || has(artist.name, one));
}

function typed(type: string | null | undefined): object {
  const name = type === undefined ? 'Album' : type;
  return { 'primary-type': name, 'primary-type-id': name === null ? null : (TYPE_IDS[name] ?? null) };
}

const namedArtist = ({ id, name, disambiguation }: MusicbrainzArtist): object => ({
  id,
  name,
  'sort-name': name,
  ...(disambiguation === undefined ? {} : { disambiguation }),
});

function searchRowOf(group: MusicbrainzGroup): object {
  const { id, title, date = '', artist, secondary = [], tags = [], disambiguation } = group;
  const types = group.type === null ? {} : typed(group.type);
  return {
    id,
    ...('primary-type-id' in types ? { 'type-id': types['primary-type-id'] } : {}),
    score: 100,
    ...types,
    count: 1,
    title,
    'first-release-date': date,
    ...(secondary.length > 0 ? { 'secondary-types': secondary } : {}),
    ...(disambiguation === undefined ? {} : { disambiguation }),
    'artist-credit': [{ name: artist.name, artist: namedArtist(artist) }],
    releases: [{ id: `55aa1200${id.slice(8)}`, 'status-id': GROUP, title, status: 'Official' }],
    tags: tags.map((name) => ({ count: 2, name })),
  };
}

function plainOf(group: MusicbrainzGroup, withCredits: boolean): object {
  const { id, title, date = '', artist, secondary = [], disambiguation = '' } = group;
  const credited = { ...namedArtist(artist), type: 'Group', 'type-id': GROUP, country: 'US' };
  return {
    id,
    title,
    disambiguation,
    'first-release-date': date,
    ...typed(group.type),
    'secondary-types': secondary,
    'secondary-type-ids': secondary.map(() => GROUP),
    ...(withCredits ? { 'artist-credit': [{ name: artist.name, artist: credited, joinphrase: '' }] } : {}),
  };
}

function detailOf(group: MusicbrainzGroup, parts: readonly string[]): object {
  const tags = group.tags ?? [];
  return {
    ...plainOf(group, parts.includes('artist-credits')),
    ...(parts.includes('genres')
      ? { genres: tags.map((name) => ({ id: GROUP, name, count: 2, disambiguation: '' })) }
      : {}),
    ...(parts.includes('tags') ? { tags: tags.map((name) => ({ name, count: 2 })) } : {}),
    ...(parts.includes('ratings') ? { rating: { value: 4.5, 'votes-count': 2 } } : {}),
  };
}

const lifeSpan = { begin: '2019', end: null, ended: false };

function artistOf(artist: MusicbrainzArtist): object {
  return {
    ...namedArtist(artist),
    type: 'Group',
    'type-id': GROUP,
    gender: null,
    'gender-id': null,
    country: 'US',
    disambiguation: artist.disambiguation ?? '',
    'life-span': lifeSpan,
    isnis: [],
    ipis: [],
    area: null,
    'begin-area': null,
    'end-area': null,
  };
}

function searchedArtistOf(artist: MusicbrainzArtist): object {
  return {
    ...namedArtist(artist),
    type: 'Group',
    'type-id': GROUP,
    score: 100,
    country: 'US',
    'life-span': { begin: '2019', ended: null },
  };
}
