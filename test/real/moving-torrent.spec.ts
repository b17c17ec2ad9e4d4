import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { isInstalled } from './installed.js';
import { realQbittorrent, realTransmission, type RealClient } from './real-clients.js';
import { until } from './real-program.js';
import { torrentFile } from './torrent-file.js';

interface Activity {
  readonly count: number | null;
  readonly jobs: readonly { readonly name: string; readonly status: string; readonly progress: number }[];
}

const areThere = isInstalled('qbittorrent-nox') && isInstalled('transmission-daemon');
/** It takes sixteen seconds at this many bytes a second, so that it is seen on the way on a busy machine, too. */
const [SIZE, SPEED] = [8 * 1024 * 1024, 512 * 1024];

describe.runIf(areThere)('a torrent that moves from Transmission to qBittorrent', () => {
  let app: App;
  let admin: Session;
  let from: RealClient;
  let to: RealClient;

  beforeAll(async () => {
    app = await startApp();
    admin = await app.setUpAdmin();
    [from, to] = await Promise.all([realTransmission(), realQbittorrent()]);
  });
  afterAll(() => Promise.all([app?.close(), from?.stop(), to?.stop()]));

  /** A snapshot of its own, since the one before is too old. */
  async function activity(): Promise<Activity> {
    await app.clock.advance(16_000);
    admin = await app.refresh(admin);
    const answer = await admin.get('/api/downloads/activity');
    expect(answer).toMatchObject({ status: 200, body: { complete: true, stale: false } });
    return answer.body as Activity;
  }

  it('issue 23, what this must show 2: /activity shows its progress, and no longer counts it once it is there', async () => {
    for (const [service_type, { url, username, password }] of [
      ['transmission', from] as const,
      ['qbittorrent', to] as const,
    ]) {
      const body = { service_type, name: service_type, url, username, password };
      expect(await admin.post('/api/instances', body)).toMatchObject({ status: 201 });
    }
    const content = Buffer.alloc(SIZE, 'a film that everybody may have. ');
    const torrent = torrentFile('Usher.Moving.2026', content);
    writeFileSync(join(from.downloads, torrent.name), content);
    await from.add(torrent.name, torrent);
    const seeding = async () => (await from.clientWith(from.password).jobs()).items[0]?.state === 'finished';
    await until(seeding, 'Transmission has found the content');
    expect(await activity()).toMatchObject({ count: 0, jobs: [] });

    await to.add(torrent.name, torrent, { peer: `127.0.0.1:${from.peerPort}`, bytesASecond: SPEED });
    const seen: number[] = [];
    await until(async () => {
      const { count, jobs } = await activity();
      expect(jobs.every(({ name }) => name === torrent.name)).toBe(true);
      expect(count).toBe(jobs.length);
      seen.push(...jobs.map(({ progress }) => progress));
      return seen.length > 0 && count === 0;
    }, 'the torrent has arrived');
    expect(seen.some((progress) => progress > 0 && progress < 100)).toBe(true);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });
});
