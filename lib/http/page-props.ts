/** The fields of an address, as Next gives them to a page. */
export type Query = Record<string, string | string[] | undefined>;

export interface PageProps<Params extends string = never> {
  params: Promise<Record<Params, string>>;
  searchParams: Promise<Query>;
}
