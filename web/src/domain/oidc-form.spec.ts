import { describe, expect, it } from 'vitest';
import { isChanged, oidcBody, type StoredOidc, typedOf } from './oidc-form.js';

const STORED: StoredOidc = {
  enabled: true,
  label: 'House',
  issuer: 'https://login.example',
  client_id: 'usher',
  additional_scopes: ['groups', 'email'],
  allowed_groups: ['family, all of it', 'friends'],
  group_claim: 'groups',
  auto_create: true,
  sso_only: false,
  use_proxy: false,
  has_secret: true,
  callback_url: 'https://usher.example/api/auth/oidc/callback',
  tested: true,
};

describe('doc3 §12.2: what a form of single sign-on sends', () => {
  it('sends back what is stored, and no secret with it', () => {
    const { has_secret: _secret, callback_url: _url, tested: _tested, ...config } = STORED;
    expect(oidcBody(typedOf(STORED))).toEqual(config);
    expect(isChanged(typedOf(STORED), STORED)).toBe(false);
  });

  it.each([
    ['a new secret', { secret: ' s ', removesSecret: true }, { client_secret: ' s ' }],
    ['no secret any more', { removesSecret: true }, { client_secret: '' }],
    ['scopes as they were typed', { scopes: ' a, b\tc ' }, { additional_scopes: ['a', 'b', 'c'] }],
    ['one group in each line', { groups: 'a, b\n\n c \r\n' }, { allowed_groups: ['a, b', 'c'] }],
    [
      'texts without blanks around them',
      { issuer: ' https://a ', clientId: ' b ' },
      { issuer: 'https://a', client_id: 'b' },
    ],
  ])('sends %s', (_what, typed, sent) => {
    const changed = { ...typedOf(STORED), ...typed };
    expect(oidcBody(changed)).toMatchObject(sent);
    expect(isChanged(changed, STORED)).toBe(true);
  });
});
