import { describe, expect, it } from 'vitest';
import { contactableUserAgent, USER_AGENT } from './user-agent.js';

describe('the name by which outside systems know us', () => {
  it('doc2 §4 music: says how to reach the operator of the server, where that is known', () => {
    expect(contactableUserAgent('ana@home.example')).toBe(`${USER_AGENT} ( ana@home.example )`);
    expect(contactableUserAgent(null)).toBe(USER_AGENT);
  });
});
