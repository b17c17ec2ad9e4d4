import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OidcHousehold, type OidcProof } from '../../harness/oidc-household.js';

const TABS = 10;
const HANDS = 20;

describe('issue 19 §7: races at single sign-on', () => {
  let household: OidcHousehold;

  beforeAll(async () => {
    household = await OidcHousehold.open();
  });

  beforeEach(async () => {
    await household.startOver();
    await household.configure();
  });

  afterAll(() => household.close());

  const accounts = async () => ((await household.admin.get('/api/admin/users')).body as readonly unknown[]).length;
  const devices = async () => ((await household.admin.get('/api/admin/devices')).body as readonly unknown[]).length;

  it('one new person in ten tabs is one account with ten devices', async () => {
    household.fake.person = { sub: 'ten-tabs', claims: { name: 'tabea' } };
    const [people, signedIn] = [await accounts(), await devices()];
    const proofs: OidcProof[] = [];
    for (let tab = 0; tab < TABS; tab += 1) proofs.push(await household.codeOf(await household.begin()));
    const answers = await Promise.all(proofs.map((proof) => household.exchange(proof)));
    expect(answers.map(({ status }) => status)).toEqual(Array(TABS).fill(200));
    expect(new Set(answers.map(({ body }) => (body as { user: { id: number } }).user.id)).size).toBe(1);
    expect([await accounts(), await devices()]).toEqual([people + 1, signedIn + TABS]);
  });

  it('one code in twenty hands is one session', async () => {
    const proof = await household.codeOf(await household.begin());
    const signedIn = await devices();
    const answers = await Promise.all(Array.from({ length: HANDS }, () => household.exchange(proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(HANDS - 1);
    expect(await devices()).toBe(signedIn + 1);
  });

  it('two people who link one identity at once: one is linked, the other gets 409', async () => {
    const people = [await household.app.invite('yara'), await household.app.invite('zoe')];
    household.fake.person = { sub: 'one-identity' };
    const proofs: OidcProof[] = [];
    for (const person of people)
      proofs.push(await household.codeOf(await household.begin('/api/auth/oidc/link', {}, person)));
    const answers = await Promise.all(proofs.map((proof) => household.exchange(proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('two people with one invitation at once: one account, one winner', async () => {
    await household.configure({ auto_create: false });
    const minted = await household.admin.post('/api/admin/connect-token', {
      name: 'wanda',
      server_url: household.app.url,
    });
    const invitation = new URL((minted.body as { link: string }).link).searchParams.get('token');
    const proofs: OidcProof[] = [];
    for (const sub of ['one', 'other']) {
      household.fake.person = { sub };
      proofs.push(await household.codeOf(await household.begin('/api/auth/oidc/begin', { invitation })));
    }
    const answers = await Promise.all(proofs.map((proof) => household.exchange(proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
