import { hash, parseOptions, verify } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { Secret } from '../../../core/secrets/secret.js';
import { requireHashablePassword, requireNewPassword } from './passwords.service.js';
import { NOBODYS_HASH, PasswordsService } from './passwords.service.js';

const fault = (work: () => void): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('passwords', () => {
  const passwords = new PasswordsService();
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

  it('doc3 decisions, Passwords: the same password matches whichever keyboard set it and whichever types it', async () => {
    const forms = ['gr\u00fc\u00dfe \u01d6', 'gru\u0308\u00dfe u\u0308\u0304', 'gr\u00fc\u00dfe \u00fc\u0304'].map(
      (form) => Secret.of(form),
    );
    for (const set of forms) {
      const hashed = await passwords.hash(set);
      expect(await verify(hashed, 'gr\u00fc\u00dfe \u01d6')).toBe(true);
      for (const typed of forms) expect(await passwords.matches(typed, hashed)).toBe(true);
      expect(await passwords.matches(Secret.of('grusse \u01d6'), hashed)).toBe(false);
    }
  });

  it('a password that was hashed before in another form still lets its owner in, by that form and by the composed one', async () => {
    const apart = 'gru\u0308\u00dfe aus K\u00f6ln'.normalize('NFD');
    const hashed = await hash(apart);
    for (const typed of [apart, apart.normalize('NFC')])
      expect(await passwords.matches(Secret.of(typed), hashed)).toBe(true);
    const mixed = 'gr\u00fc\u0304\u00dfe aus Ko\u0308ln';
    expect(await passwords.matches(Secret.of(mixed), await hash(mixed))).toBe(true);
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

  it('both bounds are of the composed password, and of what can’t fit in any form no more is asked', () => {
    expect(fault(() => requireNewPassword(Secret.of('e\u0301'.repeat(3))))).toMatchObject({ status: 400 });
    expect(fault(() => requireNewPassword(Secret.of('e\u0301'.repeat(512))))).toBeUndefined();
    expect(fault(() => requireHashablePassword(Secret.of('e\u0301'.repeat(513))))).toMatchObject({ status: 400 });
    const marks = Secret.of(`a${'\u0316\u0301'.repeat(250_000)}`);
    expect(fault(() => requireHashablePassword(marks))).toMatchObject({ status: 400 });
  });
});
