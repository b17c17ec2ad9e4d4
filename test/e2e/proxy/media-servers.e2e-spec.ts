import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MEDIA_SERVERS, type MediaServerKind, MediaServersFixture } from '../../harness/media-servers-fixture.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import type { Session } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const DENIED = [403, refusedWith('permission denied')];
const UNSAFE = [502, { error: 'unsafe upstream response' }];

/** A path of each server's own. */
const PATH: Readonly<Record<MediaServerKind['kind'], string>> = {
  video_server_a: '/Devices',
  video_server_b: '/Devices',
  audiobook_server: '/api/me',
};

describe('doc1 §4 proxy 1: media servers answer administrators alone', () => {
  let fixture: MediaServersFixture;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    fixture = await MediaServersFixture.start();
    ({ admin } = fixture);
    ana = await fixture.app.invite('ana');
  });

  afterEach(() => fixture.clear());

  afterAll(() => fixture.close());

  describe.each(MEDIA_SERVERS)('$kind', ({ kind, keyHeader }) => {
    const fake = () => fixture.fake(kind);
    const path = PATH[kind];
    const at = (id: string, below = path) => `/api/instances/${id}${below}`;

    /** Connects the server, which answers so from now on; gives the id of the instance. */
    const answering = async (body: unknown, type = 'application/json', below = path): Promise<string> => {
      const id = await fixture.connect(kind);
      fake().forgetCalls();
      fake().route(`GET ${below}`, () => ({ body, ...(type === '' ? {} : { headers: { 'content-type': type } }) }));
      return id;
    };

    it('with the server’s own header and key, and nothing of the caller’s', async () => {
      const id = await answering({ title: 'Den' });
      const headers = {
        cookie: 'session=1',
        'x-emby-token': 'typed',
        'x-emby-authorization': 'MediaBrowser Token="typed"',
        'x-mediabrowser-token': 'typed',
        'x-api-key': 'typed',
      };
      const answer = await admin.request('GET', at(id), { headers });
      expect(statusAndBody(answer)).toEqual([200, { title: 'Den' }]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      const [call] = fake().calls();
      const [name, value] = keyHeader(fixture.keyOf(kind));
      expect(call?.headers[name]).toBe(value);
      expect(JSON.stringify(call?.headers)).not.toContain('typed');
      const bearers = ['authorization', 'x-api-key', 'x-emby-token', 'x-emby-authorization', 'cookie'];
      expect(bearers.filter((one) => call?.headers[one] !== undefined)).toEqual([name]);
    });

    it('while members are refused, with a grant or without, and nothing reaches the server', async () => {
      const id = await answering({});
      const stranger = await ana.get(at(id));
      await admin.put(`/api/instances/${id}/grant-users`, { user_ids: [ana.userId] });
      const answers = [
        stranger,
        await ana.get(at(id)),
        await ana.get(at(id, '/System/Info')),
        await ana.post(at(id), {}),
      ];
      expect(answers.map(statusAndBody)).toEqual(answers.map(() => DENIED));
      expect(fake().calls()).toEqual([]);
    });

    it('security 4: without what opens anything: tokens, passwords, PINs, keys in addresses', async () => {
      const { secrets } = fixture.app;
      const planted = (name: string) => secrets.plant(`${kind} ${name}`, `planted-${kind}-${name}-secret`);
      const id = await answering({
        Items: [{ AccessToken: planted('access'), AppName: 'TV' }],
        user: { id: 'u', token: planted('token'), accessToken: planted('jwt'), refreshToken: planted('refresh') },
        settings: { host: 'mail.test', user: 'den', pass: planted('mail') },
        apiKey: { id: 'k', apiKey: planted('key') },
        Secret: planted('quick-connect'),
        Configuration: { ProfilePin: planted('pin') },
        OpenSubtitlesPasswordHash: planted('hash'),
        serverSettings: { tokenSecret: planted('signing'), authOpenIDClientSecret: planted('oidc') },
        TranscodingUrl: `/videos/1/master.m3u8?DeviceId=d&api_key=${planted('address')}&Tag=t`,
        url: `https://den.test/api/items/1/cover?token=${planted('cover')}&width=4`,
        list: [`see http://u:${planted('user')}@den.test/`],
      });
      const { status, body, text } = await admin.get(at(id));
      expect([status, text]).toEqual([200, expect.not.stringContaining('planted-')]);
      expect(body).toMatchObject({
        Items: [{ AccessToken: '[REDACTED]', AppName: 'TV' }],
        user: { id: 'u', token: '[REDACTED]' },
        settings: { host: 'mail.test', user: 'den', pass: '[REDACTED]' },
        TranscodingUrl: '/videos/1/master.m3u8?DeviceId=d&api_key=[REDACTED]&Tag=t',
      });
    });

    it.each([
      ['of no type', ''],
      ['that calls itself text', 'text/plain'],
      ['that calls itself a page', 'text/html'],
    ])('doc3 §4.2: and a document %s is scrubbed like any other, wherever it lies', async (_, type) => {
      const below = '/Sessions/of/somewhere';
      const id = await answering('{"AccessToken":"planted-untyped-token","Id":"7"}', type, below);
      fixture.app.secrets.plant(`${kind} untyped token`, 'planted-untyped-token');
      const { status, text } = await admin.get(at(id, below));
      expect([status, text]).toEqual([200, '{"AccessToken":"[REDACTED]","Id":"7"}']);
    });

    it.each(['application/xml; charset=utf-8', 'text/xml', 'application/rss+xml'])(
      'doc1 §4 proxy 3: and no document of type %s, whose fields can not be judged',
      async (type) => {
        const id = await answering('<Token>planted-token-in-markup</Token>', type);
        fixture.app.secrets.plant(`${kind} token in markup`, 'planted-token-in-markup');
        expect(statusAndBody(await admin.get(at(id)))).toEqual(UNSAFE);
      },
    );

    it('as they write pages and pictures', async () => {
      const page = await answering('<!doctype html><p>Den</p>', 'text/html');
      expect((await admin.get(at(page))).text).toBe('<!doctype html><p>Den</p>');
      await fixture.clear();
      const picture = await answering('{', 'image/svg+xml');
      expect((await admin.get(at(picture))).text).toBe('{');
    });

    it('but for what says that our key was refused: that is no end of the caller’s session', async () => {
      const id = await answering({});
      fake().fail(`GET ${path}`, 401);
      expect(statusAndBody(await admin.get(at(id)))).toEqual(UNSAFE);
    });
  });

  it('audiobook_server: the list of its accounts carries nobody’s token', async () => {
    const id = await fixture.connect('audiobook_server');
    const { audiobookshelf } = fixture;
    const person = audiobookshelf.given.account({ username: 'mara' });
    const token = fixture.app.secrets.plant('ABS account token', audiobookshelf.accounts.tokenOf(person));
    const { status, text } = await admin.get(`/api/instances/${id}/api/users`);
    expect([status, text.includes('"mara"'), text.includes(token)]).toEqual([200, true, false]);
  });
});
