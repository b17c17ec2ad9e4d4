import type { ZodType } from 'zod';
import { sayFrom } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { Share } from '../../core/shares/fair-line.js';
import type { Clock } from '../../core/time/clock.js';
import type { ClientOptions, HttpAnswer, HttpCall } from '../http/http-transport.js';
import { readJson } from '../http/json-answer.js';
import { PatientTransport } from '../http/patient-transport.js';
import { Spacing } from '../http/spacing.js';
import {
  artist,
  artistSearch,
  isMbid,
  type MbArtist,
  type MbReleaseGroup,
  type MbReleaseGroupDetail,
  refusal,
  releaseGroupBrowse,
  releaseGroupLookup,
  releaseGroupSearch,
} from './musicbrainz-schemas.js';

const SYSTEM = 'musicbrainz';
const DEADLINE_MS = 10_000;
const WHOLE_MS = 30_000;
const SPACING_MS = 1_000;
const LONGEST_TURN_MS = 15_000;
const ATTEMPTS = 3;
const MAX_BYTES = 4 * 1024 * 1024;
/** Where an id that was merged into another leads, for databases that say so by a redirect. */
const REDIRECTS = [301, 302, 307, 308];

/** The line of calls to one database: a second apart, and none more than 15 seconds long. */
export const musicbrainzLine = (clock: Clock): Spacing => new Spacing(clock, SPACING_MS, LONGEST_TURN_MS);

interface MusicbrainzClientOptions extends ClientOptions {
  /** Where calls wait for their turn: see {@link musicbrainzLine}. Clients of one database share one. */
  readonly line: Spacing;
  /** In whose name they wait; in the system's where nothing is said. */
  readonly share?: Share;
}

/** Some of the rows of a search or list, from a position on. */
export interface MbRows<T> {
  readonly count: number;
  readonly rows: readonly T[];
}

/** Which rows: at most `limit`, 1 to 100, from `offset` on. */
interface MbSpan {
  readonly limit: number;
  readonly offset: number;
}

type Read = HttpCall & { readonly method: 'GET' };

/** Calls start a second apart and end within 30 s. @throws UpstreamError; AppError 503 with Retry-After, unasked, where too many wait */
export class MusicbrainzClient {
  private readonly transport: PatientTransport;

  constructor(options: MusicbrainzClientOptions) {
    this.transport = new PatientTransport({
      ...options,
      system: SYSTEM,
      deadlineMs: DEADLINE_MS,
      wholeMs: WHOLE_MS,
      attempts: ATTEMPTS,
      maxBytes: MAX_BYTES,
    });
  }

  /** Release groups of these types by title or artist, best match first. */
  searchReleaseGroups(text: string, types: readonly GroupType[], span: MbSpan): Promise<MbRows<MbReleaseGroup>> {
    return this.groups('release-group.search', titleOrArtist(text, types), span);
  }

  /** Release groups of these types that carry a tag, best match first. */
  releaseGroupsTagged(tag: string, types: readonly GroupType[], span: MbSpan): Promise<MbRows<MbReleaseGroup>> {
    return this.groups('release-group.tagged', tagged(tag, types), span);
  }

  /** Those of these 1 to 100 release groups that the search knows by these very ids; merged and very new ones may be missing. */
  async releaseGroupsOfIds(ids: readonly string[]): Promise<readonly MbReleaseGroup[]> {
    const { rows } = await this.groups('release-group.ids', anyOfIds(ids), { limit: ids.length, offset: 0 });
    return rows;
  }

  async searchArtists(text: string, span: MbSpan): Promise<MbRows<MbArtist>> {
    const call = read('artist.search', ['artist'], { query: artistName(text), ...span });
    const { count, artists: rows } = await this.transport.json(call, artistSearch);
    return { count, rows };
  }

  /** Albums, EPs and singles of an artist; null when the database affirms that there is none, and for what is no MBID. */
  async releaseGroupsOf(artistId: string, span: MbSpan): Promise<MbRows<MbReleaseGroup> | null> {
    if (!isMbid(artistId)) return null;
    const query = { artist: artistId, type: 'album|ep|single', inc: 'artist-credits', ...span };
    const call = read('release-group.browse', ['release-group'], query);
    const found = await this.readOrNull(call, releaseGroupBrowse);
    return found && { count: found['release-group-count'], rows: found['release-groups'] };
  }

