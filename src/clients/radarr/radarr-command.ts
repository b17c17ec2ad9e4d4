import { z } from 'zod';
import { commandFields, type ServarrCommand } from '../servarr/commands.js';

/** Something Radarr was told to do. */
export interface RadarrCommand extends ServarrCommand {
  /** The films that it is about; empty where Radarr doesn't say. */
  readonly movieIds: readonly number[];
}

/** The arguments of a command are missing in the OpenAPI document, so nothing depends on their being there. */
export const commandSchema = z
  .object({ ...commandFields, body: z.object({ movieIds: z.array(z.int()).optional() }).optional() })
  .transform(({ queued, body, ...command }): RadarrCommand => ({
    ...command,
    queuedAt: queued,
    movieIds: body?.movieIds ?? [],
  }));
