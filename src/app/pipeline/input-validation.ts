import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import { type AppError, badRequest } from '../../core/errors/app-error.js';
import type { RefusedMember } from '../../core/http/refused-member.js';
import { createRequire } from 'node:module';
import type { TypeMetadata } from 'class-transformer';
import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';

/** Classes that are no DTO: what a body with a pipe of its own is declared as. */
const PLAIN: readonly unknown[] = [Object, Array, String, Number, Boolean];

/**
 * Turns a body into its DTO and keeps only declared members, as clients of other versions may send more. The first fault becomes the text
 * of the 400.
 * Nest's ValidationPipe would first transform and copy all of the body, in time that grows with its square. Paths and queries have pipes of
 * their own: Nest's would read `0x10` as a number.
 */
export class InputValidation implements PipeTransform<unknown, unknown> {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type !== 'body' || !metatype || PLAIN.includes(metatype)) return value;
    const body = declaredMembers(metatype as Type<object>, value as object);
    const errors = await validate(body, {
      forbidUnknownValues: false,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
    });
    if (errors.length > 0) throw firstRefusal(errors) ?? badRequest('invalid_body', 'invalid request body');
    return body;
  }
}

function firstRefusal(errors: readonly ValidationError[]): AppError | undefined {
  for (const { constraints = {}, contexts = {}, children = [] } of errors) {
    const [[rule, message] = []] = Object.entries(constraints);
    if (rule === undefined || message === undefined) {
      const within = firstRefusal(children);
      if (within) return within;
      continue;
    }
    const { code = 'invalid_body', params } = (contexts[rule] ?? {}) as Partial<RefusedMember['context']>;
    return badRequest(code, message, params);
  }
  return undefined;
}

interface DeclaredMember {
  readonly name: string;
  /** The class of its value, or of each item of a list; undefined where the value is kept as it came. */
  readonly nested: Type | undefined;
  readonly mostItems: number;
}

/** Where `@Type` keeps its argument. The package has no other way to ask for it, and no types for this one. */
const { defaultMetadataStorage: declaredTypes } = createRequire(import.meta.url)(
  'class-transformer/cjs/storage.js',
) as {
  readonly defaultMetadataStorage: MetadataStorage;
};

const membersByClass = new WeakMap<Type, readonly DeclaredMember[]>();

/**
 * Only members that have decorators are ever looked at, so that others cost nothing. Of a list longer than its `@ArrayMaxSize` one item too
 * many is kept, which is enough to refuse it.
 */
function declaredMembers<T extends object>(type: Type<T>, body: object): T {
  const copy = new type();
  for (const member of membersOf(type))
    if (Object.hasOwn(body, member.name))
      Reflect.set(copy, member.name, valueOf(member, Reflect.get(body, member.name) as unknown));
  return copy;
}

function valueOf({ nested, mostItems }: DeclaredMember, value: unknown): unknown {
  if (!Array.isArray(value)) return nested ? instanceOf(nested, value) : value;
  const items: readonly unknown[] = value.length > mostItems ? value.slice(0, mostItems + 1) : value;
  return nested ? items.map((item) => instanceOf(nested, item)) : items;
}

/** A list in a list likewise, as class-validator judges it; what is no object stays, for it to refuse. */
function instanceOf(type: Type, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => instanceOf(type, item));
  return typeof value === 'object' && value !== null ? declaredMembers(type, value) : value;
}

function membersOf(type: Type): readonly DeclaredMember[] {
  const known = membersByClass.get(type);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = [...new Set(rules.map(({ propertyName }) => propertyName))];
  const members = names.map((name) => ({
    name,
    nested: nestedType(type, name),
    mostItems: mostItems(rules.filter(({ propertyName }) => propertyName === name)),
  }));
  membersByClass.set(type, members);
  return members;
}

function nestedType(type: Type, name: string): Type | undefined {
  const declared = declaredTypes.findTypeMetadata(type, name) as TypeMetadata | undefined;
  return declared?.typeFunction() as Type | undefined;
}

function mostItems(rules: readonly ValidationMetadata[]): number {
  const bounds = rules.filter(({ name, each }) => name === 'arrayMaxSize' && !each);
  return Math.min(Infinity, ...bounds.map(({ constraints }) => (constraints as [number])[0]));
}
