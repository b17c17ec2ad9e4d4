import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** What passed between a client and the server under test. */
export interface Exchange {
  readonly method: string;
  /** As it was asked for, with its query. */
  readonly path: string;
  /** What was sent, as an object; undefined for nothing. */
  readonly sent: unknown;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly 'x-segments'?: 'many' }[];
  readonly requestBody?: { readonly required: boolean };
  /** `default` for a route that passes on whatever another system answers. */
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly headers: Readonly<Record<string, { readonly schema?: { readonly const?: string } }>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const FILE = new URL('../../dist/openapi.json', import.meta.url);
const HOW = 'CONTRIBUTING.md, "How to describe a route", says how; `npm run build` writes the description anew.';

/**
 * The description of the interface, dist/openapi.json, as a judge of what really passes: every answer has a status, a
 * content type and a body that its route is said to answer, without a member that isn't described; and what the server
 * takes, the description allows.
 */
export class InterfaceDescription {
  private readonly ajv = addFormats.default(new Ajv2020({ strict: false, validateSchema: false, allErrors: true }));
  private readonly templates: readonly { readonly template: string; readonly pattern: RegExp }[];

  constructor(private readonly described: Described) {
    this.ajv.addSchema(withoutUnchecked(described) as Described, 'interface');
    this.templates = Object.keys(described.paths)
      .sort(literalsFirst)
      .map((template) => ({ template, pattern: patternOf(template, Object.values(described.paths[template] ?? {})) }));
  }

  /** The description of the program as it was built. */
  static read(): InterfaceDescription {
    if (!existsSync(FILE)) throw new Error('there is no dist/openapi.json: run `npm run build`');
    return new InterfaceDescription(JSON.parse(readFileSync(FILE, 'utf8')) as Described);
  }

  /** @throws Error saying what isn't described */
  assertDescribed(exchange: Exchange): void {
    const { method, path, status } = exchange;
    const [pathname = ''] = path.split('?');
    const template = this.templateOf(pathname);
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = template === undefined ? undefined : this.described.paths[template]?.[verb];
    if (template === undefined || !operation) {
      const refusal = /^\/api\/v1(\/|$)/.test(pathname) ? 'Message' : 'Refusal';
      assertRefused(exchange, this.validator('components', 'schemas', refusal));
      return;
    }
    if ('default' in operation.responses) return;
    const response = operation.responses[status];
    if (!response) throw new Error(`${method} ${template} answered ${status}, which is not described. ${HOW}`);
    const place = ['paths', template, verb];
    this.assertAnswer(exchange, response, [...place, 'responses', `${status}`]);
    if (status < 300) this.assertTaken(exchange, operation, place);
  }

  /** The template of the route that answers a path; none for paths of the interface that only the web app's would fit. */
  private templateOf(pathname: string): string | undefined {
    const template = this.templates.find(({ pattern }) => pattern.test(pathname))?.template;
    return template === WEB_APP && /\/api(\/|$)/.test(pathname) ? undefined : template;
  }

  private assertAnswer(
    { method, path, status, headers, text }: Exchange,
    { headers: described, content }: Response,
    place: readonly string[],
  ): void {
    const what = `${method} ${path}: the answer (${status})`;
    for (const [name, header] of Object.entries(described))
      if (header.schema?.const !== undefined && headers.get(name) !== header.schema.const)
        throw new Error(`${what} has ${name}: ${headers.get(name)}, where ${header.schema.const} is described. ${HOW}`);
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (method === 'HEAD') return;
    if (content === undefined) {
      if (text !== '') throw new Error(`${what} has a body, where none is described. ${HOW}`);
      return;
    }
    if (!(type in content)) throw new Error(`${what} is ${type}, which is not described. ${HOW}`);
    if (type === 'application/json')
      assertValid(this.validator(...place, 'content', type, 'schema'), JSON.parse(text), what);
  }

  /** What the server took must be allowed by the description. */
  private assertTaken({ method, path, sent }: Exchange, { requestBody }: Operation, place: readonly string[]): void {
    if (!requestBody || (sent === undefined && !requestBody.required)) return;
    const schema = this.validator(...place, 'requestBody', 'content', 'application/json', 'schema');
    assertValid(schema, sent, `${method} ${path}: the body that was taken`);
  }

  private validator(...place: readonly string[]): ValidateFunction {
    const own = `#/${place.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/')}`;
    // What most answers refer to is compiled once, and not for each route.
    const pointer = referenceAt(this.described, place) ?? own;
    const found = this.ajv.getSchema(`interface${pointer}`);
    if (!found) throw new Error(`there is no schema at ${pointer} of the description`);
    return found;
  }
}

/** Where a place of the description refers to; undefined where it says more than that, or there is none. */
function referenceAt(described: Described, place: readonly string[]): string | undefined {
  let part: unknown = described;
  for (const name of place) part = (part as Readonly<Record<string, unknown>> | undefined)?.[name];
  const { $ref, ...others } = (part ?? {}) as { readonly $ref?: string };
  return Object.keys(others).length === 0 ? $ref : undefined;
}

/** Members of somebody else's documents that the server passes on unread may be anything. */
function withoutUnchecked(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(withoutUnchecked);
  if ('x-unchecked' in part) return {};
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withoutUnchecked(value)]));
}

/** A path or a method that nobody serves: the common refusal, and never a success. */
function assertRefused({ method, path, status, text }: Exchange, refusal: ValidateFunction): void {
  const what = `${method} ${path}, which no description names,`;
  if (status < 400 || status > 499) throw new Error(`${what} answered ${status}. ${HOW}`);
  if (method !== 'HEAD') assertValid(refusal, JSON.parse(text), what);
}

function assertValid(isValid: ValidateFunction, value: unknown, what: string): void {
  if (isValid(value)) return;
  const faults = (isValid.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`${what} is not as described: ${faults.join('; ')}. ${HOW}`);
}

/** A word in a path wins over a parameter in its place, as it does in the router. */
function literalsFirst(a: string, b: string): number {
  return a.replace(/\{\w+\}/g, '~') < b.replace(/\{\w+\}/g, '~') ? -1 : 1;
}

/** Every path that nobody else serves. */
const WEB_APP = '/{path}';

function patternOf(template: string, operations: readonly Operation[]): RegExp {
  const many = new Set(
    operations.flatMap(({ parameters = [] }) =>
      parameters.flatMap((parameter) => (parameter['x-segments'] === 'many' ? [parameter.name] : [])),
    ),
  );
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, (_, name: string) => (many.has(name) ? '.+' : '[^/]+'))}$`);
}
