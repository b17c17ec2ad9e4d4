import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BACKUP_JOB } from '../../../src/app/backups/nightly-backup.job.js';
import { BackupDisk } from '../../../src/core/backups/backup-disk.js';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { describeOnSqlite } from '../../harness/database-at.js';
import { errorOf } from '../../harness/error-of.js';
import { losePagesOf } from '../../harness/lost-pages.js';
import { type App, startApp } from '../../harness/start-app.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describeOnSqlite('the nightly backup', () => {
  let dataDir: string;
  let app: App;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-nightly-'));
    app = await startApp({ dataDir });
  });

  afterEach(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** What the job does when it is its turn. */
  const look = (): Promise<void> => app.get(JobRunner).runNow(BACKUP_JOB);
  const files = (): string[] => readdirSync(join(dataDir, 'backups')).sort();
  const backup = async (): Promise<unknown> => ((await app.http.get('/readyz')).body as { backup: unknown }).backup;
  const time = (): string => new Date(app.clock.now()).toISOString();

  it('is made ten minutes after the first start, proven, logged, and shown in readyz', async () => {
    await app.clock.advance(10 * MINUTE);
    await errorOf(look());
    const provenAt = time();
    expect(files()).toEqual(['usher-20260101T001000Z.tar.gz']);
    expect(await backup()).toEqual({ made_here: true, last_proven_restore: provenAt, failing: null });
    const line = app.logLines.find((each) => each.includes('backup made and proven')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ level: 'info', file: 'usher-20260101T001000Z.tar.gz' });
  });

  it('holds no secret in the clear, and no key where that came from SECRET_KEY', async () => {
    const admin = await app.setUpAdmin();
    await app.connectRadarr(admin);
    await look();
    const [file = ''] = files();
    const inside = gunzipSync(readFileSync(join(dataDir, 'backups', file))).toString('latin1');
    expect(inside).toContain('service_instances');
    for (const secret of [app.radarr.apiKey, admin.refreshToken, Buffer.alloc(32, 'planted').toString('base64')]) {
      expect(inside).not.toContain(secret);
    }
  });

  it('is made once each night, however often somebody looks', async () => {
    for (let times = 0; times < 3; times += 1) await look();
    expect(files()).toHaveLength(1);
    await app.clock.leap(DAY);
    for (let times = 0; times < 2; times += 1) await look();
    expect(files()).toHaveLength(2);
    expect(app.logLines.filter((line) => line.includes('backup made and proven'))).toHaveLength(2);
  });

  it('that was proven is still known after a restart', async () => {
    await look();
    const proven = await backup();
    await app.close();
    app = await startApp({ dataDir });
    expect(await backup()).toEqual(proven);
    await look();
    expect(files()).toHaveLength(1);
  });

  it('is made ten minutes after the start with what an old backup knew, so that no alarm outlasts a restore', async () => {
    const old = Date.UTC(2025, 10, 1, 3, 20);
    const known = {
      proven: { file: 'usher-20251101T032000Z.tar.gz', takenAt: old, provenAt: old, bytes: 1 },
      failing: { since: old + DAY, lastAt: old + DAY, reason: 'no_room', attempts: 3 },
    };
    await app
      .get(Database)
      .write((tx) => tx.insert('settings', { key: 'backup_outcome', value: JSON.stringify(known) }));
    await app.close();
    app = await startApp({ dataDir });
    expect(await backup()).toMatchObject({ last_proven_restore: '2025-11-01T03:20:00.000Z' });
    await app.clock.advance(10 * MINUTE);
    await errorOf(look());
    expect(files()).toEqual(['usher-20260101T001000Z.tar.gz']);
    expect(await backup()).toEqual({ made_here: true, last_proven_restore: time(), failing: null });
  });

  it('that fails is logged and shown by a word without a path, costs no older one, and is tried again an hour later', async () => {
    await look();
    const proven = time();
    const kept = files();
    const disk = app.get(BackupDisk);
    const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    disk.move = () => Promise.reject(full);
    await app.clock.leap(DAY);
    await look();
    const since = time();
    const line = app.logLines.find((each) => each.includes('job failed')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ level: 'error', job: BACKUP_JOB, error: { code: 'no_room' } });
    expect(await backup()).toEqual({
      made_here: true,
      last_proven_restore: proven,
      failing: { since, reason: 'no_room' },
    });
    expect((await app.http.get('/readyz')).status).toBe(200);
    expect(files()).toEqual(kept);

    Reflect.deleteProperty(disk, 'move');
    await app.clock.leap(59 * MINUTE);
    await look();
    expect(files()).toEqual(kept);
    await app.clock.leap(MINUTE);
    await look();
    expect(files()).toHaveLength(2);
    expect(await backup()).toEqual({ made_here: true, last_proven_restore: time(), failing: null });
  });

  it('that has failed is still known to have after a restart', async () => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'backups'), 'a file where the folder should be');
    expect(await errorOf(look())).toMatchObject({ reason: 'folder_unusable' });
    await app.close();
    app = await startApp({ dataDir });
    expect(await backup()).toMatchObject({ last_proven_restore: null, failing: { reason: 'folder_unusable' } });
  });

  it('of a damaged database is not kept', async () => {
    await look();
    const kept = files();
    await app.close();
    await losePagesOf(app.databaseFile, ['connect_tokens']);
    app = await startApp({ dataDir });
    await app.clock.leap(DAY);
    await look();
    expect(files()).toEqual(kept);
    expect(await backup()).toMatchObject({ failing: { since: time() } });
  });

  it('ends at once when the server stops, leaves nothing, and has not failed', async () => {
    let began: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (began = resolve));
    const disk = app.get(BackupDisk);
    const prepare = disk.prepareFolder.bind(disk);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    disk.prepareFolder = async (folder) => {
      await prepare(folder);
      began();
      await held;
    };
    // It goes on after the order to stop, and not before.
    const jobs = app.get(JobRunner);
    const stop = jobs.stop.bind(jobs);
    jobs.stop = () => {
      const stopped = stop();
      release();
      return stopped;
    };
    const running = errorOf(look());
    await reached;
    const closing = app.close();
    await Promise.all([closing, running]);
    expect(files()).toEqual([]);
    app = await startApp({ dataDir });
    expect(await backup()).toEqual({ made_here: true, last_proven_restore: null, failing: null });
  });
});
