import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SabnzbdClient } from '../../src/clients/sabnzbd/sabnzbd.client.js';
import { pastSlotsOf, sabnzbdHistory, sabnzbdQueue, slotsOf } from '../../src/clients/sabnzbd/sabnzbd-items.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { SABNZBD_CALLS, SabnzbdFake } from '../fakes/sabnzbd/sabnzbd-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { holdReads } from './held-readings.js';
import { exampleRecord } from './lesser-records.js';
import { missingKeys } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

const example = (name: string): unknown => upstreamJson(`download-clients/examples/sabnzbd.${name}.json`);

const KEY = 'canary-sab-key';

describe('SABnzbd contract', () => {
  let fake: SabnzbdFake;
  let client: SabnzbdClient;

  beforeEach(async () => {
    fake = await new SabnzbdFake(KEY).start();
    client = new SabnzbdClient({ url: fake.url, apiKey: Secret.of(KEY), clock: new MovedClock(), log: silentLog });
  });

  afterEach(() => fake.stop());

  const ask = (query: string, key = KEY): Promise<Response> =>
    fetch(`${fake.url}/api?${query}&output=json&apikey=${key}`);

  it('the fake answers as the examples do', async () => {
    fake.given.slot({ nzo_id: 'SABnzbd_nzo_k3v9q1x2' });
    expect(await (await ask('mode=queue')).json()).toEqual(example('queue'));
    fake.given.past({ status: 'Failed' });
    expect(missingKeys(example('history'), await (await ask('mode=history')).json())).toEqual([]);
    fake.refusesInJson = true;
    expect(await (await ask('mode=queue', 'other')).json()).toEqual(example('error'));
  });

  it('facts, SABnzbd: the fake refuses a wrong key in plain text with 403, and tells the version all the same', async () => {
    const refused = await ask('mode=queue', 'other');
    expect([refused.status, (await refused.text()).trim()]).toEqual([403, 'API Key Incorrect']);
    const keyless = await fetch(`${fake.url}/api?mode=queue&output=json`);
    expect([keyless.status, (await keyless.text()).trim()]).toEqual([403, 'API Key Required']);
    expect(await (await ask('mode=version', 'other')).json()).toEqual({ version: '4.5.3' });
  });

  it('issue 23 §2: the fake takes an unknown id for a success, and `all` for everything', async () => {
    fake.given.slot();
    expect(await (await ask('mode=queue&name=delete&value=SABnzbd_nzo_none')).json()).toMatchObject({ status: true });
    expect(fake.slots).toHaveLength(1);
    await ask('mode=queue&name=delete&value=all');
    expect(fake.slots).toEqual([]);
  });

  it('the client reads the examples', async () => {
    fake.fail(SABNZBD_CALLS.queue, { body: example('queue') });
    const id = 'SABnzbd_nzo_k3v9q1x2';
    expect((await client.queue()).items).toMatchObject([{ id, managerId: id, progress: 75, etaSeconds: 128 }]);
    fake.fail(SABNZBD_CALLS.history, { body: example('history') });
    expect(await client.history(1)).toMatchObject([{ status: 'Failed', isFailed: true, sizeBytes: 8_123_456_789 }]);
  });

  it('facts, Actions: the client asks for what they name, and for nothing else', async () => {
    const id = fake.given.slot();
    await client.testConnection();
    await client.history(50);
    await client.pauseAll();
    await client.resumeAll();
    await client.pause(id);
    await client.resume(id);
    await client.remove(id, true);
    const common = { output: 'json', apikey: KEY };
    const queue = { mode: 'queue', ...common };
    expect(fake.calls().map(({ query }) => query)).toEqual([
      { ...queue, limit: '1' },
      { mode: 'history', start: '0', limit: '150', ...common },
      { mode: 'pause', ...common },
      { mode: 'resume', ...common },
      queue,
      { ...queue, name: 'pause', value: id },
      queue,
      { ...queue, name: 'resume', value: id },
      queue,
      { ...queue, name: 'delete', value: id, del_files: '1' },
    ]);
    expect(fake.calls().every(({ method, path }) => method === 'GET' && path === '/api')).toBe(true);
  });
});

const LIST = ['refused', 'a list that isn’t told is not an empty one'] as const;
const ID = ['refused', 'without the row the download would be gone'] as const;

holdReads('sabnzbd', [
  {
    name: 'queue',
    full: exampleRecord(example('queue')),
    read: (record) => slotsOf(sabnzbdQueue.parse(record).queue.slots).rows.length === 1,
    needed: { queue: LIST, 'queue.slots': LIST, 'queue.slots[].nzo_id': ID },
  },
  {
    name: 'history',
    full: exampleRecord(example('history')),
    read: (record) => pastSlotsOf(sabnzbdHistory.parse(record).history.slots).rows.length === 1,
    needed: { history: LIST, 'history.slots': LIST, 'history.slots[].nzo_id': ID },
  },
]);
