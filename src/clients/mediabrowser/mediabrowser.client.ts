import { z } from 'zod';
import type { UpstreamError } from '../../core/errors/upstream-error.js';
import type { Secret } from '../../core/secrets/secret.js';
import type { HttpAnswer, HttpCall } from '../http/http-transport.js';
import { redirectFault, REDIRECTS } from '../http/http-faults.js';
import { sayHttp } from '../http/http.sentences.js';
import { itemsOf, itemsOfEach, type MediaItem, type WantedTitle } from './media-item.js';
import { changedRecord, type MediaPolicy, type PolicyChange, type PolicyRead, satisfies } from './media-policy.js';
import {
  checkPassword,
  type MediaUser,
  type MediaUsers,
  type PasswordVerdict,
  readUser,
  type StoredUser,
  type UserIds,
} from './media-user.js';
import { sayMediaServer } from './media-server.sentences.js';
import { type MediaBrowserAccess, type MediaBrowserDevice, MediaBrowserTransport } from './mediabrowser-transport.js';
import {
  type MediaLibrary,
  type MediaServerInfo,
  pageSchema,
  type ParentalRating,
  parentalRatingsSchema,
  systemInfoSchema,
} from './server-answers.js';

/** What a product of the family does in its own way. */
export interface MediaBrowserProduct {
  readonly system: string;
  readonly ids: UserIds;
  /** Reads an id of a title; null for what is none. */
  readonly itemId: (value: unknown) => string | null;
  /** Is this the name of the product, as the server says it? Null where the server says none. */
  readonly isOwnName: (productName: string | null) => boolean;
  /** The headers of a call that bears a token. */
  readonly tokenHeaders: (token: Secret, device: MediaBrowserDevice) => Readonly<Record<string, string | Secret>>;
  readonly signInHeaders: (device: MediaBrowserDevice) => Readonly<Record<string, string>>;
}

/** An account whose policy can be read, and that is no administrator's. */
interface WritableUser extends StoredUser {
  readonly policy: PolicyRead;
}

/** What became of a change to an account. Remote administrators are never written to, nor is what isn't there. */
export type AccountOutcome = 'done' | 'absent' | 'administrator';

type PolicyOutcome =
  | {
      readonly outcome: 'changed' | 'unchanged';
      readonly before: MediaPolicy;
      /** The account as it was read last: after the change, where there was one. */
      readonly user: MediaUser;
    }
  | { readonly outcome: 'absent' | 'administrator' };

/** Throws UpstreamError. A write reads the account first, never changes an administrator's, sends policies whole. No token leaves it. */
export abstract class MediaBrowserClient {
  protected readonly transport: MediaBrowserTransport;
  protected readonly ids: UserIds;

  /** Is an account made together with its password? Else it is there without one until {@link setPassword}. */
  abstract readonly makesWithPassword: boolean;

  protected constructor(
    private readonly access: MediaBrowserAccess,
    private readonly product: MediaBrowserProduct,
  ) {
    this.ids = product.ids;
    this.transport = this.transportWith(product.tokenHeaders(access.apiKey, access.device));
  }

  /** Can an account bear this name? What it refuses, the server refuses too, without saying why. */
  abstract nameFits(name: string): boolean;

  /** All accounts, in one call where the server has it so. */
  abstract users(signal?: AbortSignal): Promise<MediaUsers>;

  /** All libraries that policies can name, in the server's order. */
  abstract libraries(signal?: AbortSignal): Promise<readonly MediaLibrary[]>;

  /** Makes an account, enabled and with every library. @throws UpstreamError `rejected` where the name is taken or doesn't fit */
  abstract createUser(name: string, password: Secret): Promise<MediaUser>;

  /** The items that are this title, as the account sees them, by ids alone. @throws UpstreamError `not_found` without such an account */
  abstract findTitle(userId: string, wanted: WantedTitle, signal?: AbortSignal): Promise<readonly MediaItem[]>;

  /**
   * As {@link findTitle}, for several titles in one call: the items of each, in their order; null where the answer doesn't say.
   * @throws UpstreamError as there
   */
  abstract findTitles(
    userId: string,
    wanted: readonly WantedTitle[],
    signal?: AbortSignal,
  ): Promise<readonly (readonly MediaItem[] | null)[]>;

  /** Where a password is set, and with what. */
  protected abstract passwordCall(userId: string, password: Secret): Pick<HttpCall, 'path' | 'query' | 'json'>;

