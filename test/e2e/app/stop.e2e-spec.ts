import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../../src/app/create-app.js';
import { migrations } from '../../../src/migrations/all-migrations.js';
import { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import { TmdbFake } from '../../fakes/tmdb/tmdb-fake.js';
import { tableRows } from '../../harness/database-inspection.js';
import { databaseSettings } from '../../harness/database-settings.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { layMigratedFile } from '../../harness/migrated-file.js';
import { ServerProcess } from '../../harness/server-process.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';

const ADMIN = { username: 'admin', password: 'a good password' };
/** The head of a sign-in whose body is still to come. */
const LOGIN = `POST ${E2E_BASE_PATH}/api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;

const FILM = { id: 990_101, title: 'Harbor Lights', release_date: '2024-05-10' };

const SEARCH = 'GET /3/search/multi';

describe('the server as a process, at its end', () => {
  let dataDir: string;
  let server: ServerProcess;
  let tmdb: TmdbFake;
  let radarr: RadarrFake;
  let url: string;
  const sockets: Socket[] = [];
  const held = new Map<string, Promise<void>>();

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-stop-'));
    tmdb = await new TmdbFake().start();
    radarr = await new RadarrFake().start();
    await layMigratedFile(join(dataDir, DATABASE_FILE), migrations);
    server = ServerProcess.start({
      DATA_DIR: dataDir,
      ...(await databaseSettings(dataDir)),
      SETUP_CODE: 'off',
      METADATA_URL: tmdb.apiUrl,
      METADATA_TOKEN: tmdb.token,
    });
    url = await server.address();
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.end();
    await Promise.all([tmdb.stop(), radarr.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const post = (path: string, body: object, token = ''): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });

  async function setUp(): Promise<string> {
    const answer = await post('/api/auth/setup', ADMIN);
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  /** How it ended after this signal, and whether the database was closed in order. What takes too long ends with code 1. */
  async function stop(signal: NodeJS.Signals): Promise<{ exit: number | NodeJS.Signals; closed: boolean }> {
    server.kill(signal);
    const exit = await server.exit();
    return { exit, closed: !existsSync(join(dataDir, `${DATABASE_FILE}-wal`)) };
  }

  /** Has searches for this word wait at the provider until they are let go. */
  function hold(word: string): () => void {
    const { promise, resolve } = manualPromise();
    held.set(word, promise);
    tmdb.route(SEARCH, async ({ query }) => {
      await held.get(String(query.query));
      return { body: { page: 1, results: [], total_pages: 1, total_results: 0 } };
    });
    return resolve;
  }

  /** Searches, and resolves once the search is under way. */
  async function search(token: string, word: string): Promise<{ readonly answer: Promise<Response> }> {
    const asked = tmdb.nextCall(SEARCH);
    const answer = fetch(`${url}/api/search?query=${word}`, { headers: { authorization: `Bearer ${token}` } });
    await asked;
    return { answer };
  }

  /** A connection of its own that stays open. */
  async function open(): Promise<Socket> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    await once(socket, 'connect');
    return socket;
  }

  it('ends with code 0, the database closed, the port free: requests under way are answered, idle connections end at once, and no new one is taken', async () => {
    const idle = await open();
    idle.write(`GET ${E2E_BASE_PATH}/api/health HTTP/1.1\r\nHost: a\r\n\r\n`);
    await once(idle, 'data');
    const token = await setUp();
    const [letFirstGo, letSecondGo] = [hold('first'), hold('second')];
    const connection = await open();
    const asked = tmdb.nextCall(SEARCH);
    const head = `Host: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    connection.write(`GET ${E2E_BASE_PATH}/api/search?query=first HTTP/1.1\r\n${head}`);
    await asked;
    const second = await search(token, 'second');
    const idleEnded = once(idle, 'close');
    // npm passes on what a terminal sends to both: within a second it counts once.
    server.kill('SIGINT');
    const stopped = stop('SIGINT');
    await server.says(/"message":"stopping"/);
    await expect(fetch(`${url}/api/health`, { headers: { connection: 'close' } })).rejects.toThrow();
    await idleEnded;
    const [answered, ended] = [once(connection, 'data'), once(connection, 'close')];
    letFirstGo();
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 /);
    await ended;
    letSecondGo();
    expect((await second.answer).status).toBe(200);
    expect(await stopped).toEqual({ exit: 0, closed: true });
    expect(server.stdout.match(/"message":"stopping"/g)).toHaveLength(1);
    expect([server.stderr, server.stdout]).toEqual(['', expect.not.stringMatching(/setup code/i)]);
    await expect(fetch(`${url}/api/health`)).rejects.toThrow();
  });

  it('doc4 §1.17: clients that drip their body or send none, and systems that never answer can’t keep it from ending in order: a delivery is broken off, and its leases are handed back', async () => {
    tmdb.given.film(FILM);
    radarr.given.catalog([{ tmdbId: FILM.id, title: FILM.title, year: 2024 }]);
    const token = await setUp();
    const place = { service_type: 'movie_manager', name: 'Films', url: radarr.url, api_key: radarr.apiKey };
    const { id } = (await (await post('/api/instances', place, token)).json()) as { id: string };
    const assigned = await fetch(`${url}/api/instances/${id}/assignments`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ action: 'add', user_ids: [1] }),
    });
    expect(assigned.ok).toBe(true);
    radarr.fail('GET /api/v3/movie/lookup', 'timeout');
    const looked = radarr.nextCall('GET /api/v3/movie/lookup');
    const submitted = await post('/api/requests', { media_type: 'movie', tmdb_id: FILM.id }, token);
    expect(submitted.status).toBe(200);
    await looked;
    tmdb.fail(SEARCH, 'timeout');
    const { answer } = await search(token, 'harbor');
    const cut = expect(answer).rejects.toThrow();
    await open();
    const dripping = await open();
    dripping.write(`${LOGIN}Content-Length: 9999\r\n\r\n{`);
    const drip = setInterval(() => dripping.write(' '), 100);

    const stopped = await stop('SIGTERM');
    clearInterval(drip);
    await cut;
    expect(stopped).toEqual({ exit: 0, closed: true });
    const rows = await tableRows(join(dataDir, DATABASE_FILE));
    expect(rows.request_dispatch_locks).toEqual([]);
    expect(rows.request_dispatch).toMatchObject([{ lease_token: null, lease_until: null, delivery_started_at: null }]);
    expect(['queued', 'retry']).toContain(rows.request_dispatch?.[0]?.state);
  });
});
