import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import {
  failingClosed,
  filmUnit,
  QuotaExceeded,
  QuotaService,
  type AllowanceQuote,
} from '../../quotas/quotas.public.js';
import { WHOLE, type DispatchState } from '../jobs/dispatch-row.entity.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { openKey } from '../saved/work.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { LiveFilmsService } from './live-films.service.js';
import { RequestTransitionsService, type WrittenRequest } from '../transitions/request-transitions.service.js';
import { FilmSelectionService, type FilmSelection, type FilmSubject } from './film-selection.service.js';
import { isOwned, judgeRepeat } from './judge-repeat.js';
import type { Submission } from '../kinds/submission.js';

/** A requested film with its title. */
interface AskedFilm {
  readonly input: FilmSubject;
  readonly title: string;
  readonly qualityProfileId: number;
}

/** The open request for a film, with the state of its delivery. */
interface OpenFilmRequest {
  readonly id: number;
  readonly delivery: DispatchState;
}

/**
 * Prices and saves requests for films. A request is durable before it is acknowledged, and there is one per account,
 * film and library.
 */
@Injectable()
export class FilmSubmissionService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly inputs: FilmSelectionService,
    private readonly live: LiveFilmsService,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly policies: RequestPoliciesService,
    private readonly transitions: RequestTransitionsService,
    private readonly allowances: QuotaService,
  ) {}

  /**
   * Saves the request, its charge and its delivery job in one transaction. The worker delivers it.
   *
   * @throws AppError 400, 403 or 404 as {@link FilmSelectionService.resolve}
   * @throws QuotaExceeded 429 when the caller's allowance doesn't cover it, unless the library proves in time that it
   *   holds the film. Source: doc 4 section 1.18
   */
  async submit(caller: Caller, film: FilmSelection): Promise<Submission> {
    const { input, title } = await this.inputs.resolve(caller, film);
    const { instanceId } = input;
    const owned = { kind: 'owned', title, instanceId } as const;
    if (this.live.isOwned(input)) return owned;
    const stale = await this.staleRequest(input);
    const asked = { input, title, qualityProfileId: film.qualityProfileId };
    const written = await this.saveUnlessOwned(caller, asked, stale);
    return written ? { kind: 'saved', instanceId, ...written } : owned;
  }

  /**
   * The price of what {@link submit} would save at this moment. Saves nothing and reserves nothing. A film that the
   * library holds, or that an open request covers, costs nothing; the library has a quarter of a second to say so.
   * Source: doc 4 section 1.18.
   *
   * @throws AppError 400, 403 or 404 as a submission; 503 when allowances can't be read
   */
  async preview(caller: Caller, film: FilmSelection): Promise<AllowanceQuote> {
    const { input } = await this.inputs.resolve(caller, film);
    const units = (await this.isFree(input)) ? [] : [filmUnit(input.tmdbId)];
    return failingClosed(() =>
      this.database.read(async (tx) => {
        await this.inputs.recheck(tx, caller, input);
        return this.allowances.preview(tx, caller, { instanceId: input.instanceId, units }, this.clock.now());
      }),
    );
  }

  private async isFree(input: FilmSubject): Promise<boolean> {
    const open = await this.database.read((tx) => this.open(tx, input));
    const live = await this.live.glance(input);
    return isOwned(live) || (open !== null && judgeRepeat(open.delivery, live) === 'kept');
  }

  private async open(tx: ReadTx, input: FilmSubject): Promise<OpenFilmRequest | null> {
    const row = await this.saved.open(tx, input);
    const [job] = row ? await this.dispatches.ofRequest(tx, row.id) : [];
    return row && job ? { id: row.id, delivery: job.state } : null;
  }

  /** The id of a delivered open request whose film was deleted from the library; null otherwise. */
  private async staleRequest(input: FilmSubject): Promise<number | null> {
    // Usually there is none: one cheap statement finds out.
    if (!(await this.database.readOne(async (tx) => (await this.saved.open(tx, input)) !== null))) return null;
    const request = await this.database.read((tx) => this.open(tx, input));
    if (request?.delivery !== 'complete') return null;
    const states = await this.live.read([input]);
    return judgeRepeat(request.delivery, states(input)) === 'replaced' ? request.id : null;
  }

  /** The saved request; null when the allowance refused and the library holds the film. */
  private async saveUnlessOwned(
    caller: Caller,
    asked: AskedFilm,
    stale: number | null,
  ): Promise<WrittenRequest | null> {
    try {
      return await this.database.write((tx) => this.save(tx, caller, asked, stale));
    } catch (fault) {
      if (fault instanceof QuotaExceeded && isOwned(await this.live.glance(asked.input))) return null;
      throw fault;
    }
  }

  /**
   * Judges the caller's access again, because time has passed; then reuses the open request or adds a new one.
   *
   * @param stale the open request to replace, if any
   */
  private async save(
    tx: WriteTx,
    caller: Caller,
    { input, title, qualityProfileId }: AskedFilm,
    stale: number | null,
  ): Promise<WrittenRequest> {
    await this.inputs.recheck(tx, caller, input);
    const open = await this.saved.open(tx, input);
    if (open && open.id !== stale)
      return { requestId: open.id, isNew: false, pending: open.status === 'pending', spent: false };
    if (open) await this.transitions.superseded(tx, open.id);
    const policy = await this.policies.forFilms(tx, caller.userId, caller.role);
    const accepted = { input: { ...input, title, qualityProfileId }, policy, units: [filmUnit(input.tmdbId)] };
    const key = openKey(input);
    const openKeys = { pending: key, accepted: key };
    return this.transitions.added(tx, caller, { ...accepted, openKeys, formats: WHOLE }, this.clock.now());
  }
}
