import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, startApp } from '../../harness/start-app.js';

describe('idle connections', () => {
  let app: App;

  beforeEach(async () => {
    app = await startApp();
  });

  afterEach(() => app.close());

  it('are kept for longer than the 60 seconds of a reverse proxy, and a header says so', async () => {
    const { headers } = await app.http.get('/api/health');
    expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', 'timeout=75']);
  });
});
