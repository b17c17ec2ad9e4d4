import { BASE_PATH } from '../app/base-path.js';
import { approvalAddress } from '../domain/approval-address.js';
import { deviceName } from '../domain/device-name.js';
import { ATTEMPT_MS, keepAttempt, newProof, type Attempt } from '../session/attempt.js';
import { api, bodyOf, publicApi } from './client.js';

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
  const begun = await bodyOf(
    purpose === 'link' ? api.POST('/api/auth/hub/link', { body }) : publicApi.POST('/api/auth/hub/begin', { body }),
  );
  const page = purpose === 'link' ? '/profile' : '/sign-in';
  const url = approvalAddress(begun.url, window.location.origin + BASE_PATH + page);
  if (url === undefined) return false;
  keepAttempt({ way, purpose, to, flow: begun.flow, verifier, url, interval: begun.interval, until });
  window.location.assign(url);
  return true;
}
