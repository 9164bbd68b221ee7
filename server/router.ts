import type { Method } from '#lib/http/endpoint';

/** What a `route.ts` exports. */
export type RouteModule = Record<Method, (request: Request, segment: { params: Promise<never> }) => Promise<Response>>;

/** A route of the table that the build derives from `app/**\/route.ts`: `:name` is one segment, `*name` the rest. */
export interface Route {
  pattern: string;
  module: RouteModule;
  /** GET and HEAD of the same path are a page's. */
  isBesidePages?: boolean;
}

export interface Match {
  route: Route;
  params: Record<string, string | string[]>;
}

/**
 * Finds the route of a path. Segments are compared percent-decoded, so that another spelling of a
 * path can't get round its route; fixed segments win over parameters, and those over the rest.
 */
export function createRouter(routes: readonly Route[]): (path: string) => Match | null {
  const compiled = routes
    .map((route) => ({ route, segments: route.pattern.split('/').slice(1) }))
    .sort((a, b) => rank(a.segments) - rank(b.segments));
  return (path) => {
    const parts = decode(path);
    if (!parts) return null;
    for (const { route, segments } of compiled) {
      const params = matchSegments(segments, parts);
      if (params) return { route, params };
    }
    return null;
  };
}

function rank(segments: readonly string[]): number {
  if (segments.some((segment) => segment.startsWith('*'))) return 2;
  return segments.some((segment) => segment.startsWith(':')) ? 1 : 0;
}

function decode(path: string): string[] | null {
  const parts = path.split('/').slice(1);
  if (!path.includes('%')) return parts;
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return null;
  }
}

function matchSegments(segments: readonly string[], parts: readonly string[]): Match['params'] | null {
  const params: Match['params'] = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if (part === undefined) return null;
    if (segment.startsWith('*')) {
      params[segment.slice(1)] = parts.slice(index);
      return params;
    }
    if (segment.startsWith(':')) {
      if (part === '') return null;
      params[segment.slice(1)] = part;
    } else if (segment !== part) return null;
  }
  return segments.length === parts.length ? params : null;
}
