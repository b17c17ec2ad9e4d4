import { ACCESS_JOB } from '../../src/modules/media-accounts/access/access-sync.job.js';
import type { AccountStep } from '../../src/modules/media-accounts/account-steps.service.js';
import { INTENT_SETTLING_JOB } from '../../src/modules/media-accounts/creation/intent-settling.job.js';
import { HUB_FOLLOWING_JOB } from '../../src/modules/media-accounts/hub/hub-following.job.js';
import type { LinkedAccountView } from '../../src/modules/media-accounts/http/media-accounts.view.js';
import type { App, Session } from '../harness/start-app.js';
import { Household } from './household.js';
import { type MaybeAnswer, send } from './mortal-server.js';
import { OWNED_MACHINE, RemoteServers, SERVER_KINDS, type ServerKind } from './remote-accounts.js';
import type { SpawnedProcess } from './spawned-process.js';

/** How long a start takes on the clock of the household. */
const START_MS = 1_000;

/** How often the jobs of access and of creation run, and that of the hub. */
const ROUND_MS = 10_000;
const ROUNDS_A_MINUTE = 6;

/** Where a server is to kill itself. */
export interface DeathPlace {
  readonly step: AccountStep;
  readonly kind: ServerKind;
}

/**
 * A household with a media server of each kind, and a server of ours that is killed again and again. What is asked of it goes
 * to the process that lives.
 */
export class AccountsHousehold {
  private readonly refreshTokens = new Map<number, string>();
  private accessTokens = new Map<number, string>();
  private readonly holders: Readonly<Record<ServerKind, Set<number>>>;
  private url = '';
  private orders = 0;
  /** When the process that lives began, on the clock of the machine, and by how much its clock went ahead since. */
  private begunAt = 0;
  private passedMs = 0;

  private constructor(
    readonly household: Household,
    readonly remote: RemoteServers,
    private readonly admin: Session,
    private readonly ids: Readonly<Record<ServerKind, string>>,
    private running: SpawnedProcess,
    private next: SpawnedProcess,
  ) {
    for (const { userId, refreshToken } of [admin, ...household.members]) this.refreshTokens.set(userId, refreshToken);
    this.holders = {
      video_server_a: new Set(),
      video_server_b: new Set(),
      audiobook_server: new Set(),
      hub: new Set(),
    };
  }

  /** Sets one up, with this many people besides the administrator, and starts its server. */
  static async found(members: number): Promise<AccountsHousehold> {
    const time = { now: (): number => 0 };
    const remote = await RemoteServers.start(() => time.now());
    const connected: { admin?: Session; ids?: Readonly<Record<ServerKind, string>> } = {};
    const household = await Household.found({
      members,
      env: { HUB_URL: remote.hub.url, HUB_WEB_URL: 'https://hub.example' },
      furnish: async (app, admin) => {
        time.now = () => app.clock.now();
        connected.admin = admin;
        connected.ids = await connect(app, admin, remote);
      },
    });
    time.now = () => household.now;
    const { admin, ids } = connected;
    if (!admin || !ids) throw new Error('the household has no media servers');
    const [running, next] = [household.spawn('accounts-process'), household.spawn('accounts-process')];
    const made = new AccountsHousehold(household, remote, admin, ids, running, next);
    await made.begin();
    return made;
  }

  /**
   * The steps that somebody's account on a server has passed in the process that lives, or has died last; those of people who
   * are deleted are among them.
   */
  stepsOf({ userId }: Session, kind: ServerKind): readonly string[] {
    const whose = [String(userId), 'null'].map((id) => `${this.ids[kind]} ${id}`);
    const lines = this.running.lines.map((line) => line.split(/ (.*)/));
    return lines.filter(([, account = '']) => whose.includes(account)).map(([step = '']) => step);
  }

  /** Resolves when the process that lives has passed so many steps, whosoever they are. */
  async passes(steps: number): Promise<void> {
    await this.running.writesLines(steps);
  }

  /** So many steps the process that lives has passed. */
  get passed(): number {
    return this.running.lines.length;
  }

  /** Has the process that lives kill itself at a step. */
  dieAt({ step, kind }: DeathPlace): void {
    this.running.send({ dieAt: { step, instanceId: this.ids[kind] } });
  }

  /** Kills the process that lives. Resolves when it is gone. */
  async kill(): Promise<void> {
    this.running.kill();
    await this.running.dies();
  }

  /** Resolves when the process that lives has died at the step that it was given. */
  async dies(): Promise<void> {
    await this.running.dies();
  }

  /** Starts the server once more, a second after it died. */
  async restart(): Promise<void> {
    this.running = this.next;
    this.next = this.household.spawn('accounts-process');
    await this.begin();
  }

  /** Lets a minute pass on the clock of the server, with the jobs that run in it. */
  async passMinute(): Promise<void> {
    const jobs = [ACCESS_JOB, INTENT_SETTLING_JOB];
    const rounds = Array.from({ length: ROUNDS_A_MINUTE }, (_, at) => ({
      ms: ROUND_MS,
      jobs: at === ROUNDS_A_MINUTE - 1 ? [...jobs, HUB_FOLLOWING_JOB] : jobs,
    }));
    await this.pass([{ ms: 0, jobs: [ACCESS_JOB] }, ...rounds]);
  }

  /** Resolves when nothing of what was asked for is under way any more. */
  async idle(): Promise<void> {
    await this.pass([{ ms: 0, jobs: [HUB_FOLLOWING_JOB, ACCESS_JOB] }]);
  }

