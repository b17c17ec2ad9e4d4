import { describe, expect, it } from 'vitest';
import { type AskedTitle, judgedTitle, type KnownTitle, titleAddress } from './watched-title.js';

const FILM: KnownTitle = { tmdbId: 7, tvdbId: null, year: 2024, names: ['Harbor Lights'] };
const SERIES: KnownTitle = { tmdbId: 8, tvdbId: 88, year: 2020, names: ['Les Années', 'The Years'] };

const movie = (asked: Partial<AskedTitle>): AskedTitle => ({ type: 'movie', tmdbId: 7, tvdbId: null, ...asked });
const tv = (asked: Partial<AskedTitle>): AskedTitle => ({ type: 'tv', tmdbId: 8, tvdbId: null, ...asked });

describe('issue 21, watch: for kids the judged title is the linked title', () => {
  it.each([
    ['its id alone', movie({}), FILM],
    ['its title and year too', movie({ title: 'Harbor Lights', year: 2024 }), FILM],
    ['its title otherwise written', movie({ title: ' harbor  LIGHTS!' }), FILM],
    ['a year beside', movie({ year: 2025 }), FILM],
    ['a year of a title without one', movie({ year: 1990 }), { ...FILM, year: null }],
    ['an empty title', movie({ title: '' }), FILM],
    ['a series by both ids', tv({ tvdbId: 88 }), SERIES],
    ['a series by its other id', tv({ tmdbId: null, tvdbId: 88 }), SERIES],
    ['a series by its second name', tv({ title: 'the years' }), SERIES],
    ['a series without its accents', tv({ title: 'Les annees' }), SERIES],
    ['a name that is cut', movie({ title: 'a'.repeat(256) }), { ...FILM, names: ['a'.repeat(300)] }],
    ['a name without letters', movie({ title: '???' }), { ...FILM, names: ['???'] }],
  ] as const)('%s finds it, by its own ids', (_what, asked, known) => {
    expect(judgedTitle(asked, known)).toEqual({ ...asked, tmdbId: known.tmdbId, tvdbId: known.tvdbId });
  });

  it.each([
    ['the other id of another series', tv({ tvdbId: 99 }), SERIES],
    ['an id of a catalog in which nothing is known of it', tv({ tvdbId: 99 }), { ...SERIES, tvdbId: null }],
    ['a film by an id that nobody can compare', movie({ tvdbId: 99 }), FILM],
    ['another id', movie({ tmdbId: 9 }), FILM],
    ['the title of another', movie({ title: 'Too Much' }), FILM],
    ['more than its title', movie({ title: 'Harbor Lights 2' }), FILM],
    ['the year of another', movie({ year: 2022 }), FILM],
    ['another name without letters', movie({ title: '!!!' }), { ...FILM, names: ['???'] }],
  ] as const)('%s: nothing is looked for', (_what, asked, known) => {
    expect(judgedTitle(asked, known)).toBeNull();
  });
});

const ITEM = { id: 'a1', serverId: 'b2', name: 'Harbor Lights', year: 2024 };

describe('the address of a title in the web app of a video server', () => {
  it.each([
    ['video_server_a', 'https://films.example/jf', 'https://films.example/jf/web/#/details?id=a1&serverId=b2'],
    ['video_server_b', 'https://films.example', 'https://films.example/web/index.html#!/item?id=a1&serverId=b2'],
  ] as const)('%s', (serviceType, publicAddress, address) => {
    expect(titleAddress(serviceType, publicAddress, ITEM)).toBe(address);
  });

  it('issue 21: there is none without an address for people, nor without the id of the server', () => {
    expect(titleAddress('video_server_a', '', ITEM)).toBeNull();
    expect(titleAddress('video_server_a', 'https://films.example', { ...ITEM, serverId: null })).toBeNull();
  });

  it('security 7: an id stays one part of it', () => {
    const address = titleAddress('video_server_a', 'https://films.example', { ...ITEM, id: 'a&serverId=x#/y' });
    expect(address).toBe('https://films.example/web/#/details?id=a%26serverId%3Dx%23%2Fy&serverId=b2');
  });
});
