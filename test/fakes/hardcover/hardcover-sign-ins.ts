import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';

type Decision = 'pending' | 'approved' | 'denied' | 'expired';

const refusal = (error: string): FakeAnswer => ({ status: 400, body: { error } });

/**
 * A device sign-in as RFC 8628 has it, with the refresh of RFC 6749 §6. Nobody has published the provider's own. Codes and
 * tokens are numbered, so that a test knows them beforehand: `device-code-1`, `access-1`, `refresh-1`.
 */
export class HardcoverSignIns {
  /** What the tokens are good for. */
  scope: 'read:catalog' | 'read:me' = 'read:catalog';
  /** In seconds, of what is begun from now on. */
  expiresIn = 600;
  /** In seconds, of what is begun from now on; left out where undefined. */
  interval: number | undefined = 5;
  /** In seconds, of access tokens that are issued from now on. */
  tokenExpiresIn: number | undefined = 3_600;
  /** Does a refresh bring a new refresh token? The one before it is good no more then. */
  rotates = true;
  /** The address to approve at. */
  verificationUri = 'https://hardcover.app/device';
  private readonly decisions = new Map<string, Decision>();
  private readonly refreshTokens = new Set<string>();
  private begun = 0;
  private issued = 0;

  /** The person approves or denies the latest sign-in, or it runs out. */
  decide(decision: Decision): void {
    this.decisions.set(`device-code-${this.begun}`, decision);
  }

  /** No refresh token is good any more. */
  revokeRefreshTokens(): void {
    this.refreshTokens.clear();
  }

  begin({ body }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(String(body));
    if (!form.get('client_id')) return refusal('invalid_client');
    if (form.get('scope') !== 'read:catalog') return refusal('invalid_scope');
    this.begun += 1;
    this.decisions.set(`device-code-${this.begun}`, 'pending');
    return {
      body: {
        device_code: `device-code-${this.begun}`,
        user_code: `USER-000${this.begun}`,
        verification_uri: this.verificationUri,
        expires_in: this.expiresIn,
        interval: this.interval,
      },
    };
  }

  token({ body }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(String(body));
    if (!form.get('client_id')) return refusal('invalid_client');
    if (form.get('grant_type') === 'refresh_token') return this.refreshed(form.get('refresh_token') ?? '');
    const decision = this.decisions.get(form.get('device_code') ?? '');
    if (decision === 'pending') return refusal('authorization_pending');
    if (decision === 'denied') return refusal('access_denied');
    if (decision === 'expired') return refusal('expired_token');
    if (decision !== 'approved') return refusal('invalid_grant');
    // A device code is good once.
    this.decisions.delete(form.get('device_code') ?? '');
    return this.issue(true);
  }

  private refreshed(refreshToken: string): FakeAnswer {
    if (!this.refreshTokens.has(refreshToken)) return refusal('invalid_grant');
    if (this.rotates) this.refreshTokens.delete(refreshToken);
    return this.issue(this.rotates);
  }

  private issue(withRefreshToken: boolean): FakeAnswer {
    this.issued += 1;
    const refresh_token = withRefreshToken ? `refresh-${this.issued}` : undefined;
    if (refresh_token) this.refreshTokens.add(refresh_token);
    const { scope, tokenExpiresIn: expires_in } = this;
    return {
      body: { access_token: `access-${this.issued}`, token_type: 'Bearer', expires_in, refresh_token, scope },
      headers: { 'cache-control': 'no-store' },
    };
  }
}
