/**
 * Copies the text of a field. The clipboard is there with HTTPS alone; the older way works everywhere, or leaves the text
 * selected.
 *
 * @returns whether it was copied
 */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  try {
    if (navigator.clipboard === undefined) throw new Error('no clipboard');
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    // oxlint-disable-next-line typescript/no-deprecated -- on plain HTTP nothing else copies
    return document.execCommand('copy');
  }
}
