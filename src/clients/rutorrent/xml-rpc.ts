import type { HttpAnswer } from '../http/exchange.js';
import { walkXml, type XmlVisitor } from '../http/xml-answer.js';

/** A value of XML-RPC. A boolean is 0 or 1, a moment or bytes are text. */
export type XmlRpcValue =
  | string
  | number
  | null
  | readonly XmlRpcValue[]
  | { readonly members: ReadonlyMap<string, XmlRpcValue> };

/** What was answered to a call: a value, or that it failed. What a fault says is dropped, but for its number. */
export type XmlRpcAnswer = { readonly value: XmlRpcValue } | { readonly faultCode: number | null };

/** 16 MiB of short elements; a torrent of a long list has some forty. */
const MOST_ELEMENTS = 1_000_000;

/** Where an element may be; the document's root is in none. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  methodResponse: [''],
  params: ['methodResponse'],
  fault: ['methodResponse'],
  param: ['params'],
  value: ['param', 'fault', 'data', 'member'],
  array: ['value'],
  data: ['array'],
  struct: ['value'],
  member: ['struct'],
  name: ['member'],
};

const WHOLE_NUMBER = /^[+-]?\d{1,19}$/;
const DECIMAL = /^[+-]?\d{1,19}(?:\.\d{1,19})?$/;

const text = (said: string): string => said;
const whole = (said: string): number | null => numberOf(said, WHOLE_NUMBER);

/** What the text of a typed value means. */
const SCALARS: Readonly<Record<string, (said: string) => XmlRpcValue>> = {
  string: text,
  'dateTime.iso8601': text,
  base64: text,
  i4: whole,
  int: whole,
  i8: whole,
  'ex.i8': whole,
  boolean: whole,
  double: (said) => numberOf(said, DECIMAL),
  nil: () => null,
};

/** As strict as {@link walkXml}. @throws UpstreamError `malformed`; its reason holds nothing of the answer */
export async function readXmlRpc(system: string, operation: string, answer: HttpAnswer): Promise<XmlRpcAnswer> {
  const reading = new XmlRpcReading();
  await walkXml(system, operation, answer, reading, MOST_ELEMENTS);
  return reading.answer;
}

/** The body of a call; `method` is of our own choice and written as it is. */
export const xmlRpcCall = (method: string, params: readonly XmlRpcValue[]): string =>
  `<?xml version="1.0"?>\n<methodCall><methodName>${method}</methodName><params>` +
  `${params.map((param) => `<param>${writeValue(param)}</param>`).join('')}</params></methodCall>`;

export const xmlRpcStruct = (members: Readonly<Record<string, XmlRpcValue>>): XmlRpcValue => ({
  members: new Map(Object.entries(members)),
});

interface Frame {
  readonly name: string;
  said: string;
  key: string | null;
  readonly values: XmlRpcValue[];
  readonly members: Map<string, XmlRpcValue>;
}

class XmlRpcReading implements XmlVisitor {
  private readonly open: Frame[] = [frameOf('')];
  private outcome: XmlRpcAnswer | undefined;

  get answer(): XmlRpcAnswer {
    if (!this.outcome) throw new RangeError('no answer');
    return this.outcome;
  }

  enter(name: string): void {
    const parents = Object.hasOwn(SCALARS, name) ? ['value'] : Object.hasOwn(PARENTS, name) ? PARENTS[name] : [];
    if (!parents?.includes(this.top.name)) throw new RangeError('an element in a wrong place');
    this.open.push(frameOf(name));
  }

  text(said: string): void {
    this.top.said += said;
  }

  leave(name: string): void {
    const frame = this.top;
    this.open.pop();
    const { values } = this.top;
    if (Object.hasOwn(SCALARS, name)) values.push(SCALARS[name]?.(frame.said) ?? null);
    else if (name === 'value') values.push(frame.values.length === 0 ? frame.said : only(frame));
    else if (name === 'array') values.push(only(frame));
    else if (name === 'data') values.push(frame.values);
    else if (name === 'struct') values.push({ members: frame.members });
    else if (name === 'name') this.top.key = frame.said;
    else if (name === 'member') this.top.members.set(keyOf(frame), only(frame));
    else if (name === 'param') values.push(only(frame));
    else if (name === 'params') this.conclude({ value: only(frame) });
    else if (name === 'fault') this.conclude({ faultCode: faultCodeOf(only(frame)) });
    else if (!this.outcome) throw new RangeError('no answer');
  }

  private conclude(outcome: XmlRpcAnswer): void {
    if (this.outcome) throw new RangeError('two answers');
    this.outcome = outcome;
  }

  private get top(): Frame {
    const top = this.open.at(-1);
    if (!top) throw new RangeError('nothing is open');
    return top;
  }
}

const frameOf = (name: string): Frame => ({ name, said: '', key: null, values: [], members: new Map() });

function only({ values }: Frame): XmlRpcValue {
  const [value] = values;
  if (value === undefined || values.length > 1) throw new RangeError('not one value');
  return value;
}

function keyOf({ key }: Frame): string {
  if (key === null) throw new RangeError('a member without a name');
  return key;
}

/** Null for what is no number: it is one value of one row. */
function numberOf(said: string, shape: RegExp): number | null {
  const trimmed = said.trim();
  return shape.test(trimmed) ? Number(trimmed) : null;
}

function faultCodeOf(value: XmlRpcValue): number | null {
  const code =
    typeof value === 'object' && value !== null && 'members' in value ? value.members.get('faultCode') : null;
  return typeof code === 'number' ? code : null;
}

function writeValue(value: XmlRpcValue): string {
  if (typeof value === 'string') return `<value><string>${escapeXml(value)}</string></value>`;
  if (typeof value === 'number') return `<value><i8>${value}</i8></value>`;
  if (value === null) return '<value><nil/></value>';
  if (!('members' in value)) return `<value><array><data>${value.map(writeValue).join('')}</data></array></value>`;
  const members = [...value.members].map(
    ([name, member]) => `<member><name>${escapeXml(name)}</name>${writeValue(member)}</member>`,
  );
  return `<value><struct>${members.join('')}</struct></value>`;
}

const escapeXml = (plain: string): string =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
