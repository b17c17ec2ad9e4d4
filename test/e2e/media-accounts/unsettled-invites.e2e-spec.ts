import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { AccessSyncJob } from '../../../src/modules/media-accounts/access/access-sync.job.js';
import { AccountIntentRow } from '../../../src/modules/media-accounts/rows.js';
import { INTENT_LEASES } from '../../../src/modules/media-accounts/creation/intent-claims.service.js';
import { INTENT_SETTLING_JOB } from '../../../src/modules/media-accounts/creation/intent-settling.job.js';
import { HUB_FOLLOWING_JOB } from '../../../src/modules/media-accounts/hub/hub-following.job.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import type { PlexPerson } from '../../fakes/plex/plex-person.js';
import type { Answer } from '../../harness/http-client.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { limitContent } from '../../harness/kids-policy.js';
import { MediaHousehold } from '../../harness/media-household.js';
import type { Session } from '../../harness/start-app.js';

describe('issue 21: an invitation that the hub has sent, and of which nobody knows here', () => {
  let house: MediaHousehold;
  let person: Session;
  let email: string;
  let number = 0;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    await house.stopAccessJob();
  });

  /** Somebody new has asked for an invitation, which is sent; its answer is lost, and the hub can't be asked for a while. */
  beforeEach(async () => {
    await house.pass(61_000);
    number += 1;
    person = await house.app.invite(`person ${number}`);
    email = `person-${number}@example.org`;
    await house.grant('hub', person);
    const { hub } = house;
    hub.meanwhile(PLEX_CALLS.share, () => hub.leave());
    hub.fail(PLEX_CALLS.share, 'answer-lost');
    expect((await ask()).status).toBe(502);
    await hub.start(hub.port);
    hub.forgetCalls();
    expect(await intents()).toHaveLength(1);
  });

  afterAll(() => house.close());

  const intents = (): Promise<readonly AccountIntentRow[]> =>
    house.app.get(Database).read((tx) => tx.find(AccountIntentRow));

  /** Both jobs may take it on: the one has it settled, the other one has the person invited who isn't linked. */
  const settle = async (): Promise<void> => {
    await house.app.clock.advance(61_000);
    for (const job of [INTENT_SETTLING_JOB, HUB_FOLLOWING_JOB]) await house.app.get(JobRunner).runNow(job);
    person = await house.app.refresh(person);
  };

  const ask = (): Promise<Answer> => person.post(`/api/media-servers/${house.ids.hub}/account`, { email });

  /** What administrators see of the person's account. */
  const row = async (): Promise<object | undefined> =>
    ((await house.admin.get('/api/admin/media-servers/accounts')).body as readonly { user_id: number }[]).find(
      ({ user_id: userId }) => userId === person.userId,
    );

  /** Somebody at the hub with the address that was invited. */
  const atHub = (): PlexPerson => house.hub.given.person({ id: 5_000_000 + number, username: `hub ${number}`, email });

  it('is linked with nobody else, and not imported', async () => {
    atHub();
    expect(await house.link(house.ben, 'hub', email)).toMatchObject({
      status: 409,
      body: { code: 'remote_already_linked' },
    });
    const path = `/api/admin/media-servers/${house.ids.hub}/import`;
    const { body } = await house.admin.post(path, { remote_user_ids: [email], server_url: 'https://usher.example' });
    expect(body).toMatchObject({ results: [{ error: 'already_linked' }] });
    await settle();
    expect(await house.shown(person, 'hub')).toMatchObject({ account: { pending: true, manage_access: true } });
  });

  it('is theirs who accepts it and signs up with it, and nobody waits for it any longer', async () => {
    const stranger = atHub();
    house.hub.accept(BASEMENT, stranger);
    await house.hubs.allow(true, true);
    const signedUp = await house.hubs.session(stranger);
    await settle();
    expect(await intents()).toEqual([]);
    expect(await house.shown(signedUp, 'hub')).toMatchObject({ account: { username: `hub ${number}` } });
    expect(await house.shown(person, 'hub')).toMatchObject({ account: null });
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  });

  it('security 19: does not pass for one with limits, where its person is a kids account by the time they come again', async () => {
    await limitContent(house.admin, person);
    await house.app.clock.advance(INTENT_LEASES.lastsMs);
    expect((await ask()).status).toBe(201);
    expect(await row()).toMatchObject({ access_sync_pending: true, limits_applied: false });
    await house.app.get(AccessSyncJob).workOnDue(house.ids.hub, new AbortController().signal);
    expect(await row()).toMatchObject({ access_sync_pending: false, limits_applied: true });
    const shares = house.hub.shares.of(BASEMENT).filter(({ invitedEmail }) => invitedEmail === email);
    expect(shares.map(({ settings }) => settings.filterMovies)).toEqual([expect.stringContaining('contentRating=')]);
  });

  it('is sent once where nothing else is wanted by the time they come again', async () => {
    await house.app.clock.advance(INTENT_LEASES.lastsMs);
    expect((await ask()).status).toBe(201);
    await house.app.get(AccessSyncJob).workOnDue(house.ids.hub, new AbortController().signal);
    expect(await row()).toMatchObject({ access_sync_pending: false });
    expect(house.hub.calls(PLEX_CALLS.share)).toEqual([]);
  });
});
