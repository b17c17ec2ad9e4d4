import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChaptarrClient } from '../../src/clients/chaptarr/chaptarr.client.js';
import {
  CHAPTARR_WEBHOOK,
  LIDARR_WEBHOOK,
  RADARR_WEBHOOK,
  SONARR_WEBHOOK,
  type WebhookProfile,
} from '../../src/clients/servarr/webhook-profiles.js';
import { LidarrClient } from '../../src/clients/lidarr/lidarr.client.js';
import { RadarrClient } from '../../src/clients/radarr/radarr.client.js';
import type { ServarrAddress, ServarrClient } from '../../src/clients/servarr/servarr.client.js';
import { isWebhook, managedWebhook, type ServarrNotification } from '../../src/clients/servarr/managed-webhook.js';
import { readWebhookPayload, webhookEvent } from '../../src/clients/servarr/webhook-payload.js';
import { SonarrClient } from '../../src/clients/sonarr/sonarr.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import type { Delivery } from '../fakes/servarr/servarr-notifications.js';
import { FakeServer } from '../fakes/fake-server.js';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';
import { ChaptarrFake } from '../fakes/chaptarr/chaptarr-fake.js';
import { LidarrFake } from '../fakes/lidarr/lidarr-fake.js';
import type { ServarrServer } from '../fakes/servarr/servarr-server.js';
import { MovedClock } from '../harness/moved-clock.js';
import { ServarrContract } from './servarr-contract.js';
import { missingKeys } from './schema-check.js';

/** A manager, and what sets its webhooks apart. */
interface Product {
  readonly name: string;
  readonly api: 'v1' | 'v3';
  readonly profile: WebhookProfile;
  newFake(): ServarrServer;
  newClient(address: ServarrAddress): Pick<ServarrClient<unknown>, 'notifications'>;
  /** Has the fake send the event to its webhooks. */
  sendWebhook(fake: ServarrServer, event: string): Promise<readonly Delivery[]>;
  /** By example of a call, without its frame: what is read of it. */
  readonly read: Readonly<Record<string, object>>;
  /** By event that the fake sends: the example of it. */
  readonly sent: Readonly<Record<string, string>>;
  /** Parts of the examples that the fake leaves out: we read nothing of them. */
  readonly without: readonly string[];
}

const FILM = { filmId: 990101, series: null };
const SERIES = { filmId: null, series: { tvdbId: 880201, tmdbId: 990201 } };
const ELSE = { filmId: null, series: null, bookRecordId: null, foreignAlbumId: null };
const BOOK = { ...ELSE, bookRecordId: 51 };
const ALBUM = { ...ELSE, foreignAlbumId: '7c9d2e10-0000-4aaa-8bbb-00000000b001' };
const DETAILS = ['release', 'remoteMovie', 'customFormatInfo', 'downloadId'];
const FILES = ['movieFile', 'deletedFiles', 'episodeFile'];
const now = (): number => Date.UTC(2026, 10, 20, 12);

const PRODUCTS: readonly Product[] = [
  {
    name: 'radarr',
    api: 'v3',
    profile: RADARR_WEBHOOK,
    newFake: () => {
      const fake = new RadarrFake({ now });
      fake.given.movie({ tmdbId: 990101 });
      return fake;
    },
    newClient: (address) => new RadarrClient(address),
    sendWebhook: (fake, event) => (fake as RadarrFake).sendWebhook(event as never, 990101),
    read: {
      test: { happening: null },
      grab: { happening: 'grabbed', ...FILM },
      download: { happening: 'imported', isUpgrade: false, ...FILM },
      movieadded: { happening: 'added', isUpgrade: false, ...FILM },
      moviedelete: { happening: 'removed', ...FILM },
      moviefiledelete: { happening: 'file_removed', ...FILM },
      manualinteraction: { happening: null },
    },
    sent: {
      Grab: 'grab',
      Download: 'download',
      MovieAdded: 'movieadded',
      MovieDelete: 'moviedelete',
      MovieFileDelete: 'moviefiledelete',
    },
    without: [...DETAILS, ...FILES, 'movie.filePath'],
  },
  {
    name: 'sonarr',
    api: 'v3',
    profile: SONARR_WEBHOOK,
    newFake: () => {
      const fake = new SonarrFake({ now });
      fake.given.series({ tvdbId: 880201, tmdbId: 990201 });
      return fake;
    },
    newClient: (address) => new SonarrClient(address),
    sendWebhook: (fake, event) =>
      (fake as SonarrFake).sendWebhook(event as never, 880201, { season: 1, episodes: [1] }),
    read: {
      test: { happening: null },
      grab: { happening: 'grabbed', ...SERIES },
      download: { happening: 'imported', isUpgrade: false, ...SERIES },
      importcomplete: { happening: 'imported', isUpgrade: false, ...SERIES },
      seriesadd: { happening: 'added', ...SERIES },
      seriesdelete: { happening: 'removed', ...SERIES },
      episodefiledelete: { happening: 'file_removed', ...SERIES },
    },
    sent: {
      Grab: 'grab',
      Download: 'download',
      SeriesAdd: 'seriesadd',
      SeriesDelete: 'seriesdelete',
      EpisodeFileDelete: 'episodefiledelete',
    },
    without: [...DETAILS, ...FILES],
  },
  {
    name: 'lidarr',
    api: 'v1',
    profile: LIDARR_WEBHOOK,
    newFake: () => new LidarrFake({ now }),
    newClient: (address) => new LidarrClient(address),
    sendWebhook: (fake, event) => (fake as LidarrFake).sendWebhook(event as never),
    read: {
      test: { happening: null },
      grab: { happening: 'grabbed', ...ELSE },
      download: { happening: 'imported', isUpgrade: false, ...ALBUM },
      downloadfailure: { happening: 'failed', ...ELSE },
      albumdelete: { happening: 'removed', ...ALBUM },
    },
    sent: { Grab: 'grab', Download: 'download', DownloadFailure: 'downloadfailure', AlbumDelete: 'albumdelete' },
    without: [],
  },
  {
    name: 'chaptarr',
    api: 'v1',
    profile: CHAPTARR_WEBHOOK,
    newFake: () => new ChaptarrFake({ now }),
    newClient: (address) => new ChaptarrClient(address),
    sendWebhook: (fake, event) => (fake as ChaptarrFake).sendWebhook(event as never),
    read: {
      test: { happening: null },
      grab: { happening: 'grabbed', ...ELSE },
      download: { happening: 'imported', isUpgrade: false, ...BOOK },
      bookadded: { happening: 'added', ...BOOK },
      bookdelete: { happening: 'removed', ...BOOK },
      bookfiledelete: { happening: 'file_removed', ...BOOK },
    },
    sent: {
      Grab: 'grab',
      Download: 'download',
      BookAdded: 'bookadded',
      BookDelete: 'bookdelete',
      BookFileDelete: 'bookfiledelete',
    },
    without: [],
  },
];

