import { Database } from '../../../src/core/database/database.js';
import { BoxRow } from '../../../src/modules/setbox/boxes/box-row.entity.js';
import { FakeSetboxHelper } from '../../fakes/appletv/fake-setbox-helper.js';
import type { Answer, HttpClient } from '../../harness/http-client.js';
import { limitContent } from '../../harness/kids-policy.js';
import { askHelper, DEN, pairBox, PIN, PLAYER } from '../../harness/paired-box.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

export const FILM = 990_101;
export const SERIES = { tmdbId: 990_201, tvdbId: 880_201 };

/** A household with a box, a library of films and one of series, two adults beside the administrator, and a child. */
export class SetboxHousehold {
  private more: readonly string[] = [];
  private takenBefore = 0;
  private invited = 0;
  private readonly file = this.app.radarr.movie(FILM)?.file ?? null;

  private constructor(
    readonly app: App,
    readonly helper: FakeSetboxHelper,
    public admin: Session,
    public ana: Session,
    public ben: Session,
    readonly child: Session,
    readonly films: string,
  ) {}

  static async open(): Promise<SetboxHousehold> {
    const helper = new FakeSetboxHelper();
    helper.addBox({ ...DEN, pin: PIN, isCold: false });
    const app = await startApp({ env: { SETBOX_HELPER: helper.command } });
    app.radarr.given.movie({ tmdbId: FILM, title: 'Harbor Lights', year: 2024, hasFile: true });
    const { tmdbId, tvdbId } = SERIES;
    app.tmdb.given.series({ id: tmdbId, name: 'Tides', tvdb_id: tvdbId, first_air_date: '2015-01-01' });
    const seasons = { 1: 3, 2: 3 };
    app.sonarr.given.series({ tvdbId, tmdbId, title: 'Tides', year: 2015, seasons, files: { 1: [2] } });
    const admin = await app.setUpAdmin();
    const films = await app.connectRadarr(admin);
    await app.connectSonarr(admin);
    const [ana, ben, child] = [await app.invite('ana'), await app.invite('ben'), await app.invite('child')];
    await limitContent(admin, child);
    const household = new SetboxHousehold(app, helper, admin, ana, ben, child, films);
    await household.askHelper();
    return household;
  }

  /**
   * Begins anew without a start: no box is paired and no pairing waits, the box in the den is as it was, ana is another ana
   * who has just been invited, and the budget of calls is whole.
   */
  async startOver(): Promise<void> {
    const { app, helper } = this;
    for (const op of ['open', 'check', 'pair_begin', 'pair_finish'] as const) {
      helper.release(op);
      helper.release(op, 'answer');
    }
    helper.recover();
    for (const fake of [app.radarr, app.sonarr, app.tmdb]) fake.recover();
    const film = app.radarr.movie(FILM);
    if (film) film.file = this.file;
    await app.clock.leap(301_000);
    await this.askHelper();
    for (const identifier of this.more) helper.removeBox(identifier);
    helper.changeBox(DEN.identifier, { apps: [PLAYER], power: 'on' });
    helper.forgetPairings(DEN.identifier);
    [this.more, this.takenBefore] = [[], helper.opened().length];
    await app.get(Database).write((tx) => tx.createQueryBuilder().delete().from(BoxRow).execute());
    this.admin = await app.refresh(this.admin);
    this.ana = await app.invite(`ana ${(this.invited += 1)}`);
    this.ben = await app.refresh(this.ben);
  }

  /**
   * A minute passes, so that the budget of calls is whole. The question to the program that was under way may have lasted too long
   * by that clock, so it is asked once more.
   */
  async passMinute(): Promise<void> {
    await this.app.clock.leap(61_000);
    await this.askHelper();
  }

  /** The server asks the program which one it is, as it does every ten minutes. */
  async askHelper(): Promise<void> {
    await askHelper(this.app, this.helper);
  }

  /** Another box, until the next start over. */
  addBox(box: typeof DEN): void {
    this.helper.addBox({ ...box, pin: PIN, isCold: false });
    this.more = [...this.more, box.identifier];
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.helper.close();
  }

  /** Pairs a box, the one in the den where nothing else is said. Answers its id. */
  paired(box: typeof DEN = DEN, pin = PIN): Promise<string> {
    return pairBox(this.admin, box, pin);
  }

  /** A box that is paired, and that ana may use. */
  async pairedForAna(): Promise<string> {
    const id = await this.paired();
    await this.grant(id, [this.ana.userId]);
    return id;
  }

  grant(id: string, user_ids: readonly number[]): Promise<Answer> {
    return this.admin.put(`/api/setboxes/${id}/grants`, { user_ids });
  }

  /** Asks for the film, or for what else is named. */
  openOn(
    id: string,
    by: HttpClient = this.ana,
    body: object = { media_type: 'movie', tmdb_id: FILM },
  ): Promise<Answer> {
    return by.post(`/api/setboxes/${id}/open`, body);
  }

  confirm(id: string, confirmation: string, by: HttpClient = this.ana): Promise<Answer> {
    return by.post(`/api/setboxes/${id}/confirm-open`, { confirmation_id: confirmation });
  }

  /** Opens the film, and answers the confirmation of that. */
  async opened(id: string, by: HttpClient = this.ana): Promise<string> {
    const { status, text, body } = await this.openOn(id, by);
    if (status !== 200) throw new Error(`not opened: ${text}`);
    return (body as { readonly confirmation_id: string }).confirmation_id;
  }

  /** Resolves as soon as a box has taken a link since the last start over. */
  hasOpened(): Promise<void> {
    return this.helper.hasOpened(this.takenBefore + 1);
  }

  /** The links that boxes have taken since the last start over. */
  links(): readonly string[] {
    const taken = this.helper.opened().slice(this.takenBefore);
    return taken.map(({ url }) => url);
  }
}

/** The status and the code of an answer: `200`, `409 busy`. */
export const verdict = ({ status, body }: Answer): string => {
  const code = (body as { readonly code?: string } | undefined)?.code;
  return code === undefined ? String(status) : `${status} ${code}`;
};
