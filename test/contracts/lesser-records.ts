/** A JSON object, as far as we descend into it. */
type Json = Readonly<Record<string, unknown>>;

/** How deep a record is filled in where its example says nothing. */
const DEEPEST = 2;

const WORDS: Readonly<Record<string, unknown>> = {
  'date-time': '2026-03-02T10:15:00Z',
  'date-span': '00:12:31',
  uri: 'https://example.org/',
};

/** A record of an outside system with everything in it, and which of its members are null at times. */
export interface FullRecord {
  readonly value: unknown;
  /** May this place be null? `seasons[].statistics`; indices are left out. */
  readonly nullable: (place: string) => boolean;
}

/** A record with one member that is gone, null or of another type. */
export interface LesserRecord {
  /** `seasons[].statistics` */
  readonly place: string;
  readonly value: unknown;
}

/** What becomes of one member. */
export type Lack = 'absent' | 'null' | 'of another type';

/** An example as it is: no document says which of its members may be null, so any may. */
export const exampleRecord = (value: unknown): FullRecord => ({ value, nullable: () => true });

/**
 * A record by its OpenAPI schema, with a value for each member that the schema names. What the example says is taken from
 * there, and nothing that it lacks is left out.
 *
 * @param schema name of it: `MovieResource`
 */
export function describedRecord(document: Json, schema: string, example: unknown): FullRecord {
  const nullable = new Set<string>();
  const schemas = (document.components as Json).schemas as Json;

  const resolve = (of: Json): { readonly schema: Json; readonly name: string | null } => {
    const name = typeof of.$ref === 'string' ? (of.$ref.split('/').at(-1) ?? '') : null;
    return { schema: name === null ? of : (schemas[name] as Json), name };
  };

  const filled = (of: Json, given: unknown, place: string, within: readonly string[]): unknown => {
    const { schema: own, name } = resolve(of);
    if (of.nullable === true || own.nullable === true) nullable.add(place);
    const isCircle = name !== null && within.includes(name);
    if (given === undefined && (isCircle || within.length > DEEPEST)) return undefined;
    const inside = name === null ? within : [...within, name];
    if (own.properties) return object(own.properties as Json, given, place, inside);
    if (own.type === 'array') return list(own.items as Json, given, place, inside);
    return given ?? plain(own);
  };

  const object = (properties: Json, given: unknown, place: string, within: readonly string[]): unknown => {
    const known = (given ?? {}) as Json;
    const keys = new Set([...Object.keys(properties), ...Object.keys(known)]);
    const members = [...keys].map((key) => {
      const of = properties[key] as Json | undefined;
      return [key, of ? filled(of, known[key], placeOf(place, key), within) : known[key]] as const;
    });
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  };

  const list = (items: Json, given: unknown, place: string, within: readonly string[]): unknown => {
    const [first, ...rest] = Array.isArray(given) ? (given as unknown[]) : [];
    const one = filled(items, first, `${place}[]`, within);
    return one === undefined ? rest : [one, ...rest];
  };

  const value = filled({ $ref: `#/components/schemas/${schema}` }, example, '', []);
  return { value, nullable: (place) => nullable.has(place) };
}

/** The record without one of its members, for each that it has at any depth; in a list the first element represents all. */
export function lesserRecords({ value, nullable }: FullRecord, lack: Lack): readonly LesserRecord[] {
  return placesIn(value, '').flatMap(({ place, path }) => {
    if (lack === 'null' && !nullable(place)) return [];
    return [{ place, value: changed(value, path, (was) => (lack === 'null' ? null : otherwise(was)), lack) }];
  });
}

interface Place {
  readonly place: string;
  readonly path: readonly (string | number)[];
}

function placesIn(value: unknown, place: string): readonly Place[] {
  if (Array.isArray(value)) {
    return placesIn(value[0], `${place}[]`).map((inner) => ({ ...inner, path: [0, ...inner.path] }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const inner = placeOf(place, key);
    const below = placesIn(one, inner).map((deeper) => ({ ...deeper, path: [key, ...deeper.path] }));
    return [{ place: inner, path: [key] }, ...below];
  });
}

const placeOf = (place: string, key: string): string => (place === '' ? key : `${place}.${key}`);

function changed(
  value: unknown,
  [step, ...rest]: Place['path'],
  change: (was: unknown) => unknown,
  lack: Lack,
): unknown {
  if (Array.isArray(value)) {
    return value.map((one: unknown, at) => (at === step ? changed(one, rest, change, lack) : one));
  }
  const entries = Object.entries(value as Json).flatMap(([key, one]) => {
    if (key !== step) return [[key, one] as const];
    if (rest.length > 0) return [[key, changed(one, rest, change, lack)] as const];
    return lack === 'absent' ? [] : [[key, change(one)] as const];
  });
  return Object.fromEntries(entries);
}

/** Something of another type. */
const otherwise = (was: unknown): unknown => (typeof was === 'string' ? { text: was } : 'otherwise');

function plain({ type, format, enum: choices }: Json): unknown {
  if (Array.isArray(choices)) return choices[0] as unknown;
  if (type === 'boolean') return true;
  if (type === 'integer') return 1;
  if (type === 'number') return 1.5;
  return WORDS[String(format)] ?? 'text';
}
