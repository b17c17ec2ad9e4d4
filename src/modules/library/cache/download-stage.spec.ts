import { describe, expect, it } from 'vitest';
import { downloadStage, isHealthy, type DownloadStage, type TrackedRow } from './download-stage.js';

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

const tracked = (over: Partial<TrackedRow>): TrackedRow => ({
  status: 'downloading',
  trackedStatus: 'ok',
  trackedState: 'downloading',
  hasMessages: false,
  ...over,
});

describe('doc4 §4.3: a healthy row of the queue', () => {
  it.each<[string, Partial<TrackedRow>]>([
    ['downloading', {}],
    ['queued', { status: 'queued' }],
    ['importing', { status: 'importing', trackedState: 'importing' }],
    ['completed and waiting for its import', { status: 'completed', trackedState: 'importPending' }],
    ['completed and being imported', { status: 'completed', trackedState: 'importing' }],
    ['of which the manager says nothing more', { trackedStatus: null, trackedState: null }],
    ['of which the manager says nothing more, by empty words', { trackedStatus: '', trackedState: '' }],
    ['written with capitals', { status: 'Downloading', trackedStatus: 'Ok', trackedState: 'Downloading' }],
  ])('is one that is %s', (_, over) => {
    expect(isHealthy(tracked(over))).toBe(true);
  });

  it.each<[string, Partial<TrackedRow>]>([
    ['in warning', { trackedStatus: 'warning' }],
    ['in error', { trackedStatus: 'error' }],
    ['with a message', { hasMessages: true }],
    ['paused', { status: 'paused' }],
    ['failed', { status: 'failed' }],
    ['stalled, which the client calls a warning', { status: 'warning' }],
    ['only delayed', { status: 'delay', trackedStatus: null, trackedState: null }],
    ['without its client', { status: 'downloadClientUnavailable', trackedStatus: null, trackedState: null }],
    ['blocked', { status: 'completed', trackedState: 'importBlocked' }],
    ['not imported', { status: 'completed', trackedState: 'importFailed' }],
    ['about to fail', { trackedState: 'downloadFailedPending' }],
    ['failed in the client', { trackedState: 'downloadFailed' }],
    ['imported already', { status: 'completed', trackedState: 'imported' }],
    ['ignored', { status: 'completed', trackedState: 'ignored' }],
    ['completed, of which nobody says what follows', { status: 'completed', trackedState: null }],
    ['of a word that nobody knows', { status: 'pondering' }],
    ['of a state that nobody knows', { trackedState: 'pondering' }],
    ['of no word at all', { status: '' }],
  ])('is none that is %s', (_, over) => {
    expect(isHealthy(tracked(over))).toBe(false);
  });
});
