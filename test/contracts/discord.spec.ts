import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { DiscordWebhookClient, judgeAnswer } from '../../src/clients/discord/discord-webhook.client.js';
import { readWebhookAddress } from '../../src/clients/discord/webhook-address.js';
import { isRefusedName, POST_CAPS, type WebhookPost } from '../../src/clients/discord/webhook-post.js';
import { silentLog } from '../../src/core/logging/log.js';
import { DiscordFake, EXECUTE } from '../fakes/discord/discord-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { missingKeys, SchemaCheck } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

type Json = Readonly<Record<string, unknown>>;

const document = upstreamJson<Json>('discord/openapi.v10.json');
const example = (name: string): Json => upstreamJson(`discord/examples/${name}.json`);
const OPERATION = '/webhooks/{webhook_id}/{webhook_token}';
const THREAD = '900000000000000070';
const snowflake = (number: number): string => String(900_000_000_000_100_000n + BigInt(number));

/** Judges a value by a schema of the document, lengths and patterns too. */
function judgeOf(schema: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });
  ajv.addSchema(document, 'discord');
  return ajv.compile({ $ref: `discord#/components/schemas/${schema}` });
}

/** A post that has as much of everything as there may be. */
const FULLEST: WebhookPost = {
  content: '<@900000000000000001>'.padEnd(POST_CAPS.content, '🎬').slice(0, POST_CAPS.content),
  username: 'u'.repeat(POST_CAPS.username),
  avatarUrl: `https://usher.example/${'a'.repeat(POST_CAPS.avatarUrl - 22)}`,
  mentions: {
    users: Array.from({ length: POST_CAPS.mentions }, (_, place) => snowflake(place)),
    roles: ['900000000000000002'],
  },
  embed: {
    title: 't'.repeat(POST_CAPS.title),
    description: 'd'.repeat(1_000),
    url: 'https://usher.example/requests/1',
    color: 0x3498db,
    fields: Array.from({ length: POST_CAPS.fields }, (_, place) => ({ name: `n${place}`, value: 'v'.repeat(100) })),
    thumbnail: 'https://image.tmdb.org/t/p/w342/demo.jpg',
    footer: 'f'.repeat(POST_CAPS.footer),
  },
};

