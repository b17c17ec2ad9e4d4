import { BASE_PATH } from '../app/base-path.js';
import { approvalAddress } from '../domain/approval-address.js';
import { deviceName } from '../domain/device-name.js';
import { ATTEMPT_MS, keepAttempt, newProof, type Attempt } from '../session/attempt.js';
import { exchange } from '../session/session.svelte.js';
import { api, bodyOf, publicApi, type Schemas } from './client.js';

/** What is to come of it. */
export interface Order {
  readonly way: Attempt['way'];
  readonly purpose: Attempt['purpose'];
  /** The page of ours to go on with, without the base path. */
  readonly to: string;
  /** The token of an invitation that is redeemed by it; single sign-on alone. */
  readonly invitation?: string;
}

/**
 * Begins to sign in, or to link the account, at another site, and leads this window there.
 *
 * @returns false where the address isn't safe to open
 * @throws ApiFailure
 */
export async function beginElsewhere(order: Order): Promise<boolean> {
  const { verifier, challenge } = newProof();
  const body = { client: 'web' as const, challenge, device_name: deviceName(navigator.userAgent) };
  const until = Date.now() + ATTEMPT_MS;
  const { way, purpose, to } = order;
  if (way === 'oidc') {
    const { flow, start_url: url } = await bodyOf(
      purpose === 'link'
        ? api.POST('/api/auth/oidc/link', { body })
        : purpose === 'test'
          ? api.POST('/api/admin/oidc/test', { body })
          : publicApi.POST('/api/auth/oidc/begin', {
              body: { ...body, ...(order.invitation === undefined ? {} : { invitation: order.invitation }) },
            }),
    );
    // It begins at this server, which leads on to the provider.
    if (!URL.canParse(url) || new URL(url).origin !== window.location.origin) return false;
    keepAttempt({ way, purpose, to, flow, verifier, until });
    window.location.assign(url);
    return true;
  }
  const begun =
    purpose === 'share'
      ? await beginSharing()
      : await bodyOf(
          purpose === 'link'
            ? api.POST('/api/auth/hub/link', { body })
            : publicApi.POST('/api/auth/hub/begin', { body }),
        );
  const ownPage = purpose === 'share' ? '/profile/watching' : '/profile/signing-in';
  const page = purpose === 'sign-in' ? '/sign-in' : ownPage;
  const url = approvalAddress(begun.url, window.location.origin + BASE_PATH + page);
  if (url === undefined) return false;
  keepAttempt({ way, purpose, to, flow: begun.flow, verifier, url, interval: begun.interval, until });
  window.location.assign(url);
  return true;
}

async function beginSharing() {
  const { pin_id: pin, url } = await bodyOf(api.POST('/api/media-servers/hub/sign-in/begin'));
  return { flow: String(pin), url, interval: 3 };
}

/** What has come of it that servers are to be shared with the reader's account at the hub. */
export type ShareOutcome = NonNullable<Schemas['CheckedPinView']['invite_state']>;

/**
 * Goes on with what has begun at the hub, if it was approved there.
 *
 * @returns undefined until it was approved; then how it has ended
 * @throws ApiFailure
 */
export async function finishAtHub({
  purpose,
  flow,
  verifier,
}: Attempt): Promise<'signed-in' | 'linked' | { readonly shared: ShareOutcome } | undefined> {
  if (purpose === 'share') {
    const call = api.POST('/api/media-servers/hub/sign-in/check', { body: { pin_id: Number(flow) } });
    const { linked, invite_state: outcome } = await bodyOf(call);
    return linked ? { shared: outcome ?? '' } : undefined;
  }
  const { code } = await bodyOf(publicApi.POST('/api/auth/hub/check', { body: { flow, verifier } }));
  if (code === undefined) return undefined;
  const answer = await bodyOf(publicApi.POST('/api/auth/hub/exchange', { body: { flow, verifier, code } }));
  if (!('refresh_token' in answer)) return 'linked';
  await exchange(answer.refresh_token);
  return 'signed-in';
}

/** Gives up what has begun at the hub. The server forgets it by itself where it isn't told. */
export function giveUpAtHub({ purpose, flow, verifier }: Attempt): void {
  if (purpose !== 'share')
    void publicApi.POST('/api/auth/hub/cancel', { body: { flow, verifier } }).catch(() => undefined);
}
