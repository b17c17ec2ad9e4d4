import { describe, expect, it } from 'vitest';
import { creatorsToRead, hasUnreadArrival } from './unread-records.js';

describe('issue 20 §5: records that can’t be read may have come last', () => {
  const HELD = [1, 2].map((creatorId) => ({ creatorId, state: 'same' }));

  it.each([
    [[], HELD],
    [[3], [...HELD, { creatorId: 3, state: null }]],
    [[2], [HELD[0], { creatorId: 2, state: null }]],
    [[3, null], null],
  ])('of %j: these creators are read', (unread, read) => {
    expect(creatorsToRead(HELD, new Set(unread))).toEqual(read);
  });

  it.each([
    [7, 10, false],
    [8, 10, true],
    [8, null, false],
  ])('a file of record %s at %s is of one: %s', (recordId, addedAt, isUnread) => {
    expect(hasUnreadArrival([{ recordId, addedAt }], new Set([7]))).toBe(isUnread);
  });
});
