import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';

/** Who answers at an address. */
export interface SystemStatus {
  /** Product name as the server says it: `Radarr`. */
  readonly appName: string;
  /** Null where it isn't told. */
  readonly version: string | null;
}

export const systemStatusSchema = z.object({ appName: z.string(), version: lenient(z.string()) });
