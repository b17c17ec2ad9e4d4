import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runRotation } from '../../../src/app/rotation/rotate-command.js';
import { sealedColumns } from '../../../src/app/rotation/rotate-key.js';
import { DATABASE_FILE } from '../../../src/app/create-app.js';
import { KeyFolder } from '../../../src/core/secrets/key-folder.js';
import { SecretBox } from '../../../src/core/secrets/secret-box.js';
import { parseSecretKey } from '../../../src/core/secrets/secret-key.js';
import { SystemRandom } from '../../../src/core/time/random.js';
import { INSTANCE_SECRETS } from '../../../src/modules/instances/sealed-columns.js';
import { SETTING_VALUE } from '../../../src/modules/settings/sealed-columns.js';
import { inspect, tableRows } from '../../harness/database-inspection.js';
import { openedBy, sealedValues } from '../../harness/sealed-values.js';
import { startApp } from '../../harness/start-app.js';
import { onPostgres, postgresAt } from '../../harness/test-postgres.js';
import { SealedHousehold } from './sealed-household.js';

const OLD = Buffer.alloc(32, 'the old one').toString('base64');
const NEW = Buffer.alloc(32, 'the new one').toString('base64');
const THIRD = Buffer.alloc(32, 'a third one').toString('base64');

const boxOf = (key: string): SecretBox => new SecretBox(parseSecretKey(key) ?? Buffer.alloc(0), new SystemRandom());

