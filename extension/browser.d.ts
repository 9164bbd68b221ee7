/// <reference types="chrome" />

/** The address of a worker's program, as Vite gives it. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
