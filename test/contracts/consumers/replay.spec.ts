import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TrackedHousehold } from '../tracked-household.js';
import type { Consumer, DistinguishedStatus } from './consumer.js';
import { FieldReading } from './field-reading.js';
import { HOMARR } from './homarr.js';
import { HOME_ASSISTANT } from './home-assistant.js';
import { HOMEPAGE } from './homepage.js';
import { JANITORR } from './janitorr.js';
import { MAINTAINERR } from './maintainerr.js';

const CONSUMERS: readonly Consumer[] = [MAINTAINERR, HOMEPAGE, HOME_ASSISTANT, HOMARR, JANITORR];

let household: TrackedHousehold;

beforeAll(async () => {
  household = await TrackedHousehold.open();
});
afterAll(() => household.close());

const calls = CONSUMERS.flatMap(({ name, calls }) => calls.map((one) => ({ name, ...one })));
const distinguished = CONSUMERS.flatMap(({ name, distinguishes }) => distinguishes.map((one) => ({ name, ...one })));
const outside = CONSUMERS.flatMap(({ name, outside }) => outside.map((one) => ({ name, ...one })));

describe('issue 6: a call has all that its consumer reads', () => {
  it.each(calls)('$name: $call: $why', async ({ call, answers = 200, insists = {}, reads = {} }) => {
    const demands = new FieldReading(insists);
    const inputs = new FieldReading(reads);
    const lacks: string[] = [];
    for (const [about, made] of await madeOf(call)) {
      const { status, body } = await send(made);
      if (status !== answers) lacks.push(`${about}: ${made} answered ${status}, not ${answers}`);
      else {
        lacks.push(...demands.complaints(body).map((complaint) => `${about}: insists on ${complaint}`));
        lacks.push(...inputs.complaints(body).map((complaint) => `${about}: reads ${complaint}`));
      }
    }
    lacks.push(...[...demands.unmet(), ...inputs.unmet()].map((place) => `nothing has a place for ${place}`));
    expect(lacks).toEqual([]);
  });
});

describe('issue 6: a status is the one that its consumer distinguishes', () => {
  it.each(distinguished)('$name: $call: $status when $when; it makes of that: $makes', async (one) => {
    for (const [, made] of await madeOf(one.call)) {
      const { status, body } = await under(one, made);
      expect([made, status, body]).toEqual([made, one.status, { message: expect.any(String) }]);
    }
  });
});

describe('doc2 §9: what is called beside the interface is 404 {message}', () => {
  it.each(outside)('$name: $call: $means', async ({ call }) => {
    const { status, body } = await send(call);
    expect([status, body]).toEqual([404, { message: expect.any(String) }]);
  });
});

it('doc2 §4: all pages together list each request once, the newest first', async () => {
  const ids: number[] = [];
  let pages = 1;
  for (let page = 1; page <= pages; page++) {
    const { body } = await household.ask('GET', `/request?take=2&skip=${(page - 1) * 2}&filter=all`);
    const { pageInfo, results } = body as { pageInfo: { page: number; pages: number }; results: { id: number }[] };
    expect(pageInfo.page).toBe(page);
    pages = pageInfo.pages;
    ids.push(...results.map(({ id }) => id));
  }
  const all = [...Object.values(household.films), ...Object.values(household.series)].map(({ requestId }) => requestId);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect(ids).toEqual(expect.arrayContaining(all));
});

it.each(['/request?take=-1', '/user?take=-1'])('Homarr: %s asks for all that there are', async (path) => {
  const { pageInfo, results } = (await household.ask('GET', path)).body as {
    pageInfo: { results: number };
    results: readonly object[];
  };
  expect(pageInfo.results).toBeGreaterThan(1);
  expect(results).toHaveLength(pageInfo.results);
});

/** The calls that a call pattern covers, each with what it is about. */
async function madeOf(call: string): Promise<readonly (readonly [string, string])[]> {
  const [place = '', name = ''] = /\{(.*?)\}/.exec(call) ?? [];
  const filled = (about: string, value: number | string) => [about, call.replace(place, `${value}`)] as const;
  const fresh = place === '{pending}' || place === '{media}' ? await household.pending() : undefined;
  switch (name) {
    case 'film':
      return Object.entries(household.films).map(([state, { tmdbId }]) => filled(state, tmdbId));
    case 'series':
      return Object.entries(household.series).map(([state, { tmdbId }]) => {
        const [about, made] = filled(state, tmdbId);
        return [about, made.replace('{season}', '1')] as const;
      });
    case 'user':
      return [filled('ana', household.ana.userId)];
    case 'pending':
      return [filled('a fresh request', fresh?.requestId ?? NaN)];
    case 'media':
      return [filled('a fresh request', (fresh?.tmdbId ?? NaN) * 2)];
    case 'nobody’s':
      return [filled('a title that nobody asked for', 2_000_000_002)];
    default:
      return [['everything', call]];
  }
}

/** Makes a call under the circumstances in which a consumer distinguishes its status. */
async function under({ when }: DistinguishedStatus, made: string) {
  const [method = '', path = ''] = made.split(' ');
  switch (when) {
    case 'the key is wrong':
      return household.ask(method, path, 'not the key');
    case 'the title is unknown':
      return household.ask(method, path.replace(/\d+/, '2000000001'));
    case 'the request is gone':
      expect(await household.ask('DELETE', path.replace(/\/(approve|decline)$/, ''))).toMatchObject({ status: 204 });
      return household.ask(method, path);
    case 'the library can’t be read':
      household.silence(path.startsWith('/tv') ? 'series' : 'films');
      try {
        return await household.ask(method, path);
      } finally {
        household.recover();
      }
  }
}

function send(made: string) {
  const [method = '', path = ''] = made.split(' ');
  return household.ask(method, path);
}
