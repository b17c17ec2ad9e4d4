import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { describeApplication } from '../../src/app/openapi/describe-application.js';
import { DESCRIBED_OPERATIONS } from './described-operations.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What a route may do. */
const VERBS = new Set(
  // oxfmt-ignore
  [
    'Allow', 'Answer', 'Approve', 'Assign', 'Begin', 'Cancel', 'Change', 'Check', 'Copy', 'Connect', 'Count', 'Create',
    'Decline', 'Delete', 'Deny', 'Disconnect', 'Drop', 'Exchange', 'Get', 'Give', 'Install', 'Issue', 'Let', 'List',
    'Make', 'Pass', 'Pause', 'Preview', 'Receive', 'Remove', 'Request', 'Reset', 'Resume', 'Retry', 'Revoke', 'Run', 'Search', 'Set', 'Show',
    'Sign', 'Skip', 'Store', 'Test', 'Unlink',
  ],
);

const text = readFileSync(new URL('../../dist/openapi.json', import.meta.url), 'utf8');
const description = JSON.parse(text) as Document;

const operations = Object.entries(description.paths).flatMap(([template, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ key: `${verb.toUpperCase()} ${template}`, operation })),
);

/** Every object in a schema that doesn't say which members it may have. */
function openObjects(schema: Schema, place: string, seen = new Set<string>()): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    if (seen.has(name)) return [];
    return openObjects(description.components.schemas[name] ?? {}, name, seen.add(name));
  }
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  return [
    ...(schema.type === 'object' && additionalProperties === undefined ? [`${place}: ${schema.description}`] : []),
    ...Object.entries(properties).flatMap(([name, member]) => openObjects(member, `${place}.${name}`, seen)),
    ...(items ? openObjects(items, `${place}[]`, seen) : []),
    ...anyOf.flatMap((part) => openObjects(part, place, seen)),
  ];
}

describe('the description of the interface', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it('names every route that plain requests are made to, and no other', () => {
    expect(operations.map(({ key }) => key).sort()).toEqual([...DESCRIBED_OPERATIONS].sort());
  });

  it('says of each what it is for, under a name of its own', () => {
    expect(operations.filter(({ operation }) => operation.summary === '')).toEqual([]);
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it('the summary of each route begins with a verb', () => {
    const others = operations.filter(({ operation }) => !VERBS.has(operation.summary.split(' ')[0] ?? ''));
    expect(others.map(({ operation }) => operation.summary)).toEqual([]);
  });

  it('closes every answer to members that it does not name, but for documents of another format', () => {
    const open = operations.flatMap(({ key, operation }) =>
      Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
        Object.values(content).flatMap(({ schema = {} }) => openObjects(schema, `${key} ${status}`)),
      ),
    );
    expect(open.filter((place) => !place.endsWith('passed on exactly as it is.'))).toEqual([]);
    expect(open).toHaveLength(7);
  });

  it('leaves open what it describes of somebody else’s documents, and says so by their names', () => {
    const { schemas } = description.components;
    const open = Object.keys(schemas).filter((name) => schemas[name]?.additionalProperties === true);
    expect(open.sort()).toEqual(
      Object.keys(schemas)
        .filter((name) => name.endsWith('Document'))
        .sort(),
    );
    expect(open).not.toEqual([]);
  });

  it('is not written while a route says nothing of itself: the message names it, and what to add', () => {
    const silent = { handlers: {}, schemas: {}, modules: {} };
    expect(() => describeApplication(silent)).toThrow(
      'POST /api/auth/login (SignInController.logIn): put its handler into a *.controller.ts',
    );
    const handler = { module: 'auth', summary: '', result: null, refusals: {}, params: {}, query: null, body: null };
    expect(() => describeApplication({ ...silent, handlers: { 'SignInController.logIn': handler } })).toThrow(
      'POST /api/auth/login (SignInController.logIn): say in TSDoc on the handler what it is for',
    );
  });
});
