/**
 * A process of its own that takes the write lock of a database, says `held` and lets go once its input ends, with a row
 * written meanwhile: node lock-holder.mjs <file>
 */
import sqlite3 from 'sqlite3';

const database = new sqlite3.Database(process.argv[2], sqlite3.OPEN_READWRITE);

database.exec(
  "BEGIN IMMEDIATE; INSERT INTO purses (id, name, coins) VALUES (900, 'of the other process', 1)",
  (fault) => {
    if (fault) throw fault;
    process.stdout.write('held\n');
    process.stdin.once('end', () => database.exec('COMMIT', () => database.close())).resume();
  },
);
