import type { ArrivingDownload, Happening, TitleArrival } from '../../src/modules/library/library.public.js';
import type { LibraryFacts, SavedFacts } from '../../src/modules/requests/timeline/stall.js';

export const NOW = Date.UTC(2026, 5, 20, 12);
export const HOUR = 3_600_000;
export const ASKED = NOW - 5 * HOUR;

export const saved = (over: Partial<SavedFacts> = {}): SavedFacts => ({
  mediaType: 'movie',
  decision: 'approved',
  requestedAt: ASKED,
  decidedAt: NOW - 4 * HOUR,
  denyReason: null,
  delivery: { state: 'complete', code: 'requested', lastAttemptAt: NOW, nextAttemptAt: null, waitingSince: null },
  completedAt: NOW - 3 * HOUR,
  ...over,
});

export const delivery = (over: Partial<SavedFacts['delivery']>): SavedFacts =>
  saved({ delivery: { ...saved().delivery, ...over }, completedAt: null });

export const download = (over: Partial<ArrivingDownload> = {}): ArrivingDownload => ({
  stage: 'downloading',
  addedAt: NOW - HOUR,
  finishesAt: NOW + HOUR,
  ...over,
});

export const arrival = (over: Partial<TitleArrival> = {}): LibraryFacts => ({
  known: true,
  arrival: {
    inLibrary: true,
    isWhole: false,
    files: 0,
    total: 1,
    monitored: true,
    unreleased: null,
    lastSearchedAt: null,
    fileAddedAt: null,
    downloads: [],
    progress: 0,
    happened: [],
    ...over,
  },
});

export const without = (reason: Extract<LibraryFacts, { known: false }>['reason'], lastReadAt: number | null = null) =>
  ({ known: false, reason, lastReadAt }) as const;

export const grabbed: Happening = { kind: 'grabbed', at: NOW - 2 * HOUR, fromDownload: true };
export const imported: Happening = { kind: 'imported', at: NOW - HOUR, fromDownload: true };
export const failed: Happening = { kind: 'failed', at: NOW - HOUR, fromDownload: true };
export const whole = { isWhole: true, files: 1, fileAddedAt: NOW - HOUR } as const;
