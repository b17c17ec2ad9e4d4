import { describe, expect, it } from '@jest/globals';
import { parseOptions } from '@node-rs/argon2';
import { errorOf } from '../../../../test/harness/error-of.js';
import { Secret } from '../../../core/secrets/secret.js';
import { requireHashablePassword, requireNewPassword } from './password-rules.js';
import { NOBODYS_HASH, Passwords } from './passwords.js';

const fault = (work: () => void): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('passwords', () => {
  const passwords = new Passwords();
  const password = Secret.of('correct horse');

  it('doc3 §1.7: a password is kept as argon2id with parameters of OWASP and a salt of its own', async () => {
    const [one, other] = await Promise.all([passwords.hash(password), passwords.hash(password)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$/);
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1, saltLen: 16 });
    expect(one).not.toBe(other);
  });

  it('the right password matches, another does not, and the case counts', async () => {
    const hashed = await passwords.hash(password);
    expect(await passwords.matches(password, hashed)).toBe(true);
    expect(await passwords.matches(Secret.of('Correct horse'), hashed)).toBe(false);
    expect(await passwords.matches(Secret.of(''), hashed)).toBe(false);
  });

  it('without a hash no password matches', async () => {
    expect(await passwords.matches(password, null)).toBe(false);
    expect(await passwords.matches(Secret.of(''), null)).toBe(false);
  });

  it('saying no without a hash is as much work as comparing with one: same algorithm, version and costs', async () => {
    const work = (phc: string): readonly string[] => phc.split('$').slice(0, 4);
    const sizes = (phc: string): readonly number[] => phc.split('$').map((part) => part.length);
    const hashed = await passwords.hash(password);
    expect(work(NOBODYS_HASH)).toEqual(work(hashed));
    expect(sizes(NOBODYS_HASH)).toEqual(sizes(hashed));
  });

  it('doc3 §0: a hash that can’t be read is a 503, not a wrong password', async () => {
    expect(await errorOf(passwords.matches(password, 'scrambled'))).toMatchObject({ status: 503 });
  });

  it('doc3 §1.7: a new password has at least 8 bytes', () => {
    const tooShort = { status: 400, safeText: 'password must be at least 8 characters' };
    expect(fault(() => requireNewPassword(Secret.of('1234567')))).toMatchObject(tooShort);
    expect(fault(() => requireNewPassword(Secret.of('12345678')))).toBeUndefined();
    expect(fault(() => requireNewPassword(Secret.of('ääää')))).toBeUndefined();
  });

  it('no password has more than 1024 bytes', () => {
    const tooLong = { status: 400, safeText: 'password must be at most 1024 bytes' };
    expect(fault(() => requireNewPassword(Secret.of('ä'.repeat(513))))).toMatchObject(tooLong);
    expect(fault(() => requireHashablePassword(Secret.of('a'.repeat(1025))))).toMatchObject(tooLong);
    expect(fault(() => requireHashablePassword(Secret.of('a'.repeat(1024))))).toBeUndefined();
    expect(fault(() => requireHashablePassword(Secret.of('short')))).toBeUndefined();
  });
});
