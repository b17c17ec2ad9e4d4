import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import {
  type Account,
  ACCOUNT_DEMOTION,
  AccountsRepository,
  DevicesRepository,
  maySignInByPasskey,
  maySignInByPassword,
  PasskeysRepository,
} from '../../users/users.public.js';
import { lastLocalAdmin } from '../auth.errors.js';

const SSO_ONLY = defineSetting({ key: 'oidc_sso_only', schema: z.boolean(), fallback: false });

/** Must everybody but administrators sign in by single sign-on? Each way in asks in the transaction that lets somebody in. */
@Injectable()
export class SsoOnlyService implements OnModuleInit {
  constructor(
    private readonly store: SettingsRepository,
    private readonly accounts: AccountsRepository,
    private readonly devices: DevicesRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly ports: PortRegistry,
  ) {}

  onModuleInit(): void {
    this.ports.register(ACCOUNT_DEMOTION, {
      accountDemoted: async (tx, userId) => {
        if (await this.holds(tx)) await this.devices.revokeWhere(tx, { userId, methods: ['local', 'hub'] });
      },
    });
  }

  /** @throws AppError 503 when what is stored can't be read: no way in opens by that */
  holds(tx: ReadTx): Promise<boolean> {
    return this.store.get(tx, SSO_ONLY);
  }

  async set(tx: WriteTx, on: boolean): Promise<void> {
    await this.store.set(tx, SSO_ONLY, on);
  }

  /** By a password or a passkey? Administrators always may: the way out while the provider is gone. @throws as {@link holds} */
  async allowsLocal(tx: ReadTx, { role }: Pick<Account, 'role'>): Promise<boolean> {
    return role === 'admin' || !(await this.holds(tx));
  }

  /** Is there a password or passkey, permitted and present, that lets the account in now? @throws AppError 404 for an unknown account */
  async hasLocalMethod(tx: ReadTx, userId: number): Promise<boolean> {
    const account = await this.accounts.require(tx, userId);
    if (!(await this.allowsLocal(tx, account))) return false;
    if (account.hasPassword && maySignInByPassword(account)) return true;
    return maySignInByPasskey(account) && (await this.passkeys.count(tx, userId)) > 0;
  }

  /** In the write that takes an administrator's role away. @throws AppError 409 for the last one with a password while it is required */
  async requireAnotherLocalAdmin(tx: ReadTx, userId: number): Promise<void> {
    if ((await this.holds(tx)) && !(await this.accounts.hasAdminWithPassword(tx, userId))) throw lastLocalAdmin();
  }
}
