import type { ZodType } from 'zod';
import {
  deviceGrant,
  hardcoverEnvelope,
  hardcoverHydrated,
  hardcoverTrending,
  tokenGrant,
} from '../../src/clients/hardcover/hardcover.client.js';
import { freshReleases, sitewideReleaseGroups } from '../../src/clients/listenbrainz/listenbrainz.client.js';
import {
  artist,
  artistSearch,
  releaseGroupBrowse,
  releaseGroupLookup,
  releaseGroupSearch,
} from '../../src/clients/musicbrainz/musicbrainz-schemas.js';
import {
  tmdbCertifications,
  tmdbGenreList,
  tmdbLanguages,
  tmdbMovie,
  tmdbMovieRatings,
  tmdbPage,
  tmdbPerson,
  tmdbPersonCredits,
  tmdbSeasonDetail,
  tmdbSeries,
  tmdbSeriesRatings,
  tmdbTitleWords,
  tmdbWholeList,
} from '../../src/clients/tmdb/tmdb-schemas.js';
import { enrolment, pushAnswer } from '../../src/clients/push-gateway/push-gateway.client.js';
import { objectRows } from '../../src/clients/http/lenient-members.js';
import { traktTitleRows } from '../../src/clients/trakt/trakt.client.js';
import { translationsOf } from '../fakes/tmdb/tmdb-parts.js';
import { holdReads, type Reading } from './held-readings.js';
import { exampleRecord } from './lesser-records.js';
import { upstreamJson } from './upstream-documents.js';

/**
 * The documents of these say little about what may be missing or null (TMDB's were made of single samples), so any member
 * of an example may.
 */
const example = <T = unknown>(path: string): T => upstreamJson<T>(path.replace('/', '/examples/').concat('.json'));

/** An answer as a whole. */
function answer(name: string, schema: ZodType, rest: Pick<Reading, 'needed' | 'judged'>, body?: unknown): Reading {
  const full = exampleRecord(body ?? example(name));
  return { name, full, read: (record) => schema.parse(record) !== undefined, ...rest };
}

/** A row of an answer's list, beside a whole one; it is read when both are there. */
function row(
  name: string,
  { schema, list, rows }: Listed,
  rest: Pick<Reading, 'needed' | 'judged'>,
  more: object = {},
): Reading {
  const [first] = rows(example(name));
  const full = exampleRecord({ ...(first as object), ...more });
  const read = (record: unknown): boolean => rows(schema.parse(list([full.value, record]))).length === 2;
  return { name: `a row of ${name}`, full, read, ...rest };
}

interface Listed {
  readonly schema: ZodType;
  /** The answer with these rows. */
  readonly list: (rows: readonly unknown[]) => unknown;
  /** The rows of the answer. */
  readonly rows: (answer: unknown) => readonly unknown[];
}

const rowsUnder = (schema: ZodType, key: string): Listed => ({
  schema,
  list: (rows) => ({ count: 2, 'release-group-count': 2, total_release_group_count: 2, [key]: rows }),
  rows: (whole) => (whole as Record<string, readonly unknown[]>)[key] ?? [],
});

const inPayload = (schema: ZodType, key: string): Listed => ({
  schema,
  list: (rows) => ({ payload: rowsUnder(schema, key).list(rows) }),
  rows: (whole) => rowsUnder(schema, key).rows((whole as { payload: unknown }).payload),
});

const IDENTITY = ['refused', 'it may be another one than the one that was asked for'] as const;
const NAME = ['refused', 'a request of it could neither be shown nor matched'] as const;
const LIST = ['refused', 'a list that is left out is not an empty one'] as const;
const JUDGED_BY = ['refused', 'children are judged by it, and what is left out says nothing'] as const;
const UNKNOWABLE = ['left out', 'nobody could ask for it'] as const;
const PAGED = ['refused', 'it says where the list ends'] as const;

const SAYS_WHERE = { page: 'clients count by it', total_pages: 'as page', total_results: 'as page' } as const;
const CERTIFICATION = 'what can’t be read is not what was not rated';

