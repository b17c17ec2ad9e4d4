import type { ZodType } from 'zod';

/** What a stored setting is called, what it may hold, and what holds while nobody has stored it. */
export interface Setting<T> {
  readonly key: string;
  readonly schema: ZodType<T>;
  readonly fallback: T;
}

/** Declares a setting. The module that owns its meaning declares it; nobody else reads or writes it. */
export function defineSetting<T>(setting: Setting<T>): Setting<T> {
  return Object.freeze(setting);
}
