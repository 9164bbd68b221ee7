/** The route table, made by server/build.mjs from the route.ts files under app/. */
declare module 'virtual:routes' {
  import type { Route } from './router';

  export const routes: readonly Route[];
}
