import { describe, expect, it } from 'vitest';
import type { DownloadItem } from '../../../clients/downloads/download-client.js';
import { clientHistoryView, clientQueueView } from './client-queue.view.js';

const HOSTILE = {
  name: `${'n'.repeat(299)}😀${'n'.repeat(1_000_000)}`,
  status: 's'.repeat(5_000),
  category: 'c'.repeat(5_000),
};

describe('security 31: texts of a client', () => {
  const short = { name: 'n'.repeat(299), status: 's'.repeat(100), category: 'c'.repeat(100) };

  it('are cut in its queue, between characters', () => {
    const item = { ...HOSTILE, id: '1', etaSeconds: null } as DownloadItem;
    expect(clientQueueView({ isPaused: false, speedBps: 0, items: [item], unread: 0 }).items[0]).toMatchObject(short);
  });

  it('are cut in its history', () => {
    const past = { ...HOSTILE, sizeBytes: 1, completedAt: null, isFailed: false };
    expect(clientHistoryView([past]).items[0]).toMatchObject(short);
  });
});
