import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FakeServer } from '../../../test/fakes/fake-server.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { readQueue } from './queue-page.js';
import { ServarrTransport } from './servarr-transport.js';

const ROUTE = 'GET /api/v1/queue';
const row = z.object({ id: z.number() });

let server: FakeServer;

const read = async (): Promise<readonly { id: number }[]> => (await whole()).rows;

const whole = () => {
  const clock = new MovedClock();
  const options = {
    system: 'library',
    api: 'v1',
    url: server.url,
    apiKey: Secret.of('k'),
    clock,
    log: silentLog,
  } as const;
  return readQueue(new ServarrTransport(options), row);
};

/** A manager that gives at most `pageSize` rows at a time and repeats its last page past the end. */
const serve = (pageSize: number, totals: readonly number[]): void => {
  let call = 0;
  server.route(ROUTE, ({ query }) => {
    const total = totals[Math.min(call++, totals.length - 1)] ?? 0;
    const page = Math.min(Number(query.page), Math.max(1, Math.ceil(total / pageSize)));
    const ids = Array.from({ length: total }, (_, id) => ({ id }));
    const records = ids.slice((page - 1) * pageSize, page * pageSize);
    return { body: { page, pageSize, totalRecords: total, records } };
  });
};

beforeEach(async () => {
  server = await new FakeServer().start();
});

afterEach(() => server.stop());

describe('readQueue', () => {
  it.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [35, 4],
  ])('reads all of %d rows in %d pages when the manager gives ten at a time', async (total, pages) => {
    serve(10, [total]);
    const rows = await read();
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, id) => id));
    expect(server.calls()).toHaveLength(pages);
  });

  it('doc4 §6.4: a queue whose rows are not as many as its total is incomplete', async () => {
    serve(10, [10]);
    await expect(whole()).resolves.toMatchObject({ isComplete: true });
    server.route(ROUTE, () => ({ body: { page: 1, pageSize: 10, totalRecords: 3, records: [{ id: 1 }] } }));
    await expect(whole()).resolves.toEqual({ rows: [{ id: 1 }], isComplete: false });
  });

  it('begins anew when the total changed between two pages', async () => {
    serve(10, [15, 14, 14]);
    await expect(read()).resolves.toHaveLength(14);
    expect(server.calls()).toHaveLength(4);
  });

  it('is unreadable when the total keeps changing', async () => {
    serve(10, [15, 14, 15, 14, 15, 14]);
    await expect(read()).rejects.toMatchObject({ kind: 'failed', reason: 'queue kept changing while it was read' });
    expect(server.calls()).toHaveLength(6);
  });

  it.each([
    ['than it says', 10, 11],
    ['than were asked for', 1_000_000, 1_001],
  ])('refuses a page of more rows %s before a row is judged', async (_, pageSize, count) => {
    const records = Array.from({ length: count }, () => 'no row');
    server.route(ROUTE, () => ({ body: { page: 1, pageSize, totalRecords: count, records } }));
    await expect(read()).rejects.toMatchObject({ kind: 'too_large' });
  });

  it.each([
    ['at its end', (records: readonly unknown[]) => ({ totalRecords: 3, records })],
    ['before its total', (records: readonly unknown[]) => ({ records, totalRecords: 3 })],
  ])('names the place of a row that does not fit, with the rows %s', async (_, page) => {
    server.route(ROUTE, () => ({ body: page([{ id: 1 }, { id: 2 }, { id: 'x' }]) }));
    const reason = 'server answered with unexpected data at records.2.id';
    await expect(read()).rejects.toMatchObject({ kind: 'malformed', reason });
    server.route(ROUTE, () => ({ body: page([{ id: 1 }, { id: 2 }, { id: 3 }]) }));
    await expect(read()).resolves.toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it.each([
    '{"totalRecords":1,"records":[{"id":1},]}',
    '{"totalRecords":1,"records":[{"id":1}]',
    '{"records":[{"id":1}]}',
  ])('refuses %s', async (body) => {
    server.route(ROUTE, () => ({ body, headers: { 'content-type': 'application/json' } }));
    await expect(read()).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('issue 23: reads a page of a megabyte in slices, with everybody else’s turn after each', async () => {
    const records = Array.from({ length: 1_000 }, (_, id) => ({ id, movie: 'x'.repeat(1_024) }));
    const body = Buffer.from(JSON.stringify({ page: 1, pageSize: 1_000, totalRecords: 1_000, records }));
    const transport = { system: 'library', send: () => Promise.resolve({ status: 200, headers: {}, body }) };
    let [turns, isRead] = [0, false];
    const count = (): void => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    await expect(readQueue(transport, row)).resolves.toMatchObject({ isComplete: true });
    isRead = true;
    expect(turns).toBeGreaterThanOrEqual(16);
  });

  it('refuses a queue of more than twenty pages', async () => {
    serve(10, [201]);
    await expect(read()).rejects.toMatchObject({ kind: 'too_large' });
    expect(server.calls()).toHaveLength(1);
  });
});
