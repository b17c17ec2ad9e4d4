import { describe, expect, it } from 'vitest';
import { KeptArrivals, creatorsToRead, hasUnreadArrival } from './kept-arrivals.js';

const creators = (count: number, state: (id: number) => string | null = () => 'same') =>
  Array.from({ length: count }, (_, at) => ({ creatorId: at + 1, state: state(at + 1) }));

/** Reads that are counted; each creator has one record of his own with two files. */
function counted(fails: (creatorId: number) => boolean = () => false) {
  const read: number[] = [];
  let [atOnce, most] = [0, 0];
  return {
    read,
    most: () => most,
    files: async (creatorId: number) => {
      read.push(creatorId);
      most = Math.max(most, (atOnce += 1));
      await Promise.resolve();
      atOnce -= 1;
      if (fails(creatorId)) throw new Error(`creator ${creatorId}`);
      return [
        { recordId: creatorId, addedAt: creatorId },
        { recordId: creatorId, addedAt: creatorId + 100 },
      ];
    },
  };
}

describe('issue, truth and digests: the newest files of a library', () => {
  it('are those of each creator, four read at a time', async () => {
    const { files, read, most } = counted();
    const found = await new KeptArrivals().of('music', creators(9), files);
    expect(found.toSorted((one, other) => one.recordId - other.recordId)).toEqual(
      creators(9).map(({ creatorId }) => ({ recordId: creatorId, addedAt: creatorId + 100 })),
    );
    expect([read.length, most()]).toEqual([9, 4]);
  });

  it('cost one read after an import in a library of 600 creators', async () => {
    const kept = new KeptArrivals();
    await kept.of('music', creators(600), counted().files);
    const { files, read } = counted();
    const found = await kept.of(
      'music',
      creators(600, (id) => (id === 77 ? 'more' : 'same')),
      files,
    );
    expect([found.length, read]).toEqual([600, [77]]);
  });

  it('are read each time of a creator whose files aren’t counted, and leave out one who is gone', async () => {
    const kept = new KeptArrivals();
    await kept.of('music', creators(3), counted().files);
    const { files, read } = counted();
    const found = await kept.of(
      'music',
      creators(2, (id) => (id === 2 ? null : 'same')),
      files,
    );
    expect([found.length, read]).toEqual([2, [2]]);
    await kept.of('music', creators(3), files);
    expect(read).toEqual([2, 2, 3]);
  });

  it('fail as a whole when one creator can’t be read, and what was read is kept', async () => {
    const kept = new KeptArrivals();
    const failing = counted((id) => id === 2);
    await expect(kept.of('music', creators(50), failing.files)).rejects.toThrow('creator 2');
    expect(failing.read.length).toBeLessThan(13);
    const { files, read } = counted();
    expect(await kept.of('music', creators(50), files)).toHaveLength(50);
    expect(read).not.toContain(1);
  });

  it('doc4 §2: are four reads at a time, also when one reading begins while another runs; none is made twice', async () => {
    const kept = new KeptArrivals();
    const { files, read, most } = counted();
    const changed = creators(20, (id) => (id === 20 ? 'more' : 'same'));
    const older = kept.of('music', creators(20), files);
    const newer = kept.of('music', changed, files);
    expect([(await older).length, (await newer).length]).toEqual([20, 20]);
    await kept.of('music', changed, files);
    expect([read.length, most()]).toEqual([21, 4]);
  });

  it('are read again once the library was forgotten', async () => {
    const kept = new KeptArrivals();
    await kept.of('music', creators(3), counted().files);
    kept.forget('music');
    const { files, read } = counted();
    await kept.of('music', creators(3), files);
    expect(read).toHaveLength(3);
  });
});

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
