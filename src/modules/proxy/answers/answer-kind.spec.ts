import { describe, expect, it } from 'vitest';
import { UnsafeUpstreamResponse } from '../proxy.errors.js';
import { answerKind } from './answer-kind.js';

const script = (path: string) => () =>
  answerKind({
    method: 'GET',
    path,
    status: 200,
    headers: [['Content-Type', 'application/javascript']],
    api: 'below /api',
  });

describe('doc1 §4 proxy 3: what an answer is, by its head', () => {
  it.each(['/initialize.js', '/Initialize.JS', '/base/initialize.js/', '/%69nitialize%2ejs'])(
    'the script that contains the instance’s key is refused: %s',
    (path) => expect(script(path)).toThrow(UnsafeUpstreamResponse),
  );

  it('other scripts are passed on', () => {
    expect(script('/initialize.js.map')()).toBe('opaque');
  });

  describe('of a media server, whose interface lies everywhere', () => {
    const of = (type: string | null, path = '/System/Info') =>
      answerKind({
        method: 'GET',
        path,
        status: 200,
        headers: type === null ? [] : [['Content-Type', type]],
        api: 'everywhere',
      });

    it.each([
      ['application/json; profile="CamelCase"; charset=utf-8', 'json'],
      [null, 'uncertain'],
      ['', 'uncertain'],
      ['text/html', 'uncertain'],
      ['text/plain; charset=utf-8', 'uncertain'],
      ['application/octet-stream', 'uncertain'],
      ['image/webp', 'opaque'],
      ['image/svg+xml', 'opaque'],
      ['Video/mp4', 'opaque'],
      ['audio/mp4; codecs="mp4a"', 'opaque'],
      ['font/woff2', 'opaque'],
    ])('one of type %s is %s', (type, kind) => {
      expect([of(type), of(type, '/log/file/x'), of(type, '/api/v1/log/file/x')]).toEqual([kind, kind, kind]);
    });

    it.each([
      'text/xml',
      'application/xml; charset=utf-8',
      'Application/XML',
      'application/rss+xml',
      'text/xml-external',
    ])('one of type %s is refused: its fields can not be judged', (type) =>
      expect(() => of(type)).toThrow(UnsafeUpstreamResponse),
    );

    it('that a manager would send is judged as a manager sends it', () => {
      const headers = [['Content-Type', 'text/xml']] as const;
      expect(answerKind({ method: 'GET', path: '/feed', status: 200, headers, api: 'below /api' })).toBe('opaque');
    });
  });
});
