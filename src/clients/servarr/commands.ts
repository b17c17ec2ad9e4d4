import { z } from 'zod';
import { lenient, readableRows } from '../http/lenient-members.js';
import { servarrTime } from './servarr-values.js';
import type { ServarrTransport } from './servarr-transport.js';

/** A command that was sent to a manager. */
export interface ServarrCommand {
  readonly id: number;
  /** `MoviesSearch`, …; empty where it is missing. */
  readonly name: string;
  /** queued, started, completed, failed, aborted, cancelled, orphaned; tolerant of words to come. Empty where it is missing. */
  readonly status: string;
  /** When it was asked for, in epoch milliseconds; null where it is missing. */
  readonly queuedAt: number | null;
}

/** What a command was given is not in the documents of its answers, so nothing is read of it. */
const commandSchema = z
  .object({ id: z.int(), name: lenient(z.string()), status: lenient(z.string()), queued: lenient(servarrTime) })
  .transform(({ id, name, status, queued }): ServarrCommand => ({
    id,
    name: name ?? '',
    status: status ?? '',
    queuedAt: queued,
  }));

/** The commands that the manager still remembers: running ones and those of late. One that can't be read is left out. */
export function readCommands(transport: ServarrTransport, signal?: AbortSignal): Promise<readonly ServarrCommand[]> {
  const call = { operation: 'command.list', method: 'GET', path: ['command'], signal } as const;
  return transport.json(call, readableRows(commandSchema));
}

/**
 * Sends a command to the manager. While a command of the same name and arguments is queued, that one is returned
 * and nothing is done twice.
 *
 * @param order the command's `name` and its arguments
 */
export function giveCommand(
  transport: ServarrTransport,
  order: { readonly name: string } & Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<ServarrCommand> {
  const call = { operation: `command.${order.name}`, method: 'POST', path: ['command'], json: order, signal } as const;
  return transport.json(call, commandSchema);
}
