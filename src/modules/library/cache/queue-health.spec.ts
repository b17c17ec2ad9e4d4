import { describe, expect, it } from 'vitest';
import { isHealthy, type TrackedRow } from './queue-health.js';

const row = (over: Partial<TrackedRow>): TrackedRow => ({
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
    expect(isHealthy(row(over))).toBe(true);
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
    expect(isHealthy(row(over))).toBe(false);
  });
});
