/** Registers a passkey by the token in the page's address. Runs in the browser, as it is. */
{
  const { base } = document.querySelector('main').dataset;
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const form = document.querySelector('form');
  const button = document.querySelector('button');
  const state = document.querySelector('#state');

  /** What went wrong, in words for the person in front of the page. */
  class Sorry extends Error {}

  const LINK_ENDED =
    'This link has been used or has run out. Ask for a new one in the app: it is good for ten minutes.';
  const WORDS = {
    401: LINK_ENDED,
    403: 'Passkeys are switched off for your account. The person who runs this server can switch them on.',
    429: 'Too many attempts. Wait a minute, and try again.',
    503: 'The server can’t read its database just now. Try again shortly.',
  };
  const BY_BROWSER = {
    NotAllowedError: 'Nothing was saved: it was cancelled or took too long. Try again when you are ready.',
    InvalidStateError: 'This device holds a passkey of your account already. You can sign in with it.',
    NotSupportedError: 'This device can’t make the kind of passkey that is needed here.',
    SecurityError: 'Your browser refuses passkeys at this address. Open the link at the server’s own https address.',
  };

  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

  const textOf = (buffer) =>
    btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(''))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');

  const say = (words, kind) => {
    state.textContent = words;
    state.className = kind;
  };

  async function call(step, query, body) {
    let answer;
    try {
      answer = await fetch(`${base}/api/auth/passkey/setup/${step}?${new URLSearchParams({ token, ...query })}`, {
        method: 'POST',
        headers: body ? { 'Content-Type': 'application/json' } : {},
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    } catch {
      throw new Sorry('The server can’t be reached. Check your connection, and try again.');
    }
    const said = await answer.json().catch(() => ({}));
    if (answer.ok) return said;
    if (said.code === 'setup_token_refused') throw new Sorry(LINK_ENDED);
    if (said.code === 'ceremony_ended') throw new Sorry('It took too long. Try again.');
    const { error = 'something went wrong' } = said;
    throw new Sorry(WORDS[answer.status] ?? `${error[0].toUpperCase()}${error.slice(1)}.`);
  }

  /** @param options PublicKeyCredentialCreationOptionsJSON; not every browser reads it by itself */
  async function made({ publicKey }) {
    const byBytes = (one) => ({ ...one, id: bytesOf(one.id) });
    try {
      return await navigator.credentials.create({
        publicKey: {
          ...publicKey,
          challenge: bytesOf(publicKey.challenge),
          user: byBytes(publicKey.user),
          excludeCredentials: publicKey.excludeCredentials.map(byBytes),
        },
      });
    } catch (fault) {
      throw new Sorry(BY_BROWSER[fault.name] ?? 'Your browser could not make a passkey.');
    }
  }

  async function register() {
    if (!isSecureContext || !globalThis.PublicKeyCredential)
      throw new Sorry('Passkeys need an https address and a browser that knows them. Open this link in another one.');
    const { options, session_id } = await call('begin', {});
    const { id, rawId, type, response } = await made(options);
    const name = document.querySelector('input').value.trim();
    await call('finish', name === '' ? { session_id } : { session_id, credential_name: name }, {
      id,
      rawId: textOf(rawId),
      type,
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        attestationObject: textOf(response.attestationObject),
      },
    });
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    say('Follow what your device asks you to do.', '');
    try {
      await register();
      form.hidden = true;
      say('The passkey is saved. From now on you can sign in with it. You can close this page.', 'good');
    } catch (fault) {
      button.disabled = false;
      say(fault instanceof Sorry ? fault.message : 'Something went wrong. Try again.', 'bad');
    }
  });
}
