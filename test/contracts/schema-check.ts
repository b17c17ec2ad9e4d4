/** A JSON document, as far as the checker descends into it. */
type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'delete'];

export interface SchemaCheckOptions {
  /**
   * Places, as in a complaint but with `[]` for every index, that the document doesn't know although the system has
   * them. Each needs its source in docs/upstreams.
   */
  readonly beyondDocument?: readonly string[];
  /** Takes null where the document doesn't allow it. Some documents never say nullable. */
  readonly allowNull?: boolean;
}

/** A call as the fakes record it. */
export interface CheckedCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
}

/** An operation of the document, found by a call. */
interface Operation {
  readonly parameters: readonly Json[];
  readonly operation: Json;
}

/**
 * Holds values against an OpenAPI 3 document. Every method returns complaints in words, and an empty list when there
 * are none.
 *
 * Properties that a schema doesn't name are complained about, whatever `additionalProperties` says by default; numbers
 * take the place of integers nowhere, integers that of numbers everywhere. The documents name no required properties:
 * for those there is {@link missingKeys}.
 */
export class SchemaCheck {
  private readonly beyond: ReadonlySet<string>;

  constructor(
    private readonly document: Json,
    private readonly options: SchemaCheckOptions = {},
  ) {
    this.beyond = new Set(options.beyondDocument);
  }

  /** Does the answer to a call of this method and path fit what the document says of status 200? */
  answer(method: string, path: string, body: unknown): readonly string[] {
    const found = this.operationOf(method, path);
    if (!found) return [`${method} ${path}: no such operation`];
    const schema = jsonSchemaOf(at(found.operation, 'responses', '200'));
    return schema ? this.value(schema, body, '') : [];
  }

  /** Does the document know a call: its path, the names and types of its query, its body? */
  call(call: CheckedCall): readonly string[] {
    const found = this.operationOf(call.method, call.path);
    if (!found) return [`${call.method} ${call.path}: no such operation`];
    return [...this.queryComplaints(found, call.query), ...this.bodyComplaints(found, call.body)];
  }

  /** Does a value fit a schema of the document's components, or one that is given? */
  value(schema: Json, value: unknown, place: string): readonly string[] {
    const resolved = this.resolve(schema);
    if (value === null) {
      return resolved.nullable === true || this.options.allowNull ? [] : [`${place || '.'}: null`];
    }
    const whole = Array.isArray(resolved.allOf) ? this.merge(resolved.allOf as Json[]) : resolved;
    const choices = whole.oneOf ?? whole.anyOf;
    if (Array.isArray(choices)) return this.anyOf(choices as Json[], value, place);
    if (Array.isArray(whole.enum) && !whole.enum.includes(value))
      return [`${place || '.'}: ${text(value)} is no choice`];
    return this.typed(whole, value, place);
  }

  private typed(schema: Json, value: unknown, place: string): readonly string[] {
    const type = typeof schema.type === 'string' ? schema.type : schema.properties ? 'object' : undefined;
    if (type !== undefined && !fits(type, value)) return [`${place || '.'}: ${text(value)} is no ${type}`];
    if (Array.isArray(value)) {
      const items = schema.items as Json | undefined;
      return items ? value.flatMap((one, index) => this.value(items, one, `${place}[${index}]`)) : [];
    }
    return typeof value === 'object' && value !== null ? this.properties(schema, value as Json, place) : [];
  }

  private properties(schema: Json, value: Json, place: string): readonly string[] {
    const known = (schema.properties ?? {}) as Record<string, Json>;
    const rest = typeof schema.additionalProperties === 'object' ? (schema.additionalProperties as Json) : undefined;
    const free = !schema.properties && schema.additionalProperties !== false;
    return Object.entries(value).flatMap(([name, one]) => {
      const inner = place === '' ? name : `${place}.${name}`;
      const own = known[name] ?? rest;
      if (own) return this.value(own, one, inner);
      return free || this.beyond.has(inner.replace(/\[\d+\]/g, '[]')) ? [] : [`${inner}: unknown to the document`];
    });
  }

  private anyOf(choices: readonly Json[], value: unknown, place: string): readonly string[] {
    const complaints = choices.map((choice) => this.value(choice, value, place));
    return complaints.some((list) => list.length === 0) ? [] : [`${place || '.'}: fits none of the choices`];
  }

