import { setTimeout } from 'node:timers/promises';
import type { Caller } from '../../../src/core/access/caller.js';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { BoxRow } from '../../../src/modules/setbox/rows.js';
import { HELPER_JOB } from '../../../src/modules/setbox/helper/setbox-helper.service.js';
import { OpenConfirmationsService } from '../../../src/modules/setbox/opening/open-confirmations.service.js';
import { FakeSetboxHelper } from '../../fakes/appletv/fake-setbox-helper.js';
import type { Answer, HttpClient } from '../../harness/http-client.js';
import { limitContent } from '../../harness/kids-policy.js';
import { askHelper, DEN, pairBox, PIN, PLAYER } from '../../harness/paired-box.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

export const FILM = 990_101;
export const SERIES = { tmdbId: 990_201, tvdbId: 880_201 };

/** How long it waits until it looks once more at what another process does. */
const TICK_MS = 5;

/** A household with a box, a library of films and one of series, two adults beside the administrator, and a child. */
export class SetboxHousehold {
  private more: readonly string[] = [];
  private takenBefore = 0;
  private invited = 0;
  /** The box in the den as it was paired first, and what it took this server by. */
  private first: { readonly row: BoxRow; readonly credentials: readonly string[] } | undefined;
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
    const id = await household.paired();
    const row = await app.get(Database).read((tx) => tx.findOneByOrFail(BoxRow, { id }));
    household.first = { row, credentials: helper.issued(DEN.identifier) };
    return household;
  }

  /**
   * Begins anew without a start: no box is paired, the box in the den is as it was, ana is another ana who has just been invited,
   * the budget of calls is whole, and libraries are read anew. No pairing waits after five minutes. A test that plays faults has the program asked which one it is
   * at its end: a process is the dearest that there is here.
   */
  async startOver(passed = 121_000): Promise<void> {
    const { app, helper } = this;
    for (const op of ['open', 'check', 'pair_begin', 'pair_finish'] as const) {
      helper.release(op);
      helper.release(op, 'answer');
    }
    helper.recover();
    for (const fake of [app.radarr, app.sonarr, app.tmdb]) fake.recover();
    const film = app.radarr.movie(FILM);
    if (film) film.file = this.file;
    await this.helperAsked();
    await app.clock.leap(passed);
    await this.helperAsked();
    await helper.quiet();
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

  /** Resolves when no question to the program is under way, which would last too long by a clock that leaps. */
  private async helperAsked(): Promise<void> {
    const jobs = this.app.get(JobRunner);
    while (jobs.reportOf(HELPER_JOB)?.runningSince !== null) await setTimeout(TICK_MS);
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

  /** The box in the den as it was paired first, without a pairing. Answers its id. */
  async pairedBefore(): Promise<string> {
    const { first } = this;
    if (!first) throw new Error('no box was paired yet');
    this.helper.changeBox(DEN.identifier, { credentials: first.credentials });
    await this.app.get(Database).write(async (tx) => {
      await tx.delete(BoxRow, { identifier: DEN.identifier });
      await tx.insert(BoxRow, { ...first.row });
    });
    return first.row.id;
  }

  /** The same, and ana may use it. */
  async pairedForAna(): Promise<string> {
    const id = await this.pairedBefore();
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

  /** A confirmation of the film as {@link opened} answers it, for which no box is asked. */
  async confirmed(boxId: string, { userId, username, deviceId }: Session = this.ana): Promise<string> {
    const caller: Caller = { userId, username, deviceId, role: 'user', kids: false };
    const title = { mediaType: 'movie', tmdbId: FILM } as const;
    const open = (): Promise<void> => Promise.resolve();
    return (await this.app.get(OpenConfirmationsService).after({ caller, boxId, title }, open)).id;
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
