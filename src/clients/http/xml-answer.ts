import { SaxesParser } from 'saxes';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { nextTurn } from '../../core/time/waiting.js';
import type { HttpAnswer } from './exchange.js';
import { sayHttp } from './http.sentences.js';
import { legibleXml } from './legible-text.js';

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

/** Receives the parts of an XML document while it is read. When it throws, the document is refused. */
export interface XmlVisitor {
  enter(name: string, attributes: Readonly<Record<string, string>>): void;
  /** Text of the element that was entered last and not left yet; it may come in pieces. */
  text?(text: string): void;
  leave(name: string): void;
}

/** The XML of an answer as a tree. @throws UpstreamError `malformed`; its reason holds nothing of the answer */
export async function readXml(system: string, operation: string, answer: HttpAnswer): Promise<XmlElement> {
  const tree = new XmlTree();
  await walkXml(system, operation, answer, tree);
  return tree.root;
}

/**
 * Reads XML a slice at a time. Bytes that are no UTF-8 and characters that XML lacks become U+FFFD. Refused are an empty body, what isn't
 * well-formed, a second root, a document type, more than 16 levels, 64 attributes of an element or `mostElements` elements.
 * @throws UpstreamError `malformed`; its reason holds nothing of the answer
 */
export async function walkXml(
  system: string,
  operation: string,
  answer: HttpAnswer,
  visitor: XmlVisitor,
  mostElements = MOST_ELEMENTS,
): Promise<void> {
  try {
    await walk(answer.body, new XmlReading(visitor, mostElements));
  } catch (cause) {
    const reason = sayHttp('answer_not_xml');
    const { status } = answer;
    throw new UpstreamError({ system, operation, kind: 'malformed', status, definitelyNotSent: false, reason, cause });
  }
}

async function walk(bytes: Buffer, reading: XmlReading): Promise<void> {
  const utf8 = new TextDecoder('utf-8');
  let held = '';
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await nextTurn();
    const text = held + utf8.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true });
    const end = endOfWhole(text);
    held = text.slice(end);
    reading.take(legibleXml(text.slice(0, end)));
  }
  reading.take(legibleXml(held + utf8.decode()));
  reading.end();
}

/** The longest reference to a character that is judged: `&#x0010ffff;`. */
const LONGEST_REFERENCE = 12;

/** Where the text ends, but for the beginning of a reference that goes on in the next slice. */
function endOfWhole(text: string): number {
  const begin = text.lastIndexOf('&');
  return begin >= 0 && begin > text.length - LONGEST_REFERENCE && !text.includes(';', begin) ? begin : text.length;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
}

class XmlTree implements XmlVisitor {
  private readonly open: OpenElement[] = [];
  private first: XmlElement | undefined;

  get root(): XmlElement {
    if (!this.first) throw new RangeError('no element');
    return this.first;
  }

  enter(name: string, attributes: Readonly<Record<string, string>>): void {
    const element: OpenElement = { name, attributes, children: [] };
    this.open.at(-1)?.children.push(element);
    this.first ??= element;
    this.open.push(element);
  }

  leave(): void {
    this.open.pop();
  }
}

class XmlReading {
  private readonly parser = new SaxesParser({ xmlns: false });
  private depth = 0;
  private elements = 0;
  private attributes = 0;

  constructor(visitor: XmlVisitor, mostElements: number) {
    this.parser.on('error', (fault) => {
      throw fault;
    });
    this.parser.on('doctype', () => {
      throw new RangeError('a document type');
    });
    this.parser.on('opentagstart', () => {
      this.elements += 1;
      this.attributes = 0;
      if (this.elements > mostElements || this.depth >= DEEPEST) throw new RangeError('too many elements');
    });
    this.parser.on('attribute', () => {
      this.attributes += 1;
      if (this.attributes > MOST_ATTRIBUTES) throw new RangeError('too many attributes');
    });
    this.parser.on('opentag', ({ name, attributes }) => {
      this.depth += 1;
      visitor.enter(name, attributes);
    });
    this.parser.on('closetag', ({ name }) => {
      this.depth -= 1;
      visitor.leave(name);
    });
    if (!visitor.text) return;
    const take = (text: string): void => {
      if (this.depth > 0) visitor.text?.(text);
    };
    this.parser.on('text', take);
    this.parser.on('cdata', take);
  }

  /** The first slice holds the beginning of an element: what comes before it is a few lines, or hostile. */
  take(text: string): void {
    this.parser.write(text);
    if (this.elements === 0) throw new RangeError('no element');
  }

  end(): void {
    this.parser.close();
  }
}
