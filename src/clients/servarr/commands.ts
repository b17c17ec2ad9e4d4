import { z, type ZodType } from 'zod';
import { servarrTime } from './servarr-time.js';
import type { ServarrTransport } from './servarr-transport.js';

/** Something a manager was told to do. */
export interface ServarrCommand {
  readonly id: number;
  /** `MoviesSearch`, … */
  readonly name: string;
  /** queued, started, completed, failed, aborted, cancelled, orphaned; tolerant of words to come. */
  readonly status: string;
  /** When it was asked for, in epoch milliseconds. */
  readonly queuedAt: number;
}

/** The fields of every manager's commands; what a command was given stands in its `body`. */
export const commandFields = { id: z.int(), name: z.string(), status: z.string(), queued: servarrTime };

/** The commands that the manager still remembers: running ones and those of late. */
export function readCommands<T>(transport: ServarrTransport, command: ZodType<T>, signal?: AbortSignal): Promise<T[]> {
  const call = { operation: 'command.list', method: 'GET', path: ['command'], signal } as const;
  return transport.json(call, z.array(command));
}

/**
 * Tells the manager to do something. While a command of the same name and arguments is queued, that one is returned
 * and nothing is done twice.
 *
 * @param order the command's `name` and its arguments
 */
export function giveCommand<T>(
  transport: ServarrTransport,
  command: ZodType<T>,
  order: { readonly name: string } & Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<T> {
  const call = { operation: `command.${order.name}`, method: 'POST', path: ['command'], json: order, signal } as const;
  return transport.json(call, command);
}
