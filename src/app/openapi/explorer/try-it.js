import { element } from './elements.js';

/**
 * A form that makes one call and shows its answer.
 *
 * @param {object} route `{ method, template, operation }`
 * @param {object} surroundings `{ servers, session, schemas }`: where the server is, who calls, and how bodies look
 */
export function tryIt({ method, template, operation }, { servers, session, schemas }) {
  const [{ url: base }] = operation.servers ?? servers;
  const fields = new Map();
  const parameters = (operation.parameters ?? []).map((parameter) => {
    const input = element('input', {
      placeholder: parameter.schema.enum?.join(' | ') ?? '',
      required: parameter.in === 'path',
    });
    fields.set(parameter, input);
    return element('label', {}, `${parameter.name}${parameter.required ? '' : ' (may be left out)'}`, input);
  });
  const body = operation.requestBody ? bodyField(operation.requestBody, schemas) : null;
  const result = element('div.result', { role: 'status' });
  const call = () => {
    const url = base.replace(/\/$/, '') + addressOf(template, fields);
    const isSent = body !== null && body.value !== '';
    const headers = { ...session.headers(), ...(isSent ? { 'Content-Type': 'application/json' } : {}) };
    return { url, options: { method, headers, ...(isSent ? { body: body.value } : {}) } };
  };
  const send = element('button', { type: 'submit' }, 'Send');
  const submit = async (event) => {
    event.preventDefault();
    send.disabled = true;
    const { url, options } = call();
    result.replaceChildren(...(await answerOf(url, options)));
    send.disabled = false;
  };
  const showCurl = () => {
    const { url, options } = call();
    result.replaceChildren(element('pre', {}, curl(url, options)));
  };
  return element(
    'form.try',
    { on: { submit } },
    element('h3', {}, 'Try it'),
    element('div.fields', {}, ...parameters),
    body ? element('label', {}, 'Body', body) : null,
    element('div.row', {}, send, element('button.plain', { type: 'button', on: { click: showCurl } }, 'As curl')),
    result,
  );
}

/** Where no form of the body is described, it is left to whoever calls, and may be left out. */
function bodyField({ content }, schemas) {
  const schema = content['application/json']?.schema;
  return element('textarea', {
    spellcheck: false,
    value: schema ? JSON.stringify(schemas.example(schema), null, 2) : '',
  });
}

/** The path with its parameters in place, and the query with those that were filled in. */
function addressOf(template, fields) {
  const query = new URLSearchParams();
  let path = template;
  for (const [{ name, in: place, 'x-segments': segments }, { value }] of fields) {
    const parts = segments === 'many' ? value.replace(/^\//, '').split('/') : [value];
    if (place === 'path') path = path.replace(`{${name}}`, () => parts.map(encodeURIComponent).join('/'));
    else if (value !== '') query.set(name, value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

async function answerOf(url, options) {
  const began = performance.now();
  try {
    const answer = await fetch(url, { ...options, redirect: 'manual' });
    const text = await answer.text();
    const took = Math.round(performance.now() - began);
    const tone = answer.status < 300 ? 'good' : 'worse';
    return [
      element('strong', { className: tone }, `${answer.status} ${answer.statusText}`.trim()),
      element('span.maybe', {}, ` in ${took} ms`),
      element('pre', {}, readable(text) || '(no body)'),
    ];
  } catch {
    return [element('strong.worse', {}, 'The server can not be reached.')];
  }
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The same call for a terminal. The token stays out of it, so that it can be passed on. */
function curl(url, { method, headers, body }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [`curl -X ${method} ${quoted(new URL(url, location.href).href)}`];
  for (const [name, value] of Object.entries(headers))
    lines.push(name === 'Authorization' ? `-H "Authorization: Bearer $TOKEN"` : `-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) lines.push(`-d ${quoted(body)}`);
  return lines.join(' \\\n  ');
}
