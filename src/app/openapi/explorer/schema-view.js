import { element, fold, prose } from './elements.js';

/** Shows JSON Schemas of one document: what is named elsewhere is opened in its place. */
export class SchemaView {
  constructor(schemas) {
    this.schemas = schemas;
  }

  /** A schema with everything in it, as a tree. */
  tree(schema) {
    const shown = this.#follow(schema);
    const about = shown.description ? [element('span.about', {}, prose(shown.description))] : [];
    return element('div.schema', {}, element('span.type', {}, this.#typeOf(schema)), ...about, ...this.#members(shown));
  }

  /** The members of a schema, without a word about itself. */
  list(schema) {
    return element('div.schema', {}, ...this.#members(schema));
  }

  /** An example of a value: members that must be there, and those that tell most. */
  example(schema, depth = 0) {
    const { type, enum: choices, const: only, properties, items, anyOf, format, minimum } = this.#follow(schema);
    if (only !== undefined) return only;
    if (choices) return choices[0];
    if (anyOf) return this.example(anyOf[0], depth);
    const kind = Array.isArray(type) ? type[0] : type;
    if (kind === 'object' && depth < 4)
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, member]) => [name, this.example(member, depth + 1)]),
      );
    if (kind === 'array') return items && depth < 4 ? [this.example(items, depth + 1)] : [];
    if (kind === 'boolean') return false;
    if (kind === 'integer' || kind === 'number') return Math.max(minimum ?? 0, 0);
    return format === 'date-time' ? '2026-01-31T19:00:00.000Z' : '';
  }

  #follow(schema) {
    if (!schema.$ref) return schema;
    const { $ref, ...own } = schema;
    return { ...this.schemas[nameIn($ref)], ...own };
  }

  #members(schema) {
    const { properties = {}, required = [], items, additionalProperties, anyOf } = schema;
    const rows = Object.entries(properties).map(([name, member]) => this.#row(name, member, required.includes(name)));
    if (typeof additionalProperties === 'object') rows.push(this.#row('any name', additionalProperties, true));
    if (rows.length > 0) return [element('ul', {}, ...rows)];
    const inner = items ?? anyOf?.find((part) => part.$ref || part.properties);
    return inner ? this.#members(this.#follow(inner)) : [];
  }

  #row(name, schema, isRequired) {
    const shown = this.#follow(schema);
    const line = [
      element('span.name', {}, name),
      ' ',
      element('span.type', {}, this.#typeOf(schema)),
      isRequired ? null : element('span.maybe', {}, ' may be left out'),
      schema.description ? element('span.about', {}, prose(schema.description)) : null,
    ];
    if (!hasMembers(shown)) return element('li', {}, ...line);
    return element(
      'li',
      {},
      fold('details', element('summary', {}, ...line), () => this.#members(shown)),
    );
  }

  #typeOf(schema) {
    if (schema.$ref) return nameIn(schema.$ref);
    const { type, enum: choices, const: only, items, anyOf, additionalProperties, format } = schema;
    if (only !== undefined) return JSON.stringify(only);
    if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
    if (anyOf) return anyOf.map((part) => this.#typeOf(part)).join(' | ');
    if (type === undefined) return 'anything';
    if (items)
      return [
        `list of ${this.#typeOf(items)}`,
        ...[type].flat().filter((kind) => kind !== 'array'),
        ...bounds(schema),
      ].join(', ');
    if (typeof additionalProperties === 'object') return `map of ${this.#typeOf(additionalProperties)}`;
    return [[type].flat().join(' | '), ...(format ? [format] : []), ...bounds(schema)].join(', ');
  }
}

function bounds({ minimum, maximum, minLength, maxLength, minItems, maxItems }) {
  return [
    ...span(minimum, maximum, ''),
    ...span(minLength, maxLength, ' characters'),
    ...span(minItems, maxItems, ' items'),
  ];
}

function span(least, most, unit) {
  if (least === undefined && most === undefined) return [];
  if (most === undefined) return [`at least ${least}${unit}`];
  return [least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`];
}

const hasMembers = (schema) =>
  schema.properties !== undefined ||
  typeof schema.additionalProperties === 'object' ||
  schema.items?.$ref !== undefined ||
  schema.items?.properties !== undefined;

const nameIn = (reference) => reference.slice(reference.lastIndexOf('/') + 1);