holdReads('tmdb', [
  answer('tmdb/search.multi.page', tmdbPage, { needed: { results: LIST }, judged: SAYS_WHERE }),
  answer('tmdb/movie.popular.page', tmdbPage, { needed: { results: LIST }, judged: SAYS_WHERE }),
  answer('tmdb/movie.detail.append', tmdbMovie, { needed: { id: IDENTITY, title: NAME } }),
  answer('tmdb/tv.detail.append', tmdbSeries, {
    needed: {
      id: IDENTITY,
      name: NAME,
      seasons: ['refused', 'they say what can be asked for'],
      'seasons[].season_number': ['refused', 'which season it is would be unknown'],
      'seasons[].episode_count': ['refused', 'a season without episodes is not asked for, and one with some is'],
      external_ids: ['refused', 'nothing would be known about the other catalog, not even that it has no such series'],
    },
    judged: { 'external_ids.tvdb_id': 'an id that can’t be read is not "none"' },
  }),
  answer('tmdb/tv.season', tmdbSeasonDetail, { needed: { season_number: IDENTITY, episodes: LIST } }),
  answer(
    'tmdb/movie.release_dates',
    tmdbMovieRatings,
    {
      needed: {
        id: IDENTITY,
        adult: JUDGED_BY,
        genres: JUDGED_BY,
        'genres[].id': JUDGED_BY,
        release_dates: JUDGED_BY,
        'release_dates.results': JUDGED_BY,
        'release_dates.results[].iso_3166_1': JUDGED_BY,
        'release_dates.results[].release_dates': JUDGED_BY,
        'release_dates.results[].release_dates[].type': JUDGED_BY,
      },
      judged: { 'release_dates.results[].release_dates[].certification': CERTIFICATION },
    },
    { ...example<object>('tmdb/movie.detail'), release_dates: example('tmdb/movie.release_dates') },
  ),
  answer(
    'tmdb/tv.content_ratings',
    tmdbSeriesRatings,
    {
      needed: {
        id: IDENTITY,
        adult: JUDGED_BY,
        genres: JUDGED_BY,
        'genres[].id': JUDGED_BY,
        content_ratings: JUDGED_BY,
        'content_ratings.results': JUDGED_BY,
        'content_ratings.results[].iso_3166_1': JUDGED_BY,
      },
      judged: { 'content_ratings.results[].rating': CERTIFICATION },
    },
    { ...example<object>('tmdb/tv.detail'), content_ratings: example('tmdb/tv.content_ratings') },
  ),
  answer(
    'tmdb/movie.detail',
    tmdbTitleWords,
    { needed: { id: IDENTITY, translations: LIST, 'translations.translations': LIST } },
    {
      ...example<object>('tmdb/movie.detail'),
      translations: translationsOf('title', [
        { language: 'de', country: 'DE', title: 'Hafenlichter' },
        { language: 'fr', country: 'FR' },
      ]),
    },
  ),
  answer(
    'the rating schemes, of one country',
    tmdbCertifications.shape.certifications.valueType.refine((scheme) => scheme !== null),
    { needed: { '[].certification': JUDGED_BY, '[].order': JUDGED_BY } },
    [{ certification: 'PG', meaning: 'Some.', order: 2 }],
  ),
  answer('tmdb/person.detail', tmdbPerson, { needed: { id: IDENTITY } }),
  answer('tmdb/person.combined_credits', tmdbPersonCredits, {
    needed: { id: IDENTITY },
    judged: { cast: 'what is passed on as a list is one', crew: 'as cast' },
  }),
  answer('tmdb/genre.movie.list', tmdbGenreList, { needed: { genres: LIST } }),
  answer('tmdb/watch.providers.movie', tmdbWholeList, { needed: { results: LIST } }),
  answer('tmdb/watch.providers.regions', tmdbWholeList, { needed: { results: LIST } }),
  answer('tmdb/configuration.languages', tmdbLanguages, { needed: {} }),
]);

const ROWS: Listed = { schema: objectRows, list: (rows) => rows, rows: (whole) => whole as readonly unknown[] };

holdReads('trakt', [
  row('trakt/movies.trending.extended', ROWS, { needed: {} }),
  row('trakt/user.list.items', ROWS, { needed: {} }),
  row('trakt/movies.trending', { ...ROWS, schema: traktTitleRows }, { needed: {} }),
  row('trakt/shows.trending', { ...ROWS, schema: traktTitleRows }, { needed: {} }),
]);

