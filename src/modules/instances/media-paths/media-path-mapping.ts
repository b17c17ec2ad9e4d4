import type { ValueTransformer } from 'typeorm';
import { z } from 'zod';

/**
 * Translates the paths of one manager: what it keeps below `arrPath` lies, for this server, below `servicePath`.
 * Source: doc 1 section 2, media_path_mappings.
 */
export interface MediaPathMapping {
  /** An absolute path as the manager's own system writes it: POSIX, Windows drive or UNC. */
  readonly arrPath: string;
  /** An absolute folder of this server, inside a media root. */
  readonly servicePath: string;
}

const stored = z.array(z.object({ arr_path: z.string(), service_path: z.string() }));

/** The mappings of an instance in one text column, in their order. Source: doc 3 section 9.3, service_instances. */
export const mappingsAsJson: ValueTransformer = {
  to: (mappings: readonly MediaPathMapping[]): string =>
    JSON.stringify(mappings.map(({ arrPath, servicePath }) => ({ arr_path: arrPath, service_path: servicePath }))),
  from: (text: string): readonly MediaPathMapping[] =>
    stored.parse(JSON.parse(text)).map((one) => ({ arrPath: one.arr_path, servicePath: one.service_path })),
};
