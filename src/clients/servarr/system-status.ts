import { z } from 'zod';

/** Who answers at an address. */
export interface SystemStatus {
  /** Product name as the server says it: `Radarr`. */
  readonly appName: string;
  readonly version: string;
}

export const systemStatusSchema = z.object({ appName: z.string(), version: z.string() });
