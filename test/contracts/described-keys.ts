/** A JSON document, as far as the reader descends into it. */
type Json = Readonly<Record<string, unknown>>;

/** What a document is known to get wrong, or to ask of a service that can't know it. Every entry says why. */
export interface KeyGaps {
  /**
   * Keys that may be missing, by the schema that names them (`User.plexToken`) or, where only one place is meant, by
   * the key that the schema hangs on (`MediaRequest.media.requests`).
   */
  readonly unknowable: Readonly<Record<string, string>>;
  /** Keys that may be null although the document doesn't say so, named the same way. */
  readonly nullable: Readonly<Record<string, string>>;
  /** Keys that are on the wire and that the document forgets: by schema, each with its own little schema. */
  readonly forgotten: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** The reader's place in the document: the words for people, and the names under which a key may be among the gaps. */
interface Place {
  /** `results[3].media`; empty for the whole body. */
  readonly words: string;
  /** The schema that is being read, `User`; for a schema without a name, the keys from the last name on. */
  readonly schema: string;
  /** The key that this schema hangs on, `MediaRequest.media`. */
  readonly holder: string;
}

/**
 * Holds answers against an OpenAPI 3 document the other way round than a schema does: the document names no required
 * keys, and still every key that it gives should be there, with its type. Keys that it doesn't give are nobody's
 * business here.
 */
export class DescribedKeys {
  constructor(
    private readonly document: Json,
    private readonly gaps: KeyGaps,
  ) {}

  /**
   * What the body of an answer lacks, or has with another type, in words; nothing when it is whole.
   *
   * @param route of the document, as it writes it: `GET /user/{userId}`
   */
  complaints(route: string, body: unknown): readonly string[] {
    return this.value(this.schemaOf(route), body, { words: '', schema: route, holder: route });
  }

  /** The names among the gaps that no schema of the document has: they would hide nothing, and are slips. */
  slips(): readonly string[] {
    const { unknowable, nullable, forgotten } = this.gaps;
    const known = new Set(this.keysBelow('', this.document));
    const added = Object.entries(forgotten).flatMap(([schema, keys]) =>
      Object.keys(keys).map((key) => `${schema}.${key}`),
    );
    const names = [...Object.keys(unknowable), ...Object.keys(nullable)];
    const twice = added.filter((name) => known.has(name));
    return [...names.filter((name) => !known.has(name) && !added.includes(name) && !this.isHeld(name)), ...twice];
  }

  private value(schema: Json, value: unknown, at: Place): readonly string[] {
    const named = nameOf(schema);
    if (named !== undefined) return this.value(this.resolve(named), value, { ...at, schema: named });
    const choices = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(choices)) return this.oneOf(choices as Json[], value, at);
    if (value === null) return schema.nullable === true ? [] : [`${at.words || '.'}: null`];
    const type = typeof schema.type === 'string' ? schema.type : 'object';
    if (!fits(type, value)) return [`${at.words || '.'}: ${text(value)} is no ${type}`];
    if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return [`${at.words}: ${text(value)} is no choice`];
    if (Array.isArray(value)) return this.elements(schema, value, at);
    return type === 'object' ? this.keys(schema, value as Json, at) : [];
  }

  private elements(schema: Json, value: readonly unknown[], at: Place): readonly string[] {
    const items = schema.items as Json | undefined;
    if (!items) return [];
    return value.flatMap((one, index) => this.value(items, one, { ...at, words: `${at.words}[${index}]` }));
  }

  private keys(schema: Json, value: Json, at: Place): readonly string[] {
    const properties = { ...(schema.properties as Json | undefined), ...this.gaps.forgotten[at.schema] };
    return Object.entries(properties).flatMap(([key, inner]) => {
      const words = at.words === '' ? key : `${at.words}.${key}`;
      const names = [`${at.schema}.${key}`, `${at.holder}.${key}`];
      if (!(key in value)) return names.some((name) => name in this.gaps.unknowable) ? [] : [`${words}: missing`];
      if (value[key] === null && names.some((name) => name in this.gaps.nullable)) return [];
      return this.value(inner as Json, value[key], { words, schema: names[0] ?? '', holder: names[0] ?? '' });
    });
  }

  private oneOf(choices: readonly Json[], value: unknown, at: Place): readonly string[] {
    const complaints = choices.map((choice) => this.value(choice, value, at));
    return complaints.find((list) => list.length === 0) ?? complaints[0] ?? [];
  }

  private schemaOf(route: string): Json {
    const [method = '', path = ''] = route.split(' ');
    const steps = ['paths', path, method.toLowerCase(), 'responses', '200', 'content', 'application/json', 'schema'];
    const schema = at(this.document, ...steps);
    if (!schema) throw new Error(`the document gives no body for ${route}`);
    return schema;
  }

  private resolve(name: string): Json {
    const schema = at(this.document, 'components', 'schemas', name);
    if (!schema) throw new Error(`the document refers to ${name}, which it lacks`);
    return schema;
  }

  /** Every key of every schema of the document, under the name that it has among the gaps. */
  private keysBelow(name: string, schema: Json): readonly string[] {
    if (name === '') {
      const schemas = Object.entries(at(this.document, 'components', 'schemas') ?? {});
      return schemas.flatMap(([one, inner]) => this.keysBelow(one, inner as Json));
    }
    const inside = (schema.items as Json | undefined) ?? schema;
    return Object.entries((inside.properties ?? {}) as Json).flatMap(([key, inner]) => [
      `${name}.${key}`,
      ...this.keysBelow(`${name}.${key}`, inner as Json),
    ]);
  }

  /** Is it a key of a schema that hangs on a key, or of the body of a route? */
  private isHeld(name: string): boolean {
    const [, holder = '', key = ''] = /^(.*)\.([^.]+)$/.exec(name) ?? [];
    if (holder.includes(' /')) return key in this.propertiesOf(this.schemaOf(holder));
    const [schema = '', ...steps] = holder.split('.');
    const found = steps.reduce<Json | undefined>(
      (here, step) => here && (this.propertiesOf(here)[step] as Json | undefined),
      at(this.document, 'components', 'schemas', schema),
    );
    return found !== undefined && key in this.propertiesOf(found);
  }

  private propertiesOf(schema: Json): Json {
    const inside = (schema.items as Json | undefined) ?? schema;
    const named = nameOf(inside);
    return ((named === undefined ? inside : this.resolve(named)).properties ?? {}) as Json;
  }
}

const nameOf = ({ $ref }: Json): string | undefined =>
  typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined;

function at(start: Json, ...steps: readonly string[]): Json | undefined {
  let here: unknown = start;
  for (const step of steps) here = (here as Json | undefined)?.[step];
  return here as Json | undefined;
}

function fits(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

const text = (value: unknown): string => JSON.stringify(value).slice(0, 60);
