import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeAnswer, type FakeRequest, FakeServer } from '../fakes/fake-server.js';
import { MovedClock } from '../harness/moved-clock.js';
import { failureOf } from '../harness/upstream-failure.js';
import { MEDIA_LISTS, MEDIA_SEARCHES } from './listed-media-rows.js';
import { PROVIDER_LISTS } from './listed-provider-rows.js';
import { LISTS, type ListedRows, saidLeftOut } from './listed-rows.js';
import { SEARCHES } from './searched-rows.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { DelugeClient } from '../../src/clients/deluge/deluge.client.js';
import { NzbgetClient } from '../../src/clients/nzbget/nzbget.client.js';
import { QbittorrentClient } from '../../src/clients/qbittorrent/qbittorrent.client.js';
import { RutorrentClient } from '../../src/clients/rutorrent/rutorrent.client.js';
import { SabnzbdClient } from '../../src/clients/sabnzbd/sabnzbd.client.js';
import { TransmissionClient } from '../../src/clients/transmission/transmission.client.js';
import type { DownloadClient } from '../../src/clients/downloads/download-client.js';

/** A row as bytes; a text is Latin-1. */
type Row = string;

/** A client, and an outside system whose list is bytes that a test chooses. */
interface Product {
  readonly good: string;
  readonly other: string;
  /** A row of this id and name; the name stands in it byte for byte. */
  readonly row: (id: string, name: string) => Row;
  /** A row that is null, and one that is of another kind. */
  readonly nothing: Row;
  readonly otherKind: Row;
  readonly list: (rows: readonly Row[]) => string;
  readonly client: (url: string) => DownloadClient;
  readonly serve: (fake: FakeServer, list: () => Buffer, removed: () => void) => void;
}

const clock = new MovedClock();
const tools = { clock, log: silentLog };
const [HASH, OTHER] = ['a'.repeat(40), 'b'.repeat(40)] as const;
const PASSWORD = Secret.of('secret');
const ok = (body: unknown): FakeAnswer => ({ body });
const isOf = ({ bytes }: FakeRequest, method: string): boolean => bytes.includes(method);

const json = {
  nothing: 'null',
  otherKind: '"x"',
} as const;

