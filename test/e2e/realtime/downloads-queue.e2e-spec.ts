import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { NotifierService } from '../../../src/modules/realtime/updates/notifier.service.js';
import { CLIENT_QUEUE_POLL_JOB } from '../../../src/modules/realtime/updates/queue-updates.job.js';
import { SABNZBD_CALLS } from '../../fakes/sabnzbd/sabnzbd-fake.js';
import { DownloadClientsFixture } from '../../harness/download-clients-fixture.js';
import type { Session } from '../../harness/start-app.js';

describe('doc3 §6: downloads_queue', () => {
  let fixture: DownloadClientsFixture;
  let member: Session;
  let id: string;

  beforeEach(async () => {
    fixture = await DownloadClientsFixture.start();
    member = await fixture.app.invite('ana');
    id = await fixture.connect('sabnzbd');
    fixture.sabnzbd.forgetCalls();
  });

  afterEach(() => fixture.close());

  const poll = async (): Promise<void> => {
    await fixture.app.get(JobRunner).runNow(CLIENT_QUEUE_POLL_JOB);
    await fixture.app.get(NotifierService).idle();
  };
  const asked = () => fixture.sabnzbd.calls(SABNZBD_CALLS.queue).length;
  const rename = (name: string) =>
    fixture.admin.put(`/api/instances/${id}`, { name, url: fixture.candidate('sabnzbd').url });

  it('goes to administrators when the queue has changed, as the route shows it', async () => {
    const [live, other] = [await fixture.app.live(fixture.admin), await fixture.app.live(member)];
    fixture.sabnzbd.given.slot({ nzo_id: 'SABnzbd_nzo_one' });
    await poll();
    const { body } = await fixture.admin.get(`/api/downloads/${id}/queue`);
    expect(await live.next()).toEqual({ type: 'downloads_queue', data: { instance_id: id, ...(body as object) } });
    await poll();
    fixture.sabnzbd.given.slot({ nzo_id: 'SABnzbd_nzo_two' });
    await poll();
    // Nothing of the second look, at which nothing had changed.
    const { data } = await live.next();
    expect((data.items as { id: string }[]).map((item) => item.id)).toContain('SABnzbd_nzo_two');
    await fixture.admin.put('/api/admin/downloads/settings', { user_scope: 'all' });
    expect(await other.next()).toEqual({ type: 'config_changed', data: {} });
  });

  it('is asked for every 30 seconds', async () => {
    const live = await fixture.app.live(fixture.admin);
    for (let round = 0; round < 2; round += 1) {
      const call = fixture.sabnzbd.nextCall(SABNZBD_CALLS.queue);
      await fixture.app.clock.advance(30_000);
      await call;
    }
    await live.close();
  });

  it('nobody is polled while no administrator listens, and who comes back is told everything', async () => {
    fixture.sabnzbd.given.slot();
    await poll();
    const other = await fixture.app.live(member);
    await poll();
    expect(asked()).toBe(0);
    const live = await fixture.app.live(fixture.admin);
    await poll();
    expect(await live.nextOf('downloads_queue')).toMatchObject({ data: { instance_id: id } });
    await live.close();
    await poll();
    const again = await fixture.app.live(fixture.admin);
    await poll();
    expect(await again.nextOf('downloads_queue')).toMatchObject({ data: { instance_id: id } });
    await other.close();
  });

  it('a client that can not be read has no frame, is named once in the log, and keeps nobody from the others', async () => {
    const torrents = await fixture.connect('qbittorrent');
    const live = await fixture.app.live(fixture.admin);
    fixture.sabnzbd.fail(SABNZBD_CALLS.queue, 500, 3);
    const named = () => fixture.app.logLines.filter((line) => line.includes('a download client can not be read'));
    for (let round = 0; round < 3; round += 1) await poll();
    expect(await live.nextOf('downloads_queue')).toMatchObject({ data: { instance_id: torrents } });
    expect(named()).toHaveLength(1);
    await poll();
    expect(await live.nextOf('downloads_queue')).toMatchObject({ data: { instance_id: id } });
  });

  it('a changed instance is another one: its queue is told again', async () => {
    const live = await fixture.app.live(fixture.admin);
    await poll();
    expect(await live.nextOf('downloads_queue')).toMatchObject({ data: { instance_id: id } });
    await rename('Usenet');
    await poll();
    expect(await live.before('downloads_queue')).toEqual([{ type: 'config_changed', data: {} }]);
  });
});
