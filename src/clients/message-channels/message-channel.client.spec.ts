import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppriseFake, APPRISE_NOTIFY } from '../../../test/fakes/apprise/apprise-fake.js';
import type { FakeAnswer, FakeFault, FakeServer } from '../../../test/fakes/fake-server.js';
import { GotifyFake, GOTIFY_MESSAGE } from '../../../test/fakes/gotify/gotify-fake.js';
import { NtfyFake, NTFY_PUBLISH } from '../../../test/fakes/ntfy/ntfy-fake.js';
import { WebhookFake, WEBHOOK } from '../../../test/fakes/webhook/webhook-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import type { ChannelAnswer } from './channel-answer.js';
import { CHANNEL_FORMAT_NAMES, channelFormat, type ChannelFormatName, readChannelAddress } from './channel-formats.js';
import type { ChannelMessage } from './channel-format.js';
import { MessageChannelClient } from './message-channel.client.js';

const KEY = Buffer.alloc(32, 7).toString('base64');
const MESSAGE: ChannelMessage = {
  id: 'usher-7-1795176000000',
  event: 'request_available',
  title: 'Now available',
  text: 'Harbor Lights @everyone (Movie, Films, requested by ana)',
  severity: 'success',
  link: 'https://usher.example/movie/949',
  at: Date.parse('2026-11-20T12:00:00Z'),
  data: { request_ids: [7] },
};

/** What takes messages of a format. */
interface Receiver {
  readonly fake: FakeServer;
  readonly route: string;
  readonly url: string;
  /** Absent where it takes messages from everybody. */
  readonly secret?: string;
}

describe('issue 43 C19: a secret', () => {
  it.each<[ChannelFormatName, string, boolean]>([
    ['json', KEY, true],
    ['json', 'ana:a wörd', false],
    ['ntfy', 'tk_secret', true],
    ['ntfy', 'ana:a wörd', true],
    ['ntfy', 'a word', false],
    ['ntfy', 'wörd', false],
    ['apprise', 'ana:a wörd', true],
    ['apprise', 'wörd', false],
    ['gotify', 'A.token', true],
    ['gotify', 'ana:a wörd', false],
  ])('for %s, %j, can be sent: %s', (name, secret, can) => {
    expect(channelFormat(name).takesSecret(Secret.of(secret))).toBe(can);
  });
});

