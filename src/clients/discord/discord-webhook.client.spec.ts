import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiscordFake, EXECUTE } from '../../../test/fakes/discord/discord-fake.js';
import type { FakeAnswer, FakeFault } from '../../../test/fakes/fake-server.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import type { Log } from '../../core/logging/log.js';
import { silentLog } from '../../core/logging/log.js';
import { DiscordWebhookClient, type PostAnswer } from './discord-webhook.client.js';
import { readWebhookAddress, type WebhookAddress } from './webhook-address.js';
import type { WebhookPost } from './webhook-post.js';

const TOKEN = 'planted-chat-webhook-token';
const THREAD = '900000000000000070';
const POST: WebhookPost = { content: 'Harbor Lights', mentions: { users: [], roles: [] } };

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): FakeAnswer => ({
  status,
  body,
  headers,
});
const coded = (status: number, code: number): FakeAnswer => json(status, { message: 'raw words', code });
const faulty = (member: string): FakeAnswer =>
  json(400, { code: 50035, errors: { [member]: { _errors: [{ code: 'BAD', message: 'raw words' }] } } });

/** An answer whose body breaks off. */
const broken = (status: number, header = ''): FakeFault => ({
  raw: `HTTP/1.1 ${status} Some Words\r\n${header}Content-Length: 50\r\n\r\n{"retry_after": 90`,
});

const refused = (refusal: string, status: number): object => ({ kind: 'refused', refusal, status });
const limited = (retryAfterMs: number): object => ({ kind: 'limited', retryAfterMs });
const unconfirmed = { kind: 'unconfirmed' };

