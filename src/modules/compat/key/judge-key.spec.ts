import { describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../core/secrets/secret.js';
import type { Account } from '../../users/users.public.js';
import { issuerFor, currentKey, type IssuedKey } from './judge-key.js';

const ISSUED: IssuedKey = { key: Secret.of('open sesame'), issuerId: 7, issuedAt: 1_000 };

const account = (fields: Partial<Account>): Account => ({
  id: 7,
  username: 'ruth',
  role: 'admin',
  hasPassword: true,
  passwordEnabled: true,
  passkeyEnabled: true,
  aiSharedEnabled: true,
  hubEmail: '',
  hubInvitedAt: null,
  createdAt: 1,
  ...fields,
});

describe('doc2 §4: does the key stand?', () => {
  it('while its issuer is an administrator; its holder acts as that administrator', () => {
    expect(currentKey(ISSUED, account({}))).toEqual({
      key: ISSUED.key,
      issuer: { userId: 7, username: 'ruth', role: 'admin' },
      issuedAt: 1_000,
    });
  });

  it.each([
    ['none is issued', null, account({})],
    ['its issuer is gone', ISSUED, null],
    ['its issuer is no administrator any more', ISSUED, account({ role: 'user' })],
    ['somebody else is the administrator', ISSUED, account({ id: 8 })],
  ])('not when %s', (_, issued, issuer) => {
    expect(currentKey(issued, issuer)).toBeNull();
  });
});

describe('security 18: which administrator does the bearer of this text act as?', () => {
  const keyInUse = currentKey(ISSUED, account({}));

  it('for the issuer when it is the key', () => {
    expect(issuerFor('open sesame', keyInUse)).toEqual({ userId: 7, username: 'ruth', role: 'admin' });
  });

  it.each(['', ' ', 'open', 'open sesame ', 'Open sesame', 'open sesame, open sesame', '[redacted]'])(
    'for nobody when it is %j',
    (brought) => expect(issuerFor(brought, keyInUse)).toBeNull(),
  );

  it.each(['open sesame', 'open', 'x'.repeat(10_000)])(
    'the key is compared as a secret is, in constant time, and looked at in no other way: %s',
    (brought) => {
      const { key } = keyInUse ?? ISSUED;
      const equals = vi.spyOn(key, 'equals');
      const reveal = vi.spyOn(key, 'reveal');
      issuerFor(brought, keyInUse);
      expect(equals.mock.calls).toEqual([[brought]]);
      expect(reveal).not.toHaveBeenCalled();
      vi.restoreAllMocks();
    },
  );

  it('as nobody while no key is issued, for any text', () => {
    expect(issuerFor('open sesame', null)).toBeNull();
    expect(issuerFor('', null)).toBeNull();
  });

  it('an empty key would open nothing', () => {
    expect(issuerFor('', currentKey({ ...ISSUED, key: Secret.of('') }, account({})))).toBeNull();
  });
});
