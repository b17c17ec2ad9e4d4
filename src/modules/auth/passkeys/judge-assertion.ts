import type { Passkey, PasskeyUse } from '../../users/users.public.js';
import {
  type AnswerFault,
  type Assertion,
  authenticatorDataFault,
  clientDataFault,
  type Expectation,
} from './authenticator-answer.js';

export type JudgedKey = Pick<Passkey, 'publicKey'>;

/**
 * Verifying with it takes as long as with a real one. Its private key (P-256) is known to all, so what it has verified counts for nothing.
 */
export const NOBODYS_KEY: JudgedKey = {
  publicKey: Buffer.from(
    'a5010203262001' +
      '2158206b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
      '2258204fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    'hex',
  ).toString('base64url'),
};

/**
 * What was signed with this key, or what is wrong. The caller judges counter and owner. Changed backup flags are no reason to refuse:
 * providers begin and stop to copy. Source: Web Authentication Level 3 section 7.2.
 */
export async function judgeAssertion(
  answer: Assertion,
  expected: Expectation,
  { publicKey }: JudgedKey,
): Promise<PasskeyUse | AnswerFault> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  const fault =
    clientDataFault(clientDataJSON, 'webauthn.get', expected) ??
    authenticatorDataFault(Buffer.from(authenticatorData, 'base64url'), expected.rpId);
  if (fault) return fault;
  try {
    const { verified, authenticationInfo: used } = await verifyAuthenticationResponse({
      response: { ...answer, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
      expectedChallenge: expected.challenge,
      expectedOrigin: [...expected.origins],
      expectedRPID: expected.rpId,
      // Any counter passes here: the write that opens the session judges it.
      credential: { id: answer.id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
      requireUserVerification: true,
    });
    if (!verified) return 'unverified';
    return {
      signCount: used.newCounter,
      backupEligible: used.credentialDeviceType === 'multiDevice',
      backupState: used.credentialBackedUp,
    };
  } catch {
    // The package and its parsers throw plain errors for everything that is wrong with an answer.
    return 'unverified';
  }
}
