/** A promise that a test settles by hand, to hold work at one point for as long as it looks. */
export interface ManualPromise<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
}

/** A fresh {@link ManualPromise}. (Node 20 has no Promise.withResolvers.) */
export function manualPromise<T = void>(): ManualPromise<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<T>((onValue, onFailure) => {
    resolve = onValue;
    reject = onFailure;
  });
  return { promise, resolve, reject };
}
