/** The fields of a form in the list of pastes that say where it leads back to. */
export const listFields = (q: string, page: number) => ({ q: q === '' ? null : q, page: page === 1 ? null : page });
