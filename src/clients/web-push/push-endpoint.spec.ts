import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../core/config/settings.js';
import { readPushEndpoint } from './push-endpoint.js';

const HOSTS = VARIABLES.webPushHosts.fallback({ isTerminal: false });
const LAB = [...HOSTS, 'http://127.0.0.1:9000'];

/** As browsers really give them, but for the tokens in them. */
const REAL = [
  'https://fcm.googleapis.com/fcm/send/eYLp09S5j84:APA91bGOu3LR0Hma_planted-0f3a',
  'https://fcm.googleapis.com/wp/dHIoDxE7Hdg:APA91bH1Zj0kNa_planted',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABb6KbBWpZFYjDyeQEN5NJ9XCBxl3VYjwxURWL2yT',
  'https://web.push.apple.com/QGuQyavXutnMH9mGgsHbHkm1wkE',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2bTYpJ%2fGQ%3d%3d',
];

describe('issue 24, Web Push: the address of a browser', () => {
  it.each(REAL)('%s is taken, and called exactly as it is', (text) => {
    const endpoint = readPushEndpoint(text, HOSTS);
    if ('refused' in endpoint) throw new Error(endpoint.refused);
    expect(endpoint.origin + endpoint.target.reveal()).toBe(text);
    expect(inspect(endpoint)).not.toContain(endpoint.target.reveal());
  });

  it('a lab may name the http origin of a loopback address, with its port', () => {
    expect(readPushEndpoint('http://127.0.0.1:9000/push/1', LAB)).toMatchObject({ origin: 'http://127.0.0.1:9000' });
    expect(readPushEndpoint('http://127.0.0.1:9001/push/1', LAB)).toEqual({ refused: 'other_host' });
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil-fcm.googleapis.com/x',
    'https://a.fcm.googleapis.com/x',
    'https://notify.windows.com/x',
    'https://evilnotify.windows.com/x',
    'https://push.apple.com/x',
    'https://web.push.apple.com./x',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'http://127.0.0.1/x',
  ])('security 8: %s leads to another host', (text) => {
    expect(readPushEndpoint(text, LAB)).toEqual({ refused: 'other_host' });
  });

  it.each([
    '',
    'fcm.googleapis.com/x',
    'https:fcm.googleapis.com/x',
    'HTTPS://fcm.googleapis.com/x',
    'https://FCM.googleapis.com/x',
    'https://fcm.googleapis.com:443/x',
    'https://user@fcm.googleapis.com/x',
    'https://user:word@fcm.googleapis.com/x',
    'https://@fcm.googleapis.com/x',
    'https://fcm.googleapis.com/x#part',
    'https://fcm.googleapis.com/x#',
    'https://fcm.googleapis.com',
    'https://fcm.googleapis.com/',
    'https://fcm.googleapis.com/a/../b',
    'https://fcm.googleapis.com/a/%2e%2e/b',
    'https://fcm.googleapis.com/a/%252e%252e/b',
    'https://fcm.googleapis.com/a%2f..%2fb',
    'https://fcm.googleapis.com\\@evil.example/x',
    'https://fcm.googleapis.com/a b',
    'https://fcm.googleapis.com/a\r\nHost: evil.example',
    ' https://fcm.googleapis.com/x',
    'https://fcm.googleapis.com/é',
    'https://fcm.googleapis.com/?é',
    `https://fcm.googleapis.com/${'x'.repeat(2_048)}`,
    'javascript:alert(1)',
    'file:///etc/passwd',
  ])('security 7: %j is no address that can be called exactly as it is written', (text) => {
    expect('refused' in readPushEndpoint(text, LAB)).toBe(true);
  });

  it('without hosts every address is refused', () => {
    for (const text of REAL) expect(readPushEndpoint(text, [])).toEqual({ refused: 'other_host' });
  });
});
