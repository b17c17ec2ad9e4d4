import { describe, expect, it } from 'vitest';
import {
  arrival,
  ASKED,
  delivery,
  download,
  failed,
  grabbed,
  HOUR,
  imported,
  NOW,
  saved,
  whole,
  without,
} from '../../../../test/harness/timeline-rows.js';
import type { LibraryFacts, SavedFacts, Stall } from './stall.js';
import { STEPS, type StepState, timelineOf } from './timeline.js';

type Row = readonly [
  condition: string,
  saved: SavedFacts,
  library: LibraryFacts,
  /** The seven steps: Done, Now, Waiting, Skipped, Failed, Unknown. */
  steps: string,
  stalled: Stall['code'] | null,
  who: Stall['who'] | null,
];

const LETTERS: Readonly<Record<StepState, string>> = {
  done: 'D',
  now: 'N',
  waiting: 'W',
  skipped: 'S',
  failed: 'F',
  unknown: 'U',
};

const pending = saved({ decision: 'pending', decidedAt: null, completedAt: null });

const TABLE: readonly Row[] = [
  ['it waits for approval', pending, without('not_asked'), 'DWWWWWW', 'waiting_for_approval', 'admin'],
  ['it was declined', saved({ decision: 'denied' }), arrival(), 'DFSSSSS', null, null],
  ['it was declined and is there all the same', saved({ decision: 'denied' }), arrival(whole), 'DFSSSSD', null, null],
  ['it was cancelled', saved({ decision: 'cancelled' }), arrival(), 'DSSSSSS', null, null],
  ['nobody had to approve it', saved({ decidedAt: null }), arrival({ downloads: [download()] }), 'DSDDNWW', null, null],
  ['it is about to be sent', delivery({ state: 'queued' }), arrival({ inLibrary: false }), 'DDNWWWW', null, null],
  [
    'sending is tried again',
    delivery({ state: 'retry' }),
    without('unreadable'),
    'DDWUUUU',
    'delivery_retry',
    'library',
  ],
  [
    'sending needs a person',
    delivery({ state: 'attention' }),
    arrival({ inLibrary: false }),
    'DDWWWWW',
    'needs_admin',
    'admin',
  ],
  [
    'an author is still added',
    delivery({ state: 'waiting_library' }),
    arrival({ inLibrary: false }),
    'DDNWWWW',
    'delivery_retry',
    'library',
  ],
  ['the library can’t be read', saved(), without('unreadable', ASKED), 'DDDUUUU', 'library_unreachable', 'admin'],
  ['the library says nothing certain', saved(), without('unclear'), 'DDDUUUU', 'unknown', 'admin'],
  ['the library was removed', saved(), without('removed'), 'DDDUUUU', 'removed_from_library', 'admin'],
  ['the reader lost the library', saved(), without('not_allowed'), 'DDDUUUU', 'needs_admin', 'admin'],
  [
    'only the queue can’t be read',
    saved(),
    arrival({ downloads: null, happened: null }),
    'DDDUUWW',
    'library_unreachable',
    'admin',
  ],
  [
    'it was removed from the library',
    saved(),
    arrival({ inLibrary: false, monitored: false, total: 0 }),
    'DDDWWWW',
    'removed_from_library',
    'admin',
  ],
  ['nobody watches for it', saved(), arrival({ monitored: false }), 'DDDWWWW', 'not_monitored', 'admin'],
  [
    'it is not out',
    saved(),
    arrival({ unreleased: { expectedOn: '2026-06-25' } }),
    'DDDWWWW',
    'not_released',
    'nobody',
  ],
  ['it was sent a minute ago', saved({ completedAt: NOW - 60_000 }), arrival(), 'DDDNWWW', null, null],
  [
    'nothing was found for hours',
    saved(),
    arrival({ lastSearchedAt: NOW - HOUR }),
    'DDDNWWW',
    'nothing_found_yet',
    'library',
  ],
  ['it downloads', saved(), arrival({ downloads: [download()] }), 'DDDDNWW', null, null],
  [
    'the download is paused',
    saved(),
    arrival({ downloads: [download({ stage: 'paused' })] }),
    'DDDDWWW',
    'download_paused',
    'admin',
  ],
  [
    'the download is stalled',
    saved(),
    arrival({ downloads: [download({ stage: 'stalled' })] }),
    'DDDDWWW',
    'download_stalled',
    'library',
  ],
  [
    'one of two downloads is stalled',
    saved(),
    arrival({ downloads: [download({ stage: 'stalled' }), download()] }),
    'DDDDNWW',
    null,
    null,
  ],
  [
    'the manager waits before it starts',
    saved(),
    arrival({ downloads: [download({ stage: 'waiting' })] }),
    'DDDDWWW',
    null,
    null,
  ],
  ['the download failed', saved(), arrival({ happened: [failed, grabbed] }), 'DDDDFWW', 'download_failed', 'library'],
  [
    'another release was found since',
    saved(),
    arrival({ happened: [{ ...grabbed, at: NOW }, failed] }),
    'DDDDWWW',
    'nothing_found_yet',
    'library',
  ],
  ['it is being imported', saved(), arrival({ downloads: [download({ stage: 'importing' })] }), 'DDDDDNW', null, null],
  [
    'its import is blocked',
    saved(),
    arrival({ downloads: [download({ stage: 'import_blocked' })] }),
    'DDDDDWW',
    'import_blocked',
    'admin',
  ],
  [
    'it was downloaded and is there',
    saved(),
    arrival({ ...whole, happened: [imported, grabbed] }),
    'DDDDDDD',
    null,
    null,
  ],
  ['it is there, and the history is silent', saved(), arrival(whole), 'DDDSSDD', null, null],
  ['it is there, and the history can’t be read', saved(), arrival({ ...whole, happened: null }), 'DDDUUDD', null, null],
  [
    'some episodes are there',
    saved({ mediaType: 'tv' }),
    arrival({ files: 3, total: 8, happened: [imported] }),
    'DDDNWNN',
    'nothing_found_yet',
    'library',
  ],
];

