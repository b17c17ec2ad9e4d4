import { truncateSync, writeFileSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../../harness/raw-exchange.js';
import { FilesHousehold, type Ticket } from './files-household.js';

const GONE = { status: 404, body: { error: 'download unavailable', code: 'download_unavailable' } };
const BYTES = 'The quick brown fox jumps over the lazy dog';
const TOKEN = 'planted-metrics-token';

/** More than sockets, streams and the server hold for a reader who takes nothing. */
const LARGE = 64 * 1024 * 1024;

describe('doc4 §8: GET and HEAD /api/media-files/download/{ticket}', () => {
  let house: FilesHousehold;
  let ticket: Ticket;

  beforeAll(async () => {
    house = await FilesHousehold.open({ METRICS_TOKEN: TOKEN });
    ticket = await house.ticket(house.ana, house.film(BYTES));
  });

  afterAll(() => house.close());

  /** A file that takes a while, without bytes on the disk. */
  async function largeFile(): Promise<readonly [ticket: Ticket, path: string]> {
    const fileId = house.film('');
    const name = `/movies/large/${fileId}.mkv`;
    const { file } = house.app.radarr.given.movie({ tmdbId: 900_000 + fileId, hasFile: true, filePath: name });
    const path = house.lay('films', `large/${fileId}.mkv`, '');
    await truncate(path, LARGE);
    return [await house.ticket(house.ana, file?.id ?? 0), path];
  }

  it('the file comes without a session, to be saved and nothing else', async () => {
    const { status, text, headers } = await house.fetch(ticket);
    expect([status, text]).toEqual([200, BYTES]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(BYTES.length),
      'content-disposition': expect.stringMatching(/^attachment; filename="[^"]+"; filename\*=UTF-8''\S+$/),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
      'cache-control': 'private, no-store',
      pragma: 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox; default-src 'none'/);
  });

  it('HEAD says the same of the whole, without bytes, whatever range it names', async () => {
    const whole = await house.fetch(ticket);
    const head = await house.app.http.request('HEAD', ticket.url, { headers: { range: 'bytes=1-2' } });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', String(BYTES.length)]);
    for (const name of ['etag', 'content-disposition', 'accept-ranges', 'content-type'])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  });

  it.each([
    ['bytes=4-8', 'quick', 'bytes 4-8/43'],
    ['bytes=40-', 'dog', 'bytes 40-42/43'],
    ['bytes=-3', 'dog', 'bytes 40-42/43'],
  ])('RFC 9110 §14: %s is 206', async (range, text, contentRange) => {
    const answer = await house.fetch(ticket, { range });
    expect([answer.status, answer.text]).toEqual([206, text]);
    expect([answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
      contentRange,
      String(text.length),
    ]);
  });

  it.each(['bytes=0-1,4-8', 'bytes=x', 'lines=1-2'])('%s is passed over', async (range) => {
    const { status, text, headers } = await house.fetch(ticket, { range });
    expect([status, text, headers.get('content-range')]).toEqual([200, BYTES, null]);
  });

  it('a range that the file has not is 416 with its size', async () => {
    const { status, headers, body } = await house.fetch(ticket, { range: 'bytes=43-' });
    expect([status, headers.get('content-range')]).toEqual([416, 'bytes */43']);
    expect(body).toEqual({ error: 'the file has no such range', code: 'range_not_satisfiable' });
  });

  it('issue 23 §4: a resume goes on with the very file, or begins anew with what took its place', async () => {
    const { file } = house.app.radarr.given.movie({ tmdbId: 31, hasFile: true, filePath: '/movies/r.mkv' });
    const path = house.lay('films', 'r.mkv', 'first version');
    const own = await house.ticket(house.ana, file?.id ?? 0);
    const etag = (await house.fetch(own)).headers.get('etag') ?? '';
    expect(await house.fetch(own, { range: 'bytes=6-', 'if-range': etag })).toMatchObject({
      status: 206,
      text: 'version',
    });
    writeFileSync(path, 'other version');
    expect(await house.fetch(own, { range: 'bytes=6-', 'if-range': etag })).toMatchObject({
      status: 200,
      text: 'other version',
    });
  });

  it('a resume after ten minutes takes another ticket and goes on under the same tag', async () => {
    const fileId = house.film('0123456789');
    const first = await house.ticket(house.ana, fileId);
    const etag = (await house.fetch(first)).headers.get('etag') ?? '';
    await house.app.clock.leap(600_000);
    expect(await house.fetch(first)).toMatchObject(GONE);
    const second = await house.ticket(await house.app.refresh(house.ana), fileId);
    expect(await house.fetch(second, { range: 'bytes=5-', 'if-range': etag })).toMatchObject({
      status: 206,
      text: '56789',
    });
    ticket = await house.ticket(house.ben, house.film(BYTES));
  });

  it('an empty file is an empty answer', async () => {
    const empty = await house.ticket(house.ben, house.film(''));
    expect(await house.fetch(empty)).toMatchObject({ status: 200, text: '' });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    '%s is 405 with Allow, whatever the ticket',
    async (method) => {
      for (const path of [ticket.url, `/api/media-files/download/${'n'.repeat(43)}`]) {
        const { status, headers, text } = await rawRequest(house.app.url, { method, path });
        expect([status, headers.allow, JSON.parse(text)]).toEqual([
          405,
          'GET, HEAD',
          { error: 'method not allowed', code: 'method_not_allowed' },
        ]);
      }
    },
  );

  it.each(['', 'x', 'n'.repeat(43), '..%2f..%2fetc%2fpasswd', 'n'.repeat(5_000)])(
    'security 11: what is no ticket opens nothing: %s',
    async (token) => {
      const { status } = await rawRequest(house.app.url, { method: 'GET', path: `/api/media-files/download/${token}` });
      expect(status).toBe(404);
    },
  );

  it('security 11: a ticket opens no other door', async () => {
    const token = ticket.url.split('/').at(-1) ?? '';
    expect((await house.app.http.get('/api/auth/me', { authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('the manager is asked anew by each call, and what it says counts', async () => {
    const { radarr } = house.app;
    const { file } = radarr.given.movie({ tmdbId: 32, hasFile: true, filePath: '/movies/s.mkv' });
    house.lay('films', 's.mkv', 'there');
    const own = await house.ticket(house.ben, file?.id ?? 0);
    const fail = (fault: object): void => radarr.fail(`GET /api/v3/moviefile/${file?.id}`, fault);
    fail({ status: 503 });
    expect(await house.fetch(own)).toMatchObject({ status: 502 });
    fail({ body: { id: file?.id, path: '/movies/elsewhere.mkv' } });
    expect(await house.fetch(own)).toMatchObject(GONE);
    expect(await house.fetch(own)).toMatchObject({ status: 200, text: 'there' });
    radarr.removeMovie(32);
    expect(await house.fetch(own)).toMatchObject(GONE);
  });

  it('a file that shrinks while it is sent breaks the connection: a part never looks whole', async () => {
    const [large, path] = await largeFile();
    const reading = await house.begin(large);
    truncateSync(path, 1024);
    reading.flow();
    const { bytes, whole } = await reading.end;
    expect([reading.answer.headers['content-length'], whole, bytes < LARGE]).toEqual([String(LARGE), false, true]);
  });

  it('a reader that takes nothing for a minute is cut off', async () => {
    const [large] = await largeFile();
    const reading = await house.begin(large);
    await house.app.clock.advance(61_000);
    reading.flow();
    expect((await reading.end).whole).toBe(false);
  });

  it('an account has eight at once, 429 for one more, and one that is over makes room', async () => {
    const [large] = await largeFile();
    const readings = [];
    for (let n = 0; n < 8; n += 1) readings.push(await house.begin(large));
    const refused = await house.fetch(large);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect((await house.app.http.request('HEAD', large.url)).status).toBe(200);
    expect((await house.fetch(ticket)).status).toBe(200);
    readings[0]?.answer.destroy();
    await readings[0]?.end;
    await expect.poll(async () => (await house.fetch(large, { range: 'bytes=0-1' })).status).toBe(206);
    for (const { answer } of readings) answer.destroy();
  });

  it('issue 23 §4: is measured without a name, and logged by the pattern of its route', async () => {
    const text = await rawRequest(house.app.url, {
      method: 'GET',
      path: '/metrics',
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(text.text).toMatch(/^usher_file_transfers_total\{outcome="complete"\} [1-9]/m);
    expect(text.text).toMatch(/^usher_file_transfers_total\{outcome="aborted"\} [1-9]/m);
    expect(text.text).toMatch(/^usher_file_transfer_bytes_total [1-9]/m);
    expect(text.text).not.toContain(ticket.url.split('/').at(-1));
    expect(house.app.logLines.some((line) => line.includes('"/api/media-files/download/:ticket"'))).toBe(true);
    expect(house.app.logLines.some((line) => line.includes(join('media', 'films')))).toBe(false);
  });

  it('a server that stops breaks off what it sends, and waits for no reader', async () => {
    const own = await FilesHousehold.open();
    const fileId = own.film(LARGE);
    const reading = await own.begin(await own.ticket(own.ana, fileId));
    await own.app.close();
    reading.flow();
    expect((await reading.end).whole).toBe(false);
    await Promise.all([own.chaptarr.stop(), own.lidarr.stop()]);
  });
});
