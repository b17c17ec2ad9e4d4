import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from './secret.js';

const TEXT = 'kEy-0123456789';
const secret = Secret.of(TEXT);

function consoleOutput(value: unknown): string {
  const stream = new PassThrough();
  new Console(stream).log('value', value);
  return String(stream.read());
}

describe('Secret', () => {
  it('reveals its text to the one who asks for it by name', () => {
    expect(secret.reveal()).toBe(TEXT);
  });

  it.each<[string, () => string]>([
    ['a template string', () => `${secret as unknown as string} ${[secret].join()}`],
    ['concatenation', () => ''.concat(secret as unknown as string)],
    ['JSON', () => JSON.stringify({ key: secret, keys: [secret] })],
    ['inspection', () => inspect(secret)],
    [
      'inspection of what holds it',
      () => inspect({ deep: { er: { keys: [secret] } } }, { depth: 10, showHidden: true }),
    ],
    ['inspection without custom printers', () => inspect({ secret }, { customInspect: false, showHidden: true })],
    ['format', () => format('%s %o %j', secret, secret, secret)],
    ['the console', () => consoleOutput({ nested: secret })],
    ['its own properties', () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret)])],
  ])('security 4: does not show in %s', (_, print) => {
    expect(print()).not.toContain(TEXT);
  });

  it('shows as [redacted]', () => {
    expect(secret.toString()).toBe('[redacted]');
    expect(JSON.stringify({ key: secret })).toBe('{"key":"[redacted]"}');
    expect(inspect({ key: secret })).toBe('{ key: [redacted] }');
    expect(consoleOutput(secret)).toBe('value [redacted]\n');
  });

  it.each([TEXT, Secret.of(TEXT)])('equals the same text', (other) => {
    expect(secret.equals(other)).toBe(true);
  });

  it.each([
    ['the last letter', 'kEy-012345678x'],
    ['the case', TEXT.toLowerCase()],
    ['the length', `${TEXT}0`],
    ['everything', ''],
  ])('does not equal a text that differs in %s', (_, text) => {
    expect(secret.equals(text)).toBe(false);
    expect(secret.equals(Secret.of(text))).toBe(false);
  });

  it('compares texts of different lengths, which a bare constant-time comparison refuses', () => {
    expect(Secret.of('a').equals('a much longer text than the other')).toBe(false);
  });
});
