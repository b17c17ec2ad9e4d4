import { beforeEach, describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import type { ChaptarrLookups } from '../../../clients/chaptarr/chaptarr-addition.js';
import type { ChaptarrClient } from '../../../clients/chaptarr/chaptarr.client.js';
import { silentMeter } from '../../../core/metrics/meter.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import type { InstanceClientsService } from '../../instances/instances.public.js';
import type { SoughtBook } from './book-selection.js';
import { RecoveredBooksService } from './recovered-books.service.js';

/** The manager's answer to a lookup. */
type Answer = (signal: AbortSignal) => Promise<ChaptarrLookups>;

const FOUND = {
  rows: [{ foreignBookId: 'hc:1', format: 'ebook', goodreadsWorkId: 'gr:17', editions: [] }],
  unreadable: [],
  refused: false,
} as unknown as ChaptarrLookups;

const found: Answer = () => Promise.resolve(FOUND);
const broken: Answer = () => Promise.reject(new Error('down'));
const hanging: Answer = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('too late'))));

let clock: MovedClock;
let answer: Answer;
let terms: string[];
let signals: Set<AbortSignal>;
let books: RecoveredBooksService;

beforeEach(() => {
  clock = new MovedClock();
  [terms, signals, answer] = [[], new Set(), found];
  const manager = {
    lookupBooks: (term: string, _format: string, signal: AbortSignal) => {
      terms.push(term);
      signals.add(signal);
      return answer(signal);
    },
  } as unknown as ChaptarrClient;
  const clients = { connect: () => Promise.resolve(manager) } as unknown as InstanceClientsService;
  books = new RecoveredBooksService(clients, clock, silentMeter);
});

const keys = (asked: Partial<SoughtBook> = {}, instanceId = 'books', userId = 1) =>
  books.keysOf(instanceId, { key: 'hc:1', title: '', searchTerm: null, ...asked }, shareOf(userId));

async function wait<T>(asked: Promise<T>, ms = 2_000): Promise<T> {
  await clock.advance(ms);
  return asked;
}

describe('doc2 §4, book-status: the record of a lookup that somebody chose', () => {
  it('is looked up once for the same words, and again for others', async () => {
    expect(await keys({ title: 'Salt' })).toContain('work:gr:17');
    expect([await keys({ title: 'Salt' }), terms.length]).toMatchObject([{}, 1]);
    await keys({ title: 'Tides' });
    await keys({ title: 'Tides', searchTerm: 'ines' });
    expect(terms).toHaveLength(3);
  });

  it('is not asked for again right after the manager failed', async () => {
    answer = broken;
    expect([await keys(), await keys(), terms.length]).toEqual([[], [], 1]);
    answer = found;
    await clock.advance(10_000);
    expect(await keys()).toContain('work:gr:17');
  });

  it('is looked up for ten seconds at most, for all terms together', async () => {
    answer = hanging;
    expect(await wait(keys({ title: 'Salt', searchTerm: 'ines' }))).toEqual([]);
    expect([...signals].map(({ aborted }) => aborted)).toEqual([false]);
    await clock.advance(8_000);
    expect([[...signals].map(({ aborted }) => aborted), terms]).toEqual([[true], ['hc:1']]);
  });

  it('is looked up two at a time at one manager, and a manager that hangs keeps no other waiting', async () => {
    answer = hanging;
    await wait(Promise.all(['1', '2', '3'].map((n) => keys({ key: `hc:${n}` }))));
    expect(terms).toEqual(['hc:1', 'hc:2']);
    await wait(keys({}, 'others'));
    expect(terms).toEqual(['hc:1', 'hc:2', 'hc:1']);
  });

  it('security 35: is looked up next, however many lookups another account has waiting', async () => {
    answer = hanging;
    const flood = Promise.all(Array.from({ length: 60 }, (_, at) => keys({ key: `hc:${100 + at}` })));
    const own = keys({ key: 'hc:7' }, 'books', 2);
    await wait(Promise.all([flood, own]), 10_000);
    expect(terms.slice(0, 4)).toContain('hc:7');
  });
});
