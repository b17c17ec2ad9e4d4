import { describe, expect, it } from 'vitest';
import { clientOf, itemOf, managerOf, queued } from '../../../../test/harness/download-sources.js';
import type { DownloadItem } from '../../../clients/downloads/download-client.js';
import type { QueuedDownload } from '../../../clients/servarr/queued-download.js';
import { figuresOf, isFinishedJob, jointFigures, type JobFigures } from './job-figures.js';
import { joinJobs, type JoinedJob } from './join-jobs.js';
import type { ClientSource } from './sources.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

function jobOf(
  rows: readonly QueuedDownload[],
  items: readonly DownloadItem[] = [],
  away: Partial<ClientSource> = {},
): JoinedJob {
  const [job] = joinJobs({ managers: [managerOf(rows)], clients: [clientOf(items, away)] });
  if (!job) throw new Error('no job');
  return job;
}

const ofRow = (row: Partial<QueuedDownload>): JoinedJob => jobOf([queued(row)]);
const ofItem = (item: Partial<DownloadItem>): JoinedJob => jobOf([queued({ status: 'completed' })], [itemOf(item)]);

describe('doc4 §6.4 finished: on the client’s word where it reports the job', () => {
  it.each<[string, Partial<DownloadItem>]>([
    ['its words: Completed', { status: 'Completed' }],
    ['uploading', { status: 'uploading' }],
    ['unpacking', { status: 'UNPACKING' }],
    ['extracting', { status: 'Extracting' }],
    ['repairing', { status: 'REPAIRING' }],
    ['verifying', { status: 'VERIFYING_SOURCES' }],
    ['moving', { status: 'moving' }],
    ['a word that ends with up', { status: 'queuedUP' }],
    ['nothing left of a known size', { sizeLeftBytes: 0 }],
    ['seeding', { status: 'Seeding', state: 'finished' }],
    ['nothing left, and failed afterwards', { state: 'failed', sizeLeftBytes: 0 }],
  ])('%s', (_, item) => expect(isFinishedJob(ofItem(item))).toBe(true));

  it.each<[string, Partial<DownloadItem>]>([
    ['downloading, although the manager says completed', {}],
    ['a torrent whose size nobody knows yet', { sizeBytes: 0, sizeLeftBytes: 0, status: 'metaDL' }],
    ['queued, paused, stalled and failed', { status: 'Failed', state: 'failed' }],
    ['a word that has up within', { status: 'setup pending' }],
  ])('not %s', (_, item) => expect(isFinishedJob(ofItem(item))).toBe(false));
});

describe('doc4 §6.4 finished: on the manager’s word where no client reports the job', () => {
  it.each<[string, Partial<QueuedDownload>]>([
    ['completed', { status: 'completed' }],
    ['importPending', { trackedState: 'importPending' }],
    ['importing', { trackedState: 'importing' }],
    ['imported', { trackedState: 'imported' }],
    ['importBlocked', { trackedState: 'importBlocked' }],
    ['nothing left', { sizeLeft: 0 }],
  ])('%s', (_, row) => expect(isFinishedJob(ofRow(row))).toBe(true));

  it.each<[string, Partial<QueuedDownload>]>([
    ['paused', { status: 'paused' }],
    ['failed', { status: 'failed', trackedState: 'failedPending' }],
    ['a size that nobody knows', { size: 0, sizeLeft: 0 }],
  ])('not %s', (_, row) => expect(isFinishedJob(ofRow(row))).toBe(false));

  it('a job of several rows is finished when each of them is', () => {
    const done = queued({ status: 'completed' });
    expect(isFinishedJob(jobOf([done, done]))).toBe(true);
    expect(isFinishedJob(jobOf([done, queued()]))).toBe(false);
  });

  it('so it is of a client that can’t be read, whatever it said last', () => {
    const away = { trouble: 'unreadable', isStale: true } as const;
    expect(isFinishedJob(jobOf([queued()], [itemOf({ state: 'finished' })], away))).toBe(false);
    expect(isFinishedJob(jobOf([queued({ status: 'completed' })], [itemOf()], away))).toBe(true);
  });
});

