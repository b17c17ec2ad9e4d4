import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { silentLog } from '../../logging/log.js';
import { openDatabase } from '../open-database.js';
import { MovedMark } from './moved-mark.js';

let folder: string;
let mark: MovedMark;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'usher-mark-'));
  mark = new MovedMark(join(folder, 'usher.sqlite'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openDatabase({ file: join(folder, 'usher.sqlite'), entities: [], migrations: [], log: silentLog });

it('is not there at first, and follows a move from before its commit to its end', () => {
  expect(mark.state()).toBeNull();
  mark.prepare();
  expect(mark.state()).toBe('committing');
  mark.finish();
  mark.finish();
  expect(mark.state()).toBe('moved');
  expect(readdirSync(folder)).toEqual(['usher.sqlite.moved']);
  expect(statSync(join(folder, 'usher.sqlite.moved')).mode & 0o777).toBe(0o600);
});

it('that is withdrawn lets the file be opened, as one that was never there', async () => {
  mark.prepare();
  mark.withdraw();
  mark.withdraw();
  expect(mark.state()).toBeNull();
  await (await open()).close();
});

it('keeps the file from being opened, and the reason says how to go on and how to go back', async () => {
  mark.finish();
  expect(await errorOf(open())).toMatchObject({
    message: expect.stringMatching(
      /was moved to PostgreSQL: set DATABASE_URL .* delete usher\.sqlite\.moved in DATA_DIR$/,
    ),
  });
  mark.prepare();
  expect(await errorOf(open())).toMatchObject({
    message: expect.stringMatching(/broken off .*: run npm run move-database again .* delete usher\.sqlite\.moved /),
  });
  expect(readdirSync(folder)).toEqual(['usher.sqlite.moved']);
});

it('with other content keeps the file closed too', async () => {
  writeFileSync(join(folder, 'usher.sqlite.moved'), '');
  expect(mark.state()).toBe('committing');
  expect(await errorOf(open())).toBeInstanceOf(Error);
});
