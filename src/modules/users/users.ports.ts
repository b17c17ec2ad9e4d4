import type { WriteTx } from '../../core/database/database.js';
import { Port } from '../../core/ports/port-registry.js';

/** What becomes of a module's rows when an account goes? Whoever keeps rows of accounts registers an answer. */
export interface AccountRemoval {
  /**
   * Called inside the write that deletes the account, while its row still exists. The answer settles its own rows; an
   * error keeps the account.
   *
   * @param afterwards takes an event, which is published once the removal is committed
   */
  accountRemoved(tx: WriteTx, userId: number, afterwards: (event: object) => void): Promise<void>;
}

/** Where {@link AccountRemoval} answers are registered. */
export const ACCOUNT_REMOVAL = new Port<AccountRemoval>('users.account-removal');

/** What goes when an account ceases to be an administrator? Whoever keeps what only administrators have registers an answer. */
export interface AccountDemotion {
  /**
   * Called inside the write that demotes the account, after its role was changed. What the answer gives up doesn't come
   * back with the role; an error keeps the role.
   */
  accountDemoted(tx: WriteTx, userId: number): Promise<void>;
}

/** Where {@link AccountDemotion} answers are registered. */
export const ACCOUNT_DEMOTION = new Port<AccountDemotion>('users.account-demotion');

/** What goes when a device is signed out? Whoever keeps what is sent to devices registers an answer. */
export interface DeviceEnd {
  /**
   * Called inside the write that ends the devices, whichever way they end but with their account. An error keeps them signed
   * in.
   */
  devicesEnded(tx: WriteTx, deviceIds: readonly string[]): Promise<void>;
}

/** Where {@link DeviceEnd} answers are registered. */
export const DEVICE_END = new Port<DeviceEnd>('users.device-end');