describe('DiscordWebhookClient', () => {
  let fake: DiscordFake;
  let clock: MovedClock;
  let lines: unknown[];

  beforeEach(async () => {
    clock = new MovedClock();
    lines = [];
    fake = await new DiscordFake().start();
  });

  afterEach(() => fake.stop());

  const addressOf = (text: string): WebhookAddress => {
    const judged = readWebhookAddress(text, [fake.url]);
    if ('refused' in judged) throw new Error(judged.refused);
    return judged;
  };
  const log = new Proxy(silentLog, {
    get: (target, name) => (name === 'child' ? Reflect.get(target, name) : (...line: unknown[]) => lines.push(line)),
  }) satisfies Log;
  const client = (text = fake.given.webhook({ threads: [THREAD] })) =>
    new DiscordWebhookClient({ address: addressOf(text), clock, log });

  it('doc2 §6 chat: posts and waits for the message, in a thread where one is named', async () => {
    expect(await client().execute(POST)).toEqual({ kind: 'sent', messageId: fake.posted[0]?.id });
    expect(await client().execute(POST, { threadId: THREAD })).toEqual({ kind: 'sent', messageId: fake.posted[1]?.id });
    expect(fake.posted.map(({ threadId }) => threadId)).toEqual([null, THREAD]);
    expect(fake.calls().map(({ query }) => query.wait)).toEqual(['true', 'true']);
  });

  it('doc2 §6 chat, security 22: nothing in a text mentions anybody unless it is listed', async () => {
    const content = '@everyone @here <@900000000000000001> <@900000000000000002> <@&900000000000000003>';
    await client().execute({ content, mentions: { users: ['900000000000000002'], roles: [] } });
    expect(fake.calls()[0]?.body).toMatchObject({
      allowed_mentions: { parse: [], users: ['900000000000000002'], roles: [] },
    });
    expect(fake.posted[0]?.pinged).toEqual({ users: ['900000000000000002'], roles: [], everyone: false });
  });

  it.each<[name: string, answer: FakeFault, judged: object]>([
    ['204', 204, unconfirmed],
    ['200 without a body', 'empty', unconfirmed],
    ['200 with something other than JSON', 'garbage', unconfirmed],
    ['200 without an id', json(200, { content: 'x' }), unconfirmed],
    ['200 with an id that is null', json(200, { id: null }), unconfirmed],
    ['200 with an id that is a number', json(200, { id: 9 }), unconfirmed],
    ['200 with the token for an id', json(200, { id: TOKEN }), unconfirmed],
    ['200 with a list', json(200, []), unconfirmed],
    ['200 that is cut off', 'cut-body', unconfirmed],
    ['a connection that is reset', 'reset', unconfirmed],
    ['an answer that is lost', 'answer-lost', unconfirmed],
    ['500', 500, unconfirmed],
    ['502 of the edge', json(502, '<html>'), unconfirmed],
    ['503 with Retry-After', json(503, undefined, { 'retry-after': '5' }), unconfirmed],
    ['429 in JSON', json(429, { retry_after: 1.337 }, { 'retry-after': '1' }), limited(1_337)],
    ['429 whose header is longer', json(429, { retry_after: 1.337 }, { 'retry-after': '2' }), limited(2_000)],
    ['429 by its header alone', json(429, undefined, { 'retry-after': '7' }), limited(7_000)],
    ['429 with a fraction in the header', json(429, undefined, { 'retry-after': '0.65' }), limited(650)],
    ['429 with a date', json(429, '', { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }), limited(60_000)],
    ['429 as a web page', json(429, '<html>', { 'content-type': 'text/html' }), limited(60_000)],
    ['429 as a web page with a header', json(429, '<html>', { 'retry-after': '3600' }), limited(3_600_000)],
    ['429 with a wait in words', json(429, { retry_after: 'soon' }), limited(60_000)],
    ['429 with a wait as a text', json(429, { retry_after: '2.5' }), limited(2_500)],
    ['429 with a wait below zero', json(429, { retry_after: -5 }), limited(60_000)],
    ['429 without an end', json(429, { retry_after: 1e300 }), limited(86_400_000)],
    ['429 whose body breaks off', broken(429), limited(60_000)],
    ['429 with a header whose body breaks off', broken(429, 'Retry-After: 7\r\n'), limited(7_000)],
    ['429 without an end whose body breaks off', broken(429, 'Retry-After: 9999999999\r\n'), limited(86_400_000)],
    ['429 with more than we take', json(429, 'x'.repeat(1024 * 1024 + 1), { 'retry-after': '7' }), limited(7_000)],
    ['200 whose body breaks off', broken(200), unconfirmed],
    ['404 whose body breaks off', broken(404), unconfirmed],
    ['400 for an empty post', coded(400, 50006), refused('post_refused', 400)],
    ['400 for a name', faulty('username'), refused('name_refused', 400)],
    ['400 for a picture', faulty('avatar_url'), refused('picture_refused', 400)],
    ['400 for a thread id', faulty('thread_id'), refused('thread_gone', 400)],
    ['400 for a frame', faulty('embeds'), refused('post_refused', 400)],
    ['400 for a thread', coded(400, 10003), refused('thread_gone', 400)],
    ['404 for a thread', coded(404, 10003), refused('thread_gone', 404)],
    ['400 for a forum', coded(400, 220001), refused('thread_needed', 400)],
    ['400 for a thread that is none', coded(400, 220003), refused('thread_gone', 400)],
    ['400 without a body', 400, refused('post_refused', 400)],
    ['400 with an endless nest', json(400, '['.repeat(900_000)), refused('post_refused', 400)],
    ['401', coded(401, 50027), refused('token_refused', 401)],
    ['401 without a body', 401, refused('token_refused', 401)],
    ['403', coded(403, 50013), refused('not_allowed', 403)],
    ['404', coded(404, 10015), refused('webhook_gone', 404)],
    ['404 as a web page', json(404, '<html>'), refused('webhook_gone', 404)],
    ['404 with a code that is a text', json(404, { code: '10003' }), refused('webhook_gone', 404)],
    ['405', 405, refused('post_refused', 405)],
    ['408', 408, refused('post_refused', 408)],
    ['413', 413, refused('post_refused', 413)],
    ['a redirect', json(302, '', { location: 'https://elsewhere.example/' }), refused('redirected', 302)],
    ['a redirect that keeps the method', json(307, '', { location: '/api/webhooks/1/x' }), refused('redirected', 307)],
  ])('doc2 §6 chat, answers: %s', async (_, fault, judged) => {
    const under = client();
    fake.fail(EXECUTE, fault);
    const answer: PostAnswer = await under.execute(POST);
    expect(answer).toMatchObject(judged);
    expect(fake.calls()).toHaveLength(1);
    expect(inspect([answer, lines], { depth: 9 })).not.toMatch(/raw words|planted|elsewhere/);
  });

  it('doc2 §8 chat: gives up after ten seconds, and then nobody knows whether it was posted', async () => {
    const under = client();
    fake.fail(EXECUTE, 'timeout');
    const came = fake.nextCall(EXECUTE);
    const answer = under.execute(POST);
    await came;
    await clock.advance(9_999);
    await clock.advance(1);
    const reason = { text: 'could not reach server: no complete answer within 10 s' };
    expect(await answer).toMatchObject({ kind: 'unconfirmed', reason });
  });

  it('doc2 §6 chat, answers: a connection that never was has sent nothing', async () => {
    const under = client();
    await fake.leave();
    const reason = { text: 'could not reach server: connection refused' };
    expect(await under.execute(POST)).toMatchObject({ kind: 'not_sent', reason });
  });

  it('doc2 §6 chat, answers: who gives up before it is sent has sent nothing', async () => {
    expect(await client().execute(POST, { signal: AbortSignal.abort() })).toMatchObject({ kind: 'not_sent' });
  });

  it('doc2 §6 chat: where the way to the service can’t be read, nothing is sent', async () => {
    const path = () => Promise.reject(new Error('no path'));
    const under = new DiscordWebhookClient({ address: addressOf(fake.given.webhook()), clock, log, path });
    expect(await errorOf(under.execute(POST))).toMatchObject({ message: 'no path' });
    expect(fake.calls()).toEqual([]);
  });

  it('security 4: its token is in nothing that is logged or printed', async () => {
    const under = client();
    await under.execute(POST);
    await under.execute({ ...POST, username: 'Discord' });
    expect(lines).not.toEqual([]);
    expect(inspect([lines, under], { depth: 9 }) + JSON.stringify([lines])).not.toContain(TOKEN);
  });
});
