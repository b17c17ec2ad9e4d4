import type { LinkedAccountView } from '../../src/modules/media-accounts/http/media-accounts.view.js';
import type { Session } from '../harness/start-app.js';
import { type AccountsHousehold, ownOf } from './accounts-household.js';
import { type AccountState, accountWrongs, leftoverWrongs } from './accounts-truth.js';
import { SERVER_KINDS, type ServerKind } from './remote-accounts.js';

/** The people of a household, and what should be of each on each of its media servers. */
export class AccountsPeople {
  private readonly states = new Map<Session, Map<ServerKind, AccountState>>();
  private readonly accepted = new Set<Session>();

  constructor(private readonly house: AccountsHousehold) {
    for (const member of house.household.members)
      this.states.set(member, new Map(SERVER_KINDS.map((kind) => [kind, 'none'])));
  }

  stateOf(person: Session, kind: ServerKind): AccountState {
    return this.states.get(person)?.get(kind) ?? 'none';
  }

  set(person: Session, kind: ServerKind, state: AccountState): void {
    this.states.get(person)?.set(kind, state);
  }

  /** Somebody who has nothing on any of these servers. @throws Error when there is nobody left */
  without(...kinds: readonly ServerKind[]): Session {
    for (const person of this.states.keys())
      if (kinds.every((kind) => this.stateOf(person, kind) === 'none')) return person;
    throw new Error('the household has too few people');
  }

  /** Those who have an account on every server. */
  inEverywhere(): readonly Session[] {
    const isIn = (person: Session): boolean => SERVER_KINDS.every((kind) => this.stateOf(person, kind) === 'in');
    return [...this.states.keys()].filter(isIn);
  }

  /**
   * Somebody who has an account on a server, made for them now where there is nobody else.
   *
   * @param isAccepted at the hub: has the invitation been accepted?
   */
  async having(kind: ServerKind, isAccepted = false): Promise<Session> {
    for (const person of this.states.keys())
      if (this.stateOf(person, kind) === 'in' && (kind !== 'hub' || this.accepted.has(person) === isAccepted))
        return person;
    const person = this.without(kind);
    await this.house.grant(person, kind);
    const made = await this.house.create(person, kind);
    if (made?.status !== 201) throw new Error(`no account: ${JSON.stringify(made)}`);
    this.set(person, kind, 'in');
    if (kind === 'hub' && isAccepted) this.accept(person);
    await this.house.idle();
    return person;
  }

  /** Somebody accepts their invitation to the server behind the hub. */
  accept(person: Session): void {
    this.house.remote.accept(ownOf(person).email);
    this.accepted.add(person);
  }

  /** What isn't as it should be of somebody. */
  async wrongsOf(...persons: readonly Session[]): Promise<readonly string[]> {
    let rows = await this.house.linkedAccounts();
    // A share that was accepted is compared once somebody looks at it, and put right then.
    if (rows.some(({ access_sync_pending: isPending }) => isPending)) {
      await this.house.idle();
      rows = await this.house.linkedAccounts();
    }
    return persons.flatMap((person) =>
      SERVER_KINDS.flatMap((kind) => {
        const isMeant = ({ user_id: userId, service_type: type }: LinkedAccountView): boolean =>
          userId === person.userId && type === kind;
        const row = rows.find(isMeant) ?? null;
        return accountWrongs({ house: this.house, row }, person, kind, this.stateOf(person, kind));
      }),
    );
  }

  /** What isn't as it should be of anybody, and what is left behind, once nothing is under way. */
  async wrongs(): Promise<readonly string[]> {
    return [...(await this.wrongsOf(...this.states.keys())), ...(await leftoverWrongs(this.house))];
  }
}
