import { describe, expect, it } from 'vitest';
import ts from 'typescript';

/** The build's scripts are plain Node, without types. */
const SCRIPT: string = '../../scripts/openapi/type-schema.mjs';

interface Schemas {
  readonly components: Readonly<Record<string, unknown>>;
  of(type: ts.Type, place: string): unknown;
}

interface Script {
  readonly TypeSchemas: new (checker: ts.TypeChecker, options?: { readonly inputs?: boolean }) => Schemas;
}

const { TypeSchemas } = (await import(SCRIPT)) as Script;

const FILE = 'views.ts';

/** Describes the last type alias of a source text. */
function described(source: string, options?: { readonly inputs?: boolean }) {
  const file = ts.createSourceFile(FILE, source, ts.ScriptTarget.ES2023, true);
  const settings = { strict: true, lib: ['lib.es5.d.ts'], types: [] };
  const host = ts.createCompilerHost(settings);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => (name === FILE ? file : getSourceFile(name, ...rest));
  const checker = ts.createProgram([FILE], settings, host).getTypeChecker();
  const alias = file.statements.filter(ts.isTypeAliasDeclaration).at(-1);
  if (!alias) throw new Error('there is no type to describe');
  const schemas = new TypeSchemas(checker, options);
  return { schema: schemas.of(checker.getTypeAtLocation(alias.name), 'Asked'), components: schemas.components };
}

const schemaOf = (type: string) => described(`type Asked = ${type};`).schema;

describe('a type as JSON Schema', () => {
  it.each([
    ['string', { type: 'string' }],
    ['number', { type: 'integer' }],
    ['boolean', { type: 'boolean' }],
    ['boolean | null', { type: ['boolean', 'null'] }],
    ['true', { type: 'boolean', const: true }],
    [`'b' | 'a'`, { type: 'string', enum: ['a', 'b'] }],
    [`'b' | 'a' | null`, { type: ['string', 'null'], enum: ['a', 'b', null] }],
    ['1 | 7 | 30', { type: 'integer', enum: [1, 7, 30] }],
    ['string | undefined', { type: 'string' }],
    ['string | number', { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['readonly string[]', { type: 'array', items: { type: 'string' } }],
    ['readonly []', { type: 'array', maxItems: 0 }],
    ['unknown', {}],
  ])('%s', (type, schema) => {
    expect(schemaOf(type)).toEqual(schema);
  });

  it('an object has the members that are left when it was put together, and no other', () => {
    const type = `Omit<{ a: string; b: number }, 'b'> & Partial<Record<'c', boolean>>`;
    expect(schemaOf(type)).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, c: { type: 'boolean' } },
      required: ['a'],
      additionalProperties: false,
    });
  });

  it('of somebody else’s document some members are described: it may have others, and optional ones are unchecked', () => {
    const source = `
      interface GenreDocument { name?: string | null }
      interface FilmDocument { title: string; genres?: GenreDocument[] }
      interface GateView { film: RawJsonOf<FilmDocument>; open: { since?: string } }
      declare class RawJson { text: string }
      declare const described: unique symbol;
      type RawJsonOf<Members extends object> = RawJson & { readonly [described]?: Members };
      type Asked = GateView;
    `;
    const { components } = described(source);
    expect(components).toEqual({
      FilmDocument: expect.objectContaining({ additionalProperties: true, required: ['title'] }),
      GenreDocument: expect.objectContaining({
        additionalProperties: true,
        properties: { name: { type: ['string', 'null'], 'x-unchecked': true } },
      }),
      GateView: expect.objectContaining({
        additionalProperties: false,
        properties: {
          film: { $ref: '#/components/schemas/FilmDocument' },
          open: { type: 'object', properties: { since: { type: 'string' } }, additionalProperties: false },
        },
      }),
    });
  });

  it('a map says what its values are', () => {
    expect(schemaOf('Readonly<Record<string, number>>')).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: { type: 'integer' },
    });
  });

  it('an interface is a component of its name, with the words of its TSDoc but for where they come from', () => {
    const source = `
      /** A gate. Source: doc 9 section 9. */
      interface GateView {
        /** Since when it is {@link open}. */
        readonly since?: Rfc3339;
        /**
         * 0 to 1.
         *
         * @fraction
         */
        readonly gap: number;
        readonly behind: GateView | null;
      }
      type Rfc3339 = string & { readonly brand: 1 };
      type Asked = readonly GateView[];`;
    const { schema, components } = described(source);
    expect(schema).toEqual({ type: 'array', items: { $ref: '#/components/schemas/GateView' } });
    expect(components).toEqual({
      GateView: {
        description: 'A gate.',
        type: 'object',
        properties: {
          since: { type: 'string', format: 'date-time', description: 'Since when it is `open`.' },
          gap: { type: 'number', description: '0 to 1.' },
          behind: { anyOf: [{ $ref: '#/components/schemas/GateView' }, { type: 'null' }] },
        },
        required: ['gap', 'behind'],
        additionalProperties: false,
      },
    });
  });

  it('what is taken is open: the server passes over members that it does not know', () => {
    expect(described('type Asked = { a: string };', { inputs: true }).schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    });
  });

  it.each([
    ['() => void', 'Asked: a function is no JSON'],
    ['{ at: bigint }', "Asked.at: bigint can't be described as JSON"],
  ])('%s is refused, with the place where it is', (type, message) => {
    expect(() => schemaOf(type)).toThrow(message);
  });
});
