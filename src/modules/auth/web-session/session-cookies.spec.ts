import { describe, expect, it } from 'vitest';
import { sessionCookies } from './session-cookies.js';

const SCOPE = { installation: '0a1b2c3d', basePath: '', secure: false };
const GIVEN = { refreshToken: 'refresh', picturePass: 'pass' };

describe('design of the web app §5: the cookies of a session', () => {
  it('are kept from scripts, other sites, other paths and other hosts, for 90 days and for a day', () => {
    expect(sessionCookies(SCOPE, GIVEN)).toEqual([
      'usher_0a1b2c3d=refresh; Path=/api/web; Max-Age=7776000; HttpOnly; SameSite=Strict',
      'usher_pictures_0a1b2c3d=pass; Path=/api/pictures; Max-Age=86400; HttpOnly; SameSite=Strict',
    ]);
  });

  it('are Secure over HTTPS, and lie below the base path', () => {
    expect(sessionCookies({ ...SCOPE, basePath: '/a/b', secure: true }, GIVEN)).toEqual([
      'usher_0a1b2c3d=refresh; Path=/a/b/api/web; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure',
      'usher_pictures_0a1b2c3d=pass; Path=/a/b/api/pictures; Max-Age=86400; HttpOnly; SameSite=Strict; Secure',
    ]);
  });

  it('are taken back under the names and paths that they were set under', () => {
    expect(sessionCookies(SCOPE, null)).toEqual([
      'usher_0a1b2c3d=; Path=/api/web; Max-Age=0; HttpOnly; SameSite=Strict',
      'usher_pictures_0a1b2c3d=; Path=/api/pictures; Max-Age=0; HttpOnly; SameSite=Strict',
    ]);
  });
});
