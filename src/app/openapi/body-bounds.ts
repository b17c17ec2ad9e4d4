import { getMetadataStorage, ValidationTypes } from 'class-validator';

/** JSON Schema of draft 2020-12, as in OpenAPI 3.1; the keywords that we use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** What the decorators of a member say beside its type: keywords for its value, and for the items of a list. */
interface MemberBounds {
  readonly value: JsonSchema;
  readonly items: JsonSchema;
}

type Keywords = (...constraints: never[]) => JsonSchema;

/** A bound that can't be put in words of JSON Schema, or that the member's type says already. */
const silent: Keywords = () => ({});

const KEYWORDS: Readonly<Record<string, Keywords>> = {
  isString: silent,
  isBoolean: silent,
  isArray: silent,
  isIn: silent,
  isInt: silent,
  isObject: silent,
  matches: (pattern: RegExp) => ({ pattern: pattern.source }),
  isNotEmpty: () => ({ minLength: 1 }),
  minLength: (minLength: number) => ({ minLength }),
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  maxLength: (maxLength: number) => ({ maxLength }),
  arrayMinSize: (minItems: number) => ({ minItems }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
};

export function isDescribedBody(body: NewableFunction): boolean {
  return decoratorsOf(body).length > 0;
}

/**
 * A member that is judged only under a condition keeps its type as a hint: the condition may let anything pass.
 * @throws Error for a decorator that isn't known here
 */
export function withBounds(body: NewableFunction, shape: JsonSchema): JsonSchema {
  const conditional = new Set(conditionalMembers(body));
  const properties = Object.entries(shape.properties ?? {}).map(([name, schema]): readonly [string, JsonSchema] => {
    if (conditional.has(name))
      return [name, schema.description === undefined ? {} : { description: schema.description }];
    return [name, applyBounds(schema, boundsOf(body, name))];
  });
  return { ...shape, properties: Object.fromEntries(properties) };
}

function applyBounds(schema: JsonSchema, { value, items }: MemberBounds): JsonSchema {
  if (schema.enum !== undefined || schema.const !== undefined) return schema;
  return { ...schema, ...value, ...(schema.items ? { items: { ...schema.items, ...items } } : {}) };
}

function boundsOf(body: NewableFunction, member: string): MemberBounds {
  const bounds = { value: {}, items: {} };
  for (const { propertyName, name, type, constraints, each } of decoratorsOf(body)) {
    if (propertyName !== member || type !== ValidationTypes.CUSTOM_VALIDATION) continue;
    const keywords = KEYWORDS[name ?? ''];
    if (!keywords) throw new Error(`${body.name}.${member}: say in body-bounds.ts what @${name ?? type} means`);
    Object.assign(each ? bounds.items : bounds.value, keywords(...((constraints ?? []) as never[])));
  }
  return bounds;
}

/** `@ValidateIf`, and not `@IsOptional`, which the type shows as well. */
function conditionalMembers(body: NewableFunction): string[] {
  return decoratorsOf(body)
    .filter(({ type, name }) => type === ValidationTypes.CONDITIONAL_VALIDATION && name !== 'isOptional')
    .map(({ propertyName }) => propertyName);
}

function decoratorsOf(body: NewableFunction) {
  return getMetadataStorage().getTargetValidationMetadatas(body, '', false, false);
}
