/**
 * A process of its own that takes the write lock of a database, says `held` and lets go after a time, with a row
 * written meanwhile: node lock-holder.mjs <file> <milliseconds>
 */
import sqlite3 from 'sqlite3';

const [file, milliseconds] = process.argv.slice(2);
const database = new sqlite3.Database(file, sqlite3.OPEN_READWRITE);

database.exec(
  "BEGIN IMMEDIATE; INSERT INTO purses (id, name, coins) VALUES (900, 'of the other process', 1)",
  (fault) => {
    if (fault) throw fault;
    process.stdout.write('held\n');
    setTimeout(() => database.exec('COMMIT', () => database.close()), Number(milliseconds));
  },
);
