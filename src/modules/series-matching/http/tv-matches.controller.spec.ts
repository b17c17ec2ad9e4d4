import { describe, expect, it } from 'vitest';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { TV_MATCH_BODY } from './tv-matches.controller.js';

const pipe = new StrictBodyPipe(TV_MATCH_BODY);
const BODY = {
  revision: '0123456789abcdef01234567',
  mode: 'custom',
  tvdb_id: 9,
  season_map: { 1: 2 },
  instance_id: 'tv',
};

describe('PUT /api/admin/tv-matches/{tmdb_id}', () => {
  it('doc4 §1.14: a custom match names its target and its map, by numbers or their texts', () => {
    const input = {
      mode: 'custom',
      tvdbId: 9,
      seasons: new Map([
        [1, 2],
        [3, 4],
      ]),
    };
    expect(pipe.transform({ ...BODY, season_map: { 1: 2, 3: '4' } })).toEqual({
      revision: BODY.revision,
      input,
      instanceId: 'tv',
    });
  });

  it.each([null, undefined])('issue 43 C16: a custom match whose map is %s keeps the numbers of the seasons', (map) => {
    const input = { mode: 'custom', tvdbId: 9, seasons: new Map() };
    expect(pipe.transform({ ...BODY, season_map: map })).toMatchObject({ input });
  });

  it('doc4 §1.14: a pause and a default need neither', () => {
    const { revision } = BODY;
    const paused = { mode: 'paused', tvdbId: null, seasons: new Map() };
    expect(pipe.transform({ revision, mode: 'paused' })).toEqual({ revision, input: paused, instanceId: undefined });
    expect(pipe.transform({ revision, mode: 'paused', tvdb_id: 0, season_map: null, instance_id: '' })).toMatchObject({
      input: paused,
      instanceId: undefined,
    });
    expect(pipe.transform({ ...BODY, mode: 'default' })).toMatchObject({ input: { mode: 'default' } });
  });

  it.each([
    ['a stale form of revision', { revision: 'x' }, 'revision must be the revision of the match'],
    ['another mode', { mode: 'automatic' }, 'mode must be custom, paused or default'],
    ['no target', { tvdb_id: 0 }, 'a custom match needs a tvdb_id'],
    ['a negative target', { tvdb_id: -1 }, 'tvdb_id must be a whole number, 0 for none'],
    ['a target beyond its column', { tvdb_id: 2 ** 31 }, 'tvdb_id must be a whole number, 0 for none'],
    ['a map of nothing', { season_map: {} }, 'season_map must name a season'],
    ['specials as a source', { season_map: { 0: 1 } }, 'season_map must name regular seasons: {"1": 1}'],
    ['specials as a target', { season_map: { 1: 0 } }, 'season_map must name regular seasons: {"1": 1}'],
    ['the text of specials', { season_map: { 1: '0' } }, 'season_map must name regular seasons: {"1": 1}'],
    ['a fraction', { season_map: { 1: 1.5 } }, 'season_map must name regular seasons: {"1": 1}'],
    ['a word for a season', { season_map: { first: 1 } }, 'season_map must name regular seasons: {"1": 1}'],
    ['a list for a map', { season_map: [1] }, 'season_map must name regular seasons: {"1": 1}'],
    ['one target twice', { season_map: { 1: 2, 2: 2 } }, 'season_map names a season of the library more than once'],
    ['a member that nobody knows', { note: 'x' }, 'unknown field in the request body'],
  ])('doc4 §1.14, §0: %s is refused', (_, fields, message) => {
    expect(() => pipe.transform({ ...BODY, ...fields })).toThrow(message);
  });

  it('doc4 §1.14: a pause can’t keep a map that no custom match could have', () => {
    const shared = { ...BODY, mode: 'paused', season_map: { 1: 2, 2: 2 } };
    expect(() => pipe.transform(shared)).toThrow('more than once');
  });

  it('a map has a bounded size', () => {
    const seasons = Array.from({ length: 501 }, (_, at) => [String(at + 1), at + 1]);
    expect(() => pipe.transform({ ...BODY, season_map: Object.fromEntries(seasons) })).toThrow('at most 500 seasons');
  });
});
