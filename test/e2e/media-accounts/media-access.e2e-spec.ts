import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AudiobookshelfAccount } from '../../fakes/audiobookshelf/audiobookshelf-accounts.js';
import type { Answer } from '../../harness/http-client.js';
import { MediaHousehold } from '../../harness/media-household.js';

type Fields = Readonly<Record<string, unknown>>;

const [NOVELS, PLAYS] = ['3c9be1de-0000-4d7e-8001-000000000011', '3c9be1de-0000-4d7e-8001-000000000012'] as const;

describe('doc1 §4: who may use an audiobook server, and which libraries they get', () => {
  let house: MediaHousehold;
  let account: AudiobookshelfAccount;
  let made = 0;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    for (const id of [NOVELS, PLAYS]) house.audiobookshelf.given.library({ id, name: id });
  });

  beforeEach(async () => {
    await house.admin.delete(house.accountPath(house.ana, 'audiobook_server'));
    const policies = Object.fromEntries([house.ana, house.ben].map(({ userId }) => [userId, { mode: 'default' }]));
    await put({ default_library_ids: [], user_ids: [], policies });
    made += 1;
    account = house.audiobookshelf.given.account({ username: `anna${made}` });
  });

  afterAll(() => house.close());

  const path = (kind: 'audiobook_server' | 'video_server_a' = 'audiobook_server'): string =>
    `/api/admin/instances/${house.ids[kind]}/media-access`;

  const put = (body: Fields): Promise<Answer> => house.admin.put(path(), body);

  const get = async (): Promise<Fields> => (await house.admin.get(path())).body as Fields;

  const policyOf = async (userId: number): Promise<unknown> =>
    ((await get()).policies as Readonly<Record<string, unknown>>)[String(userId)];

  const link = async (manageAccess: boolean): Promise<void> => {
    await house.link(house.ana, 'audiobook_server', account.id, { manage_access: manageAccess });
    await house.settle();
  };

  const libraries = (): unknown =>
    account.permissions.accessAllLibraries === true ? 'all' : account.librariesAccessible;

  it('is written and answered in one shape, and what is left out stays', async () => {
    const { ana, ben } = house;
    const all = { mode: 'all', library_ids: [], sync_pending: false, manages_libraries: false };
    const selected = { ...all, mode: 'selected', library_ids: [NOVELS, PLAYS] };
    const body = {
      default_library_ids: [PLAYS],
      user_ids: [ben.userId, ana.userId],
      policies: { [ana.userId]: selected, [ben.userId]: all },
    };
    const saved = await put(body);
    expect(saved).toMatchObject({ status: 200, body: { ...body, user_ids: [ana.userId, ben.userId] } });
    expect(await get()).toEqual(saved.body);
    expect((await put({})).body).toEqual(saved.body);
    const revoked = await put({ user_ids: [] });
    expect(revoked.body).toEqual({ ...(saved.body as Fields), user_ids: [] });
  });

  it('a default is library_ids of media_server_config under another name, and grants are those of the instance', async () => {
    await put({ default_library_ids: [NOVELS], user_ids: [house.ana.userId] });
    const instances = (await house.admin.get('/api/instances')).body as readonly Fields[];
    const { media_server_config: config } = instances.find(({ id }) => id === house.ids.audiobook_server) ?? {};
    expect(config).toMatchObject({ library_ids: [NOVELS] });
    const grants = (await house.admin.get(`/api/instances/${house.ids.audiobook_server}/grant-users`)).body;
    expect(grants).toEqual([{ user_id: house.ana.userId, instance_id: house.ids.audiobook_server }]);
  });

  it.each<readonly [string, Fields]>([
    ['selected without a library', { policies: { 1: { mode: 'selected', library_ids: [] } } }],
    ['all with a library', { policies: { 1: { mode: 'all', library_ids: [NOVELS] } } }],
    ['default with a library', { policies: { 1: { mode: 'default', library_ids: [NOVELS] } } }],
    ['an unknown mode', { policies: { 1: { mode: 'none' } } }],
    ['no mode', { policies: { 1: {} } }],
    ['somebody who does not exist', { policies: { 99999: { mode: 'all' } } }],
    ['what is no user id', { policies: { anna: { mode: 'all' } } }],
    ['policies that are none', { policies: [] }],
    ['a grant of somebody who does not exist', { user_ids: [99_999] }],
    ['grants that are no ids', { user_ids: ['1'] }],
    ['a blank library', { default_library_ids: [' '] }],
    ['libraries that are no list', { default_library_ids: NOVELS }],
  ])('%s is 400, and nothing else of it is saved', async (_case, bad) => {
    const { userId } = house.ana;
    const good = { default_library_ids: [PLAYS], user_ids: [userId], policies: { [userId]: { mode: 'all' } } };
    const before = await get();
    const policies = { ...good.policies, ...(bad.policies as Fields) };
    const sent = { ...good, ...bad, ...(Array.isArray(bad.policies) ? {} : { policies }) };
    expect((await put(sent)).status).toBe(400);
    expect(await get()).toEqual(before);
  });

  it('is 400 for other kinds and 404 for unknown instances', async () => {
    const unknown = '/api/admin/instances/audiobook_server-none/media-access';
    expect((await house.admin.get(path('video_server_a'))).status).toBe(400);
    expect((await house.admin.put(path('video_server_a'), {})).status).toBe(400);
    expect((await house.admin.get(unknown)).status).toBe(404);
    expect((await house.admin.put(unknown, {})).status).toBe(404);
  });

  it('an account that was linked keeps its libraries until its choice is named, and follows it from then on', async () => {
    const { userId } = house.ana;
    await put({ default_library_ids: [NOVELS], user_ids: [userId] });
    await link(true);
    expect(libraries()).toBe('all');
    await put({ default_library_ids: [PLAYS] });
    await house.settle();
    expect(libraries()).toBe('all');
    const edited = await put({ policies: { [userId]: { mode: 'selected', library_ids: [NOVELS] } } });
    expect(edited.body).toMatchObject({ policies: { [userId]: { manages_libraries: true } } });
    await house.settle();
    expect(libraries()).toEqual([NOVELS]);
    expect(await policyOf(userId)).toMatchObject({ sync_pending: false, manages_libraries: true });
  });

  it('a change of the default reaches those who follow it, and nobody else', async () => {
    const { userId } = house.ana;
    await put({ user_ids: [userId] });
    await link(true);
    await put({ policies: { [userId]: { mode: 'default' } } });
    await put({ default_library_ids: [PLAYS] });
    await house.settle();
    expect(libraries()).toEqual([PLAYS]);
    await put({ policies: { [userId]: { mode: 'all' } } });
    await house.settle();
    expect(libraries()).toBe('all');
    house.audiobookshelf.forgetCalls();
    await put({ default_library_ids: [NOVELS] });
    await house.settle();
    expect(house.audiobookshelf.calls()).toEqual([]);
  });

  it('a choice for an account that is linked only is kept, and nothing is written', async () => {
    const { userId } = house.ana;
    await link(false);
    house.audiobookshelf.forgetCalls();
    await put({ user_ids: [userId], policies: { [userId]: { mode: 'selected', library_ids: [NOVELS] } } });
    await house.settle();
    expect(house.audiobookshelf.calls()).toEqual([]);
    expect(await policyOf(userId)).toEqual({
      mode: 'selected',
      library_ids: [NOVELS],
      sync_pending: false,
      manages_libraries: false,
    });
  });

  it('says of each choice whether the server has still to confirm it', async () => {
    const { userId } = house.ana;
    await put({ user_ids: [userId] });
    await link(true);
    await house.audiobookshelf.leave();
    const saved = await put({ policies: { [userId]: { mode: 'selected', library_ids: [PLAYS] } } });
    expect(saved.body).toMatchObject({ policies: { [userId]: { sync_pending: true } } });
    await house.settle();
    await house.audiobookshelf.start(house.audiobookshelf.port);
    await house.pass(30_000);
    await house.settle();
    expect(libraries()).toEqual([PLAYS]);
    expect(await policyOf(userId)).toMatchObject({ sync_pending: false });
  });
});
