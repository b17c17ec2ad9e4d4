/**
 * Resolves when everything else that waits for the event loop has had its turn. Long work that stops for it now and then
 * holds nobody up.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
