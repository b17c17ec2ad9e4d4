import { afterEach, describe, expect, it } from 'vitest';
import { Announcer } from '../../../src/modules/realtime/announcements/announcer.js';
import { Household } from '../requests/household.js';

describe('doc3 §3.3: from an import in the library to the screen of whoever waits for it', () => {
  let house: Household;

  afterEach(() => house.close());

  it('the manager calls as it was told, and at once the film reads as available and the frame comes', async () => {
    house = await Household.open();
    const { app, admin, ana, library } = house;
    const installed = await admin.post(`/api/instances/${library}/webhook`);
    expect([installed.status, installed.body]).toEqual([200, { status: 'configured', action: 'created' }]);
    expect((await admin.get(`/api/instances/${library}/webhook`)).body).toEqual({
      supported: true,
      configured: true,
      state: 'ok',
    });
    const tmdbId = house.film();
    await house.delivered(ana, tmdbId);
    expect(await house.status(ana, tmdbId)).toMatchObject({ status: 'requested' });
    const socket = await app.live(ana);
    app.radarr.finishDownload(tmdbId);
    expect(await house.status(ana, tmdbId)).toMatchObject({ status: 'requested' });
    const deliveries = await app.radarr.tell('Download', tmdbId);
    expect(deliveries.map(({ status, text }) => [status, text])).toEqual([[200, '{"status":"ok"}']]);
    expect(await house.status(ana, tmdbId)).toMatchObject({ status: 'available' });
    await app.get(Announcer).idle();
    expect(await socket.nextOf('request_status_changed')).toEqual({
      type: 'request_status_changed',
      data: { tmdb_id: tmdbId, media_type: 'movie', status: 'available', instance_id: library },
    });
  });
});