describe('issue 22 must-show 3: the timeline by what is saved and what the library says', () => {
  it.each(TABLE)('%s', (_condition, facts, library, steps, code, who) => {
    const timeline = timelineOf({ saved: facts, library, now: NOW });
    expect(timeline.steps.map(({ state }) => LETTERS[state]).join('')).toBe(steps);
    expect([timeline.stalled?.code ?? null, timeline.stalled?.who ?? null]).toEqual([code, who]);
  });

  it('each step has its key, in order, and a text', () => {
    const { steps } = timelineOf({ saved: saved(), library: arrival(), now: NOW });
    expect(steps.map(({ key }) => key)).toEqual([...STEPS]);
    expect(steps.every(({ sentence }) => sentence.text.length > 0)).toBe(true);
  });

  it.each([
    ['tv', '3 of 8 episodes'],
    ['music', '3 of 8 tracks'],
    ['book', '3 of 8 formats'],
  ] as const)('the parts of %s are counted in words', (mediaType, words) => {
    const { steps } = timelineOf({ saved: saved({ mediaType }), library: arrival({ files: 3, total: 8 }), now: NOW });
    expect(steps.map(({ sentence }) => sentence.text).filter((text) => text.includes(words))).toHaveLength(3);
  });

  it('a step that is unknown carries the time of the last good reading, and so does the reason', () => {
    const timeline = timelineOf({ saved: saved(), library: without('unreadable', ASKED), now: NOW });
    expect(timeline.steps.filter(({ state }) => state === 'unknown').map(({ at }) => at)).toEqual(Array(4).fill(ASKED));
    expect(timeline.stalled?.since).toBe(ASKED);
  });

  it('a reason says when it is tried next, when it was searched for, and when it is expected', () => {
    const of = (facts: SavedFacts, library: LibraryFacts) => timelineOf({ saved: facts, library, now: NOW }).stalled;
    expect(of(delivery({ state: 'retry', nextAttemptAt: NOW + HOUR }), arrival())?.nextTryAt).toBe(NOW + HOUR);
    expect(of(saved(), arrival({ lastSearchedAt: ASKED }))?.lastTriedAt).toBe(ASKED);
    const unreleased = of(saved(), arrival({ unreleased: { expectedOn: '2026-06-25' } }));
    expect(unreleased).toMatchObject({
      expectedOn: '2026-06-25',
      sentence: {
        code: 'stall_not_released_until',
        params: { day: { code: 'calendar_day', params: { day: '2026-06-25' }, text: '25 June 2026' } },
        text: 'Not released yet. Expected on 25 June 2026.',
      },
    });
  });

  it('progress and the expected end are those of the downloads, and are absent without any', () => {
    const of = (library: LibraryFacts) => timelineOf({ saved: saved(), library, now: NOW });
    expect(of(arrival({ downloads: [download()], progress: 0.4 }))).toMatchObject({ progress: 0.4, eta: NOW + HOUR });
    expect(of(arrival({ downloads: [download({ finishesAt: NOW - 1 })], progress: 0.4 })).eta).toBeNull();
    expect(of(arrival())).toMatchObject({ progress: null, eta: null });
  });

  it.each([
    ['the library waited for it', 'requested', 'It came another way.'],
    ['the library had it', 'available', 'It was already there.'],
  ] as const)('issue 43 D24: files that no download brought, where %s when it took the request', (_, code, text) => {
    const taken = saved({ delivery: { ...saved().delivery, state: 'complete', code } });
    const { steps } = timelineOf({ saved: taken, library: arrival({ ...whole, happened: [] }), now: NOW });
    const said = steps.filter(({ key }) => key === 'found' || key === 'downloading');
    expect(said.map((step) => [step.state, step.sentence.text])).toEqual([
      ['skipped', text],
      ['skipped', text],
    ]);
  });

  it('a declined request says why', () => {
    const { steps } = timelineOf({
      saved: saved({ decision: 'denied', denyReason: 'too long' }),
      library: arrival(),
      now: NOW,
    });
    expect(steps[1]?.sentence).toEqual({
      code: 'step_declined_because',
      params: { reason: 'too long' },
      text: 'Declined: too long',
    });
  });
});
