import { describe, expect, it } from 'vitest';
import { keptPart } from './kept-part.js';

const SCOPE = 'https://usher.example/a/b/';

const partOf = (path: string, mode: string, method = 'GET') => keptPart({ method, mode, url: SCOPE + path }, SCOPE);

describe('design §6: what the worker of the web app answers', () => {
  it.each(['', '?q=x', 'search?q=metropolis', 'search/', 'movie/603', 'book/hc%3A7', 'admin/requests', 'join'])(
    'the address of a page, %j: the page',
    (path) => {
      expect(partOf(path, 'navigate')).toBe('page');
    },
  );

  it.each(['assets/start-abc.js', 'assets/style-abc.css', 'assets/type-abc.woff2'])('%s: a file', (path) => {
    expect(partOf(path, 'cors')).toBe('file');
  });

  it('the script that sets the theme before anything is drawn: a file', () => {
    expect(partOf('appearance.js', 'no-cors')).toBe('file');
  });

  it.each([
    ['api/me', 'cors'],
    ['api/me', 'navigate'],
    ['api/pictures/tmdb/w185/x.jpg', 'no-cors'],
    ['api/web/session/refresh', 'cors'],
    ['API/docs', 'navigate'],
    ['%61pi/docs', 'navigate'],
    ['%zz/docs', 'navigate'],
    ['passkeys/create', 'navigate'],
    ['radarr', 'navigate'],
    ['radarr/movie/metropolis', 'navigate'],
    ['.well-known/assetlinks.json', 'cors'],
    ['sw.js', 'same-origin'],
    ['manifest.webmanifest', 'cors'],
    ['icon.svg', 'no-cors'],
    ['appearance.js', 'navigate'],
    ['radarr/appearance.js', 'no-cors'],
    ['movie/603', 'cors'],
    ['assets/start-abc.js', 'navigate'],
  ])('nothing else: %s, asked for as %s', (path, mode) => {
    expect(partOf(path, mode)).toBeUndefined();
  });

  it.each(['POST', 'HEAD', 'PUT'])('and nothing but GET: not %s', (method) => {
    expect([partOf('', 'navigate', method), partOf('assets/start-abc.js', 'cors', method)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each(['https://usher.example/other', 'https://usher.example/a/', 'https://elsewhere.example/a/b/'])(
    'nor what lies outside of the app: %s',
    (url) => {
      expect(keptPart({ method: 'GET', mode: 'navigate', url }, SCOPE)).toBeUndefined();
    },
  );
});
