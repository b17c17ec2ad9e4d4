import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Random, SystemRandom } from '../time/random.js';
import { Secret } from './secret.js';
import { loadSecretKey, parseSecretKey } from './secret-key.js';

const KEY = Buffer.alloc(32, 9);
const KEY_TEXT = KEY.toString('base64');
const random = new SystemRandom();

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'usher-key-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keyFile = (): string => join(dataDir, 'secret.key');
const givenFile = (text: string): void => {
  mkdirSync(dataDir);
  writeFileSync(keyFile(), text);
};

/** Lets another process be first: it makes its key file at the moment when ours draws its key. */
class RandomOvertaken extends Random {
  constructor(private readonly overtake: () => void) {
    super();
  }

  bytes(count: number): Buffer {
    if (count === 32) this.overtake();
    return random.bytes(count);
  }

  uuid(): string {
    return random.uuid();
  }
}

describe('loadSecretKey: doc3 §10, SECRET_KEY', () => {
  it('takes the key that is given, and neither reads nor makes a file', () => {
    expect(loadSecretKey({ dataDir, secretKey: Secret.of(KEY_TEXT), random })).toEqual(KEY);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses a given key that is malformed without showing it', () => {
    const load = (): Buffer => loadSecretKey({ dataDir, secretKey: Secret.of('bm90IGEga2V5'), random });
    expect(load).toThrow('SECRET_KEY must hold base64 of exactly 32 bytes');
    expect(load).not.toThrow('bm90IGEga2V5');
  });

  it('takes the key of the file', () => {
    givenFile(`${KEY_TEXT}\n`);
    expect(loadSecretKey({ dataDir, random })).toEqual(KEY);
  });

  it('makes a key once, for its owner alone, and leaves nothing else behind', () => {
    const key = loadSecretKey({ dataDir, random });
    expect(key).toHaveLength(32);
    expect(parseSecretKey(readFileSync(keyFile(), 'utf8'))).toEqual(key);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dataDir)).toEqual(['secret.key']);
    expect(loadSecretKey({ dataDir, random })).toEqual(key);
  });

  it('takes the key of another process that was faster', () => {
    const overtaken = new RandomOvertaken(() => writeFileSync(keyFile(), `${KEY_TEXT}\n`));
    expect(loadSecretKey({ dataDir, random: overtaken })).toEqual(KEY);
    expect(readdirSync(dataDir)).toEqual(['secret.key']);
  });

  it.each([
    ['empty', ''],
    ['of another length', Buffer.alloc(16).toString('base64')],
    ['not base64', `${KEY_TEXT.slice(0, -2)}!=`],
  ])('refuses a file that is %s, names its role but not its contents, and leaves it as it is', (_, text) => {
    givenFile(text);
    let message = '';
    try {
      loadSecretKey({ dataDir, random });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toBe('the secret key file (secret.key in DATA_DIR) must hold base64 of exactly 32 bytes');
    expect(readFileSync(keyFile(), 'utf8')).toBe(text);
  });

  it('says what to do when the file can not be made', () => {
    const folderLost = new RandomOvertaken(() => rmSync(dataDir, { recursive: true }));
    expect(() => loadSecretKey({ dataDir, random: folderLost })).toThrow(
      'the secret key file could not be made in DATA_DIR; SECRET_KEY may be set instead',
    );
  });

  it('does not take a file that is there but unreadable for a missing one', () => {
    mkdirSync(keyFile(), { recursive: true });
    expect(() => loadSecretKey({ dataDir, random })).toThrow(
      "the secret key file (secret.key in DATA_DIR) can't be read (EISDIR): it has to belong to the server's account",
    );
  });
});

describe('parseSecretKey', () => {
  it('takes base64 of 32 bytes with blanks around it', () => {
    expect(parseSecretKey(` ${KEY_TEXT}\r\n`)).toEqual(KEY);
  });

  it.each([
    ['one byte less', Buffer.alloc(31).toString('base64')],
    ['one byte more', Buffer.alloc(33).toString('base64')],
    ['hex', KEY.toString('hex')],
    ['without padding', KEY_TEXT.replace('=', '')],
    ['with a blank inside', `${KEY_TEXT.slice(0, 4)} ${KEY_TEXT.slice(4)}`],
  ])('refuses a key %s', (_, text) => {
    expect(parseSecretKey(text)).toBeUndefined();
  });
});
