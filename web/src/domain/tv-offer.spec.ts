import { describe, expect, it } from 'vitest';
import { hasFile, mayHaveFile, offeredTvs, type ShownTitle } from './tv-offer.js';

const known = (status: ShownTitle['status'], more: Partial<ShownTitle> = {}): ShownTitle => ({
  status,
  status_known: true,
  ...more,
});
const seasons = (...files: readonly number[]) => ({
  seasons: files.map((count) => ({ episode_file_count: count })),
});

describe('issue 25, web app: a title can be shown on a TV where there is a file of it', () => {
  it.each<[string, ShownTitle, boolean, boolean]>([
    ['it is there', known('available'), true, true],
    ['a part is there', known('partial'), false, true],
    ['it is not there', known('unavailable'), false, false],
    ['it is requested', known('requested'), false, false],
    ['it waits for approval', known('pending'), false, false],
    ['it is downloading', known('downloading'), false, false],
    ['it was there, and the library can’t be read', { status: 'available', status_known: false }, false, false],
    ['more of it is on its way, and an episode is there', known('requested', seasons(0, 1)), false, true],
    ['more of it is on its way, and no episode is there', known('requested', seasons(0, 0)), false, false],
    [
      'an episode was there, and the library can’t be read',
      { status: 'requested', status_known: false, ...seasons(1) },
      false,
      false,
    ],
    [
      'another library of the reader has it',
      known('unavailable', { instance_statuses: { one: known('unavailable'), two: known('available') } }),
      true,
      true,
    ],
    [
      'another library has a part of it',
      known('unavailable', { instance_statuses: { two: known('partial') } }),
      false,
      true,
    ],
    [
      'the only library that has had it can’t be read',
      known('unavailable', { instance_statuses: { two: { status: 'available', status_known: false } } }),
      false,
      false,
    ],
  ])('%s', (_what, status, film, series) => {
    expect([hasFile('movie', status), hasFile('tv', status)]).toEqual([film, series]);
  });

  it.each([
    ['there', known('available'), true],
    ['not there', known('unavailable'), false],
    ['last known to be there', { status: 'available', status_known: false } as const, true],
    ['last known to be asked for', { status: 'requested', status_known: false } as const, false],
  ])('issue 46: media servers are asked for what is %s', (_what, status, isAsked) => {
    expect(mayHaveFile('movie', status)).toBe(isAsked);
  });

  it('and where the server reaches boxes of which the reader may use one', () => {
    const den = { id: '1', name: 'Den' };
    expect(offeredTvs({ supported: true, devices: [den] })).toEqual([den]);
    expect(offeredTvs({ supported: true, devices: [] })).toEqual([]);
    expect(offeredTvs({ supported: false, devices: [den] })).toEqual([]);
    expect(offeredTvs(undefined)).toEqual([]);
  });
});
