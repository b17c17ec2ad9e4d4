import { z } from 'zod';
import type { ServarrTransport } from './servarr-transport.js';

/** A quality profile of a manager. */
export interface QualityProfile {
  readonly id: number;
  readonly name: string;
}

const profiles = z.array(z.object({ id: z.int(), name: z.string() }));

/** All quality profiles, in the manager's order. */
export function readQualityProfiles(transport: ServarrTransport, signal?: AbortSignal): Promise<QualityProfile[]> {
  return transport.json(
    { operation: 'qualityprofile.list', method: 'GET', path: ['qualityprofile'], signal },
    profiles,
  );
}
