import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BackupFixture } from '../../../test/harness/backup-fixture.js';

let fixture: BackupFixture;
beforeEach(async () => {
  fixture = await BackupFixture.open();
});
afterEach(() => fixture.close());

it('security 26: a restore keeps the key of a change that was broken off with the database that may be sealed under it', async () => {
  const file = await fixture.backUp();
  await writeFile(join(fixture.dataDir, 'secret.key.next'), 'the next key');
  const { keptIn } = await fixture.whileClosed(() => fixture.restorer().restore(file));
  const [kept = ''] = keptIn;
  expect(await readFile(join(fixture.dataDir, kept, 'secret.key.next'), 'utf8')).toBe('the next key');
  expect(await readdir(fixture.dataDir)).not.toContain('secret.key.next');
});
