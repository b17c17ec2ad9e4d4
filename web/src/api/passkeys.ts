import { base64url, bytesOf } from '../domain/base64url.js';
import { deviceName } from '../domain/device-name.js';
import { passkeyPlace, type PasskeyPlace } from '../domain/sign-in-ways.js';
import { api, bodyOf, publicApi } from './client.js';

/** Where this browser is. */
export const surroundings = () => ({
  isSecure: window.isSecureContext,
  knowsPasskeys: 'PublicKeyCredential' in window,
  origin: window.location.origin,
});

/** Can passkeys be used here? */
export const passkeysHere = (): PasskeyPlace => passkeyPlace(surroundings());

/**
 * Has the device make a passkey for the account that is signed in.
 *
 * @throws DOMException as the browser says it; ApiFailure
 */
export async function addPasskey(name: string): Promise<void> {
  const { options, session_id: session } = await bodyOf(api.POST('/api/auth/passkey/register/begin'));
  const { challenge, user, excludeCredentials, ...others } = options.publicKey;
  const made = (await navigator.credentials.create({
    publicKey: {
      ...others,
      challenge: bytesOf(challenge),
      user: { ...user, id: bytesOf(user.id) },
      excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: bytesOf(one.id) })),
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  await bodyOf(
    api.POST('/api/auth/passkey/register/finish', {
      params: { query: { session_id: session, ...(name === '' ? {} : { credential_name: name }) } },
      body: {
        ...named(made),
        response: {
          clientDataJSON: base64url(response.clientDataJSON),
          attestationObject: base64url(response.attestationObject),
        },
      },
    }),
  );
}

/**
 * Has somebody sign in with a passkey of their device: the refresh token of the new session.
 *
 * @throws DOMException as the browser says it; ApiFailure
 */
export async function signInWithPasskey(): Promise<string> {
  const { options, session_id: session } = await bodyOf(publicApi.POST('/api/auth/passkey/login/begin'));
  const { challenge, rpId, timeout, userVerification } = options.publicKey;
  const used = (await navigator.credentials.get({
    publicKey: { challenge: bytesOf(challenge), rpId, timeout, userVerification },
  })) as PublicKeyCredential;
  const response = used.response as AuthenticatorAssertionResponse;
  const { refresh_token: token } = await bodyOf(
    publicApi.POST('/api/auth/passkey/login/finish', {
      params: { query: { session_id: session, device_name: deviceName(navigator.userAgent) } },
      body: {
        ...named(used),
        response: {
          clientDataJSON: base64url(response.clientDataJSON),
          authenticatorData: base64url(response.authenticatorData),
          signature: base64url(response.signature),
          userHandle: response.userHandle === null ? null : base64url(response.userHandle),
        },
      },
    }),
  );
  return token;
}

const named = ({ id, rawId }: PublicKeyCredential) => ({ id, rawId: base64url(rawId), type: 'public-key' as const });
