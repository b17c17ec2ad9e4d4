import type { ZodType } from 'zod';

/** A pipe that judges a body, and can say what it takes. The description of the interface is made of it. */
export interface DescribingPipe {
  /** What it takes. It may refuse some of that still: which ones, its texts say. */
  readonly accepts: ZodType;
}

/** Can this pipe say what it takes? */
export function isDescribingPipe(pipe: unknown): pipe is DescribingPipe {
  return typeof pipe === 'object' && pipe !== null && 'accepts' in pipe;
}
