import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../harness/start-app.js';
import { Household } from './household.js';
import { MortalServer } from './mortal-server.js';

/** More than sockets and the server hold for a reader who takes nothing. */
const BYTES = randomBytes(32 * 1024 * 1024);

let root: string;
let household: Household;
let server: MortalServer;
let member: Session;
let fileId: number;

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'usher-kill-files-')));
  household = await Household.found({
    env: { MEDIA_ROOTS: root },
    furnish: async (_app, admin) => {
      const [film] = (await admin.get('/api/instances')).body as readonly { id: string; name: string; url: string }[];
      const media_path_mappings = [{ arr_path: '/', service_path: root }];
      await admin.put(`/api/instances/${film?.id}`, { name: film?.name, url: film?.url, media_path_mappings });
    },
  });
  [member] = household.members;
  const [library] = household.libraries;
  const { file } = library.fake.given.movie({ tmdbId: 7, hasFile: true, filePath: '/movies/a/film.mkv' });
  fileId = file?.id ?? 0;
  const path = join(root, 'movies/a/film.mkv');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, BYTES);
  server = new MortalServer(household, {});
});

afterEach(async () => {
  await server.end();
  await household.close();
  rmSync(root, { recursive: true, force: true });
});

/** The path of a new ticket. */
async function ticket(): Promise<string> {
  const body = { instance_id: household.libraries[0].id, file_id: fileId };
  const answer = await server.ask(member, 'POST', '/api/media-files/tickets', body);
  expect(answer?.status).toBe(201);
  return ((answer?.body ?? {}) as { readonly url: string }).url;
}

describe('issue 23, must show 8: the server is killed (SIGKILL) while it sends a file', () => {
  it('the connection breaks, the old ticket is gone, and a new one goes on under the same tag', async () => {
    const old = await ticket();
    const reading = await fetch((await server.isUp()) + old);
    const reader = (reading.body as ReadableStream<Uint8Array>).getReader();
    const taken = [(await reader.read()).value ?? new Uint8Array()];
    await server.killAndRestart();
    const rest = async (): Promise<void> => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) taken.push(part.value);
    };
    await expect(rest()).rejects.toThrow();

    const url = await server.isUp();
    const gone = await fetch(url + old);
    expect([gone.status, await gone.json()]).toEqual([
      404,
      { error: 'download unavailable', code: 'download_unavailable' },
    ]);
    const had = Buffer.concat(taken);
    const headers = { range: `bytes=${had.length}-`, 'if-range': reading.headers.get('etag') ?? '' };
    const resumed = await fetch(url + (await ticket()), { headers });
    expect([resumed.status, resumed.headers.get('etag')]).toEqual([206, reading.headers.get('etag')]);
    const all = Buffer.concat([had, Buffer.from(await resumed.arrayBuffer())]);
    expect([had.length < BYTES.length, all.equals(BYTES)]).toEqual([true, true]);
  }, 120_000);
});
