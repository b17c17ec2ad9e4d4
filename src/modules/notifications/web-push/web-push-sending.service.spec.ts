import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { SettingsDatabase } from '../../../../test/harness/settings-database.js';
import { vapidPublicKey } from '../../../clients/web-push/vapid-key.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { SystemRandom } from '../../../core/time/random.js';
import { SecretSettingsRepository } from '../../settings/settings.public.js';
import { WebPushSendingService } from './web-push-sending.service.js';

describe('issue 24, Web Push: as whom this server sends to browsers', () => {
  let fixture: SettingsDatabase;

  beforeEach(async () => {
    fixture = await SettingsDatabase.open();
  });

  afterEach(() => fixture.close());

  const identity = (secrets = fixture.secrets): WebPushSendingService =>
    new WebPushSendingService(
      { webPushHosts: [] },
      ...([fixture.database, secrets, new SystemRandom(), fixture.network] as const),
      // Nothing is sent.
      ...([undefined, undefined, undefined] as unknown as [never, never, never]),
    );

  const publicKey = async (of: WebPushSendingService) => vapidPublicKey(await of.key());

  it('with a key that is drawn once, of two processes that ask at a time by one', async () => {
    const [one, other] = [identity(), identity()];
    const keys = await Promise.all([one, other, one].map(publicKey));
    expect(new Set([...keys, await publicKey(identity())]).size).toBe(1);
  });

  it('security 26: with a key that nobody replaces where it can’t be opened, since every subscription is bound to it', async () => {
    const before = await publicKey(identity());
    const stranger = new SecretBox(Buffer.alloc(32, 8), new SystemRandom());
    const elsewhere = identity(new SecretSettingsRepository(fixture.store, stranger));
    expect(await errorOf(elsewhere.key())).toMatchObject({ status: 503 });
    expect(await errorOf(elsewhere.sender(null))).toMatchObject({ status: 503 });
    expect(await publicKey(identity())).toBe(before);
  });

  it('RFC 8292 section 2.1: with the contact of the household rather than the site of the browser', async () => {
    const { subject, key } = await identity().sender('https://usher.house.example');
    expect(subject).toBe('mailto:ana@home.example');
    expect(vapidPublicKey(key)).toBe(await publicKey(identity()));
  });
});