const WEBHOOK_INPUT = {
  name: 'Usher',
  url: 'http://usher.home:7676/api/webhooks/arr/x',
  username: 'usher',
  password: Secret.of('0'.repeat(48)),
};

/** The list of Readarr takes the place of Chaptarr's, which has no example. Its password is masked or not, but a text. */
const LISTS: Readonly<Record<string, string>> = { chaptarr: 'readarr' };

describe.each(PRODUCTS)('webhooks of $name against its document', (product) => {
  const { name, api, profile } = product;
  const contract = new ServarrContract(name, [], api);
  const base = `/api/${api}/notification`;
  let fake: ServarrServer;
  let client: Pick<ServarrClient<unknown>, 'notifications'>;

  beforeEach(async () => {
    fake = await product.newFake().start();
    const apiKey = Secret.of(fake.apiKey);
    client = product.newClient({ url: fake.url, apiKey, clock: new MovedClock(), log: silentLog });
  });

  afterEach(() => fake.stop());

  async function install(url = WEBHOOK_INPUT.url): Promise<void> {
    const template = (await client.notifications.templates()).find(isWebhook);
    if (!template) throw new Error('no template of a webhook');
    await client.notifications.add(managedWebhook(template, { ...WEBHOOK_INPUT, url }, profile), []);
  }

  it('the fake offers and lists webhooks as the document and the example do', async () => {
    await install();
    const example = new ServarrContract(LISTS[name] ?? name, [], api).example('notification.list.json');
    contract.expectFits('GET', base, await contract.ask(fake, base), example);
    contract.expectFits('GET', `${base}/schema`, await contract.ask(fake, `${base}/schema`), []);
  });

  it('the fake leaves out what has no value, as arr-common says of all null properties', async () => {
    const templates = (await contract.ask(fake, `${base}/schema`)) as readonly ServarrNotification[];
    const fields = templates.find(isWebhook)?.fields ?? [];
    const without = fields.filter((field) => !('value' in field)).map((field) => field.name);
    expect(without).toEqual(['url', 'username', 'password']);
    expect(JSON.stringify(templates)).not.toMatch(/:null[,}]/);
  });

  it('the client makes calls that the document knows: to find, add, try and change a webhook', async () => {
    await install('http://127.0.0.1:1/nobody');
    const {
      rows: [known],
    } = await client.notifications.list();
    if (known?.id === undefined) throw new Error('not saved');
    await expect(client.notifications.test(known, [])).rejects.toMatchObject({ kind: 'rejected', status: 400 });
    await client.notifications.change(known.id, managedWebhook(known, WEBHOOK_INPUT, profile), []);
    const made = fake.calls().map(({ method, path }) => `${method} ${path.replace(base, '')}`);
    expect(made).toEqual(['GET /schema', 'POST ', 'GET ', 'POST /test', `PUT /${known.id}`]);
    contract.expectKnown(fake.calls());
  });

  it.each(Object.entries(product.read))('doc3 §3.3: the example of %s is read as what it says', (example, expected) => {
    const payload = readWebhookPayload(contract.example(`webhook.${example}.json`));
    expect(payload && webhookEvent(payload, profile)).toMatchObject(expected);
  });

  it.each(Object.entries(product.sent))(
    'what the fake sends for a %s has the members of the example',
    async (event, example) => {
      const receiver = new FakeServer();
      receiver.route('POST /hook', () => ({ body: { status: 'ok' } }));
      await receiver.start();
      await install(`${receiver.url}/hook`);
      expect((await product.sendWebhook(fake, event)).map(({ status }) => status)).toEqual([200]);
      const [call] = receiver.calls();
      await receiver.stop();
      const missing = missingKeys(contract.example(`webhook.${example}.json`), call?.body);
      expect(missing.filter((place) => !product.without.some((part) => place.startsWith(part)))).toEqual([]);
      expect(call?.headers.authorization).toBe(`Basic ${Buffer.from(`usher:${'0'.repeat(48)}`).toString('base64')}`);
    },
  );
});
