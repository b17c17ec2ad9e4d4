import { describe, expect, it } from 'vitest';
import { observe, type Observation, type ObservedRequest } from './observe.js';
import { NO_PARTS, WHOLE_TITLE } from './seen-parts.js';

const CHAT = { destination: 'chat', revision: 1, newestId: 5 };
const PUSH = { destination: 'push', revision: 2, newestId: 6 };
const film: ObservedRequest = { id: 6, target: '', before: NO_PARTS };
const series: ObservedRequest = { id: 6, target: 'tvdb 1', before: NO_PARTS };
const partly: ObservedRequest = { ...series, before: new Set(['1:1', '1:2']) };
const reading = (...parts: readonly string[]) => ({ parts: new Set(parts), asOf: 1 });
const absent: Observation = { target: '', seen: '', baseline: 1 };
const told = (
  request: ObservedRequest,
  last: Observation | null,
  parts: readonly string[],
  baselines = [CHAT],
): readonly string[] => observe(request, last, reading(...parts), baselines).destinations;

describe('doc2 §6 availability: when is a title told', () => {
  it.each<[string, readonly string[], ReturnType<typeof told>]>([
    ['a film that was absent and has a file now', ['chat'], told(film, absent, [WHOLE_TITLE])],
    ['a film that has a file when its request is first looked at', ['chat'], told(film, null, [WHOLE_TITLE])],
    ['the same, of a request that is older than the baseline', [], told({ ...film, id: 5 }, null, [WHOLE_TITLE])],
    ['a film without a file', [], told(film, null, [])],
    ['a file that was seen before', [], told(film, { ...absent, seen: WHOLE_TITLE }, [WHOLE_TITLE])],
    ['a file first seen during a baseline', [], told(film, { ...absent, baseline: 0 }, [WHOLE_TITLE])],
    [
      'episodes of a series of which nothing was there when it was accepted',
      ['chat'],
      told(series, null, ['1:1', '1:2']),
    ],
    ['episodes that were there when it was accepted', [], told(partly, null, ['1:1', '1:2'])],
    ['fewer than were there', [], told(partly, null, ['1:2'])],
    ['one more than was there', ['chat'], told(partly, null, ['1:1', '1:2', '1:3'])],
    ['another one than was there', ['chat'], told(partly, null, ['1:3'])],
    ['episodes of which nobody knows when they came', [], told({ ...series, before: null }, null, ['1:1'])],
    ['one more episode', ['chat'], told(series, { ...absent, target: 'tvdb 1', seen: '1:1' }, ['1:1', '1:2'])],
    ['an episode imported anew', [], told(series, { ...absent, target: 'tvdb 1', seen: '1:1-2' }, ['1:2'])],
    ['a repaired match, whatever is on disk', [], told(series, { ...absent, target: 'tvdb 2', seen: '1:1' }, ['1:2'])],
    ['nobody who tells it', [], told(film, absent, [WHOLE_TITLE], [])],
    ['one of two destinations, by their baselines', ['chat'], told(film, absent, [WHOLE_TITLE], [CHAT, PUSH])],
  ])('%s: %j', (_case, expected, destinations) => {
    expect(destinations).toEqual(expected);
  });

  it('what was there when it was accepted stays seen, also where it is gone at the first look: its replacement is silent', () => {
    const { observation } = observe(partly, null, reading('1:2'), [CHAT]);
    expect(observation).toEqual({ target: 'tvdb 1', seen: '1:1-2', baseline: 1 });
    expect(told(partly, observation, ['1:1', '1:2'])).toEqual([]);
    expect(told(partly, observation, ['1:3'])).toEqual(['chat']);
  });

  it('what is remembered is the same object while nothing changes, so that nothing is written', () => {
    expect(observe(film, absent, reading(), [CHAT]).observation).toBe(absent);
    const seen = { target: 'tvdb 1', seen: '1:1-2', baseline: 3 };
    expect(observe(series, seen, reading('1:1'), [CHAT]).observation).toBe(seen);
  });

  it('a repaired match begins anew: what was seen of the other series counts no more', () => {
    const other = { target: 'tvdb 2', seen: '1:1-9', baseline: 1 };
    expect(observe(series, other, reading('1:3'), [CHAT]).observation).toEqual({
      ...other,
      target: 'tvdb 1',
      seen: '1:3',
    });
    expect(observe(series, other, reading(), [CHAT]).observation).toEqual({ ...other, target: 'tvdb 1', seen: '' });
  });
});
