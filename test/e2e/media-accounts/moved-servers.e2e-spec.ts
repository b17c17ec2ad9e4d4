import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { AccountIntentRow } from '../../../src/modules/media-accounts/rows.js';
import { INTENT_SETTLING_JOB } from '../../../src/modules/media-accounts/creation/intent-settling.job.js';
import { HUB_FOLLOWING_JOB } from '../../../src/modules/media-accounts/hub/hub-following.job.js';
import { JELLYFIN_CALLS, JellyfinFake } from '../../fakes/jellyfin/jellyfin-fake.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import { MediaHousehold } from '../../harness/media-household.js';

const ATTIC = 'attic-machine';
const KEY = 'planted-key-of-jellyfin';

describe('issue 21: an instance that is moved to another server while an account is made there', () => {
  let house: MediaHousehold;
  let other: JellyfinFake;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    await house.stopAccessJob();
    other = await new JellyfinFake({ apiKey: KEY, now: () => house.app.clock.now() }).start();
    other.given.account({ name: 'root', administrator: true });
    house.hub.given.device({
      machineIdentifier: ATTIC,
      owner: house.hubs.mara,
      name: 'Attic',
      libraries: [{ id: 131_001, title: 'Movies', type: 'movie' }],
    });
    await house.grant('hub', house.ana);
  });

  afterAll(async () => {
    await house.close();
    await other.stop();
  });

  const intents = (): Promise<readonly AccountIntentRow[]> =>
    house.app.get(Database).read((tx) => tx.find(AccountIntentRow));

  const settle = async (): Promise<void> => {
    await house.pass(61_000);
    for (const job of [INTENT_SETTLING_JOB, HUB_FOLLOWING_JOB]) await house.app.get(JobRunner).runNow(job);
  };

  const move = async (kind: 'video_server_a' | 'hub', fields: object): Promise<void> => {
    const { status, text } = await house.admin.put(`/api/instances/${house.ids[kind]}`, { name: 'moved', ...fields });
    if (status !== 200) throw new Error(text);
  };

  const linked = async (): Promise<unknown> => (await house.admin.get('/api/admin/media-servers/accounts')).body;

  it.each([
    ['while it is made', JELLYFIN_CALLS.create],
    ['while the password is set', JELLYFIN_CALLS.password],
  ])('links nobody with an account of the server that it was: %s', async (when, call) => {
    const person = await house.app.invite(`somebody ${when.length}`);
    await house.grant('video_server_a', person);
    house.jellyfin.meanwhile(call, () => move('video_server_a', { url: other.url, api_key: KEY }));
    const path = `/api/media-servers/${house.ids.video_server_a}/account`;
    expect((await person.post(path, { password: 'planted-own-password' })).status).toBe(502);
    expect(await linked()).toEqual([]);
    await settle();
    expect(await intents()).toEqual([]);
    expect(await linked()).toEqual([]);
    expect(other.accounts.map(({ name }) => name)).toEqual(['root']);
    await move('video_server_a', { url: house.jellyfin.url, api_key: KEY });
  });

  it('takes nobody’s share on another machine for one that it has invited', async () => {
    const { hub } = house;
    const stranger = hub.given.person({ id: 7_000_001, username: 'stranger', email: 'stranger@example.org' });
    hub.given.share(ATTIC, stranger);
    hub.meanwhile(PLEX_CALLS.share, () => hub.leave());
    hub.fail(PLEX_CALLS.share, 'reset');
    const path = `/api/media-servers/${house.ids.hub}/account`;
    expect((await house.ana.post(path, { email: stranger.email })).status).toBe(502);
    await hub.start(hub.port);
    await move('hub', { media_server_config: { machine_identifier: ATTIC } });
    await settle();
    expect(await linked()).toEqual([]);
    expect(await intents()).toEqual([]);
  });
});