  /** With its genres, under another id where two were merged; null when the database affirms that there is none, and for no MBID. */
  releaseGroup(id: string): Promise<MbReleaseGroupDetail | null> {
    return this.lookUp('release-group', id, { inc: 'artist-credits genres' }, releaseGroupLookup);
  }

  /** An artist; as {@link releaseGroup}. */
  artist(id: string): Promise<MbArtist | null> {
    return this.lookUp('artist', id, {}, artist);
  }

  private async groups(operation: string, query: string, span: MbSpan): Promise<MbRows<MbReleaseGroup>> {
    const call = read(operation, ['release-group'], { query, ...span });
    const { count, 'release-groups': rows } = await this.transport.json(call, releaseGroupSearch);
    return { count, rows };
  }

  private async lookUp<T>(
    kind: 'release-group' | 'artist',
    id: string,
    query: NonNullable<HttpCall['query']>,
    schema: ZodType<T>,
  ): Promise<T | null> {
    if (!isMbid(id)) return null;
    return this.readOrNull(read(`${kind}.lookup`, [kind, id], query), schema);
  }

  /** Null only for an absence in the database's own words. One redirect is followed, to another id of the same kind. */
  private async readOrNull<T>(call: Read, schema: ZodType<T>, mayRedirect = true): Promise<T | null> {
    const answer = await this.transport.send({ ...call, accept: mayRedirect ? [404, ...REDIRECTS] : [404] });
    if (REDIRECTS.includes(answer.status)) return this.readOrNull(redirectTarget(call, answer), schema, false);
    if (answer.status !== 404) return readJson(SYSTEM, call.operation, answer, schema);
    readJson(SYSTEM, call.operation, answer, refusal);
    return null;
  }
}

function read(operation: string, path: readonly string[], query: NonNullable<HttpCall['query']>): Read {
  return { operation, method: 'GET', path, query: { ...query, fmt: 'json' } };
}

const MUSICBRAINZ_SENTENCES = {
  musicbrainz_redirected_elsewhere: 'server sent us elsewhere than to another id',
} as const;

const sayMusicBrainz = sayFrom(MUSICBRAINZ_SENTENCES);

/** Of a redirect nothing is taken but the id in it: the call goes to the address that was given to us. */
function redirectTarget(call: Read, { status, headers }: HttpAnswer): Read {
  const [kind = ''] = call.path.map(String);
  const [, named, id = ''] =
    /\/(release-group|artist)\/([0-9a-f-]{36})\/?(?:[?#]|$)/.exec(headers.location ?? '') ?? [];
  if (named === kind && isMbid(id) && call.path.length === 2) return { ...call, path: [kind, id] };
  throw new UpstreamError({
    system: SYSTEM,
    operation: call.operation,
    kind: 'redirected',
    status,
    definitelyNotSent: false,
    reason: sayMusicBrainz('musicbrainz_redirected_elsewhere'),
  });
}

/** Types of release groups that a search can be held to. */
type GroupType = 'album' | 'ep' | 'single';

const MOST_WORDS = 16;
const LONGEST_WORD = 100;

/** Release groups of these types, each of the words in their title or among their artists' names. */
export function titleOrArtist(text: string, types: readonly GroupType[]): string {
  return both(
    wordsOf(text)
      .map((word) => `(releasegroup:${word} OR artistname:${word})`)
      .join(' AND '),
    types,
  );
}

/** Artists with each of the words in their name. */
export function artistName(text: string): string {
  return wordsOf(text)
    .map((word) => `artist:${word}`)
    .join(' AND ');
}

export const tagged = (tag: string, types: readonly GroupType[]): string => both(`tag:${quote(tag)}`, types);

/** The release groups of these ids. @param ids MBIDs, at least one */
export const anyOfIds = (ids: readonly string[]): string => ids.map((id) => `rgid:${id}`).join(' OR ');

const both = (what: string, types: readonly GroupType[]): string =>
  `${what} AND (${types.map((type) => `primarytype:${type}`).join(' OR ')})`;

function wordsOf(text: string): readonly string[] {
  const words = text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .split(/\s+/u);
  return words.slice(0, MOST_WORDS).map((word) => quote(word.slice(0, LONGEST_WORD)));
}

/** Whatever a text holds, within quotes it is text: no field, operator, range or wildcard. */
const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