  private queryComplaints(found: Operation, query: CheckedCall['query']): readonly string[] {
    const known = new Map(found.parameters.filter((one) => one.in === 'query').map((one) => [one.name, one]));
    return Object.entries(query).flatMap(([name, value]) => {
      const parameter = known.get(name);
      if (!parameter) return [`?${name}: unknown to the document`];
      return this.value(parameter.schema as Json, this.fromText(parameter.schema as Json, value), `?${name}`);
    });
  }

  private bodyComplaints(found: Operation, body: unknown): readonly string[] {
    const request = found.operation.requestBody as Json | undefined;
    if (body === undefined) return [];
    const schema = request && jsonSchemaOf(this.resolve(request));
    return schema ? this.value(schema, body, '') : ['the document knows no body'];
  }

  /** Query values come as text; this is what the schema's type makes of them. */
  private fromText(schema: Json, value: string | readonly string[]): unknown {
    const { type, items } = this.resolve(schema);
    if (type === 'array') return [value].flat().map((one) => this.fromText(items as Json, one));
    if ((type === 'integer' || type === 'number') && value !== '' && !Number.isNaN(Number(value))) return Number(value);
    if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
    return value;
  }

  private operationOf(method: string, path: string): Operation | undefined {
    if (!METHODS.includes(method.toLowerCase())) return undefined;
    const paths = (this.document.paths ?? {}) as Record<string, Json>;
    // Two templates may differ in the name of their parameter alone, and share the methods between them.
    const fitting = Object.keys(paths).filter(
      (template) => templatePattern(template).test(path) && paths[template]?.[method.toLowerCase()] !== undefined,
    );
    const template = fitting.find((one) => !one.includes('{')) ?? fitting[0];
    const item = template === undefined ? undefined : paths[template];
    const operation = item?.[method.toLowerCase()] as Json | undefined;
    if (!item || !operation) return undefined;
    const parameters = [item.parameters, operation.parameters].flatMap((list) => (list ?? []) as Json[]);
    return { operation, parameters: parameters.map((one) => this.resolve(one)) };
  }

  private resolve(schema: Json): Json {
    if (typeof schema.$ref !== 'string') return schema;
    const target = at(this.document, ...schema.$ref.replace(/^#\//, '').split('/'));
    if (!target) throw new Error(`the document refers to ${schema.$ref}, which it lacks`);
    return this.resolve(target);
  }

  private merge(parts: readonly Json[]): Json {
    const resolved = parts.map((part) => this.resolve(part));
    const properties = Object.assign({}, ...resolved.map((part) => part.properties ?? {})) as Json;
    return Object.assign({}, ...resolved, { properties }) as Json;
  }
}

/**
 * Which keys of an example are missing in a value, or of another type there? Objects inside arrays count too: every
 * element of the value is held against the example's element of the same place, or its first. An example array without
 * elements says nothing of the elements; where it has objects, the value must have some to compare.
 *
 * Integers and other numbers are one type, since the same field is now one, now the other.
 */
export function missingKeys(example: unknown, value: unknown, place = ''): readonly string[] {
  if (kindOf(example) !== kindOf(value)) return [`${place || '.'}: ${kindOf(value)} in place of ${kindOf(example)}`];
  if (Array.isArray(example) && Array.isArray(value)) {
    if (example.length === 0) return [];
    if (value.length === 0 && typeof example[0] === 'object') return [`${place || '.'}: nothing to compare`];
    return value.flatMap((one, index) => missingKeys(example[index] ?? example[0], one, `${place}[${index}]`));
  }
  if (kindOf(example) !== 'object') return [];
  const has = value as Json;
  return Object.entries(example as Json).flatMap(([name, one]) => {
    const inner = place === '' ? name : `${place}.${name}`;
    return name in has ? missingKeys(one, has[name], inner) : [`${inner}: missing`];
  });
}

function jsonSchemaOf(holder: Json | undefined): Json | undefined {
  return at(holder ?? {}, 'content', 'application/json', 'schema');
}

function at(start: Json, ...steps: readonly string[]): Json | undefined {
  let here: unknown = start;
  for (const step of steps) here = (here as Json | undefined)?.[step];
  return here as Json | undefined;
}

function templatePattern(template: string): RegExp {
  const escaped = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

function fits(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return kindOf(value) === 'object';
    default:
      return typeof value === type;
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const text = (value: unknown): string => JSON.stringify(value).slice(0, 60);
