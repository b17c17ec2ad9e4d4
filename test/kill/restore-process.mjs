/**
 * `npm run restore -- FILE` in a process of its own, on the built server's own modules and a real data folder. A test forks
 * it, waits for `loaded`, and gives it one order:
 *
 *   { file, dieAt?: { step, after } }
 *
 * `step` is what is done with the disk (`sync` or `move`); after so many of them it kills itself before the next. Without an
 * order to die it says `done`, and ends.
 */
import { runRestore } from '../../dist/app/backups/restore-command.js';
import { BackupDisk } from '../../dist/core/backups/backup-disk.js';

/** A disk whose process dies at a step. */
function mortal({ step, after } = {}) {
  const disk = new BackupDisk();
  if (step === undefined) return disk;
  const real = disk[step].bind(disk);
  let done = 0;
  disk[step] = async (...given) => {
    if (done === after) process.kill(process.pid, 'SIGKILL');
    done += 1;
    return real(...given);
  };
  return disk;
}

process.once('message', ({ file, dieAt }) => {
  const call = { args: [file], env: process.env, folder: process.cwd(), say: (line) => console.log(line) };
  runRestore({ ...call, disk: mortal(dieAt) }).then(
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
