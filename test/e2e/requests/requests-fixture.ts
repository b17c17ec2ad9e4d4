import { Database } from '../../../src/core/database/database.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { RequestRow } from '../../../src/modules/requests/saved/rows.js';
import type { MediaType } from '../../../src/modules/requests/saved/work.js';
import type { Answer } from '../../harness/http-client.js';
import type { App, Session } from '../../harness/start-app.js';
import { OpenedHousehold } from './opened-household.js';

export type Fields = Readonly<Record<string, unknown>>;

/** What people do about their requests for one kind of title, and what is saved of it. */
export abstract class RequestsFixture {
  private readonly household: OpenedHousehold;

  protected constructor(
    readonly app: App,
    public admin: Session,
    public ana: Session,
    private readonly mediaType: MediaType,
  ) {
    this.household = new OpenedHousehold(app);
  }

  /**
   * As after it was opened, in the same app: see {@link App.startOver}. It is called before each test, the first one too, when
   * nothing has happened yet. Ana and the library are put back as they were, and neither is invited nor connected again.
   */
  async startOver(): Promise<void> {
    if (await this.household.isNew(this.ana)) return;
    this.admin = await this.app.startOver();
    await this.household.putBack(await this.libraryUrl());
    this.ana = this.household.member;
  }

  /** Where the library of a household is that starts over: empty, with the key that it had. */
  protected abstract libraryUrl(): string | Promise<string>;

  assign(library: string, action: 'add' | 'remove', ...sessions: readonly Session[]): Promise<Answer> {
    const user_ids = sessions.map(({ userId }) => userId);
    return this.admin.patch(`/api/instances/${library}/assignments`, { action, user_ids });
  }

  ask(session: Session, tmdbId: number, fields: Fields = {}): Promise<Answer> {
    return session.post('/api/requests', { media_type: this.mediaType, tmdb_id: tmdbId, ...fields });
  }

  preview(session: Session, tmdbId: number, fields: Fields = {}): Promise<Answer> {
    return session.post('/api/requests/preview', { media_type: this.mediaType, tmdb_id: tmdbId, ...fields });
  }

  /** Submits, and returns the id of the request that covers it. */
  async requestOf(session: Session, tmdbId: number, fields: Fields = {}): Promise<number> {
    const answer = await this.ask(session, tmdbId, fields);
    const { request_id: id } = answer.body as { request_id?: number };
    if (answer.status !== 200 || id === undefined) throw new Error(`no request: ${answer.status} ${answer.text}`);
    return id;
  }

  /** Asks and waits until the delivery has been attempted. */
  async delivered(session: Session, tmdbId: number, fields: Fields = {}): Promise<number> {
    const id = await this.requestOf(session, tmdbId, fields);
    await this.app.deliver();
    return id;
  }

  needApproval(): Promise<Answer> {
    return this.admin.put('/api/admin/request-settings', { require_approval: true });
  }

  /** Sets the household's allowance for this kind of title. */
  async limit(count: number | null, window_days = 7): Promise<void> {
    const allowances = [{ media_type: this.mediaType, count, window_days }];
    const { status, text } = await this.admin.put('/api/admin/request-quotas', { allowances });
    if (status !== 200) throw new Error(`no allowance: ${text}`);
  }

  /** How much of the allowance for this kind of title somebody has used. */
  async used(session: Session = this.ana): Promise<number> {
    const { body } = await session.get('/api/me/request-quotas');
    const { allowances } = body as { allowances: readonly { media_type: string; used: number }[] };
    return allowances.find(({ media_type }) => media_type === this.mediaType)?.used ?? NaN;
  }

  /** What the caller sees of a title. */
  async status(session: Session, tmdbId: number): Promise<unknown> {
    return (await session.get(`/api/requests/${tmdbId}/status?media_type=${this.mediaType}`)).body;
  }

  receipt(session: Session, requestId: number, query = ''): Promise<Answer> {
    return session.get(`/api/requests/delivery-status?request_id=${requestId}${query}`);
  }

  act(session: Session, requestId: number, action: string): Promise<Answer> {
    return session.post(`/api/requests/${requestId}/delivery`, { action });
  }

  approve(requestId: number, fields?: Fields): Promise<Answer> {
    return this.admin.post(`/api/admin/requests/${requestId}/approve`, fields);
  }

  deny(requestId: number, fields?: Fields): Promise<Answer> {
    return this.admin.post(`/api/admin/requests/${requestId}/deny`, fields);
  }

  /** All saved requests, in the order in which they came. */
  rows(): Promise<RequestRow[]> {
    return this.app.get(Database).read((tx) => tx.find(RequestRow, { order: { id: 'ASC' } }));
  }

  row(id: number): Promise<RequestRow> {
    return this.app.get(Database).read((tx) => tx.findOneByOrFail(RequestRow, { id }));
  }

  job(requestId: number): Promise<DispatchRow> {
    return this.app.get(Database).read((tx) => tx.findOneByOrFail(DispatchRow, { requestId }));
  }
}
