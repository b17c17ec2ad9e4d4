/** A field or an argument: what it is of, as it is written (`[Int!]!`), and what it takes. */
interface Member {
  readonly type: string;
  readonly takes: ReadonlyMap<string, Member>;
}

/** The members of a type by name; none for a scalar or an enumeration. */
type Members = ReadonlyMap<string, Member>;

const NONE: Members = new Map();
const TOKEN = /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|#.*|[A-Za-z_]\w*|\$[A-Za-z_]\w*|-?\d+(?:\.\d+)?|[!:(){}[\]=|&@]/g;

const nameOf = (type: string): string => type.replace(/[[\]!]/g, '');

/** Reads a text from left to right. */
class Reader {
  private readonly tokens: readonly string[];
  private at = 0;

  constructor(text: string) {
    this.tokens = (text.match(TOKEN) ?? []).filter((token) => !/^["#]/.test(token));
  }

  get next(): string | undefined {
    return this.tokens[this.at];
  }

  take(): string {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new Error('the text breaks off');
    return token;
  }

  /** Takes the token if it comes next. */
  passes(token: string): boolean {
    if (this.next !== token) return false;
    this.at += 1;
    return true;
  }

  expect(token: string): void {
    const found = this.take();
    if (found !== token) throw new Error(`${token} was expected instead of ${found}`);
  }

  type(): string {
    const inner = this.passes('[') ? `[${this.type()}${this.closing()}` : this.take();
    return this.passes('!') ? `${inner}!` : inner;
  }

  private closing(): string {
    this.expect(']');
    return ']';
  }
}

/**
 * Holds queries against a GraphQL schema, as far as it is written in types, inputs, enumerations and scalars: every field
 * and argument is known, every argument that must be there is, variables fit, and what has fields is asked for fields.
 */
export class GraphqlSchema {
  private readonly types = new Map<string, Members>();

  constructor(text: string) {
    const reader = new Reader(text);
    while (reader.next !== undefined) this.definition(reader);
  }

  /** What is wrong with a query, in words; nothing for one that the schema answers. */
  complaints(query: string): readonly string[] {
    const reader = new Reader(query);
    const found: string[] = [];
    reader.expect('query');
    reader.take();
    const variables = reader.next === '(' ? members(reader, '(', ')') : NONE;
    this.selection(reader, 'query_root', variables, found);
    return found;
  }

  /** The fields that a query asks for at the top; each counts as one call. */
  topFields(query: string): number {
    let depth = 0;
    let round = 0;
    let fields = 0;
    for (const token of query.match(TOKEN) ?? []) {
      if (token === '(') round += 1;
      else if (token === ')') round -= 1;
      else if (round > 0) continue;
      else if (token === '{') depth += 1;
      else if (token === '}') depth -= 1;
      else if (depth === 1) fields += 1;
    }
    return fields;
  }

  private definition(reader: Reader): void {
    const kind = reader.take();
    if (kind === 'schema') return void skipBlock(reader);
    if (kind === 'directive') return skipDirective(reader);
    const name = reader.take();
    if (kind === 'scalar') return void this.types.set(name, NONE);
    while (reader.next !== '{') reader.take();
    if (kind === 'enum') {
      skipBlock(reader);
      this.types.set(name, NONE);
    } else this.types.set(name, members(reader, '{', '}'));
  }

  private selection(reader: Reader, type: string, variables: Members, found: string[]): void {
    const fields = this.types.get(type) ?? NONE;
    reader.expect('{');
    while (!reader.passes('}')) {
      const name = reader.take();
      const field = fields.get(name);
      if (!field) throw new Error(`${type} has no field ${name}`);
      this.given(reader, '(', ')', field.takes, variables, `${type}.${name}`, found);
      const isWhole = (this.types.get(nameOf(field.type)) ?? NONE).size === 0;
      if (isWhole === (reader.next === '{'))
        found.push(`${type}.${name}: ${isWhole ? 'has no fields' : 'needs fields'}`);
      if (reader.next === '{') this.selection(reader, nameOf(field.type), variables, found);
    }
  }

  private given(
    reader: Reader,
    open: string,
    close: string,
    takes: Members,
    variables: Members,
    place: string,
    found: string[],
  ): void {
    const named = new Set<string>();
    if (reader.passes(open))
      while (!reader.passes(close)) {
        const name = reader.take();
        reader.expect(':');
        named.add(name);
        const member = takes.get(name);
        if (!member) throw new Error(`${place} takes no ${name}`);
        this.value(reader, member.type, variables, `${place}.${name}`, found);
      }
    for (const [name, { type }] of takes)
      if (type.endsWith('!') && !named.has(name)) found.push(`${place}: needs ${name}`);
  }

  private value(reader: Reader, type: string, variables: Members, place: string, found: string[]): void {
    if (reader.next === '{')
      return this.given(reader, '{', '}', this.types.get(nameOf(type)) ?? NONE, variables, place, found);
    const token = reader.take();
    if (!token.startsWith('$')) {
      if (nameOf(type) === 'Int' && !/^-?\d+$/.test(token)) found.push(`${place}: ${token} is no Int`);
      return;
    }
    const variable = variables.get(token)?.type;
    if (variable !== type && variable !== `${type}!`) found.push(`${place}: ${token} is ${variable} and not ${type}`);
  }
}

function members(reader: Reader, open: string, close: string): Members {
  const found = new Map<string, Member>();
  reader.expect(open);
  while (!reader.passes(close)) {
    const name = reader.take();
    const takes = reader.next === '(' ? members(reader, '(', ')') : NONE;
    reader.expect(':');
    found.set(name, { type: reader.type(), takes });
    if (reader.passes('=')) skipValue(reader);
    while (reader.passes('@')) {
      reader.take();
      if (reader.next === '(') skipBlock(reader);
    }
  }
  return found;
}

function skipValue(reader: Reader): void {
  if (reader.next === '{' || reader.next === '[') skipBlock(reader);
  else reader.take();
}

/** From an opening bracket to the one that closes it. */
function skipBlock(reader: Reader): void {
  let depth = 0;
  do {
    const token = reader.take();
    if (/^[({[]$/.test(token)) depth += 1;
    if (/^[)}\]]$/.test(token)) depth -= 1;
  } while (depth > 0);
}

/** `directive @name(...) on A | B` */
function skipDirective(reader: Reader): void {
  reader.expect('@');
  reader.take();
  if (reader.next === '(') skipBlock(reader);
  while (reader.next !== 'on') reader.take();
  reader.take();
  do reader.take();
  while (reader.passes('|'));
}