  /** Somebody asks for their account on a server, or for the invitation to it. */
  create(person: Session, kind: ServerKind): Promise<MaybeAnswer> {
    const { password, email } = ownOf(person);
    const body = kind === 'hub' ? { email } : { password };
    return this.ask(person, 'POST', `/api/media-servers/${this.ids[kind]}/account`, body);
  }

  /** Somebody names their address at the hub. */
  nameAddress(person: Session): Promise<MaybeAnswer> {
    return this.ask(person, 'POST', '/api/auth/hub-email', { email: ownOf(person).email });
  }

  grant({ userId }: Session, kind: ServerKind): Promise<MaybeAnswer> {
    return this.setHolders(kind, this.holders[kind].add(userId));
  }

  revoke({ userId }: Session, kind: ServerKind): Promise<MaybeAnswer> {
    this.holders[kind].delete(userId);
    return this.setHolders(kind, this.holders[kind]);
  }

  /** Deletes somebody. */
  remove({ userId }: Session): Promise<MaybeAnswer> {
    for (const kind of SERVER_KINDS) this.holders[kind].delete(userId);
    return this.ask(this.admin, 'DELETE', `/api/admin/users/${userId}`);
  }

  /** What an administrator sees of everybody's accounts. */
  async linkedAccounts(): Promise<readonly LinkedAccountView[]> {
    const answer = await this.ask(this.admin, 'GET', '/api/admin/media-servers/accounts');
    if (answer?.status !== 200) throw new Error(`accounts are not listed: ${JSON.stringify(answer)}`);
    return answer.body as readonly LinkedAccountView[];
  }

  /** Makes sure that somebody has a session, so that nothing is asked for them but what is tried. */
  async signIn(person: Session): Promise<void> {
    await this.tokenOf(person);
  }

  async close(): Promise<void> {
    for (const server of [this.running, this.next]) {
      server.kill();
      await server.dies();
    }
    await Promise.all([this.household.close(), this.remote.stop()]);
  }

  private setHolders(kind: ServerKind, holders: ReadonlySet<number>): Promise<MaybeAnswer> {
    return this.ask(this.admin, 'PUT', `/api/instances/${this.ids[kind]}/grant-users`, { user_ids: [...holders] });
  }

  private async ask(by: Session, method: string, path: string, body?: object): Promise<MaybeAnswer> {
    return send(this.url, method, path, { token: await this.tokenOf(by), body });
  }

  private async tokenOf({ userId }: Session): Promise<string> {
    const known = this.accessTokens.get(userId);
    if (known !== undefined) return known;
    const refresh = { refresh_token: this.refreshTokens.get(userId) };
    const answer = await send(this.url, 'POST', '/api/auth/refresh', { body: refresh });
    if (answer?.status !== 200) throw new Error(`a session is lost: ${JSON.stringify(answer)}`);
    const { access_token: access, refresh_token: next } = answer.body as Readonly<Record<string, string>>;
    this.refreshTokens.set(userId, next ?? '');
    this.accessTokens.set(userId, access ?? '');
    return access ?? '';
  }

  private async begin(): Promise<void> {
    const lived = this.begunAt === 0 ? 0 : Date.now() - this.begunAt + this.passedMs;
    await this.running.says('loaded');
    this.running.send({ now: this.household.later(lived + START_MS) });
    [this.begunAt, this.passedMs, this.accessTokens] = [Date.now(), 0, new Map()];
    ({ url: this.url = '' } = await this.running.says('listening'));
    await this.signIn(this.admin);
  }

  private async pass(rounds: readonly { readonly ms: number; readonly jobs: readonly string[] }[]): Promise<void> {
    this.orders += 1;
    this.passedMs += rounds.reduce((sum, { ms }) => sum + ms, 0);
    this.running.send({ rounds, id: this.orders });
    await this.running.says(`passed ${this.orders}`);
  }
}

/** The password and the address at the hub that somebody uses. */
export const ownOf = ({ username }: Pick<Session, 'username'>) => ({
  password: `own password of ${username}`,
  email: `${username}@example.org`,
});

/** Connects a server of each kind, of whose two libraries one is shared. Answers the ids of the instances. */
async function connect(app: App, admin: Session, remote: RemoteServers): Promise<Readonly<Record<ServerKind, string>>> {
  const ids = { video_server_a: '', video_server_b: '', audiobook_server: '', hub: '' };
  for (const kind of SERVER_KINDS) {
    const shared = { library_ids: [remote.sharedLibrary[kind]] };
    const fields =
      kind === 'hub'
        ? {
            hub_link_pin: await linkOwner(admin, remote),
            media_server_config: { ...shared, machine_identifier: OWNED_MACHINE },
          }
        : { url: remote.fakes[kind].url, api_key: remote.keys[kind], media_server_config: shared };
    const { status, body, text } = await admin.post('/api/instances', { service_type: kind, name: kind, ...fields });
    if (status !== 201) throw new Error(text);
    ids[kind] = (body as { id: string }).id;
  }
  return ids;
}

async function linkOwner(admin: Session, { hub, owner }: RemoteServers): Promise<number> {
  const { pin_id: pinId } = (await admin.post('/api/instances/hub/link/begin')).body as { pin_id: number };
  hub.approve(owner, { pinId });
  await admin.post('/api/instances/hub/link/check', { pin_id: pinId });
  return pinId;
}
