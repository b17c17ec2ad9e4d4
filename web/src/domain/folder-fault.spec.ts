import { describe, expect, it } from 'vitest';
import { failureOf, noAnswer } from './failure.js';
import { folderFault } from './folder-fault.js';

const refusal = (error: string, status = 400) => failureOf(status, new Headers(), { error });

describe('design §4, Libraries: what is wrong with a pair of folders is said at its field', () => {
  it.each([
    ['mapping 1 arr_path must be an absolute path', 0, 'arr_path', 'must be an absolute path'],
    ['invalid media paths: mapping 12 service_path is no folder', 11, 'service_path', 'is no folder'],
  ] as const)('%s', (error, row, at, reason) => {
    expect(folderFault(refusal(error))).toEqual({ row, at, reason });
  });

  it('what is about all of them, a busy server and a lost network are no fault of a field', () => {
    for (const failure of [refusal('at most 100 are taken'), refusal('mapping 1 arr_path x', 503), noAnswer(), null])
      expect(folderFault(failure)).toBeUndefined();
  });
});
