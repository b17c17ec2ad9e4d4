import { describe, expect, it } from 'vitest';
import { downloadStage, type DownloadStage } from './download-stage.js';

const row = (status: string, trackedState = '', trackedStatus = '', hasMessages = false) => ({
  ...{ status, trackedState, trackedStatus, hasMessages },
});

describe('arr-common, queue vocabulary: how a download gets on', () => {
  it.each<readonly [DownloadStage, ReturnType<typeof row>]>([
    ['downloading', row('downloading', 'downloading', 'ok')],
    ['downloading', row('queued')],
    ['downloading', row('a word to come')],
    ['waiting', row('delay')],
    ['waiting', row('fallback')],
    ['paused', row('Paused', 'downloading', 'ok')],
    ['stalled', row('warning', 'downloading', 'warning')],
    ['stalled', row('downloadClientUnavailable')],
    ['stalled', row('downloading', 'downloading', 'error')],
    ['failed', row('failed')],
    ['failed', row('completed', 'failedPending')],
    ['failed', row('completed', 'downloadFailed')],
    ['importing', row('completed', 'importPending', 'ok')],
    ['importing', row('completed', 'importing')],
    ['import_blocked', row('completed', 'importPending', 'warning')],
    ['import_blocked', row('completed', 'importPending', 'ok', true)],
    ['import_blocked', row('completed', 'importBlocked', 'ok')],
    ['import_blocked', row('completed', 'importFailed')],
  ])('%s: %j', (stage, given) => {
    expect(downloadStage(given)).toBe(stage);
  });
});
