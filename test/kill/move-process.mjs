/**
 * `npm run move-database` in a process of its own, on the built server's own modules, a real SQLite file and a real PostgreSQL
 * database. A test forks it, waits for `loaded`, and gives it one order:
 *
 *   { dieAt?: { step, when } }
 *
 * `step` is what is done with the mark of the file: `prepare`, right before the commit, or `finish`, after it; `when` is
 * `before` or `after`. There it kills itself. Without an order to die it says `done`, and ends.
 */
import { moveDatabase } from '../../dist/app/move/move-database.js';
import { readSettings } from '../../dist/core/config/settings.js';
import { MovedMark } from '../../dist/core/database/move/moved-mark.js';

/** The mark of a process that dies at a step. */
function mortal({ step, when } = {}) {
  const die = (at, moment) => {
    if (at === step && moment === when) process.kill(process.pid, 'SIGKILL');
  };
  class MortalMark extends MovedMark {}
  for (const name of ['prepare', 'finish']) {
    MortalMark.prototype[name] = function passing() {
      die(name, 'before');
      MovedMark.prototype[name].call(this);
      die(name, 'after');
    };
  }
  return (file) => new MortalMark(file);
}

process.once('message', ({ dieAt }) => {
  const settings = readSettings(process.env, { readFile: () => '', isTerminal: false });
  moveDatabase(settings, (sentence) => console.log(sentence), mortal(dieAt)).then(
    (failure) => {
      if (failure !== null) {
        console.error(failure);
        process.exitCode = 1;
      }
      process.send({ is: 'done' }, () => process.disconnect());
    },
    (fault) => {
      console.error(fault);
      process.exit(1);
    },
  );
});
// A process whose test is gone has nothing to live for.
process.once('disconnect', () => process.exit());
process.send({ is: 'loaded' });
