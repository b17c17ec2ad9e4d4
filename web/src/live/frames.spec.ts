import { describe, expect, it } from 'vitest';
import { namedBy } from './frames.js';

const frame = (type: string, data: unknown): string => JSON.stringify({ type, data });

describe('doc3 §6: what a frame names', () => {
  it.each([
    ['download_progress', { tmdb_id: 603, media_type: 'movie', progress: 40 }, { title: 'movie/603' }],
    ['request_status_changed', { tmdb_id: 7, media_type: 'tv', status: 'available' }, { title: 'tv/7' }],
    ['arr_queue_changed', { instance_id: 'x', service_type: 'tv_manager' }, { library: { id: 'x', kind: 'tv' } }],
    ['request_pending', { tmdb_id: 603, media_type: 'movie' }, { title: 'movie/603', isOfRequests: true }],
    ['request_decision', { request_id: 9, tmdb_id: 0, media_type: 'book' }, { requestId: 9, isOfRequests: true }],
    [
      'request_updated',
      { request_id: 9, tmdb_id: 0, media_type: 'book', foreign_id: 'bc:7' },
      { title: 'book/hc:7', requestId: 9, isOfRequests: true },
    ],
    [
      'request_updated',
      { request_id: 9, tmdb_id: 7, media_type: 'tv' },
      { title: 'tv/7', requestId: 9, isOfRequests: true },
    ],
    ['request_quota_changed', { user_id: 3 }, { isOfAllowances: true }],
    ['downloads_queue', { instance_id: 'x', items: [] }, { isOfDownloads: true }],
    ['config_changed', null, { isOfAll: true }],
    ['arr_queue_changed', { instance_id: 'x', service_type: 'another' }, {}],
  ])('%s %j: %j', (type, data, named) => {
    expect(namedBy(frame(type, data))).toEqual(named);
  });

  it.each([
    frame('issue_created', { issue_id: 1 }),
    frame('toString', {}),
    frame('__proto__', {}),
    '{"type":7}',
    '[]',
    'null',
    '{',
    '',
    undefined,
    new ArrayBuffer(1),
  ])('security 22: nothing is read of what is no frame of ours: %j', (message) => {
    expect(namedBy(message)).toBeUndefined();
  });
});
