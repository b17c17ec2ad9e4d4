import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitContent } from '../../harness/kids-policy.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { MediaHousehold } from '../../harness/media-household.js';
import type { Session } from '../../harness/start-app.js';

const KINDS = ['video_server_a', 'video_server_b', 'audiobook_server', 'hub'] as const;
type Kind = (typeof KINDS)[number];
type Fields = Readonly<Record<string, unknown>>;

describe('issue 21: the limits of a kids account reach the servers', () => {
  let house: MediaHousehold;
  let made = 0;

  beforeAll(async () => {
    house = await MediaHousehold.start();
  });

  afterAll(() => house.close());

  /** A managed account with what an administrator has set there by hand. */
  const child = async (kind: Kind): Promise<{ readonly person: Session; readonly limits: () => Fields }> => {
    const { jellyfin, emby, audiobookshelf, hub, hubs } = house;
    made += 1;
    const name = `child${made}`;
    const person = await house.app.invite(name);
    await house.grant(kind, person);
    const linked = async (id: string): Promise<void> => {
      await house.link(person, kind, id, { manage_access: true });
      await house.settle();
    };
    if (kind === 'hub') {
      const friend = hub.given.person({ id: 3_300_000 + made, username: name, email: `${name}@example.org` });
      hub.shares.befriend(hubs.mara, friend);
      const share = hub.given.share(BASEMENT, friend, { settings: { filterMusic: 'label=quiet' } });
      await linked(String(friend.id));
      return { person, limits: () => ({ ...share.settings }) };
    }
    if (kind === 'audiobook_server') {
      const permissions = { accessExplicitContent: true, download: false };
      const account = audiobookshelf.given.account({ username: name, permissions });
      await linked(account.id);
      return { person, limits: () => ({ isActive: account.isActive, ...account.permissions }) };
    }
    const fake = kind === 'video_server_a' ? jellyfin : emby;
    const account = fake.given.account({ name, policy: { BlockUnratedItems: ['Book'], EnableMediaPlayback: true } });
    await linked(account.id);
    return {
      person,
      limits: () => {
        const { MaxParentalRating, BlockUnratedItems, IsDisabled } = account.policy;
        return { MaxParentalRating, BlockUnratedItems, IsDisabled };
      },
    };
  };

  const row = async ({ userId }: Session): Promise<Fields | undefined> => {
    const { body } = await house.admin.get('/api/admin/media-servers/accounts');
    return (body as readonly Fields[]).find(({ user_id }) => user_id === userId);
  };

  const unlimit = async ({ userId }: Session): Promise<void> => {
    await house.admin.delete(`/api/admin/users/${userId}/content-policy`);
    await house.settle();
  };

  it.each(['video_server_a', 'video_server_b'] as const)('%s: a cap out of its own ratings', async (kind) => {
    const { person, limits } = await child(kind);
    const before = limits();
    await limitContent(house.admin, person, { block_unrated: true });
    await house.settle();
    const limited = limits();
    expect(limited.MaxParentalRating).toEqual(expect.any(Number));
    expect(limited.BlockUnratedItems).toEqual(expect.arrayContaining(['Book', 'Movie', 'Series']));
    expect(await row(person)).toMatchObject({ limits_applied: true, access_sync_pending: false });
    await limitContent(house.admin, person, { max_movie_rating: 'R', max_tv_rating: 'TV-MA', block_unrated: false });
    await house.settle();
    expect(limits()).toMatchObject({ BlockUnratedItems: ['Book'] });
    expect(limits().MaxParentalRating).toBeGreaterThan(limited.MaxParentalRating as number);
    await unlimit(person);
    expect(limits()).toEqual(before);
    expect(await row(person)).not.toHaveProperty('limits_applied');
  });

  it('audiobook_server: nothing that is marked as explicit', async () => {
    const { person, limits } = await child('audiobook_server');
    const before = limits();
    await limitContent(house.admin, person);
    await house.settle();
    expect(limits()).toEqual({ ...before, accessExplicitContent: false });
    await house.grant('audiobook_server');
    await house.settle();
    await house.grant('audiobook_server', person);
    await house.settle();
    expect(limits()).toEqual({ ...before, accessExplicitContent: false });
    await unlimit(person);
    expect(limits()).toEqual(before);
  });

  it('hub: filters that name the ratings within the caps', async () => {
    const { person, limits } = await child('hub');
    const before = limits();
    await limitContent(house.admin, person, { max_movie_rating: 'PG', max_tv_rating: 'TV-Y' });
    await house.settle();
    expect(limits()).toMatchObject({
      filterMovies: expect.stringMatching(/^contentRating=.*PG/),
      filterTelevision: 'contentRating=TV-Y',
      filterMusic: 'label=quiet',
    });
    expect(await row(person)).toMatchObject({ limits_applied: true });
    await unlimit(person);
    expect(limits()).toEqual(before);
  });

  it('issue 43 E29, hub: a filter that was taken off by hand comes back, and no page is opened for that', async () => {
    const { person, limits } = await child('hub');
    await limitContent(house.admin, person, { max_movie_rating: 'PG', max_tv_rating: 'TV-Y' });
    await house.settle();
    const limited = limits();
    const share = house.hub.shares.of(BASEMENT).find((one) => one.person?.username === person.username);
    Object.assign(share ?? {}, { settings: { ...limited, filterMovies: '' } });
    expect(limits()).toMatchObject({ filterMovies: '' });
    await house.pass(15 * 60_000);
    await house.settle();
    expect(limits()).toEqual(limited);
    expect(await row(person)).toMatchObject({ limits_applied: true, access_sync_pending: false });
    await unlimit(person);
  });

  it.each(['video_server_a', 'video_server_b'] as const)('%s: a cap that it does not know closes', async (kind) => {
    const fake = kind === 'video_server_a' ? house.jellyfin : house.emby;
    const { person, limits } = await child(kind);
    const ratings = fake.given;
    ratings.ratings([]);
    await limitContent(house.admin, person);
    await house.settle();
    expect(limits()).toMatchObject({ IsDisabled: true });
    expect(await row(person)).toMatchObject({
      limits_applied: false,
      access_sync_pending: true,
      last_error: expect.stringMatching(/^it is switched off: .*rating/),
      sentence: {
        code: 'account_switched_off',
        params: { reason: expect.objectContaining({ code: 'account_limits_unknown' }) },
      },
    });
    await unlimit(person);
    expect(limits()).toMatchObject({ IsDisabled: false, BlockUnratedItems: ['Book'] });
  });

  it.each(KINDS)('%s: an account that is linked only is not touched', async (kind) => {
    const { person, limits } = await child(kind);
    await house.admin.patch(`${house.accountPath(person, kind)}/management`, { manage_access: false });
    const before = limits();
    await limitContent(house.admin, person);
    await house.settle();
    expect(limits()).toEqual(before);
    expect(await row(person)).toMatchObject({ limits_applied: false, access_sync_pending: false });
  });
});
