import type { ValueTransformer } from 'typeorm';
import { z } from 'zod';
import type { MediaPathMapping } from './media-path-mapping.js';

const stored = z.array(z.object({ arr_path: z.string(), service_path: z.string() }));

/** The mappings of an instance in one text column, in their order. Source: doc 3 section 9.3, service_instances. */
export const mappingsAsJson: ValueTransformer = {
  to: (mappings: readonly MediaPathMapping[]): string =>
    JSON.stringify(mappings.map(({ arrPath, servicePath }) => ({ arr_path: arrPath, service_path: servicePath }))),
  from: (text: string): readonly MediaPathMapping[] =>
    stored.parse(JSON.parse(text)).map((one) => ({ arrPath: one.arr_path, servicePath: one.service_path })),
};
