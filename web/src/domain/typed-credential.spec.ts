import { describe, expect, it } from 'vitest';
import type { CredentialShape } from './library-kinds.js';
import {
  EMPTY_CREDENTIAL,
  isKept,
  isOpen,
  missingOf,
  sentCredential,
  type TypedCredential,
} from './typed-credential.js';

const typed = (given: Partial<TypedCredential>): TypedCredential => ({ ...EMPTY_CREDENTIAL, ...given });

describe('doc3 §3.1: what is sent to open an app', () => {
  it.each<[CredentialShape, Partial<TypedCredential>, object | undefined, object]>([
    ['key', { key: ' k ', username: 'mara', password: 'p' }, undefined, { api_key: 'k' }],
    ['key', {}, {}, {}],
    ['account', { key: 'k', username: ' mara ', password: ' p ' }, undefined, { username: 'mara', password: ' p ' }],
    ['account', { username: 'mara' }, { username: 'mara' }, {}],
    ['account', { username: 'ben' }, { username: 'mara' }, { username: 'ben' }],
    ['account', { username: 'mara', password: 'p' }, { username: 'mara' }, { username: 'mara', password: 'p' }],
    ['either', { key: 'k', username: 'mara', password: 'p', hasKey: true }, undefined, { api_key: 'k' }],
    ['either', { key: 'k', username: 'mara', password: 'p' }, undefined, { username: 'mara', password: 'p' }],
    ['password', { username: 'mara', password: 'p' }, undefined, { password: 'p' }],
    ['optional', {}, undefined, {}],
  ])('%s of %j where %j is stored is %j', (shape, given, stored, sent) => {
    expect(sentCredential(typed(given), shape, stored)).toEqual(sent);
  });

  it.each<[CredentialShape, Partial<TypedCredential>, object | undefined, string | undefined]>([
    ['key', {}, undefined, 'key'],
    ['key', {}, {}, undefined],
    ['account', {}, undefined, 'username'],
    ['account', { username: 'mara' }, undefined, 'password'],
    ['account', { username: 'mara' }, { username: 'mara' }, undefined],
    ['either', { hasKey: true }, { has_api_key: false }, 'key'],
    ['either', { username: 'mara' }, { has_api_key: true }, 'password'],
    ['either', { username: 'mara' }, { has_api_key: false, username: 'mara' }, undefined],
    ['either', { username: 'mara' }, { has_api_key: false }, 'password'],
    ['either', {}, undefined, undefined],
    ['either', { password: 'p' }, undefined, 'username'],
    ['password', {}, undefined, 'password'],
    ['optional', {}, undefined, undefined],
    ['optional', { password: 'p' }, undefined, 'username'],
  ])('%s of %j where %j is stored lacks %s', (shape, given, stored, lacks) => {
    expect(missingOf(typed(given), shape, stored)).toBe(lacks);
  });

  it.each<[CredentialShape, boolean, object | undefined, boolean]>([
    ['key', false, undefined, false],
    ['key', false, {}, true],
    ['account', false, { username: 'mara' }, true],
    ['either', true, { has_api_key: false }, false],
    ['either', true, { has_api_key: true }, true],
    ['either', false, { has_api_key: true }, false],
    ['either', false, { has_api_key: false }, false],
    ['either', false, { has_api_key: false, username: 'mara' }, true],
    ['optional', false, {}, false],
    ['optional', false, { username: 'mara' }, true],
  ])('%s with a key: %s, where %j is stored, keeps something: %s', (shape, hasKey, stored, stays) => {
    expect(isKept(shape, hasKey, stored)).toBe(stays);
  });

  it.each<[CredentialShape, Partial<TypedCredential>, object | undefined, boolean]>([
    ['either', {}, undefined, true],
    ['either', {}, { has_api_key: false }, true],
    ['either', {}, { has_api_key: false, username: 'mara' }, false],
    ['either', { hasKey: true }, { has_api_key: true }, false],
    ['either', { username: 'mara', password: 'p' }, undefined, false],
    ['optional', {}, undefined, true],
    ['account', {}, undefined, false],
    ['key', {}, undefined, false],
  ])('issue 43 C19: %s of %j where %j is stored opens with nothing: %s', (shape, given, stored, open) => {
    expect(isOpen(typed(given), shape, stored)).toBe(open);
  });
});
