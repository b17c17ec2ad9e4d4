import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
import { type App, startApp } from '../../harness/start-app.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describeOnSqlite('the nightly backup', () => {
  let dataDir: string;
  let app: App;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-nightly-'));
    app = await startApp({ dataDir, makesBackups: true });
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

  it('is made ten minutes after the start, proven, logged, shown in readyz, and holds no secret in the clear; a record outlasts a restart', async () => {
    const admin = await app.setUpAdmin();
    await app.connectRadarr(admin);
    await app.clock.advance(10 * MINUTE);
    await errorOf(look());
    const provenAt = time();
    const [file = ''] = files();
    expect(files()).toEqual(['usher-20260101T001000Z.tar.gz']);
    expect(await backup()).toEqual({ made_here: true, last_proven_restore: provenAt, failing: null });
    const line = app.logLines.find((each) => each.includes('backup made and proven')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ level: 'info', file });
    const inside = gunzipSync(readFileSync(join(dataDir, 'backups', file))).toString('latin1');
    expect(inside).toContain('service_instances');
    // Nor a key, where that came from SECRET_KEY.
    for (const secret of [app.radarr.apiKey, admin.refreshToken, Buffer.alloc(32, 'planted').toString('base64')])
      expect(inside).not.toContain(secret);

    // What an old backup knew is known after a start, and no alarm outlasts a restore.
    const old = Date.UTC(2025, 10, 1, 3, 20);
    const known = {
      proven: { file: 'usher-20251101T032000Z.tar.gz', takenAt: old, provenAt: old, bytes: 1 },
      failing: { since: old + DAY, lastAt: old + DAY, reason: 'no_room', attempts: 3 },
    };
    await app
      .get(Database)
      .write((tx) => tx.update('settings', { key: 'backup_outcome' }, { value: JSON.stringify(known) }));
    await app.close();
    rmSync(join(dataDir, 'backups', file));
    app = await startApp({ dataDir, makesBackups: true });
    expect(await backup()).toMatchObject({
      last_proven_restore: '2025-11-01T03:20:00.000Z',
      failing: { since: '2025-11-02T03:20:00.000Z', reason: 'no_room' },
    });
    await app.clock.advance(10 * MINUTE);
    await errorOf(look());
    expect(files()).toEqual(['usher-20260101T001000Z.tar.gz']);
    expect(await backup()).toEqual({ made_here: true, last_proven_restore: time(), failing: null });
  });

  it('that fails is logged and shown by a word without a path, costs no older one, and is tried again an hour later', async () => {
    for (let times = 0; times < 2; times += 1) await look();
    const proven = time();
    const kept = files();
    expect(kept).toHaveLength(1);
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
    app = await startApp({ dataDir, makesBackups: true });
    expect(await backup()).toEqual({ made_here: true, last_proven_restore: null, failing: null });
  });
});
