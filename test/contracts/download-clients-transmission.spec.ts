import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLASSIC, JSON_RPC, type TransmissionDialect } from '../../src/clients/transmission/transmission-session.js';
import { TransmissionClient, transmissionTorrent } from '../../src/clients/transmission/transmission.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { TRANSMISSION_CALLS, TransmissionFake } from '../fakes/transmission/transmission-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { holdReads } from './held-readings.js';
import { exampleRecord } from './lesser-records.js';
import { upstreamJson } from './upstream-documents.js';

type Json = Readonly<Record<string, unknown>>;

const example = (name: string): Json => upstreamJson<Json>(`download-clients/examples/transmission.${name}.json`);

const HASH = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678';
const ITEM = {
  id: HASH,
  managerId: HASH.toUpperCase(),
  name: 'Northern.Relay.S02E02',
  sizeBytes: 1_610_612_736,
  sizeLeftBytes: 402_653_184,
  progress: 75,
  status: 'downloading',
  state: 'downloading',
  reason: null,
  isFetchingMetadata: false,
};

const DIALECTS = [
  ['torrent-get', '4.0.6', CLASSIC],
  ['jsonrpc2', '4.1.0', JSON_RPC],
] as const;

describe.each(DIALECTS)('Transmission contract: %s, version %s', (name, version, dialect) => {
  let fake: TransmissionFake;
  let client: TransmissionClient;

  beforeEach(async () => {
    fake = await new TransmissionFake({ version }).start();
    client = new TransmissionClient({ url: fake.url, credentials: null, clock: new MovedClock(), log: silentLog });
  });

  afterEach(() => fake.stop());

  async function ask(body: unknown): Promise<Response> {
    const send = (id: string) =>
      fetch(`${fake.url}/transmission/rpc`, {
        method: 'POST',
        headers: { 'x-transmission-session-id': id },
        body: JSON.stringify(body),
      });
    const first = await send('');
    expect(first.status).toBe(409);
    return send(first.headers.get('x-transmission-session-id') ?? '');
  }

  it('the fake answers the example’s call as the example does', async () => {
    fake.given.torrent({ id: 4, hashString: HASH });
    expect(await (await ask(example(`${name}.request`))).json()).toEqual(example(`${name}.response`));
  });

  it('the client reads the example', async () => {
    fake.fail(TRANSMISSION_CALLS.list, { body: example(`${name}.response`) });
    expect((await client.queue()).items).toEqual([expect.objectContaining(ITEM)]);
  });

  it('the client asks as the example does, and for what it shows', async () => {
    await client.queue();
    const [call] = fake.calls(TRANSMISSION_CALLS.list);
    const body = call?.body as Json;
    const wanted = example(`${name}.request`);
    expect(Object.keys(body).sort()).toEqual(Object.keys(wanted).sort());
    expect(body.method).toBe(wanted.method);
    const fields = (of: Json) => ((of.params ?? of.arguments) as { fields: readonly string[] }).fields;
    // It has no use for numbers as ids, for the place, and for what follows from the rest.
    const unused = ['id', 'isFinished', 'downloadDir'];
    expect(fields(body)).toEqual(expect.arrayContaining(fields(wanted).filter((field) => !unused.includes(field))));
  });

  it('download-clients facts: the fake takes numbers, `recently-active` and no list for ids', async () => {
    const stop = async (params: Json): Promise<number> => {
      fake.torrents = [];
      fake.given.torrent({ id: 1 });
      fake.given.torrent({ id: 2 });
      await ask(dialect.request('torrent-stop', params));
      return fake.torrents.filter(({ status }) => status === 0).length;
    };
    expect(await stop({ ids: 1 })).toBe(1);
    expect(await stop({ ids: [1, 2] })).toBe(2);
    expect(await stop({ ids: 'recently-active' })).toBe(2);
    expect(await stop({})).toBe(2);
    expect(await stop({ ids: ['e'.repeat(40)] })).toBe(0);
  });
});

it('download-clients facts: from 4.1 on the fake still takes the classic dialect', async () => {
  const fake = await new TransmissionFake({ version: '4.1.0' }).start();
  const headers = { 'x-transmission-session-id': 'canarySession1' };
  const body = JSON.stringify({ method: 'session-get', tag: 7 });
  const answer = await fetch(`${fake.url}/transmission/rpc`, { method: 'POST', headers, body });
  expect(await answer.json()).toEqual({ result: 'success', arguments: { version: '4.1.0 (0123456789)' }, tag: 7 });
  await fake.stop();
});

const LIST = ['refused', 'a list that can’t be read is not an empty one'] as const;
const HASH_NEEDED = ['refused', 'a torrent that can’t be named would be gone'] as const;

const reads = (dialect: TransmissionDialect) => (torrents: unknown) =>
  transmissionTorrent(dialect)
    .array()
    .parse((torrents as { torrents: unknown }).torrents).length === 1;

holdReads('transmission', [
  {
    name: 'torrent-get',
    full: exampleRecord(example('torrent-get.response').arguments),
    read: reads(CLASSIC),
    needed: { torrents: LIST, 'torrents[].hashString': HASH_NEEDED },
  },
  {
    name: 'jsonrpc2',
    full: exampleRecord(example('jsonrpc2.response').result),
    read: reads(JSON_RPC),
    needed: { torrents: LIST, 'torrents[].hash_string': HASH_NEEDED },
  },
]);