holdReads('musicbrainz', [
  answer('musicbrainz/release-group.search', releaseGroupSearch, {
    needed: { count: PAGED, 'release-groups': LIST },
  }),
  row('musicbrainz/release-group.search', rowsUnder(releaseGroupSearch, 'release-groups'), {
    needed: { id: UNKNOWABLE, title: UNKNOWABLE },
  }),
  answer('musicbrainz/release-group.lookup', releaseGroupLookup, { needed: { id: IDENTITY, title: NAME } }),
  answer('musicbrainz/release-group.browse', releaseGroupBrowse, {
    needed: { 'release-group-count': PAGED, 'release-groups': LIST },
  }),
  row('musicbrainz/release-group.browse', rowsUnder(releaseGroupBrowse, 'release-groups'), {
    needed: { id: UNKNOWABLE, title: UNKNOWABLE },
  }),
  answer(
    'musicbrainz/artist.search',
    artistSearch,
    { needed: { count: PAGED, artists: LIST } },
    rowsUnder(artistSearch, 'artists').list([
      example('musicbrainz/artist.lookup'),
      example('musicbrainz/artist.lookup'),
    ]),
  ),
  row('musicbrainz/artist.search', rowsUnder(artistSearch, 'artists'), {
    needed: { id: UNKNOWABLE, name: UNKNOWABLE },
  }),
  answer('musicbrainz/artist.lookup', artist, { needed: { id: IDENTITY, name: NAME } }),
]);

holdReads('listenbrainz', [
  answer('listenbrainz/sitewide.release-groups', sitewideReleaseGroups, {
    needed: { payload: LIST, 'payload.release_groups': LIST, 'payload.total_release_group_count': PAGED },
  }),
  row('listenbrainz/sitewide.release-groups', inPayload(sitewideReleaseGroups, 'release_groups'), { needed: {} }),
  answer(
    'listenbrainz/explore.fresh-releases',
    freshReleases,
    { needed: { payload: LIST, 'payload.releases': LIST } },
    { payload: { ...example<{ payload: object }>('listenbrainz/explore.fresh-releases').payload, releases: [] } },
  ),
  row('listenbrainz/explore.fresh-releases', inPayload(freshReleases, 'releases'), {
    needed: { release_name: UNKNOWABLE },
  }),
]);

const data = (name: string): unknown => example<{ data: unknown }>(name).data;

holdReads('hardcover', [
  answer('hardcover/trending.response', hardcoverEnvelope, { needed: {} }),
  answer('hardcover/error.graphql.200', hardcoverEnvelope, {
    needed: {},
    judged: { errors: 'a fault that can’t be read is one' },
  }),
  answer(
    'hardcover/trending.response, the list',
    hardcoverTrending,
    {
      needed: { books_trending: LIST },
      judged: { 'books_trending.ids': 'a list that can’t be read is not an empty one' },
    },
    data('hardcover/trending.response'),
  ),
  answer(
    'hardcover/books.hydrate.response',
    hardcoverHydrated,
    { needed: { books: LIST } },
    data('hardcover/books.hydrate.response'),
  ),
  {
    name: 'a book of hardcover/books.hydrate.response',
    full: exampleRecord((data('hardcover/books.hydrate.response') as { books: readonly unknown[] }).books[0]),
    read: (book) => {
      const whole = (data('hardcover/books.hydrate.response') as { books: readonly unknown[] }).books[0];
      return hardcoverHydrated.parse({ books: [whole, book] }).books.length === 2;
    },
    needed: { id: UNKNOWABLE },
  },
  answer(
    'the beginning of a sign-in (RFC 8628 §3.2)',
    deviceGrant,
    {
      needed: {
        device_code: ['refused', 'nothing could be asked with'],
        user_code: ['refused', 'nothing could be typed in'],
        verification_uri: ['refused', 'nobody would know where to approve'],
        expires_in: ['refused', 'the document requires it, and nobody would know when to give up'],
      },
    },
    {
      device_code: 'd',
      user_code: 'U',
      verification_uri: 'https://x.example',
      verification_uri_complete: 'https://x.example?u',
      expires_in: 900,
      interval: 5,
    },
  ),
  answer(
    'a pair of tokens (RFC 6749 §5.1)',
    tokenGrant,
    {
      needed: { access_token: ['refused', 'there is nothing else in it'] },
      judged: { refresh_token: 'taken for none it would end the connection' },
    },
    { access_token: 'a', token_type: 'Bearer', expires_in: 3_600, refresh_token: 'r', scope: 'read:catalog' },
  ),
]);

holdReads('push gateway', [
  answer(
    'an enrolment',
    enrolment,
    { needed: { api_key: ['refused', 'there is nothing else in it'] } },
    { tenant_id: 't', api_key: 'k' },
  ),
  answer(
    'what became of a message',
    pushAnswer,
    { needed: {} },
    {
      sent: 1,
      failed: 1,
      results: [{ device_id: 'd', token: 't', platform: 'ios', ok: false, pruned: true, error: 'x' }],
    },
  ),
]);
