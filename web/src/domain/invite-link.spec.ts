import { describe, expect, it } from 'vitest';
import { connectLinkExpired, connectLinkUsed, connectTokenNotFound } from '../../../src/modules/auth/auth.errors.js';
import { inviteLink, joinRefusal } from './invite-link.js';

const TOKEN = 'ab'.repeat(32);
const appLink = (server: string, token = TOKEN): string =>
  `usher://connect?token=${token}&server=${encodeURIComponent(server)}`;

describe('issue 22, invite: the link for browsers', () => {
  it.each([
    ['http://nas:7676', `http://nas:7676/join#${TOKEN}`, false],
    ['https://usher.example/a/b', `https://usher.example/a/b/join#${TOKEN}`, false],
    ['https://usher.example/a/b/', `https://usher.example/a/b/join#${TOKEN}`, false],
    ['http://localhost:7676', `http://localhost:7676/join#${TOKEN}`, true],
    ['http://127.0.0.1:7676', `http://127.0.0.1:7676/join#${TOKEN}`, true],
    ['http://[::1]:7676', `http://[::1]:7676/join#${TOKEN}`, true],
  ])('of a server at %s', (server, address, isOnlyHere) => {
    expect(inviteLink(appLink(server))).toEqual({ address, isOnlyHere });
  });

  it.each([
    ['no link', 'nonsense'],
    ['another scheme of the server', appLink('javascript:alert(1)')],
    ['no server', 'usher://connect?token=abc'],
    ['a token of another form', appLink('http://nas', 'x')],
  ])('there is none of %s', (_, link) => {
    expect(inviteLink(link)).toBeUndefined();
  });
});

describe('issue 22, invite: what a refusal means', () => {
  it.each([
    [connectLinkUsed().code, 'used'],
    [connectLinkExpired().code, 'expired'],
    [connectTokenNotFound().code, 'gone'],
    ['required', undefined],
    [undefined, undefined],
  ])('%s', (code, meaning) => {
    expect(joinRefusal(code)).toBe(meaning);
  });
});
