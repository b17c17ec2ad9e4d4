import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { badRequest } from '../../../src/core/errors/app-error.js';
import { PortRegistry } from '../../../src/core/ports/port-registry.js';
import { OAUTH_REQUEST_JUDGE, type OauthParameters } from '../../../src/modules/auth/auth.ports.js';
import { tableRows } from '../../harness/database-inspection.js';
import type { Answer } from '../../harness/http-client.js';
import { BASEMENT, CHALLENGE, HubFixture, START } from '../../harness/hub-fixture.js';
import { EXTERNAL, OidcHousehold } from '../../harness/oidc-household.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import type { App } from '../../harness/start-app.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';
import { refusedWith } from '../../harness/refused-with.js';

const HUB = '/api/auth/hub/mcp/begin';
const OIDC = '/api/auth/oidc/mcp/begin';
const ASKED = {
  response_type: ['code'],
  client_id: ['a client'],
  resource: ['https://one.example/', 'https://two.example/?a=b&c'],
};
const LIMITS = 'oauth must name at most 32 parameters, each with a list of at most 4 texts';
const AUTHENTICATED = {
  status: 'authenticated',
  consent: expect.stringMatching(/^[\w-]{43}$/) as string,
};

/** A server where people sign in by the hub, and one where they sign in by a provider. */
class BothHouseholds {
  private constructor(
    readonly hub: HubFixture,
    readonly oidc: OidcHousehold,
  ) {}

  static async open(): Promise<BothHouseholds> {
    const both = new BothHouseholds(await HubFixture.start(), await OidcHousehold.open());
    await both.hub.connect();
    return both;
  }

  async startOver(): Promise<void> {
    await this.hub.pass(61_000);
    await this.hub.allow(true, true);
    await this.oidc.startOver();
    await this.oidc.configure();
    this.hub.hub.forgetCalls();
    this.oidc.fake.forgetCalls();
  }

  begin(route: string, oauth: unknown): Promise<Answer> {
    return this.appOf(route).http.post(route, { ...START, client: 'mcp', challenge: CHALLENGE, oauth });
  }

  /** The calls of both servers to the hub and to the provider. */
  outsideCalls(): readonly unknown[] {
    return [...this.hub.hub.calls(), ...this.oidc.fake.calls()];
  }

  appOf(route: string): App {
    return route === HUB ? this.hub.app : this.oidc.app;
  }

  async close(): Promise<void> {
    await this.hub.close();
    await this.oidc.close();
  }
}

/** How many devices and tokens there are. */
async function sessions({ databaseFile }: App): Promise<readonly number[]> {
  const { devices = [], access_tokens = [], refresh_tokens = [] } = await tableRows(databaseFile);
  return [devices.length, access_tokens.length, refresh_tokens.length];
}

describe('doc3 §7.2: nobody judges what clients ask', () => {
  let both: BothHouseholds;

  beforeAll(async () => {
    both = await BothHouseholds.open();
    await both.startOver();
  });

  afterAll(() => both.close());

  it.each([HUB, OIDC])('POST %s is 400 client_authorization_off, and asks nothing outside', async (route) => {
    const refused = [400, expect.objectContaining({ code: 'client_authorization_off' })];
    expect(statusAndBody(await both.begin(route, ASKED))).toEqual(refused);
    expect(both.outsideCalls()).toEqual([]);
  });
});

