import { z } from 'zod';
import type { Secret } from '../../core/secrets/secret.js';
import { readableRows } from '../http/lenient-members.js';
import { rowBy, type RowsRead } from './rows-read.js';
import type { ServarrCall, ServarrTransport } from './servarr-transport.js';

/** Source: doc 3 section 3.3, limits. */
const LIMITS = { deadlineMs: 20_000, maxBytes: 2 * 1024 * 1024 } as const;

/** In zod every key is required unless declared optional, even with `z.unknown()`; managers leave out empty fields. */
const notificationSchema = z.looseObject({
  id: z.int().optional(),
  name: z.string().nullish(),
  implementation: z.string().nullish(),
  configContract: z.string().nullish(),
  fields: z.array(z.looseObject({ name: z.string().nullish(), value: z.unknown().optional() })).nullish(),
  tags: z.array(z.unknown()).nullish(),
});

/** A notification as the manager keeps or offers it, with all that it says of it: what isn't ours goes back as it came. */
export type ServarrNotification = z.infer<typeof notificationSchema>;

/**
 * Whom a manager notifies. It is one shape for the whole family. Each call may take 20 seconds and answer 2 MiB.
 *
 * Source: arr-common, notification resource; doc 3 section 3.3.
 */
export class ServarrNotifications {
  constructor(private readonly transport: ServarrTransport) {}

  /** What may be made, one of each sort, as far as it can be read. */
  templates(): Promise<readonly ServarrNotification[]> {
    const call = { operation: 'notification.schema', method: 'GET', path: ['notification', 'schema'] } as const;
    return this.transport.json({ ...call, ...LIMITS }, readableRows(notificationSchema));
  }

  /** Those that there are, with those of them that can't be read: any may be ours. */
  list(): Promise<RowsRead<ServarrNotification>> {
    const call = { operation: 'notification.list', method: 'GET', path: ['notification'] } as const;
    return this.transport.rows({ ...call, ...LIMITS }, rowBy(notificationSchema));
  }

  /** Makes one, unasked whether its receiver answers. */
  async add(json: ServarrNotification, secrets: readonly Secret[]): Promise<void> {
    await this.send({
      operation: 'notification.add',
      method: 'POST',
      path: ['notification'],
      query: SAVE,
      json,
      secrets,
    });
  }

  /**
   * Has the manager call the receiver of a notification once, as it would be. Warnings don't count.
   *
   * @throws UpstreamError of kind `rejected` when the receiver refused or didn't answer
   */
  async test(json: ServarrNotification, secrets: readonly Secret[]): Promise<void> {
    const call = { operation: 'notification.test', method: 'POST', path: ['notification', 'test'] } as const;
    await this.send({ ...call, query: { forceTest: true }, json, secrets });
  }

  /** Puts it in the place of the one that has its id. */
  async change(id: number, json: ServarrNotification, secrets: readonly Secret[]): Promise<void> {
    const call = { operation: 'notification.change', method: 'PUT', path: ['notification', id] } as const;
    await this.send({ ...call, query: SAVE, json, secrets });
  }

  /** Removes the one that has this id. */
  async remove(id: number): Promise<void> {
    await this.send({ operation: 'notification.remove', method: 'DELETE', path: ['notification', id] });
  }

  private async send(call: ServarrCall): Promise<void> {
    await this.transport.send({ ...call, ...LIMITS });
  }
}

const SAVE = { forceSave: true } as const;
