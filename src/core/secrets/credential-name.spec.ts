import { describe, expect, it } from 'vitest';
import { isCredentialName } from './credential-name.js';

describe('doc3 §4.3: isCredentialName', () => {
  it.each([
    'apiKey',
    'api_key',
    'API-KEY',
    'X-Api-Key',
    'radarr.apiKey',
    'password',
    'newPassword',
    'passwd',
    'passphrase',
    'private_key',
    'aws_secret_access_key',
    'secretKey',
    'clientSecret',
    'token',
    'refresh_token',
    'X-Plex-Token',
    'Authorization',
    'credential',
    'credentials',
    'auth',
    'Cookie',
    'Set-Cookie',
    'passkey',
    'torrent_pass',
    'rssKey',
    'upload_pass',
    'pass',
    'ProfilePin',
    'OpenSubtitlesPasswordHash',
  ])('%s holds a credential', (name) => {
    expect(isCredentialName(name)).toBe(true);
  });

  it.each([
    '',
    'key',
    'tokens',
    'tokenCount',
    'author',
    'oauth',
    'cookies',
    'passwordEnabled',
    'secretary',
    'apiKeys',
    'passkeys',
    'bypass',
    'pin',
    'hash',
  ])('%j holds none', (name) => {
    expect(isCredentialName(name)).toBe(false);
  });
});
