import { NotFoundError } from '#lib/http/errors';
import { apiEndpoint } from '../v1/api';

async function notFound(): Promise<never> {
  throw new NotFoundError();
}

/** What no other route of the API answers: JSON, as everywhere under it, not a page; counted like any request. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ rest: string[] }>({
  GET: notFound,
  HEAD: notFound,
  POST: notFound,
  PUT: notFound,
  PATCH: notFound,
  DELETE: notFound,
});
