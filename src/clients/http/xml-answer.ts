import { SaxesParser } from 'saxes';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { nextTurn } from '../../core/time/waiting.js';
import type { HttpAnswer } from './exchange.js';

/** An element of an XML document with what it says of itself. Text between elements is dropped. */
export interface XmlElement {
  readonly name: string;
  /** Has no prototype, so that no name means anything but an attribute. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
}

/** Lists of lists, at most: a hostile document is deeper. */
const DEEPEST = 16;
/** Some hundred rows of some dozens of elements each are far below that. */
const MOST_ELEMENTS = 100_000;
const MOST_ATTRIBUTES = 64;
/** Bytes that are read in one go: some milliseconds of work. */
const SLICE_BYTES = 256 * 1024;

/**
 * The XML of an answer, read a slice at a time, so that a long list doesn't block the event loop.
 *
 * Strict: invalid UTF-8, an empty body, anything that isn't well-formed, a second root, a document type (and with it every
 * entity of its own), more than 16 levels, 64 attributes of an element or 100,000 elements are refused.
 *
 * @throws UpstreamError of kind `malformed`; its reason holds nothing of the answer
 */
export async function readXml(system: string, operation: string, answer: HttpAnswer): Promise<XmlElement> {
  try {
    return await rootOf(answer.body);
  } catch (cause) {
    const reason = 'server answered with something other than XML that we take';
    const { status } = answer;
    throw new UpstreamError({ system, operation, kind: 'malformed', status, definitelyNotSent: false, reason, cause });
  }
}

async function rootOf(bytes: Buffer): Promise<XmlElement> {
  const reading = new XmlReading();
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await nextTurn();
    reading.take(utf8.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true }));
  }
  reading.take(utf8.decode());
  return reading.end();
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
}

class XmlReading {
  private readonly parser = new SaxesParser({ xmlns: false });
  private readonly open: OpenElement[] = [];
  private root: XmlElement | undefined;
  private elements = 0;
  private attributes = 0;

  constructor() {
    this.parser.on('error', (fault) => {
      throw fault;
    });
    this.parser.on('doctype', () => {
      throw new RangeError('a document type');
    });
    this.parser.on('opentagstart', () => {
      this.elements += 1;
      this.attributes = 0;
      if (this.elements > MOST_ELEMENTS || this.open.length >= DEEPEST) throw new RangeError('too many elements');
    });
    this.parser.on('attribute', () => {
      this.attributes += 1;
      if (this.attributes > MOST_ATTRIBUTES) throw new RangeError('too many attributes');
    });
    this.parser.on('opentag', ({ name, attributes }) => this.enter(name, attributes));
    this.parser.on('closetag', () => void this.open.pop());
  }

  take(text: string): void {
    this.parser.write(text);
  }

  end(): XmlElement {
    this.parser.close();
    if (!this.root) throw new RangeError('no element');
    return this.root;
  }

  private enter(name: string, attributes: Readonly<Record<string, string>>): void {
    const element: OpenElement = { name, attributes, children: [] };
    this.open.at(-1)?.children.push(element);
    this.root ??= element;
    this.open.push(element);
  }
}
