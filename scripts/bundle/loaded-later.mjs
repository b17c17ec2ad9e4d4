/**
 * What packages load at once and few processes need: drivers of other databases, telephone numbers. In the bundled file
 * it is loaded when it is first used.
 */
const LATER = [
  { file: /\/typeorm\/driver\/DriverFactory\.js$/, requires: /^const (\w+)_1 = require\("(\.\/[^"]+)"\);$/gm },
  {
    file: /\/class-validator\/cjs\/decorator\/string\/IsPhoneNumber\.js$/,
    requires: /^const (max)_1 = require\("(libphonenumber-js\/max)"\);$/gm,
  },
];

export const loadedLater = {
  name: 'loaded-later',
  transform: {
    filter: { id: LATER.map(({ file }) => file) },
    handler(code, id) {
      const { requires } = LATER.find(({ file }) => file.test(id));
      const names = [];
      const declared = code.replace(requires, (_, name, from) => {
        names.push(name);
        return `const ${name}_later = () => require(${JSON.stringify(from)});`;
      });
      return names.reduce((text, name) => text.replaceAll(`${name}_1.`, `(${name}_later()).`), declared);
    },
  },
};