describe('Discord contract', () => {
  let fake: DiscordFake;
  let address: string;
  // The example has it, the document doesn't know it.
  const check = new SchemaCheck(document, { allowNull: true, beyondDocument: ['author.clan'] });

  beforeEach(async () => {
    fake = await new DiscordFake().start();
    address = fake.given.webhook({ threads: [THREAD] });
  });

  afterEach(() => fake.stop());

  const post = (body: unknown, query = '?wait=true'): Promise<Response> =>
    fetch(address + query, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  const client = (): DiscordWebhookClient => {
    const judged = readWebhookAddress(address, [fake.url]);
    if ('refused' in judged) throw new Error(judged.refused);
    return new DiscordWebhookClient({ address: judged, clock: new MovedClock(), log: silentLog });
  };

  describe('answers of the fake', () => {
    it('are what the document and the example say of a message that was waited for', async () => {
      const body: unknown = await (await post(example('webhook.execute.request'))).json();
      expect(missingKeys(example('message.wait.response'), body)).toEqual([]);
      expect(check.answer('POST', OPERATION, body)).toEqual([]);
      expect((await post({ content: 'x' }, '')).status).toBe(204);
    });

    it.each([
      ['error.400', { content: 'x', username: 'My Discord' }, '?wait=true', 400],
      ['error.400.thread', { content: 'x' }, '?wait=true&thread_id=900000000000000071', 400],
      ['error.401', { content: 'x' }, 'x?wait=true', 401],
    ])('refuse as in %s', async (name, body, query, status) => {
      const answer = await post(body, query);
      expect([answer.status, await answer.json()]).toEqual([status, example(name)]);
    });

    it('refuse a webhook that was deleted as in error.404, and one post too many as in error.429', async () => {
      fake.limitRate('json');
      const limited = await post({ content: 'x' });
      expect([limited.status, await limited.json()]).toEqual([429, example('error.429')]);
      expect([...limited.headers.keys()]).toEqual(expect.arrayContaining(['retry-after', 'x-ratelimit-scope']));
      fake.deleteWebhook();
      const gone = await post({ content: 'x' });
      expect([gone.status, await gone.json()]).toEqual([404, example('error.404')]);
    });

    it.each<[what: string, body: Json]>([
      ['an empty post', { content: ' ' }],
      ['a long text', { content: 'x'.repeat(2_001) }],
      ['a long name', { content: 'x', username: 'x'.repeat(81) }],
      ['the name of everybody', { content: 'x', username: 'Everyone' }],
      ['a long title', { embeds: [{ title: 'x'.repeat(257) }] }],
      ['a long description', { embeds: [{ description: 'x'.repeat(4_097) }] }],
      ['a long footer', { embeds: [{ footer: { text: 'x'.repeat(2_049) } }] }],
      ['too many fields', { embeds: [{ fields: Array.from({ length: 26 }, () => ({ name: 'a', value: 'b' })) }] }],
      ['a field without a value', { embeds: [{ fields: [{ name: 'a', value: '' }] }] }],
      ['a long value', { embeds: [{ fields: [{ name: 'a', value: 'x'.repeat(1_025) }] }] }],
      ['too much text', { embeds: [{ description: 'x'.repeat(4_096), footer: { text: 'y'.repeat(1_905) } }] }],
      ['too many frames', { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) }],
      ['a link of another kind', { embeds: [{ title: 'x', url: 'usher://requests' }] }],
      ['an id that is none', { content: 'x', allowed_mentions: { users: ['ana'] } }],
      [
        'too many people',
        { content: 'x', allowed_mentions: { users: Array.from({ length: 101 }, (_, n) => snowflake(n)) } },
      ],
      [
        'people named twice over',
        { content: 'x', allowed_mentions: { parse: ['users'], users: ['900000000000000001'] } },
      ],
    ])('Discord facts: refuse %s', async (_, body) => {
      expect((await post(body)).status).toBe(400);
      expect(fake.posted).toEqual([]);
    });

    it('Discord facts: a forum takes posts in threads alone', async () => {
      address = fake.given.webhook({ isForum: true, threads: [THREAD] });
      expect(await (await post({ content: 'x' })).json()).toMatchObject({ code: 220001 });
      expect((await post({ content: 'x' }, `?wait=true&thread_id=${THREAD}`)).status).toBe(200);
    });

    it('Discord facts: a mention rings only where the text has it too, and everything rings where nothing is listed', async () => {
      await post({ content: 'x', allowed_mentions: { parse: [], users: ['900000000000000001'] } });
      await post({ content: '@here <@900000000000000001> <@&900000000000000002>' });
      expect(fake.posted.map(({ pinged }) => pinged)).toEqual([
        { users: [], roles: [], everyone: false },
        { users: ['900000000000000001'], roles: ['900000000000000002'], everyone: true },
      ]);
    });
  });

  describe('calls of the client', () => {
    it('are known to the document, path, query and body, and are taken with as much as there may be of everything', async () => {
      expect(await client().execute(FULLEST, { threadId: THREAD })).toMatchObject({ kind: 'sent' });
      const [call] = fake.calls(EXECUTE);
      const accepts = judgeOf('IncomingWebhookRequestPartial');
      expect(call && check.call({ ...call, path: call.path.replace('/api', '') })).toEqual([]);
      expect([accepts(call?.body), accepts.errors]).toEqual([true, null]);
    });

    it('Discord facts, Username: a name is refused here exactly where it is refused there', async () => {
      const names = ['Library', 'dIscord', 'Clyde', 'everyone', 'here', 'hereafter', 'x'.repeat(80), 'x'.repeat(81)];
      for (const username of names) {
        const answer = await client().execute({ content: 'x', username, mentions: { users: [], roles: [] } });
        const name = { kind: 'refused', refusal: 'name_refused', status: 400 };
        expect([username, answer]).toEqual([
          username,
          isRefusedName(username) ? name : expect.objectContaining({ kind: 'sent' }),
        ]);
      }
    });
  });

  describe('what we rely on', () => {
    const answered = (status: number, name: string) =>
      judgeAnswer({ status, headers: {}, body: Buffer.from(JSON.stringify(example(name))) }, 0);

    it.each<[status: number, name: string, judged: object]>([
      [200, 'message.wait.response', { kind: 'sent', messageId: '900000000000000040' }],
      [400, 'error.400', { kind: 'refused', refusal: 'name_refused', status: 400 }],
      [400, 'error.400.thread', { kind: 'refused', refusal: 'thread_gone', status: 400 }],
      [401, 'error.401', { kind: 'refused', refusal: 'token_refused', status: 401 }],
      [404, 'error.404', { kind: 'refused', refusal: 'webhook_gone', status: 404 }],
      [429, 'error.429', { kind: 'limited', retryAfterMs: 1_337 }],
    ])('%i is there in %s', (status, name, judged) => expect(answered(status, name)).toEqual(judged));

    it('Discord facts, URL: the address that the service shows is one that we take, whichever host it names', () => {
      const { url } = example('webhook.get') as { readonly url: string };
      expect(readWebhookAddress(url, ['discord.com'])).toMatchObject({ id: '900000000000000030' });
      expect(readWebhookAddress(url.replace('.com/api', 'app.com/api/v10'), ['discordapp.com'])).not.toHaveProperty(
        'refused',
      );
    });
  });
});
