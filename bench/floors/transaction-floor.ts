/**
 * A floor: a bare HTTP server that commits, for every request, the rows of a request for a film (the request, what it
 * costs, its delivery job) on a bare connection, on the disk before it answers. The file is that of `DATABASE_FILE`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sqlite3 from 'sqlite3';

const database = new sqlite3.Database(process.env['DATABASE_FILE'] ?? '');

const run = (sql: string, values: readonly unknown[] = []): Promise<number> =>
  new Promise((resolve, reject) => {
    database.run(sql, values, function (error) {
      if (error) reject(error);
      else resolve(this.lastID);
    });
  });

/** One connection has one transaction at a time. */
let last: Promise<unknown> = Promise.resolve();

async function save(number: number): Promise<void> {
  const now = Date.now();
  await run('BEGIN IMMEDIATE');
  const request = await run(
    `INSERT INTO request_log (user_id, requester_name, media_type, tmdb_id, title, status, quality_profile_id, requested_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [1, 'floor', 'movie', number, `Film ${number}`, 'pending', 0, now],
  );
  const charge = await run(
    `INSERT INTO request_quota_charges (user_id, media_type, book_format, instance_id, unit_key, charged_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [1, 'movie', '', 'floor', String(number), now],
  );
  await run(
    `INSERT INTO request_quota_items (request_id, user_id, media_type, book_format, unit_key, work, charge_id)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [request, 1, 'movie', '', String(number), '', charge],
  );
  await run('INSERT INTO request_dispatch (request_id, format, state, attempts, message) VALUES (?, ?, ?, ?, ?)', [
    request,
    '',
    'approval',
    0,
    '',
  ]);
  await run('COMMIT');
}

let number = 0;
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    number += 1;
    const own = number;
    last = last.then(() => save(own)).then(() => response.end('{"success":true}'));
  });
});

await run('PRAGMA journal_mode = WAL');
await run('PRAGMA synchronous = FULL');
await run('PRAGMA foreign_keys = ON');
server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
