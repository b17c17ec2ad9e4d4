import { describe, expect, it } from 'vitest';
import { permissionsOf, roleHolds } from './permissions.js';

/** The table of doc 3 §1.10, as it is there. */
const OF_BOTH = `
  media:discover media:request media:download ai:chat mcp:access arr:browse downloads:activity
`;
const OF_ADMINISTRATORS = `
  admin:* users:manage requests:manage credentials:manage ai_tools:manage instances:manage remediation:manage arr:read
  arr:search downloads:read downloads:manage monitoring:read system:read
`;
const words = (text: string): string[] => text.trim().split(/\s+/).sort();

describe('doc3 §1.10: what a role may do', () => {
  it('is listed alphabetically: a user what every account may, an administrator everything, admin:* included', () => {
    expect(permissionsOf('user')).toEqual(words(OF_BOTH));
    expect(permissionsOf('admin')).toEqual(words(OF_BOTH + OF_ADMINISTRATORS));
  });

  it.each(words(OF_ADMINISTRATORS))('%s is held by no user', (permission) => {
    expect(roleHolds('user', permission as Parameters<typeof roleHolds>[1])).toBe(false);
  });
});