  /** Does this product answer, and take the key? A redirect is reported. @throws UpstreamError with a reason for the administrator */
  async probe(signal?: AbortSignal): Promise<MediaServerInfo> {
    const operation = 'system.info';
    const path = ['System', 'Info'];
    const answer = await this.transport.send({ operation, method: 'GET', path, signal, accept: REDIRECTS });
    if (REDIRECTS.includes(answer.status)) throw redirectFault(this.transport.system, operation, answer, path);
    const { Id, ServerName, Version, ProductName } = this.transport.read(operation, answer, systemInfoSchema);
    if (this.product.isOwnName(ProductName)) return { id: Id, name: ServerName ?? '', version: Version };
    const reason = sayMediaServer('media_server_other_product');
    throw this.transport.fault(operation, { kind: 'malformed', detail: 'other_product', reason });
  }

  parentalRatings(signal?: AbortSignal): Promise<readonly ParentalRating[]> {
    const path = ['Localization', 'ParentalRatings'];
    return this.transport.json({ operation: 'ratings.read', method: 'GET', path, signal }, parentalRatingsSchema);
  }

  /** One account; null where there is none, which the list of all has to affirm. */
  async user(userId: string, signal?: AbortSignal): Promise<MediaUser | null> {
    return (await this.readStored(userId, signal))?.user ?? null;
  }

  /**
   * Reads the policy, sends it back whole with the change, and reads it again; nothing is written where nothing differs, or where
   * `beforeWrite` throws. @throws UpstreamError `failed` where the change was not made
   */
  async changePolicy(
    userId: string,
    decide: (policy: MediaPolicy) => PolicyChange,
    beforeWrite?: () => Promise<void>,
  ): Promise<PolicyOutcome> {
    const operation = 'user.policy';
    const found = await this.writable(userId, operation);
    if (typeof found === 'string') return { outcome: found };
    const { policy: before, record } = found.policy;
    const change = this.withKnownIds(operation, decide(before));
    if (satisfies(before, change)) return { outcome: 'unchanged', before, user: found.user };
    const json = changedRecord(record, change, this.ids.library);
    const path = ['Users', found.user.id, 'Policy'];
    await beforeWrite?.();
    await this.transport.send({ operation, method: 'POST', path, json, accept: [404] });
    const after = await this.readStored(userId);
    if (!after) return { outcome: 'absent' };
    if (!after.user.policy) throw this.unreadablePolicy(operation);
    if (!satisfies(after.user.policy, change)) throw this.notMade(operation);
    return { outcome: 'changed', before, user: after.user };
  }

  /** Sets a password. Whether it opens the account now, {@link checkPassword} tells. */
  async setPassword(userId: string, password: Secret): Promise<AccountOutcome> {
    const operation = 'user.password';
    const found = await this.writable(userId, operation);
    if (typeof found === 'string') return found;
    const call = { ...this.passwordCall(found.user.id, password), operation, method: 'POST' } as const;
    const answer = await this.transport.send({ ...call, accept: [404] });
    if (answer.status !== 404) return 'done';
    if (await this.readStored(userId)) throw this.notMade(operation);
    return 'absent';
  }

  /** Deletes an account, and sees that it is gone. */
  async deleteUser(userId: string): Promise<AccountOutcome> {
    const operation = 'user.delete';
    const found = await this.writable(userId, operation);
    if (typeof found === 'string') return found;
    const path = ['Users', found.user.id];
    await this.transport.send({ operation, method: 'DELETE', path, accept: [404] });
    if (await this.readStored(userId)) throw this.notMade(operation);
    return 'done';
  }

  /** Does this password open the account of this name? Whose account it is, the verdict says. */
  checkPassword(name: string, password: Secret): Promise<PasswordVerdict> {
    const { access, product } = this;
    const ways = {
      anonymous: this.transportWith(product.signInHeaders(access.device)),
      as: (token: Secret): MediaBrowserTransport => this.transportWith(product.tokenHeaders(token, access.device)),
    };
    return checkPassword(ways, { name, password }, this.ids, access.log);
  }

  protected async makeUser(name: string, json: Readonly<Record<string, string>>): Promise<MediaUser> {
    const operation = 'user.create';
    this.assertNameFits(operation, name);
    const path = ['Users', 'New'];
    const row = await this.transport.json({ operation, method: 'POST', path, json }, z.unknown());
    const { user } = this.readOne(operation, row);
    if (user.name.toLowerCase() === name.toLowerCase()) return user;
    const reason = sayMediaServer('answer_about_another_account');
    throw this.transport.fault(operation, { kind: 'malformed', reason });
  }

