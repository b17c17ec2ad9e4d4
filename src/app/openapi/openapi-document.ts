import type { Access } from '../../core/access/access.decorators.js';
import { type JsonSchema, withBounds } from './body-bounds.js';
import { methodsOf, type RouteFacts, sharedRefusals } from './route-facts.js';

export interface DeclaredHandler {
  /** Its module; `server` for what belongs to none. */
  readonly module: string;
  readonly summary: string;
  readonly description?: string;
  /** The body of a success; null for none. */
  readonly result: JsonSchema | null;
  /** By status: the members of refusals that have more than a text and a code. */
  readonly refusals: Readonly<Record<number, JsonSchema>>;
  readonly params: Readonly<Record<string, JsonSchema>>;
  readonly query: JsonSchema | null;
  /** What the body's class is called, as a reference. */
  readonly body: JsonSchema | null;
}

export interface Declarations {
  readonly handlers: Readonly<Record<string, DeclaredHandler>>;
  readonly schemas: Schemas;
  readonly modules: Readonly<Record<string, string>>;
  readonly sentences: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

type Schemas = Readonly<Record<string, JsonSchema>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: Fields;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Fields>>>>;
  readonly components: Fields & { readonly schemas: Schemas };
}

/** What a host says of itself is at its root, whatever the path under which the rest is served. */
const WELL_KNOWN = '/.well-known/';

const INTRODUCTION = `Every answer under \`/api\` is JSON in UTF-8, with snake_case names. Times are RFC 3339 in UTC. A
refusal is \`{"error": "a text for people"}\`, nearly always with a stable \`code\`, and with \`params\` for what its text
has in it. Other texts for people have the same beside them, as \`sentence\`, so that clients can say them in another
language; \`SentenceCode\` lists the codes. Members of a body that a route doesn't know
are passed over, unless its schema forbids them. A new member of an answer is no breaking change, and neither is a new
\`code\`. Under \`/api/v1\`, which speaks the request tracker's interface, names are camelCase as the tracker's are, and a
refusal is \`{"message": "a text for people"}\`.

Sign in with \`POST /api/auth/login\` and send the \`access_token\` as \`Authorization: Bearer …\`. A 401 says that the
token was judged and refused: refresh it once, then sign in anew. A 503 says nothing about the session.`;

const REFUSAL: JsonSchema = {
  description: 'Why a request was not served.',
  type: 'object',
  properties: {
    error: { type: 'string', description: 'For people.' },
    code: { type: 'string', description: 'For programs: a stable name, where there is one.' },
    params: {
      type: 'object',
      description: 'What the text has in it: names, numbers and sentences.',
      additionalProperties: {
        anyOf: [{ type: 'string' }, { type: 'integer' }, { $ref: '#/components/schemas/SentenceInside' }],
      },
    },
  },
  required: ['error'],
  additionalProperties: false,
};

const FAULT: JsonSchema = {
  description: 'A fault of the server.',
  type: 'object',
  properties: {
    error: { type: 'string', const: 'internal error' },
    request_id: { type: 'string', description: 'Under which the log says more.' },
  },
  required: ['error'],
  additionalProperties: false,
};

const MESSAGE: JsonSchema = {
  description: 'Why a request of the compatibility interface was not served.',
  type: 'object',
  properties: { message: { type: 'string', description: 'For people.' } },
  required: ['message'],
  additionalProperties: false,
};

/** The same input gives the same document. */
export function openApiDocument(
  routes: readonly RouteFacts[],
  { handlers, schemas, modules, sentences }: Declarations,
  version: string,
): OpenApiDocument {
  const described = routes.map((facts) => ({ facts, declared: declaredOf(facts, handlers) }));
  const paths: Record<string, Record<string, Fields>> = {};
  for (const { facts, declared } of described)
    for (const method of methodsOf(facts.route))
      (paths[templateOf(facts.route.path)] ??= {})[method.toLowerCase()] = operation(facts, method, declared, schemas);
  const used = new Set(described.map(({ declared }) => declared.module));
  return {
    openapi: '3.1.1',
    info: { title: 'Usher', version, description: INTRODUCTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [...used].sort().map((name) => ({ name, description: modules[name] ?? '' })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The `access_token` of a sign-in or a refresh.' },
        metrics: { type: 'http', scheme: 'bearer', description: 'What the setting METRICS_TOKEN says.' },
        webhook: { type: 'http', scheme: 'basic', description: 'Any name, and the password of the webhook.' },
        pictures: {
          type: 'apiKey',
          in: 'cookie',
          name: 'usher_pictures_',
          description:
            'Set by `/api/web/session`, for the pictures of its pages. 8 hex digits of the server follow the name.',
        },
        compat: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description: 'The key that `/api/admin/compat-api` shows administrators.',
        },
      },
      headers: {
        RequestId: { description: 'Names this request in the log.', schema: { type: 'string', format: 'uuid' } },
        RetryAfter: { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
      },
      schemas: sortByName({
        ...boundedBodies(routes, schemas),
        Refusal: REFUSAL,
        Fault: FAULT,
        Message: MESSAGE,
        SentenceCode: { description: 'What a sentence says. More may come.', type: 'string', enum: sentences },
      }),
    },
  };
}

function templateOf(path: string): string {
  return path.replace(/[:*](\w+)/g, '{$1}');
}

function declaredOf({ route }: RouteFacts, handlers: Declarations['handlers']): DeclaredHandler {
  const declared = handlers[route.handler];
  if (!declared) throw new Error(`${route.handler} is described nowhere: it must be in a *.controller.ts`);
  return declared;
}