const PRODUCTS: Readonly<Record<string, Product>> = {
  qBittorrent: {
    ...json,
    good: HASH,
    other: OTHER,
    row: (hash, name) => `{"hash":"${hash}","name":"${name}","state":"downloading","size":9,"amount_left":3}`,
    list: (rows) => `[${rows.join(',')}]`,
    client: (url) => new QbittorrentClient({ url, credentials: null, ...tools }),
    serve: (fake, list, removed) => {
      fake.route('GET /api/v2/app/webapiVersion', () => ok('2.16.1'));
      fake.route('GET /api/v2/torrents/info', () => ok(list()));
      fake.route('POST /api/v2/torrents/delete', () => {
        removed();
        return {};
      });
    },
  },
  Transmission: {
    ...json,
    good: HASH,
    other: OTHER,
    row: (hash, name) => `{"hash_string":"${hash}","name":"${name}","status":4,"size_when_done":9,"left_until_done":3}`,
    list: (rows) => `{"jsonrpc":"2.0","id":1,"result":{"torrents":[${rows.join(',')}]}}`,
    client: (url) => new TransmissionClient({ url, credentials: null, ...tools }),
    serve: (fake, list, removed) =>
      fake.route('POST /transmission/rpc', (request) => {
        if (isOf(request, 'torrent_get')) return ok(list());
        if (isOf(request, 'torrent_remove')) removed();
        return ok({ jsonrpc: '2.0', id: 1, result: { version: '4.1' } });
      }),
  },
  Deluge: {
    good: HASH,
    other: OTHER,
    nothing: `"${OTHER}":null`,
    otherKind: `"${OTHER}":"x"`,
    row: (hash, name) =>
      `"${hash}":{"hash":"${hash}","name":"${name}","state":"Downloading","is_finished":false,"total_size":9}`,
    list: (rows) => `{"id":1,"error":null,"result":{"connected":true,"torrents":{${rows.join(',')}}}}`,
    client: (url) => new DelugeClient({ url, password: PASSWORD, ...tools }),
    serve: (fake, list, removed) =>
      fake.route('POST /json', (request) => {
        if (isOf(request, 'update_ui')) return ok(list());
        if (isOf(request, 'remove_torrent')) removed();
        return {
          ...ok({ id: 1, error: null, result: true }),
          headers: { 'set-cookie': '_session_id=abc; Path=/json' },
        };
      }),
  },
  rTorrent: {
    good: HASH.toUpperCase(),
    other: OTHER.toUpperCase(),
    nothing: '<value><nil/></value>',
    otherKind: '<value><string>x</string></value>',
    row: (hash, name) =>
      `<value><array><data>${[hash, name].map((text) => `<value><string>${text}</string></value>`).join('')}` +
      `${[9, 3, 0, 1, 1, 0].map((number) => `<value><i8>${number}</i8></value>`).join('')}` +
      '<value></value><value></value><value></value><value><i8>0</i8></value></data></array></value>',
    list: (rows) =>
      '<?xml version="1.0"?><methodResponse><params><param><value><array><data>' +
      `${rows.join('')}</data></array></value></param></params></methodResponse>`,
    client: (url) => new RutorrentClient({ url: `${url}/RPC2`, credentials: null, ...tools }),
    serve: (fake, list, removed) =>
      fake.route('POST /RPC2', (request) => {
        if (isOf(request, 'd.multicall2')) return ok(list());
        if (isOf(request, 'd.erase')) removed();
        return ok(
          '<?xml version="1.0"?><methodResponse><params><param><value>0.9.8</value></param></params></methodResponse>',
        );
      }),
  },
  SABnzbd: {
    ...json,
    good: 'SABnzbd_nzo_one',
    other: 'SABnzbd_nzo_two',
    row: (id, name) => `{"nzo_id":"${id}","filename":"${name}","status":"Downloading","mb":"9","mbleft":"3"}`,
    list: (rows) => `{"queue":{"paused":false,"slots":[${rows.join(',')}]}}`,
    client: (url) => new SabnzbdClient({ url, apiKey: Secret.of('key'), ...tools }),
    serve: (fake, list, removed) => {
      const answer = ({ query }: FakeRequest): FakeAnswer => {
        if (query.name === 'delete') return (removed(), ok({ status: true }));
        return query.mode === 'history' ? ok({ history: { slots: [] } }) : ok(list());
      };
      fake.route('GET /api', answer);
      fake.route('POST /api', answer);
    },
  },
  NZBGet: {
    ...json,
    good: '1',
    other: '2',
    row: (id, name) => `{"NZBID":${/^\d+$/.test(id) ? id : `"${id}"`},"NZBName":"${name}","Status":"DOWNLOADING"}`,
    list: (rows) => `{"result":[${rows.join(',')}]}`,
    client: (url) => new NzbgetClient({ url, username: 'ana', password: PASSWORD, ...tools }),
    serve: (fake, list, removed) =>
      fake.route('POST /jsonrpc', (request) => {
        if (isOf(request, 'listgroups')) return ok(list());
        if (isOf(request, 'history')) return ok({ result: [] });
        if (isOf(request, 'editqueue')) return (removed(), ok({ result: true }));
        return ok({ result: { DownloadPaused: false } });
      }),
  },
};

/** Text in a row, and what is shown of it. */
const SHOWN: readonly (readonly [what: string, name: string, shown: RegExp])[] = [
  ['a control character in its name', 'Film\u0001 of it', /^Film\ufffd of it$/],
  ['bytes in its name that are no UTF-8', 'Film\xff\xfe of it', /^Film\ufffd\ufffd of it$/],
  ['half a character in its name', 'Film\xe2\x82', /^Film\ufffd$/],
  ['a line within its name', 'Film\nof it', /^Film\sof it$/],
  ['1 MiB of text as its name', 'x'.repeat(1024 * 1024), /^x+$/],
];

