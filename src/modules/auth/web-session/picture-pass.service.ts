import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { cookieValue } from '../../../core/http/cookie-value.js';
import { Secret } from '../../../core/secrets/secret.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { SessionsRepository } from '../../users/users.public.js';
import { orUnavailable } from '../judging-fault.js';
import { InstallationNameService } from './installation-name.service.js';
import { PICTURE_PASS_SECONDS, pictureCookieName } from './session-cookies.js';

/** Device, expiry in epoch milliseconds, and the seal of both. */
const PASS = /^(?<deviceId>[0-9a-f-]{36})\.(?<expiresAt>\d{1,16})\.(?<seal>[\w-]{43})$/;

/**
 * Lets the pictures of a page know whose they are: an `<img>` can send no access token. The pass names a device and an expiry
 * under a seal (HMAC-SHA256 with a key of its own), so nothing of it is kept; the device and its account are judged anew for
 * each picture. Source: issue 22, design of the web app section 5, Pictures.
 */
@Injectable()
export class PicturePassService {
  private readonly key: Buffer;

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly installation: InstallationNameService,
    private readonly clock: Clock,
    secretBox: SecretBox,
  ) {
    this.key = secretBox.derive('picture-pass');
  }

  /** A pass for this device, good for a day. */
  issue(deviceId: string): Secret {
    const expiresAt = this.clock.now() + PICTURE_PASS_SECONDS * 1_000;
    return Secret.of(`${deviceId}.${expiresAt}.${this.sealOf(deviceId, expiresAt).reveal()}`);
  }

  /**
   * The caller who brings a pass; null when there is none, or it was judged and refused.
   *
   * @param cookies the header Cookie
   * @throws AppError 503 when it couldn't be judged
   */
  async judge(cookies: string | undefined): Promise<Caller | null> {
    if (cookies === undefined) return null;
    const installation = await orUnavailable(this.installation.known());
    const brought = installation === null ? undefined : cookieValue(cookies, pictureCookieName(installation));
    const deviceId = this.deviceOf(brought ?? '');
    if (deviceId === null) return null;
    const owners = await orUnavailable(this.database.read((tx) => this.sessions.ownersOf(tx, [deviceId])));
    const owner = owners.get(deviceId);
    return owner ? { ...owner, deviceId } : null;
  }

  /** The device of a pass that we have issued and that has not expired. */
  private deviceOf(text: string): string | null {
    const { deviceId = '', expiresAt = '', seal = '' } = PASS.exec(text)?.groups ?? {};
    const isOurs = this.sealOf(deviceId, Number(expiresAt)).equals(seal);
    return isOurs && this.clock.now() < Number(expiresAt) ? deviceId : null;
  }

  private sealOf(deviceId: string, expiresAt: number): Secret {
    return Secret.of(createHmac('sha256', this.key).update(`${deviceId}.${expiresAt}`, 'utf8').digest('base64url'));
  }
}
