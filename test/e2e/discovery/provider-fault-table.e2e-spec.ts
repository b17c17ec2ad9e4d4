import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../fakes/fake-server.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { answerAsTimePasses } from '../../harness/answer-as-time-passes.js';
import type { BookHousehold } from '../bookcatalog/book-household.js';
import { PROVIDERS, providersHousehold, type Provider } from './providers.js';
import { refusedWith } from '../../harness/refused-with.js';

const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;

/** What can befall a call: a case for each kind of fault (src/clients/http/http-transport.spec.ts has what else is of that kind). */
const FAULTS = {
  'a refused key': 401,
  'a page that is not there': { status: 404, body: '<h1>no such site</h1>' },
  'a refused call': 400,
  'a rate limit': { status: 429, headers: { 'retry-after': '1', 'x-ratelimit-reset-in': '1' } },
  'a pause': { status: 503, headers: { 'retry-after': '1', 'x-ratelimit-reset-in': '1' } },
  'a redirect': { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
  'an answer of another kind': { body: { rows: 'none' } },
  'an answer without end': { body: Buffer.alloc(25 * MIB, ' ') },
  'a broken connection': 'reset',
  silence: 'timeout',
} as const satisfies Readonly<Record<string, FakeFault>>;

type Fault = keyof typeof FAULTS;

const BUSY: readonly Fault[] = ['a rate limit', 'a pause'];

/** The errors that people get. All but what is affirmed to be absent is 502. Source: doc 2 §7, doc 4 §3.1. */
const errorsOf = (who: string): Readonly<Record<Fault, string>> => ({
  'a refused key': `${who} refused the request`,
  'a page that is not there': `${who} refused the request`,
  'a refused call': `${who} refused the request`,
  'a rate limit': `${who} asks for fewer requests, try again shortly`,
  'a pause': `${who} is out of order`,
  'a redirect': `${who} gave an answer that could not be read`,
  'an answer of another kind': `${who} gave an answer that could not be read`,
  'an answer without end': `${who} gave an answer that could not be read`,
  'a broken connection': `${who} could not be reached`,
  silence: `${who} took too long to answer`,
});

const keyed = (who: string, key: string): Readonly<Record<Fault, string>> => ({
  ...errorsOf(who),
  'a refused key': `${who} refused its ${key}`,
});

const TEXTS: Readonly<Record<string, Readonly<Record<Fault, string>>>> = {
  'metadata provider': keyed('metadata provider', 'key'),
  'list provider': keyed('list provider', 'client id'),
  'music catalog': errorsOf('music provider'),
  'music charts': errorsOf('music provider'),
  // The archive says by 404 that there is no cover.
  'album covers': { ...errorsOf('music provider'), 'a page that is not there': 'not found' },
  'book catalog': {
    ...errorsOf('the book catalog'),
    'a refused key': 'the book catalog no longer accepts its token: connect it again',
  },
};

/** Every fault of every provider, with what is answered. */
const TABLE = PROVIDERS.flatMap((provider) =>
  Object.entries(TEXTS[provider.name] ?? {}).map(([fault, error], place) => ({
    provider,
    name: provider.name,
    fault: fault as Fault,
    status: error === 'not found' ? 404 : 502,
    error,
    n: place + 1,
  })),
);

describe('providers that fail', () => {
  let household: BookHousehold;

  beforeAll(async () => {
    household = await providersHousehold();
  });

  /** No question is kept from the test before, no pause holds, and the session is fresh. */
  beforeEach(async () => {
    for (const { fake } of PROVIDERS) fake(household).recover();
    await household.app.clock.leap(31 * MINUTE_MS);
    await household.later(0);
    for (const { fake } of PROVIDERS) fake(household).forgetCalls();
  });

  afterAll(() => household.close());

  const get = (path: string): Promise<Answer> => household.admin.get(path);

  async function asked({ route, path, fake, deadlineMs }: Provider, n: number, fault: Fault): Promise<Answer> {
    const { clock } = household.app;
    if (BUSY.includes(fault)) return answerAsTimePasses(clock, get(path(n)));
    if (fault !== 'silence') return get(path(n));
    const called = fake(household).nextCall(route);
    const answer = get(path(n));
    await called;
    await clock.advance(deadlineMs - 1);
    await clock.advance(1);
    return answer;
  }

  it.each(TABLE)(
    'doc2 §7, doc4 §3.1: $name, $fault: $status "$error", and it passes with its cause',
    async ({ provider, fault, status, error, n }) => {
      const fake = provider.fake(household);
      fake.fail(provider.route, FAULTS[fault], Infinity);
      expect(statusAndBody(await asked(provider, n, fault))).toEqual([status, refusedWith(error)]);
      expect(fake.calls()).toHaveLength(BUSY.includes(fault) ? provider.attempts : 1);
      fake.recover();
      await household.app.clock.leap(status === 404 ? 5 * MINUTE_MS : 2_000);
      expect((await get(provider.path(n))).status).toBe(200);
    },
  );

  it.each(PROVIDERS)(
    'doc2 §4, doc4 §3.1: $name, gone: what is kept serves for its $ttlMs ms, and is 502 afterwards',
    async (provider) => {
      const { clock } = household.app;
      const path = provider.path(31);
      const { status, text } = await get(path);
      const fake = provider.fake(household);
      await fake.leave();
      await clock.leap(provider.ttlMs - MINUTE_MS);
      await household.later(0);
      await clock.leap(MINUTE_MS - 1);
      const within = await get(path);
      await clock.leap(1);
      const after = await get(path);
      await fake.start(fake.port);
      expect([status, within.status, within.text]).toEqual([200, 200, text]);
      const error = TEXTS[provider.name]?.['a broken connection'];
      expect(statusAndBody(after)).toEqual([502, refusedWith(error)]);
    },
  );

  it.each(PROVIDERS)('$name: twelve who miss at once share one answer', async (provider) => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(provider.path(32))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([answers[0]?.status, provider.fake(household).calls().length]).toEqual([200, provider.calls]);
  });
});
