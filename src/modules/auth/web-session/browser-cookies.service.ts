import { orUnavailable } from '../../../core/errors/app-error.js';
import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { cookieValue } from '../../../core/http/cookie-value.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import { SessionsRepository } from '../../users/users.public.js';
import { PICTURE_PASS_SECONDS, pictureCookieName } from './session-cookies.js';

const INSTALLATION_NAME = defineSetting({
  key: 'installation_name',
  schema: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .nullable(),
  fallback: null,
});

const NAME_BYTES = 4;

/** Device, expiry in epoch milliseconds, and the seal of both. */
const PASS = /^(?<deviceId>[0-9a-f-]{36})\.(?<expiresAt>\d{1,16})\.(?<seal>[\w-]{43})$/;

/**
 * The names of cookies hold that of this installation, since cookies ignore ports: it is no secret, and kept with the database. The pass
 * for pictures tells whose a page is, since an `<img>` can send no access token. It names a device and an expiry under a seal
 * (HMAC-SHA256); device and account are judged anew for each picture.
 */
@Injectable()
export class BrowserCookiesService {
  private readonly passKey: Buffer;
  /** Once it is stored, it stays as it is. */
  private storedName: string | null = null;

  constructor(
    private readonly database: Database,
    private readonly store: SettingsRepository,
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
    private readonly random: Random,
    secretBox: SecretBox,
  ) {
    this.passKey = secretBox.derive('picture-pass');
  }

  /** The name of the installation; null while no cookie was ever set. */
  async installationName(): Promise<string | null> {
    this.storedName ??= await this.database.read((tx) => this.store.get(tx, INSTALLATION_NAME));
    return this.storedName;
  }

  /** The name, drawn where there is none yet; of two that draw at once, one is kept. */
  async drawInstallationName(): Promise<string> {
    const known = await this.installationName();
    if (known !== null) return known;
    const name = this.random.hex(NAME_BYTES);
    this.storedName = await this.database.write(async (tx) => {
      await this.store.insertOnce(tx, INSTALLATION_NAME, name);
      return this.store.get(tx, INSTALLATION_NAME);
    });
    return this.storedName ?? name;
  }

  /** A pass for this device, good for a day. */
  issuePicturePass(deviceId: string): Secret {
    const expiresAt = this.clock.now() + PICTURE_PASS_SECONDS * 1_000;
    return Secret.of(`${deviceId}.${expiresAt}.${this.sealOf(deviceId, expiresAt).reveal()}`);
  }

  /** Null without a pass in the Cookie header, or when it was refused. @throws AppError 503 when it couldn't be judged */
  async judgePicturePass(cookies: string | undefined): Promise<Caller | null> {
    if (cookies === undefined) return null;
    const installation = await orUnavailable(this.installationName());
    const brought = installation === null ? undefined : cookieValue(cookies, pictureCookieName(installation));
    const deviceId = this.deviceOf(brought ?? '');
    if (deviceId === null) return null;
    const owners = await orUnavailable(this.database.read((tx) => this.sessions.ownersOf(tx, [deviceId])));
    const owner = owners.get(deviceId);
    return owner ? { ...owner, deviceId } : null;
  }

  private deviceOf(text: string): string | null {
    const { deviceId = '', expiresAt = '', seal = '' } = PASS.exec(text)?.groups ?? {};
    const isOurs = this.sealOf(deviceId, Number(expiresAt)).equals(seal);
    return isOurs && this.clock.now() < Number(expiresAt) ? deviceId : null;
  }

  private sealOf(deviceId: string, expiresAt: number): Secret {
    return Secret.of(createHmac('sha256', this.passKey).update(`${deviceId}.${expiresAt}`, 'utf8').digest('base64url'));
  }
}
