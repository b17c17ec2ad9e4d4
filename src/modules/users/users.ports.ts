import type { WriteTx } from '../../core/database/database.js';
import { Port } from '../../core/ports/port-registry.js';

/** What becomes of a module's rows when an account goes? A module that keeps rows of accounts registers an answer. */
export interface AccountRemoval {
  /**
   * In the write that deletes the account, before its row goes; an error keeps it. @param afterwards takes an event to publish after the
   * commit
   */
  accountRemoved(tx: WriteTx, userId: number, afterwards: (event: object) => void): Promise<void>;
}

export const ACCOUNT_REMOVAL = new Port<AccountRemoval>('users.account-removal');

/** What goes when an account ceases to be an administrator? A module that keeps what only administrators have registers an answer. */
export interface AccountDemotion {
  /** Called inside the write that demotes the account. What is given up doesn't come back with the role; an error keeps the role. */
  accountDemoted(tx: WriteTx, userId: number): Promise<void>;
}

export const ACCOUNT_DEMOTION = new Port<AccountDemotion>('users.account-demotion');

/** What goes when a device is signed out? A module that keeps what is sent to devices registers an answer. */
export interface DeviceEnd {
  /** Called inside the write that ends the devices, but not when their account is deleted. An error keeps them signed in. */
  devicesEnded(tx: WriteTx, deviceIds: readonly string[]): Promise<void>;
}

export const DEVICE_END = new Port<DeviceEnd>('users.device-end');
