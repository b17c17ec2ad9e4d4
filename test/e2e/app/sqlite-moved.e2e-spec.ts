import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runRestore } from '../../../src/app/backups/restore-command.js';
import { BACKUP_JOB } from '../../../src/app/backups/nightly-backup.job.js';
import { runRotation } from '../../../src/app/rotation/rotate-command.js';
import { DATABASE_FILE } from '../../../src/app/create-app.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { MovedMark } from '../../../src/core/database/move/moved-mark.js';
import { errorOf } from '../../harness/error-of.js';
import { ADMIN_PASSWORD, type App, startApp } from '../../harness/start-app.js';

describe('a household that was moved to PostgreSQL, without DATABASE_URL', () => {
  let given: string;
  let dataDir: string;
  let backup: string;

  beforeAll(async () => {
    dataDir = given = mkdtempSync(join(tmpdir(), 'usher-moved-'));
    const app = await start();
    await app.setUpAdmin();
    await app.get(JobRunner).runNow(BACKUP_JOB);
    await app.close();
    [backup = ''] = readdirSync(join(dataDir, 'backups'));
    new MovedMark(join(dataDir, DATABASE_FILE)).finish();
  });
  afterAll(() => rmSync(given, { recursive: true }));

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-moved-'));
    cpSync(given, dataDir, { recursive: true });
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const start = (): Promise<App> => startApp({ dataDir, env: { SECRET_KEY: '' } });

  it('is not served from the old file, until the mark is deleted', async () => {
    expect(await errorOf(start())).toMatchObject({
      message: expect.stringMatching(/^the household in usher\.sqlite was moved/),
    });
    rmSync(join(dataDir, `${DATABASE_FILE}.moved`));
    const app = await start();
    await app.login('admin', ADMIN_PASSWORD);
    await app.close();
  });

  it('keeps its key: a change of it on the old file would lock the database on the server', async () => {
    const key = readFileSync(join(dataDir, 'secret.key'), 'utf8');
    const said: string[] = [];
    expect(await runRotation({ env: { DATA_DIR: dataDir }, say: (line) => said.push(line) })).toBe(1);
    expect(said.join('\n')).toMatch(
      /^The key is not changed: the household in usher\.sqlite was moved .*\nNothing was changed\.$/s,
    );
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(key);
  });

  it('is served again after the restore of a backup from before the move, and the mark stays with the old file', async () => {
    const call = { args: [backup], env: { DATA_DIR: dataDir }, folder: dataDir, say: () => undefined };
    expect(await runRestore(call)).toBe(0);
    const [kept = ''] = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
    expect(readdirSync(join(dataDir, kept))).toEqual(expect.arrayContaining([DATABASE_FILE, `${DATABASE_FILE}.moved`]));
    const app = await start();
    await app.login('admin', ADMIN_PASSWORD);
    await app.close();
  });
});
