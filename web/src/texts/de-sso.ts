import type { SsoTexts } from './en-sso.js';

/** What the settings of single sign-on say, in German. */
export const deSso: SsoTexts = {
  heading: 'Single Sign-on',
  lead: 'Alle melden sich mit einem Konto bei deinem eigenen OpenID-Connect-Anbieter an, zum Beispiel Authelia, Authentik oder Keycloak.',
  redirect: 'Weiterleitungsadresse',
  redirectHelp: 'Trag sie bei deinem Anbieter als Weiterleitungsadresse (Redirect URI) dieser App ein.',
  copy: 'Adresse kopieren',
  copied: 'Die Adresse ist kopiert.',
  selected: 'Die Adresse ist markiert. Kopiere sie mit Strg+C oder halte sie auf dem Handy gedrückt.',
  noRedirect:
    'Single Sign-on braucht eine externe Adresse, die mit https:// beginnt. Speichere zuerst eine unter Einstellungen → Netz.',
  enabled: 'Single Sign-on erlauben',
  label: 'Name auf dem Knopf',
  labelHelp: 'Dort steht „Weiter mit …“.',
  issuer: 'Issuer',
  issuerHelp: 'Die Adresse deines Anbieters, so wie er sich selbst nennt. Alles andere liest Usher dort.',
  clientId: 'Client-ID',
  secret: 'Client-Secret',
  secretStored: 'Ein Secret ist gespeichert und bleibt, wenn du das Feld leer lässt.',
  secretNone: 'Nur wenn du vom Anbieter eins bekommen hast.',
  removeSecret: 'Gespeichertes Secret entfernen',
  create: 'Konten automatisch erstellen',
  createHelp:
    'Alle, die sich beim Anbieter anmelden können, bekommen hier ein Konto. Sonst brauchen sie erst einen Einladungslink.',
  createChildren:
    'Hier gibt es Kinderkonten: Ein Kind mit eigenem Konto beim Anbieter, das hier nie verknüpft war, bekommt ein weiteres ohne Beschränkungen.',
  only: 'Single Sign-on vorschreiben',
  onlyHelp: 'Mitglieder können Passwort, Passkey und Plex nicht mehr nutzen. Administratoren können es weiterhin.',
  onlyHeading: 'Single Sign-on vorschreiben?',
  onlyText:
    'Mitglieder, die sich mit Passwort, Passkey, Einladungslink oder Plex angemeldet haben, werden jetzt abgemeldet.',
  onlyButton: 'Vorschreiben',
  more: 'Gruppen und mehr',
  groups: 'Nur diese Gruppen dürfen sich anmelden',
  groupsHelp: 'Eine pro Zeile, geschrieben wie beim Anbieter. Lass das Feld leer, um alle hereinzulassen.',
  groupClaim: 'Claim mit den Gruppen',
  groupClaimHelp: 'Meist „groups“.',
  scopes: 'Weitere Scopes',
  scopesHelp: 'Durch Leerzeichen getrennt. Usher fragt immer nach openid, profile und email.',
  proxy: 'Für den Anbieter den ausgehenden Proxy nutzen',
  missing: { issuer: 'Gib die Adresse deines Anbieters ein.', clientId: 'Gib die Client-ID ein.' },
  check: 'Anbieter prüfen',
  checking: 'Wird geprüft…',
  answers: (algorithms) =>
    algorithms === '' ? 'Der Anbieter antwortet.' : `Der Anbieter antwortet. Er signiert mit ${algorithms}.`,
  answersAs: (spelled, algorithms) =>
    `Der Anbieter antwortet. Er nennt sich ${spelled} und signiert mit ${algorithms}.`,
  test: 'Anmeldung ausprobieren',
  testing: 'Einen Moment…',
  testHelp: 'Du meldest dich beim Anbieter an und kommst hierher zurück. Kein Konto wird geändert.',
  elsewhere: 'Öffne Usher unter der externen Adresse, um die Anmeldung auszuprobieren:',
  unfit: 'Der Server hat eine Adresse geschickt, die sich nicht sicher öffnen lässt.',
  saveFirst: 'Speichere zuerst deine Änderungen. Geprüft wird, was gespeichert ist.',
  isTested: 'Mit diesen Einstellungen hat sich schon jemand angemeldet, sie funktionieren.',
  isUntested: 'Diese Einstellungen hat noch niemand ausprobiert.',
  outcome: {
    somebody: () => 'Die Anmeldung klappt.',
    known: (name) => `Die Anmeldung klappt. Hier wärst du ${name}.`,
    new: (name) =>
      name === ''
        ? 'Die Anmeldung klappt. Du bekämst hier ein neues Konto.'
        : `Die Anmeldung klappt. Dort bist du ${name}, hier bekämst du ein neues Konto.`,
    uninvited: (name) =>
      name === ''
        ? 'Die Anmeldung klappt, aber kein Konto hier gehört dazu. Du bräuchtest einen Einladungslink.'
        : `Die Anmeldung klappt. Dort bist du ${name}, aber kein Konto hier gehört dazu. Du bräuchtest einen Einladungslink.`,
  },
  groupNames: (names, more) => (more === 0 ? names : `${names} und ${more} weitere`),
  groupsSeen: (groups) => (groups === '' ? 'Der Anbieter hat keine Gruppen genannt.' : `Deine Gruppen dort: ${groups}`),
  refusal: {
    issuer: () => 'Gib eine Adresse ein, die mit https:// beginnt, ohne Namen, Passwort oder Fragezeichen darin.',
    secret: () => 'Ein anderer Anbieter braucht ein eigenes Secret. Gib es ein oder entferne das gespeicherte.',
    scopes: () => 'Gib höchstens 30 Scopes ein, durch Leerzeichen getrennt.',
    groups: () => 'Gib höchstens 100 Gruppen mit höchstens 512 Zeichen ein.',
    needsOn: () => 'Single Sign-on lässt sich nur vorschreiben, solange es erlaubt ist.',
    testFirst: () =>
      'Speichere diese Einstellungen und probiere die Anmeldung zuerst aus. Danach kannst du sie vorschreiben.',
    localAdmin: () =>
      'Ein Administrator braucht zuerst ein Passwort, damit jemand hereinkommt, wenn der Anbieter ausfällt.',
    noAddress: () =>
      'Single Sign-on braucht eine externe Adresse, die mit https:// beginnt. Speichere oben zuerst eine.',
    nothingSaved: () => 'Speichere zuerst Issuer und Client-ID.',
    mismatch: (spelled) => `Der Anbieter nennt sich ${spelled}. Gib genau das als Issuer ein.`,
    away: (reason) => `Der Anbieter lässt sich nicht nutzen: ${reason}.`,
    refused: (reason) => `Der Anbieter hat die Anmeldung abgelehnt: ${reason}.`,
    unfit: (reason) => `Die Antwort des Anbieters beweist nichts: ${reason}.`,
    noGroup: (groups) =>
      groups === ''
        ? 'Du bist in keiner der Gruppen, die sich anmelden dürfen. Der Anbieter hat keine Gruppen genannt; prüfe Claim und Scopes.'
        : `Du bist in keiner der Gruppen, die sich anmelden dürfen. Deine Gruppen dort: ${groups}`,
    ended: () =>
      'Das hat zu lange gedauert, oder die Einstellungen sind inzwischen andere. Probiere die Anmeldung noch einmal aus.',
  },
};
