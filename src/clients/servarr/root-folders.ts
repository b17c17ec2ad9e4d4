import { z } from 'zod';
import type { ServarrTransport } from './servarr-transport.js';

/** A folder that a manager keeps its library in. */
export interface RootFolder {
  readonly id: number;
  /** Path as the manager's machine sees it. */
  readonly path: string;
  /** Can the manager reach it right now? */
  readonly accessible: boolean;
}

const folders = z.array(z.object({ id: z.int(), path: z.string(), accessible: z.boolean() }));

/** All root folders, in the manager's order. */
export function readRootFolders(transport: ServarrTransport, signal?: AbortSignal): Promise<RootFolder[]> {
  return transport.json({ operation: 'rootfolder.list', method: 'GET', path: ['rootfolder'], signal }, folders);
}
