import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspect } from 'node:util';
import type { FakeFault } from '../../../test/fakes/fake-server.js';
import { OidcClientFixture } from '../../../test/harness/oidc-client-fixture.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { directPath } from '../../core/http/network-path.js';
import { Secret } from '../../core/secrets/secret.js';

const TOKEN = 'POST /token';
const USER_INFO = 'GET /userinfo';
const HTML = { body: '<!doctype html><p>Sign in</p>', headers: { 'content-type': 'text/html' } };
const MEBIBYTE = 1024 * 1024;

let fixture: OidcClientFixture;

beforeEach(async () => {
  fixture = new OidcClientFixture();
  await fixture.fake.start();
});

afterEach(() => fixture.fake.stop());

describe('the keys of a provider', () => {
  it.each([
    ['500', 500],
    ['a page', HTML],
    ['a document without a list', { body: { keys: {} } }],
    ['an empty list', { body: { keys: [] } }],
    ['a list of texts', { body: { keys: ['key'] } }],
  ] as const)('that are %s identify nobody, and no code is spent', async (_, fault) => {
    fixture.fake.fail('GET /jwks', fault);
    await failureOf(fixture.signIn());
    expect(fixture.fake.calls(TOKEN)).toEqual([]);
  });

  it('issue 43 C14, RFC 7517 §5: one that can’t be read is ignored beside the others', async () => {
    const { fake } = fixture;
    fake.fail('GET /jwks', { body: { keys: [null, { kty: 5 }, ...fake.keys.map(({ jwk }) => jwk)] } });
    expect(await fixture.signIn()).toMatchObject({ subject: 'sub-mara' });
  });

  it('issue 43 A8: that are somewhere else are not looked for there, and no code is spent', async () => {
    const { fake } = fixture;
    fake.fail('GET /jwks', { status: 302, headers: { location: '/elsewhere' } });
    expect(await failureOf(fixture.signIn())).toMatchObject({ kind: 'redirected' });
    expect([fake.calls('GET /elsewhere'), fake.calls(TOKEN)]).toEqual([[], []]);
  });

  it('issue 19 §4: are fetched again as soon as an unknown one signs, named or not', async () => {
    const { fake } = fixture;
    await fixture.signIn();
    fake.rotate();
    expect(await fixture.signIn()).toMatchObject({ subject: 'sub-mara' });
    fake.rotate('ES256', 'again');
    fake.rotate('RS256', 'again');
    expect(await fixture.signIn()).toMatchObject({ subject: 'sub-mara' });
    expect(fake.calls(TOKEN)).toHaveLength(3);
    expect(fake.calls('GET /jwks')).toHaveLength(3);
  });

  it('issue 19 §4: known ones are not asked for: a warm sign-in is one call', async () => {
    await fixture.signIn();
    fixture.fake.forgetCalls();
    await fixture.signIn();
    expect(fixture.fake.calls().map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /authorize', TOKEN]);
  });

  it('security 13: shared by sign-ins at once: each learns of its own person alone', async () => {
    await fixture.signIn();
    let number = 0;
    Object.defineProperty(fixture.fake, 'person', {
      get: () => ({ sub: `s${++number}`, claims: {}, userInfo: { name: `name of s${number}` } }),
    });
    const people = await Promise.all(Array.from({ length: 8 }, () => fixture.signIn()));
    expect(people.map(({ subject }) => subject).sort()).toEqual(Array.from({ length: 8 }, (_, at) => `s${at + 1}`));
    for (const { subject, name } of people) expect(name).toBe(`name of ${subject}`);
  });

  it('doc3 §12.2: a changed client secret is sent at once, though the keys are known ones', async () => {
    await fixture.signIn();
    const registration = { clientSecret: Secret.of('another secret') };
    expect(await failureOf(fixture.signIn({ registration }))).toMatchObject({ kind: 'unauthorized' });
  });
});

describe('the token endpoint', () => {
  const broken: readonly (readonly [name: string, fault: FakeFault, expected: object])[] = [
    [
      'refuses the code',
      { status: 400, body: { error: 'invalid_grant' } },
      { kind: 'rejected', refusals: ['invalid_grant'] },
    ],
    [
      'refuses the client',
      { status: 401, body: { error: 'invalid_client' } },
      { kind: 'unauthorized', refusals: ['invalid_client'] },
    ],
    ['refuses the client by 400', { status: 400, body: { error: 'invalid_client' } }, { kind: 'unauthorized' }],
    ['refuses by a page', { ...HTML, status: 400 }, { kind: 'rejected', refusals: [] }],
    ['refuses in words that are no code', { status: 400, body: { error: 'No! <b>' } }, { refusals: [] }],
    ['fails', 500, { kind: 'failed' }],
    ['is not there', 404, { kind: 'not_found' }],
    ['is too busy', 429, { kind: 'rate_limited' }],
    ['redirects', { status: 307, headers: { location: '/elsewhere' } }, { kind: 'redirected' }],
    ['redirects to a page', { status: 302, headers: { location: 'https://evil.example/' } }, { kind: 'redirected' }],
    ['answers with a page', HTML, { kind: 'malformed' }],
    ['answers with half of it', 'cut-body', { kind: 'unreachable' }],
    ['answers with nothing', 'empty', { kind: 'malformed' }],
    ['answers with a list', { body: [] }, { kind: 'malformed' }],
    ['answers without an access token', { body: { token_type: 'Bearer', id_token: 'x' } }, { kind: 'malformed' }],
    [
      'answers with null for one',
      { body: { access_token: null, token_type: 'Bearer', id_token: 'x' } },
      { kind: 'malformed' },
    ],
    [
      'answers with null for the ID token',
      { body: { access_token: 'a', token_type: 'Bearer', id_token: null } },
      { kind: 'malformed' },
    ],
    ['answers with more than a mebibyte', { body: { access_token: 'a'.repeat(MEBIBYTE) } }, { kind: 'too_large' }],
    ['resets the connection', 'reset', { kind: 'unreachable' }],
    ['loses its answer', 'answer-lost', { kind: 'unreachable' }],
    ['answers 201', { status: 201, body: {} }, { kind: 'malformed' }],
  ];

  it.each(broken)('security 13: that %s identifies nobody, and is asked once', async (_, fault, expected) => {
    fixture.fake.fail(TOKEN, fault);
    expect(await failureOf(fixture.signIn())).toMatchObject(expected);
    expect(fixture.fake.calls(TOKEN)).toHaveLength(1);
    expect(fixture.fake.calls('POST /elsewhere')).toEqual([]);
  });

  it('doc3 §12.2: that hangs is given up after 20 s', async () => {
    fixture.fake.fail(TOKEN, 'timeout');
    expect(await fixture.lateFailureOf(TOKEN, fixture.signIn())).toMatchObject({ kind: 'timeout' });
  });

  it.each([
    [
      'basic where it lists nothing',
      undefined,
      'a:b c%+é~"',
      'Basic dXNoZXItY2xpZW50OmElM0FiK2MlMjUlMkIlQzMlQTklN0UlMjI=',
    ],
    ['basic where it lists both', ['client_secret_post', 'client_secret_basic'], 'plain-secret_1.', undefined],
    ['post where it lists post alone', ['client_secret_post'], 'a:b c%+é~"', null],
    ['no proof without a secret', ['client_secret_basic', 'none'], null, null],
  ] as const)('issue 19 §4: gets %s', async (_, methods, secret, header) => {
    const { fake } = fixture;
    fake.document = { token_endpoint_auth_methods_supported: methods };
    fake.clientSecret = secret;
    expect(await fixture.signIn()).toMatchObject({ subject: 'sub-mara' });
    const [call] = fake.calls(TOKEN);
    if (header !== undefined) expect(call?.headers.authorization ?? null).toBe(header);
    expect(new URLSearchParams(String(call?.body)).has('client_secret')).toBe(secret !== null && header === null);
  });

  it('issue 19 §4: that takes a secret only in ways unknown to us is sent none', async () => {
    fixture.fake.document = { token_endpoint_auth_methods_supported: ['private_key_jwt'] };
    expect(await failureOf(fixture.signIn())).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
    expect(fixture.fake.calls(TOKEN)).toEqual([]);
  });

  it('doc3 §12.2: refuses a code whose verifier is another one', async () => {
    const fault = await failureOf(fixture.signIn({ verifier: 'w'.repeat(43) }));
    expect(fault).toMatchObject({ refusals: ['invalid_grant'] });
  });
});

describe('an answer by the browser', () => {
  it.each([
    ['a state of another attempt', { state: 'state-2' }],
    ['no state', { state: undefined }],
    ['two states', { state: ['state-1', 'state-1'] }],
    ['the name of another issuer', { iss: 'https://evil.example' }],
    ['two codes', { code: ['one', 'two'] }],
    ['an ID token beside the code', { id_token: 'a.b.c' }],
    ['a signed answer', { response: 'a.b.c' }],
    ['no code', { code: undefined }],
  ])('security 13: with %s is not used: nothing is sent', async (_, answer) => {
    fixture.fake.answer = answer;
    expect(await failureOf(fixture.signIn())).toMatchObject({ operation: 'answer.judge' });
    expect(fixture.fake.calls(TOKEN)).toEqual([]);
  });

  it('issue 19 §4: without the issuer that the provider promises to name is not used', async () => {
    const { fake } = fixture;
    fake.document = { authorization_response_iss_parameter_supported: true };
    expect(await failureOf(fixture.signIn())).toMatchObject({ operation: 'answer.judge' });
    fake.answer = { iss: fake.issuer };
    expect(await fixture.signIn()).toMatchObject({ subject: 'sub-mara' });
  });

  it('security 13: that refuses is a refusal by its own code, of which foreign words are no part', async () => {
    fixture.fake.answer = { code: undefined, error: 'access_denied', error_description: 'Mara <b>may not</b>' };
    const fault = await failureOf(fixture.signIn());
    expect(fault).toMatchObject({ kind: 'rejected', refusals: ['access_denied'] });
    expect(inspect(fault)).not.toContain('may not');
    fixture.fake.answer = { code: undefined, error: 'ERR <script>' };
    expect(await failureOf(fixture.signIn())).toMatchObject({ refusals: ['unknown_error'] });
  });
});

describe('UserInfo', () => {
  it('doc3 §12.2: is not asked where the ID token says enough', async () => {
    await fixture.signIn();
    expect(fixture.fake.calls(USER_INFO)).toEqual([]);
  });

  it('doc3 §12.2: fills name and groups that are missing, and replaces none', async () => {
    const { fake } = fixture;
    const userInfo = { preferred_username: 'other', email: 'mara@id.example', groups: ['media'] };
    fake.person = { sub: 's1', userInfo };
    expect(await fixture.signIn({ needsGroups: true })).toMatchObject({ name: 'other', groups: ['media'] });
    fake.person = { sub: 's1', claims: { name: 'Mara', groups: ['own'] }, userInfo };
    expect(await fixture.signIn({ needsGroups: true })).toMatchObject({ name: 'Mara', groups: ['own'] });
    fake.person = { sub: 's1', claims: { email: 'm@id.example', groups: [] }, userInfo };
    expect(await fixture.signIn({ needsGroups: true })).toMatchObject({ name: 'm@id.example', groups: [] });
    fake.person = { sub: 's1', claims: { name: 'Mara', groups: null }, userInfo };
    expect(await fixture.signIn({ needsGroups: true })).toMatchObject({ name: 'Mara', groups: ['media'] });
  });

  it.each([
    ['a text', 'media'],
    ['a number among texts', ['media', 7]],
    ['an object', { media: true }],
    ['null among texts', ['media', null]],
  ])('doc3 §12.2: groups that are %s are none, in either place', async (_, groups) => {
    const { fake } = fixture;
    fake.person = { sub: 's1', claims: { name: 'Mara', groups }, userInfo: { groups: ['media'] } };
    expect(await fixture.signIn({ needsGroups: true })).toMatchObject({ groups: [] });
    fake.person = { sub: 's1', claims: { name: 'Mara' }, userInfo: { groups } };
    expect(await fixture.signIn({ needsGroups: true })).toMatchObject({ groups: [] });
  });

  it('doc3 §12.2: groups are under the configured claim, and no prototype is one', async () => {
    fixture.fake.person = { sub: 's1', claims: { name: 'Mara', roles: ['media'] } };
    expect(await fixture.signIn({ groupClaim: 'roles' })).toMatchObject({ groups: ['media'] });
    expect(await fixture.signIn({ groupClaim: 'constructor' })).toMatchObject({ groups: [] });
  });

  it.each([
    ['another subject', { body: { sub: 'somebody-else', groups: ['media'] } }],
    ['no subject', { body: { groups: ['media'] } }],
  ])('security 14: that speaks of %s refuses the sign-in', async (_, fault) => {
    fixture.fake.person = { sub: 's1' };
    fixture.fake.fail(USER_INFO, fault);
    expect(await failureOf(fixture.signIn())).toMatchObject({ operation: 'answer.judge' });
  });

  it.each([500, 403, 'garbage', 'reset', { status: 302, headers: { location: '/elsewhere' } }] as const)(
    'by %j costs nobody the sign-in for want of a name; for want of groups it does',
    async (fault) => {
      const { fake } = fixture;
      fake.person = { sub: 's1', userInfo: { name: 'Mara' } };
      fake.fail(USER_INFO, fault);
      expect(await fixture.signIn()).toMatchObject({ subject: 's1', name: null });
      fake.fail(USER_INFO, fault);
      await failureOf(fixture.signIn({ needsGroups: true }));
      expect(fake.calls('GET /elsewhere')).toEqual([]);
    },
  );
});

describe('every call', () => {
  it('issue 19 §4: takes the one path that it is given, and names this program', async () => {
    const asked: string[] = [];
    const other = new OidcClientFixture(() => {
      asked.push('path');
      return Promise.resolve({ ...directPath, userAgent: 'Usher/test' });
    });
    await other.fake.start();
    other.fake.person = { sub: 's1', userInfo: { name: 'Mara' } };
    try {
      await other.signIn();
      const ours = other.fake.calls().filter(({ path }) => path !== '/authorize');
      expect(ours.map(({ headers }) => headers['user-agent'])).toEqual(Array(4).fill('Usher/test'));
      expect(asked).toHaveLength(4);
    } finally {
      await other.fake.stop();
    }
  });

  it('security 4: leaves no secret, code, verifier or token in the log or in a fault', async () => {
    const { fake } = fixture;
    await fixture.signIn();
    fake.lie = { claims: { exp: 1 } };
    const faults = [await failureOf(fixture.signIn())];
    fake.honest();
    faults.push(await failureOf(fixture.signIn({ verifier: 'w'.repeat(43) })));
    const said = [fixture.lines.join('\n'), ...faults.map((fault) => inspect(fault, { depth: 9, showHidden: true }))];
    const secrets = [fake.clientSecret ?? '', 'v'.repeat(43), 'w'.repeat(43), 'nonce-1', ...fake.handedOut];
    for (const text of said) for (const secret of secrets) expect(text).not.toContain(secret);
  });
});
