import { z } from 'zod';
import { readableRows, lenient } from '../http/lenient-members.js';
import type { ServarrTransport } from './servarr-transport.js';

/** A folder that a manager keeps its library in. */
export interface RootFolder {
  /** Path as the manager's machine sees it. */
  readonly path: string;
  /** Can the manager reach it right now? False too where it doesn't say. */
  readonly accessible: boolean;
}

const folders = readableRows(
  z
    .object({ path: z.string(), accessible: lenient(z.boolean()) })
    .transform(({ path, accessible }): RootFolder => ({ path, accessible: accessible ?? false })),
);

/** All root folders, in the manager's order. One without a path is left out, since nothing can be put into it. */
export function readRootFolders(transport: ServarrTransport, signal?: AbortSignal): Promise<readonly RootFolder[]> {
  return transport.json({ operation: 'rootfolder.list', method: 'GET', path: ['rootfolder'], signal }, folders);
}
