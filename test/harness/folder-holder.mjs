/**
 * A process of its own that serves from a data folder, as far as its lock file tells, and says `held`:
 * node folder-holder.mjs <lock file>. It ends when it is killed.
 */
import sqlite3 from 'sqlite3';

const database = new sqlite3.Database(process.argv[2]);

database.all('BEGIN', () => {
  database.all('SELECT count(*) FROM sqlite_master', (fault) => {
    if (fault) throw fault;
    process.stdout.write('held\n');
    setInterval(() => undefined, 60_000);
  });
});
