/**
 * Types of TypeScript as JSON Schema, as far as JSON can carry them. The checker is asked, so it makes no difference how
 * a type was put together; only interfaces and classes with a name of their own become components.
 */
import ts from 'typescript';

/** What can't be described; the message says where it is and what to do. */
export class Undescribable extends Error {}

/**
 * Describes types, and collects the named ones.
 *
 * Objects are closed: no member but the described ones. Those of `inputs` are open, for the server passes over what it
 * doesn't know, and so are documents of somebody else's, of which some members are described (`RawJsonOf`). Every number is whole unless its TSDoc says `@fraction`.
 */
export class TypeSchemas {
  /** The named types that were met, by name. */
  components = {};
  #symbols = new Map();
  #isDocument = false;

  /** @param {ts.TypeChecker} checker */
  constructor(checker, { inputs = false } = {}) {
    this.checker = checker;
    this.inputs = inputs;
  }

  /** The schema of a type; `place` names it in messages. */
  of(type, place) {
    return type.isUnion() ? this.#union(type, place) : this.#single(type, place);
  }

  /** What a declaration says of itself to readers outside: its TSDoc without where that comes from. */
  description(symbol) {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker));
    return text
      .replace(/\{@link\s+(\w+)\s*\}/g, '`$1`')
      .replace(/\bSource: [^]*$/, '')
      .replace(/\s+/g, ' ')
      .trim();
  }

  /** The members of an object type as properties, in the order of their declaration. */
  members(type, place) {
    const properties = {};
    const required = [];
    for (const symbol of this.checker.getPropertiesOfType(type)) {
      const { name } = symbol;
      const schema = this.#member(symbol, `${place}.${name}`);
      const description = this.description(symbol);
      properties[name] = description === '' ? schema : { ...schema, description };
      if ((symbol.flags & ts.SymbolFlags.Optional) === 0) required.push(name);
    }
    return { properties, ...(required.length > 0 ? { required } : {}) };
  }

  #member(symbol, place) {
    const described = this.of(this.checker.getTypeOfSymbol(symbol), place);
    const isFraction = symbol.getJsDocTags(this.checker).some(({ name }) => name === 'fraction');
    const schema = isFraction ? fractional(described) : described;
    const isUnchecked = this.#isDocument && (symbol.flags & ts.SymbolFlags.Optional) !== 0;
    return isUnchecked ? { ...schema, 'x-unchecked': true } : schema;
  }

  #single(type, place) {
    const { flags } = type;
    if (type.aliasSymbol?.name === 'Rfc3339') return { type: 'string', format: 'date-time' };
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (flags & ts.TypeFlags.BooleanLiteral) return { type: 'boolean', const: type.intrinsicName === 'true' };
    if (type.isStringLiteral()) return { type: 'string', const: type.value };
    if (type.isNumberLiteral()) return { type: 'integer', const: type.value };
    if (flags & ts.TypeFlags.StringLike) return { type: 'string' };
    if (flags & ts.TypeFlags.NumberLike) return { type: 'integer' };
    if (this.checker.isTupleType(type)) return this.#tuple(type, place);
    if (this.checker.isArrayType(type)) return { type: 'array', items: this.of(this.#argument(type), `${place}[]`) };
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#object(type, place);
    throw new Undescribable(`${place}: ${this.checker.typeToString(type)} can't be described as JSON`);
  }

  #argument(type) {
    return this.checker.getTypeArguments(type)[0];
  }

  #tuple(type, place) {
    const items = this.checker.getTypeArguments(type).map((item, at) => this.of(item, `${place}[${at}]`));
    if (items.length === 0) return { type: 'array', maxItems: 0 };
    return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length };
  }

  #object(type, place) {
    if (type.aliasSymbol?.name === 'RawJsonOf') return this.#document(type.aliasTypeArguments[0], place);
    const description = 'A document of a format of its own, passed on exactly as it is.';
    if (type.symbol?.name === 'RawJson') return { type: 'object', description };
    if (type.symbol?.name === 'RawAnswer') return { type: 'string', description: 'The bytes of a page or of a file.' };
    if (type.symbol?.name === 'RawJsonList') return { type: 'array', items: {}, description };
    if (type.getCallSignatures().length > 0) throw new Undescribable(`${place}: a function is no JSON`);
    const name = this.#nameOf(type);
    if (name === null) return this.#closed(this.#shape(type, place));
    const known = this.#symbols.get(name);
    if (known && known !== type.symbol) throw new Undescribable(`${place}: two types are called ${name}`);
    if (!known) {
      this.#symbols.set(name, type.symbol);
      const text = this.description(type.symbol);
      const shape = this.#closed(this.#shape(type, name));
      this.components[name] = text === '' ? shape : { description: text, ...shape };
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /**
   * What is described of somebody else's document: it and all that is in it may have other members, and what may be left out was
   * not checked either, which `x-unchecked` says.
   */
  #document(type, place) {
    this.#isDocument = true;
    const schema = this.of(type, place);
    this.#isDocument = false;
    return schema;
  }

  /** Interfaces and classes of our own have a name; what is put together on the spot has none, nor has a generic. */
  #nameOf(type) {
    const { symbol } = type;
    const named = symbol && symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class);
    if (!named || symbol.declarations?.some((node) => node.getSourceFile().isDeclarationFile)) return null;
    return this.checker.getTypeArguments(type).length > 0 ? null : symbol.name;
  }

  #shape(type, place) {
    const [index] = this.checker.getIndexInfosOfType(type);
    const members = this.members(type, place);
    return {
      type: 'object',
      ...members,
      ...(index ? { additionalProperties: this.of(index.type, `${place}{}`) } : {}),
    };
  }

  #closed(schema) {
    if (this.inputs || 'additionalProperties' in schema) return schema;
    return { ...schema, additionalProperties: this.#isDocument };
  }

  #union(type, place) {
    const members = type.types.filter(({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)));
    const schemas = members.map((member) => this.#single(member, place));
    const isNullable = schemas.some((schema) => schema.type === 'null');
    const literals = groupLiterals(schemas);
    const others = schemas.filter((schema) => !('const' in schema) && schema.type !== 'null');
    const parts = [...literals, ...others];
    if (!isNullable) return parts.length === 1 ? parts[0] : { anyOf: parts };
    return parts.length === 1 && typeof parts[0].type === 'string'
      ? nullable(parts[0])
      : { anyOf: [...parts, { type: 'null' }] };
  }
}

/** One schema for the literals of each type, sorted: the checker has no order of its own for them. */
function groupLiterals(schemas) {
  const byType = new Map();
  for (const schema of schemas)
    if ('const' in schema) byType.set(schema.type, [...(byType.get(schema.type) ?? []), schema.const]);
  return [...byType].map(([type, values]) => {
    if (type === 'boolean' && values.length === 2) return { type };
    return values.length === 1 ? { type, const: values[0] } : { type, enum: values.sort(compare) };
  });
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function nullable({ type, const: only, enum: several, ...schema }) {
  const values = several ?? (only === undefined ? undefined : [only]);
  return { ...schema, type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}) };
}

/** The same where a number need not be whole, and null where it may be null. */
function fractional(schema) {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map(fractional) };
  const types = [schema.type].flat().map((type) => (type === 'integer' ? 'number' : type));
  return { ...schema, type: types.length === 1 ? types[0] : types };
}
