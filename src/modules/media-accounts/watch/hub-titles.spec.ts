import { describe, expect, it } from 'vitest';
import type { PlexTitle } from '../../../clients/plex/plex-media-server.js';
import type { PlexShareSettings } from '../../../clients/plex/plex-shares.js';
import type { AskedTitle } from './watched-title.js';
import { findHubTitle, type HubLibrary, type HubShare, type HubTitles } from './hub-titles.js';

const FILM: PlexTitle = { ratingKey: '11', tmdbId: 7, tvdbId: 70, contentRating: 'PG' };
const ADULT: PlexTitle = { ratingKey: '12', tmdbId: 8, tvdbId: null, contentRating: 'R' };
const UNRATED: PlexTitle = { ratingKey: '13', tmdbId: 9, tvdbId: null, contentRating: null };

const SETTINGS: PlexShareSettings = {
  allowSync: false,
  allowCameraUpload: false,
  allowChannels: false,
  filterMovies: '',
  filterTelevision: '',
  filterMusic: '',
};

const library = (id: string, titles: readonly PlexTitle[], given: Partial<HubLibrary> = {}): HubLibrary => ({
  id,
  type: 'movie',
  byTmdb: new Map(titles.flatMap((title) => (title.tmdbId === null ? [] : [[title.tmdbId, title]]))),
  byTvdb: new Map(titles.flatMap((title) => (title.tvdbId === null ? [] : [[title.tvdbId, title]]))),
  isComplete: true,
  ...given,
});

const MOVIES = library('1', [FILM, ADULT, UNRATED]);
const OTHERS = library('2', []);

const finding = (
  asked: Partial<AskedTitle>,
  share: Partial<HubShare> | null = {},
  libraries: readonly HubLibrary[] = [MOVIES, OTHERS],
  who = '42',
) => {
  const shares = new Map<string, HubShare>(share ? [['42', { libraries: 'all', settings: SETTINGS, ...share }]] : []);
  const titles: HubTitles = { serverKey: 'hub basement', isComplete: true, libraries, shares, ownerId: '1' };
  return findHubTitle(titles, who, { type: 'movie', tmdbId: null, tvdbId: null, ...asked });
};

const FOUND = { state: 'found', ratingKey: '11' };
const MISSING = { state: 'missing' };
const UNVERIFIED = { state: 'unverified' };

const filtered = (filterMovies: string): Partial<HubShare> => ({ settings: { ...SETTINGS, filterMovies } });

describe('issue 43 E28: what an account at the hub sees of a title', () => {
  it.each<readonly [string, Parameters<typeof finding>, unknown]>([
    ['by one id', [{ tmdbId: 7 }], FOUND],
    ['by the other', [{ tvdbId: 70 }], FOUND],
    ['by both', [{ tmdbId: 7, tvdbId: 70 }], FOUND],
    ['where one of them is another title’s', [{ tmdbId: 7, tvdbId: 71 }], MISSING],
    ['that is nowhere', [{ tmdbId: 1 }], MISSING],
    ['of another kind', [{ type: 'tv', tmdbId: 7 }], MISSING],
    ['in a library that is shared', [{ tmdbId: 7 }, { libraries: ['1'] }], FOUND],
    ['in a library that is not shared', [{ tmdbId: 7 }, { libraries: ['2'] }], MISSING],
    ['where nobody knows what is shared', [{ tmdbId: 7 }, { libraries: null }], UNVERIFIED],
    ['without a share', [{ tmdbId: 7 }, null], UNVERIFIED],
    ['of the owner, who needs none', [{ tmdbId: 8 }, null, undefined, '1'], { state: 'found', ratingKey: '12' }],
    ['within the ratings of the share', [{ tmdbId: 7 }, filtered('contentRating=G%2CPG')], FOUND],
    ['outside of them', [{ tmdbId: 8 }, filtered('contentRating=G%2CPG')], UNVERIFIED],
    ['without a rating, where the share has some', [{ tmdbId: 9 }, filtered('contentRating=G%2CPG')], UNVERIFIED],
    ['where the share judges by labels too', [{ tmdbId: 7 }, filtered('contentRating=PG|label=Family')], UNVERIFIED],
    ['where nobody knows its filters', [{ tmdbId: 7 }, { settings: null }], UNVERIFIED],
    ['by filters of series, for a film', [{ tmdbId: 7 }, { settings: { ...SETTINGS, filterTelevision: 'x' } }], FOUND],
    ['that may be among what could not be read', [{ tmdbId: 1 }, {}, [{ ...MOVIES, isComplete: false }]], UNVERIFIED],
    [
      'that can only be in a library that was read in full',
      [{ tmdbId: 1 }, { libraries: ['2'] }, [{ ...MOVIES, isComplete: false }, OTHERS]],
      MISSING,
    ],
  ])('%s', (_which, given, expected) => {
    expect(finding(...given)).toEqual(expected);
  });
});
