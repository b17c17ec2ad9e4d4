import { afterEach, describe, expect, it } from 'vitest';
import { NotifierService } from '../../../src/modules/realtime/updates/notifier.service.js';
import { Household } from '../requests/household.js';

describe('doc3 §3.3: from an import in the library to the screen of anyone who waits for it', () => {
  let household: Household;

  afterEach(() => household.close());

  it('the manager calls as configured, and at once the film reads as available and the frame comes', async () => {
    household = await Household.open({ isReusable: true });
    const { app, admin, ana, library } = household;
    const installed = await admin.post(`/api/instances/${library}/webhook`);
    expect([installed.status, installed.body]).toEqual([200, { status: 'configured', action: 'created' }]);
    expect((await admin.get(`/api/instances/${library}/webhook`)).body).toEqual({
      supported: true,
      configured: true,
      state: 'ok',
    });
    const tmdbId = household.film();
    await household.delivered(ana, tmdbId);
    expect(await household.status(ana, tmdbId)).toMatchObject({ status: 'requested' });
    const socket = await app.live(ana);
    app.radarr.finishDownload(tmdbId);
    expect(await household.status(ana, tmdbId)).toMatchObject({ status: 'requested' });
    const deliveries = await app.radarr.sendWebhook('Download', tmdbId);
    expect(deliveries.map(({ status, text }) => [status, text])).toEqual([[200, '{"status":"ok"}']]);
    expect(await household.status(ana, tmdbId)).toMatchObject({ status: 'available' });
    await app.get(NotifierService).idle();
    expect(await socket.nextOf('request_status_changed')).toEqual({
      type: 'request_status_changed',
      data: { tmdb_id: tmdbId, media_type: 'movie', status: 'available', instance_id: library },
    });
  });
});