describe('doc1 §4: people identify themselves to authorize a client', () => {
  let both: BothHouseholds;
  let judged: OauthParameters[];

  beforeAll(async () => {
    both = await BothHouseholds.open();
    const judge = async (parameters: OauthParameters): Promise<void> => {
      judged.push(parameters);
      if (parameters['client_id']?.includes('unknown'))
        throw badRequest('unknown_client', 'client_id is not registered');
    };
    for (const { app } of [both.hub, both.oidc]) app.get(PortRegistry).register(OAUTH_REQUEST_JUDGE, { judge });
  });

  beforeEach(async () => {
    judged = [];
    await both.startOver();
  });

  afterAll(() => both.close());

  it('doc3 §12.1: by the hub, for a consent ticket, without a session or device', async () => {
    const { hub } = both;
    const nils = hub.hub.given.person({ id: 7, username: 'nils' });
    hub.hub.given.share(BASEMENT, nils);
    const before = await sessions(hub.app);
    const begun = await both.begin(HUB, ASKED);
    expect(begun.body).toMatchObject({ url: expect.any(String) as string, interval: 3 });
    const flow = hub.flowOf(begun);
    hub.approve(nils);
    const answer = await hub.exchange(flow, await hub.codeOf(flow));
    expect(answer.body).toEqual({ ...AUTHENTICATED, username: 'nils' });
    expect(judged).toEqual([ASKED]);
    expect(await sessions(hub.app)).toEqual(before);
  });

  it('doc3 §12.2: by a provider, for a consent ticket, without a session or device', async () => {
    const { oidc } = both;
    const before = await sessions(oidc.app);
    const attempt = await oidc.begin(OIDC, { client: 'mcp', oauth: ASKED });
    const answer = await oidc.exchange(await oidc.codeOf(attempt));
    expect(answer.body).toEqual({ ...AUTHENTICATED, username: 'mara' });
    expect(judged).toEqual([ASKED]);
    expect(await sessions(oidc.app)).toEqual(before);
  });

  it('doc3 §12.2: the provider’s callback leads to the authorization endpoint, with the same parameters and the code', async () => {
    const { oidc } = both;
    const oauth = { ...ASKED, oidc_code: ['a forged code'], oidc_flow: ['a forged flow', 'another'] };
    const attempt = await oidc.begin(OIDC, { client: 'mcp', oauth });
    const { back, cookie } = await oidc.visitProvider(attempt);
    const returned = await oidc.browse(back, cookie);
    const address = new URL(returned.headers.get('location') ?? '');
    expect([returned.status, address.origin, address.pathname]).toEqual([
      302,
      EXTERNAL,
      `${E2E_BASE_PATH}/oauth/authorize`,
    ]);
    const parameters: Record<string, string[]> = {};
    for (const name of new Set(address.searchParams.keys())) parameters[name] = address.searchParams.getAll(name);
    const [code = ''] = parameters['oidc_code'] ?? [];
    expect(parameters).toEqual({
      ...ASKED,
      oidc_code: [expect.stringMatching(/^[\w-]{43}$/)],
      oidc_flow: [attempt.flow],
    });
    expect((await oidc.exchange({ flow: attempt.flow, code, verifier: attempt.verifier })).status).toBe(200);
  });

  it.each([HUB, OIDC])(
    'POST %s refuses what the judge refuses, in its words, and asks nothing outside',
    async (route) => {
      const asked = { ...ASKED, client_id: ['unknown'] };
      expect(statusAndBody(await both.begin(route, asked))).toEqual([400, refusedWith('client_id is not registered')]);
      expect(judged).toEqual([asked]);
      expect(both.outsideCalls()).toEqual([]);
    },
  );

  const parameters = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, ['x']]));

  it.each([HUB, OIDC])('doc3 §12.1: POST %s has 32 parameters judged as they were given', async (route) => {
    expect((await both.begin(route, parameters(32))).status).toBe(200);
    expect(judged).toEqual([parameters(32)]);
  });

  it.each([HUB, OIDC])(
    'doc3 §12.1: POST %s refuses what client-authorization.body.spec.ts does before it is judged',
    async (route) => {
      for (const oauth of [undefined, parameters(33), { a: ['x', 1] }])
        expect(statusAndBody(await both.begin(route, oauth))).toEqual([400, refusedWith(LIMITS)]);
      expect([judged, both.outsideCalls()]).toEqual([[], []]);
    },
  );

  it.each([HUB, OIDC])('doc3 §0: POST %s is let in ten times a minute', async (route) => {
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await both.begin(route, { client_id: ['unknown'] })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });
});
