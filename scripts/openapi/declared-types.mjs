/**
 * What the source says of each handler beside its decorators: what it is for, what it answers, what it reads. The
 * compiler is asked, since a type is gone when the program runs.
 */
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { TypeSchemas, Undescribable } from './type-schema.mjs';

/**
 * The modules whose routes the description lists under another one: for its readers these routes are about requests. It keeps
 * the tags that were published before these modules were split off.
 */
const LISTED_UNDER = { quotas: 'requests', 'series-matching': 'requests' };

const VERBS = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'All', 'Head', 'Options']);

/**
 * @param {string} root the checkout
 * @returns {{ handlers: Record<string, object>, schemas: object, problems: string[] }} by `Controller.method`; a problem
 *   is a sentence that says where something is missing and what
 */
export function readDeclaredTypes(root) {
  const program = programOf(root);
  const checker = program.getTypeChecker();
  const answers = new TypeSchemas(checker);
  const inputs = new TypeSchemas(checker, { inputs: true });
  const handlers = {};
  const problems = [];
  for (const { controller, method, file } of handlersOf(program)) {
    const key = `${controller.name.text}.${method.name.text}`;
    try {
      handlers[key] = { module: moduleOf(root, file), ...describe({ checker, answers, inputs, key, method }) };
    } catch (error) {
      if (!(error instanceof Undescribable)) throw error;
      problems.push(error.message);
    }
  }
  for (const name of Object.keys(inputs.components))
    if (name in answers.components)
      problems.push(`${name} is both answered and taken: give each side a type of its own`);
  return { handlers, schemas: { ...answers.components, ...inputs.components }, problems };
}

function programOf(root) {
  const file = join(root, 'tsconfig.build.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram(fileNames, options);
}

function* handlersOf(program) {
  for (const file of program.getSourceFiles())
    if (!file.isDeclarationFile && file.fileName.endsWith('.controller.ts'))
      for (const controller of file.statements.filter(ts.isClassDeclaration))
        for (const method of controller.members.filter(ts.isMethodDeclaration))
          if (decoratorsOf(method).some(({ name }) => VERBS.has(name))) yield { controller, method, file };
}

function moduleOf(root, file) {
  const [, floor, module] = relative(root, file.fileName).split(sep);
  return floor === 'modules' ? (LISTED_UNDER[module] ?? module) : 'server';
}

function describe({ checker, answers, inputs, key, method }) {
  const signature = checker.getSignatureFromDeclaration(method);
  const text = answers.description(checker.getSymbolAtLocation(method.name));
  const [, summary = '', description = ''] = /^([^]*?[.?!])(?:\s([^]*))?$/.exec(text) ?? [];
  if (!method.type) throw new Undescribable(`${key}: name the type of its answer`);
  const result = checker.getAwaitedType(checker.getReturnTypeOfSignature(signature));
  return {
    summary,
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    result: result.flags & ts.TypeFlags.Void || isRelay(method) ? null : answers.of(result, key),
    refusals: refusalsOf({ checker, answers, key, method }),
    ...inputsOf({ checker, inputs, key, method }),
  };
}

/** What another system answers is none of our types. */
const isRelay = (method) => decoratorsOf(method).some(({ name }) => name === 'Relays');

/** The bodies of refusals that `@Answers<{ status: Body }>` names. */
function refusalsOf({ checker, answers, key, method }) {
  const bodies = decoratorsOf(method).find(({ name }) => name === 'Answers')?.typeArgument;
  if (!bodies) return {};
  return Object.fromEntries(
    checker
      .getPropertiesOfType(checker.getTypeFromTypeNode(bodies))
      .map((symbol) => [symbol.name, answers.members(checker.getTypeOfSymbol(symbol), `${key} ${symbol.name}`)]),
  );
}

function inputsOf({ checker, inputs, key, method }) {
  const params = {};
  const found = { params, query: null, body: null };
  for (const parameter of method.parameters)
    for (const { name, text } of decoratorsOf(parameter)) {
      const type = checker.getTypeAtLocation(parameter);
      if (name === 'Param') params[text] = inputs.of(type, `${key} :${text}`);
      if (name === 'Query') found.query = queryOf({ inputs, key, type });
      // A class is shown by its type; what a pipe takes, the pipe says itself.
      if (name === 'Body' && type.isClass()) found.body = inputs.of(type, key);
    }
  return found;
}

function queryOf({ inputs, key, type }) {
  if (type.aliasSymbol?.name !== 'UnvalidatedQuery')
    throw new Undescribable(
      `${key}: take the query as @Query() query: UnvalidatedQuery<...>, which says what the route reads`,
    );
  return inputs.members(type.aliasTypeArguments[0], `${key} ?`);
}

/** Each decorator with its name, its first argument where that is a text, and its first type argument. */
function decoratorsOf(node) {
  return (ts.getDecorators(node) ?? []).map(({ expression }) => {
    const call = ts.isCallExpression(expression) ? expression : undefined;
    const [argument] = call?.arguments ?? [];
    const text = argument && ts.isStringLiteral(argument) ? argument.text : undefined;
    return { name: (call?.expression ?? expression).getText(), text, typeArgument: call?.typeArguments?.[0] };
  });
}
