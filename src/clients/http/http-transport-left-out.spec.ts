import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FakeServer } from '../../../test/fakes/fake-server.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { type Log, type LogFields, silentLog } from '../../core/logging/log.js';
import { HttpTransport } from './http-transport.js';
import { readPassedOn } from './json-answer.js';
import { readableRows } from './lenient-members.js';

const DAY_MS = 24 * 60 * 60_000;
const rows = readableRows(z.object({ id: z.int(), parts: readableRows(z.int()) }));
const GOOD = { id: 1, parts: [1] };
const LACKING = [GOOD, { id: 2, parts: [7, 'planted'] }, 'planted', null];

describe('issue 43 C14, security 39: rows of a list that are left out', () => {
  let fake: FakeServer;
  let clock: MovedClock;
  let lines: (LogFields & { readonly message: string })[];
  let log: Log;

  beforeEach(async () => {
    fake = await new FakeServer().start();
    clock = new MovedClock();
    lines = [];
    log = { ...silentLog, warn: (message, fields) => void lines.push({ message, ...fields }) };
  });

  afterEach(() => fake.stop());

  /** Each caller has a client of its own, as in the server. */
  const read = (body: unknown, operation = 'library.list') => {
    fake.fail('GET /list', { body });
    const transport = new HttpTransport({ system: 'radarr', url: fake.url, clock, log });
    return transport.json({ operation, method: 'GET', path: ['list'] }, rows);
  };

  it('are said by their number and the name of the list alone', async () => {
    expect(await read(LACKING)).toEqual([GOOD, { id: 2, parts: [7] }]);
    const said = { system: 'radarr', operation: 'library.list', rows: 3 };
    expect(lines).toEqual([{ message: 'rows of a list were left out', ...said }]);
  });

  it('are said once a day of each list', async () => {
    for (const operation of ['library.list', 'library.list', 'folder.list']) await read(LACKING, operation);
    expect(lines.map(({ operation }) => operation)).toEqual(['library.list', 'folder.list']);
    await clock.advance(DAY_MS);
    await read(LACKING);
    expect(lines).toHaveLength(3);
  });

  it('are said of an answer that is passed on', async () => {
    fake.fail('GET /list', { body: LACKING });
    const transport = new HttpTransport({ system: 'tmdb', url: fake.url, clock, log });
    const answer = await transport.send({ operation: 'page', method: 'GET', path: ['list'] });
    readPassedOn('tmdb', 'page', answer, rows);
    expect(lines).toMatchObject([{ system: 'tmdb', operation: 'page', rows: 3 }]);
  });

  it('are not said where there are none, and not of a list that is refused', async () => {
    await read([GOOD]);
    expect(await failureOf(read([{ id: 'x' }]))).toMatchObject({ kind: 'malformed' });
    expect(lines).toEqual([]);
  });
});
