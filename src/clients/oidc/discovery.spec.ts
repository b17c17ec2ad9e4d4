import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-server.js';
import { OidcClientFixture } from '../../../test/harness/oidc-client-fixture.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { OidcTransport } from './oidc-transport.js';
import { IssuerMismatch, providerDocumentSchema, readProviderDocument } from './provider-document.js';

const DOCUMENT = 'GET /.well-known/openid-configuration';
const HTML = { body: '<!doctype html><p>Sign in</p>', headers: { 'content-type': 'text/html' } };
const MEBIBYTE = 1024 * 1024;

let fixture: OidcClientFixture;

beforeEach(async () => {
  fixture = new OidcClientFixture();
  await fixture.fake.start();
});

afterEach(() => fixture.fake.stop());

describe('the document of a provider', () => {
  const broken: readonly (readonly [name: string, fault: FakeFault, kind: string])[] = [
    ['404', 404, 'not_found'],
    ['500', 500, 'failed'],
    ['a page for people', HTML, 'malformed'],
    ['half a document', 'cut-body', 'unreachable'],
    ['no JSON', 'garbage', 'malformed'],
    ['nothing', 'empty', 'malformed'],
    ['a list', { body: [] }, 'malformed'],
    ['null', { body: null }, 'malformed'],
    ['an issuer that is null', { body: { issuer: null } }, 'malformed'],
    ['a reset connection', 'reset', 'unreachable'],
    ['more than a mebibyte', { body: `{"x":"${'a'.repeat(MEBIBYTE)}"}` }, 'too_large'],
    ['204', 204, 'malformed'],
  ];

  it.each(broken)('issue 19 §4: that is %s is not used', async (_, fault, kind) => {
    fixture.fake.fail(DOCUMENT, fault);
    expect(await failureOf(fixture.client.discover(fixture.fake.url))).toMatchObject({ kind });
  });

  it.each(['timeout', 'slow-headers', 'stalled-body'] as const)(
    'doc3 §12.2: by %s is given up after 20 s',
    async (fault) => {
      fixture.fake.fail(DOCUMENT, fault);
      const failed = await fixture.lateFailureOf(DOCUMENT, fixture.client.discover(fixture.fake.url));
      expect(failed).toMatchObject({ kind: 'timeout' });
    },
  );

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    'security 34: without its %s is refused by the name of what is missing, null like absent',
    async (member) => {
      for (const value of [undefined, null, 7]) {
        fixture.fake.document = { [member]: value };
        expect((await failureOf(fixture.client.discover(fixture.fake.url))).reason).toContain(`has no ${member}`);
      }
    },
  );

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'doc3 §12.2: whose %s is plain http elsewhere, or no address, is refused',
    async (member) => {
      const bad = [
        'http://id.example/x',
        'http://127.0.0.1.evil.example/',
        'https://ana:pw@id.example/',
        'ftp://id.example/',
        '/x',
        '',
      ];
      for (const address of bad) {
        fixture.fake.document = { [member]: address };
        const { reason } = await failureOf(fixture.client.discover(fixture.fake.url));
        expect([address, reason]).toEqual([address, `the ${member} of the provider must be an https address`]);
      }
    },
  );

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'issue 43 A8: whose %s is plain http on this machine is refused, unless the issuer is too',
    (member) => {
      const document = (issuer: string, address: string) =>
        providerDocumentSchema.parse({
          issuer,
          authorization_endpoint: 'https://id.example/authorize',
          token_endpoint: 'https://id.example/token',
          jwks_uri: 'https://id.example/jwks',
          [member]: address,
        });
      const read = (issuer: string, address: string) => readProviderDocument(issuer, document(issuer, address));
      for (const address of ['http://127.0.0.1:7676/x', 'http://localhost/x', 'http://[::1]:8080/x']) {
        for (const issuer of ['https://id.example', 'https://localhost'])
          expect(() => read(issuer, address)).toThrow(`the ${member} of the provider must be an https address`);
        expect(read('http://localhost:9000', address)).toMatchObject({ issuer: 'http://localhost:9000' });
      }
    },
  );

  it('issue 43 A8: of an issuer on https leads to no call over plain http on this machine', async () => {
    const { clock, fake } = fixture;
    const transport = new OidcTransport({ clock, log: silentLog });
    const call = { operation: 'discovery.read', method: 'GET', url: `${fake.url}/jwks`, redirects: 5 } as const;
    expect((await transport.send({ ...call, issuer: fake.url })).status).toBe(200);
    fake.forgetCalls();
    const refused = await failureOf(transport.send({ ...call, issuer: 'https://id.example' }));
    expect(refused).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
    expect(fake.calls()).toEqual([]);
  });

  it('security 34: may leave out everything else', async () => {
    const { fake } = fixture;
    fake.document = {
      userinfo_endpoint: undefined,
      token_endpoint_auth_methods_supported: undefined,
      id_token_signing_alg_values_supported: null,
      response_types_supported: 'code',
    };
    fake.rotate('RS256');
    expect(await fixture.client.discover(fake.url)).toMatchObject({
      userInfoEndpoint: null,
      algorithms: ['RS256'],
      clientProof: 'basic',
      promisesIssuer: false,
    });
    expect(await fixture.signIn()).toMatchObject({ name: 'mara', groups: [] });
  });

  it('issue 19 §4: lists an asymmetric algorithm, or nobody can sign in', async () => {
    for (const listed of [['HS256', 'none'], [], ['ES256K']]) {
      fixture.fake.document = { id_token_signing_alg_values_supported: listed };
      expect((await failureOf(fixture.client.discover(fixture.fake.url))).reason).toContain('no asymmetric algorithm');
    }
  });

  it('issue 19 §4: decides about the last slash of the issuer, and about nothing else', async () => {
    const { client, fake } = fixture;
    expect((await client.discover(`${fake.url}/`)).issuer).toBe(fake.url);
    fake.document = { issuer: `${fake.url}/` };
    expect((await client.discover(fake.url)).issuer).toBe(`${fake.url}/`);
    expect((await client.discover(`${fake.url}/`)).issuer).toBe(`${fake.url}/`);
    const others = [
      `${fake.url}//`,
      `${fake.url}/realm`,
      fake.url.replace('127.0.0.1', 'localhost'),
      fake.url.toUpperCase(),
      'https://evil.example',
      '',
    ];
    for (const issuer of others) {
      fake.document = { issuer };
      const fault = await failureOf(client.discover(fake.url));
      expect(fault).toBeInstanceOf(IssuerMismatch);
      expect(fault).toMatchObject({ configured: fake.url, documented: issuer });
      expect(fault.message).not.toContain('127.0.0.1');
    }
  });

  it('doc3 §12.2: is found behind five redirects and not behind six', async () => {
    const { client, fake } = fixture;
    const chain = (hops: number): void => {
      fake.fail(DOCUMENT, { status: 302, headers: { location: '/hop/1' } });
      fake.route('GET /hop/:n', ({ params: { n } }) => {
        const next = Number(n) < hops ? `/hop/${Number(n) + 1}` : '/.well-known/openid-configuration';
        return { status: 307, headers: { location: next } };
      });
    };
    chain(4);
    expect(await client.discover(fake.url)).toMatchObject({ issuer: fake.url });
    chain(5);
    expect(await failureOf(client.discover(fake.url))).toMatchObject({ kind: 'redirected' });
  });

  it.each(['http://id.example/', 'file:///etc/passwd', 'http://', 'http://ana:pw@127.0.0.1/'])(
    'security 8: redirects to %s are not followed',
    async (location) => {
      fixture.fake.fail(DOCUMENT, { status: 302, headers: { location } });
      expect(await failureOf(fixture.client.discover(fixture.fake.url))).toMatchObject({
        kind: 'rejected',
        definitelyNotSent: true,
      });
    },
  );
});
