import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyFolder } from './key-folder.js';

const OLD = Buffer.alloc(32, 'the old one');
const NEW = Buffer.alloc(32, 'the new one');

let folder: string;
let keys: KeyFolder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'usher-keys-'));
  keys = new KeyFolder(folder);
  writeFileSync(join(folder, 'secret.key'), `${OLD.toString('base64')}\n`, { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const names = (): string[] => readdirSync(folder).sort();
const keyIn = (name: string): Buffer => Buffer.from(readFileSync(join(folder, name), 'utf8'), 'base64');

describe('security 26: KeyFolder', () => {
  it('knows the key in use, and of no other while none was prepared', () => {
    expect([keys.current(), keys.next()]).toEqual([OLD, undefined]);
    rmSync(join(folder, 'secret.key'));
    expect(keys.current()).toBeUndefined();
  });

  it('lays the next key down whole, for its owner alone, and leaves nothing else behind', () => {
    keys.prepare(NEW, 'unique');
    expect([names(), keys.next(), keys.current()]).toEqual([['secret.key', 'secret.key.next'], NEW, OLD]);
    expect(statSync(join(folder, 'secret.key.next')).mode & 0o777).toBe(0o600);
  });

  it('puts the next key in its place, and keeps the one before under its second name', () => {
    keys.prepare(NEW, 'unique');
    const kept = keys.keep('20261123T031500Z');
    expect([kept, keys.current()]).toEqual(['secret.key.before-20261123T031500Z', OLD]);
    keys.promote();
    expect([names(), keys.current(), keys.next(), keyIn(kept)]).toEqual([['secret.key', kept], NEW, undefined, OLD]);
  });

  it('keeps a key once where the same is asked for again', () => {
    expect([keys.keep('now'), keys.keep('now')]).toEqual(['secret.key.before-now', 'secret.key.before-now']);
    expect(names()).toEqual(['secret.key', 'secret.key.before-now']);
  });

  it('keeps both of two keys that are changed within one moment', () => {
    const third = Buffer.alloc(32, 'a third one');
    const kept = [NEW, third].map((key) => {
      keys.prepare(key, 'unique');
      const name = keys.keep('now');
      keys.promote();
      return name;
    });
    expect(kept.map(keyIn)).toEqual([OLD, NEW]);
    expect([keys.current(), names()]).toEqual([third, ['secret.key', ...kept]]);
  });

  it('a next key that can’t be written leaves nothing behind', () => {
    mkdirSync(join(folder, 'secret.key.next'));
    expect(() => keys.prepare(NEW, 'unique')).toThrow();
    expect(names()).toEqual(['secret.key', 'secret.key.next']);
  });

  it.each(['secret.key', 'secret.key.next'])('takes nothing else for a key: %s, without showing it', (name) => {
    writeFileSync(join(folder, name), 'planted');
    const read = (): unknown => [keys.current(), keys.next()];
    expect(read).toThrow(`${name} in DATA_DIR must hold base64 of exactly 32 bytes`);
    expect(read).not.toThrow('planted');
  });
});
