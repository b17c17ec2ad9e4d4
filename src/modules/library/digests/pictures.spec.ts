import { describe, expect, it } from 'vitest';
import { pictureAddress, shownPicture, type ManagerPicture } from './pictures.js';

const SHOWN = { path: /^\/MediaCover\/Books\/\d+\/[\w.-]+$/, hosts: new Set(['cdn.example']) };
const COPY = 'https://cdn.example/edition/1/cover.jpg';

describe('doc4 §2 cover values: the art of the manager, or else the copy of the provider, and nothing else', () => {
  it.each<[string, ManagerPicture | null, string | null]>([
    ['a path', { url: '/MediaCover/Books/51/cover.jpg', remoteUrl: COPY }, '/MediaCover/Books/51/cover.jpg'],
    [
      'a path below a base',
      { url: '/books/MediaCover/Books/51/cover.jpg', remoteUrl: null },
      '/MediaCover/Books/51/cover.jpg',
    ],
    [
      'a path with a query',
      { url: '/MediaCover/Books/51/cover.jpg?lastWrite=6', remoteUrl: null },
      '/MediaCover/Books/51/cover.jpg',
    ],
    ['no path', { url: null, remoteUrl: COPY }, COPY],
    ['a copy in place of the path', { url: COPY, remoteUrl: null }, COPY],
    ['an address of the manager', { url: 'http://10.0.0.7:8789/MediaCover/Books/51/cover.jpg', remoteUrl: null }, null],
    [
      'an address of the manager, by https',
      { url: 'https://books.lan/MediaCover/Books/51/cover.jpg', remoteUrl: 'https://books.lan/a.jpg' },
      null,
    ],
    [
      'an address without a scheme',
      { url: '//books.lan/MediaCover/Books/51/cover.jpg', remoteUrl: null },
      '/MediaCover/Books/51/cover.jpg',
    ],
    ['a path elsewhere', { url: '/api/v1/config/host', remoteUrl: COPY }, COPY],
    ['a path that climbs', { url: '/MediaCover/Books/51/../../config.xml', remoteUrl: null }, null],
    ['a copy over http', { url: null, remoteUrl: 'http://cdn.example/cover.jpg' }, null],
    ['a copy of another host', { url: null, remoteUrl: 'https://cdn.example.evil.test/cover.jpg' }, null],
    ['a copy with a user', { url: null, remoteUrl: 'https://cdn.example@evil.test/cover.jpg' }, null],
    ['a copy on another port', { url: null, remoteUrl: 'https://cdn.example:8443/cover.jpg' }, null],
    [
      'a copy that others may read otherwise',
      { url: null, remoteUrl: 'https://CDN.example\\a\n/../"b.jpg' },
      'https://cdn.example/%22b.jpg',
    ],
    ['a copy of too long an address', { url: null, remoteUrl: `https://cdn.example/${'a'.repeat(981)}` }, null],
    [
      'a copy of an address that grows too long',
      { url: null, remoteUrl: `https://cdn.example/${'ä'.repeat(400)}` },
      null,
    ],
    ['no picture', null, null],
  ])('%s', (_, picture, shown) => {
    expect(shownPicture(picture, SHOWN)).toBe(shown);
  });

  it.each([
    ['/MediaCover/Books/51/cover.jpg', '/api/instances/my%20books/MediaCover/Books/51/cover.jpg'],
    [COPY, COPY],
    [null, ''],
  ])('for clients %s is %s', (shown, address) => {
    expect(pictureAddress(shown, 'my books')).toBe(address);
  });
});
