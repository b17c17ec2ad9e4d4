import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NzbgetClient } from '../../src/clients/nzbget/nzbget.client.js';
import { nzbgetGroups, nzbgetHistory } from '../../src/clients/nzbget/nzbget-items.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { NZBGET_CALLS, NzbgetFake } from '../fakes/nzbget/nzbget-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { holdReads } from './held-readings.js';
import { exampleRecord } from './lesser-records.js';
import { missingKeys } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

const example = (name: string): { readonly result?: unknown } =>
  upstreamJson(`download-clients/examples/nzbget.${name}.json`);

const CREDENTIAL = { username: 'control', password: 'canary-nzb-password' };

describe('NZBGet contract', () => {
  let fake: NzbgetFake;
  let client: NzbgetClient;

  beforeEach(async () => {
    fake = await new NzbgetFake(CREDENTIAL).start();
    const password = Secret.of(CREDENTIAL.password);
    client = new NzbgetClient({ ...CREDENTIAL, url: fake.url, password, clock: new MovedClock(), log: silentLog });
  });

  afterEach(() => fake.stop());

  async function ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const credential = Buffer.from(`${CREDENTIAL.username}:${CREDENTIAL.password}`).toString('base64');
    const headers = { authorization: `Basic ${credential}` };
    const answer = await fetch(`${fake.url}/jsonrpc`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ method, params }),
    });
    return answer.json();
  }

  it('the fake answers as the examples do', async () => {
    fake.given.group({ NZBID: 21, drone: '5f2b9d1c8e7a4b60a1c2d3e4f5061728' });
    expect(missingKeys(example('listgroups'), await ask('listgroups', 0))).toEqual([]);
    fake.given.past({ NZBID: 20 });
    expect(missingKeys(example('history'), await ask('history', false))).toEqual([]);
    expect(await ask('nothing')).toEqual(example('error'));
  });

  it('facts, NZBGet: the fake has sizes in halves as the examples do', async () => {
    fake.given.past({ size: 8_123_456_789 });
    const { FileSizeLo, FileSizeHi, FileSizeMB } = (example('history').result as Record<string, unknown>[])[0] ?? {};
    expect(await ask('history', false)).toMatchObject({ result: [{ FileSizeLo, FileSizeHi, FileSizeMB }] });
  });

  it('the client reads the examples', async () => {
    fake.fail(NZBGET_CALLS.groups, { body: example('listgroups') });
    const managerId = '5f2b9d1c8e7a4b60a1c2d3e4f5061728';
    expect((await client.queue()).items).toMatchObject([{ id: '21', managerId, progress: 75, etaSeconds: 128 }]);
    fake.fail(NZBGET_CALLS.history, { body: example('history') });
    expect(await client.history(1)).toMatchObject([{ status: 'Completed', isFailed: false, sizeBytes: 8_123_456_789 }]);
    fake.fail(NZBGET_CALLS.groups, { body: example('error') });
    await expect(client.queue()).rejects.toMatchObject({ kind: 'rejected' });
  });

  it('facts, Actions: the client calls what they name, with every parameter, and nothing else', async () => {
    const id = fake.given.group({ NZBID: 21 });
    await client.testConnection();
    await client.jobs();
    await client.pauseAll();
    await client.resumeAll();
    await client.pause(id);
    await client.resume(id);
    await client.remove(id, true);
    const groups = { method: 'listgroups', params: [0] };
    expect(fake.calls().map(({ body }) => body)).toEqual([
      { method: 'status', params: [] },
      groups,
      { method: 'status', params: [] },
      { method: 'history', params: [false] },
      { method: 'pausedownload', params: [] },
      { method: 'resumedownload', params: [] },
      groups,
      { method: 'editqueue', params: ['GroupPause', '', [21]] },
      groups,
      { method: 'editqueue', params: ['GroupResume', '', [21]] },
      groups,
      { method: 'editqueue', params: ['GroupDelete', '', [21]] },
    ]);
    expect(fake.calls().every(({ method, path }) => method === 'POST' && path === '/jsonrpc')).toBe(true);
  });
});

const ID = ['refused', 'without the row the download would be gone'] as const;

holdReads('nzbget', [
  {
    name: 'listgroups',
    full: exampleRecord(example('listgroups').result),
    read: (record) => nzbgetGroups(record).rows.length === 1,
    needed: { '[].NZBID': ID },
  },
  {
    name: 'history',
    full: exampleRecord(example('history').result),
    read: (record) => nzbgetHistory(record).rows.length === 1,
    needed: { '[].NZBID': ID },
  },
]);
