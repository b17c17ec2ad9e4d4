import { describe, expect, it } from 'vitest';
import type { DownloadGroup, DownloadJob } from '../api/download-queries.js';
import { downloadEntries, type DownloadReason, type DownloadStatus } from './download-entries.js';

const job = (id: string, status: DownloadStatus): DownloadJob => ({
  ...{ id, status, size_bytes: 100, size_left_bytes: 50, progress: 50, speed_bps: 0, eta_seconds: null, reason: null },
});

const group = (given: Partial<DownloadGroup> = {}): DownloadGroup => ({
  ...{ id: 'g', media_type: 'tv', title: 'Tide Watch', job_ids: ['a'], children: [], details_known: true },
  ...{ progress: 50, eta_seconds: null, reason: null },
  ...given,
});

const statusOf = (...statuses: DownloadStatus[]) =>
  downloadEntries({
    jobs: statuses.map((status, place) => job(String(place), status)),
    groups: [group({ job_ids: statuses.map((_status, place) => String(place)) })],
  })[0]?.status;

describe('doc4 §6.4: what a page says of a group', () => {
  it.each<[DownloadStatus, DownloadStatus[]]>([
    ['downloading', ['failed', 'queued', 'downloading']],
    ['checking', ['stalled', 'checking']],
    ['failed', ['queued', 'stalled', 'failed', 'paused']],
    ['stalled', ['paused', 'stalled', 'queued']],
    ['paused', ['queued', 'paused']],
    ['queued', ['queued']],
    ['queued', []],
  ])('%s where its downloads are %j', (status, jobs) => {
    expect(statusOf(...jobs)).toBe(status);
  });

  it.each<[DownloadStatus, DownloadReason | null, DownloadReason | undefined]>([
    ['paused', 'paused', undefined],
    ['queued', 'waiting', undefined],
    ['stalled', null, undefined],
    ['stalled', 'no_peers', 'no_peers'],
    ['paused', 'no_space', 'no_space'],
    ['queued', 'client_unreachable', 'client_unreachable'],
  ])('issue 23 §6: %s because of %s gives the reason %s', (status, reason, told) => {
    const [entry] = downloadEntries({ jobs: [job('a', status)], groups: [group({ reason })] });
    expect(entry?.reason).toBe(told);
  });

  it('its episodes stand in the order of a season, each with the status of its own downloads', () => {
    const child = (id: string, season: number, episode: number, ...jobs: string[]) => ({
      ...{ id, title: '', season, episode, job_ids: jobs },
    });
    const children = [child('x', 2, 1, 'a'), child('y', 1, 10, 'b'), child('z', 1, 9, 'b', 'gone')];
    const [entry] = downloadEntries({
      jobs: [job('a', 'queued'), job('b', 'downloading')],
      groups: [group({ job_ids: ['a', 'b', 'gone'], children })],
    });
    expect(entry?.jobs.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(entry?.parts.map(({ id, status }) => [id, status])).toEqual([
      ['z', 'downloading'],
      ['y', 'downloading'],
      ['x', 'queued'],
    ]);
  });
});
