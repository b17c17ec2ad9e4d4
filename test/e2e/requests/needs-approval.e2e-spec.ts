import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../harness/start-app.js';
import { AlbumHousehold } from './album-household.js';
import { BookHousehold } from './book-household.js';
import { Household } from './household.js';
import type { Fields, RequestsFixture } from './requests-fixture.js';
import { SeriesHousehold } from './series-household.js';

/** A household of a kind, with the body that asks for a title that nobody has asked for. */
interface Opened {
  readonly household: RequestsFixture & { close: () => Promise<void> };
  readonly fresh: () => Fields;
}

const KINDS: Readonly<Record<string, () => Promise<Opened>>> = {
  movie: async () => {
    const household = await Household.open({ isReusable: true });
    return { household, fresh: () => ({ tmdb_id: household.film() }) };
  },
  tv: async () => {
    const household = await SeriesHousehold.open({ isReusable: true });
    return { household, fresh: () => ({ tmdb_id: household.show().tmdbId }) };
  },
  music: async () => {
    const household = await AlbumHousehold.open({ isReusable: true });
    return { household, fresh: () => ({ foreign_id: household.group(), title: 'Long Wave' }) };
  },
  book: async () => {
    const household = await BookHousehold.open({ isReusable: true });
    return { household, fresh: () => ({ foreign_id: household.book(), title: 'Salt' }) };
  },
};

describe.each(Object.entries(KINDS))('GET /api/requests/options?media_type=%s', (mediaType, open) => {
  let opened: Opened;

  beforeAll(async () => {
    opened = await open();
  });

  afterAll(() => opened.household.close());

  it.each([
    { who: 'a member', household: true, own: null, needs_approval: true },
    { who: 'a member', household: true, own: false, needs_approval: false },
    { who: 'an administrator', household: true, own: true, needs_approval: false },
  ])(
    'doc4 §1.11, issue 22: says what a new request of $who comes to (approval required: household $household, own $own)',
    async ({ who, household, own, needs_approval }) => {
      const { admin, ana } = opened.household;
      const session: Session = who === 'a member' ? ana : admin;
      await admin.put('/api/admin/request-settings', { require_approval: household });
      await admin.put(`/api/admin/users/${session.userId}/request-settings`, { require_approval: own });
      const options = await session.get(`/api/requests/options?media_type=${mediaType}`);
      const made = await session.post('/api/requests', { media_type: mediaType, ...opened.fresh() });
      expect([options.status, made.status]).toEqual([200, 200]);
      const isPending = (made.body as { status: string }).status === 'pending';
      expect({ says: options.body, isPending }).toEqual({
        says: expect.objectContaining({ needs_approval }) as object,
        isPending: needs_approval,
      });
    },
  );
});
