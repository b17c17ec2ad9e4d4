import { describe, expect, it } from 'vitest';
import { startApp } from './start-app.js';
import { HttpClient } from './http-client.js';
import { PlantedSecrets } from './planted-secrets.js';

describe('the search for planted secrets can fail', () => {
  const planted = (): PlantedSecrets => {
    const secrets = new PlantedSecrets();
    secrets.plant('library key', 'pl"anted\\key');
    secrets.plantForLogs('access token', 'planted-token');
    return secrets;
  };

  it.each(['the key is pl"anted\\key.', JSON.stringify({ key: 'pl"anted\\key' })])(
    'an answer that holds a secret is named: %s',
    (text) => {
      expect(() => planted().assertNotInAnswer('GET /api/x', text)).toThrow('GET /api/x gives away the library key');
    },
  );

  it('a log line that holds a secret is named, a token too', () => {
    expect(() => planted().assertNotInLog(['fine', 'pl"anted\\key'])).toThrow('the log gives away the library key');
    expect(() => planted().assertNotInLog(['fine', 'planted-token'])).toThrow('the log gives away the access token');
  });

  it('an answer may hold the token that it hands out, and anything that was not planted', () => {
    expect(() => planted().assertNotInAnswer('POST /api/auth/login', 'planted-token')).not.toThrow();
    expect(() => planted().assertNotInLog(['planted', 'key'])).not.toThrow();
  });

  it('the client searches bodies and headers of every answer', async () => {
    const app = await startApp();
    const healthy = new PlantedSecrets();
    healthy.plant('word in the body', '"status":"ok"');
    await expect(new HttpClient(app.url, healthy).get('/api/health')).rejects.toThrow(
      'gives away the word in the body',
    );
    const typed = new PlantedSecrets();
    typed.plant('word in a header', 'nosniff');
    await expect(new HttpClient(app.url, typed).get('/api/health')).rejects.toThrow('gives away the word in a header');
    await app.close();
  });

  it('closing the application searches its log', async () => {
    const app = await startApp();
    await app.http.get('/api/health');
    app.secrets.plant('route of the log line', '/api/health');
    await expect(app.close()).rejects.toThrow('the log gives away the route of the log line');
  });
});
