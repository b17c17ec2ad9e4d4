import { afterEach, describe, expect, it } from '@jest/globals';
import { USER_AGENT } from '../../../src/core/http/user-agent.js';
import { groupId } from '../../fakes/musicbrainz/musicbrainz-fake.js';
import { type App, startApp } from '../../harness/start-app.js';

describe('doc2 §4 music: a contactable User-Agent', () => {
  let app: App;

  afterEach(() => app.close());

  /** Asks each of the three providers, and answers under which names. */
  async function namesTold(contact: string): Promise<readonly unknown[]> {
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
    expect(await namesTold('ana@home.example')).toEqual([name, name, name]);
    expect(USER_AGENT).toMatch(/^Usher\/\d+\.\d+\.\d+/);
    expect(warnings()).toEqual([]);
  });

  it('names the product and its version alone where none is set, which the log is told once', async () => {
    expect(await namesTold('')).toEqual([USER_AGENT, USER_AGENT, USER_AGENT]);
    expect(warnings()).toHaveLength(1);
  });
});
