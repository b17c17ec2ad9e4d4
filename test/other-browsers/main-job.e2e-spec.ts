import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, startApp, type App } from '../harness/start-app.js';
import { librariesLookedAt, socketsOpen } from '../browser/live-household.js';
import { FIREFOX, FirefoxPage } from './firefox-page.js';
import { RemotePerson, type RemotePage } from './remote-page.js';
import { WEBKIT_DRIVER, WebkitPage, XVFB } from './webkit-page.js';

const PHONE = { width: 390, height: 844 };
const FILM = { id: 990_851, title: 'Harbor Lights', release_date: '2019-05-01' };
const PASSWORD = 'a good password of ana';

interface OtherBrowser {
  readonly name: string;
  readonly programs: readonly string[];
  readonly start: () => Promise<RemotePage>;
}

const BROWSERS: readonly OtherBrowser[] = [
  { name: 'Firefox', programs: [FIREFOX], start: () => FirefoxPage.start(PHONE) },
  { name: 'WebKit', programs: [WEBKIT_DRIVER, XVFB], start: () => WebkitPage.start(PHONE) },
];

/** What is served is dist/web, as the build leaves it. */
describe('issue 46 must-show 5: the main job on a phone, in browsers other than Chromium', () => {
  for (const { name, programs, start } of BROWSERS) {
    const isThere = programs.every((path) => existsSync(path));
    it.skipIf(!isThere)(
      `${name}: a member finds a film and asks for it, an administrator approves it, and it arrives`,
      async () => {
        const app = await house();
        const people: RemotePerson[] = [];
        const sitsDown = async (username: string, password: string): Promise<RemotePerson> => {
          const person = new RemotePerson(await start());
          people.push(person);
          await person.open(app.url);
          await person.write('Username', username);
          await person.write('Password', password);
          await person.press('button', 'Sign in');
          await person.press('link', 'Home');
          return person;
        };
        try {
          const ana = await sitsDown('ana', PASSWORD);
          await fits(ana, `${name}-home`);
          await ana.write('Search', 'harbor', 'combobox');
          await ana.press('link', 'Harbor Lights, ', false);
          await ana.sees('Not in the library');
          await ana.press('button', 'Request');
          await fits(ana, `${name}-sheet`);
          await ana.press('button', 'Send request');
          await ana.sees('Waiting for approval');
          await fits(ana, `${name}-film`);

          const ada = await sitsDown('admin', ADMIN_PASSWORD);
          await socketsOpen(app, 2);
          await ada.press('link', 'Admin', false);
          await ada.open(`${app.url}/admin/requests`);
          await ada.press('button', `Approve ${FILM.title}`);
          await ana.sees('Requested');
          await fits(ada, `${name}-queue`);

          await app.deliver();
          app.radarr.startDownload(FILM.id);
          app.radarr.advanceDownload(FILM.id, 0.4);
          await librariesLookedAt(app);
          await ana.until(`document.querySelector('progress[value="0.4"]') && true`, 'the download at 40 %');
          app.radarr.finishDownload(FILM.id);
          await librariesLookedAt(app);
          await ana.sees('Available');
          await fits(ana, `${name}-there`);
        } finally {
          await Promise.all(people.map((person) => person.close()));
          app.server.closeAllConnections();
          await app.close();
        }
      },
      180_000,
    );
  }
});

/** Ada's, with a library of films; ana signs in with a password, and what she asks for waits for approval. */
async function house(): Promise<App> {
  const app = await startApp();
  const admin = await app.setUpAdmin();
  await app.connectRadarr(admin);
  const member = await app.invite('ana');
  await admin.patch(`/api/admin/users/${member.userId}/auth-methods`, { password_enabled: true });
  await member.post('/api/auth/password', { password: PASSWORD });
  expect((await admin.put('/api/admin/request-settings', { require_approval: true })).status).toBe(200);
  app.tmdb.given.film(FILM);
  app.radarr.given.catalog([{ tmdbId: FILM.id, title: FILM.title, year: 2019 }]);
  await app.clock.leap(61_000);
  return app;
}

/** Nothing has to be pushed sideways; PICTURES=1 leaves a picture in .cache/pictures. */
async function fits(person: RemotePerson, picture: string): Promise<void> {
  expect(await person.overflow()).toBe(0);
  if (!process.env.PICTURES) return;
  const folder = '.cache/pictures';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `other-${picture}.png`), await person.page.picture());
}
