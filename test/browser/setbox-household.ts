import type { Page } from 'playwright-core';
import { FakeSetboxHelper } from '../fakes/appletv/fake-setbox-helper.js';
import { limitContent, ratedFilm } from '../harness/kids-policy.js';
import { askHelper, DEN, pairBox, PIN, PLAYER } from '../harness/paired-box.js';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';

export const FILM = { id: 885_101, title: 'Harbor Lights' };
export const MISSING = { id: 885_102, title: 'Harbor Nights' };
export const SERIES = { id: 885_201, tvdbId: 885_301, name: 'Harbor Stories' };

export const ATTIC = { name: 'Attic', address: '10.0.0.41', identifier: 'AA:BB:CC:DD:EE:02' };

/** A household with two set-top boxes, of which the one in the attic is found at its address alone, and browsers to look at it. */
export class SetboxHousehold {
  private takenBefore = 0;

  private constructor(
    readonly app: App,
    readonly helper: FakeSetboxHelper,
    private signedIn: Session,
    readonly ana: Session,
    readonly browser: WebAppBrowser,
  ) {}

  static async open(): Promise<SetboxHousehold> {
    const helper = new FakeSetboxHelper();
    helper.addBox({ ...DEN, pin: PIN, isCold: false });
    helper.addBox({ ...ATTIC, pin: PIN, isCold: false, isHidden: true });
    const app = await startApp({ env: { SETBOX_HELPER: helper.command } });
    for (const film of [FILM, MISSING]) app.tmdb.given.film({ ...film, ...ratedFilm('PG') });
    app.radarr.given.movie({ tmdbId: FILM.id, title: FILM.title, year: 2024, hasFile: true });
    const { id, tvdbId, name } = SERIES;
    app.tmdb.given.series({ id, name, tvdb_id: tvdbId, first_air_date: '2015-01-01' });
    app.sonarr.given.series({
      tvdbId,
      tmdbId: id,
      title: name,
      year: 2015,
      seasons: { 1: 3, 2: 3 },
      files: { 1: [2] },
    });
    const admin = await app.setUpAdmin();
    await app.connectRadarr(admin);
    await app.connectSonarr(admin);
    const house = new SetboxHousehold(app, helper, admin, await member(app, admin, 'ana'), await WebAppBrowser.open());
    await member(app, admin, 'ben');
    await limitContent(admin, await member(app, admin, 'kim'));
    await house.askHelper();
    return house;
  }

  get admin(): Session {
    return this.signedIn;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.app.server.closeAllConnections();
    await this.app.close();
    await this.helper.close();
  }

  /** No box is paired, both are as they were, and the budget of calls is whole. */
  async startOver(): Promise<void> {
    const { helper, app } = this;
    for (const op of ['discover', 'pair_begin', 'pair_finish', 'check', 'open'] as const) helper.release(op);
    helper.recover();
    await app.clock.leap(301_000);
    await this.askHelper();
    this.signedIn = await app.refresh(this.signedIn);
    for (const { id } of await this.boxes()) await this.admin.delete(`/api/setboxes/${id}`);
    for (const { identifier, address } of [DEN, ATTIC]) {
      helper.changeBox(identifier, { address, apps: [PLAYER], power: 'on' });
      helper.forgetPairings(identifier);
    }
    this.takenBefore = helper.opened().length;
  }

  /** The server asks the program which one it is, as it does every ten minutes. */
  async askHelper(): Promise<void> {
    await askHelper(this.app, this.helper);
  }

  /** Boxes as an administrator sees them. */
  async boxes(): Promise<readonly { readonly id: string; readonly name: string; readonly needs_pairing?: boolean }[]> {
    const { body } = await this.admin.get('/api/setboxes');
    return (body as { readonly devices: readonly { readonly id: string; readonly name: string }[] }).devices;
  }

  /** A box that is paired, and that ana may use. */
  async paired(box: typeof DEN = DEN): Promise<string> {
    const id = await pairBox(this.admin, box);
    await this.admin.put(`/api/setboxes/${id}/grants`, { user_ids: [this.ana.userId] });
    return id;
  }

  /** The links that boxes have taken since the last start over, as `Den infuse://movie/1`. */
  links(): readonly string[] {
    const taken = this.helper.opened().slice(this.takenBefore);
    return taken.map(({ identifier, url }) => `${identifier === DEN.identifier ? DEN.name : ATTIC.name} ${url}`);
  }

  /** Resolves as soon as boxes have taken so many links since the last start over. */
  hasOpened(count: number): Promise<void> {
    return this.helper.hasOpened(this.takenBefore + count);
  }

  /** Somebody's browser, signed in. */
  async person(name: string): Promise<AppPage> {
    await this.app.clock.leap(61_000);
    const person = await this.browser.person(this.app.url, LAPTOP);
    person.page.setDefaultTimeout(10_000);
    await person.page.clock.install({ time: this.app.clock.now() });
    await openSignedIn(person.page, this.app.url, name, '/');
    return person;
  }

  /** Opens a page of the app anew, until it shows its heading. */
  async show(page: Page, path: string, heading: string): Promise<void> {
    await page.goto(this.app.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
}

/** An account that signs in with a password. */
async function member(app: App, admin: Session, name: string): Promise<Session> {
  const invited = await app.invite(name);
  await admin.patch(`/api/admin/users/${invited.userId}/auth-methods`, { password_enabled: true });
  const { status, text } = await invited.post('/api/auth/password', { password: `a good password of ${name}` });
  if (status >= 300) throw new Error(text);
  return invited;
}
