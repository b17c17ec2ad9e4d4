import { afterEach, describe, expect, it } from 'vitest';
import { NzbgetClient } from '../../src/clients/nzbget/nzbget.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { SystemClock } from '../../src/core/time/clock.js';
import { NzbgetFake } from '../fakes/nzbget/nzbget-fake.js';
import { failureOf } from '../harness/upstream-failure.js';

/** A real NZBGet without news servers, whose queue may be written to; without these only the fake is asked. */
const { NZBGET_URL, NZBGET_USER = '', NZBGET_PASSWORD = '' } = process.env;

/** An NZBGet, and how a download gets into its queue. */
interface Opened {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** @returns the id of the download, of 400,000,000 bytes */
  readonly add: (name: string, drone: string) => Promise<string>;
}

const SIZE = 400_000_000;
let fake: NzbgetFake | undefined;

async function aFake(): Promise<Opened> {
  const credential = { username: 'control', password: 'x' };
  const started = await new NzbgetFake(credential).start();
  fake = started;
  const add = (NZBName: string, drone: string) =>
    Promise.resolve(
      started.given.group({ NZBName, drone, size: SIZE, left: SIZE, Status: 'QUEUED', Category: 'usher' }),
    );
  return { url: started.url, ...credential, add };
}

const real = (url: string): Opened => ({
  url,
  username: NZBGET_USER,
  password: NZBGET_PASSWORD,
  add: async (name, drone) => {
    const file = Buffer.from(nzbOf(name)).toString('base64');
    const params = [`${name}.nzb`, file, 'usher', 0, false, false, '', 0, 'ALL', [{ drone }]];
    const credential = Buffer.from(`${NZBGET_USER}:${NZBGET_PASSWORD}`).toString('base64');
    const answer = await fetch(`${url}/jsonrpc`, {
      method: 'POST',
      headers: { authorization: `Basic ${credential}` },
      body: JSON.stringify({ method: 'append', params }),
    });
    return String(((await answer.json()) as { result: number }).result);
  },
});

const nzbOf = (name: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><nzb xmlns="http://www.newzbin.com/DTD/2003/nzb"><file poster="p" ` +
  `date="1763630000" subject="&quot;${name}.bin&quot; yEnc (1/1)"><groups><group>alt.test</group></groups>` +
  `<segments><segment bytes="${SIZE}" number="1">${name}@nowhere.invalid</segment></segments></file></nzb>`;

const KINDS = [
  ['the fake', aFake] as const,
  ...(NZBGET_URL ? [['a real one', () => Promise.resolve(real(NZBGET_URL))] as const] : []),
];

/** What was seen on NZBGet 21.0. Source: docs/upstreams/nzbget.md. */
describe.each(KINDS)('NZBGet as it was seen: %s', (_, open) => {
  afterEach(async () => {
    await fake?.stop();
    fake = undefined;
  });

  async function opened() {
    const { url, username, password, add } = await open();
    const clock = new SystemClock();
    const clientWith = (secret: string) =>
      new NzbgetClient({ url, username, password: Secret.of(secret), clock, log: silentLog });
    return { client: clientWith(password), stranger: clientWith('not-it'), add, name: `Usher.${clock.now()}` };
  }

  it('issue 23 §1: the test proves the password', async () => {
    const { client, stranger } = await opened();
    await expect(client.testConnection()).resolves.toBeUndefined();
    const reason = 'invalid user name or password';
    expect(await failureOf(stranger.testConnection())).toMatchObject({ kind: 'unauthorized', reason });
  });

  it('issue 23 §2: a download goes its whole way, and no other with it', async () => {
    const { client, add, name } = await opened();
    await client.pauseAll();
    const [id, other] = [await add(`${name}.Röad`, 'drone-1'), await add(`${name}.b`, 'drone-2')];
    const both = async () => (await client.queue()).items.filter((item) => [id, other].includes(item.id));
    try {
      await expect(client.queue()).resolves.toMatchObject({ isPaused: true, speedBps: expect.any(Number) as unknown });
      const first = { id, managerId: 'drone-1', name: `${name}.Röad`, category: 'usher', sizeBytes: SIZE };
      const second = { id: other, managerId: 'drone-2', status: 'QUEUED', state: 'queued', reason: 'paused' };
      expect(await both()).toMatchObject([{ ...first, sizeLeftBytes: SIZE, progress: 0, state: 'queued' }, second]);
      await expect(client.pause(id)).resolves.toBe(true);
      expect(await both()).toMatchObject([{ status: 'PAUSED', state: 'paused', reason: 'paused' }, second]);
      await expect(client.resume(id)).resolves.toBe(true);
      expect(await both()).toMatchObject([{ state: 'queued' }, second]);
      await expect(client.remove(id, true)).resolves.toBe(true);
      await expect(client.remove(id, true)).resolves.toBe(false);
      expect(await both()).toMatchObject([second]);
      expect((await client.history(500)).filter((past) => past.name === first.name)).toMatchObject([
        { status: 'DELETED/MANUAL', isFailed: false, completedAt: expect.any(Number) as unknown },
      ]);
      expect((await client.jobs()).items.filter((job) => job.id === id)).toMatchObject([
        { managerId: 'drone-1', state: 'finished' },
      ]);
    } finally {
      await client.remove(other, true);
      await client.resumeAll();
    }
    await expect(client.queue()).resolves.toMatchObject({ isPaused: false });
  });
});
