import { describe, expect, it } from 'vitest';
import { routeLines } from './print-routes.js';

describe('npm run routes', () => {
  it('prints METHOD, path, access and permission of each route, separated by tabs', () => {
    expect(routeLines()).toContain('POST\t/api/instances\tadmin\tinstances:manage');
    expect(routeLines()).toContain('GET\t/api/auth/me\tsession\t-');
    for (const line of routeLines()) expect(line).toMatch(/^[A-Z]+\t\/\S*\t[a-z+ -]+\t(-|[a-z_]+:[a-z*]+)$/);
  });

  it('doc3 §0: names a budget that counts calls, and not one that counts refusals alone', () => {
    expect(routeLines()).toContain('POST\t/api/auth/login\tpublic+rate-limited\t-');
    expect(routeLines()).toContain('POST\t/api/auth/refresh\tpublic\t-');
  });
});
