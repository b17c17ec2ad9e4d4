import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BackupStand } from '../../../test/harness/backup-stand.js';

let stand: BackupStand;
beforeEach(async () => {
  stand = await BackupStand.open();
});
afterEach(() => stand.close());

it('security 26: a restore keeps the key of a change that was broken off with the database that may be sealed under it', async () => {
  const file = await stand.backUp();
  await writeFile(join(stand.dataDir, 'secret.key.next'), 'the next key');
  const { keptIn } = await stand.whileClosed(() => stand.restorer().restore(file));
  const [kept = ''] = keptIn;
  expect(await readFile(join(stand.dataDir, kept, 'secret.key.next'), 'utf8')).toBe('the next key');
  expect(await readdir(stand.dataDir)).not.toContain('secret.key.next');
});
