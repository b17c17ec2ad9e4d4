import { describe, expect, it } from 'vitest';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import type { BookFormat, DispatchRow, DispatchState } from '../saved/job-rows.js';
import type { RequestRow, SavedStatus } from '../saved/rows.js';
import { alreadyRequested, newFormats, planSubmission } from './book-repeats.js';

const asked = (id: number, status: SavedStatus, format: BookFormat, state: DispatchState): SavedRequest => ({
  request: { id, status, bookFormat: format } as RequestRow,
  deliveries: [{ requestId: id, format, state } as DispatchRow],
});

describe('alreadyRequested, doc4 §1.12: what an account has asked for before', () => {
  it.each<[SavedStatus, DispatchState, 'waiting' | 'delivered' | 'neither']>([
    ['pending', 'approval', 'waiting'],
    ['requested', 'queued', 'waiting'],
    ['requested', 'processing', 'waiting'],
    ['requested', 'retry', 'waiting'],
    ['requested', 'waiting_library', 'waiting'],
    ['requested', 'attention', 'waiting'],
    ['requested', 'complete', 'delivered'],
    ['requested', 'cancelled', 'neither'],
    ['denied', 'cancelled', 'neither'],
    ['denied', 'complete', 'neither'],
  ])('%s, %s: %s', (status, state, held) => {
    const { waiting, delivered } = alreadyRequested([asked(7, status, 'ebook', state)]);
    expect([waiting.get('ebook'), delivered.get('ebook')]).toEqual([
      held === 'waiting' ? 7 : undefined,
      held === 'delivered' ? 7 : undefined,
    ]);
  });

  it('the newest request counts', () => {
    const requests = [asked(9, 'requested', 'ebook', 'complete'), asked(7, 'requested', 'ebook', 'complete')];
    expect(alreadyRequested(requests).delivered).toEqual(new Map([['ebook', 9]]));
  });
});

const none: ReadonlyMap<BookFormat, number> = new Map();
const both: readonly BookFormat[] = ['ebook', 'audiobook'];

describe('planSubmission, doc4 §1.12 book', () => {
  it('nobody has asked: one request for all of it', () => {
    expect(planSubmission(both, { open: none, waiting: none, delivered: none, gone: [] })).toEqual({
      joined: new Map(),
      repeated: [],
      fresh: both,
    });
  });

  it('open requests are joined for what they cover, each for its formats; the rest is new', () => {
    const open = new Map<BookFormat, number>([['ebook', 4]]);
    expect(planSubmission(both, { open, waiting: none, delivered: none, gone: [] })).toEqual({
      joined: new Map([[4, ['ebook']]]),
      repeated: [],
      fresh: ['audiobook'],
    });
    const all = new Map<BookFormat, number>([
      ['ebook', 4],
      ['audiobook', 4],
    ]);
    expect(planSubmission(both, { open: all, waiting: none, delivered: none, gone: [] }).joined).toEqual(
      new Map([[4, both]]),
    );
  });

  it('what was delivered is a repeat, unless the library affirms that it is gone', () => {
    const delivered = new Map<BookFormat, number>([['ebook', 3]]);
    expect(planSubmission(['ebook'], { open: none, waiting: none, delivered, gone: [] })).toMatchObject({
      repeated: [3],
      fresh: [],
    });
    expect(planSubmission(['ebook'], { open: none, waiting: none, delivered, gone: ['ebook'] })).toMatchObject({
      repeated: [],
      fresh: ['ebook'],
    });
  });

  it.each<[string, 'joined' | 'repeated', boolean, readonly BookFormat[]]>([
    ['of another account', 'repeated', false, []],
    ['of another account, and gone,', 'joined', false, ['ebook']],
    ['of the account itself', 'joined', true, []],
  ])('what was delivered, beside an open job %s, is %s', (_, becomes, isOwn, gone) => {
    const [open, delivered] = [
      new Map<BookFormat, number>([['ebook', 4]]),
      new Map<BookFormat, number>([['ebook', 3]]),
    ];
    expect(planSubmission(['ebook'], { open, waiting: isOwn ? open : none, delivered, gone })).toEqual({
      joined: becomes === 'joined' ? new Map([[4, ['ebook']]]) : new Map(),
      repeated: becomes === 'repeated' ? [3] : [],
      fresh: [],
    });
  });
});

describe('newFormats, doc2 §4 rule 1: duplicate work adds no charge', () => {
  it.each<[string, readonly BookFormat[], readonly BookFormat[]]>([
    ['nothing is gone', [], ['audiobook']],
    ['what was delivered is gone', ['ebook'], both],
    ['what it waits for can not be on disk yet', ['audiobook'], ['audiobook']],
  ])('%s', (_, gone, cost) => {
    const delivered = new Map<BookFormat, number>([['ebook', 3]]);
    expect(newFormats(both, { waiting: none, delivered }, gone)).toEqual(cost);
  });

  it('what the account waits for is free', () => {
    expect(newFormats(both, { waiting: new Map([['ebook', 1]]), delivered: none }, ['ebook'])).toEqual(['audiobook']);
  });
});
