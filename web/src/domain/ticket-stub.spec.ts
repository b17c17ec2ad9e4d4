import { describe, expect, it } from 'vitest';
import type { Timeline } from '../api/queries.js';
import { ticketStub } from './ticket-stub.js';
import type { TitleState } from './title-state.js';

const NOW = Date.UTC(2026, 5, 15, 12);
const ASKED = '2026-06-08T19:02:00Z';
const step = (key: Timeline['steps'][number]['key'], members: Partial<Timeline['steps'][number]> = {}) => ({
  ...{ key, state: 'done' as const, text: '', sentence: { code: 'x' } },
  ...members,
});

describe('issue 46: the stub of a request’s ticket says the one thing that changes', () => {
  it.each<[string, TitleState, Partial<Timeline>, object | undefined]>([
    [
      'how much has come',
      'downloading',
      { progress: 0.43, eta: '2026-06-15T12:12:00Z' },
      { of: 'share', share: 0.43, secondsLeft: 720 },
    ],
    ['nothing of a download that nobody measures', 'downloading', {}, undefined],
    [
      'how many parts are there',
      'partial',
      { steps: [step('available', { sentence: { code: 'y', params: { files: 4, total: 10 } } })] },
      { of: 'parts', there: 4, all: 10 },
    ],
    [
      'when it will be released',
      'requested',
      {
        stalled: { code: 'not_released', text: '', sentence: { code: 'z' }, who: 'nobody', expected_on: '2026-06-25' },
      },
      { of: 'day', day: '2026-06-25' },
    ],
    ['when it was asked for', 'pending', {}, { of: 'moment', at: Date.parse(ASKED) }],
    [
      'when it came',
      'available',
      { steps: [step('available', { at: '2026-06-14T10:00:00Z' })] },
      { of: 'moment', at: Date.UTC(2026, 5, 14, 10) },
    ],
    [
      'when it was declined',
      'denied',
      { steps: [step('approved', { state: 'failed', at: '2026-06-09T07:50:00Z' })] },
      { of: 'moment', at: Date.UTC(2026, 5, 9, 7, 50) },
    ],
    ['nothing that isn’t known', 'unknown', { progress: 0.5 }, undefined],
  ])('%s', (_what, state, timeline, stub) => {
    expect(ticketStub({ state, requestedAt: ASKED }, { steps: [], ...timeline }, NOW)).toEqual(stub);
  });
});