describe.each(Object.entries(PRODUCTS))('issue 43 C14, security 39: the list of %s', (_, product) => {
  let fake: FakeServer;
  let client: DownloadClient;
  let list: Buffer;
  let removals: number;

  beforeEach(async () => {
    fake = new FakeServer();
    removals = 0;
    product.serve(
      fake,
      () => list,
      () => (removals += 1),
    );
    await fake.start();
    client = product.client(fake.url);
  });

  afterEach(() => fake.stop());

  const given = (...rows: readonly Row[]): void => void (list = Buffer.from(product.list(rows), 'latin1'));
  const good = () => product.row(product.good, 'Good');

  /** The others stand: they are listed, acted on, and the connection is proved. */
  async function expectOthersStand(unread: number, ids: readonly string[]): Promise<void> {
    const queue = await client.queue();
    expect([queue.items.map(({ id }) => id), queue.unread]).toEqual([ids, unread]);
    expect(await client.jobs()).toMatchObject({ unread });
    await expect(client.testConnection()).resolves.toBeUndefined();
    await expect(client.remove(product.good, false)).resolves.toBe(true);
    expect(removals).toBe(1);
  }

  it.each(SHOWN)('with a row that has %s is shown as a whole', async (_what, name, shown) => {
    given(good(), product.row(product.other, name));
    await expectOthersStand(0, [product.good, product.other]);
    expect((await client.queue()).items[1]?.name).toMatch(shown);
  });

  it.each<[string, (of: Product) => Row]>([
    ['is null', ({ nothing }) => nothing],
    ['is of another kind', ({ otherKind }) => otherKind],
    ['has a control character in its id', ({ row, other }) => row(other.replace(/.$/, '\u0001'), 'Odd')],
    ['has bytes in its id that are no UTF-8', ({ row, other }) => row(other.replace(/.$/, '\xff'), 'Odd')],
    ['has 1 MiB of text as its id', ({ row }) => row('x'.repeat(1024 * 1024), 'Odd')],
  ])('lacks a row alone that %s, and says so', async (_what, odd) => {
    given(odd(product), good());
    await expectOthersStand(1, [product.good]);
    // What the lost row may be about is unknown, and not absent: nothing is sent, and nothing is said to be gone.
    expect(await failureOf(client.remove(product.other, false))).toMatchObject({ kind: 'malformed' });
    expect(removals).toBe(1);
  });

  it('of which no row can be read is unknown, and not empty', async () => {
    given(product.nothing);
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'malformed' });
  });

  it('security 31: with more rows than 1,000 that can’t be read is refused', async () => {
    given(good(), ...Array.from({ length: 1_001 }, (_row, at) => product.row(`odd-${at}`, 'Odd')));
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'malformed' });
  });
});

/** A system that answers one list. */
async function answering<T>(
  { route, answer }: Pick<ListedRows, 'route' | 'answer'>,
  rows: readonly unknown[],
  ask: (url: string) => Promise<T>,
): Promise<T> {
  const fake = await new FakeServer().start();
  try {
    fake.route(route, () => ok(answer(rows)));
    return await ask(fake.url);
  } finally {
    await fake.stop();
  }
}

describe.each([...LISTS, ...MEDIA_LISTS, ...PROVIDER_LISTS])('issue 43 C14, security 39: the list of $name', (list) => {
  it.each<[string, unknown]>([
    ['is null', null],
    ['is of another kind', 'x'],
    ['lacks what decides', list.odd],
  ])('lacks a row alone that %s, and counts it or says so in the log', async (_what, odd) => {
    saidLeftOut.length = 0;
    const { rows, lost } = await answering(list, [odd, list.good], list.read);
    expect([rows.length, lost]).toEqual([1, lost === null ? null : 1]);
    if (!list.saysLost) expect(saidLeftOut).toEqual([1]);
  });

  it('of which no row can be read is not empty', async () => {
    const read = answering(list, [null], list.read);
    if (list.saysLost) expect((await read).rows).toEqual([]);
    else expect(await failureOf(read)).toMatchObject({ kind: 'malformed' });
  });
});

describe.each([...SEARCHES, ...MEDIA_SEARCHES])('issue 43 C14, security 39: $name by its id', (list) => {
  it('is found beside a row that can’t be read', async () => {
    expect(await answering(list, [null, list.odd, list.good], list.find)).not.toBeNull();
  });

  it.each<[string, unknown]>([
    ['names no id', null],
    ['names its id', list.odd],
  ])('is unknown, and not absent, where the only row can’t be read and %s', async (_what, odd) => {
    expect(await failureOf(answering(list, [odd], list.find))).toMatchObject({ kind: 'malformed' });
  });
});