describe('security 26: npm run rotate-key', () => {
  let dataDir: string;

  const file = (): string => join(dataDir, DATABASE_FILE);
  const keyFiles = (): string[] =>
    readdirSync(dataDir)
      .filter((name) => name.startsWith('secret.key'))
      .sort();
  const keyIn = (name: string): string => readFileSync(join(dataDir, name), 'utf8').trim();

  /** What the command said, and how it ended. */
  async function rotate(
    env: Readonly<Record<string, string>> = {},
    keysIn?: (folder: string) => KeyFolder,
  ): Promise<{ code: number; said: string }> {
    const lines: string[] = [];
    const url = onPostgres ? { DATABASE_URL: (await postgresAt(file())).reveal() } : {};
    const code = await runRotation({
      env: { DATA_DIR: dataDir, ...url, ...env },
      say: (line) => lines.push(line),
      keysIn,
    });
    return { code, said: lines.join('\n') };
  }

  describe('where the key lies in DATA_DIR', () => {
    let kept: string;
    let household: SealedHousehold;

    // A change of the key leaves a household as good as it was.
    beforeAll(async () => {
      kept = mkdtempSync(join(tmpdir(), 'usher-keys-'));
      household = await SealedHousehold.found(kept, { SECRET_KEY: '' });
    });

    beforeEach(() => {
      dataDir = kept;
      for (const name of keyFiles().filter((each) => each !== 'secret.key')) rmSync(join(dataDir, name));
    });

    afterAll(() => rmSync(kept, { recursive: true, force: true }));

    it('seals everything anew under a key of its own, changes nothing else, and the household goes on as it was', async () => {
      const old = keyIn('secret.key');
      const before = await sealedValues(file());
      const rows = await tableRows(file());
      const { code, said } = await rotate();
      const blank = (tables: unknown): unknown =>
        JSON.parse(JSON.stringify(tables).replace(/v1:[A-Za-z0-9+/=]+/g, 'sealed'));
      expect(blank(await tableRows(file()))).toEqual(blank(rows));
      expect([code, said]).toEqual([0, expect.stringMatching(new RegExp(`read back: ${before.length}\\.`))]);
      const after = await sealedValues(file());
      const plain = openedBy(boxOf(old), before);
      expect(openedBy(boxOf(keyIn('secret.key')), after)).toEqual(plain);
      expect(Object.values(openedBy(boxOf(old), after)).filter((text) => text !== null)).toEqual([]);
      await household.works();
    });

    it('leaves no sealed value out, in whatever table: in this household every declared column has one', async () => {
      const places = new Set((await sealedValues(file())).map(({ table, column }) => `${table}.${column}`));
      expect([...places].sort()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort());
    });

    it('keeps the key from before beside the new one, for its owner alone, and says where', async () => {
      const old = keyIn('secret.key');
      const { said } = await rotate();
      const [current, kept = '', ...more] = keyFiles();
      expect([current, kept, more]).toEqual([
        'secret.key',
        expect.stringMatching(/^secret\.key\.before-\d{8}T\d{6}Z$/),
        [],
      ]);
      expect(keyIn(kept)).toBe(old);
      expect(keyIn('secret.key')).not.toBe(old);
      expect(said).toContain(kept);
      for (const name of keyFiles()) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
      expect(said).not.toContain(old);
      expect(said).not.toContain(keyIn('secret.key'));
    });

    it('leaves what was unreadable before as it is, and names it without showing it', async () => {
      const [{ id, api_key: good } = { id: '', api_key: '' }] = ((await tableRows(file())).service_instances ?? []) as {
        id: string;
        api_key: string;
      }[];
      const broken = `v1:${Buffer.alloc(44, 'broken').toString('base64')}`;
      const store = (sealed: string): Promise<unknown> =>
        inspect(file(), (database) =>
          database.query(`UPDATE service_instances SET api_key = '${sealed}' WHERE id = '${id}'`),
        );
      const old = boxOf(keyIn('secret.key'));
      await store(broken);
      const { code, said } = await rotate();
      expect([code, said]).toEqual([0, expect.stringContaining(`service_instances.api_key of ${id}`)]);
      expect(said).not.toContain(broken);
      expect(await sealedValues(file())).toContainEqual({
        table: 'service_instances',
        column: 'api_key',
        row: id,
        sealed: broken,
      });
      const place = INSTANCE_SECRETS.apiKey.at(id);
      await store(boxOf(keyIn('secret.key')).seal(old.open(good, place), place));
    });

    it('a key that is not the database’s changes nothing', async () => {
      const own = keyIn('secret.key');
      writeFileSync(join(dataDir, 'secret.key'), `${OLD}\n`);
      const before = await tableRows(file());
      expect(await rotate()).toEqual({
        code: 1,
        said: 'The key is not changed: the key of now does not belong to this database.\nNothing was changed.',
      });
      expect([await tableRows(file()), keyFiles(), keyIn('secret.key')]).toEqual([before, ['secret.key'], OLD]);
      writeFileSync(join(dataDir, 'secret.key'), `${own}\n`);
    });

    it('refuses a key from outside: the server would go on reading the file', async () => {
      const before = await tableRows(file());
      const { code, said } = await rotate({ NEW_SECRET_KEY: NEW });
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(/SECRET_KEY, and that is not set[\s\S]*Nothing was changed\.$/),
      ]);
      expect([await tableRows(file()), keyFiles()]).toEqual([before, ['secret.key']]);
    });

    it('says no while a server runs', async () => {
      const app = await startApp({ dataDir, env: { SECRET_KEY: '', METADATA_TOKEN: '' } });
      const before = await sealedValues(file());
      expect(await rotate()).toEqual({
        code: 1,
        said: 'The key is not changed: a server is running on DATA_DIR: stop it first.\nNothing was changed.',
      });
      expect(await sealedValues(file())).toEqual(before);
      await app.close();
    });

    it('a new key that can’t be put in its place: says so, loses nothing, and the next call ends the change', async () => {
      const old = keyIn('secret.key');
      class FullFolder extends KeyFolder {
        override promote(): void {
          throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        }
      }
      const { code, said } = await rotate({}, (folder) => new FullFolder(folder));
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(/^The database has taken the new key[\s\S]*Nothing is lost/),
      ]);
      expect(said).not.toContain('Nothing was changed');
      const next = keyIn('secret.key.next');
      expect(await rotate()).toEqual({
        code: 0,
        said: expect.stringMatching(/^An earlier change of the key was broken off after the database had taken it/),
      });
      expect(keyIn('secret.key')).toBe(next);
      expect(keyFiles().filter((name) => keyIn(name) === old)).not.toEqual([]);
      expect(keyFiles()).not.toContain('secret.key.next');
    });

    it('waits for a commit that is still under way at the server, and goes on from it', async () => {
      // A transaction of SQLite's ends with its process.
      if (!onPostgres) return;
      // Of what is sealed no more than the proof of the key is in that commit, so the household is lost with it.
      dataDir = mkdtempSync(join(tmpdir(), 'usher-keys-'));
      await SealedHousehold.found(dataDir, { SECRET_KEY: '' });
      const [word] = (await sealedValues(file())).filter(({ row }) => row === 'encryption_canary');
      if (!word) throw new Error('nothing proves the key');
      const { sealed, ...place } = word;
      const plain = boxOf(keyIn('secret.key')).open(sealed, place);
      writeFileSync(join(dataDir, 'secret.key.next'), `${NEW}\n`);
      const anew = JSON.stringify(boxOf(NEW).seal(plain, SETTING_VALUE.at(place.row)));
      const { code, said } = await inspect(file(), async (source) => {
        const commit = source.createQueryRunner();
        await commit.startTransaction();
        await commit.query(`UPDATE settings SET value = '${anew}' WHERE key = '${place.row}'`);
        const rotated = rotate();
        const isBlocking = async (): Promise<boolean> =>
          ((await commit.query('SELECT 1 FROM pg_locks WHERE NOT granted')) as unknown as unknown[]).length > 0;
        while (!(await isBlocking())) await new Promise(setImmediate);
        await commit.commitTransaction();
        await commit.release();
        return rotated;
      });
      expect([code, said]).toEqual([0, expect.stringMatching(/^An earlier change of the key was broken off/)]);
      expect([keyIn('secret.key'), keyFiles()]).toEqual([NEW, expect.not.arrayContaining(['secret.key.next'])]);
      rmSync(dataDir, { recursive: true, force: true });
    });

    it('a start of the server ends a change that was broken off, too', async () => {
      class FullFolder extends KeyFolder {
        override keep(): string {
          throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        }
      }
      const old = keyIn('secret.key');
      await rotate({}, (folder) => new FullFolder(folder));
      const next = keyIn('secret.key.next');
      await household.works();
      expect([keyIn('secret.key'), keyFiles().length]).toEqual([next, 2]);
      expect(keyFiles().map(keyIn)).toContain(old);
    });
  });

  describe('where the key comes from SECRET_KEY', () => {
    let kept: string;
    let household: SealedHousehold;
    /** What everything is sealed under. */
    let now = OLD;
    let next = NEW;

    beforeAll(async () => {
      kept = mkdtempSync(join(tmpdir(), 'usher-keys-'));
      household = await SealedHousehold.found(kept, { SECRET_KEY: now });
    });

    beforeEach(() => {
      dataDir = kept;
    });

    afterAll(() => rmSync(kept, { recursive: true, force: true }));

    it('seals everything anew under NEW_SECRET_KEY, which is to be set before the next start; and then says what is missing', async () => {
      const plain = openedBy(boxOf(now), await sealedValues(file()));
      const { code, said } = await rotate({ SECRET_KEY: now, NEW_SECRET_KEY: next });
      expect([code, said]).toEqual([0, expect.stringContaining('Now set SECRET_KEY to the new key')]);
      expect(said).not.toContain(next);
      const sealed = await sealedValues(file());
      expect(openedBy(boxOf(next), sealed)).toEqual(plain);
      expect(keyFiles()).toEqual([]);
      const again = await rotate({ SECRET_KEY: now, NEW_SECRET_KEY: next });
      expect(again).toEqual({ code: 1, said: expect.stringContaining('set SECRET_KEY to it, and start the server') });
      expect(await sealedValues(file())).toEqual(sealed);
      await household.works({ SECRET_KEY: next });
      [now, next] = [next, now];
    });

    it.each<[string, () => Readonly<Record<string, string>>, RegExp]>([
      ['no new key', () => ({}), /so the new one has to come from you/],
      ['the same key', () => ({ NEW_SECRET_KEY: now }), /NEW_SECRET_KEY is the same as SECRET_KEY/],
      [
        'a new key that is none',
        () => ({ NEW_SECRET_KEY: 'planted' }),
        /NEW_SECRET_KEY: must be base64 of exactly 32 bytes/,
      ],
      ['a wrong old key', () => ({ SECRET_KEY: THIRD, NEW_SECRET_KEY: next }), /the key of now does not belong/],
    ])('%s: changes nothing', async (_, env, reason) => {
      const before = await tableRows(file());
      const { code, said } = await rotate({ SECRET_KEY: now, ...env() });
      expect([code, said]).toEqual([1, expect.stringMatching(reason)]);
      expect(said).toMatch(/Nothing was changed\.$/);
      expect(said).not.toContain('planted');
      expect(await tableRows(file())).toEqual(before);
    });
  });

  it('says no where there is no household, and makes nothing', async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-keys-'));
    const env = { DATA_DIR: join(dataDir, 'elsewhere') };
    const { code, said } = await rotate(env);
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/there is no household in DATA_DIR[\s\S]*Nothing was changed\.$/),
    ]);
    expect(existsSync(env.DATA_DIR)).toBe(false);
    if (!onPostgres) {
      mkdirSync(env.DATA_DIR);
      expect((await rotate(env)).code).toBe(1);
      expect(readdirSync(env.DATA_DIR)).toEqual([]);
    }
    rmSync(dataDir, { recursive: true, force: true });
  });
});
