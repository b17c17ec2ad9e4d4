import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BACKUP_JOB } from '../../src/app/backups/nightly-backup.job.js';
import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { errorOf } from '../harness/error-of.js';
import { ADMIN_PASSWORD, type App, startApp } from '../harness/start-app.js';
import { SpawnedProcess } from './spawned-process.js';

describe('a restore that is killed (SIGKILL)', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-restores-'));
    const app = await start();
    await app.setUpAdmin();
    await app.get(JobRunner).runNow(BACKUP_JOB);
    await app.close();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const start = (): Promise<App> => startApp({ dataDir, env: { SECRET_KEY: '' } });
  const work = (): string[] => readdirSync(dataDir).filter((name) => name.startsWith('.restore-'));

  async function restore(dieAt?: object): Promise<SpawnedProcess> {
    const child = SpawnedProcess.spawn('restore-process', { DATA_DIR: dataDir });
    await child.says('loaded');
    child.send({ file: readdirSync(join(dataDir, 'backups'))[0], dieAt });
    return child;
  }

  async function isServed(): Promise<void> {
    const app = await start();
    expect(work()).toEqual([]);
    await app.login('admin', ADMIN_PASSWORD);
    await app.close();
  }

  it('before it touches anything leaves a database and its key unpacked, which the next start removes', async () => {
    await (await restore({ step: 'sync', after: 0 })).dies();
    expect(work()).toHaveLength(1);
    expect(readdirSync(join(dataDir, ...work()))).toEqual(expect.arrayContaining(['secret.key', 'usher.sqlite']));
    await isServed();
  });

  it('half way lets nothing start until it is run again, which leaves nothing of either behind', async () => {
    await (await restore({ step: 'move', after: 2 })).dies();
    expect(await errorOf(start())).toMatchObject({ message: expect.stringMatching(/^a restore was broken off/) });
    expect(work()).toHaveLength(1);
    await (await restore()).succeeds();
    expect(work()).toEqual([]);
    await isServed();
  });
});