describe('MessageChannelClient', () => {
  let clock: MovedClock;
  let webhook: WebhookFake;
  let ntfy: NtfyFake;
  let gotify: GotifyFake;
  let apprise: AppriseFake;
  let receivers: Readonly<Record<ChannelFormatName, Receiver>>;

  beforeEach(async () => {
    clock = new MovedClock();
    webhook = await new WebhookFake(() => clock.now()).start();
    ntfy = await new NtfyFake().start();
    gotify = await new GotifyFake().start();
    apprise = await new AppriseFake().start();
    receivers = {
      json: { fake: webhook, route: WEBHOOK, url: `${webhook.url}/hooks/usher` },
      ntfy: { fake: ntfy, route: NTFY_PUBLISH, url: `${ntfy.url}/our-films` },
      gotify: { fake: gotify, route: GOTIFY_MESSAGE, url: gotify.url, secret: gotify.token },
      apprise: { fake: apprise, route: APPRISE_NOTIFY, url: `${apprise.url}/notify/household/` },
    };
  });
  afterEach(() => Promise.all(Object.values(receivers).map(({ fake }) => fake.stop())));

  async function send(
    name: ChannelFormatName,
    { secret = '', url = receivers[name].url } = {},
  ): Promise<ChannelAnswer> {
    const format = channelFormat(name);
    const address = readChannelAddress(format, url);
    if ('refused' in address) throw new Error(address.refused.words);
    const options = { format, address, secret: secret === '' ? null : Secret.of(secret), clock, log: silentLog };
    return new MessageChannelClient(options).send(MESSAGE);
  }

  describe('issue 24, must show 8: one channel of each format is received by a fake that checks its signature or token', () => {
    it.each([KEY, `whsec_${KEY}`])(
      'json: the receiver takes what is signed with %s, and nothing else',
      async (secret) => {
        webhook.key = KEY;
        expect(await send('json', { secret })).toMatchObject({ kind: 'sent' });
        expect(webhook.taken).toEqual([
          {
            type: 'request_available',
            timestamp: '2026-11-20T12:00:00.000Z',
            data: {
              event: 'request_available',
              title: 'Now available',
              text: MESSAGE.text,
              severity: 'success',
              link: MESSAGE.link,
              request_ids: [7],
            },
          },
        ]);
        const other = Buffer.alloc(32, 8).toString('base64');
        expect(await send('json', { secret: other })).toMatchObject({ kind: 'refused', refusal: 'not_allowed' });
        expect(await send('json')).toMatchObject({ kind: 'refused', refusal: 'not_allowed' });
      },
    );

    it.each([
      ['tk_secret', 'Bearer tk_secret'],
      ['ana:pass', `Basic ${Buffer.from('ana:pass').toString('base64')}`],
      ['ana:a wörd', `Basic ${Buffer.from('ana:a wörd').toString('base64')}`],
    ])('ntfy: the topic is open to %s', async (secret, authorization) => {
      ntfy.authorization = authorization;
      expect(await send('ntfy', { secret })).toEqual({ kind: 'sent', remoteId: 'ntfy00000001' });
      const { title, text: message, link: click } = MESSAGE;
      expect(ntfy.published).toEqual([{ topic: 'our-films', title, message, priority: 3, click }]);
      expect(await send('ntfy')).toMatchObject({ kind: 'refused', refusal: 'not_allowed' });
    });

    it('gotify: the application takes its token, in the header or in the address', async () => {
      expect(await send('gotify', { secret: gotify.token })).toEqual({ kind: 'sent', remoteId: '1' });
      expect(await send('gotify', { url: `${gotify.url}/message?token=${gotify.token}` })).toMatchObject({
        kind: 'sent',
      });
      expect(gotify.messages[0]).toMatchObject({
        title: 'Now available',
        message: MESSAGE.text,
        extras: { 'client::notification': { click: { url: MESSAGE.link } } },
      });
      expect(await send('gotify', { secret: 'other' })).toMatchObject({ kind: 'refused', refusal: 'not_allowed' });
    });

    it('apprise: the services get the text, in which nobody is called (security 22)', async () => {
      expect(await send('apprise')).toMatchObject({ kind: 'sent' });
      expect(apprise.passed).toEqual([
        { title: 'Now available', type: 'success', body: `${MESSAGE.text.replace('@', '@\u200b')}\n${MESSAGE.link}` },
      ]);
      const elsewhere = `${apprise.url}/notify/other`;
      expect(await send('apprise', { url: elsewhere })).toMatchObject({ refusal: 'nothing_behind' });
    });
  });

  const page: FakeAnswer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>hotel</html>' };
  const broken = (header: string): FakeFault => ({
    raw: `HTTP/1.1 429 Slow Down\r\n${header}Content-Length: 50\r\n\r\nslow`,
  });
  it.each<[what: string, fault: FakeFault, expected: object]>([
    ['asks to wait', { status: 429, headers: { 'retry-after': '7' } }, { kind: 'limited', retryAfterMs: 7_000 }],
    ['asks to wait without a time', { status: 429 }, { kind: 'limited', retryAfterMs: 60_000 }],
    ['asks to wait and breaks off', broken('Retry-After: 7\r\n'), { kind: 'limited', retryAfterMs: 7_000 }],
    ['asks to wait without a time and breaks off', broken(''), { kind: 'limited', retryAfterMs: 60_000 }],
    ['asks to wait for a year', { status: 429, headers: { 'retry-after': '31536000' } }, { retryAfterMs: 86_400_000 }],
    ['refuses the secret', { status: 403 }, { kind: 'refused', refusal: 'not_allowed' }],
    ['knows nothing', { status: 404 }, { kind: 'refused', refusal: 'not_found' }],
    ['reaches not all', { status: 424 }, { kind: 'refused', refusal: 'not_all_reached' }],
    ['refuses', { status: 413 }, { kind: 'refused', refusal: 'other', status: 413 }],
    ['leads elsewhere', { status: 307, headers: { location: 'http://127.0.0.1:1/x' } }, { refusal: 'redirected' }],
    ['fails', { status: 503 }, { kind: 'unconfirmed' }],
    ['hangs up', 'reset', { kind: 'unconfirmed' }],
  ])('issue 24, answers: a channel that %s', async (_, fault, expected) => {
    for (const name of CHANNEL_FORMAT_NAMES) {
      const { fake, route, secret = '' } = receivers[name];
      fake.fail(route, fault);
      expect(await send(name, { secret })).toMatchObject(expected);
      expect(fake.calls()).toHaveLength(1);
    }
  });

  it.each(['ntfy', 'gotify'] as const)('%s: a page of somebody else in between is no receipt', async (name) => {
    const { fake, route } = receivers[name];
    fake.fail(route, page);
    expect(await send(name)).toMatchObject({ kind: 'unconfirmed' });
  });

  it.each(CHANNEL_FORMAT_NAMES)('%s: a channel that is not there was sent nothing', async (name) => {
    const { fake } = receivers[name];
    await fake.leave();
    expect(await send(name)).toMatchObject({ kind: 'not_sent' });
    await fake.stop();
  });
});
