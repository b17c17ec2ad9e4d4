import { describe, expect, it } from 'vitest';
import type { RequestEntry } from '../../requests/requests.public.js';
import type { JudgedTitle } from '../titles/live-titles.js';
import { IN_NO_LIBRARY } from '../titles/title-state.js';
import { judgeRequests } from './tracker-request.js';

const series = (id: number, tmdbId: number): RequestEntry => ({
  ...{ id, userId: 2, requesterName: 'ann', mediaType: 'tv', tmdbId, tvdbId: tmdbId * 10, instanceId: 'a' },
  ...{ qualityProfileId: 0, status: 'requested', decision: 'approved', decidedBy: null, cancelled: false },
  ...{ delivery: 'complete', deliveryCode: null, seasons: [1], pilot: false },
  ...{ requestedAt: 1, decidedAt: null, completedAt: null },
});

describe('doc2 §2: judged requests', () => {
  it('hold until an episode of one of them airs, and name each missing list once', () => {
    const missing = { instanceId: 'a', tvdbId: 20, entry: undefined };
    const titles: Readonly<Record<number, JudgedTitle>> = {
      10: { state: IN_NO_LIBRARY, until: 500, unsettled: [] },
      20: { state: IN_NO_LIBRARY, until: 300, unsettled: [missing] },
    };
    const entries = [series(1, 1), series(2, 2), series(3, 2)];
    const judged = judgeRequests(
      { entries, doubted: new Set() },
      { version: 'a 7', judge: ({ tvdbId }) => titles[tvdbId ?? 0] ?? null },
    );
    expect(judged).toMatchObject({ until: 300, unsettled: [missing], version: 'a 7' });
    expect(judgeRequests({ entries: [], doubted: new Set() }, { version: '', judge: () => null }).until).toBe(Infinity);
  });
});
