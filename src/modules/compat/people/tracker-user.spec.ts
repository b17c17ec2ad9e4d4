import { describe, expect, it } from 'vitest';
import { NO_IDENTITIES } from '../../media-accounts/media-accounts.public.js';
import { trackerUser } from './tracker-user.js';

const ANA = { id: 3, username: 'ana', role: 'user', createdAt: 0 } as const;
const HUB = { id: '7', username: 'seven' };
const FILMS = { id: 'a1', username: 'ana on films' };
const MORE = { id: 'b1', username: 'ana on more' };

describe('doc2 compat MediaRequest: an account in the tracker’s words', () => {
  it('has nulls where it is linked with nothing', () => {
    const nulls = { hubUsername: null, hubId: null, videoServerUsername: null, videoServerUserId: null, userType: 2 };
    expect(trackerUser(ANA, 0)).toMatchObject(nulls);
    expect(trackerUser(ANA, 0, NO_IDENTITIES)).toMatchObject({ plexId: null, jellyfinUserId: null, userType: 2 });
  });

  it('goes by the hub first, then by the first kind of video server, then by the second', () => {
    const all = { hub: HUB, videoServerA: FILMS, videoServerB: MORE };
    expect(trackerUser(ANA, 0, all)).toMatchObject({
      hubUsername: 'seven',
      hubId: 7,
      plexUsername: 'seven',
      plexId: 7,
      videoServerUsername: 'ana on films',
      videoServerUserId: 'a1',
      jellyfinUsername: 'ana on films',
      jellyfinUserId: 'a1',
      userType: 1,
    });
    expect(trackerUser(ANA, 0, { ...all, hub: null })).toMatchObject({ hubId: null, userType: 3 });
    expect(trackerUser(ANA, 0, { ...all, hub: null, videoServerA: null })).toMatchObject({
      videoServerUserId: 'b1',
      jellyfinUsername: 'ana on more',
      userType: 4,
    });
  });

  it('has no number at the hub where the hub gives none', () => {
    const hub = { id: 'ana@example.org', username: 'ana' };
    expect(trackerUser(ANA, 0, { ...NO_IDENTITIES, hub })).toMatchObject({ hubId: null, hubUsername: 'ana' });
  });
});
