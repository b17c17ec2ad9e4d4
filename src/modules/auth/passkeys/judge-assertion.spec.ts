import { describe, expect, it } from 'vitest';
import { SoftAuthenticator } from '../../../../test/fakes/authenticator/soft-authenticator.js';
import { cbor } from '../../../../test/fakes/authenticator/cbor.js';
import { ASSERTION } from './authenticator-answer.js';
import { judgeAssertion } from './judge-assertion.js';

const ORIGIN = 'https://usher.example';
const EXPECTED = { challenge: 'c'.repeat(43), rpId: 'usher.example', origins: [ORIGIN] };

/** User present and verified, as every sign-in needs; what can be copied, and what has been. */
const [NEITHER, ELIGIBLE, COPIED, IMPOSSIBLE] = [0x05, 0x0d, 0x1d, 0x15];

const signed = (flags: number) => {
  const passkey = new SoftAuthenticator();
  const publicKey = Buffer.from(cbor(passkey.coseKey())).toString('base64url');
  return judgeAssertion(ASSERTION.parse(passkey.get(EXPECTED, ORIGIN, { flags })), EXPECTED, { publicKey });
};

describe('WebAuthn L3 §6.1.3: what an authenticator says of copies', () => {
  it.each([
    [NEITHER, { backupEligible: false, backupState: false }],
    [ELIGIBLE, { backupEligible: true, backupState: false }],
    [COPIED, { backupEligible: true, backupState: true }],
  ])('issue 43 C17: the flags %i are taken as they are, whatever they were at the last use', async (flags, said) => {
    expect(await signed(flags)).toEqual({ signCount: 1, ...said });
  });

  it('issue 43 C17: a copy of what can not be copied is refused for a reason of its own', async () => {
    expect(await signed(IMPOSSIBLE)).toBe('backup_flags');
  });
});
