import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DELUGE_KEYS, DelugeClient, delugeTorrent } from '../../src/clients/deluge/deluge.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { DELUGE_CALL, DelugeFake, type DelugeRow } from '../fakes/deluge/deluge-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { holdReads } from './held-readings.js';
import { exampleRecord } from './lesser-records.js';
import { missingKeys } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

const example = <T = Record<string, unknown>>(name: string): T =>
  upstreamJson<T>(`download-clients/examples/deluge.${name}.json`);

interface Listed {
  readonly result: { readonly torrents: Readonly<Record<string, DelugeRow>> };
}

const PASSWORD = 'canary-deluge-password';
const [HASH, ROW] = Object.entries(example<Listed>('update_ui.response').result.torrents)[0] as [string, DelugeRow];

describe('Deluge contract', () => {
  let fake: DelugeFake;
  let client: DelugeClient;

  beforeEach(async () => {
    fake = await new DelugeFake(PASSWORD).start();
    fake.given.torrent(ROW);
    const options = { password: Secret.of(PASSWORD), clock: new MovedClock(), log: silentLog };
    client = new DelugeClient({ url: fake.url, ...options });
  });

  afterEach(() => fake.stop());

  async function ask(body: unknown, cookie = ''): Promise<{ readonly answer: unknown; readonly cookie: string }> {
    const headers = { 'content-type': 'application/json', cookie };
    const response = await fetch(`${fake.url}/json`, { method: 'POST', headers, body: JSON.stringify(body) });
    const set = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { answer: await response.json(), cookie: set };
  }

  it('the fake answers as the examples do', async () => {
    const request = example('update_ui.request');
    expect((await ask(request)).answer).toEqual(example('error'));
    const { cookie } = await ask({ method: 'auth.login', params: [PASSWORD], id: 1 });
    const { answer } = await ask(request, cookie);
    expect(missingKeys(example('update_ui.response'), answer)).toEqual([]);
    expect((answer as Listed).result.torrents).toEqual({ [HASH]: ROW });
  });

  it('the client lists as the example does, with keys beside it that an answer may lack', async () => {
    await client.queue();
    const { method, params } = fake.asked('web.update_ui')[0] ?? { params: [] };
    const [keys, filter] = example<{ params: readonly [readonly string[], object] }>('update_ui.request').params;
    expect([method, params[1]]).toEqual(['web.update_ui', filter]);
    expect(params[0]).toEqual([...keys, ...DELUGE_KEYS.slice(keys.length)]);
    expect(Object.keys(fake.calls(DELUGE_CALL)[0]?.body as object).sort()).toEqual(['id', 'method', 'params']);
  });

  it('the client reads the example', async () => {
    expect((await client.queue()).items).toEqual([
      expect.objectContaining({ id: HASH, sizeLeftBytes: 402_653_184, etaSeconds: 128, category: 'sonarr' }),
    ]);
  });

  it('download-clients facts: the fake knows methods of the daemon while it is connected alone', async () => {
    const { cookie } = await ask({ method: 'auth.login', params: [PASSWORD], id: 1 });
    fake.isConnected = false;
    const call = { method: 'core.pause_torrents', params: [[HASH]], id: 1 };
    expect((await ask(call, cookie)).answer).toMatchObject({ error: { code: 2 } });
    fake.isConnected = true;
    expect((await ask(call, cookie)).answer).toMatchObject({ error: null });
    fake.version = 1;
    expect((await ask(call, cookie)).answer).toMatchObject({ error: { code: 2 } });
  });

  it('the fake fails for a torrent that it lacks, and takes an empty list for all', async () => {
    const { cookie } = await ask({ method: 'auth.login', params: [PASSWORD], id: 1 });
    const call = { method: 'core.remove_torrent', params: ['d'.repeat(40), false], id: 1 };
    expect((await ask(call, cookie)).answer).toMatchObject({ error: { code: 4 } });
    await ask({ method: 'core.pause_torrents', params: [[]], id: 1 }, cookie);
    expect(fake.row(HASH)).toMatchObject({ state: 'Paused' });
  });
});

holdReads('deluge', [
  {
    name: 'a torrent of update_ui.response',
    full: exampleRecord(ROW),
    read: (row) => delugeTorrent(HASH, row) !== null,
    needed: {
      state: ['left out', 'whether it moves would be unknown; the list is refused then'],
      is_finished: ['left out', 'queue or history would be unknown; the list is refused then'],
    },
  },
]);
