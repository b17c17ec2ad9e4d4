import { beforeEach, describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import type { Settings } from '../../../core/config/settings.js';
import { SystemRandom } from '../../../core/time/random.js';
import { CeremoniesService } from './ceremonies.service.js';

const PARTY = { rpId: 'media.example', origin: 'https://media.example' };
const FINGERPRINT = Array<string>(32).fill('AA').join(':');

describe('ceremonies of passkeys', () => {
  let clock: MovedClock;
  let ceremonies: CeremoniesService;

  beforeEach(() => {
    clock = new MovedClock();
    const settings = {
      webauthnExtraOrigins: ['https://app.example'],
      androidCertSha256Fingerprints: [FINGERPRINT],
    } as unknown as Settings;
    ceremonies = new CeremoniesService(clock, new SystemRandom(), settings);
  });

  const begin = (holder = '203.0.113.7') => ceremonies.begin({ purpose: 'sign-in' }, PARTY, holder).sessionId;
  const take = (id: string, party = PARTY) => ceremonies.take(id, 'sign-in', party);

  it('doc3 §1.8: answers may come from the own origin, configured ones, and the Android app of a configured certificate', () => {
    const hash = Buffer.alloc(32, 0xaa).toString('base64url');
    expect(take(begin())).toMatchObject({
      ...PARTY,
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      origins: ['https://media.example', 'https://app.example', `android:apk-key-hash:${hash}`],
    });
  });

  it('doc3 §1.6: are good for five minutes and one use', async () => {
    const [one, other] = [begin(), begin()];
    await clock.advance(299_999);
    expect(take(one)).not.toBeNull();
    expect(take(one)).toBeNull();
    await clock.advance(1);
    expect(take(other)).toBeNull();
  });

  it.each([
    ['for another purpose', (id: string) => ceremonies.take(id, 'setup', PARTY)],
    ['at another host', (id: string) => take(id, { ...PARTY, rpId: 'other.example' })],
    ['at another port of the host', (id: string) => take(id, { ...PARTY, origin: 'https://media.example:8443' })],
    ['at the host without TLS', (id: string) => take(id, { ...PARTY, origin: 'http://media.example' })],
  ])('issue 19 §2: brought %s one is refused, and used up', (_, bring) => {
    const id = begin();
    expect(bring(id)).toBeNull();
    expect(take(id)).toBeNull();
  });

  it('security 28: are 2,048 at most; a client that floods them ends its own alone', () => {
    const hers = begin('203.0.113.1');
    const flood = Array.from({ length: 10_000 }, () => begin('198.51.100.9'));
    expect(take(hers)).not.toBeNull();
    expect(take(flood.at(-1) ?? '')).not.toBeNull();
    expect(take(flood.at(-2) ?? '')).toBeNull();
  });
});
