import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseAt } from '../../../test/harness/database-at.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { CreateLedger1700000000000, Movement, Purse } from '../../../test/harness/ledger-database.js';
import type { Database } from '../database/database.js';
import { silentLog } from '../logging/log.js';
import { SystemRandom } from '../time/random.js';
import { reseal, type Resealed, SealedColumn } from './sealed-column.js';
import { SecretBox, type SecretLocation, SecretUnreadable } from './secret-box.js';
import { Secret } from './secret.js';

const boxOf = (words: string): SecretBox => new SecretBox(Buffer.alloc(32, words), new SystemRandom());
const FROM = boxOf('the old one');
const TO = boxOf('the new one');
const ELSE = boxOf('a third one');

const NAMES = new SealedColumn('purses', 'name');
const JSON_NAMES = new SealedColumn('purses', 'name', 'json');

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-reseal-'));
  database = await databaseAt({
    file: join(folder, 'ledger.sqlite'),
    entities: [Purse, Movement],
    migrations: [CreateLedger1700000000000],
    log: silentLog,
  });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const sealed = (text: string, row: number, box = FROM): string => box.seal(Secret.of(text), NAMES.at(String(row)));
const given = (names: readonly string[]): Promise<unknown> =>
  database.write((tx) =>
    tx.insert(
      Purse,
      names.map((name, index) => ({ id: index + 1, name, coins: index })),
    ),
  );
const names = async (): Promise<readonly string[]> =>
  (await database.read((tx) => tx.find(Purse, { order: { id: 'ASC' } }))).map(({ name }) => name);
const run = (columns = [NAMES], to = TO): Promise<Resealed> =>
  database.write((tx) => reseal(tx, columns, { from: FROM, to }));

describe('security 26: reseal', () => {
  it('seals each value anew for its own row, and says how many', async () => {
    await given([sealed('one', 1), sealed('two', 2)]);
    expect(await run()).toEqual({ sealed: 2, unreadable: [] });
    const [one = '', two = ''] = await names();
    expect(TO.open(one, NAMES.at('1')).reveal()).toBe('one');
    expect(TO.open(two, NAMES.at('2')).reveal()).toBe('two');
    expect(() => FROM.open(one, NAMES.at('1'))).toThrow(SecretUnreadable);
  });

  it('leaves an empty value, which is no secret', async () => {
    await given(['', sealed('two', 2)]);
    expect(await run()).toEqual({ sealed: 1, unreadable: [] });
    expect((await names())[0]).toBe('');
  });

  it('leaves what the old key doesn’t open, and says where it is: another key’s, a moved one, a text', async () => {
    const before = [sealed('one', 1, ELSE), sealed('two', 1), 'plain', sealed('four', 4)];
    await given(before);
    const places = ['1', '2', '3'].map((row): SecretLocation => ({ table: 'purses', column: 'name', row }));
    expect(await run()).toEqual({ sealed: 1, unreadable: places });
    expect((await names()).slice(0, 3)).toEqual(before.slice(0, 3));
  });

  it('in a column of JSON: seals only what is a sealed text, whatever else lies there', async () => {
    const others = ['"v1:plain words"', '{"a":"v1:b"}', 'no JSON', '17', '["x"]'];
    await given([JSON.stringify(sealed('one', 1)), ...others, JSON.stringify(sealed('seven', 7, ELSE))]);
    expect(await run([JSON_NAMES])).toEqual({ sealed: 1, unreadable: [JSON_NAMES.at('7')] });
    const [one = '', ...rest] = await names();
    expect(TO.open(JSON.parse(one) as string, NAMES.at('1')).reveal()).toBe('one');
    expect(rest.slice(0, -1)).toEqual(others);
  });

  it('keeps nothing of it when what was written doesn’t come back', async () => {
    class Forgetful extends SecretBox {
      override open(text: string, place: SecretLocation): Secret {
        return place.row === '2' ? Secret.of('else') : super.open(text, place);
      }
    }
    const before = [sealed('one', 1), sealed('two', 2)];
    await given(before);
    const fault = await errorOf(run([NAMES], new Forgetful(Buffer.alloc(32, 'the new one'), new SystemRandom())));
    expect(fault).toBeInstanceOf(SecretUnreadable);
    expect(await names()).toEqual(before);
  });

  it.each([
    ['no such table', new SealedColumn('purse', 'name')],
    ['no such column', new SealedColumn('purses', 'names')],
  ])('a mistake in the program is reported, and changes nothing: %s', async (_, column) => {
    await given([sealed('one', 1)]);
    expect(await errorOf(run([NAMES, column]))).toMatchObject({ message: expect.stringMatching(/is no column of/) });
    expect(FROM.open((await names())[0] ?? '', NAMES.at('1')).reveal()).toBe('one');
  });
});
