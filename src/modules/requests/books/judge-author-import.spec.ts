import { describe, expect, it } from 'vitest';
import { UnreadableRow } from '../../../clients/servarr/rows-read.js';
import type { ImportState, PendingAuthorImport } from '../../../clients/chaptarr/chaptarr-imports.js';
import { judgeAuthorImport } from './judge-author-import.js';

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
