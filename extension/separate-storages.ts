/** Gives the page the names in the browser's storages that belong to its server: all pages of the extension have one origin. */
export function separateStorages(instance: string): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const whole = window[name];
    const own = (each: string) => `${instance} ${each}`;
    const separate: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
      getItem: (each) => whole.getItem(own(each)),
      setItem: (each, value) => whole.setItem(own(each), value),
      removeItem: (each) => whole.removeItem(own(each)),
    };
    Object.defineProperty(window, name, { value: separate, configurable: true });
  }
}
