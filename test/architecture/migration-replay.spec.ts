import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NameDevicesInRefreshTokens1795903218218 } from '../../src/migrations/1795903218218-name-devices-in-refresh-tokens.js';
import { AddNameKeys1795903705079 } from '../../src/migrations/1795903705079-add-name-keys.js';
import { inspect, openAsServer, rowCounts, schemaDrift, tableRows } from '../harness/database-inspection.js';

const kept = fileURLToPath(new URL('../fixtures/databases', import.meta.url));

/** A kept database that was opened as the server opens it, and the ids that its tables had given out before. */
interface Migrated {
  readonly name: string;
  readonly copy: string;
  readonly given: Record<string, number>;
}

let folder: string;
let migrated: readonly Migrated[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-replay-'));
  const fixtures = (await readdir(kept)).filter((name) => name.endsWith('.sqlite'));
  migrated = await Promise.all(fixtures.map(migrate));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Migrates a copy, in which the row that came last was deleted from each table. */
async function migrate(name: string): Promise<Migrated> {
  const copy = join(folder, `migrated-${name}`);
  await copyFile(join(kept, name), copy);
  await inspect(copy, (dataSource) => dataSource.query('UPDATE sqlite_sequence SET seq = seq + 1'));
  const given = await idsGiven(copy);
  await (await openAsServer(copy)).close();
  return { name, copy, given };
}

/** The largest id that each table has given out, by table: no id is given out twice. */
function idsGiven(file: string): Promise<Record<string, number>> {
  return inspect(file, async (dataSource) => {
    const statement = "SELECT name, seq FROM sqlite_sequence WHERE name <> 'migrations'";
    const rows = await dataSource.query<{ name: string; seq: number }[]>(statement);
    return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]));
  });
}

async function recordedCounts(name: string): Promise<Record<string, number>> {
  const text = await readFile(join(kept, name.replace(/\.sqlite$/, '.json')), 'utf8');
  return JSON.parse(text) as Record<string, number>;
}

describe('every kept database of an earlier state', () => {
  it('is there: at least one is kept, with rows in it and a record of how many', async () => {
    expect(migrated).not.toEqual([]);
    for (const { name } of migrated) {
      const counts = await recordedCounts(name);
      const copy = join(folder, name);
      await copyFile(join(kept, name), copy);
      expect(await rowCounts(copy)).toEqual(counts);
      expect(Object.values(counts).some((rows) => rows > 0)).toBe(true);
    }
  });

  it('migrates to the present without drift', async () => {
    for (const { name, copy } of migrated)
      expect({ name, drift: await schemaDrift(copy) }).toEqual({ name, drift: [] });
  });

  it('keeps every row on the way, and is whole afterwards', async () => {
    for (const { name, copy } of migrated) {
      // Nobody follows changes of requests any more.
      const { migrations: _, request_changes: __, ...before } = await recordedCounts(name);
      expect(await rowCounts(copy)).toMatchObject(before);
      await inspect(copy, async (dataSource) => {
        expect(await dataSource.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
        expect(await dataSource.query('PRAGMA foreign_key_check')).toEqual([]);
      });
    }
  });

  it('doc3 §0: gives out no id again, though the last row of each table was deleted before', async () => {
    for (const { name, copy, given } of migrated)
      expect({ name, given: await idsGiven(copy) }).toMatchObject({ name, given });
  });

  it('issue 43 A3, A6: what was added to accounts and refresh tokens goes and comes again, and no id is given out again', async () => {
    const copy = join(folder, 'forth-and-back.sqlite');
    await copyFile(join(kept, 'alike-names.sqlite'), copy);
    await (await openAsServer(copy)).close();
    await inspect(copy, (dataSource) => dataSource.query('UPDATE sqlite_sequence SET seq = seq + 1'));
    const before = { given: await idsGiven(copy), rows: await tableRows(copy) };
    await inspect(copy, async (dataSource) => {
      const runner = dataSource.createQueryRunner();
      const steps = [new NameDevicesInRefreshTokens1795903218218(), new AddNameKeys1795903705079()];
      for (const step of [...steps].reverse()) await step.down(runner);
      for (const step of steps) await step.up(runner);
    });
    expect({ given: await idsGiven(copy), rows: await tableRows(copy) }).toEqual(before);
    expect(await schemaDrift(copy)).toEqual([]);
  });

  it('issue 43 A1, security 37: knows the identities and media accounts that were linked, and those at the hub by which devices came', async () => {
    const copy = join(folder, 'known.sqlite');
    await copyFile(join(kept, 'browsers-and-channels.sqlite'), copy);
    const before = await tableRows(copy);
    await (await openAsServer(copy)).close();
    const [oidc = {}] = before['oidc_identities'] ?? [];
    const links = (before['user_media_server_accounts'] ?? []).map(
      ({ instance_id: instance, remote_user_id: id }) => [String(instance).replace(/-[^-]*$/, ''), id] as const,
    );
    const linked = [[oidc['issuer'], oidc['subject']], ['hub', '3100452'], ...links];
    const known = [...new Set(linked.map((one) => createHash('sha256').update(JSON.stringify(one)).digest('hex')))];
    const rows = (await tableRows(copy))['known_identities'] ?? [];
    expect(rows.map(({ hash }) => hash).sort()).toEqual(known.sort());
  });

  it('doc3 decisions, Passwords: has its names composed; of two that differ in their form alone the later stays', async () => {
    const copy = join(folder, 'names.sqlite');
    await copyFile(join(kept, 'decomposed-names.sqlite'), copy);
    const names = async (): Promise<readonly unknown[]> =>
      ((await tableRows(copy))['users'] ?? []).slice(4).map(({ username }) => username);
    expect(await names()).toEqual(['Rene\u0301e', 'zoe\u0308', 'Zo\u00eb', 'Zoe\u0308']);
    await (await openAsServer(copy)).close();
    expect(await names()).toEqual(['Ren\u00e9e', 'zo\u00eb', 'Zo\u00eb', 'Zoe\u0308']);
  });

  it('issue 43 A3: has a key for each name; of accounts whose names are alike the oldest takes it, and each stays', async () => {
    const copy = join(folder, 'alike.sqlite');
    await copyFile(join(kept, 'alike-names.sqlite'), copy);
    await (await openAsServer(copy)).close();
    const users = (await tableRows(copy))['users'] ?? [];
    expect(users.map(({ username, name_key: key, name_twin: twin }) => [username, key, twin])).toEqual([
      ['ada', 'ada', 0],
      ['Ada', 'ada', 2],
      [' ada', 'ada', 3],
      ['\u0430da', 'ada', 4],
      ['ben', 'ben', 0],
      ['ADA', 'ada', 6],
      ['grace', 'grace', 0],
    ]);
  });
});
