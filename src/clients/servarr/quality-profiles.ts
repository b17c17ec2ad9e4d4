import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';
import type { ServarrTransport } from './servarr-transport.js';

/** A quality profile of a manager. */
export interface QualityProfile {
  readonly id: number;
  /** Its number where it has no name. */
  readonly name: string;
}

const profiles = z.array(
  z
    .object({ id: z.int(), name: lenient(z.string()) })
    .transform(({ id, name }): QualityProfile => ({ id, name: name ?? String(id) })),
);

/** All quality profiles, in the manager's order. */
export function readQualityProfiles(transport: ServarrTransport, signal?: AbortSignal): Promise<QualityProfile[]> {
  return transport.json(
    { operation: 'qualityprofile.list', method: 'GET', path: ['qualityprofile'], signal },
    profiles,
  );
}
