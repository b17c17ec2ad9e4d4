import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import type { FakeAnswer, FakeFault } from '../../fakes/fake-server.js';
import { counts } from '../../harness/full-counts.js';
import { limitContent } from '../../harness/kids-policy.js';
import { rawBytes } from '../../harness/raw-exchange.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';
import { base64sOf, spellingsOf } from '../../harness/secret-spellings.js';
import { Canaries } from './canaries.js';
import { CanaryFilms } from './canary-films.js';

const FILMS = counts({ always: 500, full: 5_000 });
const A_FEW = 20;
const UNSAFE = 502;
/** Megabytes of films, read by two people and searched for each of a hundred secrets. */
const LONG_MS = 60_000;

/** One read of the manager: what is asked, what it answers, and the status that a member sees. */
interface Reading {
  readonly what: string;
  readonly path: string;
  readonly method?: string;
  readonly answer: FakeAnswer;
  /** Besides, where the answer doesn't end as it should. */
  readonly fault?: FakeFault;
  readonly status: number;
}

describe('doc1 §4 proxy 3, security 4: planted secrets', () => {
  let app: App;
  let admin: Session;
  let radarr: RadarrFake;
  let canaries: Canaries;
  let films: CanaryFilms;
  let library: string;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
    canaries = new Canaries();
    // A key is a header's value, where only what an address can hold as it is can stand.
    const apiKey = canaries.plant('the instance’s own key').inAddress;
    radarr = await new RadarrFake({ apiKey, now: () => app.clock.now() }).start();
    films = new CanaryFilms(radarr, canaries);
    library = await app.connectRadarr(admin, { url: radarr.url, api_key: apiKey });
  });

  afterAll(async () => {
    await app.close();
    await radarr.stop();
  });

  const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
  const json = (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): FakeAnswer => ({
    status,
    body: Buffer.from(body),
    headers: { ...films.headers, 'X-Own-Api-Key': radarr.apiKey, ...JSON_TYPE, ...headers },
  });

  function readings(list: string): readonly Reading[] {
    const page = films.page(A_FEW);
    const secret = canaries.plant('an address that is redirected to').inAddress;
    const failure = films.failure();
    const few = films.list(A_FEW);
    const movies = (what: string, answer: FakeAnswer, status: number, fault?: FakeFault): Reading => ({
      what,
      path: 'movie',
      answer,
      status,
      ...(fault === undefined ? {} : { fault }),
    });
    const moved = (location: string, status: number): Reading =>
      movies(`a redirect to ${location}`, json('', 302, { location }), status);
    return [
      movies(`a list of ${FILMS} films`, json(list), 200),
      movies('a list in chunks', json(few, 200, { 'transfer-encoding': 'chunked' }), 200),
      movies('a list of no type', { ...json(few), headers: films.headers }, 200),
      movies('a list as text', json(few, 200, { 'content-type': 'text/plain' }), 200),
      { what: 'one film', path: 'movie/7', answer: json(films.film(7)), status: 200 },
      { what: 'the head of the list', path: 'movie', method: 'HEAD', answer: json(few), status: 403 },
      { what: 'the calendar', path: 'calendar', answer: json(few), status: 200 },
      ...['queue', 'history', 'wanted/missing', 'wanted/cutoff'].map((path) => ({
        what: path,
        path,
        answer: json(page),
        status: 200,
      })),
      ...[400, 403, 404, 409, 429, 500, 502, 503].map((status) =>
        movies(`a failure of ${status}`, json(failure, status), status),
      ),
      movies('a refused key', json(failure, 401), UNSAFE),
      movies('a failure in words', json(`It failed: ${failure}`, 500, { 'content-type': 'text/html' }), UNSAFE),
      movies('a list that breaks off', json(few.slice(0, -9)), UNSAFE),
      movies('a list with something behind it', json(`${films.list(1)} ${failure}`), UNSAFE),
      movies('a list with no number', json(`[NaN,${films.film(1)}]`), UNSAFE),
      movies('a stream', json(`${failure}\n${failure}\n`, 200, { 'content-type': 'application/x-ndjson' }), UNSAFE),
      movies('a list that says it is compressed', json(films.list(1), 200, { 'content-encoding': 'gzip' }), UNSAFE),
      movies('an answer that is cut', json(few), UNSAFE, 'cut-body'),
      moved(`/api/v3/movie?apikey=${secret}&page=2#token=${secret}`, 302),
      moved(`${radarr.url.replace('://', `://ana:${secret}@`)}/api/v3/movie?sig=${secret}`, 302),
      moved(`https://ana:${secret}@elsewhere.test/?apikey=${secret}`, 502),
      movies('nothing new', json('', 304), 304),
      movies('nothing', json('', 204), 204),
    ];
  }

  /** Every byte of an exchange, headers and all. */
  const bytesOf = (url: string, { method = 'GET' }: Reading, path: string, headers: string): Promise<string> =>
    rawBytes(url, `${method} ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\nConnection: close\r\n\r\n`);

  /** The manager answers so, each of the next times. */
  function given({ path, answer, fault }: Reading): void {
    radarr.recover();
    radarr.route(`GET /api/v3/${path}`, () => answer);
    radarr.route(`HEAD /api/v3/${path}`, () => answer);
    if (fault !== undefined) radarr.fail(`GET /api/v3/${path}`, fault, Infinity);
  }

  it('the search for them finds each, in every form and wherever it is', () => {
    const some = new Canaries();
    for (let place = 0; place < 20; place += 1) some.plant(`place ${place}`);
    some.secrets.forEach((secret, at) => {
      const base64 = ['', 'u', 'us'].map((before) => Buffer.from(`${before}${secret}:x`).toString('base64'));
      for (const form of [
        ...spellingsOf(secret),
        ...base64sOf(secret),
        ...base64,
        JSON.stringify({ a: secret }),
        secret.slice(0, 19),
      ])
        expect([form, ...some.in(`Basic ${form} and more`)]).toEqual([form, `place ${at}`]);
    });
    expect(some.in('canary, Vogel, [REDACTED]')).toEqual([]);
  });

  it(
    'in a library of 5,000 films: a member’s read passes every canary check, in answers, headers, logs and errors',
    async () => {
      const [ana, kit] = [await app.invite('ana'), await app.invite('kit')];
      await limitContent(admin, kit);
      const all = readings(films.list(FILMS));
      const seenAtTheSource = new Set<string>();
      const inAnswers: string[] = [];
      const statuses: (readonly [string, number])[] = [];
      for (const reading of all) {
        given(reading);
        const key = `X-Api-Key: ${radarr.apiKey}`;
        const source = await bytesOf(radarr.url, reading, `/api/v3/${reading.path}`, key);
        for (const place of canaries.in(source)) seenAtTheSource.add(place);
        for (const caller of [ana, kit]) {
          const path = `/api/instances/${library}/api/v3/${reading.path}`;
          const answer = await bytesOf(app.url, reading, path, `Authorization: Bearer ${caller.token}`);
          inAnswers.push(...canaries.in(answer).map((place) => `${reading.what}, to ${caller.username}: ${place}`));
          if (caller !== ana) continue;
          statuses.push([reading.what, Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1])]);
          if (reading.status === 200)
            expect([reading.what, ...titlesIn(answer)]).toEqual([reading.what, ...titlesIn(source)]);
        }
      }
      expect(inAnswers).toEqual([]);
      expect(statuses).toEqual(all.map(({ what, status }) => [what, status]));
      expect(canaries.in(app.logLines.join('\n'))).toEqual([]);
      expect([...seenAtTheSource].sort()).toEqual([...canaries.places].sort());
    },
    LONG_MS,
  );
});

/** The titles of an answer's films, in their order. */
function titlesIn(answer: string): readonly string[] {
  return [...answer.matchAll(/"title":"(Film \d+)"/g)].map(([, title = '']) => title);
}
