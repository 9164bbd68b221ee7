/** Gives the page the names in the browser's storages that belong to its server: all pages of the extension have one origin. */
export function separateStorages(instance: string): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const whole = window[name];
    const prefix = `${instance} `;
    const methods: Partial<Storage> = {
      getItem: (each) => whole.getItem(prefix + each),
      setItem: (each, value) => whole.setItem(prefix + each, value),
      removeItem: (each) => whole.removeItem(prefix + each),
    };
    const separate = new Proxy(methods, {
      get: (_, each) => Reflect.get(methods, each) ?? whole.getItem(prefix + String(each)),
      ownKeys: () => Object.keys(whole).flatMap((each) => (each.startsWith(prefix) ? [each.slice(prefix.length)] : [])),
      getOwnPropertyDescriptor: (_, each) => ({ value: whole.getItem(prefix + String(each)), enumerable: true, configurable: true }),
    });
    Object.defineProperty(window, name, { value: separate, configurable: true });
  }
}
