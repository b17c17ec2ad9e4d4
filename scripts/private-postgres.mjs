import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAndListen } from './child-process.mjs';

const DEBIAN = '/usr/lib/postgresql';

/** How long its start may take. */
const START_MS = 60_000;

/** The first version that can order texts as a language does, whatever the machine knows of languages. */
const OLDEST = 15;

/** The folder of the newest PostgreSQL's programs as Debian installs them; null where there is none from 15 on. */
export function postgresPrograms() {
  if (!existsSync(DEBIAN)) return null;
  const folders = readdirSync(DEBIAN)
    .filter((version) => Number(version) >= OLDEST)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(DEBIAN, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

/**
 * Runs `work` with the address of a PostgreSQL server that nobody else has: in a scratch folder, on a socket in it, and
 * gone afterwards, folder and all. Its databases don't outlive the machine, which makes it fast; its order of texts is
 * that of a language, so that code that relies on the order of bytes fails.
 *
 * @template T
 * @param {(url: string) => Promise<T>} work gets the address of the server's own database, where it may do anything
 * @returns {Promise<T>}
 */
export async function withPrivatePostgres(work) {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL is not installed');
  const owner = await unprivileged();
  // TMPDIR may be a folder of root's alone, which PostgreSQL's user can't enter.
  const scratch = mkdtempSync(join(owner.uid === undefined ? tmpdir() : '/tmp', 'usher-postgres-'));
  try {
    if (owner.uid !== undefined) chownSync(scratch, owner.uid, owner.gid);
    await makeCluster(programs, scratch, owner);
    const server = await startServer(programs, scratch, owner);
    try {
      return await work(`postgres://usher@localhost/postgres?host=${encodeURIComponent(scratch)}`);
    } finally {
      // "Fast": it ends its sessions and stops.
      server.kill('SIGINT');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'close');
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
async function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await runAndListen('id', [which, 'postgres'])).output)),
  );
  if (!Number.isInteger(uid) || !Number.isInteger(gid)) {
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres" to run it as');
  }
  return { uid, gid };
}

async function makeCluster(programs, scratch, owner) {
  const { code, output } = await runAndListen(
    join(programs, 'initdb'),
    [
      ['--pgdata', join(scratch, 'data')],
      ['--username', 'usher'],
      ['--auth', 'trust'],
      ['--encoding', 'UTF8'],
      ['--locale', 'C.UTF-8'],
      ['--locale-provider', 'icu', '--icu-locale', 'en-US'],
      ['--no-sync'],
    ].flat(),
    { cwd: scratch, ...owner },
  );
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${output}`);
}

async function startServer(programs, scratch, owner) {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: scratch,
    max_connections: 200,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
  };
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', join(scratch, 'data'), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { cwd: scratch, stdio: ['ignore', 'pipe', 'pipe'], ...owner },
  );
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (piece) => (said = (said + piece).slice(-4_000)));
  const deadline = Date.now() + START_MS;
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    const { code } = await runAndListen(join(programs, 'pg_isready'), ['--quiet', '--host', scratch]);
    if (code === 0) return server;
    await sleep(50);
  }
  server.kill('SIGKILL');
  throw new Error(`PostgreSQL did not start: ${said}`);
}
