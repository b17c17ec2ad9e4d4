import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../../src/app/create-app.js';
import { errorOf } from '../../harness/error-of.js';
import { ADMIN_PASSWORD, type App, startApp } from '../../harness/start-app.js';
import { postgresAt } from '../../harness/test-postgres.js';
import { SpawnedProcess } from '../../kill/spawned-process.js';

/** Each moment between two things that a move does: is everything in PostgreSQL by then, and is the old file still served? */
const MOMENTS = [
  { step: 'prepare', when: 'before', isMoved: false, refusal: null },
  {
    step: 'prepare',
    when: 'after',
    isMoved: false,
    refusal: /^a move to PostgreSQL was broken off at its very end: run/,
  },
  {
    step: 'finish',
    when: 'before',
    isMoved: true,
    refusal: /^a move to PostgreSQL was broken off at its very end: run/,
  },
  {
    step: 'finish',
    when: 'after',
    isMoved: true,
    refusal: /^the household in usher\.sqlite was moved to PostgreSQL: set/,
  },
] as const;

describe.each(MOMENTS)('a move that is killed (SIGKILL) $when it does: $step', ({ isMoved, refusal, ...moment }) => {
  let dataDir: string;
  let file: string;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-moves-'));
    file = join(dataDir, DATABASE_FILE);
    await postgresAt(file);
    const app = await startOnSqlite();
    await app.connectRadarr(await app.setUpAdmin());
    await app.close();
    await (await move(moment)).dies();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const startOnSqlite = (): Promise<App> => startApp({ dataDir, env: { DATABASE_URL: '' } });

  async function move(dieAt?: object): Promise<SpawnedProcess> {
    const url = (await postgresAt(file)).reveal();
    const child = SpawnedProcess.spawn('move-process', { DATA_DIR: dataDir, DATABASE_URL: url });
    await child.says('loaded');
    child.send({ dieAt });
    return child;
  }

  async function holdsTheHousehold(app: App): Promise<void> {
    const admin = await app.login('admin', ADMIN_PASSWORD);
    expect((await admin.get('/api/instances')).body).toHaveLength(1);
    await app.close();
  }

  it(`${refusal ? 'keeps a server off the old file' : 'leaves the old file to the server'}, and another run ends it`, async () => {
    if (refusal) expect(await errorOf(startOnSqlite())).toMatchObject({ message: expect.stringMatching(refusal) });
    else await holdsTheHousehold(await startOnSqlite());

    const again = await move();
    await again.succeeds();
    const reports = again.lines.filter((line) => line.startsWith('The household '));
    expect(reports).toEqual([expect.stringMatching(isMoved ? /was moved into this database before/ : /is moved\.$/)]);
    expect(readdirSync(dataDir).filter((name) => name.includes('.moved'))).toEqual(['usher.sqlite.moved']);
    expect(await errorOf(startOnSqlite())).toMatchObject({
      message: expect.stringMatching(/was moved to PostgreSQL: set/),
    });
    await holdsTheHousehold(await startApp({ dataDir }));
  });
});
