import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { entities } from '../../../src/app/entities.js';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { InstanceChanged } from '../../../src/modules/instances/instances.public.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import { UserRow } from '../../../src/modules/users/tables/people.entity.js';
import { addRows } from '../../harness/add-rows.js';
import { type App, KEPT, OF_ACCOUNTS, renewed, type Session } from '../../harness/start-app.js';

/** The rows that a household has right after it was opened, but for its administrator's. */
interface Opened {
  readonly member: Session;
  readonly at: number;
  readonly rows: readonly (readonly [table: EntityTarget<ObjectLiteral>, rows: readonly ObjectLiteral[]])[];
}

/** Puts a member and a library back into a household that starts over, which costs a fifth of an invitation and a connection. */
export class OpenedHousehold {
  private opened: Opened | undefined;

  constructor(private readonly app: App) {}

  /** Has nothing happened yet? The first time; what is there then is put back later. */
  async isNew(member: Session): Promise<boolean> {
    if (this.opened) return false;
    const rows = await this.app.get(Database).read(async (tx) => {
      const tables: Opened['rows'][number][] = [];
      for (const table of entities as readonly EntityTarget<ObjectLiteral>[]) {
        const where = emptiedOf(table, member);
        if (where) tables.push([table, await tx.find(table, { where })]);
      }
      return tables;
    });
    this.opened = { member, at: this.app.clock.now(), rows };
    return true;
  }

  get member(): Session {
    return this.held.member;
  }

  /** @param url where the library is now */
  async putBack(url: string): Promise<void> {
    const { at, rows } = this.held;
    const passed = this.app.clock.now() - at;
    await this.app.get(Database).write(async (tx) => {
      for (const [table, then] of rows)
        await addRows(
          tx,
          table,
          then.map((row) => (row instanceof ServiceInstanceRow ? { ...row, url } : renewed(row, passed))),
        );
    });
    for (const { id } of this.libraries()) await this.app.get(EventBus).publish(new InstanceChanged(id));
  }

  private libraries(): readonly ServiceInstanceRow[] {
    const [, rows = []] = this.held.rows.find(([table]) => table === ServiceInstanceRow) ?? [];
    return rows as readonly ServiceInstanceRow[];
  }

  private get held(): Opened {
    if (!this.opened) throw new Error('the household has not begun');
    return this.opened;
  }
}

/** Which rows of a table App.startOver removes, as far as they are this member's or everybody's; undefined for none. */
function emptiedOf(table: EntityTarget<ObjectLiteral>, { userId }: Session): ObjectLiteral | undefined {
  if (OF_ACCOUNTS.some((one) => one === table)) return { userId };
  if (table === UserRow) return { id: userId };
  return KEPT.has(table) ? undefined : {};
}
