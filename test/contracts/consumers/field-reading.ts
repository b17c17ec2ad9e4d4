import type { Expected, Fields } from './consumer.js';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const KINDS = {
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === 'number',
  text: (value: unknown) => typeof value === 'string',
  flag: (value: unknown) => typeof value === 'boolean',
  moment: (value: unknown) => typeof value === 'string' && MOMENT.test(value),
  day: (value: unknown) => typeof value === 'string' && DAY.test(value),
  list: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
} as const;

/** Something that is in a body, with the words for its place. */
interface Found {
  readonly words: string;
  /** Undefined where it is missing. */
  readonly value: unknown;
}

/**
 * Reads bodies as a consumer does: field by field, of every element of every list. What it has seen of each field adds
 * up over the bodies, so that a field of a list's elements has to turn up in one of them at least.
 */
export class FieldReading {
  private readonly met = new Set<string>();

  constructor(private readonly fields: Fields) {}

  /** What of a body the consumer can't read, in words. */
  complaints(body: unknown): readonly string[] {
    return Object.entries(this.fields).flatMap(([place, expected]) =>
      placesIn(body, place).flatMap(({ words, value }) => {
        this.met.add(place);
        return fits(expected, value) ? [] : [`${words}: ${text(value)} is not ${JSON.stringify(expected)}`];
      }),
    );
  }

  /** The fields that no body so far had a place for, because its lists were empty. */
  unmet(): readonly string[] {
    return Object.keys(this.fields).filter((place) => !place.includes('?') && !this.met.has(place));
  }
}

function placesIn(body: unknown, place: string): readonly Found[] {
  return place
    .split('.')
    .reduce<readonly Found[]>(
      (found, step) => found.flatMap((one) => stepInto(one, step)),
      [{ words: '', value: body }],
    );
}

/** A missing parent stays missing: the complaint says how far the way led. */
function stepInto({ words, value }: Found, step: string): readonly Found[] {
  if (value === undefined && words !== '') return [{ words, value }];
  const key = step.replace(/(\[\]|\?)$/, '');
  const inner = {
    words: words === '' ? key : `${words}.${key}`,
    value: (value as Record<string, unknown> | null)?.[key],
  };
  if (step.endsWith('?') && (inner.value ?? null) === null) return [];
  if (!step.endsWith('[]') || !Array.isArray(inner.value)) return [inner];
  return inner.value.map((one: unknown, index) => ({ words: `${inner.words}[${index}]`, value: one }));
}

function fits(expected: Expected, value: unknown): boolean {
  if (typeof expected === 'string') return KINDS[expected](value);
  const [kind, or] = expected;
  if (typeof kind === 'number' || kind === undefined) return (expected as readonly unknown[]).includes(value);
  if (or === 'null' && value === null) return true;
  return (or === 'missing' && value === undefined) || fits(kind, value);
}

const text = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60));
