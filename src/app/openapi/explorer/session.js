/** The session that calls are made with. It lives in this page and nowhere else. */
export class PageSession {
  #token = '';
  /** Did this page sign in? Then the session is its own to end. */
  #isOwn = false;

  constructor(elements) {
    this.elements = elements;
    elements.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#use(new FormData(elements.form));
    });
    elements.forget.addEventListener('click', () => this.#forget());
  }

  /** The header that proves who is calling; none without a session. */
  headers() {
    return this.#token === '' ? {} : { Authorization: `Bearer ${this.#token}` };
  }

  async #use(form) {
    const token = form.get('token').trim();
    if (token !== '') {
      this.#take(token, 'With a token', false);
      return;
    }
    const body = { username: form.get('username'), password: form.get('password'), device_name: 'Interface explorer' };
    const answer = await fetch('auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (answer?.ok) this.#take(told.access_token, `${told.user.username} (${told.user.role})`, true);
    else this.elements.note.textContent = told?.error ?? 'The server can not be reached.';
  }

  /** A token that was pasted is somebody else's session and goes on without this page. */
  #forget() {
    if (this.#isOwn) void fetch('auth/logout', { method: 'POST', headers: this.headers() }).catch(() => null);
    this.#take('', '', false);
  }

  #take(token, who, isOwn) {
    this.#token = token;
    this.#isOwn = isOwn;
    this.elements.form.reset();
    this.elements.panel.open = false;
    this.elements.panel.classList.toggle('signed-in', token !== '');
    this.elements.state.textContent = who || 'Sign in';
    this.elements.note.textContent = 'Kept by this page alone, until it is closed.';
  }
}
