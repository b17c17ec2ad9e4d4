import { realTransitions } from './real-transitions.js';
import { LedgerFixture } from './ledger-fixture.js';
import { MovedClock } from './moved-clock.js';
import { PEOPLE, type Format, type SharingEvent } from '../models/sharing-model.js';
import type { Caller } from '../../src/core/access/caller.js';
import type { WriteTx } from '../../src/core/database/database.js';
import { PortRegistry } from '../../src/core/ports/port-registry.js';
import { SettingsRepository } from '../../src/modules/settings/settings.public.js';
import { AccountsRepository } from '../../src/modules/users/users.public.js';
import { OPEN_STATES, type DispatchRow } from '../../src/modules/requests/saved/job-rows.js';
import { formatsIn } from '../../src/modules/requests/saved/work.js';
import {
  INHERIT_ALL,
  RequestPoliciesService,
  UserRequestSettingsRow,
} from '../../src/modules/requests/policy/request-policies.service.js';
import { RequestLifecyclesService } from '../../src/modules/requests/request-lifecycles.service.js';
import { SharedRequestsService } from '../../src/modules/requests/transitions/shared-requests.service.js';
import { BookSharingService } from '../../src/modules/requests/books/book-sharing.service.js';

const LIBRARY = 'books';

/** The real services over a real database. Each history has a book and people of its own. */
export class SharingFixture {
  private readonly clock = new MovedClock();
  private readonly real = realTransitions();
  private readonly saved = this.real.saved;
  private readonly dispatches = this.real.dispatches;
  private readonly allowances = this.real.allowances;
  private readonly transitions = this.real.transitions;
  private readonly shared = new SharedRequestsService(this.saved, this.dispatches, this.transitions, this.allowances);
  private readonly policies: RequestPoliciesService;
  private readonly sharing: BookSharingService;
  private readonly lifecycles: RequestLifecyclesService;
  private book = 0;

  private constructor(private readonly ledger: LedgerFixture) {
    const { database } = ledger;
    this.policies = new RequestPoliciesService(database, new SettingsRepository(), new AccountsRepository(this.clock));
    this.sharing = new BookSharingService(
      this.saved,
      this.dispatches,
      this.policies,
      this.transitions,
      this.shared,
      this.allowances,
    );
    this.lifecycles = new RequestLifecyclesService(
      new PortRegistry(),
      this.dispatches,
      this.clock,
      this.transitions,
      this.policies,
      this.saved,
      this.shared,
    );
  }

  static async open(): Promise<SharingFixture> {
    return new SharingFixture(await LedgerFixture.open());
  }

  close(): Promise<void> {
    return this.ledger.close();
  }

  /** Another book, and other people. */
  async begin(): Promise<void> {
    this.book += 1;
    await this.ledger.database.write(async (tx) => {
      for (let person = 0; person < PEOPLE; person += 1)
        await tx.insert(UserRequestSettingsRow, {
          ...INHERIT_ALL,
          userId: this.userId(person),
          requireApproval: person % 2 === 0,
        });
    });
  }

  apply(happening: SharingEvent): Promise<void> {
    return this.ledger.database.write((tx) => this.happen(tx, happening));
  }

  /** What the rows say of a format: who waits for its open job, its state, and who is charged. */
  state(format: Format) {
    return this.ledger.database.read(async (tx) => {
      const open = (await this.jobs(tx)).filter((job) => job.format === format && OPEN_STATES.includes(job.state));
      const [job] = open;
      const waiting = job ? await this.saved.subscribersOf(tx, job.requestId) : [];
      const owner = job && (await this.saved.byId(tx, job.requestId))?.userId;
      const charged: boolean[] = [];
      for (let person = 0; person < PEOPLE; person += 1) {
        const view = await this.allowances.view(tx, { userId: this.userId(person), role: 'user' }, this.clock.now());
        charged.push(view.allowances.some(({ kind, used }) => kind === format && used === 1));
      }
      return {
        openJobs: open.length,
        ownerWaits: waiting.length === 0 || waiting.some(({ userId }) => userId === owner),
        state: job ? (job.state === 'approval' ? 'pending' : 'open') : null,
        waiting: job
          ? waiting
              .filter(({ bookFormat }) => formatsIn(bookFormat).includes(format))
              .map(({ userId }) => userId - this.userId(0))
              .sort((one, other) => one - other)
          : null,
        charged,
      };
    });
  }

  private async happen(tx: WriteTx, happening: SharingEvent): Promise<void> {
    const now = this.clock.now();
    switch (happening.what) {
      case 'ask': {
        const { userId, input, caller } = this.asking(happening.person);
        const wanted = { formats: happening.formats, gone: [] };
        await this.sharing.save(tx, caller, { ...input, userId }, wanted, now);
        return;
      }
      case 'leave': {
        const userId = this.userId(happening.person);
        for (const requestId of await this.dispatches.awaitedBy(tx, userId))
          await this.shared.leave(tx, requestId, { userId, formats: happening.formats }, now);
        return;
      }
      case 'remove':
        return this.lifecycles.accountRemoved(tx, this.userId(happening.person), () => undefined);
      case 'approve':
      case 'deny': {
        const [pending] = (await this.jobs(tx)).filter(({ state }) => state === 'approval');
        const decision = { adminId: 1, at: now };
        if (pending && happening.what === 'approve')
          await this.transitions.approve(tx, pending.requestId, decision, {});
        else if (pending) await this.transitions.deny(tx, pending.requestId, decision, '');
        return;
      }
      case 'end': {
        const open = (await this.jobs(tx)).filter(
          ({ state, format }) =>
            OPEN_STATES.includes(state) && (happening.formats as readonly string[]).includes(format),
        );
        for (const requestId of new Set(open.map((job) => job.requestId)))
          await this.shared.cancelForAll(tx, requestId, happening.formats, now);
        return;
      }
      default:
        for (const job of await this.jobs(tx))
          if (job.format === happening.format && job.state === 'queued')
            if (happening.what === 'complete') await this.transitions.complete(tx, job, { status: 'available' }, now);
            else
              await this.transitions.start(
                tx,
                job,
                { change: { mutation: 'add', searchMark: null }, units: { kind: happening.format } },
                now,
              );
    }
  }

  private asking(person: number) {
    const userId = this.userId(person);
    const caller: Caller = { userId, username: `member ${person}`, role: 'user', kids: false, deviceId: 'd' };
    const key = `hc:${this.book}`;
    const work = { mediaType: 'book', key, foreignId: key, title: 'Salt', searchTerm: null } as const;
    return { userId, caller, input: { ...work, instanceId: LIBRARY } };
  }

  private userId(person: number): number {
    return this.book * 100 + person;
  }

  /** The jobs for the book, oldest first. */
  private async jobs(tx: WriteTx | Parameters<Parameters<LedgerFixture['database']['read']>[0]>[0]) {
    const ids = await this.saved.idsOfWork(tx, { mediaType: 'book', key: `hc:${this.book}` });
    const jobs: DispatchRow[] = [];
    for (const id of ids) jobs.push(...(await this.dispatches.ofRequest(tx, id)));
    return jobs;
  }
}