function operation(facts: RouteFacts, method: string, declared: DeclaredHandler, schemas: Schemas): Fields {
  const { access, path } = facts.route;
  const body = method === 'GET' || method === 'HEAD' ? null : requestBody(facts, declared, schemas);
  return {
    operationId: operationId(method, path),
    tags: [declared.module],
    summary: declared.summary.replace(/\.$/, ''),
    ...(declared.description === undefined ? {} : { description: declared.description }),
    ...proof(access),
    ...(path.startsWith(WELL_KNOWN) ? { servers: [{ url: '/' }] } : {}),
    ...parameters(facts, declared),
    ...(body === null ? {} : { requestBody: body }),
    responses: responses(facts, method, declared),
  };
}

/** Kinds of access that are proved by another secret than a session. */
const OWN_SCHEMES: Readonly<Partial<Record<Access['kind'], string>>> = {
  'metrics-token': 'metrics',
  'webhook-basic': 'webhook',
  'compat-key': 'compat',
};

function proof(access: Access | undefined): Fields {
  const permission = access && 'permission' in access ? access.permission : undefined;
  const byCookie = access?.kind === 'picture-pass';
  const scheme = (access && OWN_SCHEMES[access.kind]) ?? 'session';
  return {
    security:
      access?.kind === 'public' || access?.kind === 'ticket'
        ? []
        : [{ [scheme]: [] }, ...(byCookie ? [{ pictures: [] }] : [])],
    'x-access': { kind: access?.kind, ...(permission === undefined ? {} : { permission }) },
  };
}

/** By what is on the wire, so that it stays when the code is arranged anew: `putAdminUsersUserIDAiAccess`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '/')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

function parameters({ route }: RouteFacts, { params, query }: DeclaredHandler): Fields {
  const inPath = [...route.path.matchAll(/([:*])(\w+)/g)].map(([, kind, name = '']) => {
    const schema = params[name] ?? { type: 'string' };
    const rest = kind === '*' ? { description: 'The rest of the path.', 'x-segments': 'many' } : {};
    const bounded = schema.type === 'integer' ? { ...schema, minimum: 1 } : schema;
    return { name, in: 'path', required: true, ...rest, schema: bounded };
  });
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description === undefined ? {} : { description }),
    ...(query?.required?.includes(name) ? { required: true } : {}),
    schema,
  }));
  const all = [...inPath, ...inQuery];
  return all.length === 0 ? {} : { parameters: all };
}

/** No body is an empty object, so it may be left out where nothing in it is required. */
function requestBody(
  { body, relays }: RouteFacts,
  { body: reference }: DeclaredHandler,
  schemas: Schemas,
): Fields | null {
  if (relays !== undefined) return { required: false, content: { '*/*': {} } };
  if (body.kind === 'none') return null;
  const schema = body.kind === 'schema' ? body.schema : (reference ?? {});
  const shape = body.kind === 'class' ? schemas[body.type.name] : schema;
  return { required: (shape?.required ?? []).length > 0, content: { 'application/json': { schema } } };
}

function responses(facts: RouteFacts, method: string, declared: DeclaredHandler): Fields {
  const shared = sharedRefusals(facts, method);
  const statuses = new Set([...Object.keys(shared), ...Object.keys(facts.refusals)].map(Number));
  const reasonsFor = (status: number): string =>
    [shared[status], facts.refusals[status]].filter((reason) => reason !== undefined).join(' ');
  return {
    ...(facts.relays === undefined ? { [facts.status]: success(facts, declared.result) } : relaySuccess(facts.relays)),
    ...Object.fromEntries(
      [...statuses].map((status) => [status, refusal(status, reasonsFor(status), facts, declared)]),
    ),
  };
}

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

function relaySuccess(description: string): Fields {
  return { default: { description, headers: REQUEST_ID, content: { '*/*': {} } } };
}

function success({ headers, mayBeKept }: RouteFacts, result: JsonSchema | null): Fields {
  const { 'Content-Type': type = 'application/json', ...named } = headers;
  // What isn't JSON and names no type comes with headers of its own.
  const isBytes = result?.type === 'string' && !('Content-Type' in headers);
  const others = mayBeKept || isBytes ? named : { 'Cache-Control': 'no-store', ...named };
  const constant = Object.entries(others).map(([name, value]) => [name, { schema: { type: 'string', const: value } }]);
  return {
    description: result === null ? 'Done; there is nothing to add.' : 'Done.',
    headers: { ...REQUEST_ID, ...(Object.fromEntries(constant) as Fields) },
    ...(result === null ? {} : { content: { [type.split(';')[0] ?? type]: { schema: result } } }),
  };
}

/** Whatever a route answers beside its success; what says that nothing has changed has no body. */
function refusal(status: number, description: string, { route }: RouteFacts, { refusals }: DeclaredHandler): Fields {
  if (status < 400) return { description, headers: REQUEST_ID };
  const schema =
    route.access?.kind === 'compat-key'
      ? referTo('Message')
      : status === 500
        ? referTo('Fault')
        : withText(refusals[status]);
  const mayNameAWait = status === 429 || status === 503;
  const wait = mayNameAWait ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {};
  return { description, headers: { ...REQUEST_ID, ...wait }, content: { 'application/json': { schema } } };
}

/** A refusal always has its text, whatever it has besides. */
function withText(members: JsonSchema | undefined): JsonSchema {
  if (!members) return referTo('Refusal');
  return {
    type: 'object',
    properties: { ...REFUSAL.properties, ...members.properties },
    required: ['error', ...(members.required ?? [])],
    additionalProperties: false,
  };
}

const referTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function boundedBodies(routes: readonly RouteFacts[], schemas: Schemas): Record<string, JsonSchema> {
  const bounded = { ...schemas };
  for (const { body } of routes)
    if (body.kind === 'class') bounded[body.type.name] = withBounds(body.type, schemas[body.type.name] ?? {});
  return bounded;
}

function sortByName<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