  protected readItems(operation: string, answer: HttpAnswer, wanted: WantedTitle): readonly MediaItem[] {
    const { Items, TotalRecordCount } = this.transport.read(operation, answer, pageSchema);
    const items = itemsOf(Items, wanted, this.product.itemId);
    const isWhole = Items.length >= (TotalRecordCount ?? 0);
    if (items && (items.length > 0 || isWhole)) return items;
    const reason = sayMediaServer('answer_list_incomplete');
    throw this.transport.fault(operation, { kind: 'malformed', reason });
  }

  /** Of each title; null where a row that can't be read, or that was left out, may be the one. */
  protected readItemsOfEach(
    operation: string,
    answer: HttpAnswer,
    wanted: readonly WantedTitle[],
  ): readonly (readonly MediaItem[] | null)[] {
    const { Items, TotalRecordCount } = this.transport.read(operation, answer, pageSchema);
    const isWhole = Items.length >= (TotalRecordCount ?? 0);
    const found = itemsOfEach(Items, wanted, this.product.itemId);
    return found.map((items) => (items && (items.length > 0 || isWhole) ? items : null));
  }

  /** The id of an account whose titles are asked for: without one a server answers with everybody's. */
  protected viewerId(operation: string, userId: string): string {
    const id = this.ids.user(userId);
    if (id !== null) return id;
    const reason = sayHttp('call_not_sent', { why: sayMediaServer('remote_account_id_unknown') });
    throw this.transport.fault(operation, { kind: 'not_found', reason }, true);
  }

  /** An account that may be written to, or why it may not. */
  protected async writable(userId: string, operation: string): Promise<WritableUser | 'absent' | 'administrator'> {
    const stored = await this.readStored(userId);
    if (!stored) return 'absent';
    const { policy } = stored;
    if (!policy) throw this.unreadablePolicy(operation);
    return policy.policy.administrator ? 'administrator' : { ...stored, policy };
  }

  protected assertNameFits(operation: string, name: string): void {
    if (this.nameFits(name)) return;
    const reason = sayHttp('call_not_sent', { why: sayMediaServer('remote_account_name_does_not_fit') });
    throw this.transport.fault(operation, { kind: 'rejected', reason }, true);
  }

  protected notMade(operation: string): UpstreamError {
    return this.transport.fault(operation, {
      kind: 'failed',
      reason: sayMediaServer('remote_account_change_not_made'),
    });
  }

  private async readStored(userId: string, signal?: AbortSignal): Promise<StoredUser | null> {
    const operation = 'user.read';
    const id = this.ids.user(userId);
    if (id === null) return null;
    const answer = await this.transport.send({ operation, method: 'GET', path: ['Users', id], signal, accept: [404] });
    if (answer.status === 404) {
      await this.affirmAbsence(operation, id, signal);
      return null;
    }
    const stored = this.readOne(operation, this.transport.read(operation, answer, z.unknown()));
    if (stored.user.id === id) return stored;
    const reason = sayMediaServer('answer_about_another_account');
    throw this.transport.fault(operation, { kind: 'malformed', reason });
  }

  /** A 404 may be a proxy's, or a wrong address's: the list of all accounts says whether this one is gone. */
  private async affirmAbsence(operation: string, id: string, signal?: AbortSignal): Promise<void> {
    const { users, isComplete } = await this.users(signal);
    if (isComplete && !users.some((user) => user.id === id)) return;
    const reason = sayMediaServer('remote_account_presence_not_said');
    throw this.transport.fault(operation, { kind: 'malformed', reason });
  }

  private readOne(operation: string, row: unknown): StoredUser {
    const stored = readUser(row, this.ids);
    if (stored) return stored;
    const reason = sayMediaServer('answer_without_account');
    throw this.transport.fault(operation, { kind: 'malformed', reason });
  }

  /** @throws UpstreamError of kind `rejected` for a library whose id is none: left out, it would change what is shared */
  private withKnownIds(operation: string, change: PolicyChange): PolicyChange {
    const { libraries } = change;
    if (libraries === undefined || libraries === 'all') return change;
    const ids = libraries.map((id) => this.ids.library.read(id));
    if (ids.every((id) => id !== null)) return { ...change, libraries: ids };
    const reason = sayHttp('call_not_sent', { why: sayMediaServer('remote_library_id_unknown') });
    throw this.transport.fault(operation, { kind: 'rejected', reason }, true);
  }

  private unreadablePolicy(operation: string): UpstreamError {
    const reason = sayMediaServer('remote_account_policy_not_said');
    return this.transport.fault(operation, { kind: 'malformed', reason });
  }

  private transportWith(headers: Readonly<Record<string, string | Secret>>): MediaBrowserTransport {
    return new MediaBrowserTransport(this.product.system, this.access, headers);
  }
}
