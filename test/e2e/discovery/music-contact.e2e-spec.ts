import { afterEach, describe, expect, it } from 'vitest';
import { USER_AGENT } from '../../../src/core/http/user-agent.js';
import { groupId } from '../../fakes/musicbrainz/musicbrainz-fake.js';
import { ADMIN_PASSWORD, type App, startApp, WITH_LISTS } from '../../harness/start-app.js';

describe('doc2 §4 music: a contactable User-Agent', () => {
  let app: App;

  afterEach(() => app.close());

  /** Calls each of the three providers, and returns the User-Agent of each call. */
  async function userAgentsSent(contact: string): Promise<readonly unknown[]> {
    app = await startApp({ env: { PROVIDER_CONTACT: contact } });
    const admin = await app.setUpAdmin();
    app.music.covers.given.cover(groupId(1));
    for (const path of ['search?query=wave', 'popular', `artwork/${groupId(1)}`])
      expect((await admin.get(`/api/discover/music/${path}`)).status).toBe(200);
    const { catalog, charts, covers } = app.music;
    return [catalog, charts, covers].map((fake) => fake.calls()[0]?.headers['user-agent']);
  }
  const warnings = () => app.logLines.filter((line) => line.includes('PROVIDER_CONTACT'));

  it('names the product, its version and PROVIDER_CONTACT to each provider', async () => {
    const name = `${USER_AGENT} ( ana@home.example )`;
    expect(await userAgentsSent('ana@home.example')).toEqual([name, name, name]);
    expect(USER_AGENT).toMatch(/^Usher\/\d+\.\d+\.\d+/);
    expect(warnings()).toEqual([]);
  });

  it('names the product and its version alone where neither is set, which is logged once', async () => {
    expect(await userAgentsSent('')).toEqual([USER_AGENT, USER_AGENT, USER_AGENT]);
    expect(warnings()).toHaveLength(1);
  });

  it('names the external address where PROVIDER_CONTACT is not set, from the next call on, to every provider', async () => {
    app = await startApp({ env: { ...WITH_LISTS, PROVIDER_CONTACT: '' } });
    const admin = await app.setUpAdmin();
    const named = async (external_url: string): Promise<unknown> => {
      expect((await admin.put('/api/admin/external-address', { external_url })).status).toBe(200);
      const from = fakes().map((fake) => fake.calls().length);
      await app.clock.leap(86_400_000);
      const again = await app.login('admin', ADMIN_PASSWORD);
      for (const path of ['discover/music/search?query=wave', 'discover/movies/popular', 'listprov/popular'])
        expect((await again.get(`/api/${path}`)).status).toBe(200);
      return fakes().map((fake, at) => fake.calls()[from[at] ?? 0]?.headers['user-agent']);
    };
    const fakes = () => [app.music.catalog, app.tmdb, app.trakt];
    const name = `${USER_AGENT} ( https://xn--kche-0ra.example:8443 )`;
    expect(await named('https://küche.example:8443')).toEqual([name, name, name]);
    expect(warnings()).toEqual([]);
  });

  it('a library manager gets the product and its version alone', async () => {
    app = await startApp({ env: { PROVIDER_CONTACT: 'ana@home.example' } });
    await app.connectRadarr(await app.setUpAdmin());
    expect(app.radarr.calls()[0]?.headers['user-agent']).toBe(USER_AGENT);
  });
});
