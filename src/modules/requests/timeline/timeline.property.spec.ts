import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrival, NOW, saved, without } from '../../../../test/harness/timeline-rows.js';
import type { LibraryFacts, TimelineFacts } from './stall.js';
import { timelineOf } from './timeline.js';

const moment = fc.integer({ min: 0, max: NOW });
const maybe = fc.option(moment, { nil: null });
const downloads = fc.array(
  fc.record({
    stage: fc.constantFrom('waiting', 'downloading', 'paused', 'stalled', 'failed', 'importing', 'import_blocked'),
    addedAt: maybe,
    finishesAt: maybe,
  }),
  { maxLength: 3 },
);
const happened = fc.array(
  fc.record({
    kind: fc.constantFrom('grabbed', 'imported', 'failed'),
    at: moment,
    fromDownload: fc.boolean(),
  }),
  { maxLength: 4 },
);
const anyArrival: fc.Arbitrary<LibraryFacts> = fc
  .record({
    inLibrary: fc.boolean(),
    files: fc.nat(3),
    total: fc.integer({ min: 1, max: 3 }),
    monitored: fc.boolean(),
    lastSearchedAt: maybe,
    fileAddedAt: maybe,
    downloads: fc.option(downloads, { nil: null }),
    progress: fc.double({ min: 0, max: 1, noNaN: true }),
    happened: fc.option(happened, { nil: null }),
  })
  .map((over) => arrival({ ...over, isWhole: over.inLibrary && over.files >= over.total }));
const anyLibrary = fc.oneof(
  anyArrival,
  fc
    .constantFrom('unreadable', 'unclear', 'removed', 'not_allowed', 'not_asked')
    .map((reason) => without(reason as 'unclear')),
);
const anySaved = fc
  .record({
    mediaType: fc.constantFrom('movie', 'tv', 'book', 'music'),
    decision: fc.constantFrom('pending', 'approved', 'denied', 'cancelled', 'unknown'),
    decidedAt: maybe,
    completedAt: maybe,
    state: fc.constantFrom(
      'approval',
      'queued',
      'processing',
      'retry',
      'waiting_library',
      'attention',
      'complete',
      'cancelled',
    ),
  })
  .map(({ state, ...over }) => saved({ ...over, delivery: { ...saved().delivery, state } }));

describe('issue 22 must-show 3: no step is done that no source affirms', () => {
  /** Written apart from the code: what affirms each step. */
  const affirms = ({
    saved: {
      decision,
      decidedAt,
      delivery: { state },
    },
    library,
  }: TimelineFacts) => {
    const title = library.known ? library.arrival : null;
    const stages = (title?.downloads ?? []).map(({ stage }) => stage);
    const fromDownload = (title?.happened ?? []).some((one) => one.kind === 'imported' && one.fromDownload);
    const wasGrabbed = (title?.happened ?? []).some(({ kind }) => kind === 'grabbed');
    return {
      asked: true,
      approved: decision === 'approved' && decidedAt !== null,
      sent: decision === 'approved' && state === 'complete',
      found: wasGrabbed || fromDownload || stages.some((stage) => stage !== 'failed'),
      downloading: fromDownload || stages.includes('importing') || stages.includes('import_blocked'),
      imported: title?.isWhole === true,
      available: title?.isWhole === true,
    };
  };

  it('holds for any request and any library', () => {
    fc.assert(
      fc.property(anySaved, anyLibrary, (facts, library) => {
        const all = { saved: facts, library, now: NOW };
        const affirmed = affirms(all);
        for (const { key, state } of timelineOf(all).steps)
          if (state === 'done') expect([key, affirmed[key]]).toEqual([key, true]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('what can’t be read is unknown, and never waiting, done or skipped', () => {
    fc.assert(
      fc.property(anySaved, (facts) => {
        const approved = { ...facts, decision: 'approved' as const };
        const { steps } = timelineOf({ saved: approved, library: without('unreadable'), now: NOW });
        expect(steps.slice(3).map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
      }),
    );
  });
});
