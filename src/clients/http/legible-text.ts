/** What stands where bytes or characters were that no text has. Whatever decides is judged with it: it is no id and no hash. */
const MARK = '\ufffd';

/** Is a part of it no text? As an id it is none then: it may have been any. */
export const isMarred = (text: string): boolean => text.includes(MARK);

/** Characters that JSON doesn't allow in a text as they are, but for those that may also stand between values. */
const RAW_CONTROLS = /(?![\t\n\r])[^ -\u{10ffff}]/gu;

/** Every character that XML 1.0 has no place for. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const REFERENCE = /&#(?:x([\da-f]{1,8})|(\d{1,8}));/gi;

/** JSON with {@link MARK} for bytes of no text and for control characters; tabs and line ends become blanks. */
export const legibleJson = (written: string): string => written.replace(RAW_CONTROLS, MARK).replace(/[\t\n\r]/g, ' ');

/** XML with characters of which it allows none, as they are or by their numbers: with {@link MARK} in their place. */
export const legibleXml = (written: string): string =>
  written.replace(NO_XML, MARK).replace(REFERENCE, (reference, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code <= 0x10ffff && shownText(String.fromCodePoint(code)) !== '';
    return isCharacter ? reference : MARK;
  });

/** A text that is only shown, without what could be no part of an XML document: control characters and halves of characters. */
export const shownText = (text: string): string => text.replace(NO_XML, '');