describe('doc4 §6.4 Job, issue23 §6: how a job gets on', () => {
  it('is the client’s figures, and its reason', () => {
    const item = { state: 'stalled', reason: 'no_peers', progress: 33.3333 } as const;
    expect(figuresOf(ofItem(item), NOW, null)).toEqual({
      status: 'stalled',
      reason: 'no_peers',
      sizeBytes: 100,
      sizeLeftBytes: 20,
      progress: 33.33,
      speedBps: 10,
      etaSeconds: 2,
    });
  });

  it.each<[Partial<QueuedDownload>, Pick<JobFigures, 'status' | 'reason'>]>([
    [{}, { status: 'downloading', reason: null }],
    [{ status: 'queued' }, { status: 'queued', reason: 'waiting' }],
    [{ status: 'paused' }, { status: 'paused', reason: 'paused' }],
    [{ status: 'warning' }, { status: 'stalled', reason: null }],
    [{ trackedStatus: 'error' }, { status: 'stalled', reason: null }],
    [{ status: 'Failed' }, { status: 'failed', reason: null }],
    [{ trackedState: 'failedPending' }, { status: 'failed', reason: null }],
    [{ status: 'downloadClientUnavailable' }, { status: 'stalled', reason: 'client_unreachable' }],
  ])('is the manager’s word without a client: %o', (row, expected) => {
    expect(figuresOf(ofRow(row), NOW, null)).toMatchObject({ ...expected, progress: 50, speedBps: 0 });
  });

  it('is the manager’s word with the reason that the client can’t be reached, while it stands still', () => {
    const away = { trouble: 'slow', isStale: false } as const;
    expect(figuresOf(jobOf([queued({ status: 'queued' })], [], away), NOW, null).reason).toBe('client_unreachable');
    expect(figuresOf(jobOf([queued()], [], away), NOW, null).reason).toBeNull();
    const stale = { trouble: 'unreadable', isStale: true } as const;
    const said = figuresOf(jobOf([queued({ status: 'paused' })], [itemOf()], stale), NOW, null);
    expect(said).toMatchObject({ status: 'paused', reason: 'client_unreachable', progress: 50 });
  });

  it('ends when the manager expects it, as long as that is to come and it moves', () => {
    const finishesAt = NOW + 90_500;
    expect(figuresOf(ofRow({ finishesAt }), NOW, null).etaSeconds).toBe(91);
    expect(figuresOf(ofRow({ finishesAt: NOW }), NOW, null).etaSeconds).toBeNull();
    expect(figuresOf(ofRow({ finishesAt, status: 'paused' }), NOW, null).etaSeconds).toBeNull();
  });

  it('by rows that disagree: the larger figures, and what most needs a person', () => {
    const rows = [queued({ size: 10, sizeLeft: 9 }), queued({ size: 200, sizeLeft: 40, status: 'warning' })];
    expect(figuresOf(jobOf(rows), NOW, null)).toMatchObject({ status: 'stalled', sizeBytes: 200, sizeLeftBytes: 40 });
    const odd = [queued({ size: Number.NaN, sizeLeft: Number.NaN })];
    expect(figuresOf(jobOf(odd), NOW, null)).toMatchObject({ sizeBytes: 0, sizeLeftBytes: 0, progress: 0 });
  });

  it.each([
    ['added a quarter of an hour ago', NOW - 15 * MINUTE, null, 'stalled'],
    ['added a little later', NOW - 15 * MINUTE + 1, null, 'downloading'],
    ['seen since then, where nobody says when it was added', null, NOW - 15 * MINUTE, 'stalled'],
    ['seen for the first time', null, NOW, 'downloading'],
  ])('issue23 §6: a torrent that only looks for its files, %s', (_, addedAt, seen, status) => {
    const item = { isFetchingMetadata: true, sizeBytes: 0, sizeLeftBytes: 0, status: 'metaDL', addedAt };
    expect(figuresOf(ofItem(item), NOW, seen).status).toBe(status);
  });
});

describe('doc2 §2: the progress of a group is weighted by bytes over unique jobs', () => {
  const job = (given: Partial<JobFigures>): JobFigures => ({ ...figuresOf(ofItem({}), NOW, null), ...given });

  it('so that a small job at its beginning takes little from a large one at its end', () => {
    const jobs = [job({ sizeBytes: 900, sizeLeftBytes: 0 }), job({ sizeBytes: 100, sizeLeftBytes: 100 })];
    expect(jointFigures(jobs).progress).toBe(90);
    expect(jointFigures([job({ sizeBytes: 0, sizeLeftBytes: 0 })]).progress).toBe(0);
  });

  it('issue23 §6: it ends with the last of them, when that is known of each', () => {
    expect(jointFigures([job({ etaSeconds: 5 }), job({ etaSeconds: 70 })]).etaSeconds).toBe(70);
    expect(jointFigures([job({ etaSeconds: 5 }), job({ etaSeconds: null })]).etaSeconds).toBeNull();
  });

  it('issue23 §6: it has a reason when none of them moves', () => {
    const [still, moving] = [job({ status: 'paused', reason: 'paused' }), job({ status: 'checking' })];
    expect(jointFigures([still]).reason).toBe('paused');
    expect(jointFigures([still, moving]).reason).toBeNull();
  });
});
