import { describe, expect, it } from 'vitest';
import { titled } from '../../../../test/harness/download-sources.js';
import type { QueuedPart } from '../../../clients/servarr/queued-download.js';
import type { RequestedTitle } from '../../requests/requests.public.js';
import { OwnTitles, type QueuedMatter } from './own-titles.js';

const asked = (given: Partial<RequestedTitle>): RequestedTitle => ({
  instanceId: 'lib',
  mediaType: 'movie',
  catalogIds: ['7'],
  recordIds: [],
  seasons: [],
  isPilot: false,
  formats: [],
  ...given,
});

const judge = (titles: readonly RequestedTitle[], matter: Partial<QueuedMatter>, isWhole = true) =>
  new OwnTitles({ titles, isWhole }).of({ instanceId: 'lib', mediaType: 'movie', title: null, part: null, ...matter });

const title = (catalogId: string | null, more: Parameters<typeof titled>[0] = { recordId: 1 }) =>
  titled({ ...more, catalogId });
const episode = (season: number | null, number: number | null = 3): QueuedPart => ({
  ...{ recordId: 5, name: '' },
  ...{ season, number },
});

describe('doc2 §4 Download activity: what an account has requested is known by exact identities', () => {
  it('a film by its id in the library of the request', () => {
    expect(judge([asked({})], { title: title('7') })).toBe('own');
    expect(judge([asked({})], { title: title('8') })).toBe('other');
    expect(judge([asked({})], { title: title('7'), instanceId: 'second' })).toBe('other');
    expect(judge([asked({ mediaType: 'tv', seasons: [1] })], { title: title('7') })).toBe('other');
  });

  const series = asked({ mediaType: 'tv', seasons: [2, 3] });
  it.each([
    ['an episode of a requested season', series, episode(2), 'own'],
    ['an episode of another season', series, episode(1), 'other'],
    ['an episode whose season nobody says', series, episode(null), 'unknown'],
    ['an episode that nobody names', series, null, 'unknown'],
    ['a request without seasons', { ...series, seasons: null }, episode(2), 'unknown'],
    ['the pilot', { ...series, isPilot: true }, episode(2, 1), 'own'],
    ['another episode than the pilot', { ...series, isPilot: true }, episode(2, 2), 'other'],
    ['an episode without a number, of a pilot', { ...series, isPilot: true }, episode(2, null), 'unknown'],
  ])('a series by its saved seasons: %s', (_, request, part, expected) => {
    expect(judge([request], { mediaType: 'tv', title: title('7'), part })).toBe(expected);
  });

  it('a series by any of several requests; one that may be any series leaves the others unknown', () => {
    const both = [asked({ mediaType: 'tv', seasons: [1] }), series];
    expect(judge(both, { mediaType: 'tv', title: title('7'), part: episode(3) })).toBe('own');
    const vague = asked({ mediaType: 'tv', catalogIds: [], seasons: [1] });
    expect(judge([vague], { mediaType: 'tv', title: title('7'), part: episode(1) })).toBe('unknown');
  });

  const book = asked({ mediaType: 'book', catalogIds: ['hc:7'], formats: ['ebook'] });
  it.each([
    ['in a format that the account waits for', 'bc:7', 'ebook', 'own'],
    ['in another format', 'hc:7', 'audiobook', 'other'],
    ['in a format that nobody says', 'hc:7', null, 'unknown'],
    ['of another id', 'hc:8', 'ebook', 'other'],
    ['without an id', null, 'ebook', 'unknown'],
  ] as const)('a book %s', (_, id, format, expected) => {
    expect(judge([book], { mediaType: 'book', title: title(id, { recordId: 1, format }) })).toBe(expected);
  });

  it('a book or an album by the record that its delivery was bound to, whatever it is filed as by now', () => {
    const bound = { ...book, recordIds: [1] };
    expect(judge([bound], { mediaType: 'book', title: title('hc:9', { recordId: 1, format: 'ebook' }) })).toBe('own');
    expect(judge([bound], { mediaType: 'book', title: title('hc:9', { recordId: 1, format: 'audiobook' }) })).toBe(
      'other',
    );
    const album = asked({ mediaType: 'music', catalogIds: ['group'], recordIds: [4] });
    expect(judge([album], { mediaType: 'music', title: title('group') })).toBe('own');
    expect(judge([album], { mediaType: 'music', title: title('merged', { recordId: 4 }) })).toBe('own');
    expect(judge([album], { mediaType: 'music', title: title('merged') })).toBe('other');
  });

  it('what the manager can’t match is unknown where something of the kind was requested there, and only there', () => {
    expect(judge([asked({})], {})).toBe('unknown');
    expect(judge([], {})).toBe('other');
    expect(judge([asked({ instanceId: 'second' })], {})).toBe('other');
  });

  it('of more requests than are looked at, what isn’t found is unknown', () => {
    expect(judge([asked({})], { title: title('7') }, false)).toBe('own');
    expect(judge([asked({})], { title: title('8') }, false)).toBe('unknown');
    expect(judge([], { title: title('8') }, false)).toBe('unknown');
  });
});
