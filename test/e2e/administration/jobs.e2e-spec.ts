import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  readonly every_seconds: number;
}

const JOB = 'auth.purge-tokens';
const runOf = (name: string): string => `/api/admin/jobs/${name}/run`;

describe('issue 22: background jobs', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp();
    admin = await app.setUpAdmin();
  });

  afterAll(() => app.close());

  const listed = async (): Promise<readonly Listed[]> => {
    const { body } = await admin.get('/api/admin/jobs');
    return (body as { readonly jobs: readonly Listed[] }).jobs;
  };
  const job = async (name: string): Promise<Listed | undefined> => (await listed()).find((one) => one.name === name);

  it('every job of the server is listed, by name, with a title and a sentence of its own', async () => {
    const { status, headers } = await admin.get('/api/admin/jobs');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const jobs = await listed();
    expect(jobs.map(({ name }) => name)).toEqual(
      app
        .get(JobRunner)
        .reports()
        .map(({ name }) => name),
    );
    expect(jobs.length).toBeGreaterThan(8);
    expect(new Set(jobs.map(({ title }) => title)).size).toBe(jobs.length);
    for (const { title, purpose, every_seconds } of jobs) {
      expect([title, purpose]).toEqual([expect.stringMatching(/^[A-Z][^.]+$/), expect.stringMatching(/^[A-Z].+\.$/)]);
      expect(every_seconds).toBeGreaterThan(0);
    }
  });

  it('a run by hand is answered at once, and listed with its start, its duration and how it went', async () => {
    const began = new Date(app.clock.now()).toISOString();
    const { status, body } = await admin.post(runOf(JOB));
    expect(status).toBe(202);
    expect(body).toMatchObject({ name: JOB, running_since: began, next_run_at: expect.any(String) });
    await app.get(JobRunner).runNow(JOB);
    const after = await job(JOB);
    expect(after).toMatchObject({ last_run: { started_at: began, duration_ms: 0, outcome: 'ok' } });
    expect(after).not.toHaveProperty('running_since');
    expect(after).not.toHaveProperty('last_run.fault');
  });

  it('a click too soon is 429, and says when to come back', async () => {
    expect((await admin.post(runOf('auth.last-seen'))).status).toBe(202);
    await app.get(JobRunner).runNow('auth.last-seen');
    const { status, body, headers } = await admin.post(runOf('auth.last-seen'));
    const error = 'this job was started a moment ago, try again shortly';
    expect([status, body, headers.get('retry-after')]).toEqual([429, refusedWith(error), '10']);
  });

  it('an unknown job is 404', async () => {
    const { status, body } = await admin.post(runOf('no.such-job'));
    expect([status, body]).toEqual([404, { error: 'job not found', code: 'job_not_found' }]);
  });

  it('a run that fails says why in words of ours, and nothing of what the error said', async () => {
    const broken = await startApp();
    const by = await broken.setUpAdmin();
    await broken.get(Database).write((tx) => tx.query('ALTER TABLE connect_tokens RENAME TO planted_elsewhere'));
    await expect(broken.get(JobRunner).runNow(JOB)).rejects.toThrow();
    const { body, text } = await by.get('/api/admin/jobs');
    await broken.close();
    const { jobs } = body as { readonly jobs: readonly Listed[] };
    const fault = { reason: 'storage_unavailable', text: "The database couldn't be read or written." };
    expect(jobs.find(({ name }) => name === JOB)).toMatchObject({ last_run: { outcome: 'failed', fault } });
    expect(text).not.toMatch(/connect_tokens|planted|no such|does not exist/);
  });
});
