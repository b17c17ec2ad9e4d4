/**
 * What packages load at once and few processes need: drivers of other databases, telephone numbers, Node's own fetch. In the
 * bundled file it is loaded when it is first used, or never.
 */
const LATER = [
  { file: /\/typeorm\/driver\/DriverFactory\.js$/, requires: /^const (\w+)_1 = require\("(\.\/[^"]+)"\);$/gm },
  {
    file: /\/class-validator\/cjs\/decorator\/string\/IsPhoneNumber\.js$/,
    requires: /^const (max)_1 = require\("(libphonenumber-js\/max)"\);$/gm,
  },
];

/** Naming these globals has Node load its fetch, 30 ms and 3 MiB; this server's calls go through Node's http. */
const WITHOUT_FETCH = [
  {
    // A form is known by its methods, too.
    file: /\/axios\/lib\/utils\.js$/,
    from: "const FormDataCtor = typeof G.FormData !== 'undefined' ? G.FormData : undefined;",
    to: 'const FormDataCtor = undefined;',
  },
  {
    file: /\/axios\/lib\/adapters\/fetch\.js$/,
    from: 'const adapter = getFetch();',
    to: 'const adapter = undefined;',
  },
];

export const loadedLater = {
  name: 'loaded-later',
  transform: {
    filter: { id: [...LATER, ...WITHOUT_FETCH].map(({ file }) => file) },
    handler(code, id) {
      const isOf = ({ file }) => file.test(id);
      const later = LATER.find(isOf);
      return later ? requiredLater(code, later.requires) : withoutFetch(code, WITHOUT_FETCH.find(isOf));
    },
  },
};

function requiredLater(code, requires) {
  const names = [];
  const declared = code.replace(requires, (_, name, from) => {
    names.push(name);
    return `const ${name}_later = () => require(${JSON.stringify(from)});`;
  });
  return names.reduce((text, name) => text.replaceAll(`${name}_1.`, `(${name}_later()).`), declared);
}

function withoutFetch(code, { from, to }) {
  if (!code.includes(from)) throw new Error(`a package has changed: it no longer says ${from}`);
  return code.replace(from, to);
}
