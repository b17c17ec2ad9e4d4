import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../harness/upstream-failure.js';
import { isInstalled } from './installed.js';
import {
  realDeluge,
  realNzbget,
  realQbittorrent,
  realRtorrent,
  realTransmission,
  type RealClient,
} from './real-clients.js';
import { until } from './real-program.js';

/** Each program of Debian's, how it is started here, and what its test says of a wrong password. */
const CLIENTS = [
  { program: 'qbittorrent-nox', start: realQbittorrent, refuses: true },
  { program: 'transmission-daemon', start: realTransmission, refuses: true },
  { program: 'deluged', start: realDeluge, refuses: true },
  { program: 'nzbget', start: realNzbget, refuses: true },
  // Who asks for a credential is the web server before it, which stands for none here.
  { program: 'rtorrent', start: realRtorrent, refuses: false },
];

describe.each(CLIENTS)('a real $program', ({ program, start, refuses }) => {
  const isThere = isInstalled(program);
  let real: RealClient;
  if (!isThere) console.log(`Left out: a real ${program} (not installed).`);

  beforeAll(async () => {
    if (isThere) real = await start();
  });
  afterAll(() => real?.stop());

  it.runIf(isThere)('issue 23 §1: the test proves the credential', async () => {
    await expect(real.clientWith(real.password).testConnection()).resolves.toBeUndefined();
    if (refuses)
      expect(await failureOf(real.clientWith('not-it').testConnection())).toMatchObject({ kind: 'unauthorized' });
  });

  it.runIf(isThere)(
    'issue 23 §2: one download is listed, paused, resumed and removed, and no other with it',
    async () => {
      const client = real.clientWith(real.password);
      const [id, other] = [await real.add('Usher.Röad.2026'), await real.add('Usher.Other.2026')];
      const find = async (which: string) => (await client.queue()).items.find((item) => item.id === which);
      // Transmission starts a torrent that it was still checking, whatever it was told meanwhile.
      const isTaken = async (which: string) => ![undefined, 'checking'].includes((await find(which))?.state);
      await until(async () => (await isTaken(id)) && (await isTaken(other)), 'both are listed');
      expect(await find(id)).toMatchObject({ name: 'Usher.Röad.2026', progress: 0 });
      expect((await find(id))?.sizeLeftBytes).toBe((await find(id))?.sizeBytes);

      await expect(client.pause(id)).resolves.toBe(true);
      await until(async () => (await find(id))?.state === 'paused', 'the one is paused');
      expect((await find(other))?.state).not.toBe('paused');

      await expect(client.resume(id)).resolves.toBe(true);
      await until(async () => (await find(id))?.state !== 'paused', 'the one goes on');

      await client.pauseAll();
      await until(async () => (await client.queue()).isPaused, 'all are paused');
      await client.resumeAll();
      await until(async () => !(await client.queue()).isPaused, 'all go on');

      await expect(client.remove(id, true)).resolves.toBe(true);
      await until(async () => (await find(id)) === undefined, 'the one is gone');
      await expect(client.remove(id, true)).resolves.toBe(false);
      expect(await find(other)).toBeDefined();
    },
  );
});
