/** What a browser is sent on with: the target of one redirect. @throws Error where the answer is no redirect */
export async function visited(url: string): Promise<URL> {
  const answer = await fetch(url, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`no redirect: ${answer.status} ${await answer.text()}`);
  return new URL(location);
}
