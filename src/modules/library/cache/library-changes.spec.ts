import { describe, expect, it } from 'vitest';
import { UNREADABLE_ROWS } from './download-queue.js';
import { LibraryChanges } from './library-changes.js';

const ids = (count: number, from = 1): number[] => Array.from({ length: count }, (_, index) => from + index);

/** Titles by id, each with a record of the same number. */
const last = (count: number) => ({
  digest: new Map(ids(count).map((id) => [id, { recordId: id }])),
  recordsOf: ({ recordId }: { readonly recordId: number }) => [recordId],
});

describe('doc4 §5.2: what is taken of the changes in a library', () => {
  it('names 200 titles, those that moved in the queue and those that changed together, each once', () => {
    const changes = new LibraryChanges<number>();
    changes.noteRecords(ids(150));
    changes.noteTitles(ids(60, 141));
    expect(changes.take(last(300))).toEqual({ queueMoved: true, titleIds: ids(200) });
  });

  it('waits for no digest to name a row whose record can’t be read', () => {
    const changes = new LibraryChanges<number>();
    changes.noteRecords([UNREADABLE_ROWS]);
    expect(changes.canName(last(0))).toBe(true);
    expect(changes.take(last(0))).toEqual({ queueMoved: true, titleIds: [] });
  });

  it.each([
    ['all in the queue', 201, 0],
    ['some in the queue, others not', 150, 51],
  ])('names none of 201 and reports a changed queue instead: %s', (_, moved, others) => {
    const changes = new LibraryChanges<number>();
    changes.noteRecords(ids(moved));
    changes.noteTitles(ids(others, 1 + moved));
    expect(changes.take(last(300))).toEqual({ queueMoved: true, titleIds: [] });
    expect(changes.take(last(300))).toEqual({ queueMoved: false, titleIds: [] });
  });
});
