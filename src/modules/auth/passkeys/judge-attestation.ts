import type { isoCBOR as Cbor } from '@simplewebauthn/server/helpers';
import type { Passkey } from '../../users/users.public.js';
import {
  type AnswerFault,
  type Attestation,
  authenticatorDataFault,
  clientDataFault,
  type Expectation,
} from './authenticator-answer.js';
import { isUsableKey, SUPPORTED_ALGORITHMS } from './credential-key.js';
import { smallCborEnd } from './small-cbor.js';

export type MadePasskey = Pick<
  Passkey,
  'id' | 'publicKey' | 'attestationType' | 'aaguid' | 'signCount' | 'backupEligible' | 'backupState'
>;

const NO_ATTESTATION = 'none';

/**
 * The passkey, or what is wrong with the answer. The attestation is not judged: no certificate that a caller has chosen is read, nor any
 * list fetched that it names. Source: Web Authentication Level 3 section 7.1.
 */
export async function judgeAttestation(answer: Attestation, expected: Expectation): Promise<MadePasskey | AnswerFault> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject, decodeCredentialPublicKey, isoCBOR } =
    await import('@simplewebauthn/server/helpers');
  const said = clientDataFault(answer.response.clientDataJSON, 'webauthn.create', expected);
  if (said) return said;
  try {
    const object = bytesOf(answer.response.attestationObject);
    if (smallCborEnd(object) === null) return 'unreadable';
    const authData = decodeAttestationObject(object).get('authData');
    if (!(authData instanceof Uint8Array)) return 'unreadable';
    const fault = authenticatorDataFault(authData, expected.rpId);
    if (fault) return fault;
    const bare = isoCBOR.encode(
      new Map<string, Parameters<typeof Cbor.encode>[0]>([
        ['fmt', NO_ATTESTATION],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    const { verified, registrationInfo: made } = await verifyRegistrationResponse({
      response: {
        ...answer,
        response: { ...answer.response, attestationObject: Buffer.from(bare).toString('base64url') },
        clientExtensionResults: {},
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: [...expected.origins],
      expectedRPID: expected.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...SUPPORTED_ALGORITHMS],
    });
    if (!verified || made.credential.id !== answer.id) return 'unverified';
    if (!isUsableKey(decodeCredentialPublicKey(made.credential.publicKey) as unknown as ReadonlyMap<unknown, unknown>))
      return 'unsupported_key';
    return {
      id: bytesOf(answer.id).toString('hex'),
      publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
      attestationType: NO_ATTESTATION,
      aaguid: made.aaguid,
      signCount: made.credential.counter,
      backupEligible: made.credentialDeviceType === 'multiDevice',
      backupState: made.credentialBackedUp,
    };
  } catch {
    // The package and its parsers throw plain errors for everything that is wrong with an answer.
    return 'unverified';
  }
}

const bytesOf = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'base64url');
