/**
 * A floor: for every request it reads the open requests of a household by their index, on a bare connection, and sends none of
 * them. Those are open that were accepted and whose number is above FIRST_OPEN; the file is that of DATABASE_FILE.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sqlite3 from 'sqlite3';

const database = new sqlite3.Database(process.env['DATABASE_FILE'] ?? '', sqlite3.OPEN_READONLY);
const firstOpen = Number(process.env['FIRST_OPEN']);

/** What a sweep has to know of a request. The index is `ix_request_log_status`. */
const OPEN = `SELECT id, media_type, work_key, tmdb_id, tvdb_id, title, instance_id, season_scope, season_map, match_revision, completed_at
  FROM request_log WHERE status = 'requested' AND id > ?`;

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    database.all(OPEN, [firstOpen], (error, rows) => {
      if (error) response.destroy(error);
      else response.end(JSON.stringify({ length: rows.length }));
    });
  });
});

server.listen(0, '127.0.0.1', () => {
  console.log(`The floor is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
