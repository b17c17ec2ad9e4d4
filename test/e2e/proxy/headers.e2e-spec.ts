import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { request } from 'node:http';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';
import { filmsOf, startProxyFixture, type ProxyFixture } from './proxy-fixture.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Doc 3 §4.4, one real header for each name and each beginning of a name. */
const NEVER_FORWARDED = words(`
  Cookie Cookie2 Set-Cookie Proxy-Authorization X-Api-Key X-Plex-Token X-Gitlab-Token Api-Signature Private-Key
  Forwarded X-Forwarded-For X-Forwarded-Host X-Forwarded-User X-Forwarded-Access-Token Via X-Real-IP Client-IP
  True-Client-IP CF-Connecting-IP Fastly-Client-IP Fly-Client-IP X-Cluster-Client-IP X-Envoy-External-Address
  X-Original-Forwarded-For X-Original-URL X-Original-Method X-Rewrite-URL Sec-WebSocket-Key Sec-WebSocket-Protocol
  Origin Referer X-HTTP-Method X-HTTP-Method-Override X-Method-Override X-Override-Method X-Envoy-Original-Path
  Cf-Access-Jwt-Assertion Remote-User Remote_User Remote-Groups SSL-Client-Cert SSL_Client_S_DN X-Amzn-Oidc-Identity
  X-Auth-Request-User X-Authenticated-User X-Authentik-Username X-Client-Cert-Chain X-Envoy-Peer-Metadata-Id
  X-Goog-Authenticated-User-Email X-Goog-IAP-JWT-Assertion X-Identity-Name X-Keycloak-Id X-MS-Client-Principal-Name
  X-MS-Token-AAD-Id-Token X-Pomerium-Claim-Email X-Remote-User X-SPIFFE-Id X-SSL-Client-Verify X-TLS-Client-Subject
  X-User-Id DPoP X-Client-Cert X-Client-DN X-Email X-Groups X-Principal X-Roles X-Subject X-User X-Username
  HTTP2-Settings TE Keep-Alive X-Named-By-Connection
`);

const NEVER_ANSWERED = words(`
  X-Accel-Redirect X-Accel-Buffering X-Sendfile X-Sendfile-Type X-Lighttpd-Send-File X-Reproxy-URL
  Age Expires CDN-Cache-Control Cloudflare-CDN-Cache-Control Surrogate-Control Edge-Control Akamai-Cache-Control
  X-Cache-Control X-Edge-Control Set-Cookie X-Api-Key X-Session-Token Access-Control-Allow-Origin
  Access-Control-Allow-Credentials Clear-Site-Data Strict-Transport-Security Proxy-Authenticate X-Named-By-Connection
`);

describe('headers on their way through the proxy', () => {
  let fixture: ProxyFixture;

  beforeAll(async () => {
    fixture = await startProxyFixture();
  });

  beforeEach(() => fixture.fakes.movie_manager.forgetCalls());

  afterAll(() => fixture.close());

  it('doc1 §4 proxy 7: an instance gets its own key and nothing about the caller', async () => {
    const headers = Object.fromEntries(NEVER_FORWARDED.map((name) => [name, 'planted-assertion']));
    const { status } = await fixture.raw(fixture.ana, {
      path: filmsOf(fixture),
      headers: { ...headers, connection: 'close, x-named-by-connection', 'accept-encoding': 'gzip, br', accept: 'a/b' },
    });
    expect(status).toBe(200);
    const [call] = fixture.fakes.movie_manager.calls();
    expect(JSON.stringify(call?.headers)).not.toMatch(/planted-assertion|Bearer/);
    expect(call?.headers).toMatchObject({
      'x-api-key': fixture.fakes.movie_manager.apiKey,
      'accept-encoding': 'identity',
      host: new URL(fixture.fakes.movie_manager.url).host,
      accept: 'a/b',
    });
  });

  it('doc1 §4 proxy 7: what says what is asked for goes on, and the query to the letter', async () => {
    const headers = { 'accept-language': 'de', 'if-none-match': '"7"', range: 'bytes=0-9', 'user-agent': 'app/1' };
    await fixture.raw(fixture.ana, { path: `${filmsOf(fixture)}?b=2&a='%27&a=b+c&&x`, headers });
    const [call] = fixture.fakes.movie_manager.calls();
    expect(call?.headers).toMatchObject(headers);
    expect(call?.query).toEqual({ b: '2', a: ["''", 'b c'], x: '' });
  });

  it('doc1 §4 proxy 7: trailers of a call are dropped', async () => {
    const { hostname, port } = new URL(fixture.app.url);
    const path = `${E2E_BASE_PATH}/api/instances/${fixture.ids.movie_manager}/api/v3/tag`;
    const headers = {
      authorization: `Bearer ${fixture.admin.token}`,
      trailer: 'X-Api-Key',
      'transfer-encoding': 'chunked',
    };
    await new Promise<void>((answered, failed) => {
      const call = request({ hostname, port, path, method: 'POST', headers, agent: false }, (response) => {
        response.resume().once('end', answered);
      });
      call.once('error', failed).write('{}');
      call.addTrailers({ 'X-Api-Key': 'planted-assertion' });
      call.end();
    });
    const [call] = fixture.fakes.movie_manager.calls();
    expect(call).toMatchObject({ body: {} });
    expect(call?.headers.trailer).toBeUndefined();
  });

  it('doc1 §4 proxy 8: answers are private, and command no server and no browser', async () => {
    const said = Object.fromEntries(NEVER_ANSWERED.map((name) => [name, 'planted-command']));
    const policy = {
      'content-security-policy': 'default-src *',
      'x-frame-options': 'ALLOWALL',
      'x-content-type-options': 'no',
    };
    fixture.answer(() => ({
      body: [],
      headers: {
        ...said,
        ...policy,
        connection: 'keep-alive, x-named-by-connection',
        'cache-control': 'public, max-age=9',
        pragma: 'cache',
        'x-application-version': '6.0',
      },
    }));
    const { headers } = await fixture.ana.get(filmsOf(fixture));
    expect(JSON.stringify([...headers])).not.toContain('planted-command');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-store',
      pragma: 'no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'x-application-version': '6.0',
    });
  });

  it.each([
    [
      'link',
      '<http://u:p@a.test/?apikey=x>; rel="next", </y?page=2>; rel=prev',
      '<http://a.test/?apikey=[REDACTED]>; rel="next", </y?page=2>; rel=prev',
    ],
    ['link', 'http://a.test/?apikey=x', null],
    ['link', '<http://a.test/?apikey=x', null],
    ['link', '<a>; rel=next <b?apikey=x>', null],
    ['refresh', '5', '5'],
    ['refresh', '5; url=/x?token=t&a=1', '5; url=/x?token=[REDACTED]&a=1'],
    ['refresh', 'soon; url=/x?token=t', null],
    ['x-note', 'see http://u:p@a.test/?sig=x', 'see http://a.test/?sig=[REDACTED]'],
  ])('doc3 §4.3: %s: %s becomes %s', async (name, value, clean) => {
    fixture.answer(() => ({ body: [], headers: { [name]: value } }));
    expect((await fixture.ana.get(filmsOf(fixture))).headers.get(name)).toBe(clean);
  });
});
