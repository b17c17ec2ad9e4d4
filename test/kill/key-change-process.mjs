/**
 * `npm run rotate-key` in a process of its own, on the built server's own modules and its real database file. A test forks
 * it, waits for `loaded`, and gives it one order:
 *
 *   { dieAt?: { step, when } }
 *
 * `step` is what is done with the key files: `prepare`, before the database is written, `keep` and `promote` after it;
 * `when` is `before` or `after`. There it kills itself. Without an order to die it says `done`, and ends.
 */
import { runRotation } from '../../dist/app/rotation/rotate-command.js';
import { KeyFolder } from '../../dist/core/secrets/key-folder.js';

/** The key files of a process that dies at a step. */
function mortal({ step, when } = {}) {
  const die = (at, moment) => {
    if (at === step && moment === when) process.kill(process.pid, 'SIGKILL');
  };
  class MortalFolder extends KeyFolder {}
  for (const name of ['prepare', 'keep', 'promote']) {
    MortalFolder.prototype[name] = function passing(...given) {
      die(name, 'before');
      const answer = KeyFolder.prototype[name].apply(this, given);
      die(name, 'after');
      return answer;
    };
  }
  return (dataDir) => new MortalFolder(dataDir);
}

process.once('message', ({ dieAt }) => {
  runRotation({ env: process.env, say: (line) => console.log(line), keysIn: mortal(dieAt) }).then(
    (code) => {
      process.exitCode = code;
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
