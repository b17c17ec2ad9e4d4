import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RTORRENT_COMMANDS, RutorrentClient } from '../../src/clients/rutorrent/rutorrent.client.js';
import { xmlRpcCall } from '../../src/clients/rutorrent/xml-rpc.js';
import { silentLog } from '../../src/core/logging/log.js';
import { RutorrentFake } from '../fakes/rutorrent/rutorrent-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { upstreamText } from './upstream-documents.js';

const example = (name: string): string => upstreamText(`download-clients/examples/rtorrent.${name}.xml`).trim();

/** Without the white space between elements, in which documents differ. */
const dense = (xml: string): string =>
  xml
    .replaceAll(/>\s+</g, '><')
    .replace(/^<\?xml[^>]*\?>/, '')
    .trim();

const HASH = 'A1B2C3D4E5F60718293A4B5C6D7E8F9012345678';

describe('rTorrent contract', () => {
  let fake: RutorrentFake;
  let client: RutorrentClient;

  beforeEach(async () => {
    fake = await new RutorrentFake({ place: 'rpc2' }).start();
    fake.isNew = false;
    fake.given.torrent({ 'd.hash=': HASH });
    const options = { credentials: null, clock: new MovedClock(), log: silentLog };
    client = new RutorrentClient({ url: fake.typed, ...options });
  });

  afterEach(() => fake.stop());

  it('the fake answers as the example does', async () => {
    const headers = { 'content-type': 'text/xml' };
    const response = await fetch(fake.typed, { method: 'POST', headers, body: example('multicall2.request') });
    expect(dense(await response.text())).toBe(dense(example('multicall2.response')));
  });

  it('the client lists as the example does, with a command of the facts beside it', async () => {
    await client.queue();
    await client.queue();
    const body = String(fake.calls().at(-1)?.body);
    const beside = '<param><value><string>d.is_hash_checking=</string></value></param>';
    expect(dense(body).replace(beside, '')).toBe(dense(example('multicall2.request')));
    expect(body).toBe(xmlRpcCall('d.multicall2', ['', 'main', ...RTORRENT_COMMANDS]));
  });

  it('the client reads what the example says', async () => {
    const answer = example('multicall2.response').replace(
      '</string></value></data></array>',
      '</string></value><value><i8>0</i8></value></data></array>',
    );
    await client.queue();
    fake.fail(fake.key, { body: answer });
    expect((await client.jobs()).items).toEqual([
      expect.objectContaining({
        id: HASH,
        managerId: HASH,
        name: 'Northern.Relay.S02E02',
        sizeBytes: 1_610_612_736,
        sizeLeftBytes: 402_653_184,
        progress: 75,
        speedBps: 3_145_728,
        category: 'sonarr',
        state: 'downloading',
      }),
    ]);
  });

  it('docs/upstreams/rutorrent.md: the fake fails a list for one unknown command, and a call for an unknown torrent', async () => {
    const ask = async (method: string, params: readonly string[]): Promise<string> =>
      (await fetch(fake.typed, { method: 'POST', body: xmlRpcCall(method, params) })).text();
    expect(await ask('d.multicall2', ['', 'main', 'd.hash=', 'd.is_meta='])).toContain('<i4>-506</i4>');
    expect(await ask('d.stop', ['D'.repeat(40)])).toContain('<i4>-501</i4>');
    expect(await ask('d.stop', [HASH])).toContain('<i4>0</i4>');
  });
});
