import { element, fold, prose } from './elements.js';
import { SchemaView } from './schema-view.js';
import { PageSession } from './session.js';
import { tryIt } from './try-it.js';

const byId = (id) => document.getElementById(id);

const session = new PageSession({
  form: byId('sign-in'),
  panel: byId('session'),
  state: byId('session-state'),
  note: byId('sign-in-note'),
  forget: byId('sign-out'),
});

function show(description) {
  const { info, paths, tags, components, servers } = description;
  const surroundings = {
    servers,
    session,
    schemas: new SchemaView(components.schemas),
  };
  const routes = Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({ method: verb.toUpperCase(), template, operation })),
  );
  const sections = tags.map((tag) =>
    sectionOf(
      tag,
      routes.filter((route) => route.operation.tags[0] === tag.name),
      surroundings,
    ),
  );
  byId('version').textContent = info.version;
  byId('contents').replaceChildren(...sections.map(({ contents }) => contents));
  byId('main').replaceChildren(introduction(description), ...sections.map(({ section }) => section));
  byId('search').addEventListener('input', ({ target }) => search(sections, target.value));
  addEventListener('hashchange', openNamed);
  openNamed();
}

function introduction({ info }) {
  const paragraphs = info.description
    .split(/\n\s*\n/)
    .map((text) => element('p', {}, prose(text.replace(/\s+/g, ' '))));
  const source = element(
    'p.note',
    {},
    'For programs: ',
    element('a', { href: 'openapi.json' }, 'openapi.json'),
    ' (OpenAPI 3.1)',
  );
  return element('div.intro', {}, element('h1', {}, 'The interface'), ...paragraphs, source);
}

/** A tag with its routes, in the contents and in the middle. */
function sectionOf({ name, description }, routes, surroundings) {
  const rows = routes.map((route) => ({
    words:
      `${route.method} ${route.template} ${route.operation.summary} ${accessOf(route.operation)} ${name}`.toLowerCase(),
    link: element('a', { href: `#${route.operation.operationId}` }, ...naming(route)),
    operation: operationOf(route, surroundings),
  }));
  const contents = element('div', {}, element('h2', {}, name), ...rows.map(({ link }) => link));
  const section = element(
    'section',
    {},
    element('h2', {}, name),
    element('p.note', {}, prose(description)),
    ...rows.map(({ operation }) => operation),
  );
  return { rows, contents, section };
}

function naming({ method, template }) {
  return [element(`span.verb.${method.toLowerCase()}`, {}, method), element('span.path', {}, ...breakable(template))];
}

/** A path that may be broken after each of its parts. */
function breakable(template) {
  return template.split(/(?<=\/|-)/).flatMap((part) => [part, element('wbr')]);
}

function operationOf(route, surroundings) {
  const { operation } = route;
  const summary = element(
    'summary',
    {},
    ...naming(route),
    element('span.says', {}, prose(operation.summary)),
    badge(operation),
  );
  const made = fold('details.operation', summary, () => [inside(route, surroundings)]);
  made.id = operation.operationId;
  return made;
}

function inside(route, surroundings) {
  const { schemas } = surroundings;
  const { description, parameters = [], requestBody, responses } = route.operation;
  const fields = {
    properties: Object.fromEntries(parameters.map(asMember)),
    required: parameters.filter((one) => one.required).map((one) => one.name),
    type: 'object',
  };
  const body = requestBody?.content['application/json']?.schema;
  return element(
    'div.inside',
    {},
    description ? element('p', {}, prose(description)) : null,
    parameters.length > 0 ? element('h3', {}, 'Path and query') : null,
    parameters.length > 0 ? schemas.list(fields) : null,
    body ? element('h3', {}, 'Body') : null,
    body ? schemas.tree(body) : null,
    element('h3', {}, 'Answers'),
    ...Object.entries(responses).map(([status, response]) => answerOf(status, response, schemas)),
    tryIt(route, surroundings),
  );
}

const asMember = ({ name, schema, description }) => [name, description ? { ...schema, description } : schema];

function answerOf(status, { description, content }, schemas) {
  const tone = status === 'default' || status < 400 ? 'good' : status < 500 ? 'bad' : 'worse';
  const summary = element('summary', {}, element(`span.status.${tone}`, {}, `${status}`), prose(description));
  const [type, body] = Object.entries(content ?? {})[0] ?? [];
  return fold('details.answer', summary, () => [
    body === undefined || type !== 'application/json'
      ? element('p.note', {}, type ?? 'No body.')
      : schemas.tree(body.schema),
  ]);
}

const accessOf = ({ 'x-access': { kind, permission } }) =>
  [kind === 'session' ? 'signed in' : kind, ...(permission ? [permission] : [])].join(' · ');

function badge(operation) {
  return element(`span.badge.${operation['x-access'].kind}`, {}, accessOf(operation));
}

/** Leaves what has all the words. */
function search(sections, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { rows, contents, section } of sections) {
    for (const { words: own, link, operation } of rows) {
      const isFound = words.every((word) => own.includes(word));
      link.hidden = !isFound;
      operation.hidden = !isFound;
    }
    const isEmpty = rows.every(({ link }) => link.hidden);
    contents.hidden = isEmpty;
    section.hidden = isEmpty;
  }
}

/** The route that the address names is open, and in sight. */
function openNamed() {
  const named = byId(location.hash.slice(1));
  if (!named?.classList.contains('operation')) return;
  named.open = true;
  named.scrollIntoView({ block: 'start' });
}

try {
  const answer = await fetch('openapi.json');
  if (!answer.ok) throw new Error(`the description was answered with ${answer.status}`);
  show(await answer.json());
} catch (fault) {
  byId('main').replaceChildren(element('p.note', {}, `The description can not be read: ${fault.message}.`));
}
