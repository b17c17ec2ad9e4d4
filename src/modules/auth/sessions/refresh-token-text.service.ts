import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secret } from '../../../core/secrets/secret.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import type { TokenHolder } from '../../users/users.public.js';

/** The token itself, and the seal of its holder, which tokens of before lack. */
const TEXT = /^(?<token>[\w-]{43})(?:\.(?<deviceId>[0-9a-f-]{36})\.(?<expiresAt>\d{1,16})\.(?<seal>[\w-]{43}))?$/;

/** What a client presents as its refresh token. */
export interface PresentedToken {
  /** 32 random bytes, or derived from such: its hash is what is kept. */
  readonly token: Secret;
  /** Whose it was when it was issued, under a seal of this server; null where the text doesn't say, or not under our seal. */
  readonly holder: TokenHolder | null;
}

/**
 * The text of refresh tokens: `<token>.<device>.<expiry>.<seal>`, opaque to clients. The seal is HMAC-SHA256 of all before it under a
 * key of the server's own, so that the text says whose device it was even when its row is gone.
 *
 * After a change of the server's key the seals of before say nothing any more; the tokens are as good as their rows.
 */
@Injectable()
export class RefreshTokenTextService {
  private readonly key: Buffer;

  constructor(secretBox: SecretBox) {
    this.key = secretBox.derive('refresh-holder');
  }

  /** The text to hand out for this token. */
  write(token: Secret, { deviceId, expiresAt }: TokenHolder): Secret {
    const said = `${token.reveal()}.${deviceId}.${expiresAt}`;
    return Secret.of(`${said}.${createHmac('sha256', this.key).update(said, 'utf8').digest('base64url')}`);
  }

  /** What a text presents; null where it can be no refresh token of ours. */
  read(text: string): PresentedToken | null {
    const { token, deviceId, expiresAt } = TEXT.exec(text)?.groups ?? {};
    if (token === undefined) return null;
    const core = Secret.of(token);
    if (deviceId === undefined) return { token: core, holder: null };
    const holder = { deviceId, expiresAt: Number(expiresAt) };
    return { token: core, holder: this.write(core, holder).equals(text) ? holder : null };
  }
}
