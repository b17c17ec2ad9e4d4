import type { ImportState } from '../../../clients/chaptarr/chaptarr-author.js';
import type { PendingAuthorImport } from '../../../clients/chaptarr/chaptarr-author.js';
import { describe, expect, it } from 'vitest';
import { foreignWords } from '../../../core/errors/sentence.js';
import { UnreadableRow } from '../../../clients/servarr/rows-read.js';
import type { LibraryMutation } from '../saved/job-rows.js';
import { judgeAuthorImport, judgeRefusal, planBookDelivery } from './plan-book-delivery.js';

const records = (monitored: boolean, hasFile = false) => ({ recordIds: [7, 8], monitored, hasFile });
const MUTATIONS = [null, 'add', 'import', 'monitor_and_search', 'searched'] as const;
const REQUESTED = { kind: 'done', status: 'requested' };
const SEARCH = { kind: 'search', recordId: 7 };

describe('planBookDelivery', () => {
  it.each(MUTATIONS)(
    'doc2 §4 rule 6: without a record it is added; with a file nothing is sent (begun: %s)',
    (mutation) => {
      const begun = { mutation, searches: 0 };
      expect(planBookDelivery(null, begun)).toEqual({ kind: 'add' });
      expect(planBookDelivery({ ...records(false), recordIds: [] }, begun)).toEqual({ kind: 'add' });
      for (const monitored of [true, false])
        expect(planBookDelivery(records(monitored, true), begun)).toEqual({ kind: 'done', status: 'available' });
    },
  );

  it.each(MUTATIONS)(
    'doc2 §4 rule 6: a record that is not watched is watched and searched for (begun: %s)',
    (mutation) => {
      const plan = planBookDelivery(records(false), { mutation, searches: 0 });
      expect(plan).toEqual({ kind: 'monitor_and_search', recordId: 7 });
    },
  );

  it.each<readonly [string, LibraryMutation | null, number, object]>([
    ['somebody else watches it', null, 0, REQUESTED],
    ['an addition without an answer may have been an import', 'add', 1, SEARCH],
    ['its search was sent', 'searched', 0, REQUESTED],
    ['an import searches for nothing', 'import', 0, SEARCH],
    ['the search was not begun', 'monitor_and_search', 0, SEARCH],
    ['the search may have been sent', 'monitor_and_search', 1, SEARCH],
    ['the search may have been sent twice', 'monitor_and_search', 2, REQUESTED],
  ])('issue 20 §3: a watched record is searched for once, and twice at most: %s', (_, mutation, searches, plan) => {
    expect(planBookDelivery(records(true), { mutation, searches })).toEqual(plan);
  });
});

const AUTHOR = 'hc:9';
let last = 0;

const one = (ebook: ImportState, over: Partial<PendingAuthorImport> = {}): PendingAuthorImport => ({
  id: (last += 1),
  foreignAuthorId: AUTHOR,
  authorName: '',
  overall: ebook,
  states: { ebook, audiobook: 'none' },
  createdAt: null,
  ...over,
});

const listOf = (rows: readonly PendingAuthorImport[], ...named: readonly (string | null)[]) => ({
  rows,
  unreadable: named.map((foreignId) => new UnreadableRow(null, null, foreignId)),
});

describe('judgeAuthorImport', () => {
  it.each<readonly [string, readonly PendingAuthorImport[], 'waiting' | 'failed' | 'cancelled' | 'abandoned']>([
    ['it waits', [one('waiting')], 'waiting'],
    ['its word is not understood', [one('unknown')], 'waiting'],
    ['it failed', [one('failed')], 'failed'],
    ['it was cancelled', [one('cancelled')], 'cancelled'],
    ['it failed for this format alone', [one('failed', { overall: 'partly' })], 'failed'],
    ['it is at the other format, and this one failed', [one('failed', { overall: 'waiting' })], 'failed'],
    ['the format is not named, and it failed in part', [one('none', { overall: 'partly' })], 'failed'],
    ['it was asked for again after it failed', [one('failed'), one('waiting')], 'waiting'],
    ['it waits, and a later one failed', [one('waiting'), one('failed')], 'waiting'],
    ['the latest of several counts', [one('failed'), one('cancelled')], 'cancelled'],
    ['it succeeded without bringing the author', [one('done')], 'abandoned'],
    ['there is none', [], 'abandoned'],
    ['there is one of another author alone', [one('waiting', { foreignAuthorId: 'hc:8' })], 'abandoned'],
    ['there is one of nobody alone', [one('waiting', { foreignAuthorId: null })], 'abandoned'],
  ])('doc4 §1.8: %s', (_, imports, judged) => {
    expect(judgeAuthorImport(listOf(imports), AUTHOR, 'ebook', false)).toBe(judged);
    expect(judgeAuthorImport(listOf(imports.toReversed()), AUTHOR, 'ebook', false)).toBe(judged);
    // An author who is there is no obstacle, but while the manager is at them.
    expect(judgeAuthorImport(listOf(imports), AUTHOR, 'ebook', true)).toBe(judged === 'waiting' ? 'waiting' : 'done');
  });

  it('one that waits for another format alone brings the author, and holds up nothing once the author is there', () => {
    const other = [one('none', { overall: 'waiting' })];
    expect(judgeAuthorImport(listOf(other), AUTHOR, 'ebook', false)).toBe('waiting');
    expect(judgeAuthorImport(listOf(other), AUTHOR, 'ebook', true)).toBe('done');
  });

  it('a lookup that names no author knows of no import', () => {
    expect(judgeAuthorImport(listOf([one('waiting', { foreignAuthorId: null })]), null, 'ebook', false)).toBe(
      'abandoned',
    );
  });

  it.each([
    ['names the author', AUTHOR, 'waiting', 'waiting'],
    ['names nobody', null, 'waiting', 'done'],
    ['names another author', 'hc:8', 'failed', 'done'],
  ] as const)('issue 20 §5: a row that makes no sense and %s may be theirs', (_, named, absent, there) => {
    const list = listOf([one('failed')], named);
    expect(judgeAuthorImport(list, AUTHOR, 'ebook', false)).toBe(absent);
    expect(judgeAuthorImport(list, AUTHOR, 'ebook', true)).toBe(there);
  });
});

describe('judgeRefusal', () => {
  it.each([
    ['a quality profile', ['ebookqualityprofileid'], [], 'book_configuration'],
    ['a metadata profile', ['audiobookmetadataprofileid'], ['NotEmptyValidator'], 'book_configuration'],
    ['a folder', ['title', 'ebookrootfolderpath'], [], 'book_configuration'],
    ['editions', ['editions'], [], 'editions_unavailable'],
    ['an edition', ['edition'], [], 'editions_unavailable'],
    ['an id that it does not know', ['foreignbookid'], ['NotEmptyValidator'], 'metadata_unresolved'],
    ['an id for another reason', ['foreignbookid'], [], 'library_unavailable'],
    ['anything else', ['path'], ['PathValidator'], 'library_unavailable'],
    ['nothing that it names', [], [], 'library_unavailable'],
  ])('doc4 §1.17: an objection to %s needs a person, and administrators read it', (_, properties, refusals, code) => {
    expect(judgeRefusal({ outcome: 'refused', properties, refusals, reason: foreignWords('no') })).toMatchObject({
      state: 'attention',
      code,
      message: { code: 'delivery_book_refused', text: 'The book manager refused it: no' },
    });
  });
});
