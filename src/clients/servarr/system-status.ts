import { z } from 'zod';
import { told } from '../http/told.js';

/** Who answers at an address. */
export interface SystemStatus {
  /** Product name as the server says it: `Radarr`. */
  readonly appName: string;
  /** Null where it isn't told. */
  readonly version: string | null;
}

export const systemStatusSchema = z.object({ appName: z.string(), version: told(z.string()) });
