import { describe, expect, it } from 'vitest';
import { UnsafeUpstreamResponse } from '../proxy.errors.js';
import { answerKind } from './answer-kind.js';

const script = (path: string) => () =>
  answerKind({ method: 'GET', path, status: 200, headers: [['Content-Type', 'application/javascript']] });

describe('doc1 §4 proxy 3: what an answer is, by its head', () => {
  it.each(['/initialize.js', '/Initialize.JS', '/base/initialize.js/', '/%69nitialize%2ejs'])(
    'the script that contains the instance’s key is refused: %s',
    (path) => expect(script(path)).toThrow(UnsafeUpstreamResponse),
  );

  it('other scripts are passed on', () => {
    expect(script('/initialize.js.map')()).toBe('opaque');
  });
});
